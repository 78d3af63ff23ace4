"""The loop for games dealt from a shoe, card by card; compiled once for all of them.

A round is a small automaton. Each card leads to the next state, with the number of cards to burn before the next card,
or to the end of the round, which is a cell. A game supplies that table; the loop only follows it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.simulation.compiled import Boolean, IntArray, Integer, compiled, inner
from pitboss.simulation.kernel import Counts
from pitboss.simulation.shuffles import shuffle_new_deck
from pitboss.simulation.tally import tick

BURN_BITS = 4
"""The number of low bits of a state that hold the cards to burn before its card."""

_BURN = (1 << BURN_BITS) - 1
_THREE = 3


class Shoe(NamedTuple):
    """The tables that a loop of shoes reads and the buffers that it writes; it allocates nothing.

    `burned` is the number of cards burned before the first round, by the first card. Once `stop` cards are out, the
    cutting card is out: the round is the last or, with `one_more`, the next one is. `need` cards are shuffled.
    `opening` has what follows the first two cards, `follows` what follows each later card, and `short` the result of
    three cards if no round has more. `deck`, `words` and `begun` are scratch buffers.
    """

    cards: NDArray[np.uint8]
    burned: NDArray[np.int64]
    stop: int
    need: int
    one_more: bool
    kinds: int
    opening: NDArray[np.int32]
    follows: NDArray[np.int32]
    short: NDArray[np.int32]
    deck: NDArray[np.uint8]
    words: NDArray[np.uint32]
    begun: NDArray[np.int32]


@inner
def _fresh(shoe: Shoe, seed: Integer, unit: Integer) -> Integer:
    """Shuffle a unit's shoe as far as it is dealt; return the position of the first round's first card."""
    shuffle_new_deck(shoe.deck, shoe.cards, shoe.need, shoe.words, seed, unit)
    return np.int64(shoe.burned[shoe.deck[0]])


@inner
def _round(shoe: Shoe, at: Integer) -> tuple[Integer, Integer, Boolean]:
    """Deal a round; return its cell, the position of the next card, and whether it was the last round.

    The cutting card may come out before or during the round.
    """
    deck, kinds, follows = shoe.deck, shoe.kinds, shoe.follows
    last = at >= shoe.stop
    found = np.int64(shoe.opening[np.int64(deck[at]) * kinds + np.int64(deck[at + 1])])
    at += 2
    while found >= 0:
        at += found & _BURN
        found = np.int64(follows[(found >> BURN_BITS) * kinds + np.int64(deck[at])])
        at += 1
    return -1 - found, at, last or (at >= shoe.stop and not shoe.one_more)


@inner
def _short_rounds(shoe: Shoe, at: Integer, cells: IntArray) -> Integer:
    """Deal the rounds of a shoe if none has more than three cards, so that one table lookup is enough for each.

    The lookups for rounds that would begin at each card are done first, since they do not depend on one another.
    """
    deck, begun, short, stop = shoe.deck, shoe.begun, shoe.short, shoe.stop
    kinds = np.uint64(shoe.kinds)
    for place in range(min(stop + _THREE, deck.shape[0] - 2)):
        three = (np.uint64(deck[place]) * kinds + np.uint64(deck[place + 1])) * kinds + np.uint64(deck[place + 2])
        begun[place] = short[three]
    rounds = 0
    while True:
        last = at >= stop
        found = np.int64(begun[at])
        at += found & _THREE
        tick(cells, found >> 2)
        rounds += 1
        if last or (at >= stop and not shoe.one_more):
            return rounds


@compiled
def count_shoes(seed: Integer, first: Integer, count: Integer, shoe: Shoe, cells: IntArray) -> Integer:
    """Deal shoes into the cells; return the number of rounds."""
    rounds = 0
    for dealt in range(count):
        at = _fresh(shoe, seed, first + np.uint64(dealt))
        if shoe.short.shape[0]:
            rounds += _short_rounds(shoe, at, cells)
            continue
        over: Boolean = False
        while not over:
            cell, at, over = _round(shoe, at)
            tick(cells, cell)
            rounds += 1
    return rounds


@compiled
def play_shoes(seed: Integer, first: Integer, shoe: Shoe, worth: IntArray, nets: IntArray) -> Integer:
    """Fill in the total net of each round, starting at shoe `first`; return the number of shoes begun."""
    rounds = 0
    unit = first
    while rounds < nets.shape[0]:
        at = _fresh(shoe, seed, unit)
        over: Boolean = False
        while not over and rounds < nets.shape[0]:
            cell, at, over = _round(shoe, at)
            nets[rounds] = worth[cell]
            rounds += 1
        unit += np.uint64(1)
    return np.int64(unit - first)


@dataclass(frozen=True)
class Shoes:
    """The loop for one table. `cards` has the kind of every card in the shoe; `most` is the length of the longest
    round.

    `cut` cards are behind the cutting card; if there are none before it, every round is dealt from all the cards.
    """

    cards: NDArray[np.uint8] = field(repr=False)
    kinds: int
    follows: NDArray[np.int32] = field(repr=False)
    worth: Counts = field(repr=False)
    most: int
    cut: int
    burned: NDArray[np.int64] = field(repr=False)
    one_more: bool = False

    @property
    def _shoe(self) -> Shoe:
        size = len(self.cards)
        stop = size - self.cut
        need = min(size, stop + (2 if self.one_more else 1) * self.most)
        deck, words = np.empty(size, np.uint8), np.empty(max(4, need // 12 * 4 + 12), np.uint32)
        rules = self.kinds, self.opening, self.follows, self.short
        begun = np.empty(size, np.int32)
        return Shoe(self.cards, self.burned, stop, need, self.one_more, *rules, deck, words, begun)

    @cached_property
    def opening(self) -> NDArray[np.int32]:
        """The table for the first two cards, which every round has, so that one lookup covers both."""
        first = self.follows[: self.kinds]
        if np.any(first < 0) or np.any(first & _BURN):
            raise ValueError("a round has at least two cards, and burns none between them")
        rows = [self.follows[(state >> BURN_BITS) * self.kinds :][: self.kinds] for state in first]
        return np.concatenate(rows).astype(np.int32)

    @cached_property
    def short(self) -> NDArray[np.int32]:
        """The result of three cards and how many of them the round uses; empty if it can have more, or burns some."""
        if self.most > _THREE:
            return np.empty(0, np.int32)
        second = np.repeat(self.opening.astype(np.int64), self.kinds)
        third = np.tile(np.arange(self.kinds), self.kinds**2)
        goes_on = second >= 0
        if np.any(second[goes_on] & _BURN):
            return np.empty(0, np.int32)
        ends = np.where(goes_on, self.follows[np.where(goes_on, (second >> BURN_BITS) * self.kinds + third, 0)], second)
        return ((-1 - ends) << 2 | np.where(goes_on, _THREE, 2)).astype(np.int32)

    def count(self, seed: int, first: int, units: int, cells: Counts) -> int:
        """Count shoes into the cells, starting at `first`; return the number of rounds."""
        return int(count_shoes(np.uint64(seed), np.uint64(first), units, self._shoe, cells))

    def play(self, seed: int, first: int, nets: Counts) -> int:
        """Fill in the net of each round, starting at shoe `first`; return the number of shoes begun."""
        return int(play_shoes(np.uint64(seed), np.uint64(first), self._shoe, self.worth, nets))


FUNCTIONS = (count_shoes,)
"""The functions compiled when a shoes kernel first counts."""

__all__ = ["BURN_BITS", "FUNCTIONS", "Shoes"]
