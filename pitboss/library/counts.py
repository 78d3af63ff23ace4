"""Card counting at a table: effects of removal, how well systems measure them, and departures from basic strategy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from pitboss.chapter.layout import Layout
from pitboss.chapter.table_file import TableFile
from pitboss.contract import contract_of
from pitboss.exhibit import Exhibit
from pitboss.library.layouts import layout as layout_named
from pitboss.plots import CountBar, bars, count_chart
from pitboss.pricing.choices import plain_options
from pitboss.pricing.contract import Pricing
from pitboss.pricing.counting.departures import CountedDecisions, Departure
from pitboss.pricing.counting.distribution import CountedShoe, expected_edges
from pitboss.pricing.counting.efficiency import best_tags, correlation, multiple_correlation
from pitboss.pricing.counting.moments import (
    WIDTH,
    Betting,
    CountTallies,
    Gambler,
    Interval,
    Ramp,
    RampFigures,
    Spread,
    expected_ramp,
)
from pitboss.pricing.counting.systems import CountingSystem, Published, plain_number, system_of, systems_for
from pitboss.pricing.entry import pricing_of
from pitboss.pricing.removal import DECK, Floats, RemovalTable, WagerEffects
from pitboss.pricing.report import plain_value
from pitboss.simulation.runners import make_runner

INSURANCE = "insurance"
USUAL_SYSTEM = "hi-lo"
USUAL_PENETRATION = 0.75
"""The share of a shoe that is dealt if the layout does not say."""
LEVELS = (1, 2, 3)
USUAL_ROUNDS, MOST_ROUNDS = 5 * 10**7, 10**11
USUAL_DEPARTURES = 22
"""The number of the Illustrious 18 and the Fab 4 together."""
CHARTED = 5e-4
"""Counts in a smaller share of rounds are not drawn."""
BATCHES = 64
"""The number of batches in a run; the intervals come from their differences."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SystemFigures(_Frozen):
    """A counting system, and how well it measures the wagers of this table."""

    name: str
    says: str = ""
    tags: dict[str, int | float]
    balanced: bool
    initial_count: int | float = Field(description="The running count at the start of this shoe")
    wager: str = Field(description="The wager of the betting correlation")
    betting_correlation: float | None = Field(
        description="The correlation of the tags with the effects of removal on the wager, strategy held; "
        "null if no card has an effect"
    )
    insurance_correlation: float | None = Field(
        description="The correlation with the effects on insurance; null if there is none"
    )
    playing_efficiency: float | None = Field(
        description="The share of the gain of perfect departures from basic strategy, insurance included, "
        "that departures by this count gain"
    )
    betting_correlation_with_side_counts: float | None = Field(
        default=None, description="The multiple correlation of the count together with its side counts"
    )
    correlations: dict[str, float | None] = Field(description="The correlation with every wager of the table")
    published: Published = Field(description="The correlations and the efficiency that the sources give")
    sources: tuple[str, ...] = ()


class Index(_Frozen):
    """A departure from basic strategy by the count."""

    hand: str
    up: str
    basic: str
    departure: str
    at: str = Field(description="`>=` or `<=`: the side of the index on which to depart")
    index: float = Field(description="The count from which to depart, as the system rounds it")
    exact: float | None = Field(description="The true count at which both choices are worth the same")
    worth_per_100: float = Field(description="The gain in 100 rounds, in units of the minimum wager")


class WagerTags(_Frozen):
    """The integer tags up to a level that measure a wager best."""

    wager: str
    level: int
    balanced: bool
    tags: dict[str, int]
    correlation: float


class CountRow(_Frozen):
    """The rounds of a simulation at one count."""

    count: float
    share: float = Field(description="The share of rounds")
    edge: float = Field(description="The player's expectation per unit")
    error: float = Field(description="Half the width of its 95 percent interval")
    bet: float = Field(description="The wager of the ramp, in units")


class CutCard(_Frozen):
    """The price of a fixed number of rounds beside that with a cutting card, by basic strategy and level wagers."""

    fixed_rounds: float = Field(description="Exact: the player's expectation in each of a fixed number of rounds")
    cut_card: Interval = Field(description="Simulated: the expectation over all rounds before the cutting card")
    effect: Interval = Field(description="The effect of the cutting card: the difference of the two")


class CountReport(Exhibit, _Frozen):
    """The effects of removal at a table, and what systems, departures and ramps gain there."""

    game: str
    on: date
    options: dict[str, bool | int | float | str]
    penetration: float = Field(description="The share of the shoe that is dealt")
    wagers: dict[str, WagerEffects]
    systems: dict[str, SystemFigures]
    system: str = Field(description="The system of the indices")
    indices: tuple[Index, ...]
    best_tags: tuple[WagerTags, ...] = ()
    betting: RampFigures | None = Field(default=None, description="The figures of the ramp, from a simulation by count")
    by_count: tuple[CountRow, ...] = Field(default=(), description="The results of the simulation by count")
    cut_card: CutCard | None = None

    def title(self) -> str:
        return f"{self.game} on {self.on}: effects of removal, in percent of the wager"

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per wager and kind of play, with the effect of every card."""
        return [
            {"wager": wager, "play": play, "full_shoe": one.full_shoe, **getattr(one, play)}
            for wager, one in self.wagers.items()
            for play in ("optimal", "fixed")
        ]

    def display_rows(self) -> list[dict[str, Any]]:
        return [
            {"wager": wager, "full shoe": f"{one.full_shoe:.3%}"}
            | {rank: f"{100 * effect:+.3f}" for rank, effect in one.fixed.items()}
            for wager, one in self.wagers.items()
        ]

    def to_svg(self) -> str:
        """Draw the edge and the wager by count; without a simulation, the effects of removal on the first wager."""
        if self.by_count:
            rows = [CountBar(row.count, row.edge, row.error, row.bet) for row in self.by_count if row.share >= CHARTED]
            return count_chart(rows, f"{self.game}: edge (bars) and wager (line) by {self.systems[self.system].name}")
        wager, effects = next(iter(self.wagers.items()))
        rows_of = [
            (effect, f"{rank} {'+' if effect > 0 else '−'}", abs(effect)) for rank, effect in effects.fixed.items()
        ]
        return bars(rows_of, f"{self.game}: effects of removal on {wager}")

    def to_json(self) -> str:
        return self.model_dump_json(indent=2)


@dataclass(frozen=True)
class CountedTable:
    """A table for counting: its effects of removal, and its decisions under a counting system."""

    layout: Layout
    penetration: float

    @classmethod
    def of(cls, layout: Layout, penetration: float | None = None) -> CountedTable:
        """A table with a share of the shoe dealt, by default what the layout says."""
        dealt = float(layout.options.get("penetration", USUAL_PENETRATION)) if penetration is None else penetration
        if not 0.1 <= dealt <= 0.95:
            raise ValueError(f"a penetration of {dealt}: from 0.1 to 0.95 of the shoe can be dealt")
        return cls(layout, dealt)

    @cached_property
    def pricing(self) -> Pricing:
        return pricing_of(self.layout)

    @cached_property
    def removal(self) -> RemovalTable:
        """The effects of removal of each wager, computed on first use."""
        if "removal" not in self.pricing.gives:
            game = self.layout.rules.game.id
            raise ValueError(f"{game} is not dealt from a shoe, so removed cards do not affect the next round")
        return RemovalTable(self.pricing.removal(self.layout))

    @property
    def decks(self) -> int:
        return int(self.layout.options["decks"])

    def shoe(self, system: CountingSystem) -> CountedShoe:
        """The shoe under a counting system."""
        weights = tuple(int(count) for count in self.removal.weights)
        return CountedShoe(system, weights, self.decks, self.penetration)

    def decisions(self, system: CountingSystem) -> CountedDecisions | None:
        """The decisions of the table, or None if no chart covers them."""
        if "departures" not in self.pricing.gives:
            return None
        return self.pricing.departures(self.layout, self.shoe(system))

    @property
    def main(self) -> str:
        return self.removal.values.main

    def figures(
        self, system: CountingSystem, decisions: CountedDecisions | None, wagers: Iterable[str]
    ) -> SystemFigures:
        """How well a system measures the main wager, insurance and these wagers."""
        weights = self.removal.weights
        there = self.removal.values.wagers
        measured = {self.main, INSURANCE, *system.wagers, *wagers}
        effects = {wager: self.removal.effects(wager).by_index() for wager in there if wager in measured}
        correlations = {wager: correlation(system.vector, one, weights) for wager, one in effects.items()}
        wager = next((one for one in system.wagers if one in effects), self.main)
        sides = system.side_vectors()
        return SystemFigures(
            name=system.name,
            says=system.says,
            tags=system.plain_tags(),
            balanced=system.balanced,
            initial_count=plain_number(self.shoe(system).start),
            wager=wager,
            betting_correlation=correlations[wager],
            insurance_correlation=correlations.get(INSURANCE),
            playing_efficiency=decisions.playing_efficiency(system.vector) if decisions is not None else None,
            betting_correlation_with_side_counts=multiple_correlation([system.vector, *sides], effects[wager], weights)
            if sides
            else None,
            correlations=correlations,
            published=system.published,
            sources=system.sources,
        )

    def expected_edges(self, system: CountingSystem) -> dict[float, float]:
        """The expectation of the main wager by count that the effects of removal predict."""
        main = self.removal.effects(self.main)
        return expected_edges(self.shoe(system), main.full_shoe, main.by_index())

    def best(self, wager: str, level: int, balanced: bool = False) -> WagerTags | None:
        """The tags up to a level with the greatest correlation with a wager, or None if no card has an effect."""
        effects = self.removal.effects(wager).fixed
        found = best_tags(np.array(list(effects.values())), self._weights_by_rank(list(effects)), level, balanced)
        if found is None:
            return None
        tags = dict(zip(effects, found.tags, strict=True))
        return WagerTags(wager=wager, level=level, balanced=balanced, tags=tags, correlation=found.correlation)

    def _weights_by_rank(self, ranks: Sequence[str]) -> Floats:
        letter = self.removal.values.rank_letter
        return np.array(
            [sum(self.removal.weights[card.index] for card in DECK if letter(card) == rank) for rank in ranks]
        )


class CountRun:
    """A simulation by count, from which the figures of any ramp follow by arithmetic."""

    def __init__(
        self,
        counted: CountedTable,
        system: CountingSystem,
        departures: Sequence[Departure] = (),
        rounds: int = USUAL_ROUNDS,
        seed: int = 1,
        workers: int | None = None,
        progress: Callable[[float], None] = lambda share: None,
    ) -> None:
        """Deal shoes of the table for about `rounds` rounds; `progress` gets the fraction done."""
        if not 10**4 <= rounds <= MOST_ROUNDS:
            raise ValueError(f"{rounds} rounds: from 10,000 to {MOST_ROUNDS:,} can be simulated by count")
        simulation = contract_of(counted.layout.rules.game.id).simulation
        if simulation is None or simulation.counted is None:
            raise ValueError(f"{counted.layout.rules.game.id} is not simulated by count; leave out the ramp")
        self.counted, self.system = counted, system
        loop = simulation.counted(counted.layout, counted.shoe(system), departures)
        per_batch = max(1, round(rounds / loop.rounds_per_shoe / BATCHES))
        pieces = [(first * per_batch, per_batch) for first in range(BATCHES)]
        done = []

        def work(first: int, number: int) -> Any:
            return loop.run(seed, first, number)

        for part in make_runner("threads", workers).each(work, pieces):
            done.append(part)
            progress(len(done) / BATCHES)
        self.tallies: CountTallies = loop.tallies(done)

    def betting(self, penetration: float | None = None) -> Betting:
        """The arithmetic of bets, up to a cutting card; by default the table's."""
        return Betting(self.tallies, self.counted.penetration if penetration is None else penetration)

    def by_count(self, betting: Betting, ramp: Ramp) -> Iterator[CountRow]:
        """The counts that occur."""
        columns = (betting.counts, betting.often, betting.edges, betting.edge_errors, ramp.bets(betting.counts))
        for one, share, edge, error, bet in zip(*(column.tolist() for column in columns), strict=True):
            if share > 0:
                yield CountRow(count=one, share=share, edge=edge, error=WIDTH * error, bet=bet)


def cut_card_effect(run: CountRun, fixed_rounds: float) -> CutCard:
    """The effect of the cutting card, from a run without departures and the exact price of the first round."""
    found = run.betting().figures(Ramp(((0.0, 1.0),))).per_100
    low, value, high = (each / 100 for each in (found.low, found.value, found.high))
    return CutCard(
        fixed_rounds=fixed_rounds,
        cut_card=Interval(value=value, low=low, high=high),
        effect=Interval(value=value - fixed_rounds, low=low - fixed_rounds, high=high - fixed_rounds),
    )


def count(
    game: str | Layout,
    on: str | date | None = None,
    *,
    system: str | Path | CountingSystem | None = None,
    wagers: str | Sequence[str] = (),
    penetration: float | None = None,
    ramp: str = "",
    departures: int = USUAL_DEPARTURES,
    rounds: int = USUAL_ROUNDS,
    seed: int = 1,
    gambler: Gambler | None = None,
    cut_card: bool = False,
    options: Mapping[str, Any] | None = None,
    odds: Mapping[str, str] | None = None,
    table: str | Path | TableFile | None = None,
    unlawful: bool = False,
    progress: Callable[[float], None] = lambda share: None,
    **choices: Any,
) -> CountReport:
    """Compute effects of removal for the wagers of a table, and how well counting systems measure them.

    `system` is the id of a system or a file; its departures from basic strategy are listed. `wagers` are the wagers to
    compute, by default all of them. `penetration` is the share of the shoe that is dealt. With a `ramp` ("1-8", or a
    wager from each count on: "0:1,1:2,2:4"), a table is simulated by count with the most valuable `departures`, and the
    ramp's figures are those of a `gambler`. `cut_card` also simulates the effect of the cutting card.

    >>> round(count("casino-war", decks=6).wagers["tie"].full_shoe, 9)
    -0.186495177
    """
    layout = layout_named(game, on, options=options, odds=odds, table=table, unlawful=unlawful, **choices)
    counted = CountedTable.of(layout, penetration)
    chosen = _chosen_system(system, counted)
    asked = [wagers] if isinstance(wagers, str) else list(wagers)
    every = counted.removal.values.wagers
    if unknown := [wager for wager in asked if wager not in every]:
        raise ValueError(f"{layout.rules.game.id} has no wager {unknown[0]!r} to count for; use {', '.join(every)}")
    shown = counted.removal.all_effects(lambda share: progress(share / 2), asked)
    decisions = counted.decisions(chosen)
    systems = systems_for(list(shown), main=True) | {chosen.id: chosen}
    figures = {id: counted.figures(one, decisions, shown) for id, one in systems.items()}
    progress(0.7)
    indices = tuple(map(index_of, decisions.departures())) if decisions is not None else ()
    run = betting = None
    plan = Ramp.parse(ramp) if ramp else None
    if plan is not None:
        wagered = plan if isinstance(plan, Ramp) else expected_ramp(plan, counted.expected_edges(chosen))
        made = decisions.departures(wagered.bets)[:departures] if decisions is not None else ()
        run = CountRun(counted, chosen, made, rounds, seed, progress=lambda share: progress(0.7 + 0.3 * share))
        betting = run.betting()
    chosen_ramp = betting.best_ramp(plan) if betting and isinstance(plan, Spread) else plan
    level = CountRun(counted, chosen, (), rounds, seed) if cut_card else None
    progress(1.0)
    return CountReport(
        game=layout.rules.game.id,
        on=layout.on,
        options={name: plain_value(value) for name, value in plain_options(layout.options).items()},
        penetration=counted.penetration,
        wagers=shown,
        systems=figures,
        system=chosen.id,
        indices=indices,
        best_tags=tuple(_best_of(counted, asked or [counted.main])),
        betting=betting.figures(chosen_ramp, gambler) if betting and isinstance(chosen_ramp, Ramp) else None,
        by_count=tuple(run.by_count(betting, chosen_ramp)) if run and betting and isinstance(chosen_ramp, Ramp) else (),
        cut_card=cut_card_effect(level, counted.removal.effects(counted.main).full_shoe) if level else None,
    )


def strategy_file(
    game: str | Layout,
    system: str | Path | CountingSystem | None = None,
    departures: int = USUAL_DEPARTURES,
    penetration: float | None = None,
    **given: Any,
) -> str:
    """The best chart with the most valuable departures by a system, as a strategy file that `simulate` plays."""
    layout = layout_named(game, **given)
    counted = CountedTable.of(layout, penetration)
    chosen = _chosen_system(system, counted)
    decisions = counted.decisions(chosen)
    if decisions is None:
        raise ValueError(f"{layout.rules.game.id} has no departures by the count, so there is no strategy to write")
    return counted.pricing.counted_strategy(layout, chosen, decisions.departures()[:departures])


def _chosen_system(system: str | Path | CountingSystem | None, counted: CountedTable) -> CountingSystem:
    if isinstance(system, CountingSystem):
        return system
    if system is not None:
        return system_of(str(system))
    own = systems_for(counted.removal.values.wagers, main=False)
    has_decisions = "departures" in counted.pricing.gives
    return system_of(USUAL_SYSTEM if has_decisions or not own else next(iter(own)))


def _best_of(counted: CountedTable, wagers: Sequence[str]) -> Iterator[WagerTags]:
    for wager in wagers:
        for level in LEVELS:
            found = counted.best(wager, level)
            if found is not None:
                yield found


def index_of(departure: Departure) -> Index:
    """A departure as it is reported."""
    return Index(
        hand=departure.hand,
        up=departure.up,
        basic=departure.basic,
        departure=departure.departure,
        at=departure.at,
        index=departure.index,
        exact=departure.exact,
        worth_per_100=100 * departure.worth,
    )
