"""Double cross poker: exact prices, the cross solver compared with deals, and the cost of the simple rules."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Value
from pitboss.equipment import CARDS, Card, cards
from pitboss.families.house_poker.price.rows import floor
from pitboss.games.double_cross_poker.price import PRICING
from pitboss.hands import FIVE_CARD
from pitboss.hands.fast import evaluate_batch
from pitboss.pricing import price

from .table import DAY, GAME


def layout(**options: Value) -> Layout:
    return Layout.of(GAME, DAY, options)


BEST = PRICING.strategy(layout())


def showdown_counts(own: tuple[Card, ...], cross: tuple[Card, ...]) -> dict[str, int]:
    """Count how often a holding wins, ties and loses on a complete cross against every dealer holding."""
    centre, left, right, top, bottom = (card.index for card in cross)
    rest = [card.index for card in CARDS[:52] if card not in (*own, *cross)]
    holdings = np.array([[card.index for card in own], *combinations(rest, 2)], np.uint8)
    rows = [
        np.tile(np.array(row, np.uint8), (len(holdings), 1)) for row in ((left, centre, right), (top, centre, bottom))
    ]
    across, down = (evaluate_batch(np.sort(np.concatenate([holdings, row], axis=1), axis=1)) for row in rows)
    mine, *theirs = np.maximum(across, down).tolist()
    return {
        "win": sum(mine > one for one in theirs),
        "tie": sum(mine == one for one in theirs),
        "lose": sum(mine < one for one in theirs),
        "strength": mine,
    }


@pytest.mark.parametrize(
    ("own", "shown"),
    [("9s 9d", "9h 4c Kd 2s"), ("Ah 2h", "9h 5h 4h Kh"), ("Ks Kd", "Kh Kc 3s 3h"), ("7c 2d", "As Ah Ad Kc")],
)
def test_the_last_raise_is_worth_its_mean_over_all_bottom_cards_and_dealers_holdings(own: str, shown: str) -> None:
    mine, turned = cards(own), cards(shown)
    three = floor(FIVE_CARD, "three of a kind")
    total, deals = 0, 0
    for bottom in (card for card in CARDS[:52] if card not in (*mine, *turned)):
        found = showdown_counts(mine, (*turned, bottom))
        total += (5 if found["strength"] >= three else 4) * found["win"] - 5 * found["lose"]
        deals += 990
    values = PRICING.worth(layout())(mine, turned, ("raise", "fold"), "raise, raise, raise")
    assert values == {"fold": -4.0, "raise": total / deals}


def test_ante_and_raises_exactly() -> None:
    row = price(layout())["ante"]
    assert (f"{row.house_edge:.3%}", f"{row.element_of_risk:.3%}") == ("4.879%", "1.449%")
    assert PRICING.figures(layout()).tally.total == 52 * 1_275 * 49 * 48 * 47 * 46 * 990


def test_with_an_ace_in_the_centre_the_first_choices_are_worth_their_results_played_out() -> None:
    """Sums computed backward from the last card agree with counts made forward."""
    from pitboss.families.house_poker.kinds.cross import solver as crosses

    values, _, _ = crosses._values_of(BEST.game, 12, 13)
    held = [
        (3 if a < 13 else 1) * (3 if b < 13 else 1) if a != b else 3 * (a < 13)
        for a, b in zip(crosses.LOW.tolist(), crosses.HIGH.tolist(), strict=True)
    ]
    best = values.left.max(axis=0)[0, 12]
    aces = Fraction(
        int((best * np.array(held)).sum()), 1_275 * crosses.TO_COME[0] * crosses.DEALT * BEST.game.amounts.units
    )
    counted = crosses.counts(BEST.game, BEST.decisions, centres=(12, 13))[12].sum(axis=0)
    net = sum(
        int(counted[e, r, s]) * BEST.net(end, row, result)
        for e, end in enumerate(BEST.game.ends)
        for r, row in enumerate((*BEST.game.rows.names, ""))
        for s, result in enumerate(("win", "tie", "lose"))
    )
    assert net / int(counted.sum()) == aces


@pytest.mark.parametrize(("table", "edge"), [("DX-1", "7.28%"), ("DX-2", "2.32%")])
def test_25_11_c_three_card_wager_costs_what_the_same_tables_cost_elsewhere(table: str, edge: str) -> None:
    assert f"{price(layout(three_card_table=table))['three_card'].house_edge:.2%}" == edge


def test_the_best_strategy_in_words_and_the_cost_of_simple_rules() -> None:
    strategy = price(layout()).strategy
    assert strategy is not None
    said = strategy["summary"]
    assert said[0] == "before the left card raise with any pair or better, and by the centre card also with"
    assert said[1].startswith("A: any K any Q J4+ T8+")
    assert "a fold later is better in 0.00023% of rounds" in said[-1]
    costs = {simple["name"]: f"{simple['cost']:.4%}" for simple in strategy["simpler"]}
    assert costs == {"rule of thumb": "0.3292%", "pair or queen": "2.9803%"}
    assert (BEST.decide("Jd 4c", "As"), BEST.decide("Jd 3c", "As"), BEST.decide("2d 3c", "2s")) == (
        "raise",
        "fold",
        "raise",
    )


def test_a_rule_in_words_is_read_or_refused() -> None:
    pairs = BEST.strategy_for("pair or better")
    assert (pairs.decide("7d 2c", "7s"), pairs.decide("Ad Kc", "7s")) == ("raise", "fold")
    assert pairs.decide("Ad Kc", "7s 3d 3h") == "raise"
    assert BEST.strategy_for("never").decide("As Ad", "Ah") == "fold"
    with pytest.raises(ValueError, match="name one of rule of thumb, pair or queen"):
        BEST.strategy_for("three pair")
    with pytest.raises(ValueError, match="does not take strategy files"):
        BEST.strategy_for("mine.toml")


def test_worth_before_the_left_and_the_top_card_follows_the_decisions() -> None:
    found = PRICING.worth(layout())
    weak = found(cards("7d 2c"), cards("As"), ("raise", "fold"))
    assert weak["fold"] == -1 > weak["raise"]
    strong = found(cards("Ad Ac"), cards("As 9h 4c"), ("raise", "fold"), "raise, raise")
    assert strong["fold"] == -3
    assert 4 < strong["raise"] < 5


@pytest.mark.slow
def test_25_10_raise_or_check_every_raise_is_made_when_it_is_worth_more_than_nothing() -> None:
    checks = layout(raise_mode="raise_or_check")
    row = price(checks)["ante"]
    assert f"{row.house_edge:.3%}" == "-27.699%"
    found = PRICING.worth(checks)(cards("7d 2c"), cards("As Kd Qh 9s"), ("raise", "check"), "check, raise, check")
    margin = 0
    for bottom in (card for card in CARDS[:52] if card not in cards("7d 2c As Kd Qh 9s")):
        result = showdown_counts(cards("7d 2c"), (*cards("As Kd Qh 9s"), bottom))
        margin += result["win"] - result["lose"]
    assert found["raise"] - found["check"] == pytest.approx(margin / (46 * 990))


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["raise_or_fold", "raise_or_check"])
def test_25_11_limit_also_cuts_a_large_stake_in_the_price(mode: str) -> None:
    """With a $20,000 ante each win is capped at two and a half antes, so a player who may check raises less often."""
    small, large = (price(layout(raise_mode=mode), stake=stake)["ante"] for stake in (10_00, 20_000_00))
    assert large.house_edge > small.house_edge
    assert max(Fraction(one.net) for one in large.outcomes) == Fraction(5, 2)
