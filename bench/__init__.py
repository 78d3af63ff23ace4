"""Benchmarks: each module's `measure()` returns rows {what, who, figure, unit, ratio}. They assert nothing.

A row may have a `target`, valid for an otherwise idle machine: a minimum, or a maximum if in seconds.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any


def row(
    what: str, figure: float | None, unit: str, who: str = "pitboss", ratio: str = "-", target: float | None = None
) -> dict[str, Any]:
    """Return a row of the table; `figure` is None for a peer that is not installed."""
    found = {"what": what, "who": who, "figure": figure, "unit": unit, "ratio": ratio}
    return found if target is None else {**found, "target": target, "met": is_met(figure, unit, target)}


def is_met(figure: float | None, unit: str, target: float) -> bool:
    """Whether a figure meets its target.

    >>> is_met(31e6, "rounds a second", 30e6), is_met(1.6, "seconds", 1.5), is_met(None, "seconds", 1.5)
    (True, False, False)
    """
    if figure is None:
        return False
    return figure <= target if unit.endswith("seconds") else figure >= target


def rate(roll: Callable[[int], None] | None, seconds: float) -> float | None:
    """Return the best of five runs, in rolls per second of CPU time, or None for a peer that is not installed."""
    if roll is None:
        return None
    roll(500)
    best = 0.0
    for _ in range(5):
        rolls, begun = 0, time.process_time()
        while time.process_time() - begun < seconds:
            roll(500)
            rolls += 500
        best = max(best, rolls / (time.process_time() - begun))
    return best
