"""The mechanism of exposures: signals before and after betting, loaded dice, orientations, late chips."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

from pitboss.families.shoe.tree import More, Tree
from pitboss.pricing.exposures import Signal, after_betting, before_betting, loaded, sampled, sorted_edges


def test_a_player_who_knows_before_betting_sits_out_when_every_wager_loses() -> None:
    found = before_betting([Signal("good", 1, {"a": Fraction(1, 2), "b": 1}), Signal("bad", 3, {"a": -1, "b": -1})])
    assert (found.edge, found.rounds, found.use) == (1, 0.25, "b: good; no wager: bad")


def test_a_player_who_knows_after_betting_takes_the_best_choice_in_every_round() -> None:
    found = after_betting([Signal("good", 1, {"a": 1}), Signal("bad", 3, {"a": -1, "b": Fraction(-1, 2)})])
    assert (found.edge, found.rounds) == (-0.125, 1)


def test_without_an_advantage_the_best_wager_is_made_in_every_round() -> None:
    found = before_betting([Signal("x", 1, {"a": -1.0}), Signal("y", 1, {"a": -0.5})])
    assert (found.edge, found.rounds, found.use) == (-0.75, 1, "a")


def test_an_orientation_tells_the_run_of_cards_that_is_worth_most() -> None:
    cards = [Signal(name, 1, {"bet": value}) for name, value in zip("abcd", (-3, 2, 4, -1), strict=True)]
    found = sorted_edges(cards)
    assert (found.edge, found.rounds, found.use) == (3, 0.5, "bet: b, c; no wager: a, d")


@pytest.mark.parametrize("bias", [Fraction(1, 10), Fraction(1, 3)])
def test_a_loaded_die_shows_one_face_more_often_by_the_bias_and_the_others_alike(bias: Fraction) -> None:
    weights = loaded(6, 2, bias)
    assert Fraction(weights[2], sum(weights)) == (1 + bias) / 6
    assert len({weight for face, weight in enumerate(weights) if face != 2}) == 1


def test_a_sample_gives_a_95_percent_interval() -> None:
    found = sampled([0.0, 1.0] * 5000)
    assert found.edge == 0.5
    assert found.method == "simulated"
    assert found.error == pytest.approx(1.96 * 0.5 / 100, rel=1e-3)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_orders_with_a_known_card_are_those_that_dealing_every_order_finds(place: int) -> None:
    def after(state: tuple[int, ...] | None, kind: int) -> More | tuple[int, ...]:
        cards = (*(state or ()), kind)
        over = len(cards) == 3 or (len(cards) == 2 and cards[0] == cards[1])
        return cards if over else More(cards)

    tree, shoe = Tree(3, after), [0, 0, 1, 1, 1, 2]
    for kind in range(3):
        expected: dict[object, int] = {}
        for order in permutations(shoe, 3):
            if order[place] == kind:
                end = order[:2] if order[0] == order[1] else order
                expected[end] = expected.get(end, 0) + 1
        assert tree.count_knowing([2, 3, 1], place, kind) == expected
