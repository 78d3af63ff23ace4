"""What the cells of the loop are to each wager: its results, and those that its price is for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pitboss.families.twenty_one.kernel.automaton import End
from pitboss.families.twenty_one.kernel.sides import UNTOLD
from pitboss.families.twenty_one.kernel.table import Table
from pitboss.simulation.kernel import UNDECIDED, Slot

Results = list[int | None]
"What a wager comes to, by cell; None where a cell is nothing to it."


def slot_of(table: Table, kind: str) -> Slot:
    """A wager's results, and those that its price is for."""
    role, told = table.game.terms[kind].role, table.told
    stake = table.insurance if role == "insurance" else table.stakes.get(kind, table.stake)
    by_cell: Results = [None] * told.at.half
    {
        "main": _main_cells,
        "raise": _raise_cells,
        "double": _later_cells,
        "split": _later_cells,
        "insurance": _insurance_cells,
        "streak": _streak_cells,
        "side": _side_cells,
    }[role](table, kind, by_cell)
    slot = Slot.of(kind, table.game.name(kind), stake, by_cell * 2, table.box)
    priced = slot.bins.copy()
    priced[told.at.half :] = UNDECIDED
    if role in ("double", "split", "insurance"):
        # The circles of a round share its hand: only the first tells something new.
        again = told.at.insurance + 3 if role == "insurance" else _later_blocks(table, kind)[1]
        priced[again : again + (3 if role == "insurance" else told.main.nets)] = UNDECIDED
        second = told.at.ends + len(table.spot_ends)
        priced[second : second + len(table.spot_ends)] = UNDECIDED
    if role == "streak" and not told.cards.continuous:
        priced[:] = UNDECIDED
    if table.has_meter and kind == table.counts_for:
        first = told.at.rows + told.counted.meter
        priced[first : told.at.streaks] = priced[first]
    return replace(slot, priced=priced)


def _spot_ends(table: Table, kind: str) -> Iterator[tuple[int, End]]:
    """The cells of the ends of one of two hands, or for what is on either of both."""
    which = [table.mains.index(kind)] if kind in table.mains else range(len(table.mains))
    for number in which:
        yield from enumerate(table.spot_ends, table.told.at.ends + number * len(table.spot_ends))


def _main_cells(table: Table, kind: str, cells: Results) -> None:
    told = table.told
    for number, end in enumerate(table.ends[1:], told.at.ends + 1):
        cells[number] = end.main
    for number, end in _spot_ends(table, kind):
        cells[number] = end.main
    first = told.at.nets + table.mains.index(kind) * told.main.nets
    for net in table.possible:
        cells[first + (net - told.main.low) // told.main.grain] = net


def _raise_cells(table: Table, kind: str, cells: Results) -> None:
    """A raise with its share of doubles and splits, where it is made."""
    told, number = table.told, table.game.raises.index(kind)
    for at, end in enumerate(table.ends[1:], told.at.ends + 1):
        if end.raised >> number & 1:
            cells[at] = end.main // end.units
    first = told.at.nets + (len(table.mains) + 4 + number) * told.main.nets
    for net in table.possible:
        cells[first + (net - told.main.low) // told.main.grain] = net


def _later_cells(table: Table, kind: str, cells: Results) -> None:
    """A double, or what a split put beside the first hand."""
    told, double = table.told, table.game.terms[kind].role == "double"
    if double:
        for number, end in enumerate(table.ends[1:], told.at.ends + 1):
            cells[number] = end.double
        for number, end in _spot_ends(table, kind):
            cells[number] = end.double
    paid = [] if double else [int(pays) for pays in table.hands.pays if pays]
    for first in _later_blocks(table, kind):
        for net in (told.main.win, 0, -told.main.half, -told.main.stake, *paid):
            cells[first + (net - told.main.low) // told.main.grain] = net


def _later_blocks(table: Table, kind: str) -> tuple[int, int]:
    """Where the cells of a double or a split are: in the first circle, and in the others."""
    first = table.told.at.nets + (len(table.mains) + (table.game.terms[kind].role == "split")) * table.told.main.nets
    return first, first + 2 * table.told.main.nets


def _insurance_cells(table: Table, kind: str, cells: Results) -> None:
    told = table.told
    for number, end in enumerate(table.ends[1:], told.at.ends + 1):
        cells[number] = end.insurance
    one = [-told.insurance.stake[1], told.insurance.pays[1], told.insurance.suited[1]]
    cells[told.at.insurance : told.at.insurance + 6] = [int(net) for net in one] * 2


def _streak_cells(table: Table, kind: str, cells: Results) -> None:
    first, number = table.told.at.streaks, table.streaks.index(kind)
    cells[first + 2 * number : first + 2 * number + 2] = map(int, table.told.streaks.worth[number])


def _side_cells(table: Table, kind: str, cells: Results) -> None:
    told, how = table.told, table.game.settles[kind]
    if kind in table.sides.nets:
        nets = table.sides.nets[kind]
        for odd in (0, 1):
            for number, net in enumerate(nets, told.at.kinds + odd * len(nets)):
                if net != UNTOLD and table.takes_turns.get(kind, odd) == odd:
                    cells[number] = int(net)
    if how == "dealer_blackjack":
        cells[told.at.waits : told.at.waits + 2] = [-told.second_card.stake, told.second_card.pays]
    elif how == "dealer_third":
        for number, end in enumerate(table.ends[1:], told.at.ends + 1):
            cells[number] = end.third
        cells[told.at.third : told.at.third + len(told.third_card.worth)] = map(int, told.third_card.worth)
    elif how == "twenty_point":
        cells[told.at.queen : told.at.queen + 2] = map(int, told.second_card.queen_worth)
    elif kind == table.counts_for:
        cells[told.at.rows : told.at.rows + len(table.counted.nets)] = table.counted.nets
