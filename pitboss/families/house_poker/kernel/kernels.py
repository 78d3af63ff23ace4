"""A game's kernel as a declaration: its price, its loop, and the arguments of the loop.

`PokerKernel` finds the wagers on the layout, the strategy, and every wager's net in each cell, and builds the `Kernel`
that counts, tracks bankrolls and replies to the real round. The game only adds the loop.
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
    SimulatedWager,
    add_nets,
    cell_keys,
    cents_of,
    combined_nets,
    count_cells,
    nets_of,
    whole_cents,
)
from pitboss.families.house_poker.kernel.meter import Meter, meter_on, prizes_by_row, prizes_on_hand
from pitboss.families.house_poker.price.payoffs import payoffs, prizes
from pitboss.families.house_poker.price.pricing import PokerPricing
from pitboss.families.house_poker.price.rows import Rows
from pitboss.families.house_poker.price.strategy_text import full_text, strategy_name
from pitboss.families.house_poker.price.wagering import Wagering
from pitboss.families.house_poker.round import HousePoker
from pitboss.families.house_poker.showdown import RESULTS
from pitboss.families.house_poker.standing_wagers import StandingWagers, standing_wagers_for
from pitboss.families.house_poker.terms import Terms
from pitboss.hands import FIVE_CARD, Order, is_holding
from pitboss.hands.fast import evaluate_batch
from pitboss.pricing.deals import all_sets, all_sets_with_jokers, card_indices
from pitboss.pricing.progress import Progress, part_of_progress
from pitboss.simulation.contract import Precompilation, Simulation
from pitboss.simulation.dealing import TOGETHER, ScratchBuffers, deal
from pitboss.simulation.kernel import BANKROLL, PLAYER, Counts, Kernel, choose_wagers
from pitboss.simulation.sources import UnitSource
from pitboss.table.game import game_on

BATCH = 128 * TOGETHER
"""The number of rounds to record before they are counted."""
STRATEGY_HELP = "a name, words such as a least hand, or a file"
"""Help text on how to specify a different strategy for these games."""

_U = np.uint64


@dataclass(frozen=True, eq=False)
class SideCells:
    """The cells of a wager on cards other than the hand: one per row, then one for lower hands."""

    order: Order
    rows: tuple[str, ...]
    begins: int
    by_strength: NDArray[np.int32]
    """The cell of each strength."""
    nets: tuple[Net, ...]
    special: tuple[str, ...] = ()
    """Rows that depend on more than the strength of the cards."""
    jokers: int = 0
    """The number of jokers in the deck."""

    def by_set(self, cards: int) -> NDArray[np.int32]:
        """The cell of each `cards`-card combination, by place."""
        if not self.rows:
            return self.by_strength
        if self.jokers:
            sets = card_indices(all_sets_with_jokers(cards, self.jokers).representatives)
            return np.asarray(self.by_strength[evaluate_batch(sets, self.order)])
        found: NDArray[np.int32] = self.by_strength[evaluate_batch(all_sets(cards), self.order)]
        for row in self.special:
            for place, some in enumerate(all_sets(cards)):
                if is_holding(row, [CARDS[card] for card in some]):
                    found[place] = self.cell(row)
        return found

    def cell(self, row: str) -> int:
        return self.begins + self.rows.index(row)


NO_SIDE_CELLS = SideCells(FIVE_CARD, (), 0, np.zeros(1, np.int32), ())
"""Placeholder for a wager that is not made."""


@dataclass(frozen=True, eq=False)
class SimulationSetup:
    """The wagers on a layout and the strategy, from which the arguments of a loop are built."""

    pricing: PokerPricing
    table: Any
    """The rules by which the game is dealt."""
    standing: StandingWagers
    wagering: Wagering
    best: Any
    strategy: Any
    results: tuple[str, ...]

    @property
    def terms(self) -> Terms:
        terms: Terms = self.table.declarations
        return terms

    @property
    def layout(self) -> Layout:
        return self.terms.layout

    @cached_property
    def main(self) -> tuple[Key, ...]:
        """The main cells."""
        return cell_keys(self.best.game.ends, self.best.game.rows.names, self.results)

    @property
    def rows(self) -> int:
        """The number of rows a hand can have, including the one below all others."""
        return len(self.best.game.rows.names) + 1

    @cached_property
    def graded(self) -> NDArray[np.uint8]:
        """The row of each strength."""
        return np.array(self.best.game.rows.by_strength(), np.uint8)

    @cached_property
    def sides(self) -> Mapping[str, SideCells]:
        """The wagers on cards other than the hand, with their cells."""
        found: dict[str, SideCells] = {}
        begins = len(self.main)
        for wager in self.standing.stakes:
            own = self.terms.wagers[wager]
            if own.side and not self.pricing.on_hand(self.terms, wager):
                found[wager] = self._side(wager, begins)
                begins += len(found[wager].nets)
        return found

    def _side(self, wager: str, begins: int) -> SideCells:
        won, stake = prizes(self.terms, wager), self.standing.stakes[wager]
        own = self.terms.wagers[wager]
        special = [row for row in (*own.special, *own.holdings) if row in won.rows]
        rows = Rows.of(won.order, [row for row in won.rows if row not in special])
        names = (*rows.names, "", *special)
        nets = won.nets(stake) if not won.meter else {}
        worth: tuple[Net, ...] = tuple(whole_cents(nets.get(name, Fraction(-1)), stake) for name in names)
        by_strength = np.array(rows.by_strength(), np.int32) + np.int32(begins)
        return SideCells(won.order, names, begins, by_strength, worth, tuple(special), self.terms.jokers)

    def side(self, wager: str) -> SideCells:
        return self.sides.get(wager, NO_SIDE_CELLS)

    @cached_property
    def parts(self) -> Parts:
        return Parts((len(self.main), *(len(side.nets) for side in self.sides.values())))

    @cached_property
    def meter(self) -> Meter | None:
        """The meter, if a progressive wager is made."""
        wager = next((wager for wager in self.standing.stakes if self.terms.wagers[wager].meter), "")
        if not wager:
            return None
        if wager not in self.sides:
            return meter_on(self.terms, wager, prizes_on_hand(self.terms, wager, self.wagering, self.main))
        won, side = prizes_by_row(self.terms, wager), self.sides[wager]
        by_cell = {side.cell(row): won[row] for row in side.rows if row}
        return meter_on(self.terms, wager, by_cell, 1 + list(self.sides).index(wager))

    def simulated_wagers(self, returned: Sequence[str] = ()) -> Iterator[SimulatedWager]:
        """Yield the layout's wagers with their nets in each cell, combined wagers first."""
        stakes, main, spot = self.standing.stakes, self.pricing.main, self.standing.spot
        names = {kind: self.layout.rules.wagers[kind].name for kind in stakes}
        if main[0] in stakes:
            stake, apart = stakes[main[0]], self.pricing.separate_prices
            nets = {kind: self.parts.spread(0, nets_of(self.wagering, self.main, kind, stake)) for kind in main}
            whole = combined_nets(stake, *nets.values())
            yield SimulatedWager("+".join(main), self.pricing.combined_name, stake, whole, spot, counts=not apart)
            for kind in main if apart else main[1:]:
                yield SimulatedWager(kind, names[kind], stake, nets[kind], spot, counts=apart)
        for kind in stakes:
            if kind not in main:
                nothing = self.parts.spread(0, [0] * len(self.main))
                yield SimulatedWager(
                    kind, names[kind], stakes[kind], nothing if kind in returned else self._beside(kind), spot
                )

    def _beside(self, wager: str) -> tuple[Net, ...]:
        """A side wager's net in each cell."""
        stake = self.standing.stakes[wager]
        part = 1 + list(self.sides).index(wager) if wager in self.sides else 0
        if self.terms.wagers[wager].meter and self.meter is not None:
            begins = self.parts.begins(part)
            return self.parts.spread(part, self.meter.nets(stake, range(begins, begins + self.parts.sizes[part])))
        if part:
            return self.parts.spread(part, self.sides[wager].nets)
        pays = payoffs(self.terms, wager)
        folds = self.terms.lost_on_fold(wager) and self.pricing.main[0] in self.standing.stakes
        lost = {end for end in self.wagering.ends if folds and self.wagering.ends[end].folded}
        ratios = [Fraction(-1) if end in lost else pays.net(row) for end, row, _ in self.main]
        return self.parts.spread(0, [whole_cents(ratio, stake) for ratio in ratios])


@dataclass(frozen=True)
class PokerKernel:
    """A house poker game's declaration of its simulation.

    `loop(seed, first, units, buffers, order, *tables, events)` deals `units` rounds and records the cell of each in
    every part. `tables` builds its arguments, starting with `order`, the places of the cards in the deck. `returned`
    lists wagers that a single player always gets back.
    """

    pricing: PokerPricing
    loop: Any
    tables: Callable[[SimulationSetup], Sequence[Any]]
    results: tuple[str, ...] = RESULTS
    returned: tuple[str, ...] = ()
    priced_with: Mapping[str, Any] = field(default_factory=dict)
    """The arguments, besides the layout, that make the price match these rounds."""
    played_by: str = STRATEGY_HELP

    @property
    def simulation(self) -> Simulation:
        """The `Simulation` that the game's kernel.py declares."""
        return Simulation(self, self.played_by, Precompilation(self.loop, _compile_deal))

    def __call__(
        self,
        layout: Layout,
        wagers: Sequence[str] | None = None,
        strategy: str | None = None,
        progress: Progress | None = None,
    ) -> Kernel:
        """Build the kernel of a layout with these wagers. The strategy is a name, a rule in words or a file; the
        default is the best strategy.

        For counts, the meter has the given reading in every round; in sessions it starts there and moves.
        """
        at = self.simulated(layout, wagers, strategy, progress)
        made = build_kernel(self.loop, tuple(self.tables(at)), at, list(at.simulated_wagers(self.returned)))
        strategy_setting = {} if strategy is None else {"strategy": full_text(strategy)}
        return replace(
            made,
            asked=None if wagers is None else tuple(wagers),
            strategy=full_text(strategy),
            plays=strategy_name(strategy),
            pricing={**strategy_setting, **self.priced_with},
        )

    def simulated(
        self, layout: Layout, wagers: Sequence[str] | None, strategy: str | None, progress: Progress | None = None
    ) -> SimulationSetup:
        """Build the setup for these wagers, layout and strategy."""
        table = game_on(layout)
        assert isinstance(table, HousePoker)
        pricing = self.pricing
        standing = standing_wagers_for(table, choose_wagers(layout, wagers), PLAYER)
        first = pricing.main[0]
        if strategy is not None and first not in standing.stakes:
            name = layout.rules.wagers[first].name.lower().removesuffix(" wager")
            raise ValueError(f"without an {name} a strategy has nothing to decide; omit it")
        wagering = pricing.wagering_on(layout, standing.stakes.get(first))
        best = pricing.strategy_of(
            table.declarations, wagering, part_of_progress(progress, 0, 1 / pricing.deciding_share)
        )
        played = best if strategy is None else best.strategy_for(strategy)
        return SimulationSetup(pricing, table, standing, wagering, best, played, self.results)


def build_kernel(loop: Any, tables: Sequence[Any], at: SimulationSetup, wagered: Sequence[SimulatedWager]) -> Kernel:
    """Build a kernel whose units are independent rounds from the loop that records their cells."""
    parts, meter = at.parts, at.meter
    worth = np.zeros(parts.cells, np.int64)
    for one in wagered:
        if one.counts:
            worth += np.array([cents_of(net) for net in one.nets], np.int64)

    def noted(seed: int, first: int, units: int) -> Iterator[tuple[int, Events]]:
        """Yield the cells of `units` rounds in batches: the offset of the batch, and one column per round."""
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
        """The opening state, with the meter set to reach the given reading after the round's own contribution."""
        return structs.replace(table.opening(), meter=meter.reading_before if meter else 0)

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
        standing=at.standing.player_replies(at.strategy.decide, BANKROLL),
        functions=(loop, count_cells),
        opening=opening if meter else None,
        decided=_hash_of(tables),
    )


def _compile_deal(layout: Layout, wagers: Sequence[str] | None) -> None:
    """Compile the deal and the count, which do not depend on decisions. The loop itself can be compiled only with its
    arguments.
    """
    table = game_on(layout)
    assert isinstance(table, HousePoker)
    buffers = ScratchBuffers.of(2, table.declarations.jokers)
    deal(_U(0), _U(0), buffers)
    count_cells(np.zeros((1, TOGETHER), np.int32), TOGETHER, np.zeros(1, np.int64))


def _hash_of(tables: Sequence[Any]) -> str:
    """Hash the loop's arguments, since the counts depend on them."""
    arrays = (array for table in tables for array in (table if isinstance(table, tuple) else (table,)))
    return hashlib.sha256(b"".join(np.asarray(array).tobytes() for array in arrays)).hexdigest()
