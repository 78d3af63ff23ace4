"""Simulate a table with a player who counts: the rules of every count, and integer tallies by count and depth.

A shoe is dealt deeper than the table deals it, so that one run covers every penetration: the rounds before a cutting
card are the same however deep the deal goes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pitboss.chapter.layout import Layout
from pitboss.families.twenty_one.kernel.counted import Counting, Segments, Work, deal_counted
from pitboss.families.twenty_one.kernel.letters import DECK as LETTERED
from pitboss.families.twenty_one.kernel.letters import letter
from pitboss.families.twenty_one.kernel.loop import shoe_for
from pitboss.families.twenty_one.kernel.rules import AMOUNTS, LETTERS, PAD, RULES
from pitboss.families.twenty_one.kernel.slots import slot_of
from pitboss.families.twenty_one.kernel.table import AHEAD, SimulatedTable
from pitboss.families.twenty_one.terms import wager_terms
from pitboss.pricing.counting.departures import Departure
from pitboss.pricing.counting.distribution import CountedShoe
from pitboss.pricing.counting.moments import CountTallies
from pitboss.pricing.removal import DECK
from pitboss.pricing.twenty_one.chart import NAMES, Cell, Chart, Kind
from pitboss.simulation.kernel import UNDECIDED, Result, Slot, choose_wagers

Integers = NDArray[np.int64]
DEPTH = 13
"""The number of cards in one step of depth: a quarter of a deck."""
DEEPEST = 0.92
"""The share of the shoe up to which rounds are dealt."""
MOST_COUNT = 30
"""Counts further from zero than this are combined."""
CARDS_A_ROUND = 5.4


class CountedLoop:
    """The compiled loop for a table with a card counter."""

    def __init__(
        self,
        layout: Layout,
        chart: Chart,
        shoe: CountedShoe,
        departures: Sequence[Departure],
        wagers: Sequence[str] | None = (),
        stop: int | None = None,
    ) -> None:
        """`wagers` are the simulated wagers, by default the main one; a shoe is dealt until `stop` cards are out.

        Insurance is taken if a departure says so.
        """
        self.layout, self.chart, self.shoe = layout, chart, shoe
        self.departures = tuple(departures)
        asked = choose_wagers(layout, wagers or (next(iter(layout.wagers)),))
        terms = wager_terms(layout)
        self.asked: Mapping[str, str] = {kind: spot for kind, spot in asked.items() if terms[kind].role != "insurance"}
        self.plain = SimulatedTable(layout, self.asked, chart)
        self.stop = int(shoe.size * DEEPEST) if stop is None else stop
        self.need = min(len(self.plain.deck), self.stop + AHEAD)
        rules = self.plain.rules
        if rules.cards.sides > 1 or rules.cards.continuous or rules.spot.hands > 1:
            raise ValueError("a count is simulated with one shoe that is dealt to a cutting card, and one hand per box")

    # ---- Counts

    @cached_property
    def counts(self) -> tuple[float, ...]:
        """All counts that are distinguished."""
        step = 0.5 if self.shoe.system.uses_true_count and self.shoe.system.true_count.rounding == "half" else 1.0
        most = MOST_COUNT if self.shoe.system.uses_true_count else 2 * MOST_COUNT
        return tuple(float(one) for one in np.arange(-most, most + step, step))

    @cached_property
    def segments(self) -> tuple[list[SimulatedTable], Integers]:
        """The distinct play tables, and which of them each count uses."""
        tables: dict[tuple[Departure, ...], SimulatedTable] = {}
        which = np.zeros(len(self.counts), np.int64)
        for at, count in enumerate(self.counts):
            made = tuple(one for one in self.departures if _applies(one, count))
            if made not in tables:
                tables[made] = self._table(made)
            which[at] = list(tables).index(made)
        return list(tables.values()), which

    def _table(self, made: Sequence[Departure]) -> SimulatedTable:
        if not made:
            return self.plain
        asked = self.asked
        if any(one.decision is None for one in made):
            asked = {**asked, self.plain.game.kind_of["insurance"]: ""}
        return SimulatedTable(self.layout, asked, departing_chart(self.chart, made))

    # ---- The loop's tables

    @cached_property
    def packed(self) -> Segments:
        """The rules of every segment, with all tables and amounts one after another."""
        packed = []
        for table in self.segments[0]:
            cards = table.rules.cards._replace(stop=self.stop, need=self.need)
            packed.append(table.rules._replace(cards=cards).to_arrays())
        tables = np.concatenate([one.tables for one in packed])
        amounts = np.concatenate([one.amounts for one in packed])
        rules = np.zeros(len(packed), RULES).view(np.recarray)
        shift = {"tables": 0, "amounts": 0}
        for number, (one, table) in enumerate(zip(packed, self.segments[0], strict=True)):
            rules[number] = one.rules
            for part, field, kind in _table_fields(table):
                rules[number][part][field] += shift[kind]
            shift["tables"] += len(one.tables)
            shift["amounts"] += len(one.amounts)
        return Segments(rules, tables, amounts)

    @cached_property
    def counting(self) -> Counting:
        """The counting system as tables."""
        system, size = self.shoe.system, self.shoe.size
        tags = np.zeros(LETTERS, np.int64)
        for card, tag in zip(DECK, system.whole_tags, strict=True):
            tags[letter(card)] = tag
        reach = int(abs(tags[[letter(card) for card in LETTERED]]).max()) * min(size, 200)
        middle = min(1 << (reach - 1).bit_length(), 1 << 11)
        width = 2 * middle
        bins = np.zeros((size + PAD, width), np.uint8)
        seen = (np.arange(width) - middle) / system.scale
        step = self.counts[1] - self.counts[0]
        initial = float(self.shoe.start)
        for dealt in range(size + PAD):
            left = float(max(size - dealt, 1))
            counted = self.shoe.decided(left, seen + initial)
            at = np.round((counted - self.counts[0]) / step)
            bins[dealt] = np.clip(at, 0, len(self.counts) - 1)
        depths = np.minimum(np.arange(size + PAD) // DEPTH, size // DEPTH).astype(np.int64)
        return Counting(
            tags,
            bins.reshape(-1),
            np.int64(width),
            np.int64(middle),
            self.segments[1],
            depths,
            np.int64(len(self.counts)),
            np.int64(self.cells),
        )

    @cached_property
    def cells(self) -> int:
        """The number of cells of each segment."""
        return max(2 * table.rules.at.half for table in self.segments[0])

    @property
    def depths(self) -> int:
        return self.shoe.size // DEPTH + 1

    @property
    def rounds_per_shoe(self) -> float:
        """An estimate for reporting progress."""
        return max(1.0, self.stop / CARDS_A_ROUND)

    def run(self, seed: int, first: int, count: int, cells: Integers | None = None) -> Integers:
        """The tally of some shoes: [depth, count, (rounds, nets, squares)]."""
        tally = np.zeros(self.depths * len(self.counts) * 3, np.int64)
        first_rules = self.plain.rules
        shoe = shoe_for(first_rules._replace(cards=first_rules.cards._replace(need=self.need)))
        deal_counted(
            self.packed,
            shoe,
            self.counting,
            Work(np.zeros(self.shoe.size + PAD, np.int64)),
            np.uint64(seed),
            np.uint64(first),
            count,
            np.zeros(0, np.int64) if cells is None else cells,
            tally,
        )
        return tally.reshape(self.depths, len(self.counts), 3)

    def tallies(self, pieces: Sequence[Integers]) -> CountTallies:
        """A run's tallies, from those of its pieces."""
        return CountTallies(np.stack(pieces), self.counts, DEPTH, self.shoe.size, self.plain.stake, self.stop)


def _applies(one: Departure, count: float) -> bool:
    return count >= one.index if one.at == ">=" else count <= one.index


def departing_chart(chart: Chart, made: Sequence[Departure]) -> Chart:
    """A chart with these departures applied."""
    cells: dict[Cell, str] = dict(chart.cells)
    for one in made:
        if one.decision is not None:
            kind: Kind = one.decision.kind  # type: ignore[assignment]
            key = kind, one.decision.row, one.decision.up
            cells[key] = _departed(cells[key], one)
    return Chart(cells, chart.exceptions, chart.name)


def _departed(letters: str, one: Departure) -> str:
    """A cell with a choice made first, or no longer made; a number in it stays with its letter.

    >>> from pitboss.pricing.counting.departures import Decision
    >>> stand, double = (Decision("hard", 9, 6, choice) for choice in "SD")
    >>> [
    ...     _departed(letters, Departure("", "", basic, departed, ">=", 0, None, 0, decision))
    ...     for letters, basic, departed, decision in (
    ...         ("D4h", "double", "hit", double),
    ...         ("S5h", "stand", "hit", stand),
    ...         ("Rh", "hit", "stand", stand),
    ...         ("H", "hit", "double", double),
    ...     )
    ... ]
    ['H', 'H', 'Rs', 'Dh']
    """
    assert one.decision is not None
    choice, tokens = one.decision.choice, re.findall(r"([SHDPR])(\d*)", letters.upper())
    if one.basic == NAMES[choice]:
        tokens = [("H", "") if name == choice == "S" else (name, below) for name, below in tokens]
        tokens = [(name, below) for name, below in tokens if name != choice]
    elif choice == "S":
        tokens = [("S", "") if name == "H" else (name, below) for name, below in tokens]
    else:
        tokens = [(choice, ""), *((name, below) for name, below in tokens if name != choice)]
    found = ""
    for choice, below in [*tokens, ("H", "")]:
        found += choice + below
        if choice in "SH" and not below:
            break
    return found[0] + found[1:].lower()


def _table_fields(table: SimulatedTable) -> list[tuple[str, str, str]]:
    """The rules' fields that say where a table begins: the part, the field, and the array it is in."""
    found = []
    for part in table.rules._fields:
        for field, value in getattr(table.rules, part)._asdict().items():
            if isinstance(value, np.ndarray):
                found.append((part, field, "amounts" if f"{part}.{field}" in AMOUNTS else "tables"))
    return found


# ---- A counted strategy in `simulate`


def counted_slots(loop: CountedLoop) -> tuple[Slot, ...]:
    """Each wager's results over the cells of all segments. The price does not cover them."""
    tables = loop.segments[0]
    kinds = list(dict.fromkeys(kind for table in tables for kind in table.kinds))
    found = []
    for kind in kinds:
        cells: list[Result | None] = []
        stake = 0
        for table in tables:
            own: list[Result | None] = [None] * loop.cells
            if kind in table.kinds:
                slot = slot_of(table, kind)
                stake = slot.stake
                for at, which in enumerate(slot.bins.tolist()):
                    own[at] = None if which == UNDECIDED else slot.results[which]
            cells += own
        slot = Slot.of(kind, loop.plain.game.name(kind), stake, cells, loop.plain.box)
        found.append(replace(slot, priced=np.full_like(slot.bins, UNDECIDED)))
    return tuple(found)
