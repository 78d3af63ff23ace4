"""Flooding the floor: a reader's latency while thousands log in, and the memory held after many abandoned pages.

A client at its own address reads a table; its latency is measured on an idle floor and while 2,000 clients try to log
in from 200 addresses. The server's memory is measured before 30 addresses request 964 pages without ever connecting, at
its peak, and after the pages are discarded. All limits are the defaults.

`python -m bench.floods` runs only this benchmark. It uses loopback addresses; Linux answers on all of 127.0.0.0/8.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from bench.floor import Server, nothing, server_on

LOG_INS, FROM = 2_000, 200
PAGES, PAGES_FROM = 964, 30
READS = 100
EVERY = 0.05
"""Seconds between two reads."""
GIVEN_UP = 100.0
"""Seconds after which pages without a connection have certainly been discarded."""


def measure() -> list[dict[str, Any]]:
    with server_on(nothing(), limits="") as server:
        return list(asyncio.run(_measured(server)))


async def _measured(server: Server) -> list[dict[str, Any]]:
    rows = []
    alone, _ = await _read_while(server, asyncio.sleep(READS * EVERY))
    rows += _waits("alone", alone)
    flooded, said = await _read_while(server, _log_in_all(server))
    rows += _waits(f"while {LOG_INS:,} log in from {FROM} addresses", flooded)
    rows += [_row(f"log-ins answered {status}", count, "") for status, count in sorted(said.items())]
    before = memory_of(server.pid)
    most, said = await _most_while(server, _ask_for_pages(server))
    rows += [_row(f"pages answered {status}", count, "") for status, count in sorted(said.items())]
    after = await _settled(server)
    for what, figure in (("before", before), ("at most during", most), ("after", after)):
        rows.append(_row(f"memory {what} {PAGES} pages from {PAGES_FROM} addresses", figure, "MB"))
    return rows


def _row(what: str, figure: float, unit: str) -> dict[str, Any]:
    return {"what": what, "who": "pitboss", "figure": figure, "unit": unit, "ratio": "-"}


def _waits(when: str, took: list[float]) -> Iterator[dict[str, Any]]:
    took = sorted(took)
    for part in (50, 99):
        figure = took[min(len(took) - 1, len(took) * part // 100)]
        yield _row(f"a reader waits {when}, p{part}", figure, "ms")


def memory_of(session: int) -> float:
    """Return the megabytes used by a server and its child processes, by session id."""
    held = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            words = stat.read_text("utf-8", "replace").rpartition(") ")[2].split()
            if int(words[3]) == session:
                held += int(words[21]) * 4096
    return held / 2**20


# ---- flooding clients


@asynccontextmanager
async def with_client(server: Server, address: str, timeout: float = 300) -> AsyncIterator[Any]:
    """Yield an HTTP client that connects from a loopback address."""
    import httpx

    transport = httpx.AsyncHTTPTransport(local_address=address, limits=httpx.Limits(max_connections=20))
    async with httpx.AsyncClient(base_url=server.url, transport=transport, timeout=timeout, trust_env=False) as client:
        yield client


async def _read_while(server: Server, flood: Awaitable[Any]) -> tuple[list[float], Any]:
    """Return a reader's latencies until the flood is over."""
    flooding = asyncio.ensure_future(flood)
    took: list[float] = []
    async with with_client(server, "127.0.9.1") as client:
        while not flooding.done() or not took:
            begun = time.perf_counter()
            (await client.get(f"/api/v1/tables/{server.table}")).raise_for_status()
            took.append(1000 * (time.perf_counter() - begun))
            await asyncio.sleep(EVERY)
    return took, await flooding


async def _log_in_all(server: Server) -> Counter[str]:
    async def tries(client: Any, number: int) -> str:
        known = {"name": f"somebody {number}", "password": "not the right one"}
        answer = await client.post("/api/v1/people/log-in", json=known)
        return str(answer.status_code)

    return await _from_all(server, FROM, "127.0.2", LOG_INS, tries)


async def _ask_for_pages(server: Server) -> Counter[str]:
    async def asks(client: Any, number: int) -> str:
        answer = await client.get(f"/table/{server.table}")
        return str(answer.status_code)

    return await _from_all(server, PAGES_FROM, "127.0.3", PAGES, asks)


async def _from_all(
    server: Server, addresses: int, net: str, count: int, ask: Callable[[Any, int], Awaitable[str]]
) -> Counter[str]:
    """Send requests from several addresses at once; count the responses by status."""
    said: Counter[str] = Counter()

    async def one(number: int) -> None:
        async with with_client(server, f"{net}.{number + 1}") as client:
            for mine in range(number, count, addresses):
                said[await ask(client, mine)] += 1

    await asyncio.gather(*(one(number) for number in range(addresses)))
    return said


async def _most_while(server: Server, flood: Awaitable[Any]) -> tuple[float, Any]:
    flooding = asyncio.ensure_future(flood)
    most = 0.0
    while not flooding.done():
        most = max(most, memory_of(server.pid))
        await asyncio.sleep(0.25)
    return most, await flooding


async def _settled(server: Server) -> float:
    """Return the memory used after pages are discarded."""
    await asyncio.sleep(GIVEN_UP)
    return memory_of(server.pid)


def main() -> None:
    for row in measure():
        print(f"{row['what']:<70} {row['figure']:>10.1f} {row['unit']}", flush=True)


if __name__ == "__main__":
    main()
