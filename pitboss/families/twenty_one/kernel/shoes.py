"""The kernel for twenty-one games: shoes dealt to the cutting card for one player and one box, by any strategy.

How it is played
- By default, the player follows the chart that `price` computes for the layout and `pitboss strategy` shows, so
  `simulate` and `price` are about the same play. Other strategies are given by name or file (`strategies`).
- If insurance is simulated, it is taken against every ace, for the maximum allowed; even money never is.
- A double is for the whole wager. Streak wagers are made when none is running. Two mutually exclusive side wagers take
  turns if both are simulated: one in even shoes, the other in odd ones.

Counts
- The main wager is counted with its doubles and splits, per unit of the original wager. Doubles are counted on unsplit
  hands, and splits by each wager placed next to the first hand, as in the price.
- A streak wager continues from shoe to shoe, so with one of them a unit is a cycle: all shoes until no
  streak is running at a shuffle. The meter of a progressive wager has just been reset when a unit begins.

Comparison with the price
The price is for the first round of a shoe. The cards after any round are in as random an order as all cards were,
so every round that is certain to be dealt has exactly the same expectation. These are the `sure_rounds` of a shoe, and
z is computed from them alone. Further rounds are dealt until the cutting card comes out. It comes out later when rounds
use few cards, because these are high, so the additional rounds are dealt from poorer shoes. This cutting-card effect
costs the player money, and is included in the house edge over all rounds. Two more differences are separate. Streaks,
which the price treats as independent rounds, are only compared if a continuous shuffler makes them so. The meter, which
grows during a shoe, counts at its value in the first round.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import NoReturn

import numpy as np

from pitboss.chapter.layout import Layout
from pitboss.equipment import composition
from pitboss.families.twenty_one.kernel.counted import deal_counted
from pitboss.families.twenty_one.kernel.counting import CountedLoop, counted_slots
from pitboss.families.twenty_one.kernel.loop import deal, deal_two, loop_of, shoe_for
from pitboss.families.twenty_one.kernel.player import Player, slot_nets
from pitboss.families.twenty_one.kernel.rules import RULES, LoopArrays
from pitboss.families.twenty_one.kernel.slots import slot_of
from pitboss.families.twenty_one.kernel.table import SimulatedTable
from pitboss.families.twenty_one.price.counted_chart import CountedChart
from pitboss.families.twenty_one.price.strategies import chart_of
from pitboss.families.twenty_one.terms import House
from pitboss.pricing.counting.departures import Departure
from pitboss.pricing.counting.distribution import CountedShoe
from pitboss.pricing.twenty_one.chart import Chart
from pitboss.simulation.compiled import Integer
from pitboss.simulation.contract import Precompilation, Progress, Simulation
from pitboss.simulation.kernel import Counts, Kernel, choose_wagers
from pitboss.simulation.sources import UnitSource

CARDS_A_ROUND = 5.4
"""An estimate for reporting progress; no result depends on it."""


def kernel(
    layout: Layout,
    wagers: Sequence[str] | None = None,
    strategy: str | None = None,
    progress: Progress | None = None,
) -> Kernel:
    """The kernel for a layout with these wagers, played by a strategy; the main wager is always made."""
    if House.of(layout).endless:
        where = layout.cite(layout.rules.options["decks"].section)
        raise ValueError(f"infinite decks can be priced but not simulated; use 1 or more decks ({where})")
    asked = choose_wagers(layout, wagers)
    chart = chart_of(layout, strategy)
    if isinstance(chart, CountedChart):
        return counted_kernel(layout, chart, wagers)
    table = SimulatedTable(layout, asked, chart)
    rules, continuous = table.rules, table.house.continuous_shuffler
    arrays, nothing = rules.to_arrays(), np.zeros(0, np.int64)
    loop = loop_of(arrays.rules)

    def count(seed: int, first: int, units: int, cells: Counts) -> int:
        return int(loop(arrays, shoe_for(arrays.rules), np.uint64(seed), np.uint64(first), units, cells, nothing)[1])

    def play(seed: int, first: int, nets: Counts) -> int:
        cells = np.zeros(2 * rules.at.half, np.int64)
        return int(loop(arrays, shoe_for(arrays.rules), np.uint64(seed), np.uint64(first), 0, cells, nets)[0])

    rounds = 1.0 if continuous else max(1.0, (table.stop - 1) / CARDS_A_ROUND * rules.cards.sides)
    named = strategy is not None and strategy != "basic"
    return Kernel(
        layout=layout,
        unit="cycle" if table.streaks else "hand" if continuous else "shoe",
        round="hand",
        slots=tuple(slot_of(table, kind) for kind in table.kinds),
        cells=2 * rules.at.half,
        chunk=1 << 18 if continuous else max(1, int((1 << 21) / rounds)),
        rounds_per_unit=rounds * (2 if table.streaks else 1),
        at_risk=table.at_risk,
        count=count,
        play=play,
        source=UnitSource,
        standing=Player(table),
        functions=(loop,),
        asked=None if wagers is None else tuple(wagers),
        strategy=_plain(chart).to_toml() if named else None,
        decided=sha256(_plain(chart).to_toml().encode()).hexdigest(),
        plays=chart.name,
        pricing=({"strategy": chart} if named else {}) | table.first_meter,
        compares=table.compares,
        moving=table.moving,
        settled=slot_nets(table),
    )


def counted_kernel(layout: Layout, chart: CountedChart, wagers: Sequence[str] | None) -> Kernel:
    """The kernel for a strategy that departs from its chart by the count."""
    assert chart.system is not None
    plain, house = _plain(chart.plain), House.of(layout)
    cards = SimulatedTable(layout, choose_wagers(layout, wagers), plain)
    shoe = CountedShoe(chart.system, tuple(composition(house.decks, house.deck)[:52]), house.decks, 0.5)
    loop = CountedLoop(layout, plain, shoe, chart.departures, wagers or tuple(layout.wagers), cards.stop)

    def count(seed: int, first: int, units: int, cells: Counts) -> int:
        return int(loop.run(seed, first, units, cells)[..., 0].sum())

    def refuse(*given: object) -> NoReturn:
        raise ValueError("a strategy that counts is simulated without sessions, and no round is dealt again")

    text = chart.to_toml()
    return Kernel(
        layout=layout,
        unit="shoe",
        round="hand",
        slots=counted_slots(loop),
        cells=loop.cells * len(loop.segments[0]),
        chunk=max(1, int((1 << 21) / loop.rounds_per_shoe)),
        rounds_per_unit=loop.rounds_per_shoe,
        at_risk=max(table.at_risk for table in loop.segments[0]),
        count=count,
        play=refuse,
        source=UnitSource,
        standing=refuse,
        functions=(deal_counted,),
        asked=None if wagers is None else tuple(wagers),
        strategy=text,
        decided=sha256(text.encode()).hexdigest(),
        plays=chart.name,
        pricing={"strategy": plain},
        compares="no round, because the price is that of the chart without its departures",
        moving=loop.plain.moving,
    )


def _plain(chart: Chart) -> Chart:
    """The chart with a name that can be written between quotation marks."""
    return Chart(chart.cells, chart.exceptions, re.sub(r"[^\w .,:+-]", " ", chart.name).strip())


def _ahead(loop: Callable[..., tuple[Integer, Integer]]) -> Precompilation:
    """How to compile the loop in advance. It is the same for every table, so it is compiled with empty rules and no
    units.
    """

    def compile_loop(layout: Layout, wagers: Sequence[str] | None) -> None:
        nothing, number = np.zeros(0, np.int64), np.uint64(0)
        game = LoopArrays(np.zeros(1, RULES).view(np.recarray)[0], np.zeros(0, np.uint16), nothing)
        loop(game, shoe_for(game.rules), number, number, 0, nothing, nothing)

    return Precompilation(loop, compile_loop)


def counted_loop(layout: Layout, shoe: CountedShoe, departures: Sequence[Departure]) -> CountedLoop:
    """The loop for a card counter who plays basic strategy with these departures."""
    return CountedLoop(layout, chart_of(layout, None), shoe, departures)


SIMULATION = Simulation(
    kernel, "a chart: a file, or the name of one that the game knows", _ahead(deal), counted=counted_loop
)
TWO_HANDS = replace(SIMULATION, ahead=_ahead(deal_two), counted=None)
"""For games whose spots have two hands."""
