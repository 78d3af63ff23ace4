"""Fixtures: a new floor for each test, on real SQLite and PostgreSQL."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest
from argon2 import PasswordHasher

from pitboss.floor import people, schema
from pitboss.floor.floor import Floor
from pitboss.floor.guards import add_guards, remove_guards
from pitboss.floor.store import Store
from tests.shared.known_chance import known_chance
from tests.shared.postgres import Server

from .house import UNGUARDED, House


@pytest.fixture
def anyio_backend() -> str:
    """Run tests marked `anyio` on asyncio."""
    return "asyncio"


@pytest.fixture(autouse=True)
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make password hashing fast."""
    monkeypatch.setattr(people, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


@pytest.fixture(autouse=True)
def same_chance(request: pytest.FixtureRequest) -> Iterator[None]:
    """Deal the same cards in every run, except in tests marked `real_chance`."""
    with nullcontext() if request.node.get_closest_marker("real_chance") else known_chance(request.node.nodeid):
        yield


@pytest.fixture(autouse=True)
def patient_houses(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Extend the leases, so that a busy machine does not make a floor process look dead.

    Real processes keep their leases, and so does the simulation, whose time stops while the machine is busy.
    """
    if request.module.__name__.endswith("test_simulation"):
        return
    for module in ("cluster.membership", "store"):
        monkeypatch.setattr(f"pitboss.floor.{module}.LEASE", 30.0)


def _migrated(url: str) -> None:
    """Create the floor's schema with the migrations."""
    store = Store(url)
    store.migrate()
    store.close()


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty migrated database, made once and copied for every test."""
    made = tmp_path_factory.mktemp("template") / "floor.db"
    _migrated(f"sqlite:///{made}")
    return made


@pytest.fixture(scope="session")
def postgres_floor(postgres_server: Server) -> Iterator[str]:
    """A PostgreSQL database for all tests of this process, because creating one takes longer than most tests."""
    with postgres_server.fresh_database() as url:
        _migrated(url)
        yield url


def _guarded(url: str) -> None:
    """Restore the ledger rules after a test that removed them."""
    store = Store(url)
    with store.engine.begin() as connection:
        remove_guards(connection)
        add_guards(connection)
    store.engine.dispose()


def _emptied(url: str) -> None:
    """Empty all tables and restart the sequences."""
    tables = [f'"{table.name}"' for table in reversed(schema.metadata.sorted_tables)]
    with psycopg.connect(url, autocommit=True) as connection:
        # Sessions that are still open belong to a test that is over.
        connection.execute(
            "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        connection.execute("SET session_replication_role = replica")  # otherwise postings are never deleted
        connection.execute("; ".join(f"DELETE FROM {name}" for name in tables).encode())
        if any(UNGUARDED):
            UNGUARDED.clear()
            _guarded(url)
        connection.execute("SELECT setval(oid, 1, false) FROM pg_class WHERE relkind = 'S'")


@pytest.fixture(params=["sqlite", "postgres"])
def house(request: pytest.FixtureRequest, tmp_path: Path, sqlite_template: Path) -> House:
    """An empty database and a folder, in which a floor can be opened repeatedly."""
    if request.param == "postgres":
        made: House = request.getfixturevalue("postgres_house")
        return made
    shutil.copy(sqlite_template, tmp_path)
    return House(None, tmp_path)


@pytest.fixture
def sqlite_house(sqlite_template: Path) -> Iterator[House]:
    """Like `house`, for tests that do not depend on the database; in memory if the machine has a RAM disk."""
    memory = "/dev/shm"
    with TemporaryDirectory(prefix="pitboss-", dir=memory if os.access(memory, os.W_OK) else None) as folder:
        shutil.copy(sqlite_template, folder)
        yield House(None, Path(folder))


@pytest.fixture
def postgres_house(postgres_floor: str, tmp_path: Path) -> House:
    """Like `house`, for tests that need PostgreSQL: sessions, several processes."""
    _emptied(postgres_floor)
    return House(postgres_floor, tmp_path)


@pytest.fixture
async def floor(house: House) -> AsyncIterator[Floor]:
    """An open floor on each database."""
    async with house.floor() as floor:
        yield floor


@pytest.fixture
async def sqlite_floor(sqlite_house: House) -> AsyncIterator[Floor]:
    """Like `floor`, for tests that do not depend on the database."""
    async with sqlite_house.floor() as floor:
        yield floor
