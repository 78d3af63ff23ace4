"""Several processes on one PostgreSQL: one floor, one owner per table, and a takeover when the owner dies.

Most tests use floors in this process, each behind its own server; deaths and suspensions are tested with real
`pitboss serve` processes.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from sqlalchemy import select, update

from pitboss.chapter.layout import Layout
from pitboss.floor import entrance, schema
from pitboss.floor.cluster import followed as followed_tables
from pitboss.floor.cluster import notifications
from pitboss.floor.cluster.followed import FollowedTable
from pitboss.floor.cluster.relay import BadSeal, ForwardedCommand
from pitboss.floor.commands import Act, Decide, Ready, Sit, WrongRole
from pitboss.floor.floor import Floor, OwnerUnavailable
from pitboss.floor.ledger import audit
from pitboss.floor.live import LiveTable, TableGone
from pitboss.floor.people import Person, Role
from pitboss.floor.sight import VisibleTable
from pitboss.floor.store import KeyReused, Store
from pitboss.table import Refused, replay
from tests.shared.served import Served, served
from tests.shared.waiting import until, wait_until

from .counter import counter
from .house import STAKE, Crowd, House, books_are_right, crash, everything, live, opened, staff

pytestmark = pytest.mark.anyio
PASS = Act(verb="make", wager="pass", amount=10_00)
PATIENCE = 120.0
"""Seconds to wait for something that should happen soon."""
FIRST = "the-first-process"
"""The application name of one process's database sessions."""


async def owner_of(floor: Floor, table: int) -> tuple[int, int]:
    """The process that owns a table, and the number of owners so far."""
    row = select(schema.gaming_table.c.owner, schema.gaming_table.c.epoch).where(schema.gaming_table.c.id == table)
    owner, epoch = await floor.store.read(lambda connection: connection.execute(row).one())
    return int(owner), int(epoch)


async def followed(floor: Floor, table: int) -> FollowedTable:
    found = await floor.table(table)
    assert isinstance(found, FollowedTable)
    return found


def same(one: VisibleTable, other: VisibleTable) -> bool:
    """Whether two processes show the same, apart from anything not on the tape."""
    unsaid = {"ready", "deadline", "moments"}
    return one.model_dump(exclude=unsaid) == other.model_dump(exclude=unsaid)


# ---- floors in this process


async def test_the_limit_on_tables_per_person_holds_across_processes(postgres_house: House) -> None:
    """Each process counted before the other had opened a table, so a person had 21 tables with a maximum of 20."""
    async with postgres_house.floor() as one, postgres_house.floor() as two:
        one.policy = two.policy = one.policy.model_copy(update={"tables_each": 2})
        ann, _ = await one.guest()
        layout = Layout.of("big-six")
        asked = [floor.open_table(layout, by=ann) for _ in range(4) for floor in (one, two)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert sum(not isinstance(answer, BaseException) for answer in answers) == 2
        assert sum(isinstance(answer, Refused) for answer in answers) == 6, answers


async def test_a_table_of_one_process_is_played_and_watched_through_another(postgres_house: House) -> None:
    async with counter(postgres_house) as one, counter(postgres_house) as two:
        ann, _ = await one.floor.guest()
        ben, _ = await two.floor.guest()
        table = (await opened(one.floor, "three-card-poker", clock="never")).id
        watched: list[VisibleTable] = []

        async def watch() -> None:
            async for seen in two.floor.watch(table, ben, offers=True):
                watched.append(seen)  # noqa: PERF401 it never ends

        watching = asyncio.create_task(watch())
        await one.floor.command(table, ann, Sit(amount=STAKE))
        await two.floor.command(table, ben, Sit(amount=STAKE))
        assert isinstance(await two.floor.table(table), FollowedTable)
        for floor, person in ((one.floor, ann), (two.floor, ben)):
            await floor.command(table, person, Act(verb="make", wager="ante", amount=10_00))
            await floor.command(table, person, Ready())
        for number in range(2):
            seen = await one.floor.view(table, ann)
            assert seen.ask is not None
            assert (seen.ask["kind"], seen.round) == ("decision", 0), number
            who, floor = {1: (ann, one.floor), 2: (ben, two.floor)}[seen.ask["position"]]
            done = await floor.command(table, who, Decide(choice="play"))
            assert (await floor.view(table, who)).entry >= done["entry"], "the acknowledged command is visible"
        await until(lambda: watched and watched[-1].round == 1)
        watching.cancel()
        for person in (ann, ben, None):
            await (await followed(two.floor, table)).look()
            assert same(await one.floor.view(table, person), await two.floor.view(table, person))
        steps = [moment.seq for seen in watched for moment in seen.moments]
        assert steps == sorted(set(steps)), "each step once, in order"
        mine = [
            moment.state["hands"]
            for seen in watched
            for moment in seen.moments
            if moment.state and moment.state.get("hands")
        ]
        assert any("??" in json.dumps(hands) for hands in mine)
        await books_are_right(one.floor, [ann, ben])


async def test_refusals_are_returned_through_another_process(postgres_house: House) -> None:
    async with counter(postgres_house) as one, counter(postgres_house) as two:
        ann, _ = await one.floor.guest()
        boss = await staff(one.floor, Role.FLOORPERSON)
        table = (await opened(one.floor, "craps")).id
        await two.floor.command(table, ann, Sit(amount=STAKE), key="sit")
        before = await everything(one.floor)
        with pytest.raises(Refused, match=r"13:69F-1\.4") as there:
            await two.floor.command(table, ann, Act(verb="make", wager="pass", amount=10_50))
        with pytest.raises(Refused) as here:
            await one.floor.command(table, ann, Act(verb="make", wager="pass", amount=10_50))
        assert str(there.value) == str(here.value)
        assert there.value.answer == here.value.answer
        with pytest.raises(WrongRole):
            await two.floor.command(table, boss, PASS)
        with pytest.raises(KeyReused):
            await two.floor.command(table, ann, PASS, key="sit")
        assert await everything(one.floor) == before


async def test_a_key_is_valid_in_every_process(postgres_house: House) -> None:
    async with counter(postgres_house) as one, counter(postgres_house) as two:
        ann, _ = await one.floor.guest()
        table = (await opened(one.floor, "craps")).id
        await one.floor.command(table, ann, Sit(amount=STAKE))
        desks = [one.floor, two.floor] * 4
        answers = await asyncio.gather(*(floor.command(table, ann, PASS, key="k") for floor in desks))
        assert len({answer["entry"] for answer in answers}) == 1
        assert (await one.floor.view(table, ann)).rack == STAKE - PASS.amount


@pytest.mark.parametrize("lost", ["the question", "the answer"])
async def test_a_forwarded_command_is_done_once_whatever_gets_lost(
    postgres_house: House, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    """The person gave no key, so the processes use one between them."""
    async with counter(postgres_house) as one, counter(postgres_house) as two:
        ann, _ = await one.floor.guest()
        table = (await opened(one.floor, "craps")).id
        await two.floor.command(table, ann, Sit(amount=STAKE))
        client = two.floor._table_client._client
        assert client is not None
        post, failures = client.post, iter([True, True, False])

        async def broken(*words: Any, **more: Any) -> httpx.Response:
            fails = next(failures, False)
            if fails and lost == "the question":
                raise httpx.ConnectError("no one there")
            answer = await post(*words, **more)
            if fails:
                raise httpx.ReadTimeout("no answer")
            return answer

        monkeypatch.setattr(client, "post", broken)
        await two.floor.command(table, ann, PASS)
        assert (await one.floor.view(table, ann)).rack == STAKE - PASS.amount
        await books_are_right(one.floor, [ann])


async def test_an_unreachable_owner_is_reported(postgres_house: House) -> None:
    one, two = await postgres_house.open("http://127.0.0.1:9"), await postgres_house.open()
    ann, _ = await one.guest()
    table = (await opened(one, "craps")).id
    before = await everything(one)
    with pytest.raises(OwnerUnavailable, match="try again"):
        await two.command(table, ann, Sit(amount=STAKE))
    assert await everything(one) == before
    assert isinstance(await one.table(table), LiveTable)
    await one.close()
    await two.command(table, ann, Sit(amount=STAKE))
    await two.close()


async def test_only_a_process_of_the_floor_can_forward_commands(postgres_house: House) -> None:
    async with counter(postgres_house) as one, httpx.AsyncClient() as stranger:
        ann, _ = await one.floor.guest()
        table = (await opened(one.floor, "craps")).id
        said = {
            "table": table,
            "person": [ann.id, ann.name, ann.kind, "player"],
            "command": {"do": "sit", "amount": 100},
            "key": None,
            "at": time.time(),
        }
        before = await everything(one.floor)
        for content, seal in (
            (json.dumps(said), "0" * 64),
            (json.dumps(said), ""),
            (json.dumps(said | {"at": 0}), one.floor._table_client.seal(json.dumps(said | {"at": 0}))),
            (json.dumps(said | {"table": table + 1}), one.floor._table_client.seal(json.dumps(said))),
        ):
            answer = await stranger.post(
                f"{one.url}/processes/command", content=content, headers={"x-pitboss-seal": seal}
            )
            assert answer.status_code == 403
        assert await everything(one.floor) == before


async def test_concurrent_loads_of_a_table_have_one_owner(postgres_house: House) -> None:
    async with postgres_house.floor() as floor:
        tables = [(await opened(floor, "craps")).id for _ in range(4)]
        before = {table: await owner_of(floor, table) for table in tables}
    floors = [await postgres_house.open() for _ in range(4)]
    shown = await asyncio.gather(*(floor.table(table) for table in tables for floor in floors))
    for at, table in enumerate(tables):
        mine = shown[4 * at : 4 * at + 4]
        owners = [floor for floor, one in zip(floors, mine, strict=True) if isinstance(one, LiveTable)]
        assert len(owners) == 1
        assert await owner_of(floors[0], table) == (owners[0].store.process, before[table][1] + 1)
    for floor in floors:
        await floor.close()


async def test_a_process_that_stops_cleanly_is_followed_by_another(postgres_house: House) -> None:
    async with counter(postgres_house) as two:
        async with counter(postgres_house) as one:
            ann, _ = await one.floor.guest()
            table = (await opened(one.floor, "craps", clock="never")).id
            await two.floor.command(table, ann, Sit(amount=STAKE))
            await two.floor.command(table, ann, PASS, key="k")
            before = await two.floor.view(table, ann)
        await two.floor.command(table, ann, PASS, key="k")
        assert isinstance(await two.floor.table(table), LiveTable)
        assert same(await two.floor.view(table, ann), before)
        await Crowd(two.floor, (await two.floor.tables())[0], [ann], "after").play(2)
        await books_are_right(two.floor, [ann])


async def test_a_viewer_is_enough_for_a_takeover(postgres_house: House) -> None:
    """Someone is watching but no one gives a command; the table must not stop forever."""
    one, two = await postgres_house.open(), await postgres_house.open()
    table = (await opened(one, "craps")).id
    assert isinstance(await two.table(table), FollowedTable)

    async def watch() -> None:
        async for seen in two.watch(table, None):
            assert seen.entry == 2

    watching = asyncio.create_task(watch())
    await one.close()
    await until(lambda: isinstance(two._tables.get(table), LiveTable))
    watching.cancel()
    assert await owner_of(two, table) == (two.store.process, 2)
    await two.close()


async def test_an_owner_presumed_dead_writes_nothing(postgres_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its database session is gone, and with it the lock; the process does not know it yet."""
    async with counter(postgres_house) as one, counter(postgres_house) as two:
        look = one.floor.store.stay_alive
        monkeypatch.setattr(one.floor.store, "stay_alive", lambda: False)  # until the test lets it look
        ann, _ = await one.floor.guest()
        table = (await opened(one.floor, "craps", clock="never")).id
        await one.floor.command(table, ann, Sit(amount=STAKE))
        stale = await live(one.floor, table)
        _end_session(postgres_house, one.floor.store._lock)
        await two.floor.command(table, ann, PASS, key="k")
        assert isinstance(await two.floor.table(table), LiveTable)
        before, whole = await everything(two.floor), await two.floor.tape(table)
        assert (await one.floor.table(table)) is stale
        assert stale.entries < len(whole), "it still believes its old state"
        answer = await one.floor.command(table, ann, PASS, key="k")
        assert answer.get("repeated"), "the database knows that it is done"
        assert await everything(two.floor) == before
        done = await one.floor.command(table, ann, PASS)
        assert stale.gone, "refused by the fence, and forwarded to the new owner"
        assert done["entry"] == len(whole) + 1
        assert isinstance(await one.floor.table(table), FollowedTable)
        await asyncio.to_thread(look)
        other = (await opened(one.floor, "craps")).id
        assert isinstance(await two.floor.table(other), FollowedTable), "it lives again, and what it owns is its own"
        assert (await two.floor.store.read(audit)).faults == ()
        replay(line + "\n" for line in await two.floor.tape(table))


def _end_session(house: House, held: Any) -> None:
    assert house.url is not None
    pid = held.connection.dbapi_connection.info.backend_pid
    with psycopg.connect(house.url, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(%s, 10000)", [pid])


async def test_viewers_in_a_process_that_was_thought_dead_follow_the_new_owner(
    postgres_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with counter(postgres_house) as one, counter(postgres_house) as two:
        look = one.floor.store.stay_alive
        monkeypatch.setattr(one.floor.store, "stay_alive", lambda: False)  # not before another process has its table
        ann, _ = await one.floor.guest()
        table = (await opened(one.floor, "craps", clock="never")).id
        await one.floor.command(table, ann, Sit(amount=STAKE))
        _end_session(postgres_house, one.floor.store._lock)
        done = await two.floor.command(table, ann, PASS)
        monkeypatch.setattr(one.floor.store, "stay_alive", look)
        async with asyncio.timeout(PATIENCE):
            async for seen in one.floor.watch(table, ann):
                if seen.entry == done["entry"]:
                    break
        assert isinstance(await one.floor.table(table), FollowedTable)


async def test_clocks_continue_after_a_takeover(postgres_house: House) -> None:
    one = await postgres_house.open()
    people = [(await one.guest())[0] for _ in range(2)]
    table = (await opened(one, "roulette", betting_seconds=1)).id
    for person in people:
        await one.command(table, person, Sit(amount=STAKE))
    await one.command(table, people[0], Act(verb="make", wager="red", amount=10_00))
    await one.close()
    two = await postgres_house.open()
    async with asyncio.timeout(PATIENCE):
        async for seen in two.watch(table, None):
            if seen.round == 1:
                break
    await books_are_right(two, people)
    await two.close()


# ---- real processes


@pytest.fixture
def pair(postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Served, Served]]:
    """Two servers of one floor with the same key, each with its own folder."""
    monkeypatch.setenv("PITBOSS_KEY", "ab" * 32)
    monkeypatch.setenv("PITBOSS_LIMITS", "off")
    with ExitStack() as stack:
        folders = [tmp_path / name for name in ("one", "two")]
        for folder in folders:
            folder.mkdir()
        # Killing a process is an error for the clients it was serving, and may be reported.
        named = f"{postgres_url}?application_name={FIRST}"
        first = stack.enter_context(served(named, folder=folders[0], tracebacks=True))
        yield first, stack.enter_context(served(postgres_url, folder=folders[1], tracebacks=True))


class Client:
    """An HTTP client of several servers."""

    def __init__(self) -> None:
        self.http = httpx.Client(timeout=PATIENCE)
        self.headers: dict[str, str] = {}

    def come_in(self, server: Served) -> None:
        answer = self.http.post(f"{server.url}/api/v1/people/guest").raise_for_status().json()
        self.headers = {"Authorization": f"Bearer {answer['token']}"}

    def table(self, server: Served, game: str) -> int:
        asked = {"table": {"game": game}, "settings": {"clock": "never"}}
        answer = self.http.post(f"{server.url}/api/v1/tables", json=asked, headers=self.headers).raise_for_status()
        return int(answer.json()["id"])

    def say(self, server: Served, table: int, key: str | None = None, **command: Any) -> httpx.Response:
        headers = self.headers | ({"Idempotency-Key": key} if key else {})
        return self.http.post(f"{server.url}/api/v1/tables/{table}/commands", json=command, headers=headers)

    def view(self, server: Served, table: int) -> dict[str, Any]:
        answer = self.http.get(f"{server.url}/api/v1/tables/{table}", headers=self.headers).raise_for_status()
        found: dict[str, Any] = answer.json()
        return found

    def until_done(self, server: Served, table: int, key: str, **command: Any) -> tuple[dict[str, Any], float]:
        """Repeat a command until it is done; returns the answer and the seconds it took."""
        begun = time.monotonic()

        def done() -> dict[str, Any] | None:
            answer = self.say(server, table, key, **command)
            assert answer.status_code in (200, 503), answer.text
            found: dict[str, Any] = answer.json()
            return found if answer.status_code == 200 else None

        answer = wait_until(done)
        assert answer is not None
        return answer, time.monotonic() - begun


async def test_killed_and_suspended_processes_are_replaced(
    pair: tuple[Served, Served], postgres_url: str, tmp_path: Path
) -> None:
    one, two = pair
    await asyncio.to_thread(_one_floor, one, two)
    await asyncio.to_thread(_killed, one, two)
    one.start()
    await asyncio.to_thread(_asleep, one, two, postgres_url)
    one.stop()
    two.stop()
    floor = await Floor.open(postgres_url, tmp_path)
    assert (await floor.store.read(audit)).faults == ()
    for info in await floor.tables():
        replay(line + "\n" for line in await floor.tape(info.id))
    await floor.close()


def _one_floor(one: Served, two: Served) -> None:
    """Each opens the house's tables if no one else has, and forwards commands to the other's tables."""
    ann = Client()
    tables = [ann.http.get(f"{server.url}/api/v1/tables").json() for server in (one, two)]
    assert [table["id"] for table in tables[0]] == [table["id"] for table in tables[1]]
    assert len({table["game"] for table in tables[0]}) == len(tables[0])
    craps = next(table["id"] for table in tables[0] if table["game"] == "craps")
    ann.come_in(one)
    ann.say(one, craps, do="sit", amount=100_00).raise_for_status()
    ann.say(two, craps, do="act", verb="make", wager="pass", amount=10_00).raise_for_status()
    assert ann.view(one, craps)["rack"] == 90_00


def _killed(one: Served, two: Served) -> None:
    """kill -9: the other process takes over its tables at once, with everything that was acknowledged."""
    ann = Client()
    ann.come_in(one)
    tables = [ann.table(one, game) for game in ("craps", "roulette")]
    for table in tables:
        assert ann.say(two, table, do="sit", amount=STAKE).status_code == 200, "through the other process"
    made = ann.say(one, tables[0], "k", do="act", verb="make", wager="pass", amount=10_00).json()
    before = [ann.view(one, table) for table in tables]
    one.kill()
    again, took = ann.until_done(two, tables[0], "k", do="act", verb="make", wager="pass", amount=10_00)
    print(f"taken over after kill -9 in {took:.2f} s")
    assert again == made | {"repeated": True}
    for table, seen in zip(tables, before, strict=True):
        now = ann.view(two, table)
        for name in ("entry", "seq", "round", "state", "rack", "seats", "ask"):
            assert now[name] == seen[name], name


def _asleep(one: Served, two: Served, url: str) -> None:
    """SIGSTOP: a process holds its lock and does nothing, and wakes up when another has its table."""
    ann = Client()
    ann.come_in(one)
    table = ann.table(one, "craps")
    ann.say(one, table, do="sit", amount=STAKE).raise_for_status()
    os.kill(one.pid, signal.SIGSTOP)
    try:
        made, took = ann.until_done(two, table, "k", do="act", verb="make", wager="pass", amount=10_00)
        print(f"taken over from a sleeping process in {took:.2f} s")
    finally:
        os.kill(one.pid, signal.SIGCONT)
    again, took = ann.until_done(one, table, "k", do="act", verb="make", wager="pass", amount=10_00)
    print(f"awake again, and served through the new owner in {took:.2f} s")
    assert again == made | {"repeated": True}
    more, _ = ann.until_done(one, table, "l", do="act", verb="make", wager="pass", amount=10_00)
    assert more["entry"] == made["entry"] + 1
    assert ann.view(two, table)["rack"] == STAKE - 20_00


async def test_the_staff_of_one_process_is_known_in_the_other(postgres_house: House) -> None:
    async with postgres_house.floor() as one, postgres_house.floor() as two:
        token = await one.staff_token(Role.SURVEILLANCE, "Eyes")
        person = await two.person(token)
        assert isinstance(person, Person)
        assert person.role is Role.SURVEILLANCE


async def test_a_token_revoked_in_one_process_is_soon_invalid_in_the_other(
    postgres_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entrance, "TOKEN_SECONDS", 3600.0)  # without checks, until the test asks for one
    async with counter(postgres_house) as one, counter(postgres_house) as two:
        ann, ben = await one.guest(), await one.guest()
        table = await one.table()
        async with two.stream(table, ann) as stream:
            await stream.view()
            assert (await two.get("/people/me", ben)).status_code == 200
            assert (await one.post("/people/log-out", ann)).status_code == 204
            assert await stream.closed() == 4401
        assert (await two.get("/people/me", ann)).status_code == 401
        assert (await two.get("/people/me", ben)).status_code == 200


# ---- notifications


async def _sees_the_wager(one: Floor, two: Floor, table: int, ann: Person) -> None:
    """A viewer in one process sees a wager that is made in the other."""

    async def watch() -> None:
        async for seen in two.watch(table, None):
            if any(wager["kind"] == "pass" for wager in seen.state.get("wagers", [])):
                return

    watching = asyncio.create_task(watch())
    await until(lambda: (known := two.followed.get(table)) is not None and known.watched)
    await one.command(table, ann, PASS)
    async with asyncio.timeout(PATIENCE):
        await watching


async def _table_of(floor: Floor) -> tuple[int, Person]:
    ann, _ = await floor.guest()
    table = (await opened(floor, "craps", clock="never")).id
    await floor.command(table, ann, Sit(amount=STAKE))
    return table, ann


async def test_a_process_is_notified_of_changes_in_another(
    postgres_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(followed_tables, "POLL", 3600.0)
    async with postgres_house.floor() as one, postgres_house.floor() as two:
        table, ann = await _table_of(one)
        await _sees_the_wager(one, two, table, ann)


async def test_a_change_is_seen_though_its_notification_is_lost(
    postgres_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(followed_tables, "POLL", 0.05)
    monkeypatch.setattr(Store, "_notify", lambda *_: None)
    async with postgres_house.floor() as one, postgres_house.floor() as two:
        table, ann = await _table_of(one)
        await _sees_the_wager(one, two, table, ann)


async def test_notifications_resume_after_a_lost_connection(
    postgres_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(followed_tables, "POLL", 3600.0)
    monkeypatch.setattr(notifications, "RECONNECT", 0.05)
    assert postgres_house.url is not None
    listening = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"
    async with postgres_house.floor() as one, postgres_house.floor() as two:
        table, ann = await _table_of(one)
        async with await psycopg.AsyncConnection.connect(postgres_house.url, autocommit=True) as connection:

            async def listeners() -> set[int]:
                return {pid for (pid,) in await (await connection.execute(listening)).fetchall()}

            async def connected() -> bool:
                return len(await listeners() - before) == 2

            before: set[int] = set()
            await until(connected)
            before = await listeners()
            for pid in before:
                await connection.execute("SELECT pg_terminate_backend(%s, 10000)", [pid])
            await until(connected)
        await _sees_the_wager(one, two, table, ann)


# ---- hanging processes and differing clocks


async def test_a_hanging_owner_loses_its_tables_and_writes_nothing_more(postgres_house: House) -> None:
    """A process holds its lock but sends no heartbeat: another takes over, and the first one's pending work is not
    committed."""
    one, two = await postgres_house.open("http://127.0.0.1:9"), await postgres_house.open()
    ann, _ = await one.guest()
    table = (await opened(one, "craps")).id
    await one.command(table, ann, Sit(amount=STAKE))
    hung = await live(one, table)
    for task in one.housekeeping.tasks:
        task.cancel()
    await _silent(two, one.store.process)
    await two.command(table, ann, PASS, key="k")
    assert (await owner_of(two, table))[0] == two.store.process
    with pytest.raises(TableGone):
        await hung.do(ann, PASS, "l")
    seen = await two.view(table, ann)
    assert sum(wager["amount"] for wager in seen.state["wagers"]) == PASS.amount
    await books_are_right(two, [ann])
    await two.close()
    await crash(one)


async def _silent(floor: Floor, process: int) -> None:
    """Pretend that a process has sent no heartbeat for a minute."""
    beat = update(schema.process).where(schema.process.c.id == process).values(beat=schema.process.c.beat - 60.0)
    await floor.store.change(lambda connection: connection.execute(beat))


async def test_processes_whose_clocks_differ_understand_each_other(
    postgres_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both use the database's clock, so 90 seconds between their own clocks do not matter."""
    async with postgres_house.floor() as one, postgres_house.floor() as two:
        ann, _ = await one.guest()
        asked = ForwardedCommand(1, ann, PASS, "k")
        one.store.skew, two.store.skew = 90.0, 0.0
        now = time.time
        said: list[str] = []

        async def sent(*given: Any, **more: Any) -> Any:
            said.append(more["content"])
            raise httpx.ConnectError("nobody")

        async def address(id: int) -> tuple[str, float]:
            return "http://127.0.0.1:9", 1.0

        monkeypatch.setattr(httpx.AsyncClient, "post", sent)
        monkeypatch.setattr(one._table_client, "_owner_of", address)
        with monkeypatch.context() as behind:
            behind.setattr(time, "time", lambda: now() - 90.0)
            with pytest.raises(OwnerUnavailable):
                await one._table_client.send(asked)
        assert two._table_client.read(said[0].encode(), two._table_client.seal(said[0])) == asked
        one.store.skew = 0.0
        with monkeypatch.context() as behind:
            behind.setattr(time, "time", lambda: now() - 90.0)
            with pytest.raises(OwnerUnavailable):
                await one._table_client.send(asked)
        with pytest.raises(BadSeal, match="too old"):
            two._table_client.read(said[1].encode(), two._table_client.seal(said[1]))


async def test_a_wrong_clock_is_detected(postgres_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async with postgres_house.floor() as floor:
        assert abs(await asyncio.to_thread(floor.store.beat)) < 60.0
        now = time.time
        monkeypatch.setattr(time, "time", lambda: now() - 300.0)
        assert 240.0 < await asyncio.to_thread(floor.store.beat) < 360.0
