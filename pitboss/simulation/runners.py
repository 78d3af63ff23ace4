"""Runners: one thread, all cores of this machine, or a Ray cluster.

A runner applies a work function of (first unit, count) to pieces and yields the results in the order of the pieces.
Since a piece depends only on its two numbers, it does not matter which worker does it or how often: if a worker dies,
its piece is done again.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import islice
from typing import Any, Protocol

from pitboss.cores import cores
from pitboss.simulation.kernel import Counts, Kernel, remake_kernel

Piece = tuple[int, int]
"""A piece of work: its first unit and its number of units."""
Work = Callable[[int, int], Counts]
Results = Generator[Counts, None, None]


class Runner(Protocol):
    """Does work piece by piece."""

    name: str
    workers: int

    def each(self, work: Work, pieces: Iterable[Piece]) -> Results:
        """Yield the result of each piece in order. Pieces may be infinite; closing the generator stops the work."""


@dataclass(frozen=True)
class CountingWork:
    """The work of counting units. It can be pickled, and recreates its kernel in another process."""

    kernel: Kernel
    seed: int

    def __call__(self, first: int, count: int) -> Counts:
        return self.kernel.run(self.seed, first, count)

    def __reduce__(self) -> Any:
        return _counting_again, (self.kernel.spec, self.seed)


def _counting_again(spec: dict[str, Any], seed: int) -> CountingWork:
    return CountingWork(remake_kernel(spec), seed)


@dataclass
class SingleThread:
    """Runs in the current thread."""

    workers: int = 1
    name: str = field(default="one", init=False)

    def each(self, work: Work, pieces: Iterable[Piece]) -> Results:
        for piece in pieces:
            yield work(*piece)


def _in_order(
    submit: Callable[[Piece], Any], result: Callable[[Any], Counts], pieces: Iterable[Piece], ahead: int
) -> Results:
    """Yield results in the order of the pieces, with a limited number of pieces in progress."""
    left = iter(pieces)
    waiting = deque(submit(piece) for piece in islice(left, ahead))
    while waiting:
        done = result(waiting.popleft())
        waiting.extend(submit(piece) for piece in islice(left, 1))
        yield done


@dataclass
class Threads:
    """Runs on all cores of this machine; compiled code releases the GIL."""

    workers: int
    name: str = field(default="threads", init=False)

    def each(self, work: Work, pieces: Iterable[Piece]) -> Results:
        pool = ThreadPoolExecutor(self.workers, "pitboss-simulate")
        try:
            yield from _in_order(
                lambda piece: pool.submit(work, *piece), lambda future: future.result(), pieces, self.workers + 1
            )
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


@dataclass
class Ray:
    """Runs on a Ray cluster: the one in RAY_ADDRESS, or a local one that lasts as long as the run."""

    workers: int
    name: str = field(default="ray", init=False)

    def each(self, work: Work, pieces: Iterable[Piece]) -> Results:
        import ray

        mine = not ray.is_initialized()
        if mine:
            here = {} if os.environ.get("RAY_ADDRESS") else {"num_cpus": self.workers, "include_dashboard": False}
            ray.init(log_to_driver=False, logging_level="error", **here)
        try:
            # Ray retries a piece whose worker died, without limit.
            do = ray.remote(num_cpus=1, max_retries=-1)(_do_piece)
            shared = ray.put(work)
            yield from _in_order(lambda piece: do.remote(shared, *piece), ray.get, pieces, self.workers + 1)
        finally:
            if mine:
                ray.shutdown()


def _do_piece(work: Work, first: int, count: int) -> Counts:
    return work(first, count)


RUNNERS: dict[str, Callable[[int], Runner]] = {"one": SingleThread, "threads": Threads, "ray": Ray}
MOST_WORKERS = 4096


def make_runner(name: str, workers: int | None = None) -> Runner:
    """Return a runner by name; `workers` defaults to the number of cores."""
    if name not in RUNNERS:
        raise ValueError(f"no runner {name!r}; use one of: {', '.join(RUNNERS)}")
    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        raise ValueError(f"{workers} workers: give a number from 1 to {MOST_WORKERS}")
    if name == "one":
        if workers not in (None, 1):
            raise ValueError(f"{workers} workers: runner 'one' is a single thread; use 'threads' or 'ray'")
        return SingleThread()
    if name == "ray" and find_spec("ray") is None:
        raise ValueError("Ray is not installed: pip install 'pitboss[ray]'")
    return RUNNERS[name](workers or cores())
