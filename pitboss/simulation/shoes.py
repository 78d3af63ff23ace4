"""The loop of games dealt from a shoe: shoe after shoe, round after round, card by card. Compiled once for all of them.

The one idea: a round is a small automaton. Which card comes leads to the next state, with cards to be burned before
the next one comes, or to the end of the round, which is a cell. A game gives that table; the loop only follows it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.simulation.compiled import Cells, Whole, compiled
from pitboss.simulation.kernel import Counts
from pitboss.simulation.shuffles import NUMBERS, shuffle
from pitboss.simulation.tally import tick

BURN_BITS = 4
"""A state that follows is written with the cards to be burned before its card; so many bits are theirs."""

_STREAM = np.uint64(NUMBERS + 1)
_BURN = (1 << BURN_BITS) - 1


@compiled
def _fresh(deck: Cells, cards: Cells, need: Whole, words: Cells, seed: Whole, unit: Whole) -> None:
    """A new shoe of a unit, shuffled as far as it is dealt."""
    for place in range(cards.shape[0]):
        deck[place] = cards[place]
    shuffle(deck, need, words, seed, unit, _STREAM)


@compiled
def _round(deck: Cells, at: Whole, kinds: Whole, opening: Cells, follows: Cells) -> Whole:
    """A round that begins with a card of the deck: its cell, and the place of the card after it."""
    found = np.int64(opening[np.int64(deck[at]) * kinds + np.int64(deck[at + 1])])
    at += 2
    while found >= 0:
        at += found & _BURN
        found = np.int64(follows[(found >> BURN_BITS) * kinds + np.int64(deck[at])])
        at += 1
    return -1 - found, at


@compiled
def count_shoes(
    seed: Whole,
    first: Whole,
    count: Whole,
    cards: Cells,
    burned: Cells,
    stop: Whole,
    need: Whole,
    one_more: bool,
    kinds: Whole,
    opening: Cells,
    follows: Cells,
    deck: Cells,
    words: Cells,
    cells: Cells,
) -> Whole:
    """Deal so many shoes into the cells; how many rounds they had. `deck` and `words` are room to work in.

    `burned` are the cards gone before the first round, by the first card. When `stop` cards are out, the cutting card
    is: the round is the last, or, with `one_more`, the one after it.
    """
    rounds = 0
    for dealt in range(count):
        _fresh(deck, cards, need, words, seed, first + np.uint64(dealt))
        at = np.int64(burned[deck[0]])
        while True:
            last = at >= stop
            cell, at = _round(deck, at, kinds, opening, follows)
            tick(cells, cell)
            rounds += 1
            if last or (at >= stop and not one_more):
                break
    return rounds


@compiled
def play_shoes(
    seed: Whole,
    first: Whole,
    cards: Cells,
    burned: Cells,
    stop: Whole,
    need: Whole,
    one_more: bool,
    kinds: Whole,
    opening: Cells,
    follows: Cells,
    deck: Cells,
    words: Cells,
    worth: Cells,
    nets: Cells,
) -> Whole:
    """Round after round from shoe `first` on: what each comes to, all wagers together; how many shoes were begun."""
    rounds = 0
    unit = first
    while rounds < nets.shape[0]:
        _fresh(deck, cards, need, words, seed, unit)
        at = np.int64(burned[deck[0]])
        over = False
        while not over and rounds < nets.shape[0]:
            last = at >= stop
            cell, at = _round(deck, at, kinds, opening, follows)
            nets[rounds] = worth[cell]
            rounds += 1
            over = last or (at >= stop and not one_more)
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
    def _at(self) -> tuple[Any, Any, Any, Any, Any, Any, Any, Any, Any, Any]:
        size = len(self.cards)
        stop = size - self.cut
        need = min(size, stop + (2 if self.one_more else 1) * self.most)
        deck, words = np.empty(size, np.uint8), np.empty(max(4, need // 12 * 4 + 12), np.uint32)
        rules = self.kinds, self.opening, self.follows
        return self.cards, self.burned, stop, need, self.one_more, *rules, deck, words

    @cached_property
    def opening(self) -> NDArray[np.int32]:
        """What follows the first two cards: every round has two, so that one look at a table is enough for both."""
        first = self.follows[: self.kinds]
        if np.any(first < 0) or np.any(first & _BURN):
            raise ValueError("a round turns two cards at least, and burns none between them")
        rows = [self.follows[(state >> BURN_BITS) * self.kinds :][: self.kinds] for state in first]
        return np.concatenate(rows).astype(np.int32)

    def count(self, seed: int, first: int, units: int, cells: Counts) -> int:
        """Shoes from `first` on into the cells; how many rounds they had."""
        return int(count_shoes(np.uint64(seed), np.uint64(first), units, *self._at, cells))

    def play(self, seed: int, first: int, nets: Counts) -> int:
        """What each round comes to from shoe `first` on; how many shoes were begun."""
        return int(play_shoes(np.uint64(seed), np.uint64(first), *self._at, self.worth, nets))


FUNCTIONS = (count_shoes,)
"""What is compiled when a kernel of shoes first counts."""

__all__ = ["BURN_BITS", "FUNCTIONS", "Shoes"]
