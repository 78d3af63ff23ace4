"""The loop for games decided by one draw, such as a throw of the dice or a spin of the wheel; compiled once for all of
them.

The effect of a draw on any wager depends on the number drawn and, if wagers can outlast it (a wager held en prison), on
the current state. So the loop counts events, `state + number`, and a game supplies two tables: the state that follows
an event, and the result of each event. A unit is one draw, plus any further draws until nothing is undecided. Almost
every unit needs a single number, so many units share one block of random words.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.typing import NDArray

from pitboss.simulation.compiled import IntArray, Integer, compiled, inner
from pitboss.simulation.kernel import Counts
from pitboss.simulation.philox import WORD, per_word, unit_block
from pitboss.simulation.shuffles import NUMBERS
from pitboss.simulation.sources import SHARED, UnitSource
from pitboss.simulation.tally import tick

TOGETHER = 256
"""The number of blocks of random words made at once."""
LANES = 4
"""Adjacent units are counted in separate lanes, so that they do not wait for each other."""
OVER = -1
"""The entry that follows an event that ends the unit."""

_SHARED = np.uint64(SHARED)
_STREAM = np.uint64(NUMBERS)
_LOW = np.uint64(WORD - 1)
_HALF = np.uint64(32)
_WORD = np.uint64(WORD)
_ONE = np.uint64(1)
_ZERO = np.uint64(0)


@inner
def outcome_count(below: Integer, draws: Integer) -> Integer:
    """Return the number of possible outcomes of several draws."""
    space = _ONE
    for _ in range(draws):
        space *= below
    return space


@inner
def word_accepted(word: Integer, below: Integer, draws: Integer) -> bool:
    """Whether a word is accepted rather than rejected."""
    space = outcome_count(below, draws)
    return bool((word * space) & _LOW >= _WORD % space)


@inner
def shared_word(
    seed: Integer, group: Integer, stream: Integer, column: Integer, below: Integer, draws: Integer
) -> Integer:
    """Return a word shared by a group of units; a rejected word is replaced from the next block."""
    block = _ZERO
    while True:
        word = unit_block(seed, group, stream, block)[column]
        if word_accepted(word, below, draws):
            return word
        block += _ONE


@inner
def draw_until_decided(
    seed: Integer, unit: Integer, state: Integer, below: Integer, draws: Integer, follows: IntArray, cells: IntArray
) -> Integer:
    """Draw until nothing is undecided; return the number of draws."""
    more = 0
    block = _ZERO
    while True:
        for word in unit_block(seed, unit, _STREAM, block):
            if not word_accepted(word, below, draws):
                continue
            for _ in range(draws):
                word *= below
                event = np.int64(word >> _HALF) + state
                word &= _LOW
                tick(cells, event)
                more += 1
                state = np.int64(follows[event])
                if state < 0:
                    return more
        block += _ONE


@inner
def first_blocks(seed: Integer, first: Integer, stream: Integer, words: IntArray) -> None:
    """Compute the first block of each group, in its own loop so that it is vectorized."""
    for at in range(TOGETHER):
        a, b, c, d = unit_block(seed, first + np.uint64(at), stream, _ZERO)
        words[0, at] = a
        words[1, at] = b
        words[2, at] = c
        words[3, at] = d


@compiled
def _draw(words: IntArray, below: Integer, numbers: IntArray) -> None:
    """Extract the next number from each word; the leftover fraction serves the one after it."""
    for at in range(TOGETHER):
        drawn = np.uint64(words[at]) * below
        words[at] = drawn & _LOW
        numbers[at] = drawn >> _HALF


@inner
def _count_groups(
    seed: Integer,
    first: Integer,
    last: Integer,
    below: Integer,
    draws: Integer,
    words: IntArray,
    numbers: IntArray,
    lanes: IntArray,
) -> None:
    """Count whole groups of units when every draw settles all wagers."""
    space = outcome_count(below, draws)
    limit = _WORD % space
    group = first
    while group < last:
        first_blocks(seed, group, _SHARED, words)
        groups = min(np.int64(TOGETHER), np.int64(last - group))
        for column in range(4):
            row = words[column]
            for at in range(groups):
                if (np.uint64(row[at]) * space) & _LOW < limit:
                    row[at] = shared_word(seed, group + np.uint64(at), _SHARED, column, below, draws)
            for _ in range(draws):
                _draw(row, below, numbers)
                for at in range(groups):
                    tick(lanes[at & 3], np.uint64(numbers[at]))
        group += np.uint64(groups)


@inner
def _count_some(
    seed: Integer, first: Integer, last: Integer, below: Integer, draws: Integer, follows: IntArray, cells: IntArray
) -> Integer:
    """Count units individually; return the number of draws."""
    size = np.uint64(4 * draws)
    drawn = 0
    group = first // size
    while group * size < last:
        for column in range(4):
            begins = group * size + np.uint64(column * draws)
            if begins >= last or begins + np.uint64(draws) <= first:
                continue
            word = shared_word(seed, group, _SHARED, column, below, draws)
            for at in range(draws):
                word *= below
                number = np.int64(word >> _HALF)
                word &= _LOW
                unit = begins + np.uint64(at)
                if first <= unit < last:
                    tick(cells, number)
                    drawn += 1
                    state = np.int64(follows[number])
                    if state >= 0:
                        drawn += draw_until_decided(seed, unit, state, below, draws, follows, cells)
        group += _ONE
    return drawn


@inner
def _can_go_on(below: Integer, follows: IntArray) -> bool:
    """Whether some first draw leaves something undecided."""
    for number in range(np.int64(below)):  # noqa: SIM110
        if follows[number] >= 0:
            return True
    return False


@compiled
def count_draws(
    seed: Integer,
    first: Integer,
    count: Integer,
    below: Integer,
    draws: Integer,
    follows: IntArray,
    words: IntArray,
    numbers: IntArray,
    lanes: IntArray,
    cells: IntArray,
) -> Integer:
    """Deal units, count them in the cells, and return the number of draws. `words`, `numbers` and `lanes` are scratch
    buffers.
    """
    size = np.uint64(4 * draws)
    last = first + np.uint64(count)
    whole, end = (first + size - _ONE) // size, last // size
    if whole >= end or _can_go_on(below, follows):
        return _count_some(seed, first, last, below, draws, follows, cells)
    _count_some(seed, first, whole * size, below, draws, follows, cells)
    _count_groups(seed, whole, end, below, draws, words, numbers, lanes)
    _count_some(seed, end * size, last, below, draws, follows, cells)
    for lane in range(lanes.shape[0]):
        for number in range(lanes.shape[1]):
            cells[number] += lanes[lane, number]
    return count


@compiled
def play_draws(
    seed: Integer, first: Integer, below: Integer, draws: Integer, follows: IntArray, worth: IntArray, nets: IntArray
) -> Integer:
    """Fill in the total net of each draw, starting at unit `first`; return the number of units begun."""
    drawn = 0
    unit = first
    while drawn < nets.shape[0]:
        within = np.int64(unit % np.uint64(4 * draws))
        word = shared_word(seed, unit // np.uint64(4 * draws), _SHARED, within // draws, below, draws)
        for _ in range(within % draws):
            word = (word * below) & _LOW
        event = np.int64((word * below) >> _HALF)
        block = _ZERO
        column = 4
        left: Integer = 0
        while True:
            nets[drawn] = worth[event]
            drawn += 1
            state = np.int64(follows[event])
            if state < 0 or drawn == nets.shape[0]:
                break
            while not left:
                if column == 4:
                    words = unit_block(seed, unit, _STREAM, block)
                    block += _ONE
                    column = 0
                word = words[column]
                column += 1
                left = draws if word_accepted(word, below, draws) else 0
            word *= below
            event = np.int64(word >> _HALF) + state
            word &= _LOW
            left -= 1
        unit += _ONE
    return np.int64(unit - first)


@dataclass(frozen=True)
class Draws:
    """The loop for one table: numbers below `below`, and what follows each event (`OVER`, or a state's first event).

    >>> dice = Draws(36, worth=np.zeros(36, np.int64))
    >>> cells = np.zeros(36, np.int64)
    >>> dice.count(seed=7, first=0, units=1000, cells=cells), int(cells.sum())
    (1000, 1000)
    """

    below: int
    worth: Counts = field(repr=False)
    follows: NDArray[np.int32] | None = field(default=None, repr=False)

    @property
    def _follows(self) -> NDArray[np.int32]:
        return np.full(self.below, OVER, np.int32) if self.follows is None else self.follows

    def count(self, seed: int, first: int, units: int, cells: Counts) -> int:
        """Count units in the cells, one cell per event; return the number of draws."""
        small = self.below <= 1 << 8
        words = np.empty((4, TOGETHER), np.uint32)
        numbers: IntArray = np.empty(TOGETHER, np.uint8 if small else np.uint16)
        lanes = np.zeros((LANES, self.below), np.int64)
        at = np.uint64(seed), np.uint64(first), units, np.uint64(self.below), per_word(self.below)
        return int(count_draws(*at, self._follows, words, numbers, lanes, cells))

    def play(self, seed: int, first: int, nets: Counts) -> int:
        """Fill in the net of each draw, starting at unit `first`; return the number of units begun."""
        at = np.uint64(seed), np.uint64(first), np.uint64(self.below), per_word(self.below)
        return int(play_draws(*at, self._follows, self.worth, nets))

    @property
    def source(self) -> partial[UnitSource]:
        """Return a source that feeds the same draws to the real round."""
        return partial(UnitSource, first_below=self.below)


FUNCTIONS = (count_draws,)
"""The functions that are compiled when a draws kernel first counts."""
