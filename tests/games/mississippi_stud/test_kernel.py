"""The payout limit and simple rules in Mississippi stud's loop, which `tests/simulation` does not cover."""

from __future__ import annotations

from pitboss.chapter.layout import Layout
from pitboss.simulation.kernel import kernel_of
from tests.shared.poker_table import assert_alike, first_unit, real_nets

from .table import DAY, GAME

DOLLAR = 100
MAIN = "ante+street3+street4+street5"


def test_35_11_limit_also_cuts_a_royal_flush_in_the_loop() -> None:
    kernel = kernel_of(Layout.of(GAME, DAY, {"min_wager": 1}))
    unit = first_unit(kernel, 5, MAIN, 50_000 * DOLLAR, 1 << 23)
    assert sum(real_nets(kernel, 5, unit).values()) == 50_000 * DOLLAR
    assert_alike(kernel, 5, [unit])


def test_35_9_stacks_are_other_cards_of_the_same_deck() -> None:
    stacks, singly, by_hand = (
        kernel_of(Layout.of(GAME, DAY, {"dealing_method": method})).run(3, 0, 10_000)
        for method in ("automated_shoe", "manual_shoe", "hand")
    )
    assert (stacks != singly).any()
    assert (singly == by_hand).all()


def test_the_round_plays_a_strategy_that_depends_on_earlier_wagers_like_the_loop() -> None:
    for name in ("rule of thumb", "points"):
        assert_alike(kernel_of(Layout.of(GAME, DAY), strategy=name), 7, range(12))
