"""A temporary PostgreSQL server in its own folder: `with postgres() as server:`

It listens on loopback and on a socket in its folder, and requires a secret password, because anyone who can log in as
its owner can run programs as that user.
"""

import os
import secrets
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from tests.shared.needs import free_port, leashed, postgres_programs
from tests.shared.waiting import wait_until

_PREFIX = "pitboss-postgres-"
_ATTEMPTS = 3
_PATIENCE = 60.0
"""Seconds to wait for a server to answer."""


@dataclass(frozen=True)
class Server:
    """A running server."""

    port: int
    password: str = field(repr=False)

    def url(self, database: str) -> str:
        return f"postgresql://pitboss:{self.password}@127.0.0.1:{self.port}/{database}"

    @contextmanager
    def fresh_database(self, like: str = "template1") -> Iterator[str]:
        """Yield the URL of an empty database, or of a copy of one, and drop it afterwards despite open connections."""
        name = f"floor_{secrets.token_hex(8)}"
        self._run(f"create database {name} template {like}")
        try:
            yield self.url(name)
        finally:
            self._run(f"drop database {name} with (force)")

    def _run(self, statement: str) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement.encode())


@contextmanager
def postgres(*, fsync: bool = True) -> Iterator[Server]:
    """Start a server. Without fsync it is faster, but a crash of the machine may lose committed data."""
    programs = postgres_programs()
    _sweep()
    # The owner's process id is part of the name, so that a later run can recognize leftovers.
    folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))
    try:
        password = _make(programs, folder)
        process, server = _start(programs, folder, password, fsync)
        try:
            yield server
        finally:
            _stop(process)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _make(programs: Path, folder: Path) -> str:
    """Initialize the folder for a server; return the owner's password."""
    password = secrets.token_hex(16)
    secret = folder / "password"
    secret.write_text(password, "utf-8")
    if user := _user():
        for path in (folder, secret):
            shutil.chown(path, user, user)
    words = [str(programs / "initdb"), "--pgdata", str(folder / "data"), "--username", "pitboss", "--no-sync"]
    words += ["--auth", "scram-sha-256", "--pwfile", str(secret), "--no-locale", "--encoding", "UTF8"]
    made = subprocess.run(words, cwd=folder, user=user, group=user, capture_output=True, text=True)
    if made.returncode:
        raise RuntimeError(f"initdb failed: {made.stderr.strip() or made.stdout.strip()}")
    return password


def _user() -> str | None:
    """Return the user to run as; PostgreSQL refuses to run as root, so use the user that Debian's package creates."""
    return "postgres" if os.geteuid() == 0 else None


class MortalServer:
    """A separate server that writes to its disk as in production, and can be killed and started again."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self._programs, self._folder = programs, folder
        self._password = _make(programs, folder)
        self._process, self.server = _start(programs, folder, self._password, fsync=True)

    def kill(self) -> None:
        """kill -9: its sessions end with it."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def start(self) -> None:
        """Start it again, on the same port; it recovers what it had committed."""
        self._process, self.server = _start(self._programs, self._folder, self._password, True, self.server.port)

    def stop(self) -> None:
        """Stop it for good."""
        _stop(self._process)


@contextmanager
def mortal_postgres() -> Iterator[MortalServer]:
    """A server that can be killed, and no one else uses."""
    programs = postgres_programs()
    folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))
    try:
        server = MortalServer(programs, folder)
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _start(
    programs: Path, folder: Path, password: str, fsync: bool, port: int | None = None
) -> tuple[subprocess.Popen[bytes], Server]:
    log = folder / "log"
    for _ in range(_ATTEMPTS):
        server = Server(port or free_port(), password)
        settings = {
            "port": server.port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": folder,
            "fsync": "on" if fsync else "off",
            "synchronous_commit": "on" if fsync else "off",
        }
        words = [str(programs / "postgres"), "-D", str(folder / "data")]
        for name, value in settings.items():
            words += ["-c", f"{name}={value}"]
        with log.open("ab") as out:
            process = subprocess.Popen(
                leashed(words, "INT"),
                cwd=folder,
                user=_user(),
                group=_user(),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )
        try:
            if _answers(server, process):
                return process, server
        except BaseException:
            _stop(process)
            raise
    raise RuntimeError(f"PostgreSQL does not start: {log.read_text('utf-8', 'replace')[-2000:]}")


def _answers(server: Server, process: subprocess.Popen[bytes]) -> bool:
    """Whether the server started; one that exited has most likely lost its port to another process."""

    def connects() -> bool:
        try:
            psycopg.connect(server.url("postgres"), connect_timeout=5).close()
        except psycopg.OperationalError:
            return False
        return True

    wait_until(lambda: process.poll() is not None or connects(), _PATIENCE)
    return process.poll() is None


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGINT)  # terminates remaining sessions and then the server
    try:
        process.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _sweep() -> None:
    """Remove what killed runs have left. A server whose folder is gone stops automatically."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        owner = folder.name.removeprefix(_PREFIX).partition("-")[0]
        if owner.isdecimal() and not _runs(int(owner)):
            shutil.rmtree(folder, ignore_errors=True)


def _runs(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
