"""The database and its single writer: whole batches, group commits, ownership, and locks."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, event, insert, inspect, select, text
from sqlalchemy.exc import IntegrityError, OperationalError

from pitboss.cli.server import database_given
from pitboss.floor import schema
from pitboss.floor.batch import CAGE, Batch, Journal, Receipt, SeatChange, bankroll_of
from pitboss.floor.chance import Sealer, WrongKey
from pitboss.floor.commands import Act, Leave, Sit
from pitboss.floor.floor import GRANT, Floor
from pitboss.floor.ledger import audit, buy_in_journal
from pitboss.floor.store import AccountOverdrawn, CommitFailed, FloorTaken, OwnershipLost, Store
from pitboss.table import Refused
from tests.shared.waiting import loop_turn

from .house import House, books_are_right, everything, live, opened

pytestmark = pytest.mark.anyio


# ---- database URLs


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("mysql://u@h/floor", "SQLite or PostgreSQL, not mysql"),
        ("floor.db", "is not a database URL"),
        ("", "is not a database URL"),
    ],
)
async def test_another_database_is_refused_in_one_line(url: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Store(url)


@pytest.mark.parametrize("scheme", ["postgresql", "postgres"])
async def test_a_postgresql_url_is_accepted_as_people_write_it(scheme: str) -> None:
    store = Store(f"{scheme}://u:p@h/floor")
    assert store.url.drivername == "postgresql+psycopg"
    assert not store.sqlite


async def test_the_migrations_make_the_schema(floor: Floor) -> None:
    def made(connection: Any) -> dict[str, set[str]]:
        found = inspect(connection)
        names = set(found.get_table_names()) - {"alembic_version"}
        return {name: {column["name"] for column in found.get_columns(name)} for name in names}

    assert await floor.store.read(made) == {
        table.name: {column.name for column in table.columns} for table in schema.metadata.tables.values()
    }


# ---- one process per SQLite floor


async def test_a_second_process_is_refused_with_the_owner_of_the_floor(sqlite_house: House) -> None:
    async with sqlite_house.floor() as floor:
        before = await everything(floor)
        program = "import asyncio, sys, pathlib; from pitboss.floor.floor import Floor; "
        program += "asyncio.run(Floor.open(None, pathlib.Path(sys.argv[1])))"
        ran = await asyncio.to_thread(
            subprocess.run, [sys.executable, "-c", program, str(sqlite_house.folder)], capture_output=True, text=True
        )
        assert ran.returncode != 0
        assert "FloorTaken" in ran.stderr
        assert f"is in use by process {os.getpid()}" in ran.stderr
        with pytest.raises(FloorTaken, match="several processes need PostgreSQL"):
            await sqlite_house.open()
        assert await everything(floor) == before
        await floor.guest()
    async with sqlite_house.floor():
        pass


async def test_another_key_is_refused_and_the_floor_stays_as_it_was(house: House, tmp_path: Path) -> None:
    async with house.floor() as floor:
        table = (await opened(floor, "blackjack")).id
        before = await everything(floor)
    stranger = tmp_path / "elsewhere"
    url = house.url or f"sqlite:///{house.folder / 'floor.db'}"
    with pytest.raises(WrongKey, match="give every process the same key"):
        await Floor.open(url, stranger)
    async with house.floor() as floor:
        assert await everything(floor) == before
        assert (await floor.view(table, None)).entry == 2


async def test_the_key_may_come_from_the_environment(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_KEY", "ab" * 32)
    async with house.floor() as floor:
        assert not (house.folder / "key").exists()
        fingerprint = floor.sealer.fingerprint
    monkeypatch.setenv("PITBOSS_KEY", "short")
    with pytest.raises(WrongKey, match="PITBOSS_KEY does not contain a key"):
        await house.open()
    monkeypatch.delenv("PITBOSS_KEY")
    with pytest.raises(WrongKey, match=fingerprint):
        await house.open()


# ---- batches


async def a_person(floor: Floor) -> int:
    return (await floor.guest())[0].id


async def a_table(floor: Floor) -> tuple[int, int, int]:
    """A table, with the ownership under which this process writes to it."""
    table = await live(floor, (await opened(floor, "craps")).id)
    return table.info.id, floor.store.process, table.epoch


def entries(table: int, *numbers: int) -> list[dict[str, Any]]:
    return [{"table": table, "number": number, "kind": "reply", "round": 0, "line": "{}"} for number in numbers]


async def test_a_batch_is_written_whole(floor: Floor) -> None:
    person, (table, owner, epoch) = await a_person(floor), await a_table(floor)
    batch = Batch(table, owner, epoch, entries(table, 3, 4))
    batch.journals.append(buy_in_journal(person, 5_00))
    batch.seatings.append(SeatChange(1, person, 10**12))  # an old table's step number
    batch.receipts.append(Receipt(person, "k", "d", "{}"))
    batch.shuffles.append({"entry": 2, "shoe": "s", "commitment": "c", "sealed": b"x", "dealt": 0, "status": "in play"})
    batch.row["deadline"] = 5.0
    assert not batch.empty
    await floor.store.commit(batch)
    rows = await everything(floor)
    assert [row[:2] for row in rows["entry"]] == [(table, 1), (table, 2), (table, 3), (table, 4)]
    assert [row[:4] for row in rows["seat"]] == [(table, 1, person, 10**12)]
    assert [row[:3] for row in rows["receipt"]] == [(table, person, "k")]
    assert [row[:4] for row in rows["shuffle"]] == [(table, 2, "s", "c")]
    again = Batch(
        table, owner, epoch, shuffles=[{"entry": 2, "dealt": 9, "status": "opened", "nonce": "n", "order": "Ah"}]
    )
    again.seatings.append(SeatChange(1, None))
    await floor.store.commit(again)
    rows = await everything(floor)
    assert rows["seat"] == []
    assert rows["shuffle"][0][5:] == (9, "opened", "n", "Ah")


@pytest.mark.parametrize("wrong", ["entry twice", "owner", "epoch", "crooked journal", "overdraft", "no such table"])
async def test_a_batch_that_cannot_be_written_whole_is_not_written_at_all(floor: Floor, wrong: str) -> None:
    person, (table, owner, epoch) = await a_person(floor), await a_table(floor)
    before = await everything(floor)
    batch = Batch(table, owner, epoch, entries(table, 3, 4))
    batch.receipts.append(Receipt(person, "k", "d", "{}"))
    batch.journals.append(buy_in_journal(person, 5_00))
    problem: type[CommitFailed] = CommitFailed
    if wrong == "entry twice":
        batch.entries += entries(table, 1)
    elif wrong == "owner":
        batch.owner, problem = owner + 1, OwnershipLost
    elif wrong == "epoch":
        batch.epoch, problem = epoch - 1, OwnershipLost
    elif wrong == "crooked journal":
        batch.journals.append(Journal("a chip is made", {CAGE: -5, bankroll_of(person): 6}))
    elif wrong == "overdraft":
        batch.journals.append(buy_in_journal(person, -(10**12)))
        problem = AccountOverdrawn
    else:
        batch.table, problem = table + 1, OwnershipLost
    with pytest.raises(problem):
        await floor.store.commit(batch)
    assert await everything(floor) == before
    await floor.store.commit(Batch(table, owner, epoch, entries(table, 3)))


async def test_one_bad_batch_does_not_affect_the_others(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    people = [await a_person(floor) for _ in range(6)]
    writes = _written_together(floor.store, monkeypatch)
    good = [Batch(journals=[buy_in_journal(person, 1_00)]) for person in people]
    bad = [Batch(journals=[buy_in_journal(person, -(10**12))]) for person in people[:2]]
    asked = [good[0], bad[0], *good[1:4], bad[1], *good[4:]]
    answers = await asyncio.gather(*map(floor.store.commit, asked), return_exceptions=True)
    assert [isinstance(answer, AccountOverdrawn) for answer in answers] == [batch in bad for batch in asked]
    assert max(writes) > 1, "they were tried together first"
    report = await floor.store.read(audit)
    assert report.faults == ()
    assert report.journals == 2 * len(people)


async def test_waiting_batches_are_committed_together(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    people = [await a_person(floor) for _ in range(4)]
    writes = _written_together(floor.store, monkeypatch)
    await asyncio.gather(
        *(floor.store.commit(Batch(journals=[buy_in_journal(one, 1)])) for one in people for _ in range(25))
    )
    assert sum(writes) == 100
    assert len(writes) < 50
    assert (await floor.store.read(audit)).faults == ()


def _written_together(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of batches in each transaction. The first one is delayed until the others wait."""
    writes: list[int] = []
    whole, first = store._transact, threading.Event()

    def slow(connection: Any, batches: list[Batch]) -> None:
        writes.append(len(batches))
        if not first.is_set():
            first.set()
            threading.Event().wait(0.1)
        whole(connection, batches)

    monkeypatch.setattr(store, "_transact", slow)
    return writes


async def test_closing_commits_waiting_batches(house: House) -> None:
    floor = await house.open()
    person = await a_person(floor)
    doing = [asyncio.ensure_future(floor.store.commit(Batch(journals=[buy_in_journal(person, 1)]))) for _ in range(20)]
    await loop_turn()
    await floor.close()
    await asyncio.gather(*doing)
    async with house.floor() as floor:
        assert (await floor.store.read(audit)).journals == 21


async def test_an_account_created_in_a_lost_batch_is_created_again(floor: Floor) -> None:
    person, (table, owner, epoch) = await a_person(floor), await a_table(floor)
    rack = f"table:{table}:rack:1"
    sits = Journal("sits", {bankroll_of(person): -5, rack: 5}, table, 2)
    with pytest.raises(CommitFailed):
        await floor.store.commit(Batch(table, owner, epoch, entries(table, 3, 3), [sits]))
    await floor.store.commit(Batch(table, owner, epoch, entries(table, 3), [sits]))
    report = await floor.store.read(audit)
    assert report.faults == ()


async def test_the_database_itself_prevents_negative_balances(floor: Floor) -> None:
    person = await a_person(floor)
    with pytest.raises(Exception, match="no_debt"):
        await floor.store.change(
            lambda connection: connection.execute(
                text("UPDATE account SET balance = -1 WHERE id = :id"), {"id": bankroll_of(person)}
            )
        )


async def test_a_broken_connection_costs_one_retry(postgres_house: House) -> None:
    """The database server ends all sessions, as it does when it restarts."""
    async with postgres_house.floor() as floor:
        person, (table, owner, epoch) = await a_person(floor), await a_table(floor)
        await floor.store.commit(Batch(table, owner, epoch, entries(table, 3)))
        _end_sessions(postgres_house)
        with pytest.raises(CommitFailed):
            await floor.store.commit(Batch(table, owner, epoch, entries(table, 4)))
        await floor.store.commit(Batch(table, owner, epoch, entries(table, 4), [buy_in_journal(person, 1)]))
        assert (await floor.store.read(audit)).faults == ()


async def test_a_process_that_lost_its_lock_takes_it_again(
    postgres_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with postgres_house.floor() as one, postgres_house.floor() as two:
        look = one.store.stay_alive
        monkeypatch.setattr(one.store, "stay_alive", lambda: False)  # until the test lets it look

        def lives(connection: Any) -> bool:
            return two.store.alive(connection, one.store.process)

        assert await two.store.read(lives)
        _end_sessions(postgres_house, one.store._lock)
        assert not await two.store.read(lives)
        await asyncio.to_thread(look)
        assert await two.store.read(lives)
    assert one.store.process != two.store.process


def _end_sessions(house: House, held: Any = None) -> None:
    """End all sessions of the database, or that of one connection."""
    assert house.url is not None
    which = "pid <> pg_backend_pid()" if held is None else f"pid = {held.connection.dbapi_connection.info.backend_pid}"
    query = (
        f"SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = current_database() AND {which}"
    )
    with psycopg.connect(house.url, autocommit=True) as connection:
        connection.execute(query.encode())


async def test_money_whose_commit_went_unanswered_is_not_posted_twice(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The transaction is committed, but the connection breaks before the process finds out."""
    people = [await a_person(floor) for _ in range(3)]
    whole, broken = floor.store._transact, threading.Event()

    def unheard(connection: Any, batches: list[Batch]) -> None:
        if len(batches) == 1 and not broken.is_set():
            threading.Event().wait(0.1)  # so that the others wait together
        whole(connection, batches)
        if len(batches) > 1 and not broken.is_set():
            broken.set()
            raise OperationalError("COMMIT", {}, Exception("the connection is gone"))

    monkeypatch.setattr(floor.store, "_transact", unheard)
    held = [await balance(floor, person) for person in people]
    asked = [Batch(journals=[buy_in_journal(person, 1_00)]) for person in people]
    await asyncio.gather(*map(floor.store.commit, asked), return_exceptions=True)
    assert broken.is_set()
    assert [await balance(floor, person) for person in people] == [amount + 1_00 for amount in held]
    assert (await floor.store.read(audit)).faults == ()


async def balance(floor: Floor, person: int) -> int:
    account = schema.account
    mine = select(account.c.balance).where(account.c.id == bankroll_of(person))
    return await floor.store.read(lambda connection: int(connection.execute(mine).scalar_one()))


async def test_a_process_that_ended_is_not_alive(house: House) -> None:
    async with house.floor() as floor:
        gone = floor.store.process
    async with house.floor() as floor:
        assert floor.store.process != gone
        assert not await floor.store.read(lambda connection: floor.store.alive(connection, gone))
        assert await floor.store.read(lambda connection: floor.store.alive(connection, floor.store.process))
        known = select(schema.process.c.id).order_by(schema.process.c.id)
        ids = await floor.store.read(lambda connection: list(connection.execute(known).scalars()))
        assert ids == [gone, floor.store.process]


async def test_a_database_error_does_not_reveal_the_values(floor: Floor) -> None:
    table, _, _ = await a_table(floor)
    twice = entries(table, 1)[0] | {"line": "a face-down Ah", "at": 0.0}
    with pytest.raises(IntegrityError) as found:
        await floor.store.change(lambda connection: connection.execute(insert(schema.entry), [twice]))
    assert "Ah" not in str(found.value)


async def test_the_floors_folder_is_readable_by_its_owner_only(sqlite_house: House) -> None:
    path = sqlite_house.folder / "elsewhere" / "floor.db"
    async with House(f"sqlite:///{path}", sqlite_house.folder).floor():
        assert {file.stat().st_mode & 0o077 for file in path.parent.iterdir() if file.suffix != ".lock"} == {0}


async def test_a_floor_opened_by_another_path_is_the_same_floor(sqlite_house: House) -> None:
    path = sqlite_house.folder / "floor.db"
    (sqlite_house.folder / "door").symlink_to(path)
    async with House(f"sqlite:///{path}", sqlite_house.folder).floor():
        with pytest.raises(FloorTaken):
            await Floor.open(f"sqlite:///{sqlite_house.folder / 'door'}", sqlite_house.folder)


async def test_a_full_disk_loses_nothing(sqlite_house: House, caplog: pytest.LogCaptureFixture) -> None:
    """SQLite's size is limited, which gives the same error as a full disk."""
    async with sqlite_house.floor() as floor:
        ann, _ = await floor.guest()
        table = (await opened(floor, "craps", clock="never")).id
        await floor.command(table, ann, Sit(amount=100_00))
        size = await floor.store.read(lambda connection: connection.exec_driver_sql("PRAGMA page_count").scalar_one())
        most = [int(size)]

        @event.listens_for(floor.store.engine, "begin")
        def _(connection: Connection) -> None:
            connection.exec_driver_sql(f"PRAGMA max_page_count={most[0]}")

        done = 0
        with suppress(CommitFailed, OperationalError):
            for done in range(10_000):
                await floor.command(table, ann, Act(verb="make", wager="field", amount=5_00), key=f"wager {done}")
                await floor.command(table, ann, Act(verb="remove", wager="field"), key=f"back {done}")
        assert "the disk of the database is full" in caplog.text
        most[0] = 10**6
        for number in range(done):
            again = await floor.command(table, ann, Act(verb="make", wager="field", amount=5_00), key=f"wager {number}")
            assert again["repeated"]
        with suppress(Refused):  # the last one may still be there, if its removal did not fit
            await floor.command(table, ann, Act(verb="remove", wager="field"))
        await floor.command(table, ann, Leave())
        assert caplog.text.count("does not accept writes") == 1
        assert caplog.text.count("accepts writes again") == 1
        await books_are_right(floor, [ann])


async def test_a_database_locked_by_another_program_can_still_be_read(sqlite_house: House) -> None:
    async with sqlite_house.floor() as floor:
        ann, token = await floor.guest()
        table = (await opened(floor, "craps", clock="never")).id
        other = sqlite3.connect(sqlite_house.folder / "floor.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        waiting = [asyncio.create_task(floor.guest()) for _ in range(8)]
        sitting = asyncio.create_task(floor.command(table, ann, Sit(amount=100_00)))
        assert await floor.person(token) == ann
        assert await floor.bankroll(ann) == GRANT
        assert (await floor.view(table, ann)).you == 0
        assert not sitting.done()
        other.execute("ROLLBACK")
        other.close()
        await asyncio.gather(sitting, *waiting)
        assert (await floor.view(table, ann)).you == 1
        await books_are_right(floor, [ann])


async def test_a_database_of_a_newer_version_is_refused_in_one_line(sqlite_house: House) -> None:
    async with sqlite_house.floor() as floor:
        later = text("UPDATE alembic_version SET version_num = '9999'")
        await floor.store.change(lambda connection: connection.execute(later))
    with pytest.raises(ValueError, match="newer version of pitboss") as refused:
        await sqlite_house.open()
    assert "\n" not in str(refused.value)


async def test_a_full_disk_at_the_first_start_leaves_no_partial_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "key"
    with monkeypatch.context() as full:

        def no_room(descriptor: int) -> None:
            raise OSError(28, "No space left on device")

        full.setattr(os, "fsync", no_room)
        with pytest.raises(OSError, match="No space left"):
            Sealer.of_file(path)
    assert list(tmp_path.iterdir()) == []
    made = Sealer.of_file(path)
    assert Sealer.of_file(path).fingerprint == made.fingerprint


def test_the_database_url_may_be_given_by_the_environment(tmp_path: Path) -> None:
    file = tmp_path / "database"
    file.write_text("postgresql://pitboss:secret@localhost/floor\n")
    kept = "postgresql://pitboss:secret@localhost/floor"
    assert database_given(f"@{file}", {}) == kept
    assert database_given("", {"PITBOSS_DATABASE": kept}) == kept
    assert database_given("", {"PITBOSS_DATABASE": f"@{file}"}) == kept
    assert database_given("sqlite:///x", {"PITBOSS_DATABASE": kept}) == "sqlite:///x"
    assert database_given("", {}) is None
    with pytest.raises(ValueError, match="nowhere: cannot be read"):
        database_given("@nowhere", {})
