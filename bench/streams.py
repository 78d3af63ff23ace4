"""Watching the floor: the cost to a player at a table with thousands of viewers.

A player sends ten commands per second, and each acknowledgement is timed as in `bench.floor`: with no viewers, with
2,000 viewers' streams, and with twelve streams that are never read. On a busy machine the server's CPU time is more
telling.

`python -m bench.streams` runs only this benchmark; the viewers are a separate process.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bench.client import Stream, opened, stream_url
from bench.floor import ROOT, STAKE, nothing, server_on, used_by

WATCHERS, DEAF = 2_000, 12
COMMANDS = 200
PACE = 0.1
"""Seconds between two commands."""
AT_ONCE = 50
"""The number of clients that connect at a time."""


def measure() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    with server_on(nothing()) as server:
        for who, words in (
            ("alone", []),
            (f"{WATCHERS:,} streams at his table", [str(WATCHERS), "reads"]),
            (f"{DEAF} streams that no one reads", [str(DEAF), "deaf"]),
        ):
            with _lookers(server, words):
                rows += _rows(who, asyncio.run(_played(server)))
    return rows


def _rows(who: str, figures: dict[str, float]) -> Iterator[dict[str, Any]]:
    for part, unit in (("p50", "ms"), ("p99", "ms"), ("busy", "of one core")):
        yield {
            "what": f"a player's delay, {who}: {part}",
            "who": "pitboss",
            "figure": figures[part],
            "unit": unit,
            "ratio": "-",
        }


async def _played(server: Any) -> dict[str, float]:
    """Sit at the first table and repeatedly make a wager and take it down."""
    import httpx

    took: list[float] = []
    async with httpx.AsyncClient(base_url=f"{server.url}/api/v1", timeout=60, trust_env=False) as client:
        guest = (await client.post("/people/guest")).raise_for_status().json()
        headers = {"Authorization": f"Bearer {guest['token']}"}
        at = f"/tables/{server.table}/commands"
        await client.post(at, json={"do": "sit", "amount": STAKE}, headers=headers)
        busy, begun = used_by(server.pid), time.perf_counter()
        for number in range(COMMANDS):
            act = {"do": "act", "verb": ("make", "remove")[number % 2], "wager": "field"}
            command = act | ({"amount": 5_00} if number % 2 == 0 else {})
            asked = time.perf_counter()
            (await client.post(at, json=command, headers=headers)).raise_for_status()
            took.append(1000 * (time.perf_counter() - asked))
            await asyncio.sleep(max(0.0, begun + PACE * (number + 1) - time.perf_counter()))
        share = (used_by(server.pid) - busy) / (time.perf_counter() - begun)
        await client.post(at, json={"do": "leave"}, headers=headers)
    took.sort()
    return {"p50": took[len(took) // 2], "p99": took[len(took) * 99 // 100], "busy": share}


# ---- the viewers, in a separate process


@contextmanager
def _lookers(server: Any, words: list[str]) -> Iterator[None]:
    if not words:
        yield
        return
    asked = [sys.executable, "-m", "bench.streams", "look", server.url, str(server.table), *words]
    looking = subprocess.Popen(asked, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert looking.stdout is not None
    try:
        if looking.stdout.readline().strip() != "there":
            raise RuntimeError("those who look on did not come in")
        yield
    finally:
        looking.kill()
        looking.wait()


class Looker(Stream):
    """A stream whose messages are received but not parsed; a `deaf` one stops receiving after the first."""

    def __init__(self, url: str, token: str, deaf: bool) -> None:
        super().__init__(url, json.dumps({"token": token}).encode(), lambda text: None)
        self._deaf = deaf

    def data_received(self, data: bytes) -> None:
        if not self.opened.done():
            super().data_received(data)
            if self._deaf and self.opened.done():
                self.transport.pause_reading()


async def _look(url: str, table: str, count: int, deaf: bool) -> None:
    import httpx

    async with httpx.AsyncClient(base_url=f"{url}/api/v1", timeout=60, trust_env=False) as client:
        tokens = [(await client.post("/people/guest")).json()["token"] for _ in range(min(count, 40))]
    lookers: list[Looker] = []
    for first in range(0, count, AT_ONCE):
        some = [
            Looker(stream_url(url, table), tokens[number % len(tokens)], deaf)
            for number in range(first, min(count, first + AT_ONCE))
        ]
        await asyncio.gather(*(opened(one, url, 4096 if deaf else 0) for one in some))
        lookers += some
    print("there", flush=True)
    await asyncio.sleep(3600)


def main() -> None:
    if sys.argv[1:2] == ["look"]:
        url, table, count, how = sys.argv[2:]
        asyncio.run(_look(url, table, int(count), how == "deaf"))
        return
    print(f"{os.getloadavg()[0]:.1f} other processes were at work before the run")
    for row in measure():
        print(f"{row['what']:<70} {row['figure']:>10.2f} {row['unit']}", flush=True)


if __name__ == "__main__":
    main()
