"""An audit of the whole floor: each part of the database is checked against the others, and against files outside it.

Someone who can write to the database can make any single row say anything. So nothing is trusted because it is stored
there: balances are checked against postings, postings against tapes, tapes against their signed heads in anchors
outside the database (`anchors`), journals against seals made with a key outside the database, times against those
sealed into the tapes, seats against the states that the tapes lead to, and the database's pages against one another.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Connection, Table, func, select, text

from pitboss.chapter.rules import registered_games
from pitboss.floor import ledger, schema
from pitboss.floor.anchors.checkpoints import Head
from pitboss.floor.anchors.keeper import AnchorSettings
from pitboss.floor.anchors.review import ComparedAnchor, HeldByAnchor, compare_anchors, held_by
from pitboss.floor.card_proofs import is_opening
from pitboss.floor.chance import Sealer, WrongKey
from pitboss.floor.commitments import commitment_to
from pitboss.floor.export import read_bundle
from pitboss.floor.guards import missing_guards
from pitboss.floor.records import NoSuchTable, read_table
from pitboss.floor.sources import MoneyProof, money_proof, source_faults
from pitboss.floor.store import Store, may_overdraw
from pitboss.floor.verify import verify

LATE = 60.0
"""The maximum difference in seconds between an entry's time and its commit's."""


class AuditFinding(BaseModel):
    """An inconsistency and its location."""

    model_config = ConfigDict(frozen=True)

    where: str = Field(description="The location: a table, an account, a journal or a file")
    what: str


class FloorAudit(BaseModel):
    """The result of an audit."""

    model_config = ConfigDict(frozen=True)

    tables: int
    entries: int
    journals: int
    accounts: int
    heads: int = Field(description="The number of signed heads that were compared with the tapes")
    anchors: list[ComparedAnchor] = Field([], description="The anchors that the floor was compared with")
    money: MoneyProof = Field(description="Where the players' money came from, and where it is")
    findings: list[AuditFinding] = []
    notices: list[AuditFinding] = Field([], description="What could not be checked here, and why; not a fault")


def audit_floor(store: Store, sealer: Sealer, folder: Path, anchors: AnchorSettings | None = None) -> FloorAudit:
    """Audit everything as of one moment."""
    # The records of what anchors hold are read before the anchors, and those before the database: the reverse of the
    # order in which an open floor writes them.
    reached = store.read_now(_reached)
    settings = anchors or AnchorSettings()
    held = [held_by(one, sealer.public) for one in settings.anchors(folder)]
    return store.read_now(lambda connection: _audited(connection, store, sealer, held, reached, settings.certificate))


def audit_quickly(store: Store) -> list[AuditFinding]:
    """The checks that are fast enough for every start: database pages and ledger totals."""
    return store.read_now(lambda connection: [*_pages(connection, store), *_ledger(connection)])


def _reached(connection: Connection) -> dict[str, tuple[int, float]]:
    row = schema.anchor.c
    return {name: (number, at) for name, number, at in connection.execute(select(row.name, row.number, row.at))}


def _audited(
    connection: Connection,
    store: Store,
    sealer: Sealer,
    held: Sequence[HeldByAnchor],
    reached: Mapping[str, tuple[int, float]],
    certificate: Path | None,
) -> FloorAudit:
    findings = [*_pages(connection, store), *_ledger(connection), *_journals(connection, sealer)]
    compared = compare_anchors(connection, sealer, held, reached, certificate)
    findings += [AuditFinding(where=where, what=what) for where, what in compared.faults]
    notices = [AuditFinding(where=where, what=what) for where, what in compared.notices]
    heads = compared.heads
    money = money_proof(connection)
    findings += [AuditFinding(where="the money", what=fault) for fault in source_faults(connection, money)]
    tables = list(connection.execute(select(schema.gaming_table.c.id).order_by(schema.gaming_table.c.id)).scalars())
    for id in tables:
        missing = _not_installed(connection, id)
        if missing:
            what = f"the game {missing!r} is not installed here: its seals and heads were checked, its rounds were not"
            notices.append(AuditFinding(where=f"table {id}", what=what))
        findings += _table(connection, sealer, id, heads.get(id, []), bool(missing))
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
        anchors=compared.anchors,
        money=money,
        findings=findings,
        notices=notices,
    )


# ---- the database and the ledger


def _pages(connection: Connection, store: Store) -> Iterator[AuditFinding]:
    """Run the database's own integrity check."""
    if not store.sqlite:
        return
    for (said,) in connection.execute(text("PRAGMA integrity_check(20)")):
        if said != "ok":
            yield AuditFinding(where="the database", what=str(said))
    for row in connection.execute(text("PRAGMA foreign_key_check")):
        yield AuditFinding(where="the database", what=f"row {row[1]} of {row[0]} refers to a missing row of {row[2]}")


def _ledger(connection: Connection) -> Iterator[AuditFinding]:
    for fault in ledger.audit(connection).faults:
        yield AuditFinding(where="the ledger", what=fault)
    for name in missing_guards(connection):
        yield AuditFinding(where="the database", what=f"its rule {name} is missing: it accepts what no ledger may hold")
    account = schema.account
    for name, overdraft in connection.execute(select(account.c.id, account.c.overdraft)):
        if bool(overdraft) != may_overdraw(name):
            what = "may be negative, but must not be" if overdraft else "may not be negative, but must be allowed to"
            yield AuditFinding(where="the ledger", what=f"{name} {what}")


def _journals(connection: Connection, sealer: Sealer) -> Iterator[AuditFinding]:
    """Find journals that this floor did not write, or that were altered."""
    journal, posting = schema.journal, schema.posting
    amounts: defaultdict[int, dict[str, int]] = defaultdict(dict)
    for id, name, amount in connection.execute(select(posting.c.journal, posting.c.account, posting.c.amount)):
        amounts[id][name] = int(amount)
    for row in connection.execute(select(journal).order_by(journal.c.id)):
        if row.seal != sealer.seal_of_journal(row.id, row.what, row.table, row.entry, amounts[row.id]):
            what = f"{row.what!r} does not match the seal of this floor"
            yield AuditFinding(where=f"journal {row.id}", what=what)


# ---- a table


def _not_installed(connection: Connection, id: int) -> str:
    """The table's game if it is not installed here, so that its tape cannot be replayed; otherwise ""."""
    entry = schema.entry
    opening = connection.execute(select(entry.c.line).where(entry.c.table == id, entry.c.number == 1)).scalar()
    try:
        game = json.loads(opening or "")["layout"]["game"]
    except (ValueError, KeyError, TypeError):
        return ""  # found and named elsewhere
    return "" if game in registered_games() else str(game)[:60]


def _table(
    connection: Connection, sealer: Sealer, id: int, heads: list[Head], unplayable: bool
) -> Iterator[AuditFinding]:
    """Audit one table; if it is `unplayable` here, as far as possible without its game."""
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
    """Check that the tape still has the heads that were signed."""
    entry = schema.entry
    rows = connection.execute(select(entry.c.number, entry.c.line).where(entry.c.table == id))
    kept: dict[int, str] = {row.number: row.line for row in rows}
    for head in heads:
        line = kept.get(head.entry)
        if line is None:
            what = f"the tape ends before entry {head.entry}, whose head was signed: it was rewound"
        elif f'"hash":"{head.head}"' not in line:
            what = f"entry {head.entry} is not the one whose head was signed: the tape was rewritten"
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
            continue  # already reported
        if isinstance(time, int) and abs(time / 1000 - at) > LATE:
            what = f"entry {number} is dated {at - time / 1000:+.0f} s from the time under its seal"
            yield AuditFinding(where=f"table {id}", what=what)


def _sealed_orders(connection: Connection, sealer: Sealer, id: int) -> Iterator[AuditFinding]:
    """Check that the sealed orders of shoes match their commitments, also for shoes in play."""
    shuffle = schema.shuffle
    for row in connection.execute(select(shuffle).where(shuffle.c.table == id)):
        try:
            kept = is_opening(row.commitment, sealer.open(row.sealed, id))
        except (WrongKey, ValueError):
            kept = False
        if not kept:
            what = f"the order shuffled at entry {row.entry} does not match its commitment"
            yield AuditFinding(where=f"table {id}", what=what)


def _sealed_seeds(connection: Connection, sealer: Sealer, id: int) -> Iterator[AuditFinding]:
    """Check that the sealed seeds that are not opened yet match the commitments on the tape."""
    seed, entry = schema.seed, schema.entry
    here = (entry.c.table == seed.c.table) & (entry.c.number == seed.c.entry)
    rows = select(seed, entry.c.line).join(entry, here, isouter=True).where(seed.c.table == id)
    for row in connection.execute(rows):
        try:
            kept = commitment_to(sealer.open_seed(row.sealed, id, row.of)) == row.commitment
        except WrongKey:
            kept = False
        if not kept or row.line is None or f'"{row.of}":"{row.commitment}"' not in row.line:
            what = f"the seed of {row.of} does not match the commitment at entry {row.entry}"
            yield AuditFinding(where=f"table {id}", what=what)


def _seats(connection: Connection, id: int) -> Iterator[AuditFinding]:
    """Check that the seats in the database match the tape."""
    row = connection.execute(select(schema.gaming_table).where(schema.gaming_table.c.id == id)).one()
    record = read_table(connection, id)
    game = record.game(row)
    dealer = record.resumed(game)
    state = dealer.ask.state if dealer.ask is not None else dealer.state
    sit = {seat.number: seat.name for seat in state.positions}
    for position in sorted(sit.keys() | record.seats.keys()):
        listed = record.seats[position].name if position in record.seats else "no one"
        if listed != sit.get(position, "no one"):
            what = f"the database has {listed} at position {position}, the tape has {sit.get(position, 'no one')}"
            yield AuditFinding(where=f"table {id}", what=what)
