"""Ultimate Texas hold 'em: settled hands, and exact prices against published figures."""

from datetime import date
from fractions import Fraction
from importlib.resources import files

import pytest

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Value, read_rules
from pitboss.families.house_poker.kinds.streets.stopping_strategy import BoardStrategy
from pitboss.games.ultimate_texas_holdem import price as ultimate_texas_holdem
from pitboss.pricing import price
from pitboss.pricing.contract import PriceInputs


def layout(**options: Value) -> Layout:
    rules = read_rules((files(ultimate_texas_holdem.__package__) / "rules.toml").read_text("utf-8"), "rules.toml")
    return Layout.of(rules, date(2015, 1, 1), options)


@pytest.mark.parametrize(
    ("end", "row", "result", "net"),
    [
        ("play_4x", "pair_or_less", "win_unqualified", 4),
        ("play_2x", "full_house", "win", 1 + 2 + 3),
        ("play_1x", "pair_or_less", "lose_unqualified", -2),
        ("fold", "pair_or_less", "lose", -2),
        ("play_4x", "pair_or_less", "tie", 0),
        ("play_4x", "straight", "win", 1 + 4 + 1),
        ("play_1x", "flush", "win", 1 + 1 + Fraction(3, 2)),
        ("play_2x", "flush", "win_unqualified", 2 + Fraction(3, 2)),
        ("play_3x", "pair_or_less", "lose", -5),
    ],
)
def test_the_worked_examples(end: str, row: str, result: str, net: Fraction) -> None:
    assert ultimate_texas_holdem.PRICING.wagering_on(layout()).net(end, row, result) == net


def test_blind_table_b_returns_the_blind_with_a_straight() -> None:
    assert ultimate_texas_holdem.PRICING.wagering_on(layout(blind_paytable="B")).net("play_4x", "straight", "win") == 5


def test_32_11_the_limit_on_a_large_ante() -> None:
    house = ultimate_texas_holdem.PRICING.wagering_on(layout(), 100_00)
    assert house.net("play_4x", "royal_flush", "win") == 500
    minimum = ultimate_texas_holdem.PRICING.wagering_on(layout(min_wager=100), 100_00)
    assert minimum.net("play_4x", "royal_flush", "win") == 505


@pytest.mark.parametrize("multiples", ["3x_only", "4x_only", "3x_or_4x"])
def test_32_6_amounts_that_may_be_played_before_the_flop(multiples: str) -> None:
    house = ultimate_texas_holdem.PRICING.wagering_on(layout(preflop_multiples=multiples))
    ends = {name for name in house.ends if name in ("play_3x", "play_4x")}
    assert ends == {f"play_{digit}x" for digit in "34" if digit in multiples}


def test_five_cards_of_the_progressive_wager() -> None:
    from pitboss.families.house_poker.price.payoffs import prizes
    from pitboss.families.house_poker.price.side_wagers import cards_seen, row_counts
    from pitboss.families.house_poker.terms import Terms

    terms = Terms.on(layout())
    assert cards_seen(terms, "progressive") == 5
    counts = row_counts(ultimate_texas_holdem.PRICING, prizes(terms, "progressive"), 5, {})
    assert (counts["royal_flush"], counts["straight_flush"], sum(counts.values())) == (4, 36, 2_598_960)


@pytest.mark.slow
def test_the_whole_game_and_its_parts() -> None:
    report = price(layout())
    row = report["ante"]
    assert f"{row.house_edge * 100:.3f} {row.element_of_risk * 100:.3f}" == "2.185 0.526"
    assert f"{row.action:.3f} {row.std_dev:.2f}" == "4.152 4.94"
    assert row.space == 1_326 * 2_118_760 * 10 * 990
    assert report["ante+blind+play"].exact == row.exact
    assert price(layout(), 5_00)["ante"].exact == row.exact
    for table, edge in {"A": "0.90", "B": "1.90", "C": "3.50", "D": "6.18"}.items():
        trips = price(layout(trips_paytable=table))["trips"]
        assert f"{trips.house_edge * 100:.2f}" == edge


@pytest.mark.slow
def test_a_fold_that_loses_trips_and_progressive() -> None:
    kept, lost = (price(layout(trips_on_fold=what)) for what in ("settles", "loses"))
    for wager in ("trips", "progressive"):
        assert lost[wager].house_edge > kept[wager].house_edge
    assert lost["ante"].exact == kept["ante"].exact


@pytest.mark.slow
def test_strategy() -> None:
    progress: list[float] = []
    best: BoardStrategy = ultimate_texas_holdem.PRICING.strategy(layout(), PriceInputs(progress=progress.append))
    chart = "before the flop play_4x with pairs 3+; suited A2+ K2+ Q6+ J8+; offsuit A2+ K5+ Q8+ JT"
    assert best.summary()[0] == chart
    assert best.decide("As 2d") == "play_4x"
    assert best.decide("2s 2d") == "check"
    assert best.decide("8c 7d", "8h 5s 2c") == "play_2x"
    assert best.decide("7c 2d", "Kh Qs 9c Jd 3h") == "fold"
    assert best.decide("7c 2d", "7h Qs 9c Jd 3h") == "play_1x"
    cost = best.cost("rule of thumb")
    assert f"{float(best.house_edge + cost) * 100:.2f}" == "2.45"
    assert progress == sorted(progress) or max(progress) <= 1
    with pytest.raises(ValueError, match="0 or 3 or 5 cards"):
        best.decide("7c 2d", "Kh Qs")
