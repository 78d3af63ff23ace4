"""The loop for a card counter's box: one strategy for each count, and tallies of the results by count and depth.

Theory of operation
1. The running count before each card of a shoe is one sum over the shuffled cards, made once per shoe. A table turns a
   running count and the cards dealt into the player's count (`Counting.bins`), whatever the system's rounding.
2. The wager is decided by the count before the deal. Play is decided by the count of everything seen once the player's
   two cards and the dealer's first are on the table; cards drawn later in the round do not change it.
3. Each count has its own `LoopRules`, with the departures made at that count. Their tables are stored one after another
   in the same arrays.
4. A tally is the number of rounds, the sum of their nets and the sum of their squares, as integers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.families.twenty_one.kernel.loop import Shoe, _due, _pattern, _round, _shuffle_all
from pitboss.families.twenty_one.kernel.rules import (
    DEALER_THREE,
    ENDS,
    HOLE_NEXT,
    MOST_STREAKS,
    NO_HOLE,
    OWN_THREE,
    READ,
    SUIT_ENDS,
    VALUES,
    LoopArrays,
    LoopRules,
)
from pitboss.simulation.compiled import Boolean, IntArray, Integer, compiled, rarely_called
from pitboss.simulation.shuffles import NUMBERS

ROUNDS, NETS, SQUARES = range(3)
"""The contents of a tally."""
_ZERO, _ONE, _TWO, _THREE, _FOUR, _EIGHT, _NINE, _FIVE = (np.uint64(number) for number in (0, 1, 2, 3, 4, 8, 9, 5))
_VALUE = np.uint64(VALUES - 1)
_HOLE_NEXT, _ENDS, _SUIT_ENDS = np.uint64(HOLE_NEXT), np.uint64(ENDS), np.uint64(SUIT_ENDS)
_NOTHING = np.int64(0)


class Counting(NamedTuple):
    """A counting system on one shoe, as tables."""

    tags: IntArray
    """[letter]: the tag, times the system's scale."""
    bins: IntArray
    """[cards dealt, running count + `middle`]: the player's count."""
    width: Integer
    middle: Integer
    segments: IntArray
    """[count]: the rules by which hands are played."""
    depths: IntArray
    """[cards dealt]: the depth of the tally."""
    counts: Integer
    """The number of counts."""
    cells: Integer
    """The number of cells of each segment."""


class Segments(NamedTuple):
    """The rules of every segment, with all their tables and amounts one after another."""

    rules: Any
    """[segment]: a record of `RULES`."""
    tables: IntArray
    amounts: IntArray


class Work(NamedTuple):
    """Working memory: the running count before each place of the deck."""

    running: IntArray


@rarely_called
def _run_through(counting: Counting, shoe: Shoe, work: Work, first: Integer, end: Integer) -> None:
    """Sum the tags of the shuffled cards, from the first card that is seen."""
    deck, tags, running = shoe.deck, counting.tags, work.running
    total = np.int64(counting.middle)
    for place in range(np.uint64(first), np.uint64(end)):
        running[place] = total
        total += tags[deck[place]]
    # Only rounds that are dealt again read places beyond the shuffled cards.
    for place in range(np.uint64(end), np.uint64(end) + np.uint64(8)):
        running[place] = total


@compiled
def deal_counted(
    every: Segments,
    shoe: Shoe,
    counting: Counting,
    work: Work,
    seed: Integer,
    first: Integer,
    count: Integer,
    cells: IntArray,
    tally: IntArray,
) -> Integer:
    """Deal `count` shoes from unit `first` on and add them to the tally and the cells; returns the number of rounds.

    `tally` is indexed by [depth, count, content].
    """
    tables, amounts = every.tables, every.amounts
    base_rules: LoopRules = every.rules[0]
    arrays = LoopArrays(base_rules, tables, amounts)
    deck, desk = shoe.deck, shoe.desk
    running, bins, segments, depths = work.running, counting.bins, counting.segments, counting.depths
    reads = base_rules.dealer.hole == READ
    one_at, up_at = (_ONE, _ZERO) if base_rules.cards.up_first == 1 else (_ZERO, _ONE)
    dealt_first = _THREE if base_rules.dealer.hole == NO_HOLE else _FOUR
    stop, width = np.uint64(base_rules.cards.stop), np.uint64(counting.width)
    keeps = cells.shape[0] > 0
    spare = np.zeros(np.int64(counting.cells) if not keeps else 1, np.int64)
    rounds = _NOTHING
    for unit in range(count):
        at = (seed, first + np.uint64(unit))
        desk.stream = NUMBERS
        desk.since_reset = 0
        for number in range(MOST_STREAKS):
            desk.streaks[number] = -1
        _shuffle_all(arrays, shoe, True, at)
        _run_through(counting, shoe, work, desk.next, desk.end)
        limit = np.uint64(desk.end)
        place = np.uint64(desk.next)
        due: Boolean = False
        while not due:
            begun = place
            bet_at = np.uint64(bins[begun * width + np.uint64(running[begun])])
            seen = begun + _THREE
            play_at = np.uint64(bins[seen * width + np.uint64(running[seen])])
            segment = np.int64(segments[play_at])
            rules: LoopRules = every.rules[segment]
            state = _ENDS
            if rules.unsplit.used == 1:
                one = np.uint64(deck[place + one_at])
                shown = np.uint64(deck[place + up_at])
                two = np.uint64(deck[place + _TWO])
                hole = np.uint64(deck[place + _THREE]) & _VALUE
                up = shown & _VALUE
                place += dealt_first
                step = np.uint64(rules.unsplit.step)
                start = (one & _VALUE) << _EIGHT | (two & _VALUE) << _FOUR | up
                if reads and up * hole == _ZERO and up + hole == _NINE:
                    state = np.uint64(tables[np.uint64(rules.unsplit.peeked) + start])
                else:
                    state = np.uint64(tables[np.uint64(rules.unsplit.first) + start])
                while state < _HOLE_NEXT:
                    state = np.uint64(tables[step + state + (np.uint64(deck[place]) & _VALUE)])
                    place += _ONE
                if state < _ENDS:
                    state = np.uint64(tables[step + (state - _HOLE_NEXT) + hole])
                    while state < _HOLE_NEXT:
                        state = np.uint64(tables[step + state + (np.uint64(deck[place]) & _VALUE)])
                        place += _ONE
            base = segment * np.int64(counting.cells) if keeps else _NOTHING
            if state == _ENDS or place > limit:
                desk.next = np.int64(begun)
                here = LoopArrays(rules, tables, amounts)
                net = _round(here, shoe, cells if keeps else spare, base, at)
                due = _due(arrays, desk)
                place = np.uint64(desk.next)
                if np.uint64(desk.end) != limit and not due:
                    _run_through(counting, shoe, work, base_rules.cards.burn, desk.end)
                limit = np.uint64(desk.end)
            else:
                if state >= _SUIT_ENDS:
                    row = np.uint64(rules.unsplit.suits) + (state - _SUIT_ENDS) * _FIVE
                    asked = np.int64(tables[row + _FOUR])
                    a, b = np.int64(deck[begun + up_at]), np.int64(deck[begun + _THREE])
                    c = b
                    if asked == OWN_THREE:
                        a, b = np.int64(deck[begun + one_at]), np.int64(deck[begun + _TWO])
                        c = np.int64(deck[begun + dealt_first])
                    elif asked == DEALER_THREE:
                        c = np.int64(deck[place - _ONE])
                    state = np.uint64(tables[row + np.uint64(_pattern(a, b, c, rules.unsplit.named))])
                net = amounts[np.uint64(rules.unsplit.worth) + (state - _ENDS)]
                if keeps:
                    cells[np.uint64(base + rules.at.ends) + (state - _ENDS)] += 1
                due = place >= stop
            where = (np.uint64(depths[begun]) * np.uint64(counting.counts) + bet_at) * _THREE
            tally[where] += 1
            tally[where + _ONE] += net
            tally[where + _TWO] += net * net
            rounds += 1
    return rounds
