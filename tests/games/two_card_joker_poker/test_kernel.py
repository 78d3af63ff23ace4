"""Jokers, hand rankings and the forfeit in two card joker poker's loop, which `tests/simulation` does not cover."""

from __future__ import annotations

import pytest

from pitboss.chapter.layout import Layout
from pitboss.simulation.kernel import kernel_of
from tests.shared.poker_table import assert_alike, first_unit, real_nets

from .table import DAY, GAME

OPTIONS = [
    {},
    {"rank_order": "flush_pair_straight", "dealing_method": "automated_shoe"},
    {"pair_up_on_fold": "forfeited"},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_loop_and_the_round_agree(options: dict[str, str]) -> None:
    assert_alike(kernel_of(Layout.of(GAME, DAY, options)), 11, range(60))


def test_the_round_can_also_deal_two_jokers() -> None:
    kernel = kernel_of(Layout.of(GAME, DAY))
    unit = first_unit(kernel, 3, "pair_up", 50 * 20_00, 1 << 14)
    assert real_nets(kernel, 3, unit)["pair_up"] == 50 * 20_00
    assert_alike(kernel, 3, [unit])


def test_the_round_plays_simple_strategies_like_the_loop() -> None:
    assert_alike(kernel_of(Layout.of(GAME, DAY), strategy="call everything"), 7, range(20))
