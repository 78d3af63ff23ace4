"""Runs long counts in parts on all cores and reports progress.

The compiled loops release the GIL, so threads are enough. The parts of a count are added up or write to separate
places, so the result does not depend on their order.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cores import cores

Progress = Callable[[float], None]
"""A callback that receives the fraction done, from 0 to 1."""


def run_in_parts(
    work: Callable[[int, int], None], parts: Iterable[tuple[int, int]], progress: Progress | None = None
) -> None:
    """Run `work(begin, end)` for each part."""
    listed = list(parts)
    if (workers := min(cores(), len(listed))) <= 1:
        for done, (first, last) in enumerate(listed, 1):
            work(first, last)
            if progress:
                progress(done / len(listed))
        return
    with ThreadPoolExecutor(workers) as pool:
        running = [pool.submit(work, first, last) for first, last in listed]
        for done, future in enumerate(as_completed(running), 1):
            future.result()
            if progress:
                progress(done / len(listed))


def part_of_progress(progress: Progress | None, begin: float, end: float) -> Progress | None:
    """Return the progress of a step that covers `begin` to `end` of the whole."""
    if progress is None:
        return None
    return lambda done: progress(begin + (end - begin) * done)


def split_rows(rows: int, parts: int) -> list[tuple[int, int]]:
    """Split rows into parts of nearly equal size."""
    bounds = [rows * part // parts for part in range(parts + 1)]
    return [(first, last) for first, last in pairwise(bounds) if first < last]


class PerThread:
    """Per-thread sums that are added up at the end; they are integers, so their order does not matter."""

    def __init__(self, make: Callable[[], tuple[NDArray[np.int64], ...]]) -> None:
        self._make = make
        self._local = threading.local()
        self._all: list[tuple[NDArray[np.int64], ...]] = []

    def mine(self) -> tuple[NDArray[np.int64], ...]:
        if not hasattr(self._local, "sums"):
            self._local.sums = self._make()
            self._all.append(self._local.sums)
        mine: tuple[NDArray[np.int64], ...] = self._local.sums
        return mine

    def total(self) -> tuple[NDArray[Any], ...]:
        first, *others = self._all
        for other in others:
            for into, more in zip(first, other, strict=True):
                into += more
        return first
