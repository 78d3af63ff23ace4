"""A floor of two processes, one of which is killed or stopped: how long until the other takes over its tables.

The clock starts when the owner is killed (kill -9) or stopped (SIGSTOP: it holds its lock, but does nothing), and ends
when the other process acknowledges a command that was repeated there under the same key.

`python -m bench.takeover` runs only this benchmark; it requires a PostgreSQL server.
"""

from __future__ import annotations

import json
import os
import signal
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from bench.floor import STAKE
from tests.shared.postgres import postgres
from tests.shared.served import served

TIMES = 3
GOAL = 5.0
"""Seconds within which a table should be taken over."""
PATIENCE = 60.0


def measure() -> list[dict[str, Any]]:
    try:
        with _pair() as (one, two):
            stopped = [_until_taken(one, two, signal.SIGSTOP) for _ in range(TIMES)]
            killed = _until_taken(one, two, signal.SIGKILL)
    except (ImportError, RuntimeError) as missing:  # no PostgreSQL server is installed
        return [_row(f"a table is taken over: {missing}", None)]
    return [
        _row("a table is taken over from a process that was killed", killed),
        _row(f"a table is taken over from a process that was stopped, the slowest of {TIMES}", max(stopped)),
    ]


def _row(what: str, seconds: float | None) -> dict[str, Any]:
    row = {"what": what, "who": "pitboss", "figure": seconds, "unit": "seconds", "ratio": "-"}
    if seconds is not None:
        row |= {"ratio": f"{seconds / GOAL:.2f} of the goal", "target": GOAL, "met": seconds <= GOAL}
    return row


@contextmanager
def _pair() -> Iterator[tuple[Any, Any]]:
    """Yield the two processes of a floor."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pitboss-takeover-")))
        url = stack.enter_context(stack.enter_context(postgres()).fresh_database())
        both = []
        for name in ("one", "two"):
            (folder / name).mkdir()
            given = {"PITBOSS_KEY": "ab" * 32, "PITBOSS_LIMITS": "off"}
            both.append(stack.enter_context(served(url, folder=folder / name, tracebacks=True, environment=given)))
        yield both[0], both[1]


def _until_taken(one: Any, two: Any, how: signal.Signals) -> float:
    """Return the seconds until the other process accepts commands for a table whose owner is gone."""
    token = _said(one, "/people/guest", {})["token"]
    table = _said(one, "/tables", {"table": {"game": "craps"}, "settings": {"clock": "never"}}, token)["id"]
    _said(one, f"/tables/{table}/commands", {"do": "sit", "amount": STAKE}, token)
    wager = {"do": "act", "verb": "make", "wager": "pass", "amount": 10_00}
    os.kill(one.pid, how)
    begun = time.monotonic()
    try:
        while time.monotonic() < begun + PATIENCE:
            try:
                _said(two, f"/tables/{table}/commands", wager, token, key="once")
                return time.monotonic() - begun
            except urllib.error.HTTPError as problem:
                if problem.code != 503:
                    raise
                time.sleep(0.05)
        raise TimeoutError(f"table {table} was not taken over within {PATIENCE:.0f} s")
    finally:
        if how is signal.SIGSTOP:
            os.kill(one.pid, signal.SIGCONT)


def _said(server: Any, path: str, body: dict[str, Any], token: str = "", key: str = "") -> dict[str, Any]:
    headers = {"Content-Type": "application/json"}
    headers |= {"Authorization": f"Bearer {token}"} if token else {}
    headers |= {"Idempotency-Key": key} if key else {}
    asked = urllib.request.Request(f"{server.url}/api/v1{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
        said: dict[str, Any] = json.load(answer)
    return said


def main() -> None:
    for row in measure():
        print(f"{row['what']:<90} {row['figure'] or 0:>6.2f} {row['unit']} ({row['ratio']})", flush=True)


if __name__ == "__main__":
    main()
