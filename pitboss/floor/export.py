"""An export: everything stored about a table in one document, which can be checked without the floor that made it.

The floor signs it, so that a changed or forged document is detected.
"""

from __future__ import annotations

import json
from typing import Any

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Connection, select

from pitboss.floor import schema
from pitboss.floor.chance import Sealer
from pitboss.floor.floor import Floor
from pitboss.floor.records import NoSuchTable
from pitboss.table.tape import canonical
from pitboss.version import __version__


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class TablePart(_Part):
    """The table's row in the database."""

    id: int
    name: str
    game: str
    layout: dict[str, Any]
    settings: dict[str, Any]


class OpeningPart(_Part):
    """The order of a finished shoe, and its nonce."""

    nonce: str
    order: str


class ShufflePart(_Part):
    """A shuffle: its commitment, and its order if the shoe is finished."""

    entry: int
    shoe: str
    commitment: str
    opening: OpeningPart | None = None


class JournalPart(_Part):
    """A transfer of money at the table, with the entry that caused it."""

    journal: int
    entry: int
    what: str
    amounts: dict[str, int] = Field(description="Cents by account")


class Signature(_Part):
    """An Ed25519 signature over the rest of the document in its canonical form."""

    key: str = Field(description="The public key of the floor, which the floor also publishes")
    signature: str


class Bundle(_Part):
    """An export. The lines of the tape are byte for byte as they were sealed."""

    pitboss: str = Field(description="The version that created it")
    table: TablePart
    tape: list[str]
    shuffles: list[ShufflePart]
    ledger: list[JournalPart]
    signed: Signature | None = None

    @property
    def content(self) -> bytes:
        """The bytes to sign."""
        return canonical(self.model_dump(mode="json", exclude={"signed"})).encode()

    def signed_by(self, sealer: Sealer) -> Bundle:
        """A signed copy of this export."""
        signature = Signature(key=sealer.public, signature=sealer.sign(self.content))
        return self.model_copy(update={"signed": signature})


async def export_table(floor: Floor, table: int) -> Bundle:
    """The signed export of a table, at one moment."""
    return await floor.store.read(lambda connection: read_bundle(connection, table).signed_by(floor.sealer))


def read_bundle(connection: Connection, table: int) -> Bundle:
    """Read everything that the database holds about a table."""
    row = connection.execute(select(schema.gaming_table).where(schema.gaming_table.c.id == table)).first()
    if row is None:
        raise NoSuchTable(f"there is no table {table}")
    entry, shuffle = schema.entry, schema.shuffle
    lines = connection.execute(select(entry.c.line).where(entry.c.table == table).order_by(entry.c.number)).scalars()
    shuffles = connection.execute(select(shuffle).where(shuffle.c.table == table).order_by(shuffle.c.entry))
    return Bundle(
        pitboss=__version__,
        table=TablePart(
            id=row.id,
            name=row.name,
            game=row.game,
            layout=json.loads(row.layout),
            settings=json.loads(row.settings),
        ),
        tape=list(lines),
        shuffles=[
            ShufflePart(
                entry=one.entry,
                shoe=one.shoe,
                commitment=one.commitment,
                opening=None if one.order is None else OpeningPart(nonce=one.nonce, order=one.order),
            )
            for one in shuffles
        ],
        ledger=_ledger(connection, table),
    )


def _ledger(connection: Connection, table: int) -> list[JournalPart]:
    journal, posting = schema.journal, schema.posting
    rows = connection.execute(
        select(journal.c.id, journal.c.entry, journal.c.what, posting.c.account, posting.c.amount)
        .join(posting, posting.c.journal == journal.c.id)
        .where(journal.c.table == table)
        .order_by(journal.c.id, posting.c.account)
    )
    kept: dict[int, JournalPart] = {}
    for row in rows:
        one = kept.setdefault(row.id, JournalPart(journal=row.id, entry=row.entry, what=row.what, amounts={}))
        one.amounts[row.account] = int(row.amount)
    return list(kept.values())
