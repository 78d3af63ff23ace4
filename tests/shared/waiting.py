"""Wait for what a test needs, with a generous limit. No other test module sleeps (ruff's TID251)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")

LIMIT = 120.0
"""Seconds. A slow machine is no reason to fail, but what never happens still fails."""
PAUSE = 0.02


def wait_until(condition: Callable[[], T], limit: float = LIMIT) -> T:
    """Poll a condition until it is true, and return its value."""
    end = time.monotonic() + limit
    while not (found := condition()):
        if time.monotonic() > end:
            raise TimeoutError(f"still {found!r} after {limit:g} s")
        time.sleep(PAUSE)
    return found


async def until(condition: Callable[[], T | Awaitable[T]], limit: float = LIMIT) -> T:
    """Poll a condition in an event loop until it is true; it may be awaitable."""
    end = time.monotonic() + limit
    while not (found := await _value(condition())):
        if time.monotonic() > end:
            raise TimeoutError(f"still {found!r} after {limit:g} s")
        await asyncio.sleep(PAUSE)
    return found


async def _value(found: T | Awaitable[T]) -> T:
    return await found if isinstance(found, Awaitable) else found


async def loop_turn() -> None:
    """Let every task that is ready run once."""
    await asyncio.sleep(0)
