"""The forfeited wager and simple strategies in mini-Tex's loop, which `tests/simulation` does not cover."""

from __future__ import annotations

from pitboss.chapter.layout import Layout
from pitboss.simulation.kernel import kernel_of
from tests.shared.poker_table import assert_alike

from .table import DAY, GAME


def test_37_10_pocket_poker_is_forfeited_by_a_fold() -> None:
    options = {"offer_pocket_poker": True, "pocket_poker_on_fold": "forfeited"}
    assert_alike(kernel_of(Layout.of(GAME, DAY, options)), 11, range(40))


def test_the_round_plays_simple_strategies_like_the_loop() -> None:
    assert_alike(kernel_of(Layout.of(GAME, DAY), strategy="rule of thumb"), 7, range(10))
    never = kernel_of(Layout.of(GAME, DAY), strategy="never")
    assert {
        result.net for result, n in never.histograms(never.run(1, 0, 500))["ante+flop+river+play"].items() if n
    } == {-20_00}
