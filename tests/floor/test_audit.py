"""`pitboss audit` finds changes made by someone who can write to the database."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

import pytest
from sqlalchemy import Connection, delete, func, insert, select, text, update

from pitboss.chapter import rules
from pitboss.chapter.rules import registered_games
from pitboss.cli import main
from pitboss.floor import audit, schema
from pitboss.floor.anchors.checkpoints import Head, signed_content
from pitboss.floor.audit import AuditFinding, FloorAudit, audit_floor, audit_quickly
from pitboss.floor.chance import is_valid_signature
from pitboss.floor.commands import Act, Decide, Ready, Sit
from pitboss.floor.floor import Floor
from pitboss.floor.store import Store
from pitboss.table.tape import START, seal

from .house import STAKE, House, opened, unguarded

pytestmark = pytest.mark.anyio
Fault = Callable[[Connection], None]
ROUNDS = 3
CARDS = 9
"""The table where cards are dealt; the others spin a ball."""


async def evening(floor: Floor, tables: int = CARDS) -> None:
    """Open some tables, each with a player, and play a few rounds."""
    for number in range(1, tables + 1):
        ann, _ = await floor.guest()
        game, wager = ("three-card-poker", "ante") if number == CARDS else ("roulette", "red")
        table = (await opened(floor, game)).id
        await floor.command(table, ann, Sit(amount=STAKE))
        for _ in range(ROUNDS):
            await floor.command(table, ann, Act(verb="make", wager=wager, amount=10_00))
            await floor.command(table, ann, Ready())
            if number == CARDS:
                await floor.command(table, ann, Decide(choice="fold"))
            await floor.anchors.flush()


def audited(floor: Floor) -> FloorAudit:
    return audit_floor(floor.store, floor.sealer, floor.folder)


# ---- ten faults


def balance(connection: Connection) -> None:
    account = schema.account
    mine = account.c.id == "table:1:inventory"
    connection.execute(update(account).where(mine).values(balance=account.c.balance + 1))


def rewound(connection: Connection) -> None:
    """Remove the last round: its entries, journals and postings are deleted, and balances reset."""
    unguarded(connection)
    entry, journal, posting, account = schema.entry, schema.journal, schema.posting, schema.account
    ends = select(entry.c.number).where(entry.c.table == 2, entry.c.kind == "end").order_by(entry.c.number.desc())
    before = list(connection.execute(ends).scalars())[1]
    later = select(journal.c.id).where(journal.c.table == 2, journal.c.entry > before)
    gone = list(connection.execute(later).scalars())
    sums = select(posting.c.account, func.sum(posting.c.amount)).group_by(posting.c.account)
    posted = sums.where(posting.c.journal.in_(gone))
    for name, amount in connection.execute(posted).all():
        connection.execute(update(account).where(account.c.id == name).values(balance=account.c.balance - amount))
    connection.execute(delete(posting).where(posting.c.journal.in_(gone)))
    connection.execute(delete(journal).where(journal.c.id.in_(gone)))
    connection.execute(delete(entry).where(entry.c.table == 2, entry.c.number > before))


def renamed(connection: Connection) -> None:
    """Change a name on the tape, and reseal the whole tape."""
    entry = schema.entry
    lines = select(entry.c.number, entry.c.line).where(entry.c.table == 3).order_by(entry.c.number)
    before = START
    for number, line in connection.execute(lines).all():
        data = json.loads(line.replace('"name":"Guest', '"name":"Ghost'))
        content = {key: value for key, value in data.items() if key not in ("prev", "hash")}
        fresh, before = seal(content, before)
        connection.execute(update(entry).where(entry.c.table == 3, entry.c.number == number).values(line=fresh))


def moved_in_time(connection: Connection) -> None:
    entry = schema.entry
    connection.execute(update(entry).where(entry.c.table == 4, entry.c.number == 3).values(at=entry.c.at - 3600.0))


def changed_byte(connection: Connection, table: int = 5) -> None:
    entry = schema.entry
    other = func.replace(entry.c.line, '"wager":"red"', '"wager":"odd"')
    connection.execute(update(entry).where(entry.c.table == table).values(line=other))


def stolen_seat(connection: Connection) -> None:
    connection.execute(update(schema.seat).where(schema.seat.c.table == 6).values(person=1))


def other_layout(connection: Connection) -> None:
    table = schema.gaming_table
    other = func.replace(table.c.layout, '"game":"roulette"', '"game":"craps"')
    connection.execute(update(table).where(table.c.id == 7).values(layout=other))


def overdraft(connection: Connection) -> None:
    connection.execute(update(schema.account).where(schema.account.c.id == "table:8:rack:1").values(overdraft=True))


def other_order(connection: Connection) -> None:
    shuffle = schema.shuffle
    connection.execute(update(shuffle).where(shuffle.c.table == CARDS).values(commitment="0" * 64))


def forged_journal(connection: Connection) -> None:
    """Give someone fifty million with a balanced journal."""
    person = connection.execute(select(func.max(schema.person.c.id))).scalar_one()
    row = {"id": 7, "table": None, "entry": None, "what": "buy-in at the cage", "at": 0.0, "seal": "0" * 64}
    connection.execute(insert(schema.journal).values(**row))
    for name, amount in (("cage", -50_000_000_00), (f"person:{person}", 50_000_000_00)):
        connection.execute(insert(schema.posting).values(journal=7, account=name, amount=amount))
        mine = schema.account.c.id == name
        connection.execute(update(schema.account).where(mine).values(balance=schema.account.c.balance + amount))


FAULTS: dict[Fault, tuple[str, str]] = {
    balance: ("the ledger", "table:1:inventory has the balance"),
    rewound: ("table 2", "it was rewound"),
    renamed: ("table 3", "the tape was rewritten"),
    moved_in_time: ("table 4", "entry 3 is dated -3600 s"),
    changed_byte: ("table 5", "was changed"),
    stolen_seat: ("table 6", " at position 1, the tape has "),
    other_layout: ("table 7", "the layout on the tape"),
    overdraft: ("the ledger", "table:8:rack:1 may be negative"),
    other_order: (f"table {CARDS}", "does not match its commitment"),
    forged_journal: ("journal 7", "does not match the seal"),
}


async def test_ten_planted_faults_are_each_found_and_located(house: House) -> None:
    async with house.floor() as floor:
        await evening(floor)
        clean = audited(floor)
        assert clean.findings == []
        assert clean.tables == CARDS
        assert clean.heads >= CARDS * ROUNDS
        for fault in FAULTS:
            await floor.store.change(fault)
        found = audited(floor)
        for fault, (where, what) in FAULTS.items():
            assert any(one.where == where and what in one.what for one in found.findings), (fault, found.findings)
        removed = {"the database"}  # its own rules, which would have prevented deleting a posting
        others = {one.where for one in found.findings} - {where for where, _ in FAULTS.values()} - removed
        assert all(one.startswith("journal ") for one in others), "those of the rewound table, named by checkpoints"


async def test_findings_are_logged_at_every_start(sqlite_floor: Floor) -> None:
    await evening(sqlite_floor, 1)
    assert audit_quickly(sqlite_floor.store) == []
    await sqlite_floor.store.change(balance)
    assert {one.where for one in audit_quickly(sqlite_floor.store)} == {"the ledger"}


async def test_a_database_that_contradicts_itself_is_found_at_every_start(sqlite_floor: Floor) -> None:
    await evening(sqlite_floor, 1)

    def broken(connection: Connection) -> None:
        """Remove a row from an index."""
        connection.execute(text("PRAGMA writable_schema = ON"))
        partial = "CREATE INDEX ix_seat_person ON seat (person) WHERE person < 0"
        connection.execute(text("UPDATE sqlite_master SET sql = :sql WHERE name = 'ix_seat_person'"), {"sql": partial})

    await sqlite_floor.store.change(broken)
    sqlite_floor.store.engine.dispose()
    assert any(one.where == "the database" for one in audit_quickly(sqlite_floor.store))


# ---- signed heads


async def test_a_receipt_contains_the_signed_head_of_the_tape(sqlite_floor: Floor) -> None:
    ann, _ = await sqlite_floor.guest()
    table = (await opened(sqlite_floor, "roulette")).id
    answer = await sqlite_floor.command(table, ann, Sit(amount=STAKE), "k")
    lines = await sqlite_floor.tape(table)
    assert json.loads(lines[answer["entry"] - 1])["hash"] == answer["head"]
    public = sqlite_floor.sealer.public
    assert is_valid_signature(public, answer["signature"], signed_content(table, answer["entry"], answer["head"]))
    assert not is_valid_signature(
        public, answer["signature"], signed_content(table, answer["entry"] + 1, answer["head"])
    )


async def test_a_batch_has_one_head_and_is_signed_once(sqlite_floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    people = [(await sqlite_floor.guest())[0] for _ in range(3)]
    table = (await opened(sqlite_floor, "roulette", clock="never")).id
    for person in people:
        await sqlite_floor.command(table, person, Sit(amount=STAKE), f"s{person.id}")  # from now on keys are known
    made: list[str] = []
    sign = sqlite_floor.sealer.sign
    monkeypatch.setattr(sqlite_floor.sealer, "sign", lambda content: made.append(sign(content)) or made[-1])
    wager = Act(verb="make", wager="red", amount=10_00)
    done = [sqlite_floor.command(table, one, wager, f"k{one.id}") for one in people]
    answers = await asyncio.gather(*done)
    lines = await sqlite_floor.tape(table)
    assert {(one["entry"], one["head"]) for one in answers} == {(len(lines), json.loads(lines[-1])["hash"])}
    assert {one["signature"] for one in answers} == set(made)
    assert len(made) == 1
    again = await sqlite_floor.command(table, people[0], wager, f"k{people[0].id}")
    assert again == answers[0] | {"repeated": True}


async def test_the_audit_of_an_open_floor_finds_no_head_before_its_entry(
    sqlite_floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A round ends after the database was read, and its head must not be compared with that earlier state."""
    floor = sqlite_floor
    await evening(floor, 1)
    pages, loop = audit._pages, asyncio.get_running_loop()

    def and_meanwhile(connection: Connection, store: Store) -> list[AuditFinding]:
        found = list(pages(connection, store))
        floor.anchors.note(Head(1, 10_000, "0" * 64))
        asyncio.run_coroutine_threadsafe(floor.anchors.flush(), loop).result(60)
        return found

    with monkeypatch.context() as patch:
        patch.setattr(audit, "_pages", and_meanwhile)
        assert (await asyncio.to_thread(audited, floor)).findings == []
    assert [one.where for one in audited(floor).findings] == ["table 1"]


# ---- the command


async def test_the_command_names_the_fault_and_its_place(
    sqlite_house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    async with sqlite_house.floor() as floor:
        await evening(floor, 1)
        assert main(["audit", "--folder", str(sqlite_house.folder)]) == 0, "also while the floor is open"
        assert "everything is consistent" in capsys.readouterr().out
        await floor.store.change(forged_journal)
    assert main(["audit", "--folder", str(sqlite_house.folder), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert [one["where"] for one in found["findings"]] == ["journal 7"]
    assert main(["audit", "--folder", str(sqlite_house.folder / "none")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


async def test_a_game_that_is_not_installed_is_a_notice_and_not_a_finding(
    sqlite_house: House, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sqlite_house.floor() as floor:
        await evening(floor, 1)
        there = {game: package for game, package in registered_games().items() if game != "roulette"}
        with monkeypatch.context() as patch:
            for module in (rules, audit):
                patch.setattr(module, "registered_games", lambda: there)
            rules.rules_of.cache_clear()
            found = audited(floor)
            assert [one.where for one in found.notices] == ["table 1"]
            assert "'roulette' is not installed" in found.notices[0].what
            assert main(["audit", "--folder", str(sqlite_house.folder)]) == 0
            assert "! table 1" in capsys.readouterr().out
            await floor.store.change(lambda connection: changed_byte(connection, 1))
            findings = audited(floor).findings
            assert findings, "findings that need no game are reported"
            assert all(one.where == "table 1" for one in findings)
        rules.rules_of.cache_clear()
        assert audited(floor).notices == []
