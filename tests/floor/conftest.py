"""A floor of one's own for each test: on SQLite and on PostgreSQL, both real."""

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
from pitboss.floor.store import Store
from tests.shared.known_chance import known_chance
from tests.shared.postgres import Server

from .house import House


@pytest.fixture
def anyio_backend() -> str:
    """Tests marked `anyio` are coroutines; the floor is asyncio's."""
    return "asyncio"


@pytest.fixture(autouse=True)
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """What makes a password slow to guess would make these tests slow."""
    monkeypatch.setattr(people, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


@pytest.fixture(autouse=True)
def same_chance(request: pytest.FixtureRequest) -> Iterator[None]:
    """Every run of a test deals the same cards; one that is about chance itself asks for `real_chance`."""
    with nullcontext() if request.node.get_closest_marker("real_chance") else known_chance(request.node.nodeid):
        yield


@pytest.fixture(autouse=True)
def patient_houses(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is busy with other tests is no reason to think a process of the floor dead.

    The simulation, whose time does not pass while the machine is busy, and processes of their own keep their leases.
    """
    if request.module.__name__.endswith("test_simulation"):
        return
    for module in ("cluster.membership", "store"):
        monkeypatch.setattr(f"pitboss.floor.{module}.LEASE", 30.0)


def _migrated(url: str) -> None:
    """A database with the floor's tables, which the migrations have made."""
    store = Store(url)
    store.migrate()
    store.close()


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables of a floor with nothing in them: the migrations run once, and not before every test."""
    made = tmp_path_factory.mktemp("template") / "floor.db"
    _migrated(f"sqlite:///{made}")
    return made


@pytest.fixture(scope="session")
def postgres_floor(postgres_server: Server) -> Iterator[str]:
    """A database on PostgreSQL for all tests of this process: to make one costs more than most tests do in it."""
    with postgres_server.fresh_database() as url:
        _migrated(url)
        yield url


def _emptied(url: str) -> None:
    """A database as the migrations leave it: nobody in it, nothing in its tables, and all numbers begin again."""
    tables = [f'"{table.name}"' for table in reversed(schema.metadata.sorted_tables)]
    with psycopg.connect(url, autocommit=True) as connection:
        # Who is still there belongs to a test that is over.
        connection.execute(
            "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        connection.execute("; ".join(f"DELETE FROM {name}" for name in tables).encode())
        connection.execute("SELECT setval(oid, 1, false) FROM pg_class WHERE relkind = 'S'")


@pytest.fixture(params=["sqlite", "postgres"])
def house(request: pytest.FixtureRequest, tmp_path: Path, sqlite_template: Path) -> House:
    """An empty database and a folder, to open a floor in as often as one likes."""
    if request.param == "postgres":
        made: House = request.getfixturevalue("postgres_house")
        return made
    shutil.copy(sqlite_template, tmp_path)
    return House(None, tmp_path)


@pytest.fixture
def sqlite_house(sqlite_template: Path) -> Iterator[House]:
    """As `house`, for what does not depend on the database: in memory, if the machine has a disk there."""
    memory = "/dev/shm"
    with TemporaryDirectory(prefix="pitboss-", dir=memory if os.access(memory, os.W_OK) else None) as folder:
        shutil.copy(sqlite_template, folder)
        yield House(None, Path(folder))


@pytest.fixture
def postgres_house(postgres_floor: str, tmp_path: Path) -> House:
    """As `house`, for what only PostgreSQL has: sessions, several processes."""
    _emptied(postgres_floor)
    return House(postgres_floor, tmp_path)


@pytest.fixture
async def floor(house: House) -> AsyncIterator[Floor]:
    """An open floor on each database."""
    async with house.floor() as floor:
        yield floor


@pytest.fixture
async def sqlite_floor(sqlite_house: House) -> AsyncIterator[Floor]:
    """As `floor`, for what does not depend on the database."""
    async with sqlite_house.floor() as floor:
        yield floor
