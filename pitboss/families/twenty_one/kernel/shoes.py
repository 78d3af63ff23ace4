"""The kernel of a game of twenty-one: shoe after shoe to the cutting card, one player, one box, by any strategy.

How it is played
- By default by the chart that `price` computes for the layout and `pitboss strategy` shows: totals, pairs and the up
  card. So `simulate` and `price` are about the same play. Other strategies go by name or by file (`strategies`).
- Insurance that is asked for is taken against every ace, for the most that is allowed; even money never.
- A double is for the whole wager. Streak wagers are made when none runs. Two side wagers of which a box may have one
  take turns if both are asked for: one in even shoes, the other in odd ones.

What is counted
- The main wager is counted with its doubles and splits, for each unit of the original wager; a double is one of an
  unsplit hand, a split what it put beside the first hand, one by one: as the price has them.
- A streak wager stands from shoe to shoe, so with one asked for a unit is a cycle: as many shoes as it takes until none
  runs at a shuffle. The meter of a progressive wager is as after a reset when a unit begins.

What is compared with the price
The price is that of the first round of a shoe. The cards after any round are in as random an order as all were, so
every round that is certain to be dealt is worth the same, to the last digit: these are the `sure_rounds` of a shoe, and
z is computed on them alone. Later rounds are dealt only while the cutting card has not come. It comes later where few
cards were used, and few are used where they are big: so the rounds that are added are dealt from poorer shoes. This
effect of the cutting card costs the player, and is in the house edge over all rounds. Two more differences are kept
apart. Streaks, for which the price takes rounds as independent, are compared only where a continuous shuffler makes
them so. The meter, which grows in a shoe, counts as at its first round.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256

import numpy as np

from pitboss.chapter.layout import Layout
from pitboss.families.twenty_one.kernel.game import FIELDS
from pitboss.families.twenty_one.kernel.loop import deal, deal_two, loop_of, room
from pitboss.families.twenty_one.kernel.player import Player, settled
from pitboss.families.twenty_one.kernel.slots import slot_of
from pitboss.families.twenty_one.kernel.table import Table
from pitboss.families.twenty_one.price.strategies import chart_of
from pitboss.families.twenty_one.terms import House
from pitboss.pricing.twenty_one.chart import Chart
from pitboss.simulation.compiled import Integer
from pitboss.simulation.contract import Precompilation, Progress, Simulation
from pitboss.simulation.kernel import Counts, Kernel, choose_wagers
from pitboss.simulation.sources import UnitSource

CARDS_A_ROUND = 5.4
"About: no result hangs on it."


def kernel(
    layout: Layout,
    wagers: Sequence[str] | None = None,
    strategy: str | None = None,
    progress: Progress | None = None,
) -> Kernel:
    """Shoes on a layout with these wagers standing, played by a strategy; the main wager always stands."""
    if House.of(layout).endless:
        where = layout.cite(layout.rules.options["decks"].section)
        raise ValueError(f"infinite decks are for analysis, by price; simulate some, 1 or more ({where})")
    asked = choose_wagers(layout, wagers)
    chart = chart_of(layout, strategy)
    table = Table(layout, asked, chart)
    told, continuous = table.told, table.house.continuous_shuffler
    packed, nothing = told.packed(), np.zeros(0, np.int64)
    rules, loop = packed[0], loop_of(packed[0])

    def count(seed: int, first: int, units: int, cells: Counts) -> int:
        return int(loop(*packed, *room(rules), np.uint64(seed), np.uint64(first), units, cells, nothing)[1])

    def play(seed: int, first: int, nets: Counts) -> int:
        cells = np.zeros(2 * told.at.half, np.int64)
        return int(loop(*packed, *room(rules), np.uint64(seed), np.uint64(first), 0, cells, nets)[0])

    rounds = 1.0 if continuous else max(1.0, (table.stop - 1) / CARDS_A_ROUND * told.cards.sides)
    named = strategy is not None and strategy != "basic"
    return Kernel(
        layout=layout,
        unit="cycle" if table.streaks else "hand" if continuous else "shoe",
        round="hand",
        slots=tuple(slot_of(table, kind) for kind in table.kinds),
        cells=2 * told.at.half,
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
        settled=settled(table),
    )


def _plain(chart: Chart) -> Chart:
    """A chart whose name can be written between quotation marks."""
    return Chart(chart.cells, chart.exceptions, re.sub(r"[^\w .,:+-]", " ", chart.name).strip())


def _ahead(loop: Callable[..., tuple[Integer, Integer]]) -> Precompilation:
    """The loop is the same whatever is dealt and played: it is compiled for no unit of a table that has no rules."""

    def compile_loop(layout: Layout, wagers: Sequence[str] | None) -> None:
        rules, nothing = np.zeros(len(FIELDS), np.int64), np.zeros(0, np.int64)
        tables, number = np.zeros(0, np.uint16), np.uint64(0)
        loop(rules, tables, *room(rules), number, number, 0, nothing, nothing)

    return Precompilation(loop, compile_loop)


SIMULATION = Simulation(kernel, "a chart: its file, or the name of one that the game knows", _ahead(deal))
TWO_HANDS = replace(SIMULATION, ahead=_ahead(deal_two))
"""Of a game whose spots have two hands."""
