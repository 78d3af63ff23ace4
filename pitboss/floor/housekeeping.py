"""Housekeeping: what a process does beside play, for as long as it has the floor.

It shows that it lives and lets go of tables that others took over, takes over those whose process died, frees what
nobody uses any more, and throws away what has expired.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from sqlalchemy import Connection, insert, select, update

from pitboss.floor import schema
from pitboss.floor.commands import CloseTable
from pitboss.floor.heads import MARKS, OLD_MARK, Mark, chain_of
from pitboss.floor.ledger import closed_with_money
from pitboss.floor.people import REVOKED, THE_HOUSE
from pitboss.floor.records import left_alone
from pitboss.floor.relay import Elsewhere
from pitboss.floor.store import BEAT, LEASE, Lost
from pitboss.floor.threads import in_thread
from pitboss.table import Refused

if TYPE_CHECKING:
    from pitboss.floor.floor import Floor

log = logging.getLogger("pitboss.floor")
IDLE = 15 * 60.0
RECEIPTS_KEPT = 24 * 3600.0
"""For so long, at least, a repeated request is known as one."""
LEFT_ALONE = 24 * 3600.0
"""A table that a player opened is closed when nobody has sat there for so long."""
SWEEP = 3600.0
SKEW = 5.0
"""Seconds by which a clock may be wrong before somebody is told."""
LOOK_AGAIN = 0.5
"""Seconds between looks at whether another process has taken back a token that is in use here."""


class Housekeeping:
    """The housekeeping of a process's part of the floor."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.store = floor.store
        self.tasks: list[asyncio.Task[None]] = []
        self._swept: tuple[float, float] | None = None
        self._marked: Mark | None = None

    def begin(self) -> None:
        """From now on."""
        work = (self._keep_house(), self._mind_tokens(), self._show_life())
        self.tasks = [asyncio.ensure_future(one) for one in work]

    def end(self) -> None:
        """No more."""
        for task in self.tasks:
            task.cancel()

    async def _keep_house(self) -> None:
        """Now and then: tables whose process died are taken over, and seats of who is long gone become free."""
        swept = 0.0
        while True:
            await asyncio.sleep(2.0)
            with suppress(Exception):
                if await in_thread(None, self.store.stay_alive):
                    await self._let_go()
                await self.floor.free_the_rest()
                for table in list(self.floor.owned.values()):
                    table.leave_idle(IDLE)
                await self.mark_heads()
                await self.floor.tournaments.go_on()
                if time.monotonic() > swept + SWEEP:
                    swept = time.monotonic()
                    await self.sweep()
                for id, followed in list(self.floor.followed.items()):
                    if followed.watched and await self._orphaned(id):
                        self.floor.forget(followed)

    async def mark_heads(self) -> None:
        """Write into the database how far the file of heads goes: whoever cuts off the file may not write there."""
        path, mark = self.floor.heads.path, self.floor.heads.mark
        if mark is None or mark == self._marked:
            return
        chain = await in_thread(None, chain_of, path)

        def marked(connection: Connection) -> None:
            name, house = f"{MARKS}{chain}", schema.house
            row = connection.execute(select(house.c.value).where(house.c.name == name).with_for_update()).scalar()
            if row is None:
                connection.execute(insert(house).values(name=name, value=str(mark)))
            elif Mark.read(row).size < mark.size:
                connection.execute(update(house).where(house.c.name == name).values(value=str(mark)))
            old = connection.execute(select(house.c.value).where(house.c.name == OLD_MARK)).scalar()
            if old is not None and not Mark.read(old).missed(path):  # of a floor that had one mark for all its files
                connection.execute(house.delete().where(house.c.name == OLD_MARK))

        await self.store.change(marked)
        self._marked = mark

    async def _show_life(self) -> None:
        """A sign of life every second, from where the tables are: a process that hangs gives none, and loses them."""
        last = time.monotonic()
        said = False
        while True:
            await asyncio.sleep(BEAT)
            with suppress(Exception):
                skew = await in_thread(None, self.store.beat)
                if time.monotonic() > last + LEASE and not self.store.alone:
                    await self._let_go()  # others may have taken it for dead
                last = time.monotonic()
                if (abs(skew) > SKEW) != said:
                    said = not said
                    log.warning("the clock of this process is %.0f s from the database's", skew)

    async def _mind_tokens(self) -> None:
        while not self.store.alone:
            await asyncio.sleep(LOOK_AGAIN)
            with suppress(Exception):
                await self.floor.look_again()

    async def _let_go(self) -> None:
        """Forget the tables that another process has taken over; who looks on here then follows them there."""
        table = schema.gaming_table
        rows = select(table.c.id, table.c.owner, table.c.epoch).where(table.c.id.in_(list(self.floor.owned)))
        held = await self.store.read(lambda connection: connection.execute(rows).all())
        for id, owner, epoch in held:
            if (mine := self.floor.owned.get(id)) is not None and (owner, epoch) != (
                self.store.process,
                mine.epoch,
            ):
                await mine.stop()

    async def sweep(self) -> None:
        """Old receipts and expired tokens are thrown away; tables that players opened and left are closed.

        Tables that an earlier version closed, with money left in their meters, give it back to the house.
        """
        await self.store.change(self.store.release_of_the_dead)
        for id in await self.store.read(closed_with_money):
            with suppress(Refused, Elsewhere, Lost):
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
        for id in await self.store.read(lambda connection: left_alone(connection, now - LEFT_ALONE)):
            with suppress(Refused, Elsewhere, Lost):  # somebody came, or another process was quicker
                await self.floor.command(id, THE_HOUSE, CloseTable())

    async def _expired_by(self) -> float | None:
        """What had expired when it was last looked, by the database's clock; None if that clock was moved since.

        So nothing is thrown away at the first look: a clock that is wrong for a while costs nobody anything.
        """
        now, ran = await self.store.read(self.store.now), time.monotonic()
        before, self._swept = self._swept, (now, ran)
        if before is None:
            return None
        moved = (now - before[0]) - (ran - before[1])
        if abs(moved) > SKEW:
            log.warning("the clock was moved by %.0f s: nothing is thrown away until it has run evenly", moved)
            return None
        return before[0]

    async def _orphaned(self, id: int) -> bool:
        table = schema.gaming_table

        def asked(connection: Connection) -> bool:
            owner = connection.execute(select(table.c.owner).where(table.c.id == id)).scalar()
            return owner is None or not self.store.alive(connection, owner)

        return await self.store.read(asked)
