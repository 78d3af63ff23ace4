"""Turns: viewers are served a few at a time, so that commands are acknowledged in between.

A table with thousands of viewers changes for all of them at once. If each were served immediately, a player's command
would wait for thousands of views. So viewers take turns: after every few of them, everything else gets as much time as
they took, if there is other work; if not, the next viewers are served at once. Each view is up to date, however long
its viewer waited.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque

AT_ONCE = 4
"""The number of viewers served before other work."""
SHARE = 1.0
"""Seconds for other work for each second taken by viewers."""
LONGEST = 0.05
"""The maximum length in seconds of one period for other work."""
NOTHING = 0.0002
"""An event-loop iteration shorter than this many seconds had no other work to do."""
ROUNDS = 3
"""The number of idle iterations in a row before the next viewers are served; a task woken in one iteration runs in the
next."""


class Turns:
    """The queue of viewers."""

    def __init__(self) -> None:
        self._line: deque[asyncio.Future[None]] = deque()
        self._calling: asyncio.Task[None] | None = None

    async def wait(self) -> None:
        """Wait for a turn, which lasts until the next await."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._line.append(turn)
        if self._calling is None:
            self._calling = asyncio.get_running_loop().create_task(self._call())
        await turn

    async def _call(self) -> None:
        try:
            while self._line:
                begun = time.perf_counter()
                for _ in range(min(AT_ONCE, len(self._line))):
                    if not (turn := self._line.popleft()).done():
                        turn.set_result(None)
                await asyncio.sleep(0)  # those just woken run first
                if self._line:
                    await _others(min(LONGEST, SHARE * (time.perf_counter() - begun)))
        finally:
            self._calling = None


async def _others(longest: float) -> None:
    """Let other tasks run for at most this many seconds, or until they have nothing to do."""
    now = time.perf_counter()
    end, quiet = now + longest, 0
    while now < end and quiet < ROUNDS:
        await asyncio.sleep(0)
        before, now = now, time.perf_counter()
        quiet = quiet + 1 if now - before < NOTHING else 0
