"""Dealing methods, simple rules and checks in double cross poker's loop, which `tests/simulation` does not cover."""

from __future__ import annotations

import pytest

from pitboss.chapter.layout import Layout
from pitboss.simulation.kernel import kernel_of
from tests.shared.poker_table import assert_alike

from .table import DAY, GAME


def test_25_9_stacks_deal_other_cards_and_the_loop_agrees_with_the_round() -> None:
    stacks = kernel_of(Layout.of(GAME, DAY, {"dealing_method": "automated_shoe", "three_card_table": "DX-2"}))
    assert_alike(stacks, 11, range(30))
    singly = kernel_of(Layout.of(GAME, DAY, {"three_card_table": "DX-2"}))
    assert (stacks.run(3, 0, 5_000) != singly.run(3, 0, 5_000)).any()


def test_the_round_plays_a_simple_strategy_like_the_loop() -> None:
    for name in ("rule of thumb", "pair or better"):
        assert_alike(kernel_of(Layout.of(GAME, DAY), strategy=name), 7, range(20))


@pytest.mark.slow
def test_25_10_raise_or_check_agrees_with_the_round() -> None:
    assert_alike(kernel_of(Layout.of(GAME, DAY, {"raise_mode": "raise_or_check"})), 5, range(40))
