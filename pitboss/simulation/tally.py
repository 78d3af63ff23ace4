"""The one operation that compiled loops count with, kept separate so that another target can replace it.

A CPU simply increments a cell; on a device with many parallel threads, the increment must be atomic.
"""

from __future__ import annotations

from pitboss.simulation.compiled import IntArray, Integer, inline


@inline
def tick(cells: IntArray, at: Integer) -> None:
    """Increment a cell."""
    cells[at] += 1
