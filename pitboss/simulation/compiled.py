"""Numba behind one decorator: machine code that is kept on disk, is never stale and holds no lock.

Numba compiles a function again when its own file changes, but not when a function that it calls changed in another
file. Kernels call into this room, so code on disk that is older than this room's sources is thrown away.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])
Whole = Any
"""A whole number in compiled code, signed or unsigned. The two are never mixed: Numba would make a float of them."""
Cells = Any
"""An array in compiled code."""

SHARED = ("compiled.py", "philox.py", "showdown.py", "shuffles.py")
"""The files of this room whose code is compiled into kernels."""


def compiled(function: Function) -> Function:
    """The function as machine code: made when it is first called, found on disk the next time."""
    return _made(function)


def inlined(function: Function) -> Function:
    """The same, for what must become part of the loop that calls it: only so can that loop be vectorised."""
    return _made(function, forceinline=True)


def _made(function: Function, forceinline: bool = False) -> Function:
    made = numba.njit(cache=True, nogil=True, error_model="numpy", forceinline=forceinline)(function)
    _forget_if_stale(made)
    return cast(Function, made)


def is_compiled(function: Any) -> bool:
    """Whether machine code of the function is there, in memory or on disk; if not, the first call takes seconds."""
    if getattr(function, "signatures", None):
        return True
    try:
        return bool(function._cache._cache_file._load_index())
    except (AttributeError, OSError):
        return False


def _forget_if_stale(made: Any) -> None:
    try:
        index = Path(made._cache._cache_file._index_path)
        newest = max((Path(__file__).with_name(name)).stat().st_mtime for name in SHARED)
        if index.exists() and index.stat().st_mtime < newest:
            index.unlink()
    except (AttributeError, OSError):
        return
