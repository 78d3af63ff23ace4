"""The pot, the best two flop cards and the limit in flop poker's loop, which `tests/simulation` does not cover."""

from __future__ import annotations

from datetime import date

import pytest

from pitboss.chapter.layout import Layout, Limits
from pitboss.pricing import price
from pitboss.simulation.kernel import Kernel, kernel_of
from tests.shared.poker_table import assert_alike, first_unit, real_nets

GAME = "flop-poker"
DOLLAR = 100
SEED = 7


def nets(kernel: Kernel, wager: str, units: int) -> set[int]:
    """Return the distinct net results of a wager over this number of units."""
    histogram = kernel.histograms(kernel.run(SEED, 0, units))[wager]
    return {result.net for result, count in histogram.items() if count}


def test_an_ante_includes_pot_and_flop_wager() -> None:
    layout = Layout.of(GAME)
    hand = ["ante+flop", "flop", "pot"]
    for asked in ("ante", "pot", "flop"):
        assert [slot.id for slot in kernel_of(layout, [asked]).slots] == hand
    assert [slot.id for slot in kernel_of(layout, ["three_card_bonus"]).slots] == [*hand, "three_card_bonus"]
    assert [slot.id for slot in kernel_of(Layout.of(GAME, date(2008, 1, 1))).slots] == hand
    assert kernel_of(layout).at_risk == (20 + 5 + 20 + 20) * DOLLAR


def test_29_10_d_the_pot_is_returned_to_a_single_player_even_after_a_surrender() -> None:
    for strategy in (None, "never"):
        kernel = kernel_of(Layout.of(GAME, options={"pot_amount": 7}), strategy=strategy)
        assert nets(kernel, "pot", 5000) == {0}
        assert_alike(kernel, SEED, range(20))
    alone = price(Layout.of(GAME), players=1)["pot"]
    assert [(one.net, one.probability) for one in alone.outcomes] == [("0", 1.0)]
    assert alone.method == "exact"
    assert price(Layout.of(GAME))["pot"].method == "simulation"


def test_29_10_a_2_a_surrender_loses_the_ante_and_nothing_else() -> None:
    never, always = (kernel_of(Layout.of(GAME), strategy=strategy) for strategy in ("never", "always"))
    assert nets(never, "ante+flop", 5000) == {-20 * DOLLAR}
    assert nets(never, "flop", 5000) == set()
    histograms = [kernel.histograms(kernel.run(SEED, 0, 5000))["three_card_bonus"] for kernel in (never, always)]
    assert histograms[0] == histograms[1]


def test_29_10_c_all_own_cards_count_and_the_best_two_of_the_flop() -> None:
    """A royal flush needs three of its cards in the hand; if any five of the six cards counted, it would be more
    frequent.
    """
    kernel = kernel_of(Layout.of(GAME), ["ante"], "always")
    unit = first_unit(kernel, SEED, "flop", 20_000 * DOLLAR, 1 << 22)
    assert_alike(kernel, SEED, [unit])
    royals = {result.net: count for result, count in kernel.histograms(kernel.run(SEED, 0, 1 << 23))["flop"].items()}
    # 4 suits, 10 ways to hold three of the five, and a flop with the other two and any of 47, of 407,170,400 deals.
    expected = (1 << 23) * 4 * 10 * 47 / 407_170_400
    assert abs(royals[20_000 * DOLLAR] - expected) < 4 * expected**0.5


def test_29_11_d_the_payout_limit_cuts_ante_and_flop_together() -> None:
    kernel = kernel_of(Layout.of(GAME, limits=Limits(minimum=5 * DOLLAR, increment=100 * DOLLAR)), ["ante"])
    unit = first_unit(kernel, SEED, "ante+flop", 50_000 * DOLLAR, 1 << 22)
    found = real_nets(kernel, SEED, unit)
    assert (found["ante"] + found["flop"], found["pot"]) == (50_000 * DOLLAR, 0)
    assert_alike(kernel, SEED, [unit])


@pytest.mark.parametrize("method", ["automated_shoe", "manual_shoe", "hand"])
def test_29_7_to_29_9_cards_go_to_the_right_hands(method: str) -> None:
    assert_alike(kernel_of(Layout.of(GAME, options={"dealing_method": method})), SEED, range(40))


def test_simple_strategies_by_their_names() -> None:
    layout = Layout.of(GAME)
    pair, said, jack_high = (
        kernel_of(layout, strategy=name).run(SEED, 0, 50_000)
        for name in ("pair or better", "make a flop wager with a pair or better", "jack high")
    )
    assert (pair == said).all()
    assert (pair != jack_high).any()
