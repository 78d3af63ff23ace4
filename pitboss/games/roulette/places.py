"""Every betting position on a roulette layout, derived from where its numbers are; used by round and price.

An inside wager is a chip placed somewhere on the grid (`families/wheel/grid`). The number of cells it covers decides
which wager it is. So rules.toml only lists where the numbers are, not the betting positions.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from pydantic import BaseModel, ConfigDict

from pitboss.chapter.layout import Layout
from pitboss.families.wheel.grid import WIDTH, Cell, under_a_chip

Numbers = tuple[str, ...]
"""The wheel's numbers as written, 0 and 00 first."""

_ZERO_ROW = -1


class Terms(BaseModel):
    """The terms of a roulette wager in rules.toml, beyond those of all games.

    An inside wager covers `numbers` numbers; its places are written as all of them, as the first and last, or not at
    all (`written`). An outside wager has `areas`, by place. `with_zero` is the option that offers places with a zero.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    kind: Literal["inside", "outside"]
    numbers: int = 0
    written: Literal["all", "ends", "not"] = "all"
    with_zero: str = ""
    areas: dict[str, tuple[int, ...]] = {}
    even_chance: bool = False


def wheel(layout: Layout) -> Numbers:
    """The compartments of this table's wheel, clockwise. A converted wheel has one more than the layout."""
    kind = layout.fact("converted_wheel_is") if layout.option("converted_wheel") else layout.option("wheel")
    return tuple(layout.fact("wheel_order")[kind])


def zeros(layout: Layout) -> Numbers:
    """The zeros of the layout."""
    return tuple(layout.fact("zero_cells")[layout.option("wheel")])


def numbers(layout: Layout) -> Numbers:
    """The numbers of the layout."""
    return in_order(cells(layout))


def in_order(given: Iterable[str]) -> Numbers:
    """Sort numbers as they are written: ascending, 0 before 00.

    >>> in_order(["20", "00", "3", "0"])
    ('0', '00', '3', '20')
    """
    return tuple(sorted(given, key=lambda number: (int(number), len(number))))


def cells(layout: Layout) -> dict[str, Cell]:
    """The position of each number of the layout."""
    rows, columns = layout.fact("layout_rows"), layout.fact("layout_columns")
    above = layout.fact("zero_cells")[layout.option("wheel")]
    return {zero: Cell(left, right, _ZERO_ROW) for zero, (left, right) in above.items()} | {
        str(row * columns + column + 1): Cell(column * WIDTH, (column + 1) * WIDTH, row)
        for row in range(rows)
        for column in range(columns)
    }


def places(layout: Layout) -> dict[str, dict[str, Numbers]]:
    """The numbers covered by each place of each wager; wagers without a place on the layout are omitted."""
    terms = layout.terms(Terms)
    inside = sorted(
        {in_order(covered) for _, covered in under_a_chip(cells(layout))}, key=lambda one: [*map(_place, one)]
    )
    found: dict[str, dict[str, Numbers]] = {}
    for kind, term in terms.items():
        if term.kind == "inside":
            found[kind] = {_written(term, one): one for one in inside if len(one) == term.numbers}
        else:
            found[kind] = {place: in_order(map(str, area)) for place, area in term.areas.items()}
    return {kind: held for kind, held in found.items() if held}


def _place(number: str) -> tuple[int, int]:
    return int(number), len(number)


def _written(terms: Terms, covered: Numbers) -> str:
    return {"all": "-".join(covered), "ends": f"{covered[0]}-{covered[-1]}", "not": ""}[terms.written]
