"""The loop for games whose units take several draws, such as the spins of a poker hand; compiled once for all of them.

As in `draws`, the loop counts events, `state + number`, and a game supplies the table of what follows each. A unit that
takes several draws gets them from the digits of its own word, and adjacent units compute their words together. If only
one event leads to each state, a unit's last event determines all earlier ones. So only last events are counted, one per
unit, and the counts of earlier events are sums of these. The inner loop needs one word and one increment per unit, in a
table larger than the L1 cache; this deals pokette's hands ten times as fast as counting draw by draw.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from pitboss.simulation.compiled import IntArray, Integer, compiled, inner
from pitboss.simulation.draws import (
    TOGETHER,
    draw_until_decided,
    first_blocks,
    outcome_count,
    shared_word,
    word_accepted,
)
from pitboss.simulation.kernel import Counts
from pitboss.simulation.philox import WORD, per_word, unit_block
from pitboss.simulation.shuffles import NUMBERS
from pitboss.simulation.sources import OWN, UnitSource
from pitboss.simulation.tally import tick

FEW = 1 << 12
"""Fewer units than this are counted event by event, since the sums would take longer."""

_OWN = np.uint64(OWN)
_STREAM = np.uint64(NUMBERS)
_LOW = np.uint64(WORD - 1)
_HALF = np.uint64(32)
_WORD = np.uint64(WORD)
_FOUR = np.uint64(4)
_ONE = np.uint64(1)
_ZERO = np.uint64(0)


@inner
def _word(seed: Integer, unit: Integer, below: Integer, draws: Integer) -> Integer:
    """Return the word of a unit; four adjacent units share a block."""
    return shared_word(seed, unit // _FOUR, _OWN, np.int64(unit % _FOUR), below, draws)


@inner
def _fours(
    seed: Integer,
    first: Integer,
    last: Integer,
    below: Integer,
    draws: Integer,
    follows: IntArray,
    words: IntArray,
    ends: IntArray,
) -> None:
    """Count the last events of groups of four units; no unit takes more draws than a word has digits."""
    space = outcome_count(below, draws)
    limit = _WORD % space
    four = first
    while four < last:
        first_blocks(seed, four, _OWN, words)
        fours = min(np.int64(TOGETHER), np.int64(last - four))
        for column in range(4):
            row = words[column]
            for at in range(fours):
                word: Integer = np.uint64(row[at])
                if (word * space) & _LOW < limit:
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
def _some(
    seed: Integer, first: Integer, last: Integer, below: Integer, draws: Integer, follows: IntArray, ends: IntArray
) -> None:
    """Count the last events of units individually."""
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
    seed: Integer,
    first: Integer,
    count: Integer,
    below: Integer,
    draws: Integer,
    follows: IntArray,
    words: IntArray,
    ends: IntArray,
) -> None:
    """Count units by their last events. `words` is a scratch buffer."""
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
    seed: Integer, first: Integer, count: Integer, below: Integer, draws: Integer, follows: IntArray, cells: IntArray
) -> Integer:
    """Count every event of the units; return the number of draws."""
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
            drawn += draw_until_decided(seed, unit, state, below, draws, follows, cells)
    return drawn


@compiled
def play_runs(
    seed: Integer, first: Integer, below: Integer, draws: Integer, follows: IntArray, worth: IntArray, nets: IntArray
) -> Integer:
    """Fill in the total net of each draw, starting at unit `first`; return the number of units begun."""
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
    """The loop for one table: numbers below `below`, and what follows each event (`OVER`, or a state's first event).

    Two tosses of a coin, or only one if the first comes up heads:

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
        """The states with the events that lead to them, last states first; empty if a last event does not determine the
        earlier ones.
        """
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
        """Count units in the cells, one cell per event; return the number of draws."""
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
        """Fill in the net of each draw, starting at unit `first`; return the number of units begun."""
        at = np.uint64(seed), np.uint64(first), np.uint64(self.below), per_word(self.below)
        return int(play_runs(*at, self.follows, self.worth, nets))

    @property
    def source(self) -> partial[UnitSource]:
        """Return a source that feeds the same draws to the real round."""
        return partial(UnitSource, own_below=self.below)


FUNCTIONS = (count_ends, count_runs)
"""The functions that are compiled when a runs kernel first counts."""
