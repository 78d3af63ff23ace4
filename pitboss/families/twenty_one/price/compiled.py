"""Compiled functions: Numba, kept on disk, loaded by whoever first prices something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """The function as machine code. Sums may be fused with products; they are never put in another order."""
    return cast(Function, numba.njit(cache=True, fastmath={"contract"}, error_model="numpy")(function))
