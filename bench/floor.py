"""The floor under load: 200 seats at 40 tables, covering every game, act at once over WebSocket, on SQLite and
PostgreSQL.

Two things are measured: the acknowledgement time, from sending a command until the reply that it is on disk, and the
server's CPU time per command, which depends less on what else the machine is doing. Each seat waits for the
acknowledgement before its next action. "Thinking" players pause for 0.5 to 1.5 seconds between commands, uniformly
distributed; the harsher run has no pauses. Server, database and clients share the machine and its two cores.

`python -m bench.floor` runs only this benchmark; the clients are a separate process (`python -m bench.floor clients
…`).
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

from bench.client import Stream, opened, stream_url
from tests.shared.postgres import postgres
from tests.shared.served import served

ROOT = Path(__file__).parent.parent
TABLES, SEATS = 40, 200
THINKING = (0.5, 1.5)
WARM_UP, MEASURED = 4.0, 15.0
"""Seconds; acknowledgements during the warm-up do not count."""
STAKE = 5_000_00
AT_ONCE = 20
"""The number of clients that connect at a time."""
GOAL = 250.0
"""Milliseconds; the target for the 99th percentile of acknowledgements."""


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


def _rows(who: str, variant: str, figures: dict[str, Any]) -> Iterator[dict[str, Any]]:
    seats = f"{SEATS} seats at {TABLES} tables on {who}, {variant}"
    yield _row(f"{seats}: commands", figures["per_second"], "a second")
    yield _row(f"{seats}: processor time of the server per command", figures["each"], "ms")
    yield _row(f"{seats}: processor time of the clients per command", figures["clients_each"], "ms")
    for part in ("p50", "p95", "p99"):
        yield _row(f"{seats}: acknowledgement, {part}", figures[part], "ms", f"{figures[part] / GOAL:.2f} of the goal")


def _row(what: str, figure: float | None, unit: str, ratio: str = "-") -> dict[str, Any]:
    return {"what": what, "who": "pitboss", "figure": figure, "unit": unit, "ratio": ratio}


# ---- the server


@contextmanager
def nothing() -> Iterator[None]:
    yield None


@contextmanager
def _postgres() -> Iterator[str]:
    """Yield a temporary PostgreSQL server that flushes its commits."""
    with postgres() as server, server.fresh_database() as url:
        yield url


@dataclass(frozen=True)
class Server:
    """A server's address, the floorperson's token, the server process, and a craps table."""

    url: str
    boss: str
    pid: int
    table: int


@contextmanager
def server_on(database: Any, limits: str = "off") -> Iterator[Server]:
    """Run `pitboss serve` on a database, without rate limits, since all players share one address."""
    with database as url, served(url, environment={"PITBOSS_LIMITS": limits}) as server:
        staff = json.loads((server.folder / "floor" / "staff.json").read_text("utf-8"))
        with urllib.request.urlopen(f"{server.url}/api/v1/tables") as answer:
            craps = next(one["id"] for one in json.load(answer) if one["game"] == "craps")
        yield Server(server.url, staff["floorperson"], server.pid, craps)


def used_by(session: int) -> float:
    """Return the seconds of CPU time used by a server and its child processes, by session id."""
    used = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            words = stat.read_text("utf-8", "replace").rpartition(") ")[2].split()
            if int(words[3]) == session:
                used += int(words[11]) + int(words[12])
    return used / os.sysconf("SC_CLK_TCK")


def _clients(server: Server, thinking: tuple[float, float]) -> dict[str, Any]:
    words = [sys.executable, "-m", "bench.floor", "clients", server.url, server.boss, str(server.pid)]
    words += map(str, thinking)
    ran = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    figures: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return figures


# ---- the clients, in a separate process


class Seat:
    """A player at a table that wagers, confirms and decides, one action after another."""

    numbers = itertools.count(1)

    def __init__(self, crowd: Crowd, table: int, token: str, seed: int) -> None:
        self.crowd = crowd
        self.table = table
        self.token = token
        self.random = Random(f"seat {seed}")
        self.wager: dict[str, Any] = {}
        self.offers: list[dict[str, Any]] = []
        self.questions_in = -1
        """The round in which the offers were last requested."""
        self.entry = 0
        self.ready = (-1, 0.0)
        self.seen: dict[str, Any] = {}
        self._news = b""
        self._waits = False
        """Whether the last check found nothing to do."""
        self._number = 0
        self._begun = 0.0
        self._seated: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def sit_down(self) -> None:
        """Enter and sit down; everything else responds to messages from the stream."""
        # A player needs the table's current state, not every intermediate one.
        hello = orjson.dumps({"token": self.token, "states": False})
        self.stream = Stream(stream_url(self.crowd.url, self.table), hello, self._hear)
        await opened(self.stream, self.crowd.url)
        self._ask({"do": "sit", "amount": STAKE})
        await self._seated

    def go_on(self) -> None:
        """Take the next action after a pause for thought."""
        self._waits = False
        least, most = self.crowd.thinking
        if most:
            asyncio.get_running_loop().call_later(self.random.uniform(least, most), self._act)
        else:
            self._act()

    def look_again(self) -> None:
        """If the seat is waiting for news, check whether there is now something to do."""
        if self._waits:
            self.go_on()

    def _hear(self, message: bytes) -> None:
        if message.startswith(b'{"seen"'):
            self._news = message  # parsed when needed: only the newest counts
            self.crowd.shown(len(message))
            self.look_again()
            return
        took = time.perf_counter() - self._begun
        said = orjson.loads(message)
        assert said["id"] == self._number, said
        if "done" in said:
            self.entry = said["done"]["entry"]
        else:
            self.crowd.refused(said["problem"])
        if not self._seated.done():
            self._seated.set_result(None)
        else:
            self.crowd.note(took)
            self.go_on()

    def _act(self) -> None:
        """Take the next action, or wait for a change if there is none."""
        if self.crowd.over:
            return
        if self._news:
            self.seen, self._news = orjson.loads(self._news)["seen"], b""
        seen = self.seen
        if not self.wager and seen["ask"]["kind"] == "wagers" and self.questions_in != seen["round"]:
            self.questions_in = seen["round"]
            self.crowd.keep(asyncio.ensure_future(self._choose()))
            return
        command = self._next(seen)
        if command is None:
            self._waits = True
        else:
            self._ask(command)

    async def _choose(self) -> None:
        self.offers = await self.crowd.offers(self.table, self.token)
        self.wager = _least(self.offers[0]) if self.offers else {}
        self._act()

    def _next(self, seen: dict[str, Any]) -> dict[str, Any] | None:
        ask, you, round = seen["ask"], seen["you"], seen["round"]
        if seen["entry"] < self.entry:
            return None  # the acknowledged action is not visible yet
        if ask["kind"] == "decision":
            return {"do": "decide", "choice": ask["default"]} if ask["position"] == you else None
        if ask["kind"] != "wagers" or you in seen["ready"] or not self.wager:
            return None
        if seen["rack"] < 2 * self.wager["amount"]:
            return {"do": "buy_in", "amount": 10 * self.wager["amount"]}
        mine = {(one["kind"], one.get("spot", "")) for one in seen["state"].get("wagers", []) if one["position"] == you}
        if not mine:
            return self.wager
        if seen["lacking"]:  # with two hands, each needs its own wager
            more = (one for one in self.offers if (one["wager"], one["spot"]) not in mine)
            beside = next((one for one in more if one["spot"] == self.wager["spot"]), None)
            return _least(beside) if beside is not None else None
        if self.ready[0] == round and time.monotonic() < self.ready[1] + 1.0:
            return None  # sent, but not visible yet
        self.ready = (round, time.monotonic())
        return {"do": "ready"}

    def _ask(self, command: dict[str, Any]) -> None:
        """Send a command and time its acknowledgement, or its refusal if the player's state was out of date."""
        self._number = next(self.numbers)
        self._begun = time.perf_counter()
        self.stream.send(orjson.dumps({"id": self._number, "key": f"{self.table}-{self._number}", "command": command}))


def _least(offer: dict[str, Any]) -> dict[str, Any]:
    """Return an offered wager at its minimum, or at up to ten dollars if permitted."""
    amount = max(offer["least"], 10_00 // offer["least"] * offer["least"])
    amount = min(amount, amount if offer["most"] is None else offer["most"])
    return {"do": "act", "verb": "make", "wager": offer["wager"], "spot": offer["spot"], "amount": amount}


class Crowd:
    """All active players and their measurements."""

    def __init__(self, url: str, boss: str, pid: int, thinking: tuple[float, float]) -> None:
        self.url = url
        self.boss = boss
        self.pid = pid
        self.thinking = thinking
        self.over = False
        self.measuring = False
        self.took: list[float] = []
        self.pictures = self.bytes = 0
        self.problems: dict[str, int] = {}
        self._choosing: list[asyncio.Future[None]] = []

    async def act(self) -> dict[str, Any]:
        import httpx

        async with httpx.AsyncClient(base_url=f"{self.url}/api/v1", timeout=120, trust_env=False) as self.client:
            seats = await self._come_in()
            for first in range(0, SEATS, AT_ONCE):
                await asyncio.gather(*(seat.sit_down() for seat in seats[first : first + AT_ONCE]))
            for seat in seats:
                seat.go_on()
            busy, server, elapsed = await self._measure(seats)
            for seat in seats:
                seat.stream.close()
        took = sorted(1000 * one for one in self.took)
        parts = {f"p{part}": took[min(len(took) - 1, len(took) * part // 100)] for part in (50, 95, 99)}
        more = {"commands": len(took), "clients_busy": busy / elapsed, "problems": self.problems}
        more["each"] = 1000 * server / max(1, len(took))
        more["pictures_each"] = self.pictures / max(1, len(took))
        more["bytes_each"] = self.bytes / max(1, self.pictures)
        more["clients_each"] = 1000 * busy / max(1, len(took))
        return parts | {"per_second": len(took) / elapsed, "slowest": took[-1]} | more

    async def _measure(self, seats: list[Seat]) -> tuple[float, float, float]:
        await self._while_they_play(seats, WARM_UP)
        self.measuring, busy, begun = True, time.process_time(), time.perf_counter()
        server = used_by(self.pid)
        await self._while_they_play(seats, MEASURED)
        self.measuring = False
        self.over = True
        return time.process_time() - busy, used_by(self.pid) - server, time.perf_counter() - begun

    async def _while_they_play(self, seats: list[Seat], seconds: float) -> None:
        """Play for a while; once a second every player checks again, whether or not there was news."""
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            await asyncio.sleep(min(1.0, left))
            for task in [task for task in self._choosing if task.done()]:
                task.result()
                self._choosing.remove(task)
            for seat in seats:
                seat.look_again()

    async def _come_in(self) -> list[Seat]:
        from pitboss.chapter.rules import registered_games

        games = itertools.cycle(registered_games())
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
        """Return the wagers offered at a table."""
        headers = {"Authorization": f"Bearer {token}"}
        found = (await self.client.get(f"/tables/{table}/offers", headers=headers)).raise_for_status().json()
        return list(found)

    def keep(self, choosing: asyncio.Future[None]) -> None:
        """Register a task that will choose a wager."""
        self._choosing.append(choosing)

    def shown(self, size: int) -> None:
        """Record the size of a state sent to a player."""
        if self.measuring:
            self.pictures += 1
            self.bytes += size

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
            figures = runner.run(Crowd(url, boss, int(pid), (float(least), float(most))).act())
        print(json.dumps(figures))
        return
    for row in measure():
        print(f"{row['what']:<90} {row['figure'] or 0:>10.1f} {row['unit']} ({row['ratio']})", flush=True)


if __name__ == "__main__":
    main()
