"""Where a compiled loop counts: one function, so that another target can count in another way.

On a processor a cell is added to; on a device where many count at once, that one addition is another.
"""

from __future__ import annotations

from pitboss.simulation.compiled import Cells, Whole, inlined


@inlined
def tick(cells: Cells, at: Whole) -> None:
    """One more in a cell."""
    cells[at] += 1
