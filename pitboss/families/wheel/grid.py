"""The betting grid of a wheel's layout: every spot a chip can be placed on, derived from the positions of its cells.

An inside wager is a chip placed somewhere on the grid: on a cell, on the line between two, on a point where three or
four meet, or at the outer edge of a row or between two rows. It covers the cells it touches. So rules.toml only lists
the cells' positions, not the spots.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

WIDTH = 2
"""The width of a column, in half columns."""

Where = Literal["cell", "line", "row", "rows", "point"]
"""Where a chip is placed: on a cell, on the line between two, at the edge of one row or two, or where three or four
meet.
"""


@dataclass(frozen=True, slots=True)
class Cell:
    """The position of a number: its left and right edge in half columns, and its row."""

    left: int
    right: int
    row: int

    def touches(self, other: Cell) -> bool:
        """Whether two cells share an edge, not just a corner."""
        beside = self.row == other.row and (self.right == other.left or other.right == self.left)
        over = abs(self.row - other.row) == 1 and self.left < other.right and other.left < self.right
        return beside or over

    def meets(self, x: int, line: int) -> bool:
        """Whether a point on the line above row `line` is on this cell's border or corner."""
        return self.left <= x <= self.right and self.row in (line - 1, line)


def in_rows(rows: Sequence[Sequence[str]]) -> dict[str, Cell]:
    """Lay out cells side by side in rows.

    >>> in_rows([["As", "Ah"], ["Ks", "Kh"]])["Kh"]
    Cell(left=2, right=4, row=1)
    """
    return {
        name: Cell(column * WIDTH, (column + 1) * WIDTH, row)
        for row, names in enumerate(rows)
        for column, name in enumerate(names)
    }


def under_a_chip(lie: Mapping[str, Cell]) -> Iterator[tuple[Where, frozenset[str]]]:
    """The cells covered by a chip, for every spot on the grid and at its outer edge.

    >>> found = list(under_a_chip(in_rows([["As", "Ah"], ["Ks", "Kh"]])))
    >>> [sum(where == one for where, _ in found) for one in ("cell", "line", "row", "rows", "point")]
    [4, 4, 2, 1, 1]
    """
    rows: dict[int, frozenset[str]] = {}
    for name, cell in lie.items():
        yield "cell", frozenset([name])
        rows[cell.row] = rows.get(cell.row, frozenset()) | {name}
    for one, other in combinations(lie, 2):
        if lie[one].touches(lie[other]):
            yield "line", frozenset([one, other])
    for whole in rows.values():
        yield "row", whole
    for row, below in rows.items():
        if row - 1 in rows:
            yield "rows", rows[row - 1] | below
    for x in {cell.left for cell in lie.values()}:
        for line in rows:
            meeting = frozenset(name for name, cell in lie.items() if cell.meets(x, line))
            if len(meeting) > 2:
                yield "point", meeting
