"""Benchmarks: each module's `measure()` gives rows {what, who, figure, unit, ratio}. Nothing here is asserted."""

from __future__ import annotations

import time
from collections.abc import Callable


def rate(roll: Callable[[int], None] | None, seconds: float) -> float | None:
    """The best of five runs, in rolls a second of this core's time; None for a peer that is not installed."""
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
