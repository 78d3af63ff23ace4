"""Chains agree with known closed-form results."""

from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.pricing.chain import EndlessError, Step, decide
from pitboss.pricing.distribution import Distribution


@pytest.mark.parametrize("chance", [Fraction(1), Fraction(1, 2), Fraction(1, 6), Fraction(1, 10**9)])
def test_geometric_wait(chance: Fraction) -> None:
    decision = decide("waiting", lambda state: [(chance, None, 1), (1 - chance, state, 0)])
    assert decision.rounds == 1 / chance
    assert decision.distribution == Distribution.certain(1)


@pytest.mark.parametrize(("chance", "start", "goal"), [(Fraction(18, 38), 5, 10), (Fraction(244, 495), 1, 40)])
def test_gamblers_ruin(chance: Fraction, start: int, goal: int) -> None:
    """Every step wins or loses a unit, and going up and down again nets zero, so there are two results."""

    def steps(capital: int) -> Iterator[Step[int]]:
        yield chance, (capital + 1 if capital + 1 < goal else None), 1
        yield 1 - chance, (capital - 1 if capital > 1 else None), -1

    decision = decide(start, steps)
    ratio = (1 - chance) / chance
    reaches = (1 - ratio**start) / (1 - ratio**goal)
    assert decision.distribution == Distribution({Fraction(goal - start): reaches, Fraction(-start): 1 - reaches})
    assert decision.rounds == (start - goal * reaches) / (1 - 2 * chance)


def test_fair_gamblers_ruin_with_a_thousand_states() -> None:
    half = Fraction(1, 2)
    decision = decide(
        500, lambda c: [(half, c + 1 if c < 999 else None, int(c == 999)), (half, c - 1 if c > 1 else None, 0)]
    )
    assert decision.distribution.mean == half
    assert decision.rounds == 500 * 500


def test_en_prison_at_a_single_zero_wheel() -> None:
    """Imprisoned by a zero and again by the next; released without winnings: half of the zero's cost is lost, 1/74."""

    def steps(state: str) -> Iterator[Step[str]]:
        yield Fraction(18, 37), None, 1 if state == "down" else 0
        yield Fraction(18, 37), None, -1
        yield Fraction(1, 37), "prison", 0

    assert decide("down", steps).distribution.house_edge == Fraction(1, 74)


def test_results_on_the_way_add_up() -> None:
    """Two dice rolled one after the other add up to the totals of two dice rolled together."""

    def steps(die: int) -> Iterator[Step[int]]:
        for face in range(1, 7):
            yield Fraction(1, 6), (die + 1 if die < 2 else None), face

    decision = decide(1, steps)
    assert decision.distribution.probabilities[Fraction(7)] == Fraction(6, 36)
    assert decision.distribution.mean == 7
    assert decision.rounds == 2


def test_a_loop_that_pays_has_no_end_of_results() -> None:
    with pytest.raises(EndlessError, match="wins or loses each time"):
        decide("spin", lambda state: [(Fraction(1, 2), "spin", 1), (Fraction(1, 2), None, 0)])


def test_two_ways_round_that_differ_have_no_end_of_results() -> None:
    half = Fraction(1, 2)
    table: dict[str, list[Step[str]]] = {"a": [(half, "b", 1), (half, "b", 2)], "b": [(half, "a", -1), (half, None, 0)]}
    with pytest.raises(EndlessError, match="wins or loses each time"):
        decide("a", lambda state: table[state])


def test_a_chain_that_is_never_decided_is_an_error() -> None:
    def steps(state: str) -> Iterator[Step[str]]:
        if state == "trap":
            yield 1, "trap", 0
        else:
            yield Fraction(1, 2), None, 0
            yield Fraction(1, 2), "trap", 0

    with pytest.raises(EndlessError, match="the chain is never decided from 'trap'"):
        decide("start", steps)


def test_no_end_of_states() -> None:
    with pytest.raises(EndlessError, match="more than 100 states"):
        decide(0, lambda state: [(Fraction(1), state + 1, 0)], most_states=100)


@pytest.mark.parametrize("chances", [(Fraction(1, 2), Fraction(1, 3)), (Fraction(3, 2), Fraction(-1, 2))])
def test_probabilities_out_of_a_state_add_up_to_one(chances: tuple[Fraction, Fraction]) -> None:
    with pytest.raises(ValueError, match="out of 'here'"):
        decide("here", lambda state: [(chances[0], None, 1), (chances[1], None, -1)])


WEIGHTS = st.lists(st.lists(st.integers(0, 9), min_size=6, max_size=6), min_size=6, max_size=6)


@given(
    WEIGHTS, st.lists(st.integers(1, 9), min_size=6, max_size=6), st.lists(st.integers(-9, 9), min_size=6, max_size=6)
)
def test_any_chain_balances(weights: list[list[int]], leaving: list[int], heights: list[int]) -> None:
    """Each state is left as often as it is entered; the mean is the sum of each step's net times its visits."""

    def steps(state: int) -> Iterator[Step[int]]:
        total = sum(weights[state]) + leaving[state]
        yield Fraction(leaving[state], total), None, heights[state]
        for to in range(6):
            yield Fraction(weights[state][to], total), to, heights[to] - heights[state]

    decision = decide(0, steps)
    visits = decision.visits
    for state in visits:
        entered = sum(visits[at] * chance for at in visits for chance, to, _ in steps(at) if to == state)
        assert visits[state] == entered + (state == 0)
    won = sum(visits[at] * chance * net for at in visits for chance, _, net in steps(at))
    assert decision.distribution.mean == won
    assert decision.rounds == sum(visits.values())
