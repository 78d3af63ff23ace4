"""A run: so many rounds, by any runner, from any checkpoint, to the same counts.

What is dealt is defined by units alone: the fewest whole units, from unit 0 on, that have at least the rounds that were
asked for. Who dealt which of them, and in how many sittings, leaves no trace.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from math import inf
from pathlib import Path

from pitboss.simulation import checkpoint as checkpoints
from pitboss.simulation.kernel import ROUNDS, UNITS, Counts, Kernel
from pitboss.simulation.philox import SEEDS
from pitboss.simulation.runners import Counting, OneThread, Piece, Runner
from pitboss.simulation.statistics import NORMAL, Statistics

MOST_ROUNDS = 10**15
SPLIT = 16
"""A short run is dealt in about so many pieces, so that every worker has some and little is dealt beyond the end."""
SMALL = 16
"""So many small pieces make a piece."""
SAVE_EVERY = 0.5
"""Seconds between two checkpoints, at least."""

Progress = Callable[[int, float], object]
"""Told of the rounds dealt so far, and of how many there will be in all, as far as one can say."""
Troubled = Callable[[OSError], object]
"""Told that a checkpoint could not be written."""


def _raised(error: OSError) -> None:
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
    troubled: Troubled = _raised,
    noted: Callable[[Counts], object] = lambda part: None,
) -> Counts:
    """The tally of at least so many rounds.

    With `until` the run stops before, as soon as `known` says so; this is asked after every piece of units, so that it
    does not hang on the runner either. `noted` is given the tally of each whole piece of `size` units. A checkpoint
    that cannot be written ends the run, unless whoever is `troubled` with it bears it: the run itself goes on without.
    """
    check(rounds, seed, until)
    tally = _begun(kernel, rounds, seed, checkpoint, resume)
    nearly = kernel.expected(rounds) - 2 * piece(kernel, rounds) if size is None else None
    pieces = _pieces(int(tally[UNITS]), size or piece(kernel, rounds), nearly)
    if until is not None and tally[UNITS] and known(statistics_of(kernel, tally), until):
        return tally
    saved = time.monotonic()
    results = (runner or OneThread()).each(Counting(kernel, seed), pieces)
    try:
        for part in results:
            left = rounds - int(tally[ROUNDS])
            if part[ROUNDS] >= left:
                return tally + _cut(kernel, seed, int(tally[UNITS]), int(part[UNITS]), left)
            tally = tally + part
            noted(part)
            found = [] if until is None else statistics_of(kernel, tally)
            progress(int(tally[ROUNDS]), min(rounds, _expected(int(tally[ROUNDS]), found, until)))
            if checkpoint is not None and time.monotonic() - saved >= SAVE_EVERY:
                _keep(checkpoint, kernel, seed, tally, troubled)
                saved = time.monotonic()
            if until is not None and known(found, until):
                return tally
    finally:
        results.close()
        if checkpoint is not None and tally[UNITS]:
            _keep(checkpoint, kernel, seed, tally, troubled)
    raise AssertionError("units never end")


def piece(kernel: Kernel, rounds: int) -> int:
    """How many units are dealt at a time in a run of so many rounds."""
    return min(kernel.chunk, kernel.expected(rounds) // SPLIT + SPLIT)


def _keep(checkpoint: Path, kernel: Kernel, seed: int, tally: Counts, troubled: Troubled) -> None:
    try:
        checkpoints.save(checkpoint, kernel, seed, tally)
    except OSError as error:
        troubled(error)


def check(rounds: int, seed: int, until: float | None = None) -> None:
    """Whether a run can be asked for; `ValueError` says what can."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise ValueError(f"{rounds} rounds: from 1 to {MOST_ROUNDS:.0e} can be simulated")
    if not 0 <= seed < SEEDS:
        raise ValueError(f"seed {seed}: a seed is a whole number from 0 to {SEEDS - 1}")
    if until is not None and not 0 < until < 1:
        raise ValueError(f"until ±{until}: give a house edge's error between 0 and 1, like 0.0001")


def _begun(kernel: Kernel, rounds: int, seed: int, checkpoint: Path | None, resume: bool) -> Counts:
    if checkpoint is None:
        if resume:
            raise ValueError("nothing to resume: name the checkpoint's file")
        return kernel.nothing()
    if not checkpoint.exists():
        return kernel.nothing()
    if not resume:
        raise ValueError(f"{checkpoint} exists already: resume it, or give another file; nothing was changed")
    tally = checkpoints.load(checkpoint, kernel, seed)
    if tally[ROUNDS] >= rounds:
        raise ValueError(f"{checkpoint} has {tally[ROUNDS]:,} rounds already, {rounds:,} are asked for; ask for more")
    return tally


def _pieces(first: int, size: int, nearly: int | None = None) -> Iterator[Piece]:
    """Units from `first` on, without end. From `nearly` on, near the end of the run, they come in small pieces: what
    workers have begun when it is reached is for nothing, and the others wait for them."""
    while True:
        count = size if nearly is None or first < nearly else -(-size // SMALL)
        yield first, count
        first += count


def _cut(kernel: Kernel, seed: int, first: int, count: int, rounds: int) -> Counts:
    """The tally of the fewest units from `first` on that have so many rounds, which `count` units have."""
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
    """Of the wagers that came to something. The others are not waited for: a strategy may never make them."""
    return [one for one in map(Statistics.of, kernel.histograms(tally).values()) if one is not None]


def known(found: Sequence[Statistics], until: float) -> bool:
    """Whether every house edge is known to within `until`, and not only by a guess."""
    return bool(found) and all(one.error <= until and not one.doubtful for one in found)


def _expected(rounds: int, found: Sequence[Statistics], until: float | None) -> float:
    """About how many rounds it takes until every house edge is known to within `until`, if so many showed this."""
    if until is None:
        return inf
    times = [max((one.error / until) ** 2, NORMAL * (one.skewness or 0) ** 2 / one.decided) for one in found]
    return rounds * max(1.0, *times) if times else inf
