"""Let it ride as a compiled loop: three cards say whether the first wager rides, four whether the second does.

What is decided second hangs on what was decided first, where a payout limit is in reach. The three-card bonus looks at
the player's own cards, and has cells of its own.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.families.house_poker.kernel.kernels import PokerKernel, Simulated
from pitboss.families.house_poker.showdown import ALONE
from pitboss.families.house_poker.standing_wagers import leaving
from pitboss.games.let_it_ride.price import PRICING
from pitboss.hands.fast import KEYS, MASKS, strength5
from pitboss.pricing.deals import classes
from pitboss.simulation.compiled import Cells, Whole, compiled
from pitboss.simulation.dealing import TOGETHER, ScratchBuffers, deal, place3, place4, three_in_order, two_in_order

THREE = 1
"The part of the three-card bonus."
BACK, RIDE = "take_back", "let_ride"


@compiled
def _note(
    seed: Whole,
    first: Whole,
    units: Whole,
    buffers: ScratchBuffers,
    order: Cells,
    rides: Cells,
    ends: Cells,
    graded: Cells,
    threes: Cells,
    events: Cells,
) -> None:
    """Deal so many rounds, and note the cell of each.

    `order` has the player's three cards and then the community cards, as they leave the deck; `rides` whether the first
    wager rides with each set of three, `ends` then the first cell of the end to which each set of four is played;
    `graded` is the row of each strength, `threes` the cell of each set of three in the second part.
    """
    dealt, own = buffers.dealt, buffers.noted
    a, b, c, d, e = dealt[order[0]], dealt[order[1]], dealt[order[2]], dealt[order[3]], dealt[order[4]]
    for begin in range(0, units, TOGETHER):
        deal(seed, first + np.uint64(begin), buffers)
        some = min(TOGETHER, units - begin)
        three_in_order(a, b, c)
        for at in range(some):
            own[at] = place3(a[at], b[at], c[at])
        if events.shape[0] > THREE:
            for at in range(some):
                events[THREE, begin + at] = threes[own[at]]
        two_in_order(c, d)
        two_in_order(b, c)
        two_in_order(a, b)
        for at in range(some):
            key = KEYS[a[at]] + KEYS[b[at]] + KEYS[c[at]] + KEYS[d[at]] + KEYS[e[at]]
            mask = MASKS[a[at]] | MASKS[b[at]] | MASKS[c[at]] | MASKS[d[at]] | MASKS[e[at]]
            end = np.int64(ends[np.uint64(rides[own[at]]), place4(a[at], b[at], c[at], d[at])])
            events[0, begin + at] = end + np.int64(graded[np.uint64(strength5(key, mask))])


def _tables(at: Simulated) -> tuple[Any, ...]:
    decisions = at.played.decisions
    (three, first), (four, _) = ((street.known, next(iter(street.choices))) for street in at.best.game.streets)
    rides = decisions[three, first][classes(three).class_of]
    second = np.array([decisions[four, state][classes(four).class_of] for state in (BACK, RIDE)])
    ends = (np.array([[0], [2]]) + second).astype(np.uint16) * at.rows
    leaves = leaving(at.table)
    order = np.array([*leaves.own, *leaves.community], np.int64)
    return order, rides, ends, at.graded, at.side("three_card_bonus").by_set(three)


SIMULATION = PokerKernel(PRICING, _note, _tables, ALONE).simulation
