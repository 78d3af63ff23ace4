"""Every test sees one more game than ours: a stranger's, registered by its own entry point.

Tests of the floor find here a real database; those of the pages find a real browser in `shared/browser.py`.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Generator, Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from _pytest.doctest import DoctestModule
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from tests.shared.postgres import Server

HERE = Path(__file__).parent
COUNTED_BY = ("hands/**/*.py", "pricing/**/*.py", "families/**/*.py", "games/*/price.py")
"""The code that long counts follow from."""


def prices_of_this_code(root: Path) -> Path:
    """Where long counts are kept: computed once, shared by all workers and the next run, and gone when code changes."""
    code = sha256()
    for path in sorted(path for part in COUNTED_BY for path in (root / "pitboss").glob(part)):
        code.update(path.read_bytes())
    kept = root / ".pytest_cache" / "prices"
    mine = kept / code.hexdigest()[:16]
    for other in kept.iterdir() if kept.is_dir() else ():
        if other != mine and other.is_dir():
            rmtree(other, ignore_errors=True)
    return mine


# A shell starts what runs in the background deaf to Ctrl-C, and the programs that tests start would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    with suppress(ValueError):  # not the main thread
        signal.signal(signal.SIGINT, signal.default_int_handler)
os.environ.setdefault("PITBOSS_CACHE", str(prices_of_this_code(HERE.parent)))

# A machine that is busy with other tests is no reason to fail: by itself httpx would wait for five seconds.
for _wait in ("connect", "read", "write", "pool"):
    setattr(httpx._config.DEFAULT_TIMEOUT_CONFIG, _wait, 60.0)

# Every client of httpx would read the certificates of all authorities, which takes longer than most of what tests ask.
_transport: Any = httpx._transports.default
_transport.create_ssl_context = cache(_transport.create_ssl_context)

settings.register_profile("pitboss", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# On CI and by `make test` the same examples every time; by pytest alone and in `make slow` new ones, which is where
# a new fault is to be found.
settings.register_profile("ci", parent=settings.get_profile("pitboss"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "pitboss")


def pytest_report_header() -> str:
    """With it a run can be repeated, chance and all."""
    return f"PITBOSS_TEST_SEED={os.environ.get('PITBOSS_TEST_SEED', '')!r}"


pytest_plugins = [f"tests.shared.{name}" for name in ("browser", "costs", "failures", "warm")]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Thousands of tests that are found stay until the end: whoever looks for garbage need not look at them again.

    A third of the finding was looking for garbage. Afterwards there is less to look through, so that it is looked for
    more often: ways to play blackjack that nobody asks for any more are gone before they fill the memory.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Tests have no examples in their docstrings: looking for some would read every file a second time."""
    found = yield
    tests = file_path.name.startswith("test_")
    return [one for one in found if not (tests and isinstance(one, DoctestModule))]


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Server]:
    """A PostgreSQL server for all tests of this process."""
    from tests.shared.needs import needed, postgres_programs
    from tests.shared.postgres import postgres

    with needed():
        postgres_programs()
    # What is killed here are processes, not the machine: nothing need reach the disk.
    with postgres(fsync=False) as server:
        yield server


@pytest.fixture
def postgres_url(postgres_server: Server) -> Iterator[str]:
    """An empty PostgreSQL database for this test alone."""
    with postgres_server.fresh_database() as url:
        yield url
