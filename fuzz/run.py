"""Runs a target on one input after another, and shrinks inputs that fail."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from random import Random
from time import monotonic

from fuzz.api import Api
from fuzz.files import Scripts, TableFiles, Tapes
from fuzz.money import Money
from fuzz.target import OutOfTime, Target, bounded

CRASHES = Path(__file__).parent / "crashes"
TARGETS: Mapping[str, Callable[[], Target]] = {
    "tables": TableFiles,
    "scripts": Scripts,
    "tapes": Tapes,
    "api": Api,
    "money": Money,
}
TRIES = 300
"""The maximum number of runs to shrink an input."""


class CrashError(AssertionError):
    """An input for which the program broke its guarantees."""


def fuzz(target: Target, seed: str, number: int | None = None, until: float | None = None) -> int:
    """Run a number of inputs derived from a seed, or run them until a time on the monotonic clock; return how many ran.

    Raise CrashError for the first failure, with the input and how to run it again.
    """
    rng, done = Random(seed), 0
    while done != number and (until is None or monotonic() < until):
        data = target.make(rng)
        if failure(target, data) is not None:
            raise CrashError(report(target, smaller(target, data)))
        done += 1
    return done


def failure(target: Target, data: bytes) -> BaseException | None:
    """Return the exception raised by an input, or None."""
    try:
        with bounded():
            target.run(data)
    except (Exception, OutOfTime) as error:
        return error
    return None


def replay(path: Path) -> None:
    """Rerun one saved input, letting its exceptions through."""
    with bounded():
        TARGETS[path.name.partition("-")[0]]().run(path.read_bytes())


def smaller(target: Target, data: bytes) -> bytes:
    """Shrink an input by lines while it still fails at the same place."""
    wanted, tries = _place(failure(target, data)), 0
    lines, size = data.splitlines(keepends=True), max(1, data.count(b"\n") // 2)
    while size:
        start = 0
        while start < len(lines) and tries < TRIES:
            fewer = [*lines[:start], *lines[start + size :]]
            tries += 1
            if fewer and _place(failure(target, b"".join(fewer))) == wanted:
                lines = fewer
            else:
                start += size
        size //= 2
    return b"".join(lines)


def _place(error: BaseException | None) -> tuple[str, str, int] | None:
    """Return an error's type and where in the code it was raised."""
    if error is None:
        return None
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return type(error).__name__, frame.filename, frame.lineno or 0


def report(target: Target, data: bytes) -> str:
    """Save an input that fails, and describe the failure and how to run it again."""
    CRASHES.mkdir(exist_ok=True)
    kept = CRASHES / f"{target.name}-{sha256(data).hexdigest()[:8]}"
    kept.write_bytes(data)
    error = failure(target, data)
    trace = "".join(traceback.format_exception(error)) if error else "It did not fail when it was run again.\n"
    shown = data.decode("utf-8", "backslashreplace")
    return f"{trace}\n{target.name} fails with this input:\n{shown}\nRun it again: make fuzz REPLAY={_short_path(kept)}"


def _short_path(path: Path) -> str:
    root = Path(__file__).parents[1]
    return (path.relative_to(root) if path.is_relative_to(root) else path).as_posix()
