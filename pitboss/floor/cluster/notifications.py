"""Notifications about changed tables, with PostgreSQL's NOTIFY and LISTEN.

A process's writer notifies the others after its commit, not in the transaction, because a NOTIFY in a transaction
serialises every process's commits. So a notification can be lost, with its process or with the listening connection;
followers therefore also poll the tape every few seconds.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterator

import psycopg
from psycopg.conninfo import make_conninfo
from sqlalchemy import URL, Connection, text

log = logging.getLogger("pitboss.floor")
CHANNEL = "pitboss_tables"
KEEPALIVES = {"keepalives": 1, "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
"""Options that detect a connection whose server is gone."""
LONGEST_PAYLOAD = 7_900
"""The maximum size in bytes; PostgreSQL's limit is just below 8,000."""
RECONNECT = 1.0
"""Seconds before the listener reconnects after losing its connection."""


def notify(connection: Connection, tables: Collection[int]) -> None:
    """Notify all processes that tables have changed."""
    for payload in payloads(tables):
        connection.execute(text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": payload})


def payloads(tables: Collection[int], longest: int = LONGEST_PAYLOAD) -> Iterator[str]:
    """Table ids as text, in as few payloads as possible.

    >>> list(payloads([1, 22, 333], 6))
    ['1 22', '333']
    """
    payload = ""
    for table in tables:
        if payload and len(payload) + 1 + len(str(table)) > longest:
            yield payload
            payload = ""
        payload = f"{payload} {table}".lstrip()
    if payload:
        yield payload


async def listen(url: URL, changed: Callable[[int], None], connected: Callable[[], None]) -> None:
    """Call `changed` with the table of each notification, until cancelled.

    A lost connection is reopened; `connected` is then called, because notifications were missed.
    """
    address = make_conninfo(url.set(drivername="postgresql").render_as_string(hide_password=False), **KEEPALIVES)
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                connected()
                async for notification in connection.notifies():
                    for table in notification.payload.split():
                        changed(int(table))
        except (psycopg.Error, OSError) as problem:
            log.info("notifications of other processes are not received: %s", type(problem).__name__)
        await asyncio.sleep(RECONNECT)
