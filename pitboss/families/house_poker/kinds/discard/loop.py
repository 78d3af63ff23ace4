"""The compiled loop for a discard: three cards decide what to discard and wager, and the final five are paid.

Among equally good discards the first card dealt is discarded, so the loop keeps the cards in dealing order. The side
wager looks at the three cards and has its own cells.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.families.house_poker.kernel.kernels import SimulationSetup
from pitboss.families.house_poker.kinds.discard.solver import OWN
from pitboss.families.house_poker.standing_wagers import deal_order
from pitboss.hands.fast import KEYS, MASKS, strength5
from pitboss.pricing.deals import RENAMINGS, all_sets, classes, to_representative
from pitboss.simulation.compiled import IntArray, Integer, compiled
from pitboss.simulation.dealing import TOGETHER, ScratchBuffers, deal, place3

BONUS = 1
"""The part of the bonus wager."""

_U = np.uint64


@compiled
def deal_rounds(
    seed: Integer,
    first: Integer,
    units: Integer,
    buffers: ScratchBuffers,
    order: IntArray,
    aside: IntArray,
    ends: IntArray,
    graded: IntArray,
    threes: IntArray,
    events: IntArray,
) -> None:
    """Deal `units` rounds and record the cell of each.

    `order` has the player's three cards and then the community cards, in the order in which they leave the deck.
    `aside` has, for each set of three, a bit per card that may be discarded, lowest first, and `ends` has the first
    cell of the end for each discard. `graded` is the row of each strength, and `threes` the cell of each set of three
    in the second part.
    """
    dealt = buffers.dealt
    a, b, c = dealt[order[0]], dealt[order[1]], dealt[order[2]]
    d, e, f = dealt[order[3]], dealt[order[4]], dealt[order[5]]
    for begin in range(0, units, TOGETHER):
        deal(seed, first + _U(begin), buffers)
        for at in range(min(TOGETHER, units - begin)):
            one, two, three = a[at], b[at], c[at]
            low, high = min(one, min(two, three)), max(one, max(two, three))
            middle = one ^ two ^ three ^ low ^ high
            place = place3(low, middle, high)
            good = aside[place]
            # The position among the sorted cards of the first card dealt that may be discarded: 0, 1 or 2.
            first_at = (one > low) + (one == high)
            second_at = (two > low) + (two == high)
            third_at = 3 - first_at - second_at
            goes = first_at if good >> first_at & 1 else second_at if good >> second_at & 1 else third_at
            gone = low if goes == 0 else middle if goes == 1 else high
            key = KEYS[one] + KEYS[two] + KEYS[three] - KEYS[gone] + KEYS[d[at]] + KEYS[e[at]] + KEYS[f[at]]
            mask = (MASKS[one] | MASKS[two] | MASKS[three]) ^ MASKS[gone]
            mask |= MASKS[d[at]] | MASKS[e[at]] | MASKS[f[at]]
            events[0, begin + at] = np.int64(ends[place, goes]) + np.int64(graded[_U(strength5(key, mask))])
            if events.shape[0] > BONUS:
                events[BONUS, begin + at] = threes[place]


def tables(at: SimulationSetup, side: str) -> tuple[Any, ...]:
    game, decisions, known, sets = at.best.game, at.strategy.decisions, classes(OWN), all_sets(OWN)
    # The positions of each set's cards in the representative of its class.
    renamed = np.take_along_axis(RENAMINGS[to_representative(OWN)], sets.astype(np.int64), axis=1)
    places = renamed.argsort(axis=1).argsort(axis=1)
    good = decisions.aside[known.class_of][:, None] >> places & 1
    aside = (good[:, 0] | good[:, 1] << 1 | good[:, 2] << 2).astype(np.uint8)
    ends = np.take_along_axis(decisions.ends[known.class_of], places, axis=1).astype(np.uint16)
    ends[game.winners(sets)] = len(game.choices)
    leaves = deal_order(at.table)
    order = np.array([*leaves.own, *leaves.community], np.int64)
    return order, aside, ends * np.uint16(at.rows), at.graded, at.side(side).by_set(OWN)
