"""Housekeeping: background tasks of a process while the floor is open.

It frees abandoned seats and deletes expired data. The part that concerns other processes is in `cluster.membership`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.floor import schema
from pitboss.floor.cluster.membership import SKEW, Membership
from pitboss.floor.cluster.relay import OwnerUnavailable
from pitboss.floor.commands import CloseTable
from pitboss.floor.ledger import closed_with_money
from pitboss.floor.people import REVOKED, THE_HOUSE
from pitboss.floor.records import abandoned_tables
from pitboss.floor.store import CommitFailed
from pitboss.table import Refused

if TYPE_CHECKING:
    from pitboss.floor.floor import Floor

log = logging.getLogger("pitboss.floor")
IDLE = 15 * 60.0
RECEIPTS_KEPT = 24 * 3600.0
"""Minimum seconds before a receipt is deleted."""
LEFT_ALONE = 24 * 3600.0
"""Seconds after which a player's table is closed if it has stayed empty."""
SWEEP = 3600.0


class Housekeeping:
    """The background tasks of this process."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.store = floor.store
        self.tasks: list[asyncio.Task[None]] = []
        self._swept: tuple[float, float] | None = None
        self._membership = Membership(floor)

    def begin(self) -> None:
        """Start the tasks."""
        work = (self._keep_house(), *self._membership.work(), *self.floor.anchors.work())
        self.tasks = [asyncio.ensure_future(one) for one in work]

    def end(self) -> None:
        """Cancel the tasks."""
        for task in self.tasks:
            task.cancel()

    async def _keep_house(self) -> None:
        """Periodically take over the tables of dead processes, free idle seats, and clean up."""
        swept = 0.0
        while True:
            await asyncio.sleep(2.0)
            with suppress(Exception):
                self.look()
                await self._membership.check()
                await self.protect()
                await self.floor.release_pending()
                for table in list(self.floor.owned.values()):
                    table.seats.vacate_idle(IDLE)
                await self.floor.tournaments.go_on()
                if time.monotonic() > swept + SWEEP:
                    swept = time.monotonic()
                    await self.sweep()
                await self._membership.release_orphans()

    def look(self) -> None:
        """Look for faults that no command would notice, and take over tables that could only be shown so far."""
        condition, database = self.store.condition, self.store.url.database
        folders = {"the floor's folder": self.floor.folder}
        if self.store.sqlite and database:
            folders["the database"] = Path(database).parent
        condition.look(folders)
        if not condition.has("database"):
            self.floor.resume_tables()

    async def protect(self) -> None:
        """Read players' own limits again, and make excluded players leave."""
        tables = list(self.floor.owned.values())
        seated = [seat.person for table in tables for seat in table.seats.taken.values() if not seat.bot]
        await self.floor.protection.refresh(seated)
        excluded = set(self.floor.protection.excluded())
        for table in tables:
            table.seats.vacate_people(excluded)

    async def sweep(self) -> None:
        """Delete old receipts and expired tokens, and close the abandoned tables of players.

        Tables that an earlier version closed with money in their meters return it to the house.
        """
        await self.store.change(self.store.release_orphaned)
        for id in await self.store.read(closed_with_money):
            with suppress(Refused, OwnerUnavailable, CommitFailed):
                await self.floor.command(id, THE_HOUSE, CloseTable())
        now = await self._expired_by()
        if now is None:
            return
        receipt, token, errand = schema.receipt, schema.token, schema.errand
        for old in (
            receipt.delete().where(receipt.c.at < now - RECEIPTS_KEPT),
            errand.delete().where(errand.c.at < now - RECEIPTS_KEPT),
            token.delete().where(token.c.expires > REVOKED, token.c.expires < now),
        ):
            await self.store.change(lambda connection, old=old: connection.execute(old))  # type: ignore[misc]
        for id in await self.store.read(lambda connection: abandoned_tables(connection, now - LEFT_ALONE)):
            with suppress(Refused, OwnerUnavailable, CommitFailed):  # someone sat down, or another process was faster
                await self.floor.command(id, THE_HOUSE, CloseTable())

    async def _expired_by(self) -> float | None:
        """The database's time at the previous check, as the expiry limit; None if its clock was changed since.

        Nothing is deleted at the first check, so a clock that is temporarily wrong does no damage.
        """
        now, ran = await self.store.read(self.store.now), time.monotonic()
        before, self._swept = self._swept, (now, ran)
        if before is None:
            return None
        moved = (now - before[0]) - (ran - before[1])
        if abs(moved) > SKEW:
            log.warning("the clock was changed by %.0f s: nothing is deleted until it is stable", moved)
            return None
        return before[0]
