"""Let it ride: exact prices against published figures."""

from datetime import date
from fractions import Fraction
from importlib.resources import files

import pytest

from pitboss.chapter.check import Unlawful
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Value, read_rules
from pitboss.games.let_it_ride import price as let_it_ride
from pitboss.pricing import price


def layout(**options: Value) -> Layout:
    rules = read_rules((files(let_it_ride.__package__) / "rules.toml").read_text("utf-8"), "rules.toml")
    return Layout.of(rules, date(2015, 1, 1), options)


def test_the_three_wagers() -> None:
    row = price(layout())["wager1+wager2+wager3"]
    assert f"{row.house_edge * 100:.3f}" == "3.506"
    assert f"{row.element_of_risk * 100:.3f}" == "2.865"
    assert f"{row.action:.4f}" == "1.2237"
    assert f"{row.std_dev:.2f}" == "5.16"


def test_the_three_wagers_add_up_to_the_whole() -> None:
    report = price(layout())
    parts = [Fraction(report[wager].exact or "") for wager in ("wager1", "wager2", "wager3")]
    assert sum(parts) == Fraction(report["wager1+wager2+wager3"].exact or "")
    assert parts[0] < 0 < parts[2]


def test_18_6a_the_bonus_counts_all_hands() -> None:
    row = price(layout())["bonus"]
    wins = 4 * 25_000 + 36 * 2_500 + 624 * 400 + 3_744 * 200 + 5_108 * 50 + 10_200 * 25 + 54_912 * 5
    assert Fraction(row.exact or "") == 1 - Fraction(wins, 2_598_960)


def test_18_11_d_a_bonus_table_may_pay_more_hands_than_the_text_requires() -> None:
    """Two pair are 123,552 of the 2,598,960 hands, a pair of tens or better 422,400."""
    more = Layout.of(
        "let-it-ride", on=date(2015, 1, 1), odds={"bonus.two_pair": "2 to 1", "bonus.pair_of_tens_or_better": "0 to 1"}
    )
    less = Fraction(price(layout())["bonus"].exact or 0) - Fraction(price(more)["bonus"].exact or 0)
    assert less == Fraction(3 * 123_552 + 422_400, 2_598_960)
    assert price(more)["bonus"].odds["two_pair"] == "2 to 1"
    with pytest.raises(Unlawful, match="bonus is not paid by nine_high"):
        Layout.of("let-it-ride", on=date(2015, 1, 1), odds={"bonus.nine_high": "2 to 1"})


@pytest.mark.parametrize(("table", "edge"), [("TCB-A", "7.10"), ("TCB-B", "2.14"), ("TCB-C", "5.57")])
def test_18_6b_three_card_bonus(table: str, edge: str) -> None:
    row = price(layout(three_card_bonus_table=table))["three_card_bonus"]
    assert f"{row.house_edge * 100:.2f}" == edge


def test_18_11_c_the_limit_is_on_the_three_wagers_together() -> None:
    free = price(layout(payout_limit="none"), 100_00)["wager1+wager2+wager3"]
    cut = price(layout(), 100_00)["wager1+wager2+wager3"]
    within = price(layout(), 16_00)["wager1+wager2+wager3"]
    assert within.exact == free.exact
    assert cut.house_edge > free.house_edge
    assert max(float(Fraction(outcome.net)) for outcome in cut.outcomes) == 500


def test_strategy() -> None:
    best = let_it_ride.PRICING.strategy(layout())
    assert best.decide("Tc Td 4s") == "let_ride"
    assert best.decide("9c 9d 5s") == "take_back"
    assert best.decide("Th Jh Qh") == "let_ride"
    assert best.decide("Th Jh Qh", "9c") == "let_ride"
    assert best.decide("As 2d 3c", "4h") == "take_back"
    assert best.cost("rule of thumb") == 0
    assert best.cost("made hands") > 0
    with pytest.raises(ValueError, match="3 or 4 cards"):
        best.decide("Th Jh")


def test_four_in_a_row_without_a_high_card_is_worth_exactly_nothing() -> None:
    """Letting it ride or not makes no difference: eight of 48 cards win at 5 to 1."""
    assert 8 * 5 - 40 == 0
    assert let_it_ride.PRICING.strategy(layout()).decide("9c 8d 7s", "6h") == "take_back"
