"""All that is kept of a table, in one document that can be checked without the floor it comes from.

The floor signs it, so that it can be told from one that somebody else has made or changed.
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
    """The table, as its row in the database says."""

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
    """A shuffle: what was committed to, and what it was if the shoe is finished."""

    entry: int
    shoe: str
    commitment: str
    opening: OpeningPart | None = None


class JournalPart(_Part):
    """Money that moved at the table, with the entry that moved it."""

    journal: int
    entry: int
    what: str
    amounts: dict[str, int] = Field(description="Cents by account")


class Signature(_Part):
    """By whom the document was made: Ed25519, over all the rest of it in the one way in which entries are written."""

    key: str = Field(description="The public key of the floor, which the floor publishes too")
    signature: str


class Bundle(_Part):
    """An export. The lines of the tape are as they were sealed, to the byte."""

    pitboss: str = Field(description="The version that wrote it")
    table: TablePart
    tape: list[str]
    shuffles: list[ShufflePart]
    ledger: list[JournalPart]
    signed: Signature | None = None

    @property
    def content(self) -> bytes:
        """What is signed."""
        return canonical(self.model_dump(mode="json", exclude={"signed"})).encode()

    def signed_by(self, sealer: Sealer) -> Bundle:
        """The same, signed."""
        signature = Signature(key=sealer.public, signature=sealer.sign(self.content))
        return self.model_copy(update={"signed": signature})


async def bundled(floor: Floor, table: int) -> Bundle:
    """The export of a table, as it stands at one moment."""
    return await floor.store.read(lambda connection: read_bundle(connection, table).signed_by(floor.sealer))


def read_bundle(connection: Connection, table: int) -> Bundle:
    """All that the database has of a table."""
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
