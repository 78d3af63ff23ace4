"""The compiled loop of Boston 5 stud, where `tests/simulation` does not look: dealing methods and simple strategies."""

from __future__ import annotations

from pitboss.chapter.layout import Layout
from pitboss.simulation.kernel import kernel_of
from tests.shared.poker_table import assert_alike

from .table import DAY, GAME


def test_24_7_manual_shoe_deals_other_cards_of_the_same_deck_and_comes_to_the_same_as_the_round() -> None:
    manual = kernel_of(Layout.of(GAME, DAY, {"dealing_method": "manual_shoe", "ante_bonus_table": "ABX-2"}))
    assert_alike(manual, 11, range(30))
    stacks = kernel_of(Layout.of(GAME, DAY))
    assert (manual.run(3, 0, 5_000) != stacks.run(3, 0, 5_000)).any()


def test_a_simple_strategy_is_played_by_the_real_round_too() -> None:
    assert_alike(kernel_of(Layout.of(GAME, DAY), strategy="pair or better"), 7, range(20))
