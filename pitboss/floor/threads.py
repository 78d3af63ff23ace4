"""Threads that work for the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from threading import Event, Lock
from typing import ParamSpec, TypeVar

from pitboss.library.work import Overloaded, ThreadFault, storable_error

P = ParamSpec("P")
T = TypeVar("T")


async def in_thread(pool: Executor | None, work: Callable[P, T], *given: P.args, **more: P.kwargs) -> T:
    """Run some work in a thread of the pool, or of the shared default pool, and return its result."""

    def worked() -> T:
        try:
            return work(*given, **more)
        except BaseException as problem:
            storable = storable_error(problem)
            if storable is problem:
                raise
            raise storable from problem

    return await asyncio.get_running_loop().run_in_executor(pool, worked)


class Workers:
    """A bounded number of threads for clients' database queries, with a bounded queue."""

    def __init__(self, threads: int, name: str) -> None:
        self._pool = ThreadPoolExecutor(threads, name)
        self._lock = Lock()
        self.doing = 0
        """The number of computations running or waiting."""

    async def run(self, work: Callable[[], T], waiting: int, seconds: float) -> T:
        """Run some work and return its result; `Overloaded` if `waiting` others are ahead of it, or after `seconds`."""
        begun = self._take_on(waiting)

        def worked() -> T:
            if not self._begin(begun):
                raise Overloaded("no one is waiting for the result any more")
            try:
                return work()
            finally:
                self._let_go()

        try:
            async with asyncio.timeout(seconds):
                return await in_thread(self._pool, worked)
        except TimeoutError:
            raise Overloaded(f"it could not be computed in {seconds:g} seconds; try again later") from None
        finally:
            if self._begin(begun):  # it has not begun, and never will
                self._let_go()

    def _take_on(self, waiting: int) -> Event:
        """Count one more computation; the event is set when it begins, or when it is abandoned."""
        with self._lock:
            if self.doing >= waiting:
                raise Overloaded(f"{self.doing} computations are running or waiting; try again in a few seconds")
            self.doing += 1
        return Event()

    def _begin(self, begun: Event) -> bool:
        """Mark a computation as begun; returns False if it already was."""
        with self._lock:
            first = not begun.is_set()
            begun.set()
        return first

    def _let_go(self) -> None:
        with self._lock:
            self.doing -= 1

    def close(self) -> None:
        """Stop accepting work."""
        self._pool.shutdown(wait=False, cancel_futures=True)


__all__ = ["Overloaded", "ThreadFault", "Workers", "in_thread", "storable_error"]
