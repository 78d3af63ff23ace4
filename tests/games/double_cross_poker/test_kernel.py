"""The compiled loop of double cross poker, where `tests/simulation` does not look: dealing methods, rules, checks."""

from __future__ import annotations

import pytest

from pitboss.chapter.layout import Layout
from pitboss.simulation.kernel import kernel_of
from tests.shared.poker_table import assert_alike

from .table import DAY, GAME


def test_25_9_stacks_are_other_cards_of_the_same_deck_and_come_to_the_same_as_the_round() -> None:
    stacks = kernel_of(Layout.of(GAME, DAY, {"dealing_method": "automated_shoe", "three_card_table": "DX-2"}))
    assert_alike(stacks, 11, range(30))
    singly = kernel_of(Layout.of(GAME, DAY, {"three_card_table": "DX-2"}))
    assert (stacks.run(3, 0, 5_000) != singly.run(3, 0, 5_000)).any()


def test_a_simple_strategy_is_played_by_the_real_round_too() -> None:
    for name in ("rule of thumb", "pair or better"):
        assert_alike(kernel_of(Layout.of(GAME, DAY), strategy=name), 7, range(20))


@pytest.mark.slow
def test_25_10_raise_or_check_comes_to_the_same_as_the_round() -> None:
    assert_alike(kernel_of(Layout.of(GAME, DAY, {"raise_mode": "raise_or_check"})), 5, range(40))
