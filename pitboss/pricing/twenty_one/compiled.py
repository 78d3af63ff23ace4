"""How the analysis of twenty-one is compiled: kept on disk, never stale, loaded with the first price."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from pitboss.compiled import compiled as made
from pitboss.compiled import part

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """The function as machine code. Sums may be fused with products; they are never put in another order."""
    return made(function, nogil=True, fastmath={"contract"}, error_model="numpy")


def inner(function: Function) -> Function:
    """A part of such functions: called from compiled code alone."""
    return part(function, nogil=True, fastmath={"contract"}, error_model="numpy")
