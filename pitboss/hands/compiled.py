"""Numba behind one decorator: what is compiled once is kept on disk, beside the source."""

from collections.abc import Callable
from typing import TypeVar, cast

import numba

AnyCallable = TypeVar("AnyCallable", bound=Callable[..., object])


def compiled(function: AnyCallable) -> AnyCallable:
    """Compile a function when it is first called, and find it on disk the next time."""
    return cast(AnyCallable, numba.njit(cache=True)(function))
