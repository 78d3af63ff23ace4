"""What tests need of the machine beyond Python: programs that `scripts/install-system` brings, a port, a leash.

What is not there is `Missing`, in one line: `needed()` makes of it a failure on CI and a skipped test at a desk.
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
    """A program that is not installed; the text says which, and what to do."""


@contextmanager
def needed() -> Iterator[None]:
    """Around the start of a fixture: a missing program fails the test on CI, where nothing may be left out quietly."""
    import pytest

    try:
        yield
    except Missing as missing:
        if os.environ.get("CI"):
            pytest.fail(str(missing), pytrace=False)
        pytest.skip(str(missing))


def chromium() -> str:
    """The browser: Debian's, or what PITBOSS_CHROMIUM names."""
    name = os.environ.get("PITBOSS_CHROMIUM") or "chromium"
    if found := shutil.which(name):
        return found
    raise Missing(f"no browser {name!r}: {_INSTALL}, or name one in PITBOSS_CHROMIUM")


def postgres_programs() -> Path:
    """The folder of PostgreSQL's own programs: Debian's newest, or what PITBOSS_POSTGRES names."""
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
"""Below those that the system gives to connections: between being chosen and listened on, or while a server is dead,
a port of theirs may become somebody's way out. Each worker of a run has a tenth of them."""
_CHOSEN: set[int] = set()


def free_port() -> int:
    """A port of this machine that nobody listens on, and that nobody else will be given."""
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
    """The command, sent a signal when the thread that starts it ends, even by kill -9: nothing outlives a test run."""
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig", signal, "--", *command] if setpriv else list(command)
