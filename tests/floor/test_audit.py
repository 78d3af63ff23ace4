"""`pitboss audit` finds changes made by someone who can write to the database."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, delete, func, insert, select, text, update

from pitboss.chapter import rules
from pitboss.chapter.rules import registered_games
from pitboss.cli import main
from pitboss.floor import audit, schema
from pitboss.floor.audit import AuditFinding, FloorAudit, audit_floor, audit_quickly
from pitboss.floor.chance import Sealer, is_valid_signature
from pitboss.floor.commands import Act, Decide, Ready, Sit
from pitboss.floor.floor import Floor
from pitboss.floor.heads import HEADS_FILE, Head, Heads, read_heads, signed_content
from pitboss.floor.store import Store
from pitboss.table.tape import START, seal

from .house import STAKE, House, opened

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


def audited(floor: Floor) -> FloorAudit:
    return audit_floor(floor.store, floor.sealer, floor.folder)


# ---- ten faults


def balance(connection: Connection) -> None:
    account = schema.account
    mine = account.c.id == "table:1:inventory"
    connection.execute(update(account).where(mine).values(balance=account.c.balance + 1))


def rewound(connection: Connection) -> None:
    """Remove the last round: its entries, journals and postings are deleted, and balances reset."""
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
    """Put another name on the tape, and seal all of it again."""
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
        assert (clean.tables, clean.heads) == (CARDS, CARDS * ROUNDS)
        for fault in FAULTS:
            await floor.store.change(fault)
        found = audited(floor)
        for fault, (where, what) in FAULTS.items():
            assert any(one.where == where and what in one.what for one in found.findings), (fault, found.findings)
        assert {one.where for one in found.findings} == {where for where, _ in FAULTS.values()}


async def test_findings_are_logged_at_every_start(sqlite_floor: Floor) -> None:
    await evening(sqlite_floor, 1)
    assert audit_quickly(sqlite_floor.store, sqlite_floor.folder) == []
    await sqlite_floor.store.change(balance)
    assert {one.where for one in audit_quickly(sqlite_floor.store, sqlite_floor.folder)} == {"the ledger"}


async def test_a_database_that_contradicts_itself_is_found_at_every_start(sqlite_floor: Floor) -> None:
    await evening(sqlite_floor, 1)

    def broken(connection: Connection) -> None:
        """Remove a row from an index."""
        connection.execute(text("PRAGMA writable_schema = ON"))
        partial = "CREATE INDEX ix_seat_person ON seat (person) WHERE person < 0"
        connection.execute(text("UPDATE sqlite_master SET sql = :sql WHERE name = 'ix_seat_person'"), {"sql": partial})

    await sqlite_floor.store.change(broken)
    sqlite_floor.store.engine.dispose()
    assert any(one.where == "the database" for one in audit_quickly(sqlite_floor.store, sqlite_floor.folder))


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


async def test_the_file_of_heads_can_only_grow(sqlite_floor: Floor) -> None:
    await evening(sqlite_floor, 1)
    path, public = sqlite_floor.folder / HEADS_FILE, sqlite_floor.sealer.public
    assert len(list(read_heads(path, public))) == ROUNDS
    Heads(path, sqlite_floor.sealer).add(Head(1, 1, "0" * 64))
    lines = path.read_bytes().split(b"\n")
    assert all(isinstance(one, Head) for one in read_heads(path, public))
    for changed in (
        [lines[0], *lines[2:]],
        [lines[0], lines[2], lines[1], *lines[3:]],
        [lines[0].replace(b'"entry":', b'"entry":1'), *lines[1:]],
        [b"nonsense", *lines],
        [*lines[:-1], b"half"],
    ):
        path.write_bytes(b"\n".join(changed))
        assert any(isinstance(one, str) for one in read_heads(path, public))
    Heads(path, sqlite_floor.sealer).add(Head(1, 2, "1" * 64))
    assert all(isinstance(one, Head) for one in read_heads(path, public)), "the partial line was removed"


async def test_truncated_heads_are_detected_by_the_audit_and_at_every_start(house: House) -> None:
    """The truncated file is consistent in itself; only the database knows how long it was."""
    async with house.floor() as floor:
        await evening(floor, 1)
    path = house.folder / HEADS_FILE
    whole = path.read_bytes()
    lines = whole.split(b"\n")
    for left in (b"\n".join(lines[:-2]) + b"\n", b""):
        path.write_bytes(left)
        async with house.floor() as floor:
            found = [*audited(floor).findings, *audit_quickly(floor.store, floor.folder)]
            assert sum(one.where == HEADS_FILE and "the file was truncated" in one.what for one in found) == 2
    path.unlink()
    async with house.floor() as floor:
        assert any("the file is missing" in one.what for one in audit_quickly(floor.store, floor.folder))
        path.write_bytes(whole.replace(b'"table":1', b'"table":2'))
        assert any("was changed" in one.what for one in audit_quickly(floor.store, floor.folder))
        path.write_bytes(whole)
        assert (audited(floor).findings, audit_quickly(floor.store, floor.folder)) == ([], [])
        await evening(floor, 1)
        assert audited(floor).findings == [], "it has grown"


WRITER = """
import sys
from pathlib import Path
from pitboss.floor.chance import Sealer
from pitboss.floor.heads import Head, Heads
path, key, table = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
heads = Heads(path, Sealer.of_file(Path(key)))
print("ready", flush=True)
sys.stdin.readline()
for entry in range(300):
    heads.add(Head(table, entry, "0" * 64))
"""


def test_processes_that_share_a_folder_write_one_chain(tmp_path: Path) -> None:
    """Both start at the same time; without the file's lock they would append lines with the same predecessor."""
    path, key = tmp_path / HEADS_FILE, tmp_path / "key"
    public = Sealer.of_file(key).public
    command = [sys.executable, "-c", WRITER, str(path), str(key)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    writers = [subprocess.Popen([*command, str(table)], **pipes) for table in (1, 2)]  # type: ignore[call-overload]
    for writer in writers:
        assert writer.stdout.readline() == "ready\n"
    for writer in writers:
        writer.stdin.write("\n")
        writer.stdin.flush()
    assert [writer.communicate(timeout=120) and writer.returncode for writer in writers] == [0, 0]
    heads = list(read_heads(path, public))
    assert [one for one in heads if not isinstance(one, Head)] == []
    assert len(heads) == 600


@pytest.mark.parametrize("own", [False, True])
async def test_two_processes_of_one_floor_are_audited_without_a_finding(
    postgres_house: House, tmp_path: Path, own: bool
) -> None:
    """With one shared folder, or with a folder and a copied key each; truncation is detected for each file."""
    other = House(postgres_house.url, tmp_path / "other" if own else postgres_house.folder)
    async with postgres_house.floor() as first:
        if own:
            other.folder.mkdir()
            shutil.copy(postgres_house.folder / "key", other.folder / "key")
        async with other.floor() as second:
            for floor in (first, second, first, second):
                await evening(floor, 2)
    folders = {postgres_house.folder, other.folder}
    async with postgres_house.floor() as floor:
        for folder in folders:
            found = audit_floor(floor.store, floor.sealer, folder)
            assert (found.findings, audit_quickly(floor.store, folder)) == ([], [])
            assert [one.where for one in found.notices] == ([HEADS_FILE] if own else [])
        for folder in folders:
            whole = (folder / HEADS_FILE).read_bytes()
            for cut in (b"".join(whole.splitlines(True)[:-1]), b"".join(whole.splitlines(True)[1:]), b""):
                (folder / HEADS_FILE).write_bytes(cut)
                assert [one.where for one in audit_quickly(floor.store, folder)] == [HEADS_FILE]
            (folder / HEADS_FILE).unlink()
            assert [one.what for one in audit_quickly(floor.store, folder) if "the file is missing" in one.what]
            (folder / HEADS_FILE).write_bytes(whole)


async def test_the_audit_of_an_open_floor_finds_no_head_before_its_entry(
    sqlite_floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A round ends after the database was read, so its head must not be compared with the earlier state."""
    floor = sqlite_floor
    await evening(floor, 1)
    pages = audit._pages

    def and_meanwhile(connection: Connection, store: Store) -> list[AuditFinding]:
        found = list(pages(connection, store))
        floor.heads.add(Head(1, 10_000, "0" * 64))
        return found

    monkeypatch.setattr(audit, "_pages", and_meanwhile)
    assert audited(floor).findings == []
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
