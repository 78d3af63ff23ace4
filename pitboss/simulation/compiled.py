"""What is compiled for loops: machine code that is kept on disk, is never stale and holds no lock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled import compiled as made
from pitboss.compiled import is_compiled, part, sources_of

Function = TypeVar("Function", bound=Callable[..., Any])
Whole = int | np.integer[Any]
"""A whole number in compiled code, signed or unsigned. The two are never mixed: Numba would make a float of them."""
Truth = bool | np.bool
"""A truth value in compiled code."""
Cells = NDArray[np.integer[Any]]
"""An array of whole numbers in compiled code."""
Columns = tuple[Cells, ...]
"""Several arrays that are read side by side, such as the cards of a hand in many rounds."""


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


__all__ = ["Cells", "Columns", "Truth", "Whole", "compiled", "inlined", "inner", "is_compiled", "seldom", "sources_of"]
