"""The most expensive requests that an anonymous client can make, and a storm of them while a player plays on.

1. The search requests everything that a server without rate limits offers, page by page and operation by operation,
   with every game's options at their extremes. For each request it records the server's processor time, and how long a
   concurrent health check had to wait, which is what other users notice. The number of requests and the total time are
   limited.
2. The storm sends the dozen worst requests over and over from many addresses, to a server with its usual limits. A
   player plays craps throughout: acknowledgements are timed before and during the storm, and the server's memory is
   monitored.

`make flood` runs both; `python -m bench.worst --requests 200 --seconds 120 --storm 15` is shorter. All traffic stays on
this machine's loopback addresses.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any
from urllib.parse import quote

from bench.floods import memory_of, with_client
from bench.floor import Server, nothing, server_on, used_by

REQUESTS, SECONDS, STORM = 400, 300.0, 20.0
DOZEN = 12
CLIENTS = 24
"""The storm's source addresses."""
EACH = 4
"""Concurrent requests per address."""
QUIET = "127.0.8.1"
"""The player's address."""
EVERY = 0.05
"""Seconds between two of the player's commands."""
GOAL = 250.0
"""Milliseconds; the limit for the 99th percentile of the player's commands."""
LONGEST = 60.0
TEXT = "x" * 60_000


@dataclass(frozen=True)
class Asked:
    """An anonymous request; `kind` names its operation, and only the worst request of each kind is kept."""

    kind: str
    method: str
    path: str
    body: str = ""
    guest: bool = False


@dataclass
class Cost:
    """What a request cost, in ms: the server's processor time, the longest wait for others, and its own duration."""

    asked: Asked
    status: int
    cpu: float
    others: float
    took: float

    @property
    def score(self) -> float:
        """The cost to others: their wait counts most, because nobody else is served in the meantime."""
        return 4 * self.others + self.cpu


# ---- everything that can be requested


def requests(rng: Random, table: int) -> Iterator[Asked]:
    """Yield the requests of the search, in random order."""
    found = [*_of_games(rng), *_of_tables(table), *_of_check(rng), *_of_pages(table)]
    rng.shuffle(found)
    yield from found


def _of_games(rng: Random) -> Iterator[Asked]:
    """Prices, pages and tables of every game, with options at their extremes."""
    from pitboss.chapter.rules import registered_games, rules_of

    for game in registered_games():
        choices = [""]
        for name, option in rules_of(game).options.items():
            ends = [one.value for one in option.values]
            if option.range is not None:
                ends += [end for end in (option.range.least, option.range.most) if end is not None] + [10**6, 10**12]
            choices += [f"{name}={value}" for value in ends]
        for chosen in {"", *rng.sample(choices, min(len(choices), 6))}:
            query = f"set={quote(chosen)}" if chosen else ""
            yield Asked(f"price {game}", "GET", f"/api/v1/games/{game}/price?{query}")
            name, _, value = chosen.partition("=")
            options = {name: _plain(value)} if chosen else {}
            table = {"table": {"game": game, "options": options}}
            yield Asked(f"open {game}", "POST", "/api/v1/tables", json.dumps(table), guest=True)
            yield Asked(f"check {game}", "POST", "/api/v1/check", json.dumps(table))
            page = f"{quote(name)}={quote(value)}" if chosen else ""
            yield Asked(f"price page {game}", "GET", f"/price/{game}.json?{page}")
        for path in (f"/price/{game}", f"/rules/{game}", f"/open/{game}"):
            yield Asked(f"page {path.split('/')[1]}", "GET", path)


def _plain(value: str) -> Any:
    try:
        return json.loads(value.lower())
    except ValueError:
        return value


def _of_check(rng: Random) -> Iterator[Asked]:
    """Table files that are long, deeply nested or odd."""
    from fuzz.any_table import AnyTable
    from pitboss.chapter.rules import registered_games, rules_of

    texts = [
        'game = "craps"\n' + "\n".join(f"x{number} = {number}" for number in range(3_000)),
        'game = "craps"\n[options]\n' + "\n".join(f'x{number} = "{number}"' for number in range(2_000)),
        'game = "craps"\nname = "' + TEXT + '"\n',
        "a = " + "[" * 500 + "]" * 500,
        "[" + ".".join("a" * 1_000) + "]",
        TEXT,
    ]
    texts += [AnyTable(rules_of(game), rng.random(), 0.1).text() for game in registered_games()]
    for text in texts:
        body = json.dumps({"table": text})
        yield Asked("check a file", "POST", "/api/v1/check", body)
        yield Asked("open a file", "POST", "/api/v1/tables", body, guest=True)
        yield Asked("page check", "GET", f"/check?text={quote(text[:6_000])}")


def _of_tables(table: int) -> Iterator[Asked]:
    at = f"/api/v1/tables/{table}"
    for path in ("", "?offers=true&since=0", "/offers", "/rounds/0", "/rounds/0/phh", "/shuffles?most=50"):
        yield Asked(f"table {path.partition('?')[0] or '/'}", "GET", at + path, guest=True)
    yield Asked("table /chance", "GET", f"{at}/chance?most=50")
    yield Asked("tables", "GET", "/api/v1/tables?closed=true")
    yield Asked("games", "GET", "/api/v1/games")
    yield Asked("openapi", "GET", "/api/v1/openapi.json")
    yield Asked("docs", "GET", "/api/v1/docs")
    for first, second in (("1978-01-01", "2030-01-01"), ("2001-03-09", "2012-03-19")):
        yield Asked("diff", "GET", f"/api/v1/diff?first={first}&second={second}")
        yield Asked("page editions", "GET", f"/editions?first={first}&second={second}")
        yield Asked("editions.json", "GET", f"/editions.json?first={first}&second={second}")
    yield Asked("log in", "POST", "/api/v1/people/log-in", json.dumps({"name": "Ann", "password": "x" * 200}))
    for command in ({"do": "sit", "amount": 10**12}, {"do": "act", "verb": "x" * 60, "wager": "y", "spot": "z" * 600}):
        yield Asked("command", "POST", f"{at}/commands", json.dumps(command), guest=True)
    yield Asked("a large body", "POST", f"{at}/commands", json.dumps({"do": TEXT}), guest=True)


def _of_pages(table: int) -> Iterator[Asked]:
    for path in ("/", "/prices", "/rules", "/check", "/tournaments", f"/table/{table}", f"/table/{table}/shuffles"):
        yield Asked(f"page {path.split('/')[1] or 'lobby'}", "GET", path)
    for path in (f"/table/{table}/guide", f"/table/{table}/guide.pdf", f"/table/{table}/table.toml"):
        yield Asked(f"page {path.rsplit('/')[-1]}", "GET", path)


# ---- the search


async def search(server: Server, number: int, seconds: float, seed: str) -> list[Cost]:
    """Return the cost of each request, worst first."""
    costs: list[Cost] = []
    end = time.monotonic() + seconds
    async with with_client(server, "127.0.7.1") as client, with_client(server, "127.0.7.2") as other:
        token = await _guest(client)
        for asked in requests(Random(seed), server.table):
            if len(costs) >= number or time.monotonic() > end:
                break
            costs.append(await _cost(server, client, other, token, asked))
    return sorted(costs, key=lambda one: -one.score)


async def _cost(server: Server, client: Any, other: Any, token: str, asked: Asked) -> Cost:
    cpu, begun = used_by(server.pid), time.perf_counter()
    answering = asyncio.ensure_future(_send(client, asked, token))
    longest = 0.0
    while not answering.done():
        sent = time.perf_counter()
        await other.get("/api/v1/health")
        longest = max(longest, time.perf_counter() - sent)
        await asyncio.sleep(0.005)
    status = await answering
    took = time.perf_counter() - begun
    return Cost(asked, status, 1000 * (used_by(server.pid) - cpu), 1000 * longest, 1000 * took)


async def _send(client: Any, asked: Asked, token: str) -> int:
    """Send a request and return its status; 0 if there was no answer in time."""
    import httpx

    headers = {"Authorization": f"Bearer {token}"} if asked.guest else {}
    headers |= {"Content-Type": "application/json"} if asked.body else {}
    try:
        answer = await client.request(asked.method, asked.path, content=asked.body or None, headers=headers)
    except httpx.HTTPError:
        return 0
    return int(answer.status_code)


async def _guest(client: Any) -> str:
    came = (await client.post("/api/v1/people/guest")).raise_for_status().json()
    return str(came["token"])


def worst(costs: list[Cost], number: int = DOZEN) -> list[Cost]:
    """Return the worst requests: one per kind of operation, and at most a third of them prices."""
    found: dict[str, Cost] = {}
    prices = 0
    for one in costs:
        price = one.asked.kind.startswith(("price", "open ", "check "))
        if one.asked.kind in found or (price and prices >= number * 2 // 3):
            continue
        prices += price
        found[one.asked.kind] = one
        if len(found) == number:
            break
    return list(found.values())


# ---- the storm


@dataclass
class Stormed:
    """The storm's effects: the player's waits, the responses, and the memory in MB."""

    alone: list[float]
    during: list[float]
    answers: Counter[str]
    memory: tuple[float, float]


async def storm(server: Server, worst: list[Asked], seconds: float) -> Stormed:
    """Send the worst requests from many addresses at once while a player plays."""
    before = memory_of(server.pid)
    answers: Counter[str] = Counter()
    async with with_client(server, QUIET) as quiet:
        commands = _play(server, quiet)
        alone = await _timed(commands, time.monotonic() + min(seconds, 5.0))
        end = time.monotonic() + seconds
        flood = [asyncio.ensure_future(_flood(server, one, worst, end, answers)) for one in range(CLIENTS)]
        watched = asyncio.ensure_future(_most_memory(server, end))
        during = await _timed(commands, end)
        await asyncio.gather(*flood)
    return Stormed(alone, during, answers, (before, await watched))


async def _flood(server: Server, number: int, worst: list[Asked], end: float, answers: Counter[str]) -> None:
    async with with_client(server, f"127.0.6.{number + 1}", LONGEST) as client:
        token = await _guest(client)

        async def one(first: int) -> None:
            at = first
            while time.monotonic() < end:
                asked = worst[at % len(worst)]
                status = await _send(client, asked, token)
                named = f" ({asked.kind})" if status in (0, 500) else ""
                answers[f"{status or 'none'}{named}"] += 1
                at += 1
                if status in (429, 503):
                    await asyncio.sleep(0.02)

        await asyncio.gather(*(one(number + 3 * place) for place in range(EACH)))


async def _play(server: Server, client: Any) -> AsyncIterator[float]:
    """Yield the time of each command by a player at a craps table, in ms."""
    headers = {"Authorization": f"Bearer {await _guest(client)}"}
    at = f"/api/v1/tables/{server.table}/commands"
    (await client.post(at, json={"do": "sit", "amount": 500_00}, headers=headers)).raise_for_status()
    field = {"do": "act", "wager": "field", "amount": 10_00}
    while True:
        for verb in ("make", "remove"):
            begun = time.perf_counter()
            await client.post(at, json=field | {"verb": verb}, headers=headers)
            yield 1000 * (time.perf_counter() - begun)


async def _timed(commands: AsyncIterator[float], end: float) -> list[float]:
    took = []
    async for one in commands:
        took.append(one)
        if time.monotonic() > end:
            break
        await asyncio.sleep(EVERY)
    return sorted(took)


async def _most_memory(server: Server, end: float) -> float:
    most = 0.0
    while time.monotonic() < end:
        most = max(most, memory_of(server.pid))
        await asyncio.sleep(0.25)
    return most


def part(took: list[float], percent: int) -> float:
    """Return a percentile of some sorted times."""
    return took[min(len(took) - 1, len(took) * percent // 100)]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.worst", description=__doc__)
    parser.add_argument("--requests", type=int, default=REQUESTS, help="how many requests the search makes at most")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long it searches at most")
    parser.add_argument("--storm", type=float, default=STORM, help="how many seconds the storm lasts")
    parser.add_argument("--seed", default="flood", help="the same seed makes the same requests")
    given = parser.parse_args()
    with server_on(nothing()) as server:
        costs = asyncio.run(search(server, given.requests, given.seconds, given.seed))
    chosen = worst(costs)
    print(f"{len(costs)} requests tried; the worst {len(chosen)}:", flush=True)
    print(f"{'operation':<28} {'status':>6} {'processor':>11} {'others wait':>12} {'itself':>10}")
    for one in chosen:
        print(
            f"{one.asked.kind[:28]:<28} {one.status:>6} {one.cpu:>8.0f} ms {one.others:>9.0f} ms {one.took:>7.0f} ms"
            f"  {one.asked.method} {one.asked.path[:60]}"
        )
    with server_on(nothing(), limits="") as server:
        found = asyncio.run(storm(server, [one.asked for one in chosen], given.storm))
    print(f"\nstorm of {given.storm:g} s from {CLIENTS} addresses, {EACH} requests each at once")
    print("answers: " + ", ".join(f"{count:,} x {code}" for code, count in sorted(found.answers.items())))
    for name, took in (("alone", found.alone), ("in the storm", found.during)):
        figures = ", ".join(f"p{percent} {part(took, percent):.0f} ms" for percent in (50, 95, 99))
        print(f"a player {name}: {figures} over {len(took)} commands")
    print(f"memory: {found.memory[0]:.0f} MB before, {found.memory[1]:.0f} MB at most")
    within = part(found.during, 99) < GOAL
    print(f"p99 is {'within' if within else 'above'} the goal of {GOAL:g} ms")
    return 0 if within else 1


if __name__ == "__main__":
    raise SystemExit(main())
