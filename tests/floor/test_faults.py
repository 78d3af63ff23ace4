"""Faults that people can notice: each has one clear line and a reason in `/health`, and ends without a restart."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import time
from collections import namedtuple
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.exc import DatabaseError, OperationalError

from pitboss.cli import main
from pitboss.floor import condition
from pitboss.floor.commands import Act, Leave, Sit
from pitboss.floor.condition import Condition, database_reason
from pitboss.floor.floor import Floor
from pitboss.floor.live import LiveTable
from pitboss.floor.people import Person
from pitboss.floor.sight import WatchableTable
from pitboss.floor.store import CommitFailed
from pitboss.table import Refused

from .counter import Counter, counter
from .house import House, books_are_right, live, opened

pytestmark = pytest.mark.anyio
HOUR = 3600.0
Usage = namedtuple("Usage", "total used free")


@pytest.fixture
async def desk(sqlite_house: House) -> AsyncIterator[Counter]:
    async with counter(sqlite_house) as desk:
        yield desk


@contextmanager
def full_disk(floor: Floor) -> Iterator[None]:
    """Allow the database no more pages than it has, which gives the same error as a full disk."""
    most = floor.store.read_now(lambda connection: connection.exec_driver_sql("PRAGMA page_count").scalar_one())

    def bounded(connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count={most}")

    event.listen(floor.store.engine, "begin", bounded)
    try:
        yield
    finally:
        most = 10**6


async def use_up(floor: Floor, table: int, person: Person) -> None:
    """Give commands until the database refuses one."""
    with suppress(CommitFailed, OperationalError):
        for _ in range(2_000):
            await floor.command(table, person, Act(verb="make", wager="field", amount=5_00))
            await floor.command(table, person, Act(verb="remove", wager="field"))
        pytest.fail("the disk is not full")


def stop_housekeeping(floor: Floor) -> None:
    """Leave everything to the test itself."""
    for task in floor.housekeeping.tasks:
        task.cancel()


async def health(desk: Counter) -> tuple[int, str, list[str]]:
    """The status code, the status and the reasons that /health gives."""
    answer = await desk.get("/health")
    output = answer.json()
    return answer.status_code, output["status"], [fault["reason"] for fault in output["faults"]]


# ---- a full disk


async def test_a_full_disk_is_seen_in_health_and_ends_without_a_restart(
    desk: Counter, caplog: pytest.LogCaptureFixture
) -> None:
    floor = desk.floor
    ann, _ = await floor.guest()
    table = (await opened(floor, "craps", clock="never")).id
    await floor.command(table, ann, Sit(amount=100_00))
    assert await health(desk) == (200, "well", [])
    stop_housekeeping(floor)
    reason = "the database does not accept writes: the disk of the database is full"
    with full_disk(floor):
        await use_up(floor, table, ann)
        assert await health(desk) == (503, "down", [reason])
        assert (await desk.get(f"/tables/{table}")).status_code == 200, "everyone can still look"
        assert (await floor.view(table, ann)).you == 1
    await asyncio.to_thread(floor.store.beat)  # without a command
    assert await health(desk) == (200, "well", [])
    with suppress(Refused):  # the last wager may have been refused
        await floor.command(table, ann, Act(verb="remove", wager="field"))
    await floor.command(table, ann, Leave())
    await books_are_right(floor, [ann])
    assert caplog.text.count(reason) == 1
    assert "Traceback" not in caplog.text


async def test_the_first_command_after_a_full_disk_succeeds(sqlite_floor: Floor) -> None:
    """Even without a heartbeat in between."""
    floor = sqlite_floor
    ann, _ = await floor.guest()
    table = (await opened(floor, "craps", clock="never")).id
    await floor.command(table, ann, Sit(amount=100_00))
    stop_housekeeping(floor)
    with full_disk(floor):
        await use_up(floor, table, ann)
    await floor.command(table, ann, Act(verb="make", wager="pass", amount=5_00))
    assert not floor.store.condition.has("database")


async def test_viewers_of_a_table_that_cannot_be_owned_follow_it_until_it_can(sqlite_floor: Floor) -> None:
    floor = sqlite_floor
    ann, _ = await floor.guest()
    table = (await opened(floor, "craps", clock="never")).id
    await floor.command(table, ann, Sit(amount=100_00))

    async def shown() -> WatchableTable:
        return await floor.table(table, only_to_look=True)

    stop_housekeeping(floor)
    with full_disk(floor), pytest.MonkeyPatch.context() as unwritable:
        await use_up(floor, table, ann)

        def no_room(connection: Connection, id: int) -> None:
            raise CommitFailed("the disk of the database is full")

        unwritable.setattr(floor, "_claim", no_room)
        assert not isinstance(await shown(), LiveTable)
    await asyncio.to_thread(floor.store.beat)
    floor.housekeeping.look()
    assert isinstance(await shown(), LiveTable)


async def test_a_nearly_full_disk_degrades(desk: Counter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage(2**40, 2**40, 12 * 2**20))
    desk.floor.housekeeping.look()
    assert await health(desk) == (200, "degraded", ["12 MB are left on the disk of the floor's folder"])
    monkeypatch.undo()
    desk.floor.housekeeping.look()
    assert await health(desk) == (200, "well", [])


# ---- the clock


async def test_setting_the_clock_changes_no_deadline(sqlite_floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    floor = sqlite_floor
    people = [(await floor.guest())[0] for _ in range(2)]
    table = (await opened(floor, "roulette", clock="always", betting_seconds=600)).id
    for person in people:
        await floor.command(table, person, Sit(amount=100_00))
    await floor.command(table, people[0], Act(verb="make", wager="red", amount=10_00))
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() - HOUR)
    left = (await floor.view(table, people[0])).deadline
    assert left is not None
    assert 500 < left <= 600
    await floor.command(table, people[1], Act(verb="make", wager="black", amount=10_00))
    assert (await live(floor, table)).clock.ends is not None
    left = (await floor.view(table, people[0])).deadline
    assert left is not None
    assert 500 < left <= 600


async def test_a_clock_that_jumps_is_reported_and_forgotten(caplog: pytest.LogCaptureFixture) -> None:
    now = Condition()
    day, ran = [1e9], [0.0]
    with pytest.MonkeyPatch.context() as clocks:
        clocks.setattr(time, "time", lambda: day[0])
        clocks.setattr(time, "monotonic", lambda: ran[0])
        now.look({})
        day[0], ran[0] = day[0] + 2 - HOUR, 2.0
        now.look({})
        assert [fault.reason for fault in now.faults] == ["the clock of this machine was set back by 3,600 s"]
        day[0], ran[0] = day[0] + condition.JUMP_SHOWN + 1, 2.0 + condition.JUMP_SHOWN + 1
        now.look({})
        assert now.faults == []


# ---- a slow or lost database


async def test_a_commit_that_takes_long_degrades(desk: Counter) -> None:
    desk.floor.store.condition.committing = time.monotonic() - 7.0
    desk.floor.housekeeping.look()
    assert await health(desk) == (200, "degraded", ["the database is slow: a commit has taken 7 s"])
    desk.floor.store.condition.committing = None
    desk.floor.housekeeping.look()
    assert (await health(desk))[1] == "well"


async def test_a_database_that_cannot_be_read_is_down(desk: Counter, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(connection: Connection) -> float:
        raise DatabaseError("SELECT", None, sqlite3.DatabaseError("database disk image is malformed"))

    stop_housekeeping(desk.floor)
    monkeypatch.setattr(desk.floor.store, "skew_now", broken)
    reason = "the database cannot be read: database disk image is malformed"
    assert await health(desk) == (503, "down", [reason])


def test_reasons_contain_no_values() -> None:
    error = sqlite3.OperationalError("no such column: x")
    assert database_reason(OperationalError("SELECT 'the ace of spades'", None, error)) == "no such column: x"


# ---- at the start


def damaged(folder: Path) -> None:
    """Overwrite pages in the middle of a database."""
    path = folder / "floor.db"
    content = bytearray(path.read_bytes())
    content[4096 : len(content)] = b"\x5a" * (len(content) - 4096)
    path.write_bytes(content)


@pytest.mark.parametrize("command", ["serve", "audit"])
async def test_a_damaged_database_is_one_line(
    command: str, sqlite_house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    async with sqlite_house.floor() as floor:
        await floor.guest()
    for left in sqlite_house.folder.glob("floor.db-*"):
        left.unlink()
    damaged(sqlite_house.folder)
    await one_line(command, sqlite_house.folder, "damaged", capsys)


@pytest.mark.parametrize("command", ["serve", "audit"])
async def test_a_file_that_is_no_database_is_one_line(
    command: str, sqlite_house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    async with sqlite_house.floor() as floor:
        await floor.guest()
    (sqlite_house.folder / "floor.db").write_text("not a database at all\n" * 100)
    await one_line(command, sqlite_house.folder, "not a database", capsys)


async def one_line(command: str, folder: Path, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Run a command that cannot start: exit code 2 and one line."""
    words = ["--port", "0", "--no-browser"] if command == "serve" else []
    code = await asyncio.to_thread(main, [command, "--folder", str(folder), *words])
    output = capsys.readouterr()
    assert code == 2, output
    assert output.err.startswith("pitboss: ")
    assert output.err.count("\n") == 1, output.err
    assert said in output.err
