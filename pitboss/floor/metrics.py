"""Metrics in Prometheus format: the activity of this process, and the state of the floor today.

Counters and histograms are updated as things happen; gauges are read on request, from memory and with two small
queries. If the database fails, its gauges are left out, so that `/metrics` works when it is needed most.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector
from sqlalchemy import Connection, func, select, text

from pitboss.floor import schema
from pitboss.floor.condition import STOPS, FaultKind, free_space
from pitboss.floor.figures import Figures, read_figures, today

if TYPE_CHECKING:
    from pitboss.floor.floor import Floor

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
BATCHES = (1, 2, 5, 10, 20, 50, 100, 200, 400)
PATIENCE = 3.0
"""Seconds to wait for the database."""


class Metrics:
    """A process's counters and histograms."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.commands = Counter(
            "pitboss_commands", "Commands to tables, by what came of them", ["do", "outcome"], registry=self.registry
        )
        self.command_seconds = Histogram(
            "pitboss_command_seconds",
            "Time from a command to its acknowledgement",
            buckets=SECONDS,
            registry=self.registry,
        )
        self.commit_seconds = Histogram(
            "pitboss_commit_seconds", "Time of a transaction of the writer", buckets=SECONDS, registry=self.registry
        )
        self.commit_batches = Histogram(
            "pitboss_commit_batches", "Batches that a transaction commits", buckets=BATCHES, registry=self.registry
        )


async def scrape(floor: Floor) -> tuple[bytes, str]:
    """All of a process's metrics, and their content type."""
    known: tuple[Figures, dict[str, float]] | None = None
    try:
        async with asyncio.timeout(PATIENCE):
            known = await floor.store.read(
                lambda connection: (read_figures(connection, today(), today()), _counts(connection))
            )
    except Exception:  # the condition says what is wrong with the database
        known = None
    collector = _Gauges(list(_gauges(floor, known)))
    return generate_latest(floor.store.metrics.registry) + generate_latest(collector.registry), CONTENT_TYPE_LATEST


class _Gauges(Collector):
    """Gauges that have just been read."""

    def __init__(self, gauges: list[Metric]) -> None:
        self._gauges = gauges
        self.registry = CollectorRegistry()
        self.registry.register(self)

    def collect(self) -> Iterable[Metric]:
        return self._gauges


def _counts(connection: Connection) -> dict[str, float]:
    table, seat, token = schema.gaming_table, schema.seat, schema.token
    open_tables = select(func.count()).where(table.c.closed.is_(None))
    taken = select(func.count()).where(seat.c.bot == "")
    found: dict[str, float] = {
        "tables": connection.execute(open_tables).scalar_one(),
        "seats": connection.execute(taken).scalar_one(),
        "tokens": connection.execute(select(func.count()).select_from(token).where(token.c.expires > 0)).scalar_one(),
    }
    if connection.dialect.name == "sqlite":
        pages, size = (
            connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in ("page_count", "page_size")
        )
        found["bytes"] = pages * size
    else:
        found["bytes"] = connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one()
    return found


def _gauges(floor: Floor, known: tuple[Figures, dict[str, float]] | None) -> Iterator[Metric]:
    store = floor.store
    yield _one(
        "pitboss_up",
        "Whether commands can be carried out",
        float(not any(fault.stops for fault in store.condition.faults)),
    )
    faults = GaugeMetricFamily("pitboss_fault", "Faults of this process", labels=["kind", "stops"])
    for kind in get_args(FaultKind):
        faults.add_metric([kind, "yes" if kind in STOPS else "no"], float(store.condition.has(kind)))
    yield faults
    yield _one("pitboss_clock_skew_seconds", "Seconds by which this clock is behind the database's", store.skew)
    queues = GaugeMetricFamily("pitboss_queue_length", "What waits in this process", labels=["queue"])
    for queue, length in (
        ("commits", store.waiting),
        ("log-ins", floor.log_ins_waiting),
        ("computations", floor.computations),
    ):
        queues.add_metric([queue], float(length))
    yield queues
    yield _one("pitboss_tables_owned", "Tables that this process has in memory", float(len(floor.owned)))
    watched = [*floor.owned.values(), *floor.followed.values()]
    yield _one(
        "pitboss_viewers", "Views of tables that this process serves", float(sum(one.viewers for one in watched))
    )
    disks = GaugeMetricFamily("pitboss_disk_free_bytes", "Free space", labels=["folder"])
    if (free := free_space(floor.folder)) is not None:
        disks.add_metric(["floor"], float(free))
    if store.sqlite and store.url.database and (free := free_space(Path(store.url.database).parent)) is not None:
        disks.add_metric(["database"], float(free))
    yield disks
    if known is not None:
        yield from _of_database(*known)


def _of_database(figures: Figures, counts: dict[str, float]) -> Iterator[Metric]:
    yield _one("pitboss_tables_open", "Open tables of the floor", counts["tables"])
    yield _one("pitboss_seats_taken", "Seats taken by people", counts["seats"])
    yield _one("pitboss_tokens", "Tokens that are not revoked", counts["tokens"])
    yield _one("pitboss_database_bytes", "Size of the database", counts["bytes"])
    yield _one("pitboss_players_today", "People who won or lost today", float(figures.total.players))
    for name, what, cents in (
        ("rounds", "Rounds played today", False),
        ("mistakes", "Irregularities called today", False),
        ("handle", "Wagers decided today, in dollars", True),
        ("hold", "What the tables gained today, in dollars", True),
    ):
        gauge = GaugeMetricFamily(f"pitboss_today_{name}", what, labels=["table", "game"])
        for one in figures.tables:
            value = getattr(one, name)
            gauge.add_metric([str(one.table), one.game], value / 100 if cents else float(value))
        yield gauge


def _one(name: str, what: str, value: float) -> Metric:
    return GaugeMetricFamily(name, what, value=value)


__all__ = ["Metrics", "scrape"]
