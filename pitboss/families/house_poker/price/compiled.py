"""What is compiled for the prices of house poker: kept on disk, never stale, and free of the interpreter's lock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from pitboss.compiled import compiled as made

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """The function as machine code that lets other threads run beside it."""
    return made(function, nogil=True)


def inner(function: Function) -> Function:
    """The same, for what is called from compiled code alone: Python has no way in, which would take long to compile."""
    return made(function, nogil=True, no_cpython_wrapper=True)
