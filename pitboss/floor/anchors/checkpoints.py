"""Checkpoints: signed summaries of the floor, each with the hash of the previous one.

A checkpoint is one line of canonical JSON: `{"before", "heads", "journal", "number", "restore", "signature", "time"}`.
Its hash is the SHA-256 of the line. `before` is the hash of the previous checkpoint, `heads` lists table, entry and
hash, and `journal` the newest journal of the process that wrote it, with its seal.

After an accepted restore, numbering continues above every number ever used. Checkpoints numbered between the one from
which the restore continues and the restore itself were abandoned.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, func, insert, select

from pitboss.floor import schema
from pitboss.floor.chance import Sealer, is_valid_signature
from pitboss.floor.store import JOURNALS_EACH, Store
from pitboss.table.tape import START, canonical

HEADS_EACH = 500
"""The maximum number of heads in a checkpoint."""
LONGEST = 256 * 1024
"""The maximum length of a line in bytes."""
LONGEST_REASON = 300


class BadCheckpoint(ValueError):
    """A line that is not a checkpoint of this floor."""


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a tape at some moment."""

    table: int
    entry: int
    head: str


@dataclass(frozen=True, slots=True)
class Restore:
    """The acceptance of a restored database: the reason, the number from which the chain continues, and the ends it
    abandons.

    `base` is -1 if the chain starts over.
    """

    reason: str
    base: int
    abandons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A checkpoint. Lines written by earlier versions, which hold one head each, have the number 0."""

    number: int
    time: int
    """Milliseconds since 1970."""
    heads: tuple[Head, ...]
    journal: tuple[int, str] | None
    before: str
    restore: Restore | None
    text: str
    hash: str = field(default="")

    def __post_init__(self) -> None:
        object.__setattr__(self, "hash", sha256(self.text.encode()).hexdigest())

    @property
    def when(self) -> str:
        """The time it was made, in readable form."""
        return f"{datetime.fromtimestamp(self.time / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"

    def __str__(self) -> str:
        return f"checkpoint {self.number} of {self.when}" if self.number else f"a head of {self.when}"


def signed_content(table: int, entry: int, head: str) -> bytes:
    """The signed content of a head in a receipt."""
    return f"table {table} entry {entry} {head}".encode()


def sign_checkpoint(
    sealer: Sealer,
    number: int,
    before: str,
    heads: Iterable[Head],
    journal: tuple[int, str] | None = None,
    restore: Restore | None = None,
) -> Checkpoint:
    """A new checkpoint, signed by the floor."""
    content: dict[str, Any] = {
        "number": number,
        "time": int(time.time() * 1000),
        "heads": [[one.table, one.entry, one.head] for one in heads],
        "journal": None if journal is None else list(journal),
        "before": before,
    }
    if restore is not None:
        abandons = list(restore.abandons)
        content["restore"] = {"reason": restore.reason, "base": restore.base, "abandons": abandons}
    signature = sealer.sign(canonical(content).encode())
    return read_checkpoint(canonical(content | {"signature": signature}), sealer.public)


def read_checkpoint(text: str, public: str) -> Checkpoint:
    """A checkpoint from its line; `BadCheckpoint` unless a key's holder signed it."""
    try:
        data = json.loads(text)
        signature = data.pop("signature")
        signed = canonical(data).encode()
        if canonical(data | {"signature": signature}) != text:
            raise BadCheckpoint("cannot be read")
        read = _earlier(data, text) if "number" not in data else _read(data, text)
    except BadCheckpoint:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise BadCheckpoint("cannot be read") from None
    if not isinstance(signature, str) or not is_valid_signature(public, signature, signed):
        raise BadCheckpoint("does not match the signature of this floor")
    return read


def _read(data: dict[str, Any], text: str) -> Checkpoint:
    heads = tuple(Head(int(table), int(entry), str(head)) for table, entry, head in data["heads"])
    journal, restore = data["journal"], data.get("restore")
    return Checkpoint(
        int(data["number"]),
        int(data["time"]),
        heads,
        None if journal is None else (int(journal[0]), str(journal[1])),
        str(data["before"]),
        None if restore is None else Restore(str(restore["reason"]), int(restore["base"]), tuple(restore["abandons"])),
        text,
    )


def _earlier(data: dict[str, Any], text: str) -> Checkpoint:
    """A line written by an earlier version, with one head."""
    head = Head(int(data["table"]), int(data["entry"]), str(data["head"]))
    return Checkpoint(0, int(data["time"]), (head,), None, str(data["before"]), None, text)


# ---- a chain


def faults_of(chain: Sequence[Checkpoint]) -> Iterator[str]:
    """Find checkpoints that do not follow the previous one; all are signed."""
    before: Checkpoint | None = None
    for one in chain:
        if not _follows(one, before):
            yield f"{one} does not follow the previous one"
        before = one


def _follows(one: Checkpoint, before: Checkpoint | None) -> bool:
    if before is None or (one.number == 1 and before.number == 0):
        return one.before == START
    if one.restore is not None and one.restore.base < before.number < one.number:
        return True
    return one.before == before.hash and (one.number > before.number or one.number == before.number == 0)


def in_force(chain: Sequence[Checkpoint], restores: Iterable[Checkpoint] = ()) -> list[Checkpoint]:
    """The checkpoints of a chain that no accepted restore has abandoned, whether its own restores or those given."""
    accepted = [(one.restore.base, one.number) for one in (*chain, *restores) if one.restore is not None]
    return [one for one in chain if not any(base < one.number < number for base, number in accepted)]


# ---- the chain in the database


def newest(connection: Connection, public: str) -> Checkpoint | None:
    """The last checkpoint in the database."""
    line = schema.checkpoint.c
    text = connection.execute(select(line.line).order_by(line.number.desc()).limit(1)).scalar()
    return None if text is None else read_checkpoint(text, public)


def after(connection: Connection, number: int, public: str, most: int) -> list[Checkpoint]:
    """The checkpoints in the database after a number, oldest first."""
    line = schema.checkpoint.c
    rows = select(line.line).where(line.number > number).order_by(line.number).limit(most)
    return [read_checkpoint(text, public) for text in connection.execute(rows).scalars()]


def has(connection: Connection, hash: str) -> bool:
    """Whether the database has a checkpoint."""
    line = schema.checkpoint.c
    return connection.execute(select(line.number).where(line.hash == hash)).first() is not None


def restores(connection: Connection, public: str) -> list[Checkpoint]:
    """The accepted restores."""
    line = schema.checkpoint.c
    rows = select(line.line).where(line.restore.is_(True)).order_by(line.number)
    return [read_checkpoint(text, public) for text in connection.execute(rows).scalars()]


def append(connection: Connection, store: Store, sealer: Sealer, heads: Sequence[Head]) -> list[Checkpoint]:
    """Append checkpoints with some heads and this process's newest journal, unless nothing is new."""
    store.serialize(connection, "checkpoints")
    last = newest(connection, sealer.public)
    journal = newest_journal(connection, store.process)
    known = heads or (journal is not None and not _is_recorded(connection, last, journal, sealer.public))
    made: list[Checkpoint] = []
    for first in range(0, max(1, len(heads)) if known else 0, HEADS_EACH):
        number, before = (1, START) if last is None else (last.number + 1, last.hash)
        last = sign_checkpoint(sealer, number, before, heads[first : first + HEADS_EACH], journal)
        write(connection, last)
        made.append(last)
    return made


def write(connection: Connection, checkpoint: Checkpoint) -> None:
    """Write a checkpoint to the database."""
    row = {"number": checkpoint.number, "hash": checkpoint.hash, "line": checkpoint.text}
    connection.execute(insert(schema.checkpoint).values(**row, restore=checkpoint.restore is not None))


def position(connection: Connection, process: int) -> tuple[int, tuple[int, str] | None]:
    """The number of the last checkpoint in the database, and the newest journal of a process."""
    last = connection.execute(select(func.max(schema.checkpoint.c.number))).scalar()
    return int(last or 0), newest_journal(connection, process)


def newest_journal(connection: Connection, process: int) -> tuple[int, str] | None:
    """The newest journal of a process, or of any if it has none, with its seal."""
    journal = schema.journal.c
    first, end = process * JOURNALS_EACH, (process + 1) * JOURNALS_EACH
    rows = select(journal.id, journal.seal).order_by(journal.id.desc()).limit(1)
    row = connection.execute(rows.where(journal.id >= first, journal.id < end)).first()
    if row is None:
        row = connection.execute(rows).first()
    return None if row is None else (int(row.id), str(row.seal))


def _is_recorded(connection: Connection, last: Checkpoint | None, journal: tuple[int, str], public: str) -> bool:
    """Whether a recent checkpoint has this journal, or a later one from the same process."""
    if last is None:
        return False
    recent = [one.journal[0] for one in after(connection, last.number - 20, public, 20) if one.journal is not None]
    return any(id >= journal[0] and id // JOURNALS_EACH == journal[0] // JOURNALS_EACH for id in recent)


__all__ = [
    "HEADS_EACH",
    "LONGEST",
    "LONGEST_REASON",
    "BadCheckpoint",
    "Checkpoint",
    "Head",
    "Restore",
    "after",
    "append",
    "faults_of",
    "has",
    "in_force",
    "newest",
    "newest_journal",
    "position",
    "read_checkpoint",
    "restores",
    "sign_checkpoint",
    "signed_content",
    "write",
]
