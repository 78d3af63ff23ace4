"""Dealing, folds and textual rules in four card poker's loop, which `tests/simulation` does not cover."""

import pytest

from pitboss.chapter.layout import Layout
from pitboss.simulation.kernel import kernel_of
from tests.shared.poker_table import assert_alike

GAME = "four-card-poker"


@pytest.mark.parametrize("method", ["automated_shoe", "manual_shoe", "hand"])
def test_27_7_to_27_9_the_card_that_is_shown_is_the_one_that_decides(method: str) -> None:
    assert_alike(kernel_of(Layout.of(GAME, options={"dealing_method": method})), 5, range(60))


def test_27_10_a_fold_forfeits_aces_up_by_option() -> None:
    taken, kept, alone = (
        kernel_of(Layout.of(GAME, options={"aces_up_forfeited_on_fold": forfeited}), wagers, strategy)
        for forfeited, wagers, strategy in ((True, None, "never"), (False, None, "never"), (True, ["aces_up"], None))
    )
    histograms = [kernel.histograms(kernel.run(7, 0, 10_000))["aces_up"] for kernel in (taken, kept, alone)]
    assert {result.net for result, count in histograms[0].items() if count} == {-20_00}
    assert histograms[1] == histograms[2]


def test_loop_and_round_play_a_rule_of_several_steps_alike() -> None:
    assert_alike(kernel_of(Layout.of(GAME), strategy="tens and threes"), 11, range(60))
    assert_alike(kernel_of(Layout.of(GAME), strategy="always"), 11, range(20))
