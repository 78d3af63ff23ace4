"""Asia poker as a compiled loop, with both sides set by the house way.

The player and the dealer get seven cards each from one deck; the house's setting of seven cards is one table lookup
(`seven_cards`). The starting place makes no difference (`families/pai_gow/pile_source`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pitboss.chapter.layout import Layout
from pitboss.families.pai_gow.pile_source import PileSource
from pitboss.families.wagering import simulated_player, usual_stake
from pitboss.games.asia_poker.house_way import order_on, worths_on
from pitboss.games.asia_poker.round import AsiaPoker
from pitboss.games.asia_poker.seven_cards import HIGH_AT, LOW_MASK, MEDIUM_AT, OWN, House, house, set_by_house
from pitboss.hands.tables import KEYS, MASKS
from pitboss.pricing.contract import Progress
from pitboss.pricing.set_hands import HOUSE_WAY_NAME, require_house_way
from pitboss.simulation.compiled import IntArray, Integer, compiled, inline
from pitboss.simulation.contract import Simulation
from pitboss.simulation.dealing import TOGETHER, ScratchBuffers, deal
from pitboss.simulation.kernel import Counts, Kernel, Slot, choose_wagers
from pitboss.simulation.tally import tick
from pitboss.table.game import game_on
from pitboss.table.setting import HOUSE_WAY

JOKERS = 1
HANDS = 3
CHUNK = 1 << 20
_U = np.uint64
_MEDIUM_AT, _HIGH_AT, _LOW = np.uint32(MEDIUM_AT), np.uint32(HIGH_AT), np.uint32(LOW_MASK)
_MEDIUM = np.uint32((1 << HIGH_AT) - (1 << MEDIUM_AT))


@inline
def higher(mine: Integer, theirs: Integer) -> Integer:
    """The number of the three hands in which one side is higher than the other."""
    return (
        _U(mine >> _HIGH_AT > theirs >> _HIGH_AT)
        + _U(mine & _MEDIUM > theirs & _MEDIUM)
        + _U(mine & _LOW > theirs & _LOW)
    )


@inline
def house_setting(dealt: IntArray, first: Integer, at: Integer, by: House) -> Integer:
    """The house's setting of one column in seven rows of cards."""
    key, mask = _U(0), _U(0)
    for card in range(OWN):
        index = dealt[first + card, at]
        key += KEYS[index]
        mask |= MASKS[index]
    return set_by_house(key, mask, by)


@compiled
def count_rounds(
    seed: Integer, first: Integer, units: Integer, buffers: ScratchBuffers, by: House, cells: IntArray
) -> None:
    """Deal `units` rounds and count them in the cells, by the number of the player's higher hands."""
    dealt = buffers.dealt
    for begin in range(0, units, TOGETHER):
        deal(seed, first + _U(begin), buffers)
        for at in range(min(TOGETHER, units - begin)):
            tick(cells, higher(house_setting(dealt, 0, at, by), house_setting(dealt, OWN, at, by)))


@compiled
def play_rounds(
    seed: Integer, first: Integer, buffers: ScratchBuffers, by: House, worth: IntArray, nets: IntArray
) -> None:
    """Write each round's net."""
    dealt = buffers.dealt
    for begin in range(0, len(nets), TOGETHER):
        deal(seed, first + _U(begin), buffers)
        for at in range(min(TOGETHER, len(nets) - begin)):
            nets[begin + at] = worth[higher(house_setting(dealt, 0, at, by), house_setting(dealt, OWN, at, by))]


def kernel(
    layout: Layout,
    wagers: Sequence[str] | None = None,
    strategy: str | None = None,
    progress: Progress | None = None,
) -> Kernel:
    """The loop for a layout: the wager is made every round, and both sides set by the house way."""
    require_house_way(strategy)
    table = game_on(layout)
    assert isinstance(table, AsiaPoker)
    asked = choose_wagers(layout, wagers)
    if any(asked.values()):
        raise ValueError("wagers are made on one's own position; name them by their id only")
    wager = table.main
    stake, need = usual_stake(table, wager), table.compared["wins"]
    nets = [layout.odds(wager).pays(stake) if number >= need else -stake for number in range(HANDS + 1)]
    worth, by = np.array(nets, np.int64), house(order_on(layout), worths_on(layout))

    def count(seed: int, first: int, units: int, cells: Counts) -> int:
        count_rounds(_U(seed), _U(first), units, ScratchBuffers.of(2 * OWN, JOKERS), by, cells)
        return units

    def play(seed: int, first: int, into: Counts) -> int:
        play_rounds(_U(seed), _U(first), ScratchBuffers.of(2 * OWN, JOKERS), by, worth, into)
        return len(into)

    return Kernel(
        layout=layout,
        unit="round",
        round="round",
        slots=(Slot.of(wager, table.name(wager), stake, nets),),
        cells=HANDS + 1,
        chunk=CHUNK,
        rounds_per_unit=1.0,
        at_risk=stake,
        count=count,
        play=play,
        source=lambda seed, unit: PileSource(seed, unit, table),
        standing=simulated_player({wager: stake}, decide=lambda ask: HOUSE_WAY),
        functions=(count_rounds,),
        asked=None if wagers is None else tuple(wagers),
        strategy=strategy,
        plays=HOUSE_WAY_NAME,
    )


SIMULATION: Any = Simulation(kernel, HOUSE_WAY_NAME)
