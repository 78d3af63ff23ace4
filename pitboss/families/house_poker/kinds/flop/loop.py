"""The compiled loop for three cards and two of a flop: three cards decide the flop wager, and the best five are paid.

Any two cards of the flop may be the best, so each round evaluates three hands and takes the strongest. The side wager
looks at the player's own cards and has its own cells.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.families.house_poker.kernel.kernels import SimulationSetup
from pitboss.families.house_poker.kinds.flop.solver import OWN
from pitboss.families.house_poker.standing_wagers import deal_order
from pitboss.hands.fast import KEYS, MASKS, strength5
from pitboss.pricing.deals import classes
from pitboss.simulation.compiled import IntArray, Integer, compiled
from pitboss.simulation.dealing import TOGETHER, ScratchBuffers, deal, place3, sort_three

THREE = 1
"""The part of the three-card bonus."""


@compiled
def deal_rounds(
    seed: Integer,
    first: Integer,
    units: Integer,
    buffers: ScratchBuffers,
    order: IntArray,
    ends: IntArray,
    graded: IntArray,
    threes: IntArray,
    events: IntArray,
) -> None:
    """Deal `units` rounds and record the cell of each.

    `order` has the player's three cards and then the flop, in the order in which they leave the deck. `ends` has the
    first cell of the end for each set of three, `graded` the row of each strength, and `threes` the cell of each set of
    three in the second part.
    """
    dealt, own = buffers.dealt, buffers.noted
    a, b, c = dealt[order[0]], dealt[order[1]], dealt[order[2]]
    d, e, f = dealt[order[3]], dealt[order[4]], dealt[order[5]]
    for begin in range(0, units, TOGETHER):
        deal(seed, first + np.uint64(begin), buffers)
        some = min(TOGETHER, units - begin)
        sort_three(a, b, c)
        for at in range(some):
            own[at] = place3(a[at], b[at], c[at])
        if events.shape[0] > THREE:
            for at in range(some):
                events[THREE, begin + at] = threes[own[at]]
        for at in range(some):
            key = KEYS[a[at]] + KEYS[b[at]] + KEYS[c[at]]
            mask = MASKS[a[at]] | MASKS[b[at]] | MASKS[c[at]]
            one = strength5(key + KEYS[d[at]] + KEYS[e[at]], mask | MASKS[d[at]] | MASKS[e[at]])
            two = strength5(key + KEYS[d[at]] + KEYS[f[at]], mask | MASKS[d[at]] | MASKS[f[at]])
            three = strength5(key + KEYS[e[at]] + KEYS[f[at]], mask | MASKS[e[at]] | MASKS[f[at]])
            best = max(max(one, two), three)
            events[0, begin + at] = np.int64(ends[own[at]]) + np.int64(graded[np.uint64(best)])


def tables(at: SimulationSetup, side: str) -> tuple[Any, ...]:
    ends = at.strategy.decisions[classes(OWN).class_of].astype(np.uint16) * np.uint16(at.rows)
    leaves = deal_order(at.table)
    order = np.array([*leaves.own, *leaves.community], np.int64)
    return order, ends, at.graded, at.side(side).by_set(OWN)
