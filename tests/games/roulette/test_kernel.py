"""The roulette kernel in rare cases: zero after zero, and the void spins of a converted wheel."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from pitboss.chapter.layout import Layout
from pitboss.games.roulette.kernel import kernel
from pitboss.library.simulations import dealt_again
from pitboss.simulation.kernel import PLAYER, ROUNDS, Kernel
from pitboss.simulation.philox import digits, plain_block
from pitboss.simulation.sources import SHARED
from pitboss.table import Settled, game_on

SEED = 5


def assert_the_same(made: Kernel, unit: int) -> None:
    rounds, dealer = dealt_again(made, game_on(made.layout), SEED, unit)
    steps = [step for steps in rounds for step in steps]
    mine = [step for step in steps if isinstance(step, Settled) and step.wager.position == PLAYER]
    counted: Counter[tuple[str, int]] = Counter()
    for id, histogram in made.histograms(made.run(SEED, unit, 1)).items():
        for result, count in histogram.items():
            counted[id, result.net] += count
    assert Counter((step.wager.kind, step.net) for step in mine) == +counted
    assert not any(wager.spot.startswith("en prison") for wager in dealer.state.wagers)


def units_of(made: Kernel, spins: int) -> list[int]:
    """Some units with at least this many spins."""
    return [unit for unit in range(150_000) if made.run(SEED, unit, 1)[ROUNDS] >= spins][:4]


@pytest.mark.parametrize("second", ["lose", "stay", "half"])
@pytest.mark.parametrize("wheel", [{"wheel": "double_zero"}, {"wheel": "single_zero"}])
def test_5_2_wagers_en_prison(second: str, wheel: dict[str, Any]) -> None:
    made = kernel(Layout.of("roulette", options={**wheel, "zero_rule": "en_prison", "second_zero": second}))
    units = units_of(made, 3 if second == "stay" else 2)
    assert units
    for unit in units:
        assert_the_same(made, unit)


def test_5_4_a_converted_wheel_voids_spins_in_and_out_of_prison() -> None:
    options = {"wheel": "single_zero", "converted_wheel": True, "zero_rule": "en_prison", "second_zero": "lose"}
    made = kernel(Layout.of("roulette", options=options))
    longest = units_of(made, 3)
    assert longest, "a spin that is void while wagers are held"
    for unit in (*longest, *range(60)):
        assert_the_same(made, unit)


def test_no_wager_is_held_without_even_chances() -> None:
    options = {"zero_rule": "en_prison"}
    made = kernel(Layout.of("roulette", options=options), ["straight 0", "dozen 2"])
    tally = made.run(SEED, 0, 10_000)
    assert tally[ROUNDS] == 10_000
    for unit in range(40):
        assert_the_same(made, unit)


def test_every_place_can_be_named() -> None:
    layout = Layout.of("roulette")
    game = game_on(layout)
    for wager in layout.wagers:
        for spot in game.amounts.spots(game.opening(), PLAYER, wager):
            slot = kernel(layout, [f"{wager} {spot}".strip()]).slots[0]
            assert (slot.id, slot.spot) == (wager, spot)
    assert kernel(layout, ["split 20-17"]).slots[0].spot == "17-20"


@pytest.mark.parametrize("count", [1, 7, 20, 21, 39, 40, 41, 1000])
@pytest.mark.parametrize("first", [0, 1, 19, 20, 33, 2**40 + 3])
def test_units_that_share_random_words_have_independent_results(first: int, count: int) -> None:
    made = kernel(Layout.of("roulette"), ["straight 17"])
    one_by_one = sum((made.run(SEED, first + at, 1) for at in range(1, count)), made.run(SEED, first, 1))
    assert (made.run(SEED, first, count) == one_by_one).all()


def test_spins_dealt_in_blocks_equal_spins_dealt_one_by_one() -> None:
    """Nineteen spins at a time never fill a group of twenty, which shares its random words; the rest are discarded."""
    made = kernel(Layout.of("roulette"))
    number = 57_000
    together = made.run(SEED, 7, number)
    apart = sum(made.run(SEED, 7 + first, 19) for first in range(0, number, 19))
    assert (together == apart).all()
    words = [word for group in range(number // 20) for word in plain_block(SEED, group, SHARED, 0)]
    assert sum(digits(word, 38) is None for word in words) > 5
