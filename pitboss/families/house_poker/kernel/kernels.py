"""A game's kernel as a declaration: its price, its loop, and the tables that the loop reads.

`PokerKernel` finds what stands on the layout, how it is played and what every cell is to every wager, and makes the
`Kernel` that counts, follows bankrolls and answers the real round. The game adds what nobody else can know: the loop.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from pitboss.chapter.layout import Layout
from pitboss.equipment import CARDS
from pitboss.families.house_poker.kernel.cells import (
    Events,
    Key,
    Net,
    Parts,
    Wagered,
    add_nets,
    cents_of,
    count_cells,
    keys,
    nets_of,
    together,
    whole_cents,
)
from pitboss.families.house_poker.kernel.meter import Meter, meter_on, prizes_by_row, prizes_on_hand
from pitboss.families.house_poker.price.payoffs import payoffs, prizes
from pitboss.families.house_poker.price.pricing import PokerPricing
from pitboss.families.house_poker.price.rows import Rows
from pitboss.families.house_poker.price.wagering import Wagering
from pitboss.families.house_poker.price.wording import in_full, name_of
from pitboss.families.house_poker.round import HousePoker
from pitboss.families.house_poker.showdown import RESULTS
from pitboss.families.house_poker.standing_wagers import StandingWagers, standing_at
from pitboss.families.house_poker.terms import Terms
from pitboss.hands import FIVE_CARD, Order, is_holding
from pitboss.hands.fast import evaluate_batch
from pitboss.pricing.deals import all_sets, as_cards, every_set
from pitboss.pricing.progress import Progress, share
from pitboss.simulation.contract import Ahead, Simulation
from pitboss.simulation.dealing import TOGETHER, ScratchBuffers, deal
from pitboss.simulation.kernel import BANKROLL, PLAYER, Counts, Kernel, chosen
from pitboss.simulation.sources import UnitSource
from pitboss.table.game import game_on

BATCH = 128 * TOGETHER
"""So many rounds are noted before they are counted."""
PLAYED_BY = "a name, words such as a least hand, or a file"
"""How these games can be told to be played otherwise than best."""

_U = np.uint64


@dataclass(frozen=True, eq=False)
class SidePart:
    """The cells of a wager that looks at other cards than the hand: one for each row, then one below all rows."""

    order: Order
    rows: tuple[str, ...]
    begins: int
    by_strength: NDArray[np.int32]
    """The cell of each strength."""
    nets: tuple[Net, ...]
    special: tuple[str, ...] = ()
    """Rows that cards have by more than their rank."""
    jokers: int = 0
    """So many are in the deck."""

    def by_set(self, cards: int) -> NDArray[np.int32]:
        """The cell of each set of so many cards, by its place."""
        if not self.rows:
            return self.by_strength
        if self.jokers:
            sets = as_cards(every_set(cards, self.jokers).representatives)
            return np.asarray(self.by_strength[evaluate_batch(sets, self.order)])
        found: NDArray[np.int32] = self.by_strength[evaluate_batch(all_sets(cards), self.order)]
        for row in self.special:
            for place, some in enumerate(all_sets(cards)):
                if is_holding(row, [CARDS[card] for card in some]):
                    found[place] = self.cell(row)
        return found

    def cell(self, row: str) -> int:
        return self.begins + self.rows.index(row)


NO_PART = SidePart(FIVE_CARD, (), 0, np.zeros(1, np.int32), ())
"""Where no such wager stands: nothing to look up."""


@dataclass(frozen=True, eq=False)
class Simulated:
    """What stands on a layout and how it is played: what the tables of a loop are made from."""

    pricing: PokerPricing
    table: Any
    """The game as it is dealt."""
    standing: StandingWagers
    wagering: Wagering
    best: Any
    played: Any
    results: tuple[str, ...]

    @property
    def terms(self) -> Terms:
        terms: Terms = self.table.declared
        return terms

    @property
    def layout(self) -> Layout:
        return self.terms.layout

    @cached_property
    def main(self) -> tuple[Key, ...]:
        """The main cells."""
        return keys(self.best.game.ends, self.best.game.rows.names, self.results)

    @property
    def rows(self) -> int:
        """How many rows a hand may have, the one below all included."""
        return len(self.best.game.rows.names) + 1

    @cached_property
    def graded(self) -> NDArray[np.uint8]:
        """The row of each strength."""
        return np.array(self.best.game.rows.by_strength(), np.uint8)

    @cached_property
    def sides(self) -> Mapping[str, SidePart]:
        """The wagers that stand and look at other cards than the hand, each with its part."""
        found: dict[str, SidePart] = {}
        begins = len(self.main)
        for wager in self.standing.stakes:
            own = self.terms.wagers[wager]
            if own.side and not self.pricing.on_hand(self.terms, wager):
                found[wager] = self._side(wager, begins)
                begins += len(found[wager].nets)
        return found

    def _side(self, wager: str, begins: int) -> SidePart:
        won, stake = prizes(self.terms, wager), self.standing.stakes[wager]
        own = self.terms.wagers[wager]
        special = [row for row in (*own.special, *own.holdings) if row in won.rows]
        rows = Rows.of(won.order, [row for row in won.rows if row not in special])
        names = (*rows.names, "", *special)
        nets = won.nets(stake) if not won.meter else {}
        worth: tuple[Net, ...] = tuple(whole_cents(nets.get(name, Fraction(-1)), stake) for name in names)
        by_strength = np.array(rows.by_strength(), np.int32) + np.int32(begins)
        return SidePart(won.order, names, begins, by_strength, worth, tuple(special), self.terms.jokers)

    def side(self, wager: str) -> SidePart:
        return self.sides.get(wager, NO_PART)

    @cached_property
    def parts(self) -> Parts:
        return Parts((len(self.main), *(len(side.nets) for side in self.sides.values())))

    @cached_property
    def meter(self) -> Meter | None:
        """The meter, if a wager stands that has a part in it."""
        wager = next((wager for wager in self.standing.stakes if self.terms.wagers[wager].meter), "")
        if not wager:
            return None
        if wager not in self.sides:
            return meter_on(self.terms, wager, prizes_on_hand(self.terms, wager, self.wagering, self.main))
        won, side = prizes_by_row(self.terms, wager), self.sides[wager]
        by_cell = {side.cell(row): won[row] for row in side.rows if row}
        return meter_on(self.terms, wager, by_cell, 1 + list(self.sides).index(wager))

    def wagered(self, returned: Sequence[str] = ()) -> Iterator[Wagered]:
        """The wagers that stand, each with what the cells are to it; those together first."""
        stakes, main, spot = self.standing.stakes, self.pricing.main, self.standing.spot
        names = {kind: self.layout.rules.wagers[kind].name for kind in stakes}
        if main[0] in stakes:
            stake, apart = stakes[main[0]], self.pricing.apart
            nets = {kind: self.parts.over(0, nets_of(self.wagering, self.main, kind, stake)) for kind in main}
            whole = together(stake, *nets.values())
            yield Wagered("+".join(main), self.pricing.together, stake, whole, spot, counts=not apart)
            for kind in main if apart else main[1:]:
                yield Wagered(kind, names[kind], stake, nets[kind], spot, counts=apart)
        for kind in stakes:
            if kind not in main:
                nothing = self.parts.over(0, [0] * len(self.main))
                yield Wagered(
                    kind, names[kind], stakes[kind], nothing if kind in returned else self._beside(kind), spot
                )

    def _beside(self, wager: str) -> tuple[Net, ...]:
        """What the cells are to a side wager."""
        stake = self.standing.stakes[wager]
        part = 1 + list(self.sides).index(wager) if wager in self.sides else 0
        if self.terms.wagers[wager].meter and self.meter is not None:
            begins = self.parts.begins(part)
            return self.parts.over(part, self.meter.nets(stake, range(begins, begins + self.parts.sizes[part])))
        if part:
            return self.parts.over(part, self.sides[wager].nets)
        pays = payoffs(self.terms, wager)
        folds = self.terms.lost_on_fold(wager) and self.pricing.main[0] in self.standing.stakes
        lost = {end for end in self.wagering.ends if folds and self.wagering.ends[end].folded}
        ratios = [Fraction(-1) if end in lost else pays.net(row) for end, row, _ in self.main]
        return self.parts.over(0, [whole_cents(ratio, stake) for ratio in ratios])


@dataclass(frozen=True)
class PokerKernel:
    """What a game of house poker declares to be simulated.

    `loop(seed, first, units, buffers, order, *tables, events)` deals so many rounds and notes the cell of each in every
    part. `tables` gives what it reads: first the order, which card of the deck is whose. `returned` are wagers that a
    single player gets back whatever happens.
    """

    pricing: PokerPricing
    loop: Any
    tables: Callable[[Simulated], Sequence[Any]]
    results: tuple[str, ...] = RESULTS
    returned: tuple[str, ...] = ()
    priced_with: Mapping[str, Any] = field(default_factory=dict)
    "What the price must be told beside the layout to be that of these rounds."
    played_by: str = PLAYED_BY

    @property
    def simulation(self) -> Simulation:
        """What the game's kernel.py ends with."""
        return Simulation(self, self.played_by, Ahead(self.loop, _compile_deal))

    def __call__(
        self,
        layout: Layout,
        wagers: Sequence[str] | None = None,
        strategy: str | None = None,
        progress: Progress | None = None,
    ) -> Kernel:
        """Rounds on a layout with these wagers made. A strategy is a name, a rule in words or a file; else the best.

        A meter stands at its reading in every round; in sessions it begins there, and moves.
        """
        at = self.simulated(layout, wagers, strategy, progress)
        made = kernel_by(self.loop, tuple(self.tables(at)), at, list(at.wagered(self.returned)))
        told = {} if strategy is None else {"strategy": in_full(strategy)}
        return replace(
            made,
            asked=None if wagers is None else tuple(wagers),
            strategy=in_full(strategy),
            plays=name_of(strategy),
            pricing={**told, **self.priced_with},
        )

    def simulated(
        self, layout: Layout, wagers: Sequence[str] | None, strategy: str | None, progress: Progress | None = None
    ) -> Simulated:
        """What stands, and how it is played."""
        table = game_on(layout)
        assert isinstance(table, HousePoker)
        pricing = self.pricing
        standing = standing_at(table, chosen(layout, wagers), PLAYER)
        first = pricing.main[0]
        if strategy is not None and first not in standing.stakes:
            name = layout.rules.wagers[first].name.lower().removesuffix(" wager")
            raise ValueError(f"without an {name} there is nothing that a strategy could decide; leave it away")
        wagering = pricing.wagering_on(layout, standing.stakes.get(first))
        best = pricing.strategy_of(table.declared, wagering, share(progress, 0, 1 / pricing.deciding))
        played = best if strategy is None else best.played(strategy)
        return Simulated(pricing, table, standing, wagering, best, played, self.results)


def kernel_by(loop: Any, tables: Sequence[Any], at: Simulated, wagered: Sequence[Wagered]) -> Kernel:
    """The kernel of rounds that are units of their own, by the loop that notes their cells."""
    parts, meter = at.parts, at.meter
    worth = np.zeros(parts.cells, np.int64)
    for one in wagered:
        if one.counts:
            worth += np.array([cents_of(net) for net in one.nets], np.int64)

    def noted(seed: int, first: int, units: int) -> Iterator[tuple[int, Events]]:
        """The cells of so many rounds, a batch at a time: where it begins, and a column a round."""
        buffers = ScratchBuffers.of(int(max(tables[0])) + 1, at.terms.jokers)
        events = np.empty((len(parts.sizes), min(units, BATCH)), np.int32)
        for begin in range(0, units, BATCH):
            some = min(BATCH, units - begin)
            loop(_U(seed), _U(first + begin), some, buffers, *tables, events)
            yield begin, events[:, :some]

    def count(seed: int, first: int, units: int, cells: Counts) -> int:
        for _, events in noted(seed, first, units):
            count_cells(events, events.shape[1], cells)
        return units

    def play(seed: int, first: int, nets: Counts) -> int:
        shows = meter.reading if meter else 0
        for begin, events in noted(seed, first, len(nets)):
            these = nets[begin : begin + events.shape[1]]
            add_nets(events, events.shape[1], worth, these)
            if meter:
                shows = meter.follow(events[meter.part], these, shows)
        return len(nets)

    def opening(table: Any) -> Any:
        """With the round's own share the meter is at its reading."""
        return structs.replace(table.opening(), meter=meter.before if meter else 0)

    return Kernel(
        layout=at.layout,
        unit="round",
        round="round",
        slots=tuple(one.slot for one in wagered),
        cells=parts.cells,
        chunk=1 << 21,
        rounds_per_unit=1.0,
        at_risk=at.standing.at_risk,
        count=count,
        play=play,
        source=UnitSource,
        standing=at.standing.answers(at.played.decide, BANKROLL),
        functions=(loop, count_cells),
        opening=opening if meter else None,
        decided=_hash_of(tables),
    )


def _compile_deal(layout: Layout, wagers: Sequence[str] | None) -> None:
    """What does not hang on decisions: the deal, and the count. The loop itself reads tables, and waits for them."""
    table = game_on(layout)
    assert isinstance(table, HousePoker)
    buffers = ScratchBuffers.of(2, table.declared.jokers)
    deal(_U(0), _U(0), buffers)
    count_cells(np.zeros((1, TOGETHER), np.int32), TOGETHER, np.zeros(1, np.int64))


def _hash_of(tables: Sequence[Any]) -> str:
    """Counts hang on every table that the loop reads, the decisions above all."""
    arrays = (array for table in tables for array in (table if isinstance(table, tuple) else (table,)))
    return hashlib.sha256(b"".join(np.asarray(array).tobytes() for array in arrays)).hexdigest()
