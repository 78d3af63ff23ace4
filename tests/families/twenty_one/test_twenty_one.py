"""Properties that hold for any analysis."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import Any

import numpy as np
import pytest

from pitboss.pricing.twenty_one.analysis import Analysis
from pitboss.pricing.twenty_one.basic import basic_chart, departures
from pitboss.pricing.twenty_one.chart import Chart
from pitboss.pricing.twenty_one.counts import orders
from pitboss.pricing.twenty_one.splits import patterns, times
from pitboss.pricing.twenty_one.terms import Bonus, Terms

EIGHT = [32] * 9 + [128]
TWO = [8] * 9 + [32]


def terms(**rules: Any) -> Terms:
    return Terms(**{"blackjack_pays": Fraction(3, 2), **rules})


@pytest.mark.parametrize("most", [2, 3, 4])
def test_the_ways_of_splitting_are_all_ways(most: int) -> None:
    """Whatever the share of cards with the pair's value, the pattern probabilities add up to one."""
    share = Fraction(2, 7)
    total = sum((one.ways * share**one.pairs * (1 - share) ** one.closed for one in patterns(most)), start=Fraction())
    assert total == 1
    hands = sum(
        ((2 + one.pairs) * one.ways * share**one.pairs * (1 - share) ** one.closed for one in patterns(most)),
        start=Fraction(),
    )
    # A hand counts by the first number, and one that drew the value also by the second; together they cover all hands.
    free, pair = times(most)
    assert sum(free[e] * share**e + pair[e] * share ** (e + 1) for e in range(len(free))) == hands


SETS: list[dict[str, Any]] = [
    {},
    {"max_split_hands": 4, "resplit_aces": True, "hit_soft_17": True, "surrender": "late"},
    {"checks": False, "max_split_hands": 3},
    {
        "bonuses": (
            Bonus(Fraction(2), ranks=(6, 7, 8), suited=True),
            Bonus(Fraction(3, 2), ranks=(7, 7, 7)),
            Bonus(Fraction(2), cards=5),
        ),
        "two_card_21_wins": True,
        "surrender": "early",
    },
    {"dealer_22_pushes": True, "hit_soft_17": True, "blackjack_pays": Fraction(1), "max_split_hands": 4},
    {"twenty_one_wins": True, "blackjack_wins": True, "double_any_number": True, "max_split_hands": 4},
    {"rescue": True, "double_any_number": True, "surrender": "late", "splitting": False},
    {"splitting": False, "doubling": None},
]


@pytest.mark.parametrize("rules", SETS)
def test_distributions_add_up_and_have_the_mean_of_the_analysis(rules: dict[str, Any]) -> None:
    analysis = Analysis(terms(**rules), TWO)
    for played in (analysis.basic, analysis.perfect):
        spread = played.spread
        assert sum(spread.probabilities.values()) == pytest.approx(1, abs=1e-13)
        assert min(spread.probabilities.values()) >= 0
        assert spread.mean == pytest.approx(played.value, abs=max(spread.error, 1e-12))
        assert spread.error < 1e-6
        assert played.error < 1e-6
        assert 1 <= spread.action < 1.2
    assert analysis.perfect.value >= analysis.as_unsplit.value - 1e-12
    assert analysis.perfect.value >= analysis.basic.value


def test_the_basic_chart_is_the_well_known_one() -> None:
    """Four to eight decks, the dealer standing on all 17s, doubling after a split: the chart found on every strategy
    card.
    """
    chart = Analysis(terms(max_split_hands=4), EIGHT).basic_chart
    rows = dict(chart.rows())
    assert rows["hard 16"] == ["S"] * 5 + ["H"] * 5
    assert rows["hard 12"] == ["H", "H", "S", "S", "S", "H", "H", "H", "H", "H"]
    assert rows["hard 11"] == ["Dh"] * 9 + ["H"]
    assert rows["hard 10"] == ["Dh"] * 8 + ["H"] * 2
    assert rows["hard 9"] == ["H", "Dh", "Dh", "Dh", "Dh", "H", "H", "H", "H", "H"]
    assert rows["soft 18"] == ["S", "Ds", "Ds", "Ds", "Ds", "S", "S", "H", "H", "H"]
    assert rows["soft 17"] == ["H", "Dh", "Dh", "Dh", "Dh", "H", "H", "H", "H", "H"]
    assert rows["soft 13"] == ["H", "H", "H", "Dh", "Dh", "H", "H", "H", "H", "H"]
    assert rows["pair 9"] == ["P", "P", "P", "P", "P", "S", "P", "P", "S", "S"]
    assert rows["pair 4"] == ["H", "H", "H", "P", "P", "H", "H", "H", "H", "H"]
    assert rows["pair 2"] == ["P"] * 6 + ["H"] * 4
    assert rows["pair 8"] == rows["pair A"] == ["P"] * 10
    assert rows["pair 10"] == ["S"] * 10


def test_no_change_of_one_cell_improves_the_basic_chart() -> None:
    analysis = Analysis(terms(surrender="late"), TWO)
    chart = basic_chart(analysis)
    value = analysis.evaluate(chart).value
    tried = [("hard", 16, 10), ("hard", 12, 4), ("hard", 11, 1), ("soft", 18, 2), ("pair", 9, 7), ("hard", 15, 9)]
    for cell in tried:
        for letters in ("S", "H", "Dh", "Ds", "Rh", *(["P"] if cell[0] == "pair" else [])):
            other = Chart({**chart.cells, cell: letters})
            assert analysis.evaluate(other).value <= value + 1e-15, (cell, letters)


def test_departures_are_worth_the_difference_except_for_splits() -> None:
    analysis = Analysis(terms(splitting=False), TWO)
    changes = departures(analysis.basic)
    assert changes[0].worth > 0
    assert sum(one.worth for one in changes) == pytest.approx(analysis.perfect.value - analysis.basic.value, abs=1e-14)
    assert str(changes[0]).count("against") == 1


def test_a_chart_priced_as_a_file_is_the_chart_priced() -> None:
    analysis = Analysis(terms(), TWO)
    again = Chart.from_toml(analysis.basic_chart.to_toml())
    assert analysis.evaluate(again).value == analysis.basic.value
    assert analysis.evaluate(Chart.from_csv(again.to_csv())).value == analysis.basic.value


def test_an_exception_changes_the_price_by_its_worth() -> None:
    analysis = Analysis(terms(splitting=False), TWO)
    chart = analysis.basic_chart
    one = next(found for found in departures(analysis.basic) if len(found.cards) == 3)
    other = Chart(chart.cells, {(one.cards, False, one.up): one.better[0]})
    # Perfect play continues differently after a hit, so the value is attained only if standing is the better choice.
    assert one.better == "stand"
    gain = analysis.evaluate(other).value - analysis.basic.value
    stand = analysis.values(one.cards, one.up).stand
    assert gain == pytest.approx(one.worth, rel=0.05)
    assert stand is not None


def test_paying_suits_are_taken_into_account() -> None:
    """Six and seven of one suit are worth more if 6-7-8 suited pays; a quarter of such hands are suited."""
    plain = Analysis(terms(), EIGHT)
    paid = Analysis(terms(bonuses=(Bonus(Fraction(9), ranks=(6, 7, 8), suited=True),)), EIGHT)
    h = paid.hands.index(6, 7)
    assert paid.rules.suited[1, h] == pytest.approx(1 / 4)
    assert paid.rules.matched[1, h] == pytest.approx(1 / 4)
    assert paid.perfect.play.act_suited[1, h, 1] == 1
    assert paid.perfect.play.act[h, 1] == 0
    assert paid.perfect.value > plain.perfect.value
    assert paid.perfect.spread.probabilities[Fraction(9)] > 0


def test_a_shoe_without_a_value_can_be_priced() -> None:
    """A Spanish shoe has fewer tens, and a depleted one may have no fives at all."""
    analysis = Analysis(terms(), [24] * 9 + [72])
    assert analysis.basic.value < -0.01
    shoe = [24, 24, 24, 24, 0, 24, 24, 24, 24, 96]
    assert Analysis(terms(), shoe).perfect.value > Analysis(terms(), [24] * 9 + [96]).perfect.value


def test_insurance_is_fair_where_a_third_of_the_rest_are_tens() -> None:
    assert Analysis(terms(), [4] * 9 + [18]).insurance(cards=(2,)) == pytest.approx(3 * 18 / 52 - 1)
    assert Analysis(terms(), [7] * 9 + [31]).insurance() == pytest.approx(0, abs=1e-15)


def test_multiples_of_the_shoe_come_near_the_endless_shoe() -> None:
    values = [Analysis(terms(), [4 * d] * 9 + [16 * d]).perfect.value for d in (1, 2, 4, 8)]
    assert list(np.diff(values) < 0) == [True] * 3


def test_rescue_helps_and_its_splits_are_only_averaged() -> None:
    with_rescue = Analysis(terms(rescue=True), EIGHT)
    assert with_rescue.perfect.value > Analysis(terms(), EIGHT).perfect.value
    assert with_rescue.perfect.spread.mean == pytest.approx(with_rescue.perfect.value, abs=1e-8)


def test_bad_shoes_and_rules_are_refused() -> None:
    with pytest.raises(ValueError, match="a shoe is 10 counts"):
        Analysis(terms(), [4] * 9)
    with pytest.raises(ValueError, match="2, 3 or 4"):
        terms(max_split_hands=5)


def test_orders_of_any_shoe_are_counted_without_overflow() -> None:
    """2.2(a) sets no maximum number of decks, so counts larger than a machine word must work."""
    cards = [4 * 100_000] * 13
    total = sum(cards)
    assert int(orders(cards, 3).sum()) == total * (total - 1) * (total - 2)
    assert int(orders(cards, 5)[0, 0, 0, 0, 0]) == prod(cards[0] - drawn for drawn in range(5))
