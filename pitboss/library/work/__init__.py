"""Bounded work: computations that a server does for strangers.

1. A request is queued (`queue`). The queue serves clients in turn, so that one client with many requests delays itself
   and not the others. A full queue refuses at once: `Overloaded`, which the server answers with 503 and Retry-After.
2. With worker processes (`processes`), which `pitboss serve` turns on, the computation runs in a process that has a
   budget of processor time and of memory. The kernel enforces both, so a computation cannot escape its budget by being
   inside compiled code. One that exceeds it dies with its process, and a new process takes its place.
3. Without them, as in a notebook or a test, the computation runs in the thread of the queue.

Work is a function and its arguments, which must be picklable: a function of a module, not a lambda.
"""

from __future__ import annotations

from pitboss.library.work.desk import computed, end_processes, in_process, limits, queue, use_processes
from pitboss.library.work.faults import ThreadFault, storable_error
from pitboss.library.work.processes import Budget, OverBudget
from pitboss.library.work.queue import IDLE, Overloaded, WorkQueue

__all__ = [
    "IDLE",
    "Budget",
    "OverBudget",
    "Overloaded",
    "ThreadFault",
    "WorkQueue",
    "computed",
    "end_processes",
    "in_process",
    "limits",
    "queue",
    "storable_error",
    "use_processes",
]
