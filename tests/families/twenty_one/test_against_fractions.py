"""The analysis, compared with a simple enumeration in fractions on small shoes."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

import pytest

from pitboss.pricing.twenty_one.analysis import Analysis, Evaluation
from pitboss.pricing.twenty_one.terms import Bonus, Terms

from .plain import Table, best

EVEN = Fraction(3, 2)
LETTERS = "SHDPR"
EIGHTS = (2, 0, 0, 3, 0, 0, 0, 5, 0, 6)
"""Only aces, fours, eights and tens, so pairs are frequent, and no round can exhaust the shoe."""
SIXES = (0, 0, 3, 0, 0, 5, 4, 0, 0, 6)


def decide(evaluation: Evaluation) -> Any:
    """Adapt the analysis's decisions to the plain enumeration."""
    analysis, play = evaluation.analysis, evaluation.play

    def chosen(cards: tuple[int, ...], up: int, split: int, second: bool) -> str:
        h = analysis.hands.index(*cards)
        if split:
            return LETTERS[play.split[split - 1, up - 1, int(second), h]]
        return LETTERS[play.act[h, up - 1]]

    return chosen


def decide_doubled(evaluation: Evaluation) -> Any:
    """Adapt its decisions for doubled hands."""
    analysis, play = evaluation.analysis, evaluation.play

    def chosen(cards: tuple[int, ...], up: int, split: int, second: bool, times: int) -> str:
        h = analysis.hands.index(*cards)
        if split:
            return LETTERS[play.split_doubled[split - 1, up - 1, int(second), times - 1, h]]
        return LETTERS[play.doubled[times - 1, h, up - 1]]

    return chosen


FOURS = (3, 0, 0, 6, 0, 0, 0, 4, 0, 4)
ANY = {"double_any_number": True, "max_split_hands": 3}
FREE = {"resplit_aces": True, "hit_split_aces": True, "double_split_aces": True}
RULES: list[tuple[tuple[int, ...], dict[str, Any]]] = [
    (EIGHTS, {}),
    (EIGHTS, {"max_split_hands": 3, "hit_soft_17": True}),
    (EIGHTS, {"checks": False}),
    (EIGHTS, {"checks": False, "max_split_hands": 3, "resplit_aces": True, "surrender": "late"}),
    (EIGHTS, {"surrender": "early", "hit_split_aces": True, "two_card_21_wins": True}),
    (EIGHTS, {"double_after_split": False, "doubling": (9, 10, 11), "blackjack_pays": Fraction(6, 5)}),
    (EIGHTS, {**ANY, **FREE, "rescue": True, "twenty_one_wins": True, "blackjack_wins": True, "surrender": "late"}),
    (FOURS, {**ANY, "rescue": True, "checks": False}),
    (FOURS, {**ANY, "rescue": True, "redouble": 2, "max_split_hands": 2}),
    (FOURS, {**ANY, "rescue": True, "surrender": "any_time", "surrender_split": True}),
    (EIGHTS, {"surrender": "any_time", "surrender_split": True}),
    (EIGHTS, {"surrender": "drawn", "surrender_split": True, "double_split_aces": True}),
    (FOURS, {"charlie": 4, "dealer_22_pushes": True, "hit_soft_17": True, "double_split_aces": True}),
    (SIXES, {"max_split_hands": 4, "bonuses": (Bonus(Fraction(3, 2), ranks=(7, 7, 7)), Bonus(Fraction(2), cards=5))}),
]


@pytest.mark.parametrize(("shoe", "rules"), RULES)
def test_the_mean_of_a_round_is_that_of_all_its_branches(shoe: tuple[int, ...], rules: dict[str, Any]) -> None:
    analysis = Analysis(Terms(**{"blackjack_pays": EVEN, **rules}), shoe)
    for evaluation in (analysis.perfect, analysis.as_unsplit):
        nets = Table(analysis.terms, decide(evaluation), decide_doubled(evaluation)).round(shoe)
        assert sum(nets.values()) == 1
        mean = sum(net * chance for net, chance in nets.items())
        assert abs(evaluation.value - float(mean)) <= (1e-13 if analysis.terms.checks else evaluation.error)


SHOES = [(4, 0, 0, 8, 0, 0, 0, 8, 0, 16), (8, 0, 0, 0, 8, 0, 0, 16, 0, 16), (16, 0, 0, 0, 0, 0, 16, 16, 0, 64)]
MORE: list[dict[str, Any]] = [
    {},
    {"checks": False, "max_split_hands": 3, "surrender": "late"},
    {"max_split_hands": 3, "resplit_aces": True, "two_card_21_wins": True},
    {"surrender": "early", "bonuses": (Bonus(Fraction(3, 2), ranks=(7, 7, 7)), Bonus(Fraction(2), cards=5))},
]


LONG = pytest.param({"max_split_hands": 4, "resplit_aces": True, "hit_split_aces": True}, marks=pytest.mark.slow)


@pytest.mark.parametrize("shoe", SHOES)
@pytest.mark.parametrize("rules", [*MORE, LONG])
def test_the_distribution_of_a_round_is_within_its_error(shoe: tuple[int, ...], rules: dict[str, Any]) -> None:
    """All branches of splits and resplits; four values repeat far more often than ten would, so errors show up."""
    analysis = Analysis(Terms(**{"blackjack_pays": EVEN, **rules}), shoe)
    evaluation = analysis.perfect
    nets = Table(analysis.terms, decide(evaluation)).round(shoe)
    found = evaluation.spread
    apart = sum(
        abs(float(nets.get(net, 0)) - found.probabilities.get(net, 0.0)) for net in {*nets, *found.probabilities}
    )
    assert apart <= found.error
    assert found.error < 1e-4
    mean = sum(net * chance for net, chance in nets.items())
    deviation = float(sum(net**2 * chance for net, chance in nets.items()) - mean**2) ** 0.5
    assert found.std_dev == pytest.approx(deviation, abs=10 * found.error)
    assert abs(evaluation.value - float(mean)) <= evaluation.error


@pytest.mark.parametrize("shoe", [EIGHTS, SIXES, (1, 1, 1, 1, 1, 1, 1, 1, 1, 4)])
def test_the_best_play_of_an_unsplit_hand(shoe: tuple[int, ...]) -> None:
    analysis = Analysis(Terms(blackjack_pays=EVEN, splitting=False), shoe)
    held = [rank for rank in range(1, 11) if shoe[rank - 1]]
    tried = 0
    for cards in combinations_with_replacement(held, 2):
        for up in held[:: 3 if len(held) > 5 else 1]:
            left = [count - cards.count(rank) - (rank == up) for rank, count in enumerate(shoe, start=1)]
            if min(left) < 0 or cards == (1, 10):
                continue
            value = analysis.perfect.hand_values[analysis.hands.index(*cards), up - 1]
            assert value == pytest.approx(float(best(analysis.terms, shoe, cards, up)), abs=1e-13), (cards, up)
            tried += 1
    assert tried > 20
