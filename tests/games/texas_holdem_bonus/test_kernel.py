"""Parts of Texas hold 'em bonus poker's loop that `tests/simulation` does not cover."""

import pytest

from pitboss.chapter.layout import Layout
from pitboss.simulation.kernel import kernel_of
from tests.shared.poker_table import assert_alike, first_unit, real_nets

GAME = "texas-holdem-bonus"


@pytest.mark.parametrize("method", ["automated_shoe", "manual_shoe", "hand"])
def test_28_7_to_28_9_cards_leave_the_deck_as_they_are_dealt(method: str) -> None:
    assert_alike(kernel_of(Layout.of(GAME, options={"dealing_method": method})), 5, range(60))


def test_28_11_aces_against_aces_are_found_and_paid() -> None:
    kernel = kernel_of(Layout.of(GAME))
    unit = first_unit(kernel, 1, "bonus", 20_000_00, 1 << 21)
    assert real_nets(kernel, 1, unit)["bonus"] == 20_000_00


def test_28_10_a_fold_forfeits_the_bonus_by_option() -> None:
    taken, kept = (
        kernel_of(Layout.of(GAME, options={"bonus_on_fold": rule}), strategy="never")
        for rule in ("forfeited", "settles")
    )
    histograms = [kernel.histograms(kernel.run(7, 0, 10_000))["bonus"] for kernel in (taken, kept)]
    assert {result.net for result, count in histograms[0].items() if count} == {-20_00}
    assert max(result.net for result, count in histograms[1].items() if count) > 0
    for kernel in (taken, kept):
        assert_alike(kernel, 7, range(40))


def test_loop_and_round_play_a_rule_alike() -> None:
    assert_alike(kernel_of(Layout.of(GAME), strategy="rule of thumb"), 11, range(60))
    assert_alike(kernel_of(Layout.of(GAME), ["ante"], "always"), 11, range(20))
