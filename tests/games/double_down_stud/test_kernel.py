"""The payout limit and strategies in double down stud's loop, which `tests/simulation` does not cover."""

from __future__ import annotations

from pitboss.chapter.layout import Layout, Limits
from pitboss.simulation.kernel import kernel_of
from tests.shared.poker_table import assert_alike, first_unit, real_nets

GAME = "double-down-stud"
DOLLAR = 100


def test_both_wagers_are_made_whichever_is_requested() -> None:
    for asked in (None, ["original"], ["double_down"]):
        assert [slot.id for slot in kernel_of(Layout.of(GAME), asked).slots] == ["original+double_down", "double_down"]


def test_17_10_c_a_hand_wins_no_more_than_100_000_dollars() -> None:
    kernel = kernel_of(Layout.of(GAME, limits=Limits(minimum=80 * DOLLAR)))
    assert kernel.at_risk == 160 * DOLLAR
    unit = first_unit(kernel, 5, "original+double_down", 100_000 * DOLLAR, 1 << 22)
    # Both wagers win 1000 to 1 on a royal flush; the second is capped at the rest of the limit.
    assert real_nets(kernel, 5, unit) == {"original": 80_000 * DOLLAR, "double_down": 20_000 * DOLLAR}
    assert_alike(kernel, 5, [unit, *range(20)])


def test_raised_odds_are_paid() -> None:
    layout = Layout.of(GAME, odds={"original.flush": "17 to 2", "double_down.flush": "9 to 1"})
    kernel = kernel_of(layout)
    unit = first_unit(kernel, 5, "original+double_down", (170 + 180) * DOLLAR, 1 << 16)
    assert real_nets(kernel, 5, unit) == {"original": 170 * DOLLAR, "double_down": 180 * DOLLAR}


def test_simple_strategies_by_their_names() -> None:
    layout = Layout.of(GAME)
    tallies = {
        name: kernel_of(layout, strategy=name).run(3, 0, 50_000)
        for name in ("never", "never double", "sixes or better", "pair of sixes", "rule of thumb")
    }
    assert (tallies["never"] == tallies["never double"]).all()
    assert (tallies["sixes or better"] == tallies["pair of sixes"]).all()
    assert (tallies["sixes or better"] != tallies["rule of thumb"]).any()
