"""What tests need from the machine besides Python: programs from `scripts/install-system`, a free port, a way to tie a
process to its parent.

A missing program raises `Missing`; `needed()` turns it into a failure on CI and into a skipped test elsewhere.
"""

import os
import re
import shutil
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import SystemRandom

_INSTALL = "run scripts/install-system"


class Missing(RuntimeError):
    """A program is not installed; the message says which, and what to do."""


@contextmanager
def needed() -> Iterator[None]:
    """Wrap the start of a fixture: a missing program fails the test on CI, where nothing may be skipped silently."""
    import pytest

    try:
        yield
    except Missing as missing:
        if os.environ.get("CI"):
            pytest.fail(str(missing), pytrace=False)
        pytest.skip(str(missing))


def chromium() -> str:
    """Return the browser: Debian's, or the one in PITBOSS_CHROMIUM."""
    name = os.environ.get("PITBOSS_CHROMIUM") or "chromium"
    if found := shutil.which(name):
        return found
    raise Missing(f"no browser {name!r}: {_INSTALL}, or name one in PITBOSS_CHROMIUM")


def postgres_programs() -> Path:
    """Return the folder of PostgreSQL's programs: Debian's newest, or the one in PITBOSS_POSTGRES."""
    if named := os.environ.get("PITBOSS_POSTGRES"):
        folders = [Path(named)]
    else:
        installed = Path("/usr/lib/postgresql").glob("*/bin")
        folders = sorted(installed, key=lambda folder: float(folder.parent.name), reverse=True)
        folders += [Path(found).resolve().parent for found in [shutil.which("initdb")] if found]
    for folder in folders:
        if (folder / "initdb").exists():
            return folder
    raise Missing(f"no PostgreSQL server: {_INSTALL}, or name the folder of its initdb in PITBOSS_POSTGRES")


_PORTS = range(20_000, 30_000)
"""Below the ports that the system assigns to outgoing connections, which could take a port before the server listens on
it or while the server is down. Each worker in a run gets a tenth of them.
"""
_CHOSEN: set[int] = set()


def free_port() -> int:
    """Return an unused port on this machine that nobody else will be given."""
    worker = int(re.sub(r"\D", "", os.environ.get("PYTEST_XDIST_WORKER", "")) or 0) % 10
    ours = [port for port in _PORTS[worker * 1_000 : (worker + 1) * 1_000] if port not in _CHOSEN]
    SystemRandom().shuffle(ours)
    for port in ours:
        with socket.socket() as listening, suppress(OSError):
            listening.bind(("127.0.0.1", port))
            _CHOSEN.add(port)
            return port
    raise RuntimeError(f"no port is free among {len(ours)} from {_PORTS.start + worker * 1_000} on")


def leashed(command: Sequence[str], signal: str) -> list[str]:
    """Return a command that is sent a signal when the thread that starts it ends, even by kill -9."""
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig", signal, "--", *command] if setpriv else list(command)
