"""The compiled loop for two crossing rows: look up four decisions, then compare two hands, each the better of two rows.

The side wager looks at the player's own cards and the centre card, and has its own cells.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.families.house_poker.kernel.cells import result
from pitboss.families.house_poker.kernel.kernels import SimulationSetup
from pitboss.families.house_poker.kinds.cross.lookup import LoopDecisions, look_up_ends, loop_decisions
from pitboss.families.house_poker.showdown import RESULTS
from pitboss.families.house_poker.standing_wagers import deal_order
from pitboss.hands.fast import KEYS, MASKS, strength5
from pitboss.simulation.compiled import IntArray, Integer, compiled, inline
from pitboss.simulation.dealing import TOGETHER, ScratchBuffers, deal, place3

THREE = 1
"""The part of the three-card wager."""

_U = np.uint64
_ZERO, _RESULTS = _U(0), _U(len(RESULTS))


@inline
def _better(key: Integer, mask: Integer, one: Integer, other: Integer, three: Integer, four: Integer) -> Integer:
    """The better hand that some cards make with either of two pairs of cards."""
    across = _U(strength5(key + KEYS[one] + KEYS[other], mask | MASKS[one] | MASKS[other]))
    down = _U(strength5(key + KEYS[three] + KEYS[four], mask | MASKS[three] | MASKS[four]))
    return max(across, down)


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

    `order` has the player's two cards, the dealer's two, and the cross: centre, left, right, top, bottom. `graded` is
    each strength's row, out of `rows`, and `threes` is each three-card set's cell.
    """
    dealt, ends = buffers.dealt, buffers.noted
    a, b, h, i = dealt[order[0]], dealt[order[1]], dealt[order[2]], dealt[order[3]]
    c, e, f, g, d = dealt[order[4]], dealt[order[5]], dealt[order[6]], dealt[order[7]], dealt[order[8]]
    for begin in range(0, units, TOGETHER):
        deal(seed, first + _U(begin), buffers)
        look_up_ends((a, b), (c, e, f, g), by, ends)
        for at in range(min(TOGETHER, units - begin)):
            key, mask = KEYS[c[at]] + KEYS[a[at]] + KEYS[b[at]], MASKS[c[at]] | MASKS[a[at]] | MASKS[b[at]]
            mine = _better(key, mask, e[at], f[at], g[at], d[at])
            key, mask = KEYS[c[at]] + KEYS[h[at]] + KEYS[i[at]], MASKS[c[at]] | MASKS[h[at]] | MASKS[i[at]]
            theirs = _better(key, mask, e[at], f[at], g[at], d[at])
            cell = (_U(ends[at]) * rows + _U(graded[mine])) * _RESULTS
            events[0, begin + at] = cell + result(mine, theirs, _ZERO)
            if events.shape[0] > THREE:
                low, high = min(a[at], b[at]), max(a[at], b[at])
                middle = max(low, min(high, c[at]))
                events[THREE, begin + at] = threes[place3(min(low, c[at]), middle, max(high, c[at]))]


def tables(at: SimulationSetup, side: str) -> tuple[Any, ...]:
    leaves = deal_order(at.table)
    order = np.array([*leaves.own, *leaves.dealer, *leaves.community], np.int64)
    threes = at.side(side).by_set(len(leaves.own) + 1)
    return order, loop_decisions(at.strategy.decisions, at.best.game.folds), at.graded, _U(at.rows), threes
