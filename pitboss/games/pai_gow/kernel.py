"""Pai gow as a compiled loop: the player's four tiles and the dealer's, each set by a house way or by the best setting.

The setting of four kinds is one table lookup by the numbers of two pairs of kinds; the table is filled once, by the
same functions that the round and the price call. Only the dragon's eye depends on where the stacks go. So the first
eight tiles of a unit are the dealer's and the player's (`WoodpileSource`), and dice are rolled only if they are wagered
on.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.chapter.layout import Layout
from pitboss.equipment import PAI_GOW, Dice, Tile, outcomes, spread
from pitboss.equipment.tiles import KINDS
from pitboss.families.pai_gow.round import PaiGowState
from pitboss.families.wagering import simulated_player, usual_stake
from pitboss.games.pai_gow.counting import OWN, number_of
from pitboss.games.pai_gow.counting import Whole as Numbers
from pitboss.games.pai_gow.price import (
    BANK,
    BEST,
    DEALER_WAGER,
    DICE_WAGER,
    HOUSE,
    MAIN,
    Settings,
    settings_of,
    way_named,
)
from pitboss.games.pai_gow.ranking import NUMBER
from pitboss.games.pai_gow.round import PaiGowTiles
from pitboss.pricing.contract import Progress
from pitboss.simulation.compiled import IntArray, Integer, compiled, inline
from pitboss.simulation.contract import Simulation
from pitboss.simulation.dealing import TOGETHER, ScratchBuffers, deal
from pitboss.simulation.draws import shared_word
from pitboss.simulation.kernel import Counts, Kernel, Slot, choose_wagers
from pitboss.simulation.philox import per_word
from pitboss.simulation.sources import OWN as OWN_WORD
from pitboss.simulation.sources import UnitSource
from pitboss.simulation.tally import tick
from pitboss.table.game import game_on
from pitboss.table.steps import AskDecision

ENDS = 3
"""The player is higher in neither hand, in one, or in both."""
PAIRS = len(KINDS) * (len(KINDS) + 1) // 2
UNIT_ROUNDS = 1 << 20
BITS = 7
LOWER = (1 << BITS) - 1
"""A mask for the low hand; a setting's two ranks are packed into one integer, with the high hand's above the low
hand's.
"""
WITHOUT = {
    BANK: "it passes from player to player and pays vigorish on its net; `price` has its price",
    DEALER_WAGER: "it is the house's own wager against a player's bank",
}

_U = np.uint64
_OWN_WORD, _FOUR, _HALF = _U(OWN_WORD), _U(4), _U(32)


class Woodpile(NamedTuple):
    """The loop's tables, the number of two tiles by kind and the settings of four, and its scratch buffers."""

    pairs: NDArray[np.uint8]
    own: NDArray[np.int16]
    theirs: NDArray[np.int16]
    buffers: ScratchBuffers


@inline
def higher(pile: Woodpile, dealt: IntArray, at: Integer) -> Integer:
    """The number of hands in which the player is higher, for the round in column `at`."""
    pairs = pile.pairs
    theirs = pile.theirs[pairs[dealt[0, at], dealt[1, at]], pairs[dealt[2, at], dealt[3, at]]]
    mine = pile.own[pairs[dealt[4, at], dealt[5, at]], pairs[dealt[6, at], dealt[7, at]]]
    return np.int64(mine >> BITS > theirs >> BITS) + np.int64(mine & LOWER > theirs & LOWER)


@inline
def roll_index(sums: IntArray, draws: Integer, seed: Integer, unit: Integer) -> Integer:
    """The index of a unit's three-dice total in `sums`, taken from a uniform draw over all rolls."""
    below = _U(len(sums))
    word = shared_word(seed, unit // _FOUR, _OWN_WORD, unit % _FOUR, below, draws)
    found: Integer = sums[(word * below) >> _HALF]
    return found


@compiled
def count_rounds(
    seed: Integer, first: Integer, units: Integer, pile: Woodpile, sums: IntArray, draws: Integer, cells: IntArray
) -> Integer:
    """Deal `units` rounds and count them in the cells; if `sums` is not empty, roll the dice too."""
    dealt = pile.buffers.dealt
    for begin in range(0, units, TOGETHER):
        deal(seed, first + _U(begin), pile.buffers)
        for at in range(min(TOGETHER, units - begin)):
            found = higher(pile, dealt, at)
            if len(sums):
                found += ENDS * roll_index(sums, draws, seed, first + _U(begin + at))
            tick(cells, found)
    return units


@compiled
def play_rounds(
    seed: Integer, first: Integer, pile: Woodpile, sums: IntArray, draws: Integer, worth: IntArray, nets: IntArray
) -> Integer:
    """Write each round's net, starting with unit `first`."""
    dealt = pile.buffers.dealt
    for begin in range(0, len(nets), TOGETHER):
        deal(seed, first + _U(begin), pile.buffers)
        for at in range(min(TOGETHER, len(nets) - begin)):
            found = higher(pile, dealt, at)
            if len(sums):
                found += ENDS * roll_index(sums, draws, seed, first + _U(begin + at))
            nets[begin + at] = worth[found]
    return len(nets)


class WoodpileSource(UnitSource):
    """The randomness for one round, with stacks ordered so that the dealer and the player get the first eight tiles.

    The mixed tiles are equally random in any order of stacks, so the order may depend on the dice.
    """

    def __init__(self, seed: int, unit: int, places: int, dice: int) -> None:
        super().__init__(seed, unit, own_below=len(outcomes(dice)) if dice else places)
        self._places = places
        self._roll = super().dice(dice) if dice else None
        self._start = 0 if self._roll is not None else super().number(places)

    def dice(self, number: int = 2) -> Dice:
        assert self._roll is not None
        return self._roll

    def number(self, below: int) -> int:
        return self._start if below == self._places else super().number(below)

    def shuffle(self, shoe_id: str, composition: Sequence[int]) -> str:
        super().shuffle(shoe_id, composition)
        order = self._orders[shoe_id]
        begins = (sum(self._roll) - 1 if self._roll is not None else self._start) % self._places
        stacks = [order[at : at + OWN] for at in range(0, len(order), OWN)]
        self._orders[shoe_id] = [tile for at in range(self._places) for tile in stacks[(begins + at) % self._places]]
        return self._opening(shoe_id).commitment


# ---- Tables of the loop


def _pairs() -> NDArray[np.uint8]:
    """The number of each pair of kinds, the same in either order."""
    numbers = np.zeros((len(KINDS), len(KINDS)), np.uint8)
    for number, (one, other) in enumerate(combinations_with_replacement(range(len(KINDS)), 2)):
        numbers[one, other] = numbers[other, one] = number
    kinds = np.array([NUMBER[tile.kind] for tile in spread(PAI_GOW.counts) if isinstance(tile, Tile)])
    found: NDArray[np.uint8] = numbers[kinds[:, None], kinds[None, :]]
    return found


def _set_into(settings: Settings, split: Numbers) -> NDArray[np.int16]:
    """The packed ranks for the setting of four kinds, by the numbers of two pairs; 0 if they cannot be dealt."""
    rows = np.arange(len(split))
    splits = settings.counts.splits
    made = (splits.high[rows, split] << BITS) + splits.low[rows, split]
    found = np.zeros((PAIRS, PAIRS), np.int16)
    twos = list(combinations_with_replacement(range(len(KINDS)), 2))
    for at, one in enumerate(twos):
        for to, other in enumerate(twos):
            if (number := number_of((*one, *other))) is not None:
                found[at, to] = made[number]
    return found


def _woodpile(settings: Settings, way: str) -> Woodpile:
    own, theirs = (_set_into(settings, settings.chosen(one)) for one in (way, HOUSE))
    pairs = _pairs()
    return Woodpile(pairs, own, theirs, ScratchBuffers.of_pieces(2 * OWN, len(pairs)))


def _with_buffers(pile: Woodpile) -> Woodpile:
    """The woodpile with its own buffers, for one thread."""
    return pile._replace(buffers=ScratchBuffers.of_pieces(2 * OWN, len(pile.pairs)))


def kernel(
    layout: Layout,
    wagers: Sequence[str] | None = None,
    strategy: str | None = None,
    progress: Progress | None = None,
) -> Kernel:
    """The loop for a layout, with these wagers made every round and the tiles set in a given way."""
    game = game_on(layout)
    assert isinstance(game, PaiGowTiles)
    way = way_named(layout, strategy)
    standing = choose_wagers(layout, wagers, WITHOUT)
    stakes = {kind: usual_stake(game, kind) for kind in (MAIN, *standing)}  # nothing is dealt without a wager on a hand
    settings, _ = settings_of(layout, stakes[MAIN])
    pile = _woodpile(settings, way)
    dice = DICE_WAGER in standing
    rolls = outcomes(layout.fact("dice"))
    totals = sorted({sum(roll) for roll in rolls}) if dice else [0]
    sums = np.array([totals.index(sum(roll)) for roll in rolls] if dice else [], np.int64)
    draws = per_word(len(rolls))
    slots = tuple(
        Slot.of(kind, game.name(kind), stakes[kind], _nets(game, kind, stakes[kind], totals), spot)
        for kind, spot in standing.items()
    )
    worth = np.array([_nets(game, kind, stakes[kind], totals) for kind in stakes], np.int64).sum(axis=0)

    def count(seed: int, first: int, units: int, cells: Counts) -> int:
        return int(count_rounds(_U(seed), _U(first), units, _with_buffers(pile), sums, draws, cells))

    def play(seed: int, first: int, into: Counts) -> int:
        return int(play_rounds(_U(seed), _U(first), _with_buffers(pile), sums, draws, worth, into))

    def decide(ask: AskDecision) -> str | None:
        state = ask.state
        assert isinstance(state, PaiGowState)
        return settings.setting(state.hand(state.turn).all, way) if ask.sets and way != HOUSE else None

    shaker = layout.option("dice_method") == "shaker"
    return Kernel(
        layout=layout,
        unit="round",
        round="round",
        slots=slots,
        cells=ENDS * len(totals),
        chunk=UNIT_ROUNDS,
        rounds_per_unit=1.0,
        at_risk=sum(stakes.values()),
        count=count,
        play=play,
        source=partial(WoodpileSource, places=len(game.places), dice=layout.fact("dice") if shaker else 0),
        standing=simulated_player(stakes, standing, decide),
        functions=(count_rounds,),
        asked=None if wagers is None else tuple(wagers),
        strategy=strategy,
        plays="the house way" if way == HOUSE else "the best setting" if way == BEST else way,
        pricing={} if way == HOUSE else {"strategy": way},
    )


def _nets(game: PaiGowTiles, kind: str, stake: int, totals: Sequence[int]) -> list[int]:
    """Each cell's net for a wager, by dice total and by the number of hands in which the player is higher."""
    if kind == MAIN:
        pays = game.odds[MAIN][""].pays(stake)
        won = pays - game.vigorish(pays)
        ends = [-stake if higher <= game.compared["loses"] else 0 for higher in range(ENDS)]
        ends[game.compared["wins"]] = won
        return ends * len(totals)
    odds = game.odds[DICE_WAGER]
    paid = [odds[str(total)].pays(stake) if str(total) in odds else -stake for total in totals]
    return [net for net in paid for _ in range(ENDS)]


SIMULATION: Any = Simulation(kernel, f"{HOUSE}, {BEST}, or the name of a house way", without=WITHOUT)
