"""Runs a simulation for a given number of rounds; the counts do not depend on runners or checkpoints.

A run is defined by its units: the fewest whole units, starting at unit 0, that contain at least the requested rounds.
How they are distributed and how often the run is interrupted do not affect the result.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from math import inf
from pathlib import Path

from pitboss.simulation import checkpoint as checkpoints
from pitboss.simulation.kernel import ROUNDS, UNITS, Counts, Kernel
from pitboss.simulation.philox import SEEDS
from pitboss.simulation.runners import CountingWork, Piece, Runner, SingleThread
from pitboss.simulation.statistics import NORMAL, Statistics

MOST_ROUNDS = 10**15
SPLIT = 16
"""The approximate number of pieces of a short run, so that every worker gets some and few extra units are dealt."""
SMALL = 16
"""The number of small pieces that make up a piece."""
SAVE_EVERY = 0.5
"""The minimum number of seconds between checkpoints."""

Progress = Callable[[int, float], object]
"""A callback that receives the rounds dealt so far, and the estimated total."""
CheckpointFailed = Callable[[OSError], object]
"""A callback for a checkpoint that could not be written."""


def _raise(error: OSError) -> None:
    raise error


def simulate(
    kernel: Kernel,
    rounds: int,
    seed: int,
    runner: Runner | None = None,
    *,
    checkpoint: Path | None = None,
    resume: bool = False,
    until: float | None = None,
    size: int | None = None,
    progress: Progress = lambda rounds, of: None,
    on_error: CheckpointFailed = _raise,
    on_piece: Callable[[Counts], object] = lambda part: None,
) -> Counts:
    """Deal at least the given number of rounds and return their tally.

    With `until`, the run stops early, as soon as every house edge is known that precisely. This is checked after every
    piece, so it does not depend on the runner. `on_piece` receives the tally of each whole piece of `size` units. A
    checkpoint that cannot be written ends the run, unless `on_error` returns normally.
    """
    check_run(rounds, seed, until)
    tally = _begun(kernel, rounds, seed, checkpoint, resume)
    nearly = kernel.expected(rounds) - 2 * piece_size(kernel, rounds) if size is None else None
    pieces = _pieces(int(tally[UNITS]), size or piece_size(kernel, rounds), nearly)
    if until is not None and tally[UNITS] and all_known(statistics_of(kernel, tally), until):
        return tally
    saved = time.monotonic()
    results = (runner or SingleThread()).each(CountingWork(kernel, seed), pieces)
    try:
        for part in results:
            left = rounds - int(tally[ROUNDS])
            if part[ROUNDS] >= left:
                return tally + _cut(kernel, seed, int(tally[UNITS]), int(part[UNITS]), left)
            tally = tally + part
            on_piece(part)
            found = [] if until is None else statistics_of(kernel, tally)
            progress(int(tally[ROUNDS]), min(rounds, _expected(int(tally[ROUNDS]), found, until)))
            if checkpoint is not None and time.monotonic() - saved >= SAVE_EVERY:
                _keep(checkpoint, kernel, seed, tally, on_error)
                saved = time.monotonic()
            if until is not None and all_known(found, until):
                return tally
    finally:
        results.close()
        if checkpoint is not None and tally[UNITS]:
            _keep(checkpoint, kernel, seed, tally, on_error)
    raise AssertionError("units never end")


def piece_size(kernel: Kernel, rounds: int) -> int:
    """Return how many units are dealt at a time in a run of this many rounds."""
    return min(kernel.chunk, kernel.expected(rounds) // SPLIT + SPLIT)


def _keep(checkpoint: Path, kernel: Kernel, seed: int, tally: Counts, on_error: CheckpointFailed) -> None:
    try:
        checkpoints.save(checkpoint, kernel, seed, tally)
    except OSError as error:
        on_error(error)


def check_run(rounds: int, seed: int, until: float | None = None) -> None:
    """Raise ValueError if the parameters of a run are out of range."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise ValueError(f"{rounds} rounds: from 1 to {MOST_ROUNDS:.0e} can be simulated")
    if not 0 <= seed < SEEDS:
        raise ValueError(f"seed {seed}: a seed is a whole number from 0 to {SEEDS - 1}")
    if until is not None and not 0 < until < 1:
        raise ValueError(f"until ±{until}: the error of a house edge is between 0 and 1, like 0.0001")


def _begun(kernel: Kernel, rounds: int, seed: int, checkpoint: Path | None, resume: bool) -> Counts:
    if checkpoint is None:
        if resume:
            raise ValueError("nothing to resume: give the checkpoint file")
        return kernel.nothing()
    if not checkpoint.exists():
        return kernel.nothing()
    if not resume:
        raise ValueError(f"{checkpoint} already exists: resume it, or use another file; nothing was changed")
    tally = checkpoints.load(checkpoint, kernel, seed)
    if tally[ROUNDS] >= rounds:
        raise ValueError(f"{checkpoint} has {tally[ROUNDS]:,} rounds already; ask for more than {rounds:,}")
    return tally


def _pieces(first: int, size: int, nearly: int | None = None) -> Iterator[Piece]:
    """Yield pieces of units endlessly, starting at `first`. They get smaller near the end of the run, at `nearly`,
    since pieces in progress when the run ends are wasted and other workers wait for them.
    """
    while True:
        count = size if nearly is None or first < nearly else -(-size // SMALL)
        yield first, count
        first += count


def _cut(kernel: Kernel, seed: int, first: int, count: int, rounds: int) -> Counts:
    """Return the tally of the fewest units with this many rounds, given that `count` units have enough."""
    found = kernel.nothing()
    while count > 1:
        half = count // 2
        part = kernel.run(seed, first, half)
        if part[ROUNDS] >= rounds:
            count = half
        else:
            found += part
            rounds -= int(part[ROUNDS])
            first += half
            count -= half
    return found + kernel.run(seed, first, 1)


def statistics_of(kernel: Kernel, tally: Counts) -> list[Statistics]:
    """Return the statistics of every wager that has results, which excludes wagers that the strategy never makes."""
    return [one for one in map(Statistics.of, kernel.histograms(tally).values()) if one is not None]


def all_known(found: Sequence[Statistics], until: float) -> bool:
    """Whether every house edge is reliably known to within `until`."""
    return bool(found) and all(one.error <= until and not one.doubtful for one in found)


def _expected(rounds: int, found: Sequence[Statistics], until: float | None) -> float:
    """Estimate the rounds needed until every house edge is known to within `until`."""
    if until is None:
        return inf
    times = [max((one.error / until) ** 2, NORMAL * (one.skewness or 0) ** 2 / one.decided) for one in found]
    return rounds * max(1.0, *times) if times else inf
