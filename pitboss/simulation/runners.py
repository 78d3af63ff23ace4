"""Who deals the units: one thread, the cores of this machine, or a Ray cluster.

A runner is given work, a function of (first unit, count), and pieces of it, and gives back what the work gave, in the
order of the pieces. Since a piece is a function of its numbers alone, it does not matter who did it, or how often: if a
worker dies, the piece is done again.
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
from pitboss.simulation.kernel import Counts, Kernel, kernel_again

Piece = tuple[int, int]
"""From which unit, and how many."""
Work = Callable[[int, int], Counts]
Results = Generator[Counts, None, None]


class Runner(Protocol):
    """Does work, piece by piece."""

    name: str
    workers: int

    def each(self, work: Work, pieces: Iterable[Piece]) -> Results:
        """What the work gives for each piece, in order. Pieces may go on for ever: closing the generator ends it."""


@dataclass(frozen=True)
class Counting:
    """The work of counting units; it can be sent to another process, where the kernel is made again."""

    kernel: Kernel
    seed: int

    def __call__(self, first: int, count: int) -> Counts:
        return self.kernel.run(self.seed, first, count)

    def __reduce__(self) -> Any:
        return _counting_again, (self.kernel.spec, self.seed)


def _counting_again(spec: dict[str, Any], seed: int) -> Counting:
    return Counting(kernel_again(spec), seed)


@dataclass
class OneThread:
    """This thread, and nothing else."""

    workers: int = 1
    name: str = field(default="one", init=False)

    def each(self, work: Work, pieces: Iterable[Piece]) -> Results:
        for piece in pieces:
            yield work(*piece)


def _in_order(
    submit: Callable[[Piece], Any], result: Callable[[Any], Counts], pieces: Iterable[Piece], ahead: int
) -> Results:
    """Results in the order of the pieces, with so many pieces under way."""
    left = iter(pieces)
    waiting = deque(submit(piece) for piece in islice(left, ahead))
    while waiting:
        done = result(waiting.popleft())
        waiting.extend(submit(piece) for piece in islice(left, 1))
        yield done


@dataclass
class Threads:
    """The cores of this machine: compiled code does not hold the interpreter's lock."""

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
    """A Ray cluster: the one that RAY_ADDRESS names, else one of this machine's cores, begun and ended with the run."""

    workers: int
    name: str = field(default="ray", init=False)

    def each(self, work: Work, pieces: Iterable[Piece]) -> Results:
        import ray

        mine = not ray.is_initialized()
        if mine:
            here = {} if os.environ.get("RAY_ADDRESS") else {"num_cpus": self.workers, "include_dashboard": False}
            ray.init(log_to_driver=False, logging_level="error", **here)
        try:
            # A worker that dies takes its piece with it, and the piece is given to another, however often that happens.
            do = ray.remote(num_cpus=1, max_retries=-1)(_do)
            shared = ray.put(work)
            yield from _in_order(lambda piece: do.remote(shared, *piece), ray.get, pieces, self.workers + 1)
        finally:
            if mine:
                ray.shutdown()


def _do(work: Work, first: int, count: int) -> Counts:
    return work(first, count)


RUNNERS: dict[str, Callable[[int], Runner]] = {"one": OneThread, "threads": Threads, "ray": Ray}
MOST_WORKERS = 4096


def runner_named(name: str, workers: int | None = None) -> Runner:
    """A runner by its name; `workers` are the cores that there are, unless given."""
    if name not in RUNNERS:
        raise ValueError(f"no runner {name!r}; there are: {', '.join(RUNNERS)}")
    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        raise ValueError(f"{workers} workers: from 1 to {MOST_WORKERS} can be asked for")
    if name == "one":
        if workers not in (None, 1):
            raise ValueError(f"{workers} workers: runner 'one' is one thread; take 'threads' or 'ray'")
        return OneThread()
    if name == "ray" and find_spec("ray") is None:
        raise ValueError("Ray is not installed: pip install 'pitboss[ray]'")
    return RUNNERS[name](workers or cores())
