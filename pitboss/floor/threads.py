"""Threads that work for the event loop, and faults that come of it: whatever it was, who waits is told.

A future takes no `StopIteration`: a thread that ends in one would leave whoever waits for it waiting for ever. And what
is no `Exception` at all would be taken for the end of who waits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Fault(RuntimeError):
    """Something went wrong here, of a kind that cannot be handed to who waits as it is."""


def tellable(problem: BaseException) -> Exception:
    """What is said to who waits: the problem itself, or a `Fault` that it caused."""
    if isinstance(problem, Exception) and not isinstance(problem, (StopIteration, StopAsyncIteration)):
        return problem
    fault = Fault(type(problem).__name__)
    fault.__cause__ = problem
    return fault


async def in_thread(pool: Executor | None, work: Callable[P, T], *given: P.args, **more: P.kwargs) -> T:
    """What a thread of the pool (None: of those that everybody shares) comes to, or why it does not."""

    def worked() -> T:
        try:
            return work(*given, **more)
        except BaseException as problem:
            told = tellable(problem)
            if told is problem:
                raise
            raise told from problem

    return await asyncio.get_running_loop().run_in_executor(pool, worked)
