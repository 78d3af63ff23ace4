"""The meaning of the loop's cells for each wager: its results, and those that its price covers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pitboss.families.twenty_one.kernel.automaton import End
from pitboss.families.twenty_one.kernel.sides import UNSETTLED
from pitboss.families.twenty_one.kernel.table import SimulatedTable
from pitboss.simulation.kernel import UNDECIDED, Slot

Results = list[int | None]
"""A wager's result by cell; None for cells that do not affect it."""


def slot_of(table: SimulatedTable, kind: str) -> Slot:
    """A wager's results, and those that its price covers."""
    role, rules = table.game.terms[kind].role, table.rules
    stake = table.insurance if role == "insurance" else table.stakes.get(kind, table.stake)
    by_cell: Results = [None] * rules.at.half
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
    priced[rules.at.half :] = UNDECIDED
    if role in ("double", "split", "insurance"):
        # The circles of a round share its hand, so only the first is an independent observation.
        again = rules.at.insurance + 3 if role == "insurance" else _later_blocks(table, kind)[1]
        priced[again : again + (3 if role == "insurance" else rules.main.nets)] = UNDECIDED
        second = rules.at.ends + len(table.spot_ends)
        priced[second : second + len(table.spot_ends)] = UNDECIDED
    if role == "streak" and not rules.cards.continuous:
        priced[:] = UNDECIDED
    if table.has_meter and kind == table.counts_for:
        first = rules.at.rows + rules.counted.meter
        priced[first : rules.at.streaks] = priced[first]
    return replace(slot, priced=priced)


def _spot_ends(table: SimulatedTable, kind: str) -> Iterator[tuple[int, End]]:
    """The cells for the ends of one of two hands, or of both for wagers on either."""
    which = [table.mains.index(kind)] if kind in table.mains else range(len(table.mains))
    for number in which:
        yield from enumerate(table.spot_ends, table.rules.at.ends + number * len(table.spot_ends))


def _main_cells(table: SimulatedTable, kind: str, cells: Results) -> None:
    rules = table.rules
    for number, end in enumerate(table.ends[1:], rules.at.ends + 1):
        cells[number] = end.main
    for number, end in _spot_ends(table, kind):
        cells[number] = end.main
    first = rules.at.nets + table.mains.index(kind) * rules.main.nets
    for net in table.possible:
        cells[first + (net - rules.main.low) // rules.main.grain] = net


def _raise_cells(table: SimulatedTable, kind: str, cells: Results) -> None:
    """Fill in the cells of a raise, with its share of doubles and splits."""
    rules, number = table.rules, table.game.raises.index(kind)
    for at, end in enumerate(table.ends[1:], rules.at.ends + 1):
        if end.raised >> number & 1:
            cells[at] = end.main // end.units
    first = rules.at.nets + (len(table.mains) + 4 + number) * rules.main.nets
    for net in table.possible:
        cells[first + (net - rules.main.low) // rules.main.grain] = net


def _later_cells(table: SimulatedTable, kind: str, cells: Results) -> None:
    """Fill in the cells of a double or a split."""
    rules, double = table.rules, table.game.terms[kind].role == "double"
    if double:
        for number, end in enumerate(table.ends[1:], rules.at.ends + 1):
            cells[number] = end.double
        for number, end in _spot_ends(table, kind):
            cells[number] = end.double
    paid = [] if double else [int(pays) for pays in table.hands.pays if pays]
    for first in _later_blocks(table, kind):
        for net in (rules.main.win, 0, -rules.main.half, -rules.main.stake, *paid):
            cells[first + (net - rules.main.low) // rules.main.grain] = net


def _later_blocks(table: SimulatedTable, kind: str) -> tuple[int, int]:
    """The first cells for a double or a split, for the first circle and for the others."""
    first = table.rules.at.nets + (len(table.mains) + (table.game.terms[kind].role == "split")) * table.rules.main.nets
    return first, first + 2 * table.rules.main.nets


def _insurance_cells(table: SimulatedTable, kind: str, cells: Results) -> None:
    rules = table.rules
    for number, end in enumerate(table.ends[1:], rules.at.ends + 1):
        cells[number] = end.insurance
    one = [-rules.insurance.stake[1], rules.insurance.pays[1], rules.insurance.suited[1]]
    cells[rules.at.insurance : rules.at.insurance + 6] = [int(net) for net in one] * 2


def _streak_cells(table: SimulatedTable, kind: str, cells: Results) -> None:
    first, number = table.rules.at.streaks, table.streaks.index(kind)
    cells[first + 2 * number : first + 2 * number + 2] = map(int, table.rules.streaks.worth[number])


def _side_cells(table: SimulatedTable, kind: str, cells: Results) -> None:
    rules, how = table.rules, table.game.settles[kind]
    if kind in table.sides.nets:
        nets = table.sides.nets[kind]
        for odd in (0, 1):
            for number, net in enumerate(nets, rules.at.kinds + odd * len(nets)):
                if net != UNSETTLED and table.takes_turns.get(kind, odd) == odd:
                    cells[number] = int(net)
    if how == "dealer_blackjack":
        cells[rules.at.waits : rules.at.waits + 2] = [-rules.second_card.stake, rules.second_card.pays]
    elif how == "dealer_third":
        for number, end in enumerate(table.ends[1:], rules.at.ends + 1):
            cells[number] = end.third
        cells[rules.at.third : rules.at.third + len(rules.third_card.worth)] = map(int, rules.third_card.worth)
    elif how == "twenty_point":
        cells[rules.at.queen : rules.at.queen + 2] = map(int, rules.second_card.queen_worth)
    elif kind == table.counts_for:
        cells[rules.at.rows : rules.at.rows + len(table.counted.nets)] = table.counted.nets
