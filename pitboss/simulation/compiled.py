"""What is compiled for loops: machine code that is kept on disk, is never stale and holds no lock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from pitboss.compiled import compiled as made
from pitboss.compiled import is_compiled, part, sources_of

Function = TypeVar("Function", bound=Callable[..., Any])
Whole = Any
"""A whole number in compiled code, signed or unsigned. The two are never mixed: Numba would make a float of them."""
Cells = Any
"""An array in compiled code."""


def compiled(function: Function) -> Function:
    """The function as machine code: made when it is first called, found on disk the next time."""
    return made(function, nogil=True, error_model="numpy")


def inlined(function: Function) -> Function:
    """A part that must become one with the loop that calls it: only so can that loop be vectorised."""
    return part(function, nogil=True, error_model="numpy", forceinline=True)


def inner(function: Function) -> Function:
    """A part of loops: called from compiled code alone."""
    return part(function, nogil=True, error_model="numpy")


def seldom(function: Function) -> Function:
    """A part of loops which few rounds come to, or long beside what calls it: it compiles sooner."""
    return part(function, rare=True, nogil=True, error_model="numpy")


__all__ = ["Cells", "Whole", "compiled", "inlined", "inner", "is_compiled", "seldom", "sources_of"]
