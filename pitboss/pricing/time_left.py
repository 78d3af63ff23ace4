"""Prints progress and time left, for long counts that are run by hand."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic
from typing import TextIO

from pitboss.pricing.contract import Progress


def print_time_left(stream: TextIO = sys.stderr, clock: Callable[[], float] = monotonic) -> Progress:
    """Return a progress callback that rewrites one line with the share done and the time left.

    >>> from io import StringIO
    >>> seconds, written = iter([0.0, 30.0]), StringIO()
    >>> print_time_left(written, clock=lambda: next(seconds))(0.25)
    >>> written.getvalue().strip()
    '25.0%, 1:30 left'
    """
    begun = clock()

    def report_share(share: float) -> None:
        left = (clock() - begun) * (1 - share) / share if share else 0.0
        minutes, seconds = divmod(round(left), 60)
        print(f"\r{share:6.1%}, {minutes}:{seconds:02} left", end=" ", file=stream, flush=True)

    return report_share
