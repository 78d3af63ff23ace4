"""Properties that hold for every kernel; a new game is tested as soon as it has one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from math import ceil, sqrt
from random import Random

import numpy as np
import pytest

from pitboss.chapter.layout import Layout
from pitboss.library.simulations import exact_prices
from pitboss.pricing import price
from pitboss.simulation.kernel import CELLS, ROUNDS, UNDECIDED, UNITS, Kernel, kernel_of, remake_kernel
from pitboss.simulation.run import simulate
from pitboss.simulation.runners import Threads
from pitboss.simulation.statistics import Statistics
from pitboss.table import game_on
from tests.shared.every_game import has_decisions
from tests.shared.every_kernel import GAMES, assert_the_same, everything, random_kernel, simulated

BUDGET = 240
"""The number of rounds per game dealt both ways in `make test`; `make slow` deals hundreds of times more."""
TABLES = 6
"""The number of random tables for them; fewer if each table's best strategy must be computed first."""
TABLES_TO_PLAY_AT = 2
AT_LENGTH = 6400

every_kernel = pytest.mark.parametrize("game", GAMES)


@cache
def whole_kernel(game: str) -> Kernel:
    """Return a kernel with every possible wager, cached because its best strategy takes time to compute."""
    return kernel_of(everything(game))


def deal_both_ways(game: str, seed: int, rounds: int) -> None:
    """Deal random tables, seeds and units until kernel and round have dealt this many rounds identically."""
    random = Random(f"{game} {seed}")
    together = min(rounds, AT_LENGTH // 10) // (TABLES_TO_PLAY_AT if has_decisions(game) else TABLES)
    while rounds > together / 2:
        kernel = random_kernel(game, random)
        chosen = random.getrandbits(64)
        first = random.getrandbits(random.choice((4, 20, 40, 62)))
        # The longest of some units, such as a wager held en prison or a long hand at craps.
        longest = max(
            range(first, first + (300 if 1 < kernel.rounds_per_unit < 20 else 1)),
            key=lambda unit: int(kernel.run(chosen, unit, 1)[ROUNDS]),
        )
        units = {longest, *range(first, first + ceil(together / kernel.rounds_per_unit))}
        table = game_on(kernel.layout)
        rounds -= sum(assert_the_same(kernel, table, chosen, unit) for unit in units)


@every_kernel
def test_kernel_and_round_agree_to_the_cent(game: str) -> None:
    deal_both_ways(game, 1, BUDGET)


@pytest.mark.slow
@every_kernel
@pytest.mark.parametrize("seed", range(2, 8))
def test_kernel_and_round_agree_to_the_cent_at_length(game: str, seed: int) -> None:
    deal_both_ways(game, seed, AT_LENGTH)


def assert_near_the_price(kernel: Kernel, rounds: int, seed: int) -> None:
    """Every wager is within four standard errors of its exact price, and its results have the right frequencies.

    Only what the price covers is compared: for shoes perhaps only first rounds, and for some wagers nothing.
    """
    tally = simulate(kernel, rounds, seed, Threads(2))
    assert tally[ROUNDS] >= rounds
    exact = exact_prices(kernel)
    prices = {stake: price(kernel.layout, stake, **kernel.pricing) for stake in {slot.stake for slot in kernel.slots}}
    histograms = kernel.histograms(tally, priced=True)
    for slot in kernel.slots:
        found = Statistics.of(histograms[slot.id])
        if slot.priced is not None and (slot.priced == UNDECIDED).all():
            assert kernel.compares, slot.id
            continue
        assert found is not None, slot.id
        z = found.z(exact[slot.id])
        # A certain result, like the pot of a single player, has no z; its one outcome is checked below.
        assert z is not None or not exact[slot.id].std_dev, slot.id
        assert z is None or abs(z) < 4, f"{slot.id}: z {z}"
        counts: Counter[Fraction] = Counter()
        for result, count in histograms[slot.id].items():
            counts[result.ratio] += count
        outcomes = {Fraction(one.net): one.probability for one in prices[slot.stake][slot.id].outcomes}
        assert set(+counts) <= set(outcomes), slot.id
        square = sum((counts[net] - found.decided * p) ** 2 / (found.decided * p) for net, p in outcomes.items())
        assert square < len(outcomes) + 6 * sqrt(2 * len(outcomes)) + 10, f"{slot.id}: chi-square {square}"


@every_kernel
def test_every_wager_is_near_its_price(game: str) -> None:
    assert_near_the_price(whole_kernel(game), 2_000_000, 7)


@pytest.mark.slow
@every_kernel
@pytest.mark.parametrize("seed", [7, 8])
def test_every_wager_is_near_its_price_after_a_hundred_million_rounds(game: str, seed: int) -> None:
    assert_near_the_price(kernel_of(everything(game)), 10**8, seed)


@every_kernel
def test_units_add_up_however_they_are_divided(game: str) -> None:
    kernel = whole_kernel(game)
    whole = kernel.run(5, 1000, 97)
    parts = [kernel.run(5, 1000 + at, min(13, 97 - at)) for at in range(0, 97, 13)]
    assert (sum(parts[1:], parts[0]) == whole).all()
    assert whole[UNITS] == 97
    assert (kernel.run(6, 1000, 97)[CELLS:] != whole[CELLS:]).any()


@every_kernel
def test_a_wager_has_the_same_result_whatever_the_other_wagers(game: str) -> None:
    layout = everything(game)
    # Except those that take extra cards or time.
    moving = whole_kernel(game).moving
    all_of_them = kernel_of(layout, [id for id in simulated(layout) if id not in moving])
    together = all_of_them.histograms(all_of_them.run(3, 0, 500))
    for slot in all_of_them.slots[:3]:
        alone = kernel_of(layout, list(dict.fromkeys(slot.wagers)))
        assert alone.histograms(alone.run(3, 0, 500))[slot.id] == together[slot.id]


@every_kernel
def test_the_same_kernel_is_rebuilt_from_plain_data(game: str) -> None:
    layout = everything(game)
    kernel = kernel_of(layout, simulated(layout)[:2])
    again = remake_kernel(kernel.spec)
    assert again.fingerprint == kernel.fingerprint
    assert [slot.id for slot in again.slots] == [slot.id for slot in kernel.slots]
    assert (again.run(1, 2, 3) == kernel.run(1, 2, 3)).all()
    assert whole_kernel(game).fingerprint != kernel.fingerprint


@every_kernel
def test_paths_are_the_rounds_one_by_one(game: str) -> None:
    kernel = kernel_of(Layout.of(game))
    long, short = np.zeros(700, np.int64), np.zeros(300, np.int64)
    kernel.play(9, 4, long)
    kernel.play(9, 4, short)
    assert long[:300].tolist() == short.tolist()
    assert len(set(long.tolist())) > 1


def test_games_without_a_kernel_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.simulation.kernel.declared_simulation", lambda game: None)
    with pytest.raises(ValueError, match="high-card cannot be simulated: it has no kernel"):
        kernel_of(Layout.of("high-card"))
