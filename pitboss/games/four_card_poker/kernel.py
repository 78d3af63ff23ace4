"""Four card poker as a compiled loop: compare the best four of five and of six cards."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.families.house_poker.kernel.cells import result
from pitboss.families.house_poker.kernel.kernels import PokerKernel, SimulationSetup
from pitboss.families.house_poker.kinds.stud.up_card import UpCardDecisions, end_by_up_card, up_card_decisions
from pitboss.families.house_poker.showdown import RESULTS
from pitboss.families.house_poker.standing_wagers import deal_order
from pitboss.games.four_card_poker.price import PRICING
from pitboss.hands import FOUR_CARD
from pitboss.hands.fast import KEYS, MASKS, scorer
from pitboss.simulation.compiled import IntArray, Integer, compiled
from pitboss.simulation.dealing import TOGETHER, ScratchBuffers, deal, sort_five

_U = np.uint64
best_of_five, best_of_six = scorer(FOUR_CARD, 5), scorer(FOUR_CARD, 6)


class HandRows(NamedTuple):
    """The row of each strength, and the number of rows."""

    row_of: IntArray
    rows: Integer


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

    `order` has the places in the deck of the player's five cards and then of the dealer's six, the one shown first.
    `by` says how each hand is played.
    """
    dealt = buffers.dealt
    a, b, c, d, e = dealt[order[0]], dealt[order[1]], dealt[order[2]], dealt[order[3]], dealt[order[4]]
    f, g, h, i, j, k = (
        dealt[order[5]],
        dealt[order[6]],
        dealt[order[7]],
        dealt[order[8]],
        dealt[order[9]],
        dealt[order[10]],
    )
    for begin in range(0, units, TOGETHER):
        deal(seed, first + _U(begin), buffers)
        sort_five(a, b, c, d, e)
        for at in range(min(TOGETHER, units - begin)):
            key = KEYS[a[at]] + KEYS[b[at]] + KEYS[c[at]] + KEYS[d[at]] + KEYS[e[at]]
            mask = MASKS[a[at]] | MASKS[b[at]] | MASKS[c[at]] | MASKS[d[at]] | MASKS[e[at]]
            mine = _U(best_of_five(key, mask))
            key = KEYS[f[at]] + KEYS[g[at]] + KEYS[h[at]] + KEYS[i[at]] + KEYS[j[at]] + KEYS[k[at]]
            mask = MASKS[f[at]] | MASKS[g[at]] | MASKS[h[at]] | MASKS[i[at]] | MASKS[j[at]] | MASKS[k[at]]
            theirs = _U(best_of_six(key, mask))
            end = end_by_up_card(by, mine, a[at], b[at], c[at], d[at], e[at], f[at])
            cell = (end * hands.rows + _U(hands.row_of[mine])) * _U(len(RESULTS))
            events[0, begin + at] = cell + result(mine, theirs, _U(0))


def _tables(at: SimulationSetup) -> tuple[Any, ...]:
    leaves = deal_order(at.table)
    *hidden, shown = leaves.dealer
    order = np.array([*leaves.own, shown, *hidden], np.int64)
    decided = up_card_decisions(at.strategy.decisions, at.best.game.cards, at.best.game.order)
    return order, decided, HandRows(at.graded, _U(at.rows))


SIMULATION = PokerKernel(PRICING, _deal_rounds, _tables).simulation
