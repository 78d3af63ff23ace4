"""Caribbean stud as a compiled loop: compare two strengths, and look at the dealer's card if the decision needs it.

`house_poker/kinds/stud/up_card` says how each hand is played against each card that the dealer may show.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.families.house_poker.kernel.cells import result
from pitboss.families.house_poker.kernel.kernels import PokerKernel, SimulationSetup
from pitboss.families.house_poker.kinds.stud.up_card import UpCardDecisions, end_by_up_card, up_card_decisions
from pitboss.families.house_poker.showdown import RESULTS
from pitboss.families.house_poker.standing_wagers import deal_order
from pitboss.games.caribbean_stud.price import PRICING
from pitboss.hands.fast import KEYS, MASKS, strength5
from pitboss.simulation.compiled import IntArray, Integer, compiled
from pitboss.simulation.dealing import TOGETHER, ScratchBuffers, deal, sort_five


class HandRows(NamedTuple):
    """Each strength's row, the number of rows, and the least strength with which the dealer qualifies."""

    row_of: IntArray
    rows: Integer
    qualifying: Integer


@compiled
def _deal_rounds(
    seed: Integer,
    first: Integer,
    units: Integer,
    buffers: ScratchBuffers,
    order: IntArray,
    by: UpCardDecisions,
    hands: HandRows,
    events: IntArray,
) -> None:
    """Deal `units` rounds and record the cell of each.

    `order` has the deck places of the player's five cards and then the dealer's, with the exposed one first. `by`
    says how each hand is played.
    """
    dealt = buffers.dealt
    a, b, c, d, e = dealt[order[0]], dealt[order[1]], dealt[order[2]], dealt[order[3]], dealt[order[4]]
    f, g, h, i, j = dealt[order[5]], dealt[order[6]], dealt[order[7]], dealt[order[8]], dealt[order[9]]
    for begin in range(0, units, TOGETHER):
        deal(seed, first + np.uint64(begin), buffers)
        sort_five(a, b, c, d, e)
        for at in range(min(TOGETHER, units - begin)):
            key = KEYS[a[at]] + KEYS[b[at]] + KEYS[c[at]] + KEYS[d[at]] + KEYS[e[at]]
            mask = MASKS[a[at]] | MASKS[b[at]] | MASKS[c[at]] | MASKS[d[at]] | MASKS[e[at]]
            mine = np.uint64(strength5(key, mask))
            key = KEYS[f[at]] + KEYS[g[at]] + KEYS[h[at]] + KEYS[i[at]] + KEYS[j[at]]
            mask = MASKS[f[at]] | MASKS[g[at]] | MASKS[h[at]] | MASKS[i[at]] | MASKS[j[at]]
            theirs = np.uint64(strength5(key, mask))
            end = end_by_up_card(by, mine, a[at], b[at], c[at], d[at], e[at], f[at])
            cell = (end * hands.rows + np.uint64(hands.row_of[mine])) * np.uint64(len(RESULTS))
            events[0, begin + at] = cell + result(mine, theirs, hands.qualifying)


def _tables(at: SimulationSetup) -> tuple[Any, ...]:
    leaves = deal_order(at.table)
    shown = leaves.dealer[at.table.up - 1]
    order = np.array([*leaves.own, shown, *(card for card in leaves.dealer if card != shown)], np.int64)
    decided = up_card_decisions(at.strategy.decisions, at.best.game.cards, at.best.game.order)
    return order, decided, HandRows(at.graded, np.uint64(at.rows), np.uint64(at.best.game.qualifying))


SIMULATION = PokerKernel(PRICING, _deal_rounds, _tables).simulation
