"""Flags for surveillance: things that a person should look at, although they may be innocent.

One person can pose as several guests, and at a poker table would then see several hands. So people at the same poker
table with the same network address are flagged. Households and offices share addresses too, so nobody is refused.
"""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from collections.abc import Iterable

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Connection, insert, select

from pitboss.floor import schema
from pitboss.floor.store import Store

SAME_ADDRESS = "one network address"
KNOWN = 20_000
"""The number of people whose address is remembered."""
SHOWN = 200


class Flag(BaseModel):
    """Something for surveillance to look at."""

    model_config = ConfigDict(frozen=True)

    id: int
    at: float = Field(description="In seconds since 1970")
    table: int
    what: str
    people: list[str] = Field(description="The names of those concerned")


class Flags:
    """Tracks the network each person was last seen on, and flags people who share one at a poker table."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._networks: OrderedDict[int, str] = OrderedDict()
        self._flagged: set[tuple[int, frozenset[int]]] = set()

    def seen_at(self, person: int, network: str) -> None:
        """Remember the network of a person's last request."""
        self._networks[person] = network
        self._networks.move_to_end(person)
        if len(self._networks) > KNOWN:
            self._networks.popitem(last=False)

    async def check_poker_table(self, table: int, person: int, others: Iterable[int]) -> None:
        """Flag the people at a poker table who share a newcomer's network, once for each group."""
        network = self._networks.get(person)
        same = frozenset({person, *(other for other in others if self._networks.get(other) == network)})
        if network is None or len(same) < 2 or (table, same) in self._flagged:
            return
        self._flagged.add((table, same))

        def flagged(connection: Connection) -> None:
            people = (
                select(schema.person.c.name).where(schema.person.c.id.in_(sorted(same))).order_by(schema.person.c.id)
            )
            names = json.dumps(list(connection.execute(people).scalars()))
            row = {"at": time.time(), "table": table, "what": SAME_ADDRESS, "people": names}
            connection.execute(insert(schema.flag).values(**row))

        await self._store.change(flagged)

    async def newest(self) -> list[Flag]:
        """The floor's newest flags."""
        asked = select(schema.flag).order_by(schema.flag.c.id.desc()).limit(SHOWN)
        rows = await self._store.read(lambda connection: connection.execute(asked).all())
        return [
            Flag(id=row.id, at=row.at, table=row.table, what=row.what, people=json.loads(row.people)) for row in rows
        ]


__all__ = ["Flag", "Flags"]
