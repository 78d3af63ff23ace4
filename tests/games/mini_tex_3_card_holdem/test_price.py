"""Mini-Tex: exact prices, compared with published figures, and one deal enumerated directly."""

from fractions import Fraction
from itertools import combinations

import pytest

from pitboss.chapter.layout import Layout
from pitboss.equipment import CARDS, cards
from pitboss.families.house_poker.round.queries import best_hand_using
from pitboss.games.mini_tex_3_card_holdem.price import PRICING
from pitboss.hands import THREE_CARD, floor_of
from pitboss.pricing import price

from .table import DAY, GAME

LAYOUT = Layout.of(GAME, DAY)
BEST = PRICING.strategy(LAYOUT)
TOGETHER = "ante+flop+river+play"


def test_the_published_house_edge() -> None:
    row = price(LAYOUT)[TOGETHER]
    assert f"{row.house_edge * 100:.2f}" == "3.22"
    assert Fraction(row.exact or "") == Fraction(226_406_539, 7_023_689_400)
    assert f"{row.element_of_risk * 100:.3f}" == "0.715"


def test_every_hand_but_five_two_offsuit_and_twos_is_played_to_the_flop() -> None:
    """The Wizard of Odds gives the same exceptions."""
    folded = {
        tuple(sorted(card.rank.letter for card in two))
        for two in combinations(CARDS[:52], 2)
        if BEST.decide(two) == "fold"
    }
    assert folded == {("2", "2"), ("2", "5")}
    assert BEST.decide("5h 2h") == "flop"


@pytest.mark.parametrize(("own", "board"), [("Qs 8d", "9h 5c 3s"), ("6s 2d", "Kc Kh 9s"), ("Ah 2d", "8s 8d 8c")])
def test_the_last_decision_agrees_with_every_holding_of_the_dealer(own: str, board: str) -> None:
    mine, shared = cards(own), cards(board)
    best = best_hand_using(mine, shared, THREE_CARD, 1)
    pair = floor_of("pair", THREE_CARD) or 0
    left = [card for card in CARDS[:52] if card not in (*mine, *shared)]
    total = 0
    for two in combinations(left, 2):
        theirs = best_hand_using(two, shared, THREE_CARD, 1)
        total += 3 if theirs.strength < pair else 5 if best > theirs else 0 if best == theirs else -5
    values = PRICING.worth(LAYOUT)(mine, shared, ("play", "fold"))
    assert values == {"play": pytest.approx(total / 1081), "fold": -3}
    assert BEST.decide(own, board) == ("play" if total > -3 * 1081 else "fold")


def test_before_the_flop_a_holding_is_worth_the_mean_of_its_flops() -> None:
    worth = PRICING.worth(LAYOUT)
    own = cards("Kh 7d")
    left = [card for card in CARDS[:52] if card not in own]
    flops = [max(worth(own, two, ("river", "fold")).values()) for two in combinations(left, 2)]
    assert worth(own, (), ("flop", "fold"))["flop"] == pytest.approx(sum(flops) / len(flops))


def test_simple_strategies_and_their_cost() -> None:
    assert f"{float(BEST.cost('rule of thumb')) * 100:.2f}" == "4.38"
    assert BEST.cost("always") > BEST.cost("rule of thumb") > 0
    with pytest.raises(ValueError, match="no strategy 'seldom': name one of rule of thumb, always"):
        BEST.cost("seldom")


def test_37_11_pocket_poker_by_counting_all_holdings() -> None:
    wins = 6 * 30 + 4 * 25 + 8 * 20 + 12 * 15 + 18 * 10 + 24 * 5 + 54 * 3
    won = 6 + 4 + 8 + 12 + 18 + 24 + 54
    shown = price(Layout.of(GAME, DAY, {"offer_pocket_poker": True}))["pocket_poker"]
    assert Fraction(shown.exact or "") == Fraction(1326 - won - wins, 1326)


def test_37_10_pocket_poker_costs_more_if_a_fold_forfeits_it() -> None:
    """The price is a sum over all holdings: what each wins, times how often it is played to the end."""
    from pitboss.families.house_poker.kinds.streets import stay_or_fold

    layout = Layout.of(GAME, DAY, {"offer_pocket_poker": True, "pocket_poker_on_fold": "forfeited"})
    shown = price(layout)["pocket_poker"]
    gone = int(stay_or_fold.count_folded_deals(BEST.game, BEST.decisions, BEST.last).sum())
    tally = BEST.tally.share(lambda end, row, result: end.endswith("fold"))
    assert tally == Fraction(gone, BEST.game.deals)
    assert Fraction(shown.exact or "") > Fraction(59, 663)
