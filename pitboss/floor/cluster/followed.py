"""Another process's table, followed through its tape.

The owner's commits are in the database. Replaying the new entries with the same procedure gives the same steps, so
viewers here see what viewers in the owner's process see.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, select

from pitboss.floor import schema
from pitboss.floor.clock import monotonic_deadline
from pitboss.floor.commitments import commitments_in
from pitboss.floor.ledger import inventory_of
from pitboss.floor.records import TableRecord, ready_and_deadline, sealed_entries
from pitboss.floor.sight import Moment, Seat, TableInfo, TableSnapshot, WatchableTable, number_step
from pitboss.table import Dealer
from pitboss.table.game import Game

if TYPE_CHECKING:
    from pitboss.floor.floor import Floor

log = logging.getLogger("pitboss.floor")
POLL = 3.0
"""Seconds between reads of the tape without a notification, since one may have been lost."""
UNWATCHED = 10.0
"""Seconds after which a table without viewers is no longer followed."""


class FollowedTable(WatchableTable):
    """A table that another process owns."""

    def __init__(self, floor: Floor, info: TableInfo, game: Game[Any], snapshot: TableSnapshot) -> None:
        super().__init__(info, game, snapshot)
        self.floor = floor
        self.standby = False
        """Whether this process would own the table, but cannot write to the database."""
        self._hash = ""
        self._fills = 0
        self._waiting: tuple[frozenset[int], float | None] = (frozenset(), None)
        self._ends: tuple[float | None, float | None] = None, None
        """The deadline as on the tape, and by the monotonic clock as of when it was first read."""
        self._commitments: dict[str, str] = {}
        self._dealer: Dealer
        self._task: asyncio.Task[None] | None = None
        self._looking = asyncio.Lock()
        self._notified = asyncio.Event()

    def take_up(self, dealer: Dealer, kept: TableRecord) -> None:
        """Start at the current end of the tape."""
        self._dealer = dealer
        self._hash = kept.hash
        dealer.watch = lambda step: self.moments.append(self._numbered(step))
        self._fills = kept.inventory - inventory_of(dealer.ask.state if dealer.ask is not None else dealer.state, 0)
        self._waiting = kept.ready, kept.until
        self._commitments = {one.of: one.commitment for one in kept.seeds}
        self._stand(kept.last, kept.seats)
        self._task = asyncio.get_running_loop().create_task(self._follow())

    def notify(self) -> None:
        """Read the tape soon, because it may have new entries."""
        self._notified.set()

    def stop(self) -> None:
        """Stop following."""
        self.gone = True
        if self._task is not None:
            self._task.cancel()
        self.notify_viewers()

    def _numbered(self, step: Any) -> Moment:
        return number_step(self._dealer, step)

    def _stand(self, entries: int, seats: dict[int, Seat]) -> None:
        dealer = self._dealer
        state = dealer.ask.state if dealer.ask is not None else dealer.state
        ready, until = self._waiting
        if until != self._ends[0]:
            self._ends = until, monotonic_deadline(until)
        deadline = self._ends[1]
        self.snapshot = TableSnapshot(
            state, dealer.ask, dealer.state.rounds, entries, seats, ready, deadline, self._fills, self._commitments
        )

    async def _follow(self) -> None:
        loop = asyncio.get_running_loop()
        watched = loop.time()
        try:
            while not self.gone:
                with suppress(TimeoutError):
                    async with asyncio.timeout(POLL):
                        await self._notified.wait()
                self._notified.clear()
                if self.watched:
                    watched = loop.time()
                elif loop.time() > watched + UNWATCHED:
                    break  # the next viewer starts over
                await self.look()
        except Exception as problem:
            log.warning("table %s is no longer followed: %s", self.info.id, problem)
        self.gone = True
        self.floor.forget(self)
        self.notify_viewers()

    async def look(self) -> None:
        """Play the new entries of the tape."""
        async with self._looking:
            await self._look()

    async def _look(self) -> None:
        if self.gone:
            return  # it was dropped while we waited for the lock
        found = await self.floor.store.read(self._news)
        if found is None:
            return
        lines, seats = found
        entries, self._hash = sealed_entries(lines, self._hash)
        self._waiting = ready_and_deadline(entries, *self._waiting)
        if any(entry.kind == "change" for entry in entries):
            self.floor.forget(self)  # viewers start over with the changed table
            return
        for entry in entries:
            self._dealer.apply_entry(entry)
            self._fills += entry.data.get("fill", 0)
            self._commitments = self._commitments | commitments_in(entry)
        with suppress(IndexError):
            self._stand(entries[-1].number, seats)
        self.notify_viewers()

    def _news(self, connection: Connection) -> tuple[Any, dict[int, Seat]] | None:
        entry, seat, person = schema.entry, schema.seat, schema.person
        mine = (entry.c.table == self.info.id) & (entry.c.number > self.snapshot.entries)
        lines = connection.execute(select(entry.c.number, entry.c.line).where(mine).order_by(entry.c.number)).all()
        if not lines:
            return None
        seats = connection.execute(
            select(seat.c.position, seat.c.person, person.c.name, seat.c.bot, seat.c.since)
            .join(person, person.c.id == seat.c.person)
            .where(seat.c.table == self.info.id)
        )
        known = {row.position: Seat(row.person, row.name, row.bot, row.since) for row in seats}
        return lines, known
