"""The interface of fuzz targets, the limits of a run, and a way to run commands that the targets share."""

from __future__ import annotations

import io
import json
import resource
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from random import Random
from types import FrameType
from typing import Protocol
from unittest.mock import patch

SECONDS = 120
"""The maximum processor time for one input; it allows for pricing a new table."""
MEMORY = 4 * 2**30
"""The maximum memory in bytes that one input may add to the process."""


class Target(Protocol):
    """A part of the program that accepts outside input."""

    @property
    def name(self) -> str: ...

    def make(self, rng: Random) -> bytes:
        """Return a new input."""
        ...

    def run(self, data: bytes) -> None:
        """Run an input; raise an error if the program breaks a guarantee."""
        ...


class Broken(AssertionError):
    """A broken guarantee without an exception."""


class OutOfTime(BaseException):
    """Raised when an input takes too much processor time; the program's `except Exception` clauses cannot catch it."""


@contextmanager
def bounded(seconds: float = SECONDS, memory: int = MEMORY) -> Iterator[None]:
    """Limit the processor time and memory of the code in this context."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise OutOfTime(f"more than {seconds} seconds of processor time")

    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    before = signal.signal(signal.SIGPROF, stop)
    resource.setrlimit(resource.RLIMIT_DATA, (_data_in_use() + memory, hard))
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def _data_in_use() -> int:
    """Return the number of bytes of data that the process uses, as its memory limit counts them."""
    with open("/proc/self/status", encoding="utf-8") as status:
        (line,) = (one for one in status if one.startswith("VmData:"))
    return int(line.split()[1]) * 1024


def command(*words: str, stdin: str = "", statuses: Sequence[int] = (0, 1, 2)) -> tuple[int, str, str]:
    """Run a command and check the guarantees of every command."""
    from pitboss.cli import main

    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), patch("sys.stdin", io.StringIO(stdin)):
        status = main(words)
    said, wrong = out.getvalue(), err.getvalue()
    if status not in statuses:
        raise Broken(f"{' '.join(words)} ends with status {status}: {wrong}")
    if status == 2 and not (wrong.startswith("pitboss: ") and wrong.count("\n") == 1):
        raise Broken(f"{' '.join(words)} is refused, but not in one line: {wrong!r}")
    if "--json" in words and (status == 0 or said):
        try:
            json.loads(said)
        except ValueError:
            raise Broken(f"{' '.join(words)} does not print JSON: {said[:200]!r}") from None
    return status, said, wrong
