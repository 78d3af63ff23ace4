"""What tests need of the machine beyond Python: programs that `scripts/install-system` brings, a port, a leash.

What is not there is `Missing`, in one line: `needed()` makes of it a failure on CI and a skipped test at a desk.
"""

import os
import shutil
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

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


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


def leashed(command: Sequence[str], signal: str) -> list[str]:
    """The command, sent a signal when the thread that starts it ends, even by kill -9: nothing outlives a test run."""
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig", signal, "--", *command] if setpriv else list(command)
