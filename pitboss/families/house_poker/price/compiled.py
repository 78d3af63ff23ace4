"""Numba behind one decorator: kept on disk beside the source, and free of the interpreter's lock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """The function as machine code that lets other threads run beside it."""
    return cast(Function, numba.njit(cache=True, nogil=True)(function))
