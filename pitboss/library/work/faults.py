"""How the errors of a thread reach whoever waits for its result.

A future cannot hold a `StopIteration`: a thread that raised one would leave its waiter waiting forever. An exception
that is not an `Exception` would be mistaken for cancellation of the waiter. Both arrive as a `ThreadFault`.
"""

from __future__ import annotations


class ThreadFault(RuntimeError):
    """Wraps an error that a future cannot hold; its cause is the original."""


def storable_error(problem: BaseException) -> Exception:
    """The error in a form that a future can hold: the error itself, or a `ThreadFault` caused by it."""
    if isinstance(problem, Exception) and not isinstance(problem, (StopIteration, StopAsyncIteration)):
        return problem
    fault = ThreadFault(type(problem).__name__)
    fault.__cause__ = problem
    return fault
