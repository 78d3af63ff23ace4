"""The whole floor audited: what each part of the database says of the others, and what stands outside it.

Who can write the database can make any one row say anything. So nothing is believed because it is there: balances are
held against postings, postings against the tapes, tapes against their signed heads in a file beside the database,
journals against seals whose key is not in it, times against those under the seals of the tapes, seats against the
states that the tapes lead to, and the database's own pages against one another.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Connection, Table, func, select, text

from pitboss.chapter.rules import registered_games
from pitboss.floor import ledger, schema
from pitboss.floor.card_proofs import is_opening
from pitboss.floor.chance import Sealer, WrongKey
from pitboss.floor.commitments import commitment_to
from pitboss.floor.export import read_bundle
from pitboss.floor.heads import FILE, MARKS, OLD_MARK, Head, Mark, chain_of, place_of, read_heads
from pitboss.floor.records import NoSuchTable, read_table
from pitboss.floor.store import Store, may_overdraw
from pitboss.floor.verify import verify

LATE = 60.0
"""Seconds that may be between an entry's own time and that of its commit."""


class AuditFinding(BaseModel):
    """Something that is not as the rest says, and where."""

    model_config = ConfigDict(frozen=True)

    where: str = Field(description="The part of the floor: a table, an account, a journal, a file")
    what: str


class FloorAudit(BaseModel):
    """What was found of a floor."""

    model_config = ConfigDict(frozen=True)

    tables: int
    entries: int
    journals: int
    accounts: int
    heads: int = Field(description="Signed heads of tapes that were held against them")
    findings: list[AuditFinding] = []
    notices: list[AuditFinding] = Field([], description="What could not be looked at here, and why: no fault of it")


def audit_floor(store: Store, sealer: Sealer, folder: Path) -> FloorAudit:
    """Everything, as it stands at one moment."""
    # Before the database is read: the floor may be open, and writes a head only when its entries are committed.
    heads = list(read_heads(folder / FILE, sealer.public))
    return store.read_now(lambda connection: _audited(connection, store, sealer, folder, heads))


def audit_quickly(store: Store, folder: Path) -> list[AuditFinding]:
    """What can be said at every start: the database's pages, the ledger's sums, and whether heads were cut off."""
    return store.read_now(
        lambda connection: [*_pages(connection, store), *_ledger(connection), *_cut_off(connection, store, folder)]
    )


def _audited(
    connection: Connection, store: Store, sealer: Sealer, folder: Path, written: Sequence[Head | str]
) -> FloorAudit:
    heads: defaultdict[int, list[Head]] = defaultdict(list)
    findings = [*_pages(connection, store), *_ledger(connection), *_journals(connection, sealer)]
    findings += _cut_off(connection, store, folder)
    for one in written:
        if isinstance(one, Head):
            heads[one.table].append(one)
        else:
            findings.append(AuditFinding(where=FILE, what=one))
    tables = list(connection.execute(select(schema.gaming_table.c.id).order_by(schema.gaming_table.c.id)).scalars())
    notices = list(_heads_elsewhere(connection, store, folder))
    for id in tables:
        missing = _not_installed(connection, id)
        if missing:
            what = f"the game {missing!r} is not installed here: its seals and heads were checked, its rounds were not"
            notices.append(AuditFinding(where=f"table {id}", what=what))
        findings += _table(connection, sealer, id, heads[id], bool(missing))
    for id in sorted(heads.keys() - set(tables)):
        findings.append(AuditFinding(where=f"table {id}", what="its tape has signed heads, but there is no such table"))

    def count(table: Table) -> int:
        return int(connection.execute(select(func.count()).select_from(table)).scalar_one())

    return FloorAudit(
        tables=len(tables),
        entries=count(schema.entry),
        journals=count(schema.journal),
        accounts=count(schema.account),
        heads=sum(map(len, heads.values())),
        findings=findings,
        notices=notices,
    )


def _cut_off(connection: Connection, store: Store, folder: Path) -> Iterator[AuditFinding]:
    """Whether the file of heads still goes as far as it went."""
    for mark, is_here in _marks_of(connection, store, folder):
        if is_here and (missed := mark.missed(folder / FILE)):
            yield AuditFinding(where=FILE, what=missed)


def _heads_elsewhere(connection: Connection, store: Store, folder: Path) -> Iterator[AuditFinding]:
    """The files of heads of processes that have a folder of their own."""
    for mark, is_here in _marks_of(connection, store, folder):
        if not is_here:
            what = f"{mark.size} bytes of signed heads are in another folder, {mark.place}; audit there too"
            yield AuditFinding(where=FILE, what=what)


def _marks_of(connection: Connection, store: Store, folder: Path) -> Iterator[tuple[Mark, bool]]:
    """How far each file of heads went, and whether it belongs in this folder, as the only file of a floor does."""
    house, path = schema.house, folder / FILE
    chain = f"{MARKS}{chain_of(path)}"
    for name, value in connection.execute(select(house.c.name, house.c.value).where(house.c.name.startswith(OLD_MARK))):
        mark = Mark.read(value)
        yield mark, store.alone or name in (chain, OLD_MARK) or mark.place == place_of(path)


# ---- the database and the ledger


def _pages(connection: Connection, store: Store) -> Iterator[AuditFinding]:
    """What the database finds wrong with itself."""
    if not store.sqlite:
        return
    for (said,) in connection.execute(text("PRAGMA integrity_check(20)")):
        if said != "ok":
            yield AuditFinding(where="the database", what=str(said))
    for row in connection.execute(text("PRAGMA foreign_key_check")):
        yield AuditFinding(
            where="the database", what=f"row {row[1]} of {row[0]} names a row of {row[2]} that is not there"
        )


def _ledger(connection: Connection) -> Iterator[AuditFinding]:
    for fault in ledger.audit(connection).faults:
        yield AuditFinding(where="the ledger", what=fault)
    account = schema.account
    for name, overdraft in connection.execute(select(account.c.id, account.c.overdraft)):
        if bool(overdraft) != may_overdraw(name):
            what = (
                "may stand below nothing, which it must not" if overdraft else "may not stand below nothing, as it must"
            )
            yield AuditFinding(where="the ledger", what=f"{name} {what}")


def _journals(connection: Connection, sealer: Sealer) -> Iterator[AuditFinding]:
    """Journals that this floor has not written, or not so."""
    journal, posting = schema.journal, schema.posting
    amounts: defaultdict[int, dict[str, int]] = defaultdict(dict)
    for id, name, amount in connection.execute(select(posting.c.journal, posting.c.account, posting.c.amount)):
        amounts[id][name] = int(amount)
    for row in connection.execute(select(journal).order_by(journal.c.id)):
        if row.seal != sealer.seal_of_journal(row.id, row.what, row.table, row.entry, amounts[row.id]):
            what = f"{row.what!r} is not what this floor has written and sealed"
            yield AuditFinding(where=f"journal {row.id}", what=what)


# ---- a table


def _not_installed(connection: Connection, id: int) -> str:
    """The game of a table that nobody can play again here, by its tape; nothing if the game is there."""
    entry = schema.entry
    opening = connection.execute(select(entry.c.line).where(entry.c.table == id, entry.c.number == 1)).scalar()
    try:
        game = json.loads(opening or "")["layout"]["game"]
    except (ValueError, KeyError, TypeError):
        return ""  # which is found, and named
    return "" if game in registered_games() else str(game)[:60]


def _table(
    connection: Connection, sealer: Sealer, id: int, heads: list[Head], unplayable: bool
) -> Iterator[AuditFinding]:
    """What is wrong with a table; of one that is `unplayable` here, what can be told without its game."""
    where = f"table {id}"
    try:
        found = verify(read_bundle(connection, id).signed_by(sealer), sealer.public)
    except (ValueError, NoSuchTable) as problem:
        yield AuditFinding(where=where, what=f"cannot be read: {problem}"[:200])
        return
    for fault in found.faults:
        if unplayable and fault.part == "rounds":
            continue
        at = f"entry {fault.entry}: " if fault.entry is not None else ""
        yield AuditFinding(where=where, what=f"{fault.part}: {at}{fault.what}")
    yield from _as_signed(connection, id, heads)
    yield from _times(connection, id)
    yield from _sealed_orders(connection, sealer, id)
    yield from _sealed_seeds(connection, sealer, id)
    if not found.faults and not unplayable:
        yield from _seats(connection, id)


def _as_signed(connection: Connection, id: int, heads: list[Head]) -> Iterator[AuditFinding]:
    """Whether the tape still has the heads that were signed."""
    entry = schema.entry
    rows = connection.execute(select(entry.c.number, entry.c.line).where(entry.c.table == id))
    kept: dict[int, str] = {row.number: row.line for row in rows}
    for head in heads:
        line = kept.get(head.entry)
        if line is None:
            what = f"the tape ends before entry {head.entry}, whose head was signed: it was rewound"
        elif f'"hash":"{head.head}"' not in line:
            what = f"entry {head.entry} is not the one whose head was signed: the tape was written anew"
        else:
            continue
        yield AuditFinding(where=f"table {id}", what=what)
        return


def _times(connection: Connection, id: int) -> Iterator[AuditFinding]:
    entry = schema.entry
    rows = connection.execute(
        select(entry.c.number, entry.c.at, entry.c.line).where(entry.c.table == id).order_by(entry.c.number)
    )
    for number, at, line in rows:
        try:
            time = json.loads(line).get("time")
        except (ValueError, AttributeError):
            continue  # it was named already
        if isinstance(time, int) and abs(time / 1000 - at) > LATE:
            what = f"entry {number} is dated {at - time / 1000:+.0f} s from the time under its seal"
            yield AuditFinding(where=f"table {id}", what=what)


def _sealed_orders(connection: Connection, sealer: Sealer, id: int) -> Iterator[AuditFinding]:
    """Whether the orders of shoes, sealed, are what was committed to, also of shoes in play."""
    shuffle = schema.shuffle
    for row in connection.execute(select(shuffle).where(shuffle.c.table == id)):
        try:
            kept = is_opening(row.commitment, sealer.open(row.sealed, id))
        except (WrongKey, ValueError):
            kept = False
        if not kept:
            what = f"the order shuffled at entry {row.entry} is not what was committed to"
            yield AuditFinding(where=f"table {id}", what=what)


def _sealed_seeds(connection: Connection, sealer: Sealer, id: int) -> Iterator[AuditFinding]:
    """Whether the seeds of chance that are not opened yet, sealed, are what the tape commits to."""
    seed, entry = schema.seed, schema.entry
    here = (entry.c.table == seed.c.table) & (entry.c.number == seed.c.entry)
    rows = select(seed, entry.c.line).join(entry, here, isouter=True).where(seed.c.table == id)
    for row in connection.execute(rows):
        try:
            kept = commitment_to(sealer.open_seed(row.sealed, id, row.of)) == row.commitment
        except WrongKey:
            kept = False
        if not kept or row.line is None or f'"{row.of}":"{row.commitment}"' not in row.line:
            what = f"the seed of {row.of} is not what was committed to at entry {row.entry}"
            yield AuditFinding(where=f"table {id}", what=what)


def _seats(connection: Connection, id: int) -> Iterator[AuditFinding]:
    """Whether those sit at the table who sat down there on its tape."""
    row = connection.execute(select(schema.gaming_table).where(schema.gaming_table.c.id == id)).one()
    record = read_table(connection, id)
    game = record.game(row)
    dealer = record.resumed(game)
    state = dealer.ask.state if dealer.ask is not None else dealer.state
    sit = {seat.number: seat.name for seat in state.positions}
    for position in sorted(sit.keys() | record.seats.keys()):
        listed = record.seats[position].name if position in record.seats else "nobody"
        if listed != sit.get(position, "nobody"):
            what = f"{listed} is said to sit at position {position}, where the tape has {sit.get(position, 'nobody')}"
            yield AuditFinding(where=f"table {id}", what=what)
