"""A fair queue for jobs that run only a few at a time, such as hashing passwords, which is slow on purpose.

1. Each client (an address, or a /64 network for IPv6) may have a few jobs waiting; further ones are refused at once, at
   no cost.
2. The next job is that of the client served least recently, and among equals the one who came last. So a client who
   arrives in the middle of a flood is served before the flooders, after about one job.
3. A known client (who has logged in under the name from this device or address before) is ahead of unknown ones that
   were served only a few times less.
4. If too many jobs are waiting in total, the one that would be served last is refused.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

EACH = 4
"""The maximum number of waiting jobs of one client."""
MOST = 200
"""The maximum number of waiting jobs in total."""
HALF_LIFE = 60.0
"""Seconds after which a served job counts half."""
KNOWN = 3.0
"""The number of jobs by which a known client is ahead."""
REMEMBERED = 20_000
"""The number of clients whose service history is kept."""


class Busy(Exception):
    """Too many jobs are waiting. `retry_after` is in seconds."""

    def __init__(self, what: str, retry_after: float) -> None:
        super().__init__(what)
        self.retry_after = retry_after


@dataclass(eq=False, slots=True)
class _Piece:
    whose: str
    known: bool
    number: int
    turn: asyncio.Future[None] = field(repr=False)


class FairQueue:
    """Runs a few jobs at a time, as many as there are `slots`."""

    def __init__(
        self, each: int = EACH, most: int = MOST, now: Callable[[], float] = time.monotonic, slots: int = 1
    ) -> None:
        self._each, self._most, self._now, self._slots = each, most, now, slots
        self._waiting: list[_Piece] = []
        self._running = 0
        self._came = 0
        self._served: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """The service each client has received recently, and when that was computed."""
        self._lasts = 0.5
        """The approximate duration of a job in seconds."""

    @property
    def waiting(self) -> bool:
        """Whether a job runs or waits."""
        return bool(self._running or self._waiting)

    @property
    def length(self) -> int:
        """The number of waiting jobs."""
        return len(self._waiting)

    @asynccontextmanager
    async def turn(self, whose: str, known: bool = False) -> AsyncIterator[None]:
        """Wait for a turn and hold it until the end of the block; `Busy` if too many jobs are waiting."""
        await self._wait(whose, known)
        began = self._now()
        try:
            yield
        finally:
            self._lasts += 0.2 * (self._now() - began - self._lasts)
            self._release()

    async def _wait(self, whose: str, known: bool) -> None:
        if sum(one.whose == whose for one in self._waiting) >= self._each:
            raise self._busy("too many requests from your address are already waiting", self._each)
        self._came += 1
        piece = _Piece(whose, known, self._came, asyncio.get_running_loop().create_future())
        self._waiting.append(piece)
        if len(self._waiting) > self._most:
            last = max(self._waiting, key=self._order)
            self._waiting.remove(last)
            last.turn.set_exception(self._busy("too many people are logging in at the moment", self._most))
        self._fill()
        try:
            await piece.turn
        except asyncio.CancelledError:
            if piece in self._waiting:
                self._waiting.remove(piece)
            elif not piece.turn.cancelled() and piece.turn.exception() is None:
                self._release()  # it was given its turn, but was cancelled
            raise

    def _busy(self, what: str, waiting: int) -> Busy:
        return Busy(what, max(1.0, self._lasts * waiting / self._slots))

    def _release(self) -> None:
        """End a job."""
        self._running -= 1
        self._fill()

    def _fill(self) -> None:
        """Give the free slots to the next jobs."""
        self._waiting = [piece for piece in self._waiting if not piece.turn.done()]
        while self._waiting and self._running < self._slots:
            self._running += 1
            self._begin_next()

    def _begin_next(self) -> None:
        piece = min(self._waiting, key=self._order)
        self._waiting.remove(piece)
        self._served[piece.whose] = (self._lately(piece.whose) + 1, self._now())
        self._served.move_to_end(piece.whose)
        if len(self._served) > REMEMBERED:
            self._served.popitem(last=False)
        piece.turn.set_result(None)

    def _order(self, piece: _Piece) -> tuple[float, int]:
        return self._lately(piece.whose) - KNOWN * piece.known, -piece.number

    def _lately(self, whose: str) -> float:
        served, at = self._served.get(whose, (0.0, 0.0))
        return float(served * 0.5 ** ((self._now() - at) / HALF_LIFE))


__all__ = ["Busy", "FairQueue"]
