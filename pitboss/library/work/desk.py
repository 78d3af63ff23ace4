"""The one queue of this process, and its worker processes if they are turned on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from pitboss.library.work.processes import Budget, WorkerProcesses
from pitboss.library.work.queue import Overloaded, WorkQueue

T = TypeVar("T")
THREADS = 2
"""The number of computations at once."""
queue = WorkQueue(THREADS, "pitboss-work")
_processes: WorkerProcesses | None = None


def use_processes(budget: Budget) -> WorkerProcesses:
    """Run queued computations in worker processes from now on."""
    global _processes
    end_processes()
    _processes = WorkerProcesses(budget)
    return _processes


def end_processes() -> None:
    """Kill the worker processes; computations run in threads again."""
    global _processes
    if _processes is not None:
        _processes.close()
    _processes = None


def limits() -> Budget | None:
    """The budget of a computation; None if there are no worker processes."""
    return None if _processes is None else _processes.budget


def in_process(
    work: Callable[..., T],
    *given: Any,
    progress: Callable[[float], None] | None = None,
    abandoned: Callable[[], bool] = lambda: False,
) -> T:
    """Call a function in a worker process and wait for its result; in this thread if there are no processes."""
    if _processes is not None:
        return _processes.run(work, *given, progress=progress, abandoned=abandoned)
    return work(*given) if progress is None else work(*given, progress=progress)


async def computed(client: str, most: int, seconds: float, work: Callable[..., T], *given: Any) -> T:
    """The result of a function in a worker process.

    `Overloaded` if `most` computations are queued, if the client has too many of them, if the result is not there after
    `seconds`, or if the computation exceeds its budget.
    """
    gone = False
    future = queue.submit(client, lambda: in_process(work, *given, abandoned=lambda: gone), most)
    try:
        async with asyncio.timeout(seconds):
            return await asyncio.wrap_future(future)
    except TimeoutError:
        raise Overloaded(f"it could not be computed in {seconds:g} seconds; try again later") from None
    finally:
        gone = True
