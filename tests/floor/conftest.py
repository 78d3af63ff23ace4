"""A floor of one's own for each test: on SQLite and on PostgreSQL, both real."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from pitboss.floor import people
from pitboss.floor.floor import Floor

from .house import House


@pytest.fixture
def anyio_backend() -> str:
    """Tests marked `anyio` are coroutines; the floor is asyncio's."""
    return "asyncio"


@pytest.fixture(autouse=True)
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """What makes a password slow to guess would make these tests slow."""
    monkeypatch.setattr(people, "COST", 4)


@pytest.fixture(params=["sqlite", "postgres"])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> House:
    """An empty database and a folder, to open a floor in as often as one likes."""
    return House(request.getfixturevalue("postgres_url") if request.param == "postgres" else None, tmp_path)


@pytest.fixture
def sqlite_house() -> Iterator[House]:
    """As `house`, for what does not depend on the database: in memory, if the machine has a disk there."""
    memory = "/dev/shm"
    with TemporaryDirectory(prefix="pitboss-", dir=memory if os.access(memory, os.W_OK) else None) as folder:
        yield House(None, Path(folder))


@pytest.fixture
def postgres_house(postgres_url: str, tmp_path: Path) -> House:
    """As `house`, for what only PostgreSQL has: sessions, several processes."""
    return House(postgres_url, tmp_path)


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
