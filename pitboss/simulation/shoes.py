"""The loop of games dealt from a shoe: shoe after shoe, round after round, card by card. Compiled once for all of them.

The one idea: a round is a small automaton. Which card comes leads to the next state, with cards to be burned before
the next one comes, or to the end of the round, which is a cell. A game gives that table; the loop only follows it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.simulation.compiled import Cells, Truth, Whole, compiled, inner
from pitboss.simulation.kernel import Counts
from pitboss.simulation.shuffles import lay_out
from pitboss.simulation.tally import tick

BURN_BITS = 4
"""A state that follows is written with the cards to be burned before its card; so many bits are theirs."""

_BURN = (1 << BURN_BITS) - 1
_THREE = 3


class Shoe(NamedTuple):
    """What a loop of shoes reads, and the buffers that it writes: it allocates nothing.

    `burned` are the cards gone before the first round, by the first card. When `stop` cards are out, the cutting card
    is: the round is the last, or, with `one_more`, the one after it. `need` cards are shuffled. `opening` has what
    follows the first two cards, `follows` what follows each card after them, `short` what three cards come to where no
    round has more. `deck`, `words` and `begun` are room to work in.
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
def _fresh(shoe: Shoe, seed: Whole, unit: Whole) -> Whole:
    """The shoe of a unit, shuffled as far as it is dealt: the place of the first card of its first round."""
    lay_out(shoe.deck, shoe.cards, shoe.need, shoe.words, seed, unit)
    return np.int64(shoe.burned[shoe.deck[0]])


@inner
def _round(shoe: Shoe, at: Whole) -> tuple[Whole, Whole, Truth]:
    """A round that begins with a card of the deck: its cell, the place of the card after it, whether it was the last.

    The cutting card may have come out before it, or come out in it.
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
def _short_rounds(shoe: Shoe, at: Whole, cells: Cells) -> Whole:
    """The rounds of a shoe where none has more than three cards: one look at a table is enough for each.

    Looked up is first, for every card, the round that would begin with it: these looks do not wait for one another.
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
def count_shoes(seed: Whole, first: Whole, count: Whole, shoe: Shoe, cells: Cells) -> Whole:
    """Deal so many shoes into the cells; how many rounds they had."""
    rounds = 0
    for dealt in range(count):
        at = _fresh(shoe, seed, first + np.uint64(dealt))
        if shoe.short.shape[0]:
            rounds += _short_rounds(shoe, at, cells)
            continue
        over: Truth = False
        while not over:
            cell, at, over = _round(shoe, at)
            tick(cells, cell)
            rounds += 1
    return rounds


@compiled
def play_shoes(seed: Whole, first: Whole, shoe: Shoe, worth: Cells, nets: Cells) -> Whole:
    """Round after round from shoe `first` on: what each comes to, all wagers together; how many shoes were begun."""
    rounds = 0
    unit = first
    while rounds < nets.shape[0]:
        at = _fresh(shoe, seed, unit)
        over: Truth = False
        while not over and rounds < nets.shape[0]:
            cell, at, over = _round(shoe, at)
            nets[rounds] = worth[cell]
            rounds += 1
        unit += np.uint64(1)
    return np.int64(unit - first)


@dataclass(frozen=True)
class Shoes:
    """The loop on one table. `cards` are the kinds of all the cards in the shoe; `most` those of the longest round.

    `cut` cards are behind the cutting card; with all but none before it, every round is dealt from all the cards.
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
        """What follows the first two cards: every round has two, so that one look at a table is enough for both."""
        first = self.follows[: self.kinds]
        if np.any(first < 0) or np.any(first & _BURN):
            raise ValueError("a round turns two cards at least, and burns none between them")
        rows = [self.follows[(state >> BURN_BITS) * self.kinds :][: self.kinds] for state in first]
        return np.concatenate(rows).astype(np.int32)

    @cached_property
    def short(self) -> NDArray[np.int32]:
        """What three cards come to, and how many of them the round has; empty where it can have more, or burns some."""
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
        """Shoes from `first` on into the cells; how many rounds they had."""
        return int(count_shoes(np.uint64(seed), np.uint64(first), units, self._shoe, cells))

    def play(self, seed: int, first: int, nets: Counts) -> int:
        """What each round comes to from shoe `first` on; how many shoes were begun."""
        return int(play_shoes(np.uint64(seed), np.uint64(first), self._shoe, self.worth, nets))


FUNCTIONS = (count_shoes,)
"""What is compiled when a kernel of shoes first counts."""

__all__ = ["BURN_BITS", "FUNCTIONS", "Shoes"]
