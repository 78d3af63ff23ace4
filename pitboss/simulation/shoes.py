"""The loop for games dealt from a shoe, card by card; compiled once for all of them.

A round is a small automaton. Each card leads either to the next state, with the number of cards to burn before the next
card, or to the end of the round, which is a cell. The game supplies that table; the loop only follows it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.simulation.compiled import IntArray, Integer, compiled, inner
from pitboss.simulation.kernel import Counts
from pitboss.simulation.shuffles import shuffle_new_deck
from pitboss.simulation.tally import tick

BURN_BITS = 4
"""The number of low bits in a state that say how many cards to burn before its card."""

_BURN = (1 << BURN_BITS) - 1
_USED_BITS = 2
_USED = (1 << _USED_BITS) - 1
_TWO, _THREE = 2, 3


class Shoe(NamedTuple):
    """The tables that a loop of shoes reads and the buffers that it writes; it allocates nothing.

    `burned` is the number of cards burned before the first round, by the first card. Once `stop` cards are out, so is
    the cutting card: this round is the last one or, with `one_more`, the next one is. `need` cards are shuffled.
    `opening` says what follows the first two or three cards (`ahead`), `follows` what follows each later card. `deck`,
    `words`, `begun` and `ends` are scratch buffers.
    """

    cards: NDArray[np.uint8]
    burned: NDArray[np.int64]
    stop: int
    need: int
    one_more: bool
    kinds: int
    ahead: int
    opening: NDArray[np.int32]
    follows: NDArray[np.int32]
    deck: NDArray[np.uint8]
    words: NDArray[np.uint32]
    begun: NDArray[np.int32]
    ends: NDArray[np.int32]


@inner
def _deal(shoe: Shoe, seed: Integer, unit: Integer) -> Integer:
    """Shuffle and deal a unit's shoe; put the cell of each round into `ends` and return the number of rounds.

    The opening is looked up for every card at which a round may begin before the rounds are followed, since these
    lookups do not depend on one another. The cutting card may come out before or during a round.
    """
    shuffle_new_deck(shoe.deck, shoe.cards, shoe.need, shoe.words, seed, unit)
    deck, begun, opening, follows, ends = shoe.deck, shoe.begun, shoe.opening, shoe.follows, shoe.ends
    kinds, stop, one_more = np.uint64(shoe.kinds), shoe.stop, shoe.one_more
    places = min(shoe.need, deck.shape[0] - shoe.ahead + 1)
    if shoe.ahead == _THREE:
        for place in range(places):
            two = np.uint64(deck[place]) * kinds + np.uint64(deck[place + 1])
            begun[place] = opening[two * kinds + np.uint64(deck[place + 2])]
    else:
        for place in range(places):
            begun[place] = opening[np.uint64(deck[place]) * kinds + np.uint64(deck[place + 1])]
    at = np.int64(shoe.burned[deck[0]])
    rounds = 0
    while True:
        last = at >= stop
        found = np.int64(begun[at])
        at += found & _USED
        found >>= _USED_BITS
        while found >= 0:
            at += found & _BURN
            found = np.int64(follows[np.uint64(found >> BURN_BITS) * kinds + np.uint64(deck[at])])
            at += 1
        ends[rounds] = -1 - found
        rounds += 1
        if last or (at >= stop and not one_more):
            return rounds


@compiled
def count_shoes(seed: Integer, first: Integer, count: Integer, shoe: Shoe, cells: IntArray) -> Integer:
    """Deal shoes, count their rounds in the cells, and return the number of rounds."""
    rounds = 0
    for dealt in range(count):
        in_shoe = _deal(shoe, seed, first + np.uint64(dealt))
        for end in range(in_shoe):
            tick(cells, shoe.ends[end])
        rounds += in_shoe
    return rounds


@compiled
def play_shoes(seed: Integer, first: Integer, shoe: Shoe, worth: IntArray, nets: IntArray) -> Integer:
    """Fill in the total net of each round, starting at shoe `first`; return the number of shoes begun."""
    rounds = 0
    unit = first
    while rounds < nets.shape[0]:
        for end in range(min(_deal(shoe, seed, unit), nets.shape[0] - rounds)):
            nets[rounds] = worth[shoe.ends[end]]
            rounds += 1
        unit += np.uint64(1)
    return np.int64(unit - first)


@dataclass(frozen=True)
class Shoes:
    """The loop for one table. `cards` is the kind of every card in the shoe; `most` is the length of the longest
    round.

    `cut` cards are behind the cutting card; if no cards are in front of it, every round is dealt from a full shoe.
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
        ahead, opening = self.opening
        words = np.empty(max(4, need // 12 * 4 + 12), np.uint32)
        begun, ends = np.empty(size, np.int32), np.empty(size, np.int32)
        rules = stop, need, self.one_more, self.kinds, ahead, opening, self.follows
        return Shoe(self.cards, self.burned, *rules, np.empty(size, np.uint8), words, begun, ends)

    @cached_property
    def opening(self) -> tuple[int, NDArray[np.int32]]:
        """How many cards one lookup covers, and the table of what follows them: the result and the number of cards
        used. A lookup covers the first two cards, which every round has, or all three if no round has more and none are
        burned.
        """
        first = self.follows[: self.kinds]
        if np.any(first < 0) or np.any(first & _BURN):
            raise ValueError("a round has at least two cards, and burns none between them")
        rows = [self.follows[(state >> BURN_BITS) * self.kinds :][: self.kinds] for state in first]
        two = np.concatenate(rows).astype(np.int64)
        if self.most > _THREE or np.any(two[two >= 0] & _BURN):
            return _TWO, (two << _USED_BITS | _TWO).astype(np.int32)
        two, third = np.repeat(two, self.kinds), np.tile(np.arange(self.kinds), self.kinds**2)
        goes_on = two >= 0
        three = np.where(goes_on, self.follows[np.where(goes_on, (two >> BURN_BITS) * self.kinds + third, 0)], two)
        return _THREE, (three << _USED_BITS | np.where(goes_on, _THREE, _TWO)).astype(np.int32)

    def count(self, seed: int, first: int, units: int, cells: Counts) -> int:
        """Count shoes in the cells, starting at `first`; return the number of rounds."""
        return int(count_shoes(np.uint64(seed), np.uint64(first), units, self._shoe, cells))

    def play(self, seed: int, first: int, nets: Counts) -> int:
        """Fill in the net of each round, starting at shoe `first`; return the number of shoes begun."""
        return int(play_shoes(np.uint64(seed), np.uint64(first), self._shoe, self.worth, nets))


FUNCTIONS = (count_shoes,)
"""The functions that are compiled when a shoes kernel first counts."""
