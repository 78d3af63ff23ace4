"""How far a long count is, and how long it will still take: for counts that are run by hand and kept in a file."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic
from typing import TextIO

from pitboss.pricing.contract import Progress


def told_left(stream: TextIO = sys.stderr, clock: Callable[[], float] = monotonic) -> Progress:
    """A progress that writes its share and the time left over one line, by how long the share has taken.

    >>> from io import StringIO
    >>> seconds, written = iter([0.0, 30.0]), StringIO()
    >>> told_left(written, clock=lambda: next(seconds))(0.25)
    >>> written.getvalue().strip()
    '25.0%, 1:30 left'
    """
    begun = clock()

    def told(share: float) -> None:
        left = (clock() - begun) * (1 - share) / share if share else 0.0
        minutes, seconds = divmod(round(left), 60)
        print(f"\r{share:6.1%}, {minutes}:{seconds:02} left", end=" ", file=stream, flush=True)

    return told


__all__ = ["told_left"]
