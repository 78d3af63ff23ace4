"""A run: so many rounds, by any runner, from any checkpoint, to the same counts.

What is dealt is defined by units alone: the fewest whole units, from unit 0 on, that have at least the rounds that were
asked for. Who dealt which of them, and in how many sittings, leaves no trace.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

from pitboss.simulation import checkpoint as checkpoints
from pitboss.simulation.kernel import ROUNDS, UNITS, Counts, Kernel
from pitboss.simulation.philox import SEEDS
from pitboss.simulation.runners import Counting, OneThread, Piece, Runner
from pitboss.simulation.statistics import Statistics

MOST_ROUNDS = 10**15
SPLIT = 16
"""A short run is dealt in about so many pieces, so that every worker has some and little is dealt beyond the end."""
SAVE_EVERY = 0.5
"""Seconds between two checkpoints, at least."""

Progress = Callable[[int], object]
"""Told of the rounds dealt so far."""


def simulate(
    kernel: Kernel,
    rounds: int,
    seed: int,
    runner: Runner | None = None,
    *,
    checkpoint: Path | None = None,
    resume: bool = False,
    until: float | None = None,
    progress: Progress = lambda rounds: None,
) -> Counts:
    """The tally of at least so many rounds.

    With `until` the run stops before, as soon as the house edge of every wager is known to within that much; this is
    asked after every chunk of units, so that it does not hang on the runner either.
    """
    check(rounds, seed, until)
    tally = _begun(kernel, rounds, seed, checkpoint, resume)
    size = min(kernel.chunk, int(rounds / kernel.rounds_per_unit) // SPLIT + SPLIT)
    if until is not None and tally[UNITS] and _known(kernel, tally, until):
        return tally
    saved = time.monotonic()
    results = (runner or OneThread()).each(Counting(kernel, seed), _pieces(int(tally[UNITS]), size))
    try:
        for part in results:
            left = rounds - int(tally[ROUNDS])
            if part[ROUNDS] >= left:
                return tally + _cut(kernel, seed, int(tally[UNITS]), size, left)
            tally = tally + part
            progress(int(tally[ROUNDS]))
            if checkpoint is not None and time.monotonic() - saved >= SAVE_EVERY:
                checkpoints.save(checkpoint, kernel, seed, tally)
                saved = time.monotonic()
            if until is not None and _known(kernel, tally, until):
                return tally
    finally:
        results.close()
        if checkpoint is not None and tally[UNITS]:
            checkpoints.save(checkpoint, kernel, seed, tally)
    raise AssertionError("units never end")


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


def _pieces(first: int, size: int) -> Iterator[Piece]:
    while True:
        yield first, size
        first += size


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


def _known(kernel: Kernel, tally: Counts, until: float) -> bool:
    """Whether the house edge of every wager is known to within `until`."""
    known = (Statistics.of(histogram) for histogram in kernel.histograms(tally).values())
    return all(one is not None and one.error <= until for one in known)
