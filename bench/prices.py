"""Exact prices: seconds for every wager of a game at once."""

from __future__ import annotations

import time
from typing import Any

from pitboss.chapter import Layout, registered
from pitboss.pricing import price


def measure() -> list[dict[str, Any]]:
    rows = []
    for game in registered():
        layout = Layout.of(game)
        best = min(_seconds(layout) for _ in range(5))
        what = f"{game}: exact price of all {len(layout.permissible)} wagers"
        rows.append({"what": what, "who": "pitboss", "figure": best, "unit": "seconds", "ratio": "-"})
    return rows


def _seconds(layout: Layout) -> float:
    begun = time.process_time()
    price(layout)
    return time.process_time() - begun
