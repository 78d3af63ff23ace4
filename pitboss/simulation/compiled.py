"""Decorators and types for compiled loops, which are cached on disk, never stale, and release the GIL."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled import combined_digest, helper, is_compiled
from pitboss.compiled import compiled as jit

Function = TypeVar("Function", bound=Callable[..., Any])
Integer = int | np.integer[Any]
"""An integer in compiled code. Signed and unsigned integers are never mixed, because Numba would convert them to float.
"""
Boolean = bool | np.bool
"""A boolean in compiled code."""
IntArray = NDArray[np.integer[Any]]
"""An array of integers in compiled code."""
IntArrays = tuple[IntArray, ...]
"""Several parallel arrays, such as the cards of a hand in many rounds."""


def compiled(function: Function) -> Function:
    """Compile a function to machine code on its first call, and load it from disk after that."""
    return jit(function, nogil=True, error_model="numpy")


def inline(function: Function) -> Function:
    """Compile a function that is inlined into its caller, which is needed to vectorize the caller's loop."""
    return helper(function, nogil=True, error_model="numpy", forceinline=True)


def inner(function: Function) -> Function:
    """Compile a function that is only called from compiled code."""
    return helper(function, nogil=True, error_model="numpy")


def rarely_called(function: Function) -> Function:
    """Compile a long or rarely called function with fewer optimizations, to save compile time."""
    return helper(function, rare=True, nogil=True, error_model="numpy")


__all__ = [
    "Boolean",
    "IntArray",
    "IntArrays",
    "Integer",
    "combined_digest",
    "compiled",
    "inline",
    "inner",
    "is_compiled",
    "rarely_called",
]
