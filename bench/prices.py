"""Exact prices: seconds for all wagers of a game, computed from scratch and loaded from disk.

"From scratch" means with an empty cache, on all cores, in wall-clock time. A price that takes many seconds is computed
once; others are computed twice and the faster time counts, so compilation is left out.
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
        rows.append(_row(f"{what}, from scratch", _anew(layout)))
        rows.append(_row(what, min(_seconds(layout) for _ in range(5))))
    return rows


def _row(what: str, seconds: float) -> dict[str, Any]:
    return {"what": what, "who": "pitboss", "figure": seconds, "unit": "seconds", "ratio": "-"}


def _anew(layout: Layout) -> float:
    """Return the wall-clock seconds with an empty cache; the first call may include compilation."""
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
