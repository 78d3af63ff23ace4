"""The floor is repeatedly killed with -9 at random moments under load; nothing acknowledged is lost or done twice.

People act at several tables of a real `pitboss serve`, over HTTP and WebSocket, each command under its own key. Without
an answer they repeat it under the same key when the server is back. After every death the tapes are read from the
database itself and compared with the answers.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import signal
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx
import psycopg
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from pitboss.floor.anchors.comparison import RewoundFloor
from pitboss.floor.anchors.keeper import AnchorSettings
from pitboss.floor.audit import audit_floor
from pitboss.floor.floor import Floor
from pitboss.table.tape import START, seal
from tests.shared.needs import free_port
from tests.shared.postgres import MortalServer, mortal_postgres
from tests.shared.served import Served, served

from .house import NOTHING_PAST, STAKE, books_are_right, cards_in

pytestmark = [pytest.mark.anyio, pytest.mark.real_chance]  # the servers deal by real chance, and so must the audit
GAMES = {"craps": "accept", "roulette": "", "blackjack": "cut", "three-card-poker": "", "mini-baccarat": ""}
"""The games, each with the customary answer to an offer of the dice or the cut."""
SEATED = 3
"""The number of people at each table."""
ASKED_AGAIN = 25
"""The number of acknowledged commands that are repeated after each death."""
Json = dict[str, Any]


class Away(Exception):
    """The server did not answer, so the outcome is unknown."""


# ---- people


@dataclass
class PendingCommand:
    """A command and its answer; `answer` is None while the outcome is unknown."""

    key: str
    command: Json
    answer: Json | None = None


class Player:
    """A player over HTTP."""

    def __init__(self, storm: Storm, name: str, table: int, token: str) -> None:
        self.storm = storm
        self.table = table
        self.token = token
        self.name = name
        self.random = Random(f"{storm.seed} {name}")
        self.keys = itertools.count(1)
        self.pending: PendingCommand | None = None
        self.done: list[PendingCommand] = []
        self.last: Json | None = None
        self.quiet = asyncio.Event()

    async def live(self) -> None:
        """Act repeatedly for as long as the storm lasts."""
        while not self.storm.over:
            try:
                if self.pending is not None:
                    await self.settle()
                if not self.storm.playing.is_set():
                    self.quiet.set()
                    await self.storm.playing.wait()
                    self.quiet.clear()
                    continue
                seen = self.last = await self.look()
                if (command := self.choose(seen)) is not None:
                    self.pending = PendingCommand(f"{self.name}-{next(self.keys)}", command)
                else:
                    await asyncio.sleep(0.02)
            except Away:
                await asyncio.sleep(0.05)
                await self.hang_up()

    async def settle(self) -> None:
        """Get an answer to the pending command."""
        assert self.pending is not None
        if (said := await self.say(self.pending)) is not None:
            self.pending.answer = said
            self.done.append(self.pending)
            self.storm.acknowledged += 1
        self.pending = None

    def choose(self, seen: Json) -> Json | None:
        """Choose a random command."""
        ask, you = seen["ask"], seen["you"]
        if not you:
            return {"do": "sit", "amount": STAKE}
        if ask["kind"] == "decision":
            return {"do": "decide", "choice": self.random.choice(ask["choices"])} if ask["position"] == you else None
        if ask["kind"] != "wagers":
            return None
        if seen["rack"] < 50_00:
            return {"do": "buy_in", "amount": 100_00}
        mine = [wager for wager in seen["state"].get("wagers", []) if wager["position"] == you]
        if mine and self.random.random() < 0.5:
            return {"do": "ready"}
        if not seen["offers"] or (not mine and self.random.random() < 0.02):
            return {"do": "leave"} if not mine else {"do": "ready"}
        offer = self.random.choice(seen["offers"][:3])
        return {"do": "act", "verb": "make", "amount": offer["least"], "wager": offer["wager"], "spot": offer["spot"]}

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    async def look(self) -> Json:
        asked = {"offers": "true", "since": str(NOTHING_PAST - 1)}
        answer = await self.storm.http("GET", f"/tables/{self.table}", headers=self.headers, params=asked)
        if answer.status_code != 200:
            raise Away
        found: Json = answer.json()
        return found

    async def say(self, asked: PendingCommand) -> Json | None:
        """Send a command; returns its answer, or None if it is refused."""
        headers = self.headers | {"Idempotency-Key": asked.key}
        answer = await self.storm.http("POST", f"/tables/{self.table}/commands", headers=headers, json=asked.command)
        return _read(answer.status_code, answer.json)

    async def hang_up(self) -> None:
        """Drop the connection, because the server did not answer."""


class Streamer(Player):
    """A player over a WebSocket."""

    socket: ClientConnection | None = None
    seen: Json | None = None
    numbers = itertools.count(1)

    async def look(self) -> Json:
        await self._open()
        assert self.seen is not None
        try:
            while True:
                self._hear(await asyncio.wait_for(self._socket.recv(), 0.005))
        except TimeoutError:
            return self.seen
        except WebSocketException:
            raise Away from None

    async def say(self, asked: PendingCommand) -> Json | None:
        await self._open()
        number = next(self.numbers)
        try:
            await self._socket.send(json.dumps({"id": number, "key": asked.key, "command": asked.command}))
            while True:
                answer = self._hear(await asyncio.wait_for(self._socket.recv(), 30))
                if answer is not None and answer.get("id") == number:
                    break
        except (WebSocketException, TimeoutError):
            raise Away from None
        problem = answer.get("problem")
        return _read(problem["status"] if problem else 200, lambda: answer["done"])

    def _hear(self, message: str | bytes) -> Json | None:
        said: Json = json.loads(message)
        if "seen" not in said:
            return said
        self.seen = said["seen"]
        return None

    @property
    def _socket(self) -> ClientConnection:
        assert self.socket is not None
        return self.socket

    async def _open(self) -> None:
        if self.socket is not None:
            return
        url = f"{self.storm.server.url.replace('http', 'ws')}/api/v1/tables/{self.table}/stream"
        try:
            self.socket = await connect(url, open_timeout=5, proxy=None)
            await self.socket.send(json.dumps({"token": self.token, "offers": True, "states": False}))
            self.seen = None
            while self.seen is None:
                self._hear(await asyncio.wait_for(self.socket.recv(), 10))
        except (OSError, WebSocketException, TimeoutError):
            await self.hang_up()
            raise Away from None

    async def hang_up(self) -> None:
        if self.socket is not None:
            with suppress(Exception):
                await asyncio.wait_for(self.socket.close(), 1)
            self.socket = None


def _read(status: int, answer: Callable[[], Any]) -> Json | None:
    if status == 503:
        raise Away
    if status == 409:
        return None
    assert status == 200, status
    said: Json = answer()
    return said


# ---- the database


@dataclass
class TapeReading:
    """The part of a table's tape read so far."""

    custom: str
    lines: list[str] = field(default_factory=list)
    hash: str = START
    done: Counter[tuple[int, str]] = field(default_factory=Counter)
    """The number of actions, by position and verb."""
    decisions: int = 0

    def read(self, lines: list[tuple[int, str]]) -> None:
        """Read more of the tape; its chain must be whole."""
        for number, line in lines:
            assert number == len(self.lines) + 1, f"entry {len(self.lines) + 1} is missing"
            data = json.loads(line)
            entry = {key: value for key, value in data.items() if key not in ("prev", "hash")}
            text, self.hash = seal(entry, self.hash)
            assert text == line, f"entry {number} is not in the chain"
            self.lines.append(line)
            if isinstance(reply := entry.get("reply"), dict):
                self.done[reply["position"], reply["verb"]] += 1
            elif entry.get("to") == "decision" and reply != self.custom:
                self.decisions += 1


class Database:
    """The database itself, read without the server."""

    def __init__(self, url: str | None, folder: Path) -> None:
        self.url = url
        self.path = folder / "floor" / "floor.db"

    def rows(self, query: str, *given: object) -> list[Any]:
        if self.url is not None:
            with psycopg.connect(self.url) as connection:
                return list(connection.execute(query.replace("?", "%s").encode(), given).fetchall())
        with sqlite3.connect(f"file:{self.path}?mode=ro", uri=True, timeout=30) as connection:
            return list(connection.execute(query, given).fetchall())

    def tape(self, table: int, after: int) -> list[tuple[int, str]]:
        return self.rows(
            'SELECT number, line FROM entry WHERE "table" = ? AND number > ? ORDER BY number', table, after
        )

    def crooked(self) -> list[Any]:
        """Journals that do not balance, and accounts that differ from their postings."""
        found = self.rows("SELECT journal FROM posting GROUP BY journal HAVING sum(amount) <> 0")
        posted = dict(self.rows("SELECT account, sum(amount) FROM posting GROUP BY account"))
        found += [row for row in self.rows("SELECT id, balance FROM account") if row[1] != posted.get(row[0], 0)]
        return found + [row for row in self.rows("SELECT sum(balance) FROM account") if row[0]]


# ---- the storm


class Storm:
    """A server, its players, and a task that kills it."""

    def __init__(self, server: Served, database: Database, seed: str) -> None:
        self.server = server
        self.database = database
        self.seed = seed
        self.random = Random(seed)
        self.client = httpx.AsyncClient(base_url=f"{server.url}/api/v1", timeout=30, trust_env=False)
        self.players: list[Player] = []
        self.kept: dict[int, TapeReading] = {}
        self.playing = asyncio.Event()
        self.over = False
        self.acknowledged = 0
        self.asked_again = 0
        self.restarts: list[float] = []
        self.killed_starting = 0

    async def http(self, method: str, path: str, **more: Any) -> httpx.Response:
        try:
            return await self.client.request(method, path, **more)
        except httpx.HTTPError:
            raise Away from None

    async def prepare(self) -> None:
        """Open tables, and create the people who will sit there: some over HTTP, some over WebSocket."""
        boss = json.loads((self.server.folder / "floor" / "staff.json").read_text("utf-8"))["floorperson"]
        for game, custom in GAMES.items():
            asked = {"table": {"game": game}, "settings": {"clock": "never"}}
            opened = await self.http("POST", "/tables", json=asked, headers={"Authorization": f"Bearer {boss}"})
            table = opened.raise_for_status().json()["id"]
            self.kept[table] = TapeReading(custom)
            for number in range(SEATED):
                token = (await self.http("POST", "/people/guest")).raise_for_status().json()["token"]
                kind = Streamer if number % 2 else Player
                self.players.append(kind(self, f"{game}-{number}", table, token))

    async def rage(self, kills: int) -> None:
        """Kill the server this many times at random moments, and check the damage after each."""
        await self.prepare()
        living = [asyncio.create_task(player.live()) for player in self.players]
        begun = time.monotonic()
        self.playing.set()
        async with asyncio.timeout(120):
            while self.acknowledged < 3:  # until then nothing can be lost, and a busy machine may need a while
                await self._wait(living, 0.05)
        for number in range(1, kills + 1):
            await self._wait(living, self.random.uniform(0.0, 0.7))
            self.playing.clear()
            self.server.kill()
            await self._start(dies=self.random.random() < 0.1)
            await self._wait(living, None)
            await asyncio.to_thread(self.look_at_the_tapes)
            await self.look_at_the_tables()
            await self.ask_again()
            self.playing.set()
            if number % 10 == 0 or number == kills:
                self._report(number, time.monotonic() - begun)
        self.over = True
        await asyncio.gather(*living)
        for player in self.players:
            await player.hang_up()

    async def lose_the_database(self, database: MortalServer, kills: int) -> None:
        """Kill the database this many times; the server lives, says so, and goes on when the database is back."""
        await self.prepare()
        living = [asyncio.create_task(player.live()) for player in self.players]
        self.playing.set()
        for number in range(1, kills + 1):
            before = self.acknowledged
            async with asyncio.timeout(120):
                while self.acknowledged < before + 3:
                    await self._wait(living, 0.05)
            await self._wait(living, self.random.uniform(0.0, 0.7))
            self.playing.clear()
            await asyncio.to_thread(database.kill)
            async with asyncio.timeout(60):
                while (status := (await self._health())["status"]) != "down":
                    await asyncio.sleep(0.1)
            await asyncio.to_thread(database.start)
            async with asyncio.timeout(120):
                while (status := (await self._health())["status"]) == "down":
                    await asyncio.sleep(0.1)
            assert status in ("well", "degraded")
            await self._wait(living, None)
            await asyncio.to_thread(self.look_at_the_tapes)
            await self.ask_again()
            self.playing.set()
            say(f"PostgreSQL killed {number} times: {self.acknowledged} commands acknowledged")
        self.over = True
        await asyncio.gather(*living)
        for player in self.players:
            await player.hang_up()

    async def _health(self) -> Json:
        found: Json = (await self.http("GET", "/health")).json()
        return found

    async def _wait(self, living: list[asyncio.Task[None]], seconds: float | None) -> None:
        """Wait for some time, or until all players are settled."""
        quiet = asyncio.ensure_future(
            asyncio.sleep(seconds)
            if seconds is not None
            else asyncio.gather(*(one.quiet.wait() for one in self.players))
        )
        async with asyncio.timeout(120):
            await asyncio.wait([quiet, *living], return_when=asyncio.FIRST_COMPLETED)
        for task in living:
            if task.done():
                task.result()
        assert quiet.done()

    async def _start(self, dies: bool) -> None:
        """Start the server again; it may be killed once more before it answers."""
        if dies:
            starting = asyncio.create_task(asyncio.to_thread(self.server.start))
            await asyncio.sleep(self.random.uniform(0.1, 1.5))
            if not starting.done():
                os.killpg(self.server.pid, signal.SIGKILL)
                self.killed_starting += 1
            with suppress(RuntimeError):
                await starting
                return
        begun = time.monotonic()
        await asyncio.to_thread(self.server.start)
        self.restarts.append(time.monotonic() - begun)

    def look_at_the_tapes(self) -> None:
        """Check that chains are whole, nothing read before is missing, and each command was done exactly as often as it
        was acknowledged.
        """
        for table, kept in self.kept.items():
            if kept.lines:
                (again,) = self.database.tape(table, len(kept.lines) - 1)[:1]
                assert again[1] == kept.lines[-1], "an entry was changed"
            kept.read(self.database.tape(table, len(kept.lines)))
            answered: Counter[str] = Counter()
            for player in self.players:
                if player.table == table:
                    answered.update(_verb(asked.command) for asked in player.done)
                    for asked in player.done[-5:]:
                        assert asked.answer is not None
                        assert asked.answer["entry"] <= len(kept.lines), "acknowledged, but not on the tape"
            found: Counter[str] = Counter({"decide": kept.decisions})
            for (_, verb), times in kept.done.items():
                found[verb] += times
            del answered["ready"]
            assert +found == +answered, f"table {table}: the tape has {found}, people were answered {answered}"
        assert self.database.crooked() == []

    async def look_at_the_tables(self) -> None:
        """Check that all players see what they saw before, if nothing was done since."""
        for player in self.players:
            before, now = player.last, await Player.look(player)
            if before is not None and before["entry"] == now["entry"]:
                for name in ("state", "rack", "round", "ask", "seats", "you", "commitment"):
                    assert now[name] == before[name], name

    async def ask_again(self) -> None:
        """Check that repeated commands get their first answer, and change nothing."""
        known = [(player, asked) for player in self.players for asked in player.done]
        lately = [(player, asked) for player in self.players for asked in player.done[-2:]]
        chosen = lately + self.random.sample(known, min(ASKED_AGAIN, len(known)))
        for player, asked in chosen:
            assert asked.answer is not None
            said = await Player.say(player, asked)
            assert said == asked.answer | {"repeated": True}
            self.asked_again += 1
        for table, kept in self.kept.items():
            assert await asyncio.to_thread(self.database.tape, table, len(kept.lines)) == []

    def _report(self, kills: int, seconds: float) -> None:
        entries = sum(len(kept.lines) for kept in self.kept.values())
        restart = sum(self.restarts) / max(1, len(self.restarts))
        deaths = f"{kills} kills (and {self.killed_starting} while starting) in {seconds:.0f} s"
        commands = f"{self.acknowledged} commands acknowledged, {self.asked_again} asked again"
        say(f"{deaths}: {commands}, {entries} entries; a restart takes {restart:.2f} s")


def say(text: str) -> None:
    """Print progress to standard error, which xdist lets through."""
    print(text, file=sys.stderr, flush=True)


def _verb(command: Json) -> str:
    return str(command.get("verb", command["do"]))


async def survive(database: str | None, folder: Path, kills: int) -> None:
    """Storm a floor with two anchors, one of which is never up; then put its database back to an earlier state."""
    vault, nobody = folder / "vault.jsonl", f"http://127.0.0.1:{free_port()}"
    with served(database, folder=folder, environment={"PITBOSS_ANCHORS": f"{vault} {nobody}"}) as server:
        earlier = None if database else _copied(folder / "floor" / "floor.db")
        storm = Storm(server, Database(database, folder), f"{time.time_ns()}")
        say(f"storm {storm.seed}")
        await storm.rage(kills)
        assert storm.acknowledged > kills
        await storm.client.aclose()
        log = server.log
    for line in log.splitlines():
        assert "/staff#" in line or not cards_in(line), line  # a token may look like a card
    anchors = AnchorSettings(files=(vault,))
    floor = await Floor.open(database, folder / "floor", anchors=anchors)  # it agrees with everything anchored
    await books_are_right(floor)
    found = await asyncio.to_thread(audit_floor, floor.store, floor.sealer, floor.folder, anchors)
    assert found.findings == []
    assert [one.checkpoints > 1 for one in found.anchors] == [True, True]
    await floor.close()
    if earlier is not None:
        (folder / "floor" / "floor.db").write_bytes(earlier)
        (folder / "floor" / "heads.jsonl").unlink()
        with pytest.raises(RewoundFloor):
            await Floor.open(None, folder / "floor", anchors=anchors)


def _copied(database: Path) -> bytes:
    """A consistent copy of a database that is in use."""
    with closing(sqlite3.connect(database)) as source:
        return source.serialize()


@pytest.fixture
def database(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str | None:
    """SQLite in the server's folder, or PostgreSQL; without rate limits."""
    monkeypatch.setenv("PITBOSS_LIMITS", "off")
    return request.getfixturevalue("postgres_url") if request.param == "postgres" else None


either = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)
# On PostgreSQL, `make test` kills one of two processes, and the other takes over (test_processes).
quickly = pytest.mark.parametrize(
    "database", ["sqlite", pytest.param("postgres", marks=pytest.mark.slow)], indirect=True
)


@pytest.mark.crash
async def test_nothing_is_lost_when_postgresql_itself_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PITBOSS_LIMITS", "off")
    with capsys.disabled(), mortal_postgres() as database, database.server.fresh_database() as url:
        with served(url, folder=tmp_path) as server:
            storm = Storm(server, Database(url, tmp_path), f"{time.time_ns()}")
            await storm.lose_the_database(database, int(os.environ.get("PITBOSS_KILLS", "200")) // 20)
            await storm.client.aclose()
            assert "Traceback" not in server.log
        floor = await Floor.open(url, tmp_path / "floor")
        await books_are_right(floor)
        await floor.close()


@quickly
async def test_nothing_is_lost_in_a_few_crashes(database: str | None, tmp_path: Path) -> None:
    await survive(database, tmp_path, 1)


@pytest.mark.crash
@either
async def test_nothing_is_lost_in_hundreds_of_crashes(
    database: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with capsys.disabled():
        await survive(database, tmp_path, int(os.environ.get("PITBOSS_KILLS", "200")))
