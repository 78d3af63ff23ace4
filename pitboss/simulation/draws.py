"""The loop of games that one draw decides: a throw of the dice, a spin of the wheel. Compiled once for all of them.

The one idea: what a draw does to any wager hangs on the number drawn and, where wagers can outlast it (a wager held en
prison), on what stands then; so the loop counts events, `state + number`, and a game gives tables: which state follows
an event, and what each event comes to. A unit is a draw, and where it leaves something undecided, the draws that
follow until nothing is. Units need one number each, almost always: so many of them share a block of random words.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.typing import NDArray

from pitboss.simulation.compiled import Cells, Whole, compiled, inner
from pitboss.simulation.kernel import Counts
from pitboss.simulation.philox import WORD, per_word, unit_block
from pitboss.simulation.shuffles import NUMBERS
from pitboss.simulation.sources import SHARED, UnitSource
from pitboss.simulation.tally import tick

TOGETHER = 256
"So many blocks of random words are made at once."
LANES = 4
"Neighbours count apart, or they would wait in line."
OVER = -1
"What follows an event after which the unit is over."

_SHARED = np.uint64(SHARED)
_STREAM = np.uint64(NUMBERS)
_LOW = np.uint64(WORD - 1)
_HALF = np.uint64(32)
_WORD = np.uint64(WORD)
_ONE = np.uint64(1)
_ZERO = np.uint64(0)


@inner
def space_of(below: Whole, draws: Whole) -> Whole:
    """How many ways there are for so many draws."""
    space = _ONE
    for _ in range(draws):
        space *= below
    return space


@inner
def word_accepted(word: Whole, below: Whole, draws: Whole) -> bool:
    """Whether a word is not thrown away."""
    space = space_of(below, draws)
    return bool((word * space) & _LOW >= _WORD % space)


@inner
def word_of(seed: Whole, group: Whole, stream: Whole, column: Whole, below: Whole, draws: Whole) -> Whole:
    """A word that a group of units shares; thrown away, it is the same word of the next block."""
    block = _ZERO
    while True:
        word = unit_block(seed, group, stream, block)[column]
        if word_accepted(word, below, draws):
            return word
        block += _ONE


@inner
def drawn_on(seed: Whole, unit: Whole, state: Whole, below: Whole, draws: Whole, follows: Cells, cells: Cells) -> Whole:
    """The draws that follow one which left something undecided, until nothing is; how many they were."""
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
def first_blocks(seed: Whole, first: Whole, stream: Whole, words: Cells) -> None:
    """The first block of each group: a loop of its own, so that it is vectorised."""
    for at in range(TOGETHER):
        a, b, c, d = unit_block(seed, first + np.uint64(at), stream, _ZERO)
        words[0, at] = a
        words[1, at] = b
        words[2, at] = c
        words[3, at] = d


@compiled
def _draw(words: Cells, below: Whole, numbers: Cells) -> None:
    """The next number of each word; what is below the point is for the one after."""
    for at in range(TOGETHER):
        drawn = np.uint64(words[at]) * below
        words[at] = drawn & _LOW
        numbers[at] = drawn >> _HALF


@inner
def _count_groups(
    seed: Whole, first: Whole, last: Whole, below: Whole, draws: Whole, words: Cells, numbers: Cells, lanes: Cells
) -> None:
    """Whole groups of units, where every draw decides all."""
    space = space_of(below, draws)
    thrown_away = _WORD % space
    group = first
    while group < last:
        first_blocks(seed, group, _SHARED, words)
        groups = min(np.int64(TOGETHER), np.int64(last - group))
        for column in range(4):
            row = words[column]
            for at in range(groups):
                if (np.uint64(row[at]) * space) & _LOW < thrown_away:
                    row[at] = word_of(seed, group + np.uint64(at), _SHARED, column, below, draws)
            for _ in range(draws):
                _draw(row, below, numbers)
                for at in range(groups):
                    tick(lanes[at & 3], np.uint64(numbers[at]))
        group += np.uint64(groups)


@inner
def _count_some(
    seed: Whole, first: Whole, last: Whole, below: Whole, draws: Whole, follows: Cells, cells: Cells
) -> Whole:
    """Units one by one; how many draws they took."""
    size = np.uint64(4 * draws)
    drawn = 0
    group = first // size
    while group * size < last:
        for column in range(4):
            begins = group * size + np.uint64(column * draws)
            if begins >= last or begins + np.uint64(draws) <= first:
                continue
            word = word_of(seed, group, _SHARED, column, below, draws)
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
                        drawn += drawn_on(seed, unit, state, below, draws, follows, cells)
        group += _ONE
    return drawn


@inner
def _goes_on(below: Whole, follows: Cells) -> bool:
    """Whether some first draw leaves something undecided."""
    for number in range(np.int64(below)):  # noqa: SIM110
        if follows[number] >= 0:
            return True
    return False


@compiled
def count_draws(
    seed: Whole,
    first: Whole,
    count: Whole,
    below: Whole,
    draws: Whole,
    follows: Cells,
    words: Cells,
    numbers: Cells,
    lanes: Cells,
    cells: Cells,
) -> Whole:
    """Deal so many units into the cells; how many draws they took. `words`, `numbers` and `lanes` are room to work."""
    size = np.uint64(4 * draws)
    last = first + np.uint64(count)
    whole, end = (first + size - _ONE) // size, last // size
    if whole >= end or _goes_on(below, follows):
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
    seed: Whole, first: Whole, below: Whole, draws: Whole, follows: Cells, worth: Cells, nets: Cells
) -> Whole:
    """Draw after draw from unit `first` on: what each comes to, all wagers together; how many units were begun."""
    drawn = 0
    unit = first
    while drawn < nets.shape[0]:
        within = np.int64(unit % np.uint64(4 * draws))
        word = word_of(seed, unit // np.uint64(4 * draws), _SHARED, within // draws, below, draws)
        for _ in range(within % draws):
            word = (word * below) & _LOW
        event = np.int64((word * below) >> _HALF)
        block = _ZERO
        column = 4
        left: Whole = 0
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
    """The loop on one table: numbers below `below`, and what follows each event (`OVER`, or a state's first event).

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
        """Units from `first` on into the cells, one for each event; how many draws they took."""
        small = self.below <= 1 << 8
        words = np.empty((4, TOGETHER), np.uint32)
        numbers: Cells = np.empty(TOGETHER, np.uint8 if small else np.uint16)
        lanes = np.zeros((LANES, self.below), np.int64)
        at = np.uint64(seed), np.uint64(first), units, np.uint64(self.below), per_word(self.below)
        return int(count_draws(*at, self._follows, words, numbers, lanes, cells))

    def play(self, seed: int, first: int, nets: Counts) -> int:
        """What each draw comes to from unit `first` on; how many units were begun."""
        at = np.uint64(seed), np.uint64(first), np.uint64(self.below), per_word(self.below)
        return int(play_draws(*at, self._follows, self.worth, nets))

    @property
    def source(self) -> partial[UnitSource]:
        """The same draws for the real round."""
        return partial(UnitSource, first_below=self.below)


FUNCTIONS = (count_draws,)
"""What is compiled when a kernel of draws first counts."""

__all__ = ["FUNCTIONS", "OVER", "TOGETHER", "Draws", "drawn_on", "first_blocks", "word_accepted", "word_of"]
