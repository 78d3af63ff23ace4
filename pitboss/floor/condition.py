"""The condition of a floor process: its current faults, each with a reason.

1. Whatever notices a fault reports it here, and later its end: the writer of the database, the heartbeat, the
   anchors, and `look` (disk, clock, slow database), which housekeeping calls every two seconds.
2. A fault is logged once when it begins and once when it ends, however often it is reported.
3. `/health`, `/metrics` and the staff's page read the condition. A fault that `stops` play makes `/health` answer 503.
"""

from __future__ import annotations

import logging
import shutil
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

log = logging.getLogger("pitboss.floor")

FaultKind = Literal["database", "disk", "clock", "slow", "anchors"]
STOPS: frozenset[FaultKind] = frozenset({"database"})
"""Faults during which no command can be carried out."""
LOW_DISK = 100 * 2**20
"""Bytes of free space below which a disk is reported."""
JUMP = 2.0
"""Seconds by which the time of day may drift from the monotonic clock between two checks."""
JUMP_SHOWN = 600.0
"""Seconds for which a jump of the clock is reported."""
SLOW = 2.0
"""Seconds a commit may take before the database is reported as slow."""

_SQLITE = {
    "SQLITE_FULL": "the disk of the database is full",
    "SQLITE_READONLY": "the database or its folder is read-only",
    "SQLITE_CORRUPT": "the database is damaged; stop the floor and restore a copy",
    "SQLITE_NOTADB": "the file is not a database, or is damaged",
    "SQLITE_IOERR": "the disk of the database reports an error",
    "SQLITE_BUSY": "another program holds the database locked",
    "SQLITE_LOCKED": "another program holds the database locked",
    "SQLITE_CANTOPEN": "the database or its folder cannot be opened",
    "SQLITE_PERM": "the database or its folder may not be written",
}
_POSTGRES = {
    "53100": "the disk of the database server is full",
    "53200": "the database server is out of memory",
    "53300": "the database server has no free connections",
    "25006": "the database server is read-only",
    "57P01": "the database server is shutting down",
    "57P02": "the database server has crashed and is restarting",
    "57P03": "the database server is starting",
    "28P01": "the database server rejects the password",
    "28000": "the database server rejects the user",
    "3D000": "the database does not exist",
    "XX001": "the database is damaged; stop the floor and restore a copy",
    "XX002": "an index of the database is damaged; stop the floor and restore a copy",
}
UNREACHABLE = "the database server does not answer"
KNOWN_REASONS = frozenset({*_SQLITE.values(), *_POSTGRES.values(), UNREACHABLE})
"""Reasons that may be shown to anyone."""


def database_reason(problem: BaseException) -> str:
    """The reason why the database failed, in one line without any of the statement's values."""
    cause = problem.orig if isinstance(problem, DBAPIError) else problem
    name = str(getattr(cause, "sqlite_errorname", None) or "")
    for known, reason in _SQLITE.items():
        if name.startswith(known):
            return reason
    state = getattr(cause, "sqlstate", None)
    if state in _POSTGRES:
        return _POSTGRES[state]
    first = str(cause).strip().partition("\n")[0]
    if type(cause).__module__.startswith("psycopg") and (state is None or state.startswith("08")):
        return UNREACHABLE
    return first[:200] or type(cause).__name__


def is_definite(problem: BaseException) -> bool:
    """Whether a commit that failed with this error certainly did not happen, because SQLite rolled it back and said
    so."""
    cause = problem.orig if isinstance(problem, DBAPIError) else problem
    return str(getattr(cause, "sqlite_errorname", None) or "").startswith(("SQLITE_FULL", "SQLITE_READONLY"))


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is wrong now. `since` is a time of day."""

    kind: FaultKind
    reason: str
    since: float

    @property
    def stops(self) -> bool:
        """Whether no command can be carried out."""
        return self.kind in STOPS


class Condition:
    """The current faults of a process. Threads may report at any time."""

    def __init__(self) -> None:
        self._faults: dict[FaultKind, Fault] = {}
        self._lock = threading.Lock()
        self._clocks: tuple[float, float] | None = None
        self._jumped = 0.0
        self.committing: float | None = None
        """The start of the commit in progress, by the monotonic clock."""

    @property
    def faults(self) -> list[Fault]:
        """The current faults, those that stop play first."""
        with self._lock:
            known = list(self._faults.values())
        return sorted(known, key=lambda fault: (not fault.stops, fault.since))

    def has(self, kind: FaultKind) -> bool:
        """Whether there is a fault of a kind."""
        return kind in self._faults

    def begins(self, kind: FaultKind, reason: str) -> None:
        """Report a fault, or a new reason for one that is known."""
        with self._lock:
            known = self._faults.get(kind)
            self._faults[kind] = Fault(kind, reason, time.time() if known is None else known.since)
        if known is None:
            log.warning("%s", reason)

    def ends(self, kind: FaultKind, what: str) -> None:
        """Report that a fault is over; `what` is the log message."""
        with self._lock:
            known = self._faults.pop(kind, None)
        if known is not None:
            log.warning("%s", what)

    def database_fails(self, problem: BaseException) -> None:
        """Report that the database does not accept writes."""
        if isinstance(problem, SQLAlchemyError):
            self.begins("database", f"the database does not accept writes: {database_reason(problem)}")

    def database_works(self) -> None:
        """Report that the database accepts writes."""
        self.ends("database", "the database accepts writes again")

    # ---- checks

    def look(self, folders: Mapping[str, Path]) -> None:
        """Check the disks of some folders, the clock, and the commit in progress."""
        self._look_at_disks(folders)
        self._look_at_clock()
        self._look_at_commit()

    def _look_at_disks(self, folders: Mapping[str, Path]) -> None:
        for name, folder in folders.items():
            free = free_space(folder)
            if free is not None and free < LOW_DISK:
                self.begins("disk", f"{free / 2**20:,.0f} MB are left on the disk of {name}")
                return
        self.ends("disk", "the disk has enough free space again")

    def _look_at_clock(self) -> None:
        now, ran = time.time(), time.monotonic()
        before, self._clocks = self._clocks, (now, ran)
        if before is None:
            return
        moved = (now - before[0]) - (ran - before[1])
        if abs(moved) > JUMP:
            self._jumped = ran
            self.begins(
                "clock",
                f"the clock of this machine was set {'forward' if moved > 0 else 'back'} by {abs(moved):,.0f} s",
            )
        elif self._jumped and ran > self._jumped + JUMP_SHOWN:
            self._jumped = 0.0
            self.ends("clock", "the clock of this machine is stable again")

    def _look_at_commit(self) -> None:
        begun = self.committing
        waiting = 0.0 if begun is None else time.monotonic() - begun
        if waiting > SLOW:
            self.begins("slow", f"the database is slow: a commit has taken {waiting:.0f} s")
        else:
            self.ends("slow", "the database is fast enough again")


def free_space(folder: Path) -> int | None:
    """The free bytes on a folder's disk; None if it cannot be read."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None


__all__ = ["Condition", "Fault", "FaultKind", "database_reason", "free_space", "is_definite"]
