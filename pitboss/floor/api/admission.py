"""Admission control: requests share the event loop with the tables, and the tables come first.

1. Commands to tables, health checks and messages between processes are always admitted; so are all sockets, which are
   counted elsewhere.
2. Everything else takes its weight from a budget for each tick of the event loop. A page is built on the loop and
   weighs as much as many requests. The next tick comes when the loop is free again, so pages and lists cannot keep the
   tables waiting for longer than one tick's budget, however many clients ask.
3. Requests beyond the budget wait in a queue that is fair to clients: the client served least comes first. A full
   queue answers 503 with Retry-After.
"""

from __future__ import annotations

import asyncio
import re

from pitboss.floor.api.problems import ProblemError
from pitboss.floor.fair_queue import Busy, FairQueue

TICK = 0.05
"""Seconds between two ticks while the event loop keeps up."""
BUDGET, PAGE, REQUEST = 20, 14, 1
"""The weight that a tick admits, that of a page, and that of any other request."""
BEHIND = 0.15
"""Seconds by which a tick may be late before nothing is admitted until the next one."""
LONGEST = 0.5
"""Seconds after which the first in the queue is admitted anyway, on a machine that is busy with something else."""
EACH, MOST = 40, 400
"""The maximum number of waiting requests, per client and in total."""
_FIRST = re.compile(r"/api/v1/(tables/\d+/commands|health|people/log-in)|/processes/.*|/(health|metrics)")
_PAGE = re.compile(r"/(?!api/|_nicegui|_pitboss/).*")


class Admission:
    """Admits requests to the event loop."""

    def __init__(self) -> None:
        self._queue = FairQueue(EACH, MOST)
        self._left = BUDGET
        self._free: asyncio.Event | None = None
        """Set when a tick has just begun."""
        self._due = 0.0
        self._ticking = False

    async def enter(self, path: str, client: str) -> None:
        """Wait until a request may begin; `ProblemError` if too many are waiting."""
        if _FIRST.fullmatch(path):
            return
        weight = PAGE if _PAGE.fullmatch(path) else REQUEST
        self._begin_ticking()
        if self._take(weight):
            return
        try:
            async with self._queue.turn(client):
                await self._wait(weight)
        except Busy as busy:
            says = "the server has more requests than it can answer; try again in a few seconds"
            raise ProblemError("try-again", says, min(30.0, busy.retry_after)) from None

    def _take(self, weight: int) -> bool:
        """Take from the budget of this tick, if nothing is waiting and the loop is not behind."""
        if self._queue.waiting or self._left < weight or self._late() > BEHIND:
            return False
        self._left -= weight
        return True

    async def _wait(self, weight: int) -> None:
        """Wait for a tick whose budget covers the weight."""
        loop = asyncio.get_running_loop()
        end = loop.time() + LONGEST
        while (self._left < weight or self._late() > BEHIND) and (left := end - loop.time()) > 0:
            assert self._free is not None
            try:
                async with asyncio.timeout(left):
                    await self._free.wait()
            except TimeoutError:
                break
        self._left -= weight

    def _late(self) -> float:
        return asyncio.get_running_loop().time() - self._due

    def _begin_ticking(self) -> None:
        if not self._ticking:
            self._ticking = True
            self._left = BUDGET
            self._free = asyncio.Event()
            self._next_tick()

    def _next_tick(self) -> None:
        loop = asyncio.get_running_loop()
        self._due = loop.time() + TICK
        loop.call_at(self._due, self._tick)

    def _tick(self) -> None:
        """Begin a tick with a new budget and wake the queue; stop if nothing was requested."""
        assert self._free is not None
        idle = self._left == BUDGET and not self._queue.waiting
        self._left = BUDGET
        self._free.set()
        self._free.clear()
        if idle:
            self._ticking = False
        else:
            self._next_tick()
