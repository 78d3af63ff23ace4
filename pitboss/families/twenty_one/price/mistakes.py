"""Common mistakes at twenty-one as charts, and what each costs: basic strategy with one habit changed.

The list is ours: habits that books on the game warn against. It is not based on a survey of players. Every cost is the
difference between two exact prices, except that of insurance, which is its own price times how often it is offered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from pitboss.families.twenty_one.price.strategies import mimic_the_dealer, never_bust
from pitboss.families.twenty_one.price.table import PricedTable
from pitboss.pricing.twenty_one.cell_costs import CellCost
from pitboss.pricing.twenty_one.cell_costs import cell_costs as costs_of_cells
from pitboss.pricing.twenty_one.chart import Cell, Chart
from pitboss.pricing.twenty_one.terms import ACE, TEN

Change = Callable[[Cell, str], str]
"""Returns the letters of a cell under a habit, given the cell and its letters in basic strategy; "" plays a pair by its
total.
"""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A habit, and what it costs per unit of the first wager."""

    name: str
    cost: float


def mistakes(table: PricedTable) -> list[Mistake]:
    """Return the cost of each habit that differs from basic strategy at this table, costliest first."""
    analysis, chart = table.analysis, table.chart
    best = analysis.evaluate(chart).house_edge
    found = [Mistake(name, analysis.evaluate(one).house_edge - best) for name, one in _charts(table)]
    insured = _insurance(table)
    return sorted([*found, *([insured] if insured else [])], key=lambda one: -one.cost)


def cell_costs(table: PricedTable) -> list[CellCost]:
    """Return the cost of the second-best choice in every cell of basic strategy at this table."""
    return costs_of_cells(table.analysis.evaluate(table.chart))


def _charts(table: PricedTable) -> Iterator[tuple[str, Chart]]:
    basic = table.chart
    yield "play like the dealer", mimic_the_dealer(table.layout)
    yield "never draw to a hand that can bust", never_bust(table.layout)
    for name, change in HABITS.items():
        cells = {cell: change(cell, letters) or _by_total(basic, cell) for cell, letters in basic.cells.items()}
        if cells != dict(basic.cells):
            yield name, replace(basic, cells=cells)


def _by_total(basic: Chart, cell: Cell) -> str:
    """The letters for a pair's total in basic strategy."""
    _, card, up = cell
    return basic["soft", 2 * ACE + TEN, up] if card == ACE else basic["hard", 2 * card, up]


def _insurance(table: PricedTable) -> Mistake | None:
    """The cost of insuring every hand, if insurance is offered against an ace."""
    if "insurance" not in table.game.kind_of:
        return None
    value = float(table.insurance_advice()["value"])
    offered = table.analysis.shoe[ACE - 1] / sum(table.analysis.shoe)
    return Mistake("insure every hand for half the wager", -value * offered / 2) if value < 0 else None


def _without(letter: str) -> Change:
    """Drop a choice from every cell, with the number of cards that it is limited to."""
    return lambda cell, letters: re.sub(rf"{letter}\d*", "", letters, flags=re.IGNORECASE) or "H"


def _in(cells: Callable[[Cell], bool], letters: str) -> Change:
    return lambda cell, basic: letters if cells(cell) else basic


HABITS: dict[str, Change] = {
    "never double": _without("D"),
    "stand on 16 against 7 or more": _in(lambda at: at[:2] == ("hard", 16) and at[2] in (7, 8, 9, TEN, ACE), "S"),
    "stand on 15 against 7 or more": _in(lambda at: at[:2] == ("hard", 15) and at[2] in (7, 8, 9, TEN, ACE), "S"),
    "stand on 12 against 2 and 3": _in(lambda at: at[:2] == ("hard", 12) and at[2] in (2, 3), "S"),
    "hit 12 to 16 against 2 to 6": _in(lambda at: at[0] == "hard" and 12 <= at[1] <= 16 and 2 <= at[2] <= 6, "H"),
    "stand on every soft 18": _in(lambda at: at[:2] == ("soft", 18), "S"),
    "stand on soft 17": _in(lambda at: at[:2] == ("soft", 17), "S"),
    "split tens": _in(lambda at: at[:2] == ("pair", TEN), "P"),
    "do not split eights against 9, 10 and an ace": _in(
        lambda at: at[:2] == ("pair", 8) and at[2] in (9, TEN, ACE), ""
    ),
    "split fours, fives and tens": _in(lambda at: at[0] == "pair" and at[1] in (4, 5, TEN), "P"),
    "do not double 11 against a 10": lambda at, basic: _without("D")(at, basic) if at == ("hard", 11, TEN) else basic,
    "never split": lambda at, basic: "" if at[0] == "pair" and "P" in basic.upper() else basic,
    "never surrender": _without("R"),
}
