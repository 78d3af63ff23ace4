"""The loop of games in which several draws make one unit: the spins of a poker hand. Compiled once for all of them.

As in `draws`, the loop counts events, `state + number`, and a game gives the table of what follows each. The one idea:
a unit that takes several draws has a word of its own, whose digits they are, and neighbours make their words together.
Where every state is reached by one event only, what happened before the end of a unit follows from its end: so only
ends are counted, one for each unit, and the events before them are their sums. What is left is a word for each unit and
one tick of a table that is larger than the first cache: pokette's hands are so ten times as fast as draw by draw.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from pitboss.simulation.compiled import Cells, Whole, compiled, inner
from pitboss.simulation.draws import TOGETHER, drawn_on, first_blocks, space_of, word_accepted, word_of
from pitboss.simulation.kernel import Counts
from pitboss.simulation.philox import WORD, per_word, unit_block
from pitboss.simulation.shuffles import NUMBERS
from pitboss.simulation.sources import OWN, UnitSource
from pitboss.simulation.tally import tick

FEW = 1 << 12
"""Fewer units than this are counted event by event: the sums would take longer."""

_OWN = np.uint64(OWN)
_STREAM = np.uint64(NUMBERS)
_LOW = np.uint64(WORD - 1)
_HALF = np.uint64(32)
_WORD = np.uint64(WORD)
_FOUR = np.uint64(4)
_ONE = np.uint64(1)
_ZERO = np.uint64(0)


@inner
def _word(seed: Whole, unit: Whole, below: Whole, draws: Whole) -> Whole:
    """The word of a unit: four neighbours have one block."""
    return word_of(seed, unit // _FOUR, _OWN, np.int64(unit % _FOUR), below, draws)


@inner
def _fours(
    seed: Whole, first: Whole, last: Whole, below: Whole, draws: Whole, follows: Cells, words: Cells, ends: Cells
) -> None:
    """The ends of units, whole fours of them; no unit takes more draws than a word has digits."""
    space = space_of(below, draws)
    thrown_away = _WORD % space
    four = first
    while four < last:
        first_blocks(seed, four, _OWN, words)
        fours = min(np.int64(TOGETHER), np.int64(last - four))
        for column in range(4):
            row = words[column]
            for at in range(fours):
                word: Whole = np.uint64(row[at])
                if (word * space) & _LOW < thrown_away:
                    word = _word(seed, (four + np.uint64(at)) * _FOUR + np.uint64(column), below, draws)
                word *= below
                event = word >> _HALF
                state = follows[event]
                while state >= 0:
                    word = (word & _LOW) * below
                    event = np.uint64(state) + (word >> _HALF)
                    state = follows[event]
                ends[event] += np.uint32(1)
        four += np.uint64(fours)


@inner
def _some(seed: Whole, first: Whole, last: Whole, below: Whole, draws: Whole, follows: Cells, ends: Cells) -> None:
    """The ends of units one by one."""
    for unit in range(first, last):
        word = _word(seed, unit, below, draws)
        state = np.int64(0)
        event = np.int64(0)
        while state >= 0:
            word *= below
            event = state + np.int64(word >> _HALF)
            word &= _LOW
            state = np.int64(follows[event])
        ends[event] += np.uint32(1)


@compiled
def count_ends(
    seed: Whole, first: Whole, count: Whole, below: Whole, draws: Whole, follows: Cells, words: Cells, ends: Cells
) -> None:
    """So many units by the events with which they end. `words` is room to work."""
    last = first + np.uint64(count)
    whole, end = (first + _FOUR - _ONE) // _FOUR, last // _FOUR
    if whole >= end:
        _some(seed, first, last, below, draws, follows, ends)
        return
    _some(seed, first, whole * _FOUR, below, draws, follows, ends)
    _fours(seed, whole, end, below, draws, follows, words, ends)
    _some(seed, end * _FOUR, last, below, draws, follows, ends)


@compiled
def count_runs(
    seed: Whole, first: Whole, count: Whole, below: Whole, draws: Whole, follows: Cells, cells: Cells
) -> Whole:
    """So many units, every event of them; how many draws they took."""
    drawn = 0
    for at in range(count):
        unit = first + np.uint64(at)
        word = _word(seed, unit, below, draws)
        state = np.int64(0)
        for _ in range(draws):
            word *= below
            event = state + np.int64(word >> _HALF)
            word &= _LOW
            tick(cells, event)
            drawn += 1
            state = np.int64(follows[event])
            if state < 0:
                break
        if state >= 0:
            drawn += drawn_on(seed, unit, state, below, draws, follows, cells)
    return drawn


@compiled
def play_runs(
    seed: Whole, first: Whole, below: Whole, draws: Whole, follows: Cells, worth: Cells, nets: Cells
) -> Whole:
    """Draw after draw from unit `first` on: what each comes to, all wagers together; how many units were begun."""
    drawn = 0
    unit = first
    while drawn < nets.shape[0]:
        word = _word(seed, unit, below, draws)
        left = draws
        state = np.int64(0)
        block = _ZERO
        column = 4
        while state >= 0 and drawn < nets.shape[0]:
            while not left:
                if column == 4:
                    words = unit_block(seed, unit, _STREAM, block)
                    block += _ONE
                    column = 0
                word = words[column]
                column += 1
                left = draws if word_accepted(word, below, draws) else 0
            word *= below
            event = state + np.int64(word >> _HALF)
            word &= _LOW
            left -= 1
            nets[drawn] = worth[event]
            drawn += 1
            state = np.int64(follows[event])
        unit += _ONE
    return np.int64(unit - first)


@dataclass(frozen=True)
class Runs:
    """The loop on one table: numbers below `below`, and what follows each event (`OVER`, or a state's first event).

    Two tosses of a coin, and one alone if that is a head:

    >>> tosses = Runs(2, np.zeros(4, np.int64), np.array([-1, 2, -1, -1], np.int32))
    >>> cells = np.zeros(4, np.int64)
    >>> tosses.count(seed=7, first=0, units=1000, cells=cells) == int(cells.sum()), int(cells[:2].sum())
    (True, 1000)
    """

    below: int
    worth: Counts = field(repr=False)
    follows: NDArray[np.int32] = field(repr=False)

    @cached_property
    def _levels(self) -> tuple[tuple[NDArray[np.int64], NDArray[np.int64]], ...]:
        """States with the events that lead to them, those that come last first; none where ends do not tell all."""
        leading = np.flatnonzero(self.follows >= 0)
        states = self.follows[leading] // self.below
        if len(np.unique(states)) < len(states) or 0 in states:
            return ()
        depth = np.zeros(len(self.follows) // self.below, np.int64)
        for state, event in sorted(zip(states.tolist(), leading.tolist(), strict=True)):
            depth[state] = depth[event // self.below] + 1
        if depth.max(initial=0) >= per_word(self.below):
            return ()
        by_depth = (depth[states] == level for level in range(int(depth.max(initial=0)), 0, -1))
        return tuple((states[there], leading[there]) for there in by_depth)

    def count(self, seed: int, first: int, units: int, cells: Counts) -> int:
        """Units from `first` on into the cells, one for each event; how many draws they took."""
        at = np.uint64(seed), np.uint64(first), units, np.uint64(self.below), per_word(self.below), self.follows
        if units < FEW or not self._levels:
            return int(count_runs(*at, cells))
        ends = np.zeros(len(self.follows), np.uint32)
        count_ends(*at, np.empty((4, TOGETHER), np.uint32), ends)
        happened = ends.astype(np.int64)
        by_state = happened.reshape(-1, self.below)
        for states, leading in self._levels:
            happened[leading] += by_state[states].sum(axis=1)
        cells[: len(happened)] += happened
        return int(happened.sum())

    def play(self, seed: int, first: int, nets: Counts) -> int:
        """What each draw comes to from unit `first` on; how many units were begun."""
        at = np.uint64(seed), np.uint64(first), np.uint64(self.below), per_word(self.below)
        return int(play_runs(*at, self.follows, self.worth, nets))

    @property
    def source(self) -> partial[UnitSource]:
        """The same draws for the real round."""
        return partial(UnitSource, own_below=self.below)


FUNCTIONS = (count_ends, count_runs)
"""What is compiled when a kernel of runs first counts."""

__all__ = ["FUNCTIONS", "Runs"]
