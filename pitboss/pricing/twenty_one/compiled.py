"""Compilation of the twenty-one analysis: cached on disk, never stale, loaded with the first price."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from pitboss.compiled import compiled as jit
from pitboss.compiled import helper

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile a function. Products may be fused with sums; sums are never reordered."""
    return jit(function, nogil=True, fastmath={"contract"}, error_model="numpy")


def inner(function: Function) -> Function:
    """Compile a function that is only called from compiled code."""
    return helper(function, nogil=True, fastmath={"contract"}, error_model="numpy")
