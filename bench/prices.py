"""Exact prices: seconds for every wager of a game at once, counted anew, and as they are kept on disk afterwards.

Counted anew means with nothing kept on disk, on all cores, by the clock. A price of many seconds is counted once;
another twice, and the better counts, so that compiling is not.
"""

from __future__ import annotations

import os
import time
from typing import Any

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import registered_games
from pitboss.pricing import price
from pitboss.pricing.cache import ENVIRONMENT, OFF

LONG = 20.0


def measure() -> list[dict[str, Any]]:
    rows = []
    for game in registered_games():
        layout = Layout.of(game)
        what = f"{game}: exact price of all {len(layout.permissible)} wagers"
        rows.append(_row(f"{what}, counted anew", _anew(layout)))
        rows.append(_row(what, min(_seconds(layout) for _ in range(5))))
    return rows


def _row(what: str, seconds: float) -> dict[str, Any]:
    return {"what": what, "who": "pitboss", "figure": seconds, "unit": "seconds", "ratio": "-"}


def _anew(layout: Layout) -> float:
    """Seconds by the clock with nothing kept; the first time may be that of compiling as well."""
    before = os.environ.get(ENVIRONMENT)
    os.environ[ENVIRONMENT] = OFF[0]
    try:
        first = _by_the_clock(layout)
        return first if first > LONG else min(first, _by_the_clock(layout))
    finally:
        os.environ.pop(ENVIRONMENT)
        if before is not None:
            os.environ[ENVIRONMENT] = before


def _by_the_clock(layout: Layout) -> float:
    begun = time.perf_counter()
    price(layout)
    return time.perf_counter() - begun


def _seconds(layout: Layout) -> float:
    begun = time.process_time()
    price(layout)
    return time.process_time() - begun
