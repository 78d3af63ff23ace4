"""The compiled loop for cards dealt one by one: decisions with two, three and four known cards, payment on all five.

A decision may depend on earlier choices, so each street's table has a row for every state that leads to it. A side
wager may look at the first three cards; it has its own cells.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.families.house_poker.kernel.kernels import SimulationSetup
from pitboss.families.house_poker.standing_wagers import deal_order
from pitboss.hands.fast import KEYS, MASKS, strength5
from pitboss.pricing.deals import classes
from pitboss.simulation.compiled import IntArray, Integer, compiled
from pitboss.simulation.dealing import TOGETHER, ScratchBuffers, deal, place2, place3, place4, sort_two

THREE = 1
"""The part of a wager on the first three cards."""

_U = np.uint64


class LoopDecisions(NamedTuple):
    """What follows each state with each set of two, three and four known cards; no columns if there is no decision.

    Numbers below `ends` are ends, the others are states of the next street.
    """

    two: NDArray[np.uint8]
    three: NDArray[np.uint8]
    four: NDArray[np.uint8]
    ends: np.uint64


@compiled
def deal_rounds(
    seed: Integer,
    first: Integer,
    units: Integer,
    buffers: ScratchBuffers,
    order: IntArray,
    by: LoopDecisions,
    graded: IntArray,
    rows: Integer,
    threes: IntArray,
    events: IntArray,
) -> None:
    """Deal `units` rounds and record the cell of each.

    `order` has the places of the cards in the deck, in the order in which they become known. `graded` is each
    strength's row, out of `rows`, and `threes` is the cell of each set of three in the second part.
    """
    dealt, led = buffers.dealt, buffers.noted
    a, b, c, d, e = dealt[order[0]], dealt[order[1]], dealt[order[2]], dealt[order[3]], dealt[order[4]]
    for begin in range(0, units, TOGETHER):
        deal(seed, first + _U(begin), buffers)
        some = min(TOGETHER, units - begin)
        led[:] = by.ends
        sort_two(a, b)
        if by.two.shape[1]:
            for at in range(TOGETHER):
                led[at] = by.two[0, place2(a[at], b[at])]
        sort_two(b, c)
        sort_two(a, b)
        if by.three.shape[1]:
            for at in range(TOGETHER):
                if led[at] >= by.ends:
                    led[at] = by.three[_U(led[at]) - by.ends, place3(a[at], b[at], c[at])]
        if events.shape[0] > THREE:
            for at in range(some):
                events[THREE, begin + at] = threes[place3(a[at], b[at], c[at])]
        sort_two(c, d)
        sort_two(b, c)
        sort_two(a, b)
        for at in range(some):
            key = KEYS[a[at]] + KEYS[b[at]] + KEYS[c[at]] + KEYS[d[at]] + KEYS[e[at]]
            mask = MASKS[a[at]] | MASKS[b[at]] | MASKS[c[at]] | MASKS[d[at]] | MASKS[e[at]]
            end = _U(led[at])
            if end >= by.ends:
                end = _U(by.four[end - by.ends, place4(a[at], b[at], c[at], d[at])])
            events[0, begin + at] = end * rows + _U(graded[_U(strength5(key, mask))])


def tables(at: SimulationSetup, side: str = "", hole: int = 0) -> tuple[Any, ...]:
    """Build the arguments of the loop.

    `side` is the wager on three cards. The first `hole` community cards are turned last.
    """
    game = at.best.game
    numbers = {end: number for number, end in enumerate(game.ends)}
    led = dict.fromkeys((2, 3, 4), np.zeros((1, 0), np.uint8))
    for street, following in zip(game.streets, (*game.streets[1:], None), strict=True):
        states = {} if following is None else {state: len(numbers) + n for n, state in enumerate(following.choices)}
        rows = []
        for state, choices in street.choices.items():
            to = np.array([(numbers | states)[one] for one in choices.values()], np.uint8)
            rows.append(to[at.strategy.decisions[street.known, state]][classes(street.known).class_of])
        led[street.known] = np.stack(rows)
    leaves = deal_order(at.table)
    order = np.array([*leaves.own, *leaves.community[hole:], *leaves.community[:hole]], np.int64)
    return (
        order,
        LoopDecisions(led[2], led[3], led[4], _U(len(numbers))),
        at.graded,
        _U(at.rows),
        at.side(side).by_set(3),
    )
