"""The payout limit, side wagers and dealing methods in let it ride's loop, which `tests/simulation` does not cover."""

from __future__ import annotations

from datetime import date

from pitboss.chapter.layout import Layout
from pitboss.simulation.kernel import kernel_of
from tests.shared.poker_table import assert_alike, first_unit, real_nets

GAME = "let-it-ride"
DOLLAR = 100
MAIN = ["wager1+wager2+wager3", "wager1", "wager2", "wager3"]


def test_the_three_wagers_are_made_whatever_is_requested() -> None:
    layout = Layout.of(GAME)
    assert [slot.id for slot in kernel_of(layout).slots] == [*MAIN, "bonus", "three_card_bonus"]
    assert [slot.id for slot in kernel_of(layout, ["wager2"]).slots] == MAIN
    assert [slot.id for slot in kernel_of(layout, ["three_card_bonus"]).slots] == [*MAIN, "three_card_bonus"]
    assert [slot.id for slot in kernel_of(Layout.of(GAME, date(1996, 1, 1))).slots] == MAIN
    assert kernel_of(layout).at_risk == (3 * 20 + 1 + 20) * DOLLAR


def test_18_11_c_the_payout_limit_cuts_a_royal_flush_but_not_the_bonus() -> None:
    kernel = kernel_of(Layout.of(GAME))
    unit = first_unit(kernel, 2, MAIN[0], 50_000 * DOLLAR, 1 << 23)
    found = real_nets(kernel, 2, unit)
    assert {kind: found[kind] for kind in MAIN[1:]} == {
        "wager1": 20_000 * DOLLAR,
        "wager2": 20_000 * DOLLAR,
        "wager3": 10_000 * DOLLAR,
    }
    assert found["bonus"] == 24_999 * DOLLAR
    assert_alike(kernel, 2, [unit])


def test_18_11_c_without_a_limit_all_is_paid() -> None:
    kernel = kernel_of(Layout.of(GAME, options={"payout_limit": "none"}))
    unit = first_unit(kernel, 2, MAIN[0], 60_000 * DOLLAR, 1 << 23)
    assert_alike(kernel, 2, [unit])


def test_18_9_a_card_of_the_automated_shoe_is_discarded_unseen() -> None:
    """The same deck gives different hands when dealt in stacks with a spare card than when dealt one card at a time."""
    stacks, singly, by_hand = (
        kernel_of(Layout.of(GAME, options={"dealing_method": method})).run(3, 0, 10_000)
        for method in ("automated_shoe", "manual_shoe", "hand")
    )
    assert (stacks != singly).any()
    assert (singly == by_hand).all()


def test_simple_strategies_by_their_names() -> None:
    layout = Layout.of(GAME, options={"payout_limit": "none"})
    always, all_ride, thumb, made = (
        kernel_of(layout, strategy=name).run(3, 0, 50_000)
        for name in ("always", "let all ride", "rule of thumb", "made hands")
    )
    assert (always == all_ride).all()
    assert (thumb != made).any()
