"""The compiled loop for a decision on the first three cards, followed by a comparison of two five-card hands.

The side wager looks at the first three cards and has its own cells.
"""

from __future__ import annotations

from itertools import count
from typing import Any

import numpy as np

from pitboss.families.house_poker.kernel.cells import result
from pitboss.families.house_poker.kernel.kernels import SimulationSetup
from pitboss.families.house_poker.kinds.stud.price import EarlyStudPricing
from pitboss.families.house_poker.showdown import RESULTS
from pitboss.families.house_poker.standing_wagers import deal_order
from pitboss.families.house_poker.terms import DEALER
from pitboss.hands.fast import KEYS, MASKS, strength5
from pitboss.pricing.deals import classes
from pitboss.simulation.compiled import IntArray, Integer, compiled
from pitboss.simulation.dealing import TOGETHER, ScratchBuffers, deal, place3, sort_three

THREE = 1
"""The part of the three-card bonus wager."""

_U = np.uint64


@compiled
def deal_rounds(
    seed: Integer,
    first: Integer,
    units: Integer,
    buffers: ScratchBuffers,
    order: IntArray,
    ends: IntArray,
    graded: IntArray,
    rows: Integer,
    qualifying: Integer,
    threes: IntArray,
    events: IntArray,
) -> None:
    """Deal `units` rounds and record the cell of each.

    `order` has the player's five cards and then the dealer's, in the order in which they leave the deck. `ends` has the
    end for each set of three cards, `graded` the row of each strength, out of `rows`, and `threes` the cell of each set
    of three.
    """
    dealt = buffers.dealt
    a, b, c, d, e = dealt[order[0]], dealt[order[1]], dealt[order[2]], dealt[order[3]], dealt[order[4]]
    f, g, h, i, j = dealt[order[5]], dealt[order[6]], dealt[order[7]], dealt[order[8]], dealt[order[9]]
    for begin in range(0, units, TOGETHER):
        deal(seed, first + _U(begin), buffers)
        sort_three(a, b, c)
        for at in range(min(TOGETHER, units - begin)):
            own = place3(a[at], b[at], c[at])
            key = KEYS[a[at]] + KEYS[b[at]] + KEYS[c[at]] + KEYS[d[at]] + KEYS[e[at]]
            mask = MASKS[a[at]] | MASKS[b[at]] | MASKS[c[at]] | MASKS[d[at]] | MASKS[e[at]]
            mine = _U(strength5(key, mask))
            key = KEYS[f[at]] + KEYS[g[at]] + KEYS[h[at]] + KEYS[i[at]] + KEYS[j[at]]
            mask = MASKS[f[at]] | MASKS[g[at]] | MASKS[h[at]] | MASKS[i[at]] | MASKS[j[at]]
            cell = (_U(ends[own]) * rows + _U(graded[mine])) * _U(len(RESULTS))
            events[0, begin + at] = cell + result(mine, _U(strength5(key, mask)), qualifying)
            if events.shape[0] > THREE:
                events[THREE, begin + at] = threes[own]


def tables(at: SimulationSetup, side: str) -> tuple[Any, ...]:
    game = at.best.game
    assert isinstance(at.pricing, EarlyStudPricing)
    leaves, more, later = deal_order(at.table), at.pricing.second_deal(at.terms), count(deal_order(at.table).cards)
    alone = 1
    second = [(to, next(later)) for to, _ in more.model_copy(update={"stacks": at.terms.dealing.stacks}).order([alone])]
    own = [card for to, card in second if to == alone]
    dealers = [card for to, card in second if to == DEALER]
    order = np.array([*leaves.own, *own, *leaves.dealer, *dealers], np.int64)
    ends = at.strategy.decisions[classes(game.first).class_of]
    threes = at.side(side).by_set(game.first)
    return order, ends, at.graded, _U(at.rows), _U(game.whole.qualifying), threes
