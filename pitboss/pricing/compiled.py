"""What is compiled for the prices of house poker: kept on disk, never stale, and free of the interpreter's lock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from pitboss.compiled import compiled as made
from pitboss.compiled import part

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """The function as machine code that lets other threads run beside it."""
    return made(function, nogil=True)


def inner(function: Function) -> Function:
    """A part of such functions: called from compiled code alone."""
    return part(function, nogil=True)
