"""Turns: who looks on is shown things a few at a time, so that what was done is acknowledged in between.

A table that thousands watch changes for all of them at once. If each were shown it as soon as he could be, whoever acts
would wait for thousands of pictures. So those who look on take turns, and after each few of them everything else has as
much time as they took, if there is so much to do; where there is nothing, the next come at once. What they see then is
the newest, however long they waited.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque

AT_ONCE = 4
"""So many are shown something before anything else may be done."""
SHARE = 1.0
"""For each second that they take, so many seconds are for everything else."""
LONGEST = 0.05
"""Seconds, at most, at a time."""
NOTHING = 0.0002
"""Seconds: what takes less, going once round, is nobody at work."""
ROUNDS = 3
"""So often in a row nobody must be at work: who was called in one round works in the next."""


class Turns:
    """The line of those who wait to be shown something."""

    def __init__(self) -> None:
        self._line: deque[asyncio.Future[None]] = deque()
        self._calling: asyncio.Task[None] | None = None

    async def wait(self) -> None:
        """Returns when it is one's turn; what is done then, until the next await, is done in it."""
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
                await asyncio.sleep(0)  # they come first: they were called first
                if self._line:
                    await _others(min(LONGEST, SHARE * (time.perf_counter() - begun)))
        finally:
            self._calling = None


async def _others(longest: float) -> None:
    """Everything else goes on, for so long, or until there is nothing to do."""
    now = time.perf_counter()
    end, quiet = now + longest, 0
    while now < end and quiet < ROUNDS:
        await asyncio.sleep(0)
        before, now = now, time.perf_counter()
        quiet = quiet + 1 if now - before < NOTHING else 0
