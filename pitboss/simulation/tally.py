"""The one operation that compiled loops use for counting, so that it can be replaced for another target.

On a CPU a cell is incremented; on a device with many parallel threads, the increment must be atomic.
"""

from __future__ import annotations

from pitboss.simulation.compiled import IntArray, Integer, inline


@inline
def tick(cells: IntArray, at: Integer) -> None:
    """Increment a cell."""
    cells[at] += 1
