"""Caribbean stud as a compiled loop: two strengths, and a look at the dealer's card where the hand asks for it.

How each hand is played against each card that he may show is `house_poker/kinds/stud/shown`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.families.house_poker.kernel.cells import result
from pitboss.families.house_poker.kernel.kernels import PokerKernel, Simulated
from pitboss.families.house_poker.kinds.stud.shown import AgainstShown, against_shown, end_against
from pitboss.families.house_poker.showdown import RESULTS
from pitboss.families.house_poker.standing_wagers import leaving
from pitboss.games.caribbean_stud.price import PRICING
from pitboss.hands.fast import KEYS, MASKS, strength5
from pitboss.simulation.compiled import Cells, Whole, compiled
from pitboss.simulation.dealing import TOGETHER, ScratchBuffers, deal, five_in_order


@compiled
def _note(
    seed: Whole,
    first: Whole,
    units: Whole,
    buffers: ScratchBuffers,
    order: Cells,
    by: AgainstShown,
    graded: Cells,
    rows: Whole,
    qualifying: Whole,
    events: Cells,
) -> None:
    """Deal so many rounds, and note the cell of each.

    `order` has the player's five cards and then the dealer's, the one that he shows first, as they leave the deck;
    `by` says how each hand is played, `graded` the row of each strength, of so many rows.
    """
    dealt = buffers.dealt
    a, b, c, d, e = dealt[order[0]], dealt[order[1]], dealt[order[2]], dealt[order[3]], dealt[order[4]]
    f, g, h, i, j = dealt[order[5]], dealt[order[6]], dealt[order[7]], dealt[order[8]], dealt[order[9]]
    for begin in range(0, units, TOGETHER):
        deal(seed, first + np.uint64(begin), buffers)
        five_in_order(a, b, c, d, e)
        for at in range(min(TOGETHER, units - begin)):
            key = KEYS[a[at]] + KEYS[b[at]] + KEYS[c[at]] + KEYS[d[at]] + KEYS[e[at]]
            mask = MASKS[a[at]] | MASKS[b[at]] | MASKS[c[at]] | MASKS[d[at]] | MASKS[e[at]]
            mine = np.uint64(strength5(key, mask))
            key = KEYS[f[at]] + KEYS[g[at]] + KEYS[h[at]] + KEYS[i[at]] + KEYS[j[at]]
            mask = MASKS[f[at]] | MASKS[g[at]] | MASKS[h[at]] | MASKS[i[at]] | MASKS[j[at]]
            theirs = np.uint64(strength5(key, mask))
            end = end_against(by, mine, a[at], b[at], c[at], d[at], e[at], f[at])
            cell = (end * rows + np.uint64(graded[mine])) * np.uint64(len(RESULTS))
            events[0, begin + at] = cell + result(mine, theirs, qualifying)


def _tables(at: Simulated) -> tuple[Any, ...]:
    leaves = leaving(at.table)
    shown = leaves.dealer[at.table.up - 1]
    order = np.array([*leaves.own, shown, *(card for card in leaves.dealer if card != shown)], np.int64)
    decided = against_shown(at.played.decisions, at.best.game.cards, at.best.game.order)
    return order, decided, at.graded, np.uint64(at.rows), np.uint64(at.best.game.qualifying)


SIMULATION = PokerKernel(PRICING, _note, _tables).simulation
