"""Dealing methods and simple strategies in Boston 5 stud's loop, which `tests/simulation` does not cover."""

from __future__ import annotations

from pitboss.chapter.layout import Layout
from pitboss.simulation.kernel import kernel_of
from tests.shared.poker_table import assert_alike

from .table import DAY, GAME


def test_24_7_manual_shoe_deals_other_cards_and_the_loop_agrees_with_the_round() -> None:
    manual = kernel_of(Layout.of(GAME, DAY, {"dealing_method": "manual_shoe", "ante_bonus_table": "ABX-2"}))
    assert_alike(manual, 11, range(30))
    stacks = kernel_of(Layout.of(GAME, DAY))
    assert (manual.run(3, 0, 5_000) != stacks.run(3, 0, 5_000)).any()


def test_the_round_plays_a_simple_strategy_like_the_loop() -> None:
    assert_alike(kernel_of(Layout.of(GAME, DAY), strategy="pair or better"), 7, range(20))
