"""The analysis compared with published figures, to the last published digit.

Single-deck hand values to 16 digits: wizardofodds.com's hand calculator, as quoted in hhoppe/blackjack's tests. The
split of twos to 16 digits: E. Farmer in blackjacktheforum.com, thread 42312, with play after a split as unsplit. The
cost of 6 to 5 by number of decks: wizardofodds.com's house edge calculator, as quoted there too. Whole games to 9
digits of a percent, standard deviation and distribution with one split: figures that the public analyser
possibly-wrong/blackjack 7.6 printed on our machine for these rules (it plays split hands as unsplit ones). The dealer's
probabilities: the same analyser, and every textbook.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pitboss.pricing.twenty_one.analysis import Analysis
from pitboss.pricing.twenty_one.terms import Terms


def shoe(decks: int) -> list[int]:
    return [4 * decks] * 9 + [16 * decks]


def analysis(decks: int, **rules: Any) -> Analysis:
    return Analysis(Terms(**{"blackjack_pays": Fraction(3, 2), **rules}), shoe(decks))


def test_hands_of_one_deck() -> None:
    hits = analysis(1, hit_soft_17=True, max_split_hands=4)
    assert hits.values((9, 9), 1).stand == pytest.approx(-0.18613048871481852, abs=1e-14)
    assert hits.values((2, 3, 5), 7).hit == pytest.approx(0.29369908629477176, abs=1e-14)
    fifteen = hits.values((5, 10), 10)
    assert [round(value, 6) for value in fifteen if value is not None] == [-0.538433, -0.501091, -1.002183]
    sixteen = analysis(1).values((7, 9), 1)
    assert [round(value, 6) for value in sixteen if value is not None] == [-0.643247, -0.495493, -0.990987]


def test_a_split_of_twos() -> None:
    split = analysis(1, double_after_split=False).as_unsplit.split_values[1, 5]
    assert split == pytest.approx(0.1189818683947885, abs=1e-14)


@pytest.mark.parametrize(
    ("decks", "percent"), [(1, 1.394773), (2, 1.373499), (4, 1.363115), (5, 1.361057), (6, 1.359690), (8, 1.357984)]
)
def test_cost_of_6_to_5(decks: int, percent: float) -> None:
    cost = analysis(decks).as_unsplit.value - analysis(decks, blackjack_pays=Fraction(6, 5)).as_unsplit.value
    assert 100 * cost == pytest.approx(percent, abs=6e-7)


GAMES: list[tuple[int, dict[str, Any], float]] = [
    (1, {"max_split_hands": 4}, 0.181934306),
    (2, {"max_split_hands": 4}, -0.178859906),
    (6, {"max_split_hands": 4}, -0.402870236),
    (8, {"max_split_hands": 4}, -0.430580629),
    (1, {}, 0.153119996),
    (8, {}, -0.485780359),
    (1, {"double_after_split": False}, 0.024273905),
    (6, {"hit_soft_17": True, "max_split_hands": 4, "resplit_aces": True, "surrender": "late"}, -0.459001388),
    (6, {"max_split_hands": 4, "resplit_aces": True, "surrender": "late"}, -0.261401351),
]


@pytest.mark.parametrize(("decks", "rules", "percent"), GAMES)
def test_whole_games_with_split_hands_played_as_unsplit(decks: int, rules: dict[str, Any], percent: float) -> None:
    assert 100 * analysis(decks, **rules).as_unsplit.value == pytest.approx(percent, abs=6e-10)


@pytest.mark.parametrize(
    ("decks", "rules", "percent", "bound"),
    [
        (8, {}, 114.693318919, 1e-9),
        (1, {}, 115.628078362, 1e-6),
        (1, {"double_after_split": False}, 114.309035437, 1e-6),
    ],
)
def test_standard_deviation_with_one_split(decks: int, rules: dict[str, Any], percent: float, bound: float) -> None:
    assert analysis(decks, **rules).as_unsplit.spread.std_dev == pytest.approx(percent / 100, abs=bound)


def test_distribution_of_eight_decks_with_one_split() -> None:
    published = {
        "-4": 0.000200897,
        "-3": 0.001731259,
        "-2": 0.042780126,
        "-1": 0.434263747,
        "0": 0.087496144,
        "1": 0.326450410,
        "3/2": 0.045266132,
        "2": 0.059218981,
        "3": 0.002193228,
        "4": 0.000399076,
    }
    found = analysis(8).as_unsplit.spread.probabilities
    assert {str(net): round(chance, 9) for net, chance in found.items()} == pytest.approx(published, abs=1.5e-9)


def test_the_dealer_with_one_deck() -> None:
    """The probabilities of a bust, then of 17 to 21 without blackjack, by up card."""
    published = {
        2: (0.35297, 0.13898, 0.13176, 0.13182, 0.12395, 0.12053),
        6: (0.42082, 0.16695, 0.10645, 0.10719, 0.10070, 0.09788),
        7: (0.25985, 0.37234, 0.13858, 0.07733, 0.07890, 0.07299),
        10: (0.21426, 0.11442, 0.11288, 0.11466, 0.32888, 0.03647),
        1: (0.11654, 0.12613, 0.13100, 0.12949, 0.13155, 0.05156),
    }
    one = analysis(1)
    for up, (over, *ends) in published.items():
        assert [round(float(end), 5) for end in one.ends[0, up - 1, :5]] == pytest.approx(ends, abs=1.5e-5)
        blackjack = one.natural[0, up - 1]
        assert 1 - one.ends[0, up - 1, :5].sum() - blackjack == pytest.approx(over, abs=1e-5)


def test_known_exceptions_of_one_deck() -> None:
    """Hit ten-two against a four, and ten-three against a two; stand on three-card sixteens with a four or five."""
    best = analysis(1)
    assert best.values((10, 2), 4).best == "hit"
    assert best.values((9, 3), 4).best == "stand"
    assert best.values((10, 3), 2).best == "hit"
    assert best.values((5, 4, 7), 10).best == "stand"
    assert best.values((10, 6), 10).best == "hit"
    assert best.values((7, 7), 10).best == "stand"
