"""Decorators for the compiled functions of house poker prices: cached on disk and free of the GIL."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from pitboss.compiled import compiled as jit
from pitboss.compiled import helper

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile a function to machine code that releases the GIL."""
    return jit(function, nogil=True)


def inner(function: Function) -> Function:
    """Compile a function that is only called from compiled code."""
    return helper(function, nogil=True)
