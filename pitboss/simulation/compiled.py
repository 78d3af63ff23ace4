"""Numba behind one decorator: machine code that is kept on disk, is never stale and holds no lock.

Numba compiles a function again when its own file changes, but not when a function or a table that it uses changed in
another file. Kernels use those of the files below, so code on disk that is older than any of them is thrown away.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])
Whole = Any
"""A whole number in compiled code, signed or unsigned. The two are never mixed: Numba would make a float of them."""
Cells = Any
"""An array in compiled code."""

SHARED = (
    *(f"simulation/{name}.py" for name in ("compiled", "philox", "shuffles", "tally")),
    *(f"hands/{name}.py" for name in ("compiled", "fast", "orders", "tables")),
    *(f"families/house_poker/kernel/{name}.py" for name in ("cards", "cells")),
    "families/house_poker/price/rivers.py",
    "families/twenty_one/kernel/game.py",
)
"""The files of the package whose code is compiled into kernels."""
_PACKAGE = Path(__file__).parents[1]


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


def sources_of(functions: Iterable[Any]) -> str:
    """A hash of the files that functions were compiled from, and of those that they share."""
    own = {function.py_func.__code__.co_filename for function in functions}
    return _hash_of(tuple(sorted(own)))


@lru_cache
def _hash_of(own: tuple[str, ...]) -> str:
    files = [*map(Path, own), *(_PACKAGE / name for name in SHARED)]
    return hashlib.sha256(b"".join(hashlib.sha256(file.read_bytes()).digest() for file in files)).hexdigest()


@lru_cache
def _newest() -> float:
    return max((_PACKAGE / name).stat().st_mtime for name in SHARED)


def _forget_if_stale(made: Any) -> None:
    try:
        index = Path(made._cache._cache_file._index_path)
        if index.exists() and index.stat().st_mtime < _newest():
            index.unlink()
    except (AttributeError, OSError):
        return
