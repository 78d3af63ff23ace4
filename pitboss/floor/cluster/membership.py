"""A process's membership of its floor: its heartbeat, and the tables that it gains or loses."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, select

from pitboss.floor import schema
from pitboss.floor.cluster.notifications import listen
from pitboss.floor.store import BEAT, LEASE
from pitboss.floor.threads import in_thread

if TYPE_CHECKING:
    from pitboss.floor.floor import Floor

log = logging.getLogger("pitboss.floor")
SKEW = 5.0
"""Seconds by which a clock may be wrong before a warning is logged."""
TOKEN_CHECK = 0.5
"""Seconds between checks whether another process has revoked a token that is cached here."""


class Membership:
    """The membership of this process in its floor."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._store = floor.store

    def work(self) -> list[Coroutine[Any, Any, None]]:
        """The coroutines that must run as long as the floor is open."""
        listening = [] if self._store.sqlite else [listen(self._store.url, self._table_changed, self._tables_changed)]
        return [self._show_life(), self._check_tokens(), *listening]

    def _table_changed(self, id: int) -> None:
        if (followed := self._floor.followed.get(id)) is not None:
            followed.notify()

    def _tables_changed(self) -> None:
        for followed in self._floor.followed.values():
            followed.notify()

    async def _show_life(self) -> None:
        """Send a heartbeat every second, from the event loop of the tables, so that a process that hangs sends none."""
        last = time.monotonic()
        warned = False
        while True:
            await asyncio.sleep(BEAT)
            with suppress(Exception):
                skew = await in_thread(None, self._store.beat)
                if time.monotonic() > last + LEASE and not self._store.alone:
                    await self._drop_lost_tables()  # others may have assumed that this process is dead
                last = time.monotonic()
                if (abs(skew) > SKEW) != warned:
                    warned = not warned
                    log.warning("the clock of this process is %.0f s from the database's", skew)

    async def _check_tokens(self) -> None:
        while not self._store.alone:
            await asyncio.sleep(TOKEN_CHECK)
            with suppress(Exception):
                await self._floor.refresh_tokens()

    async def check(self) -> None:
        """Take the lock again if the database dropped it, and forget the tables that were lost with it."""
        if await in_thread(None, self._store.stay_alive):
            await self._drop_lost_tables()

    async def release_orphans(self) -> None:
        """Stop following tables whose owner has died, so that a viewer here takes them over."""
        for id, followed in list(self._floor.followed.items()):
            if followed.watched and await self._orphaned(id):
                self._floor.forget(followed)

    async def _drop_lost_tables(self) -> None:
        """Forget the tables that another process has taken over; viewers here then follow them."""
        table = schema.gaming_table
        rows = select(table.c.id, table.c.owner, table.c.epoch).where(table.c.id.in_(list(self._floor.owned)))
        held = await self._store.read(lambda connection: connection.execute(rows).all())
        for id, owner, epoch in held:
            mine = self._floor.owned.get(id)
            if mine is not None and (owner, epoch) != (self._store.process, mine.epoch):
                await mine.stop()

    async def _orphaned(self, id: int) -> bool:
        table = schema.gaming_table

        def orphaned(connection: Connection) -> bool:
            owner = connection.execute(select(table.c.owner).where(table.c.id == id)).scalar()
            return owner is None or not self._store.alive(connection, owner)

        return await self._store.read(orphaned)
