"""The floor under load: 200 seats at 40 tables of all games act at once over WebSocket, on SQLite and on PostgreSQL.

Measured is the acknowledgement: from the moment a command is sent until the answer that it is on disk has come back.
Beside the clock there is the server's processor time a command, which a busy machine changes less.
Each seat waits for it before it does the next thing. "Thinking" people take 0.5 to 1.5 seconds, drawn evenly, between
two commands; the harsher run is without thinking. Server, database and clients share the machine, and its two cores.

`python -m bench.floor` measures this alone; the clients are a process of their own (`python -m bench.floor clients …`).
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import orjson

ROOT = Path(__file__).parent.parent
TABLES, SEATS = 40, 200
THINKING = (0.5, 1.5)
WARM_UP, MEASURED = 4.0, 15.0
"""Seconds: what is acknowledged in the first of them does not count."""
STAKE = 5_000_00
GOAL = 250.0
"""Milliseconds: 99 of 100 acknowledgements should take less."""


def measure() -> list[dict[str, Any]]:
    rows = []
    for who, database in (("SQLite", None), ("PostgreSQL", _postgres)):
        try:
            with server_on(database() if database is not None else nothing()) as server:
                for variant, thinking in (("thinking", THINKING), ("without thinking", (0.0, 0.0))):
                    rows += _rows(who, variant, _clients(server, thinking))
        except (ImportError, RuntimeError) as missing:  # no PostgreSQL server is installed
            rows.append(_row(f"200 seats on {who}: {missing}", None, "ms"))
    return rows


def _rows(who: str, variant: str, told: dict[str, Any]) -> Iterator[dict[str, Any]]:
    seats = f"{SEATS} seats at {TABLES} tables on {who}, {variant}"
    yield _row(f"{seats}: commands", told["per_second"], "a second")
    yield _row(f"{seats}: processor time of the server a command", told["each"], "ms")
    yield _row(f"{seats}: processor time of the clients a command", told["clients_each"], "ms")
    for part in ("p50", "p95", "p99"):
        yield _row(f"{seats}: acknowledgement, {part}", told[part], "ms", f"{told[part] / GOAL:.2f} of the goal")


def _row(what: str, figure: float | None, unit: str, ratio: str = "-") -> dict[str, Any]:
    return {"what": what, "who": "pitboss", "figure": figure, "unit": unit, "ratio": ratio}


# ---- the server


@contextmanager
def nothing() -> Iterator[None]:
    yield None


@contextmanager
def _postgres() -> Iterator[str]:
    """A PostgreSQL server of one's own that flushes what it commits."""
    _use_the_tests_tools()
    from postgres import postgres

    with postgres() as server, server.fresh_database() as url:
        yield url


@dataclass(frozen=True)
class Server:
    """Where a server is, the floorperson's token, its process, and a table of craps."""

    url: str
    boss: str
    pid: int
    table: int


@contextmanager
def server_on(database: Any, limits: str = "off") -> Iterator[Server]:
    """A `pitboss serve` on a database; without limits, for so many people come from one address nowhere else."""
    _use_the_tests_tools()
    from served import served

    with database as url, served(url, environment={"PITBOSS_LIMITS": limits}) as server:
        staff = json.loads((server.folder / "floor" / "staff.json").read_text("utf-8"))
        with urllib.request.urlopen(f"{server.url}/api/v1/tables") as answer:
            craps = next(one["id"] for one in json.load(answer) if one["game"] == "craps")
        yield Server(server.url, staff["floorperson"], server.pid, craps)


def used_by(session: int) -> float:
    """Seconds of processor time that a server and what it has started have used, by its session."""
    used = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            words = stat.read_text("utf-8", "replace").rpartition(") ")[2].split()
            if int(words[3]) == session:
                used += int(words[11]) + int(words[12])
    return used / os.sysconf("SC_CLK_TCK")


def _use_the_tests_tools() -> None:
    tools = str(ROOT / "tests" / "shared")
    if tools not in sys.path:
        sys.path.insert(0, tools)


def _clients(server: Server, thinking: tuple[float, float]) -> dict[str, Any]:
    words = [sys.executable, "-m", "bench.floor", "clients", server.url, server.boss, str(server.pid)]
    words += map(str, thinking)
    ran = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    told: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return told


# ---- the clients, in a process of their own


class Seat:
    """Somebody at a table: wagers, says that he is ready, decides; one thing after the other."""

    numbers = itertools.count(1)

    def __init__(self, crowd: Crowd, table: int, token: str, seed: int) -> None:
        self.crowd = crowd
        self.table = table
        self.token = token
        self.random = Random(f"seat {seed}")
        self.wager: dict[str, Any] = {}
        self.offers: list[dict[str, Any]] = []
        self.asked_in = -1
        "The round in which it was last asked what may be wagered."
        self.entry = 0
        self.ready = (-1, 0.0)
        self._seen = ""
        self._news = asyncio.Event()
        self._answers: dict[int, asyncio.Future[tuple[float, dict[str, Any]]]] = {}

    async def play(self) -> None:
        from websockets.asyncio.client import connect

        url = f"{self.crowd.url.replace('http', 'ws')}/api/v1/tables/{self.table}/stream"
        async with connect(url, proxy=None, compression=None, max_size=None, open_timeout=60) as self.socket:
            await self.socket.send(json.dumps({"token": self.token}))
            listening = asyncio.create_task(self._listen())
            await self._ask({"do": "sit", "amount": STAKE})
            self.crowd.seated()
            await self.crowd.begun.wait()
            while not self.crowd.over:
                await self._think()
                await self._act()
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)

    async def _think(self) -> None:
        least, most = self.crowd.thinking
        if most:
            await asyncio.sleep(self.random.uniform(least, most))

    async def _act(self) -> None:
        """The next thing there is to do; if there is none, wait until something changes."""
        self._news.clear()
        seen = orjson.loads(self._seen)["seen"]
        if not self.wager and seen["ask"]["kind"] == "wagers" and self.asked_in != seen["round"]:
            self.asked_in = seen["round"]
            self.offers = await self.crowd.offers(self.table, self.token)
            self.wager = _least(self.offers[0]) if self.offers else {}
        command = self._next(seen)
        if command is None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), 1.0)
            return
        self.crowd.note(await self._ask(command))

    def _next(self, seen: dict[str, Any]) -> dict[str, Any] | None:
        ask, you, round = seen["ask"], seen["you"], seen["round"]
        if seen["entry"] < self.entry:
            return None  # what was acknowledged is still to be seen
        if ask["kind"] == "decision":
            return {"do": "decide", "choice": ask["default"]} if ask["position"] == you else None
        if ask["kind"] != "wagers" or you in seen["ready"] or not self.wager:
            return None
        if seen["rack"] < 2 * self.wager["amount"]:
            return {"do": "buy_in", "amount": 10 * self.wager["amount"]}
        mine = {(one["kind"], one.get("spot", "")) for one in seen["state"].get("wagers", []) if one["position"] == you}
        if not mine:
            return self.wager
        if seen["lacking"]:  # where two hands are played, both want their wager
            more = (one for one in self.offers if (one["wager"], one["spot"]) not in mine)
            beside = next((one for one in more if one["spot"] == self.wager["spot"]), None)
            return _least(beside) if beside is not None else None
        if self.ready[0] == round and time.monotonic() < self.ready[1] + 1.0:
            return None  # said, and still to be seen
        self.ready = (round, time.monotonic())
        return {"do": "ready"}

    async def _ask(self, command: dict[str, Any]) -> float:
        """Seconds until it was acknowledged; or refused, for who has looked too late was answered as well."""
        number = next(self.numbers)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        begun = time.perf_counter()
        await self.socket.send(json.dumps({"id": number, "key": f"{self.table}-{number}", "command": command}))
        at, said = await answer
        if "done" in said:
            self.entry = said["done"]["entry"]
        else:
            self.crowd.refused(said["problem"])
        return at - begun

    async def _listen(self) -> None:
        async for message in self.socket:
            assert isinstance(message, str)
            if message.startswith('{"seen"'):
                self._seen = message  # read when it is needed: the newest counts
                self._news.set()
                continue
            at = time.perf_counter()
            said = orjson.loads(message)
            self._answers.pop(said["id"]).set_result((at, said))


def _least(offer: dict[str, Any]) -> dict[str, Any]:
    """A wager, for its least amount or ten dollars, if it may be so much."""
    amount = max(offer["least"], 10_00 // offer["least"] * offer["least"])
    amount = min(amount, amount if offer["most"] is None else offer["most"])
    return {"do": "act", "verb": "make", "wager": offer["wager"], "spot": offer["spot"], "amount": amount}


class Crowd:
    """All who act, and what they measure."""

    def __init__(self, url: str, boss: str, pid: int, thinking: tuple[float, float]) -> None:
        self.url = url
        self.boss = boss
        self.pid = pid
        self.thinking = thinking
        self.begun = asyncio.Event()
        self.over = False
        self.measuring = False
        self.took: list[float] = []
        self.problems: dict[str, int] = {}
        self._waiting = SEATS

    async def act(self) -> dict[str, Any]:
        import httpx

        async with httpx.AsyncClient(base_url=f"{self.url}/api/v1", timeout=120, trust_env=False) as self.client:
            seats = await self._come_in()
            playing = [asyncio.create_task(seat.play()) for seat in seats]
            waiting = asyncio.create_task(self._measure())
            await asyncio.wait([waiting, *playing], return_when=asyncio.FIRST_COMPLETED)
            for task in playing:
                if task.done():
                    task.result()
            busy, server, elapsed = await waiting
            await asyncio.gather(*playing)
        took = sorted(1000 * one for one in self.took)
        parts = {f"p{part}": took[min(len(took) - 1, len(took) * part // 100)] for part in (50, 95, 99)}
        more = {"commands": len(took), "clients_busy": busy / elapsed, "problems": self.problems}
        more["each"] = 1000 * server / max(1, len(took))
        more["clients_each"] = 1000 * busy / max(1, len(took))
        return parts | {"per_second": len(took) / elapsed, "slowest": took[-1]} | more

    async def _measure(self) -> tuple[float, float, float]:
        await self.begun.wait()
        await asyncio.sleep(WARM_UP)
        self.measuring, busy, begun = True, time.process_time(), time.perf_counter()
        server = used_by(self.pid)
        await asyncio.sleep(MEASURED)
        self.measuring = False
        self.over = True
        return time.process_time() - busy, used_by(self.pid) - server, time.perf_counter() - begun

    async def _come_in(self) -> list[Seat]:
        from pitboss.chapter import registered

        games = itertools.cycle(registered())
        headers = {"Authorization": f"Bearer {self.boss}"}
        tables = []
        for _ in range(TABLES):
            asked = {"table": {"game": next(games)}, "settings": {"clock": "never"}}
            made = (await self.client.post("/tables", json=asked, headers=headers)).raise_for_status().json()
            tables.append(made["id"])
        seats = []
        for number in range(SEATS):
            guest = (await self.client.post("/people/guest")).raise_for_status().json()
            seats.append(Seat(self, tables[number % TABLES], guest["token"], number))
        return seats

    async def offers(self, table: int, token: str) -> list[dict[str, Any]]:
        """What may be wagered at a table."""
        headers = {"Authorization": f"Bearer {token}"}
        found = (await self.client.get(f"/tables/{table}/offers", headers=headers)).raise_for_status().json()
        return list(found)

    def seated(self) -> None:
        self._waiting -= 1
        if not self._waiting:
            self.begun.set()

    def note(self, took: float) -> None:
        if self.measuring:
            self.took.append(took)

    def refused(self, problem: dict[str, Any]) -> None:
        kind = f"{problem['status']} {problem['detail'][:60]}"
        self.problems[kind] = self.problems.get(kind, 0) + 1


def main() -> None:
    if sys.argv[1:2] == ["clients"]:
        url, boss, pid, least, most = sys.argv[2:]
        from pitboss.cli.server import loop

        with asyncio.Runner(loop_factory=loop()) as runner:
            told = runner.run(Crowd(url, boss, int(pid), (float(least), float(most))).act())
        print(json.dumps(told))
        return
    for row in measure():
        print(f"{row['what']:<90} {row['figure'] or 0:>10.1f} {row['unit']} ({row['ratio']})", flush=True)


if __name__ == "__main__":
    main()
