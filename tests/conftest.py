"""Every test run includes a third-party game besides ours, registered by its own entry point.

Fixtures for a real database are here; those for a real browser are in `shared/browser.py`.
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
"""The code that long counts depend on."""


def prices_of_this_code(root: Path) -> Path:
    """Return the cache folder for long counts, shared by all workers and by later runs until the code changes."""
    code = sha256()
    for path in sorted(path for part in COUNTED_BY for path in (root / "pitboss").glob(part)):
        code.update(path.read_bytes())
    kept = root / ".pytest_cache" / "prices"
    mine = kept / code.hexdigest()[:16]
    for other in kept.iterdir() if kept.is_dir() else ():
        if other != mine and other.is_dir():
            rmtree(other, ignore_errors=True)
    return mine


# A shell starts background jobs with Ctrl-C ignored, which programs started by tests would inherit.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    with suppress(ValueError):  # not the main thread
        signal.signal(signal.SIGINT, signal.default_int_handler)
os.environ.setdefault("PITBOSS_CACHE", str(prices_of_this_code(HERE.parent)))

# A busy machine is no reason to fail, but httpx's default timeout is only five seconds.
for _wait in ("connect", "read", "write", "pool"):
    setattr(httpx._config.DEFAULT_TIMEOUT_CONFIG, _wait, 60.0)

# Every httpx client would load all CA certificates, which takes longer than most requests in tests.
_transport: Any = httpx._transports.default
_transport.create_ssl_context = cache(_transport.create_ssl_context)

settings.register_profile("pitboss", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# On CI and with `make test` the examples are the same every time; with plain pytest and in `make slow` they are random,
# to find new bugs.
settings.register_profile("ci", parent=settings.get_profile("pitboss"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "pitboss")


def pytest_report_header() -> str:
    """Print the Hypothesis seed, so that the run can be repeated."""
    return f"PITBOSS_TEST_SEED={os.environ.get('PITBOSS_TEST_SEED', '')!r}"


pytest_plugins = [f"tests.shared.{name}" for name in ("browser", "costs", "failures", "warm")]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Freeze the collected tests, so that the garbage collector does not visit them again.

    A third of the collection time was garbage collection. Afterwards it runs more often, which frees large strategies
    that are no longer used before they fill the memory.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Skip doctest collection in test files, because it would read every file a second time."""
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
    # Tests kill processes, not the machine, so nothing needs to reach the disk.
    with postgres(fsync=False) as server:
        yield server


@pytest.fixture
def postgres_url(postgres_server: Server) -> Iterator[str]:
    """An empty PostgreSQL database for one test."""
    with postgres_server.fresh_database() as url:
        yield url
