"""Two card joker poker as a compiled loop: two looked up hands, one cell.

All there is to know of two cards is in a table by their place among the 1,431 sets of a deck with two jokers: for the
player's the strength and, with the decision in it, the cells of the hand. The pair up wager has cells of its own.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.families.house_poker.kernel.cells import result
from pitboss.families.house_poker.kernel.kernels import PokerKernel, Simulated
from pitboss.families.house_poker.showdown import RESULTS
from pitboss.families.house_poker.standing_wagers import leaving
from pitboss.games.two_card_joker_poker.price import PRICING
from pitboss.simulation.compiled import Cells, Whole, compiled
from pitboss.simulation.dealing import TOGETHER, ScratchBuffers, deal, place2, two_in_order

PAIR_UP = "pair_up"
OWN = 1
"The part of the pair up wager."


@compiled
def _note(
    seed: Whole,
    first: Whole,
    units: Whole,
    buffers: ScratchBuffers,
    order: Cells,
    strengths: Cells,
    cells: Cells,
    qualifying: Whole,
    pair_up: Cells,
    events: Cells,
) -> None:
    """Deal so many rounds, and note the cell of each.

    `order` has the player's two cards and then the dealer's, as they leave the deck; `cells` the first cell of the end
    to which each set of the player's is taken, `pair_up` its cell in the second part.
    """
    dealt = buffers.dealt
    a, b, c, d = dealt[order[0]], dealt[order[1]], dealt[order[2]], dealt[order[3]]
    for begin in range(0, units, TOGETHER):
        deal(seed, first + np.uint64(begin), buffers)
        two_in_order(a, b)
        two_in_order(c, d)
        for at in range(min(TOGETHER, units - begin)):
            own = place2(a[at], b[at])
            mine, theirs = np.uint64(strengths[own]), np.uint64(strengths[place2(c[at], d[at])])
            events[0, begin + at] = np.uint64(cells[own]) + result(mine, theirs, qualifying)
            if events.shape[0] > OWN:
                events[OWN, begin + at] = pair_up[own]


def _tables(at: Simulated) -> tuple[Any, ...]:
    game = at.best.game
    strengths = game.ranked(game.known.representatives).astype(np.uint16)
    decided = at.played.decisions[:, 0].astype(np.int64)
    cells = (decided * at.rows + at.graded.astype(np.int64)[strengths]) * len(RESULTS)
    leaves, side = leaving(at.table), at.side(PAIR_UP)
    pair_up = side.by_set(game.cards)
    if PAIR_UP in at.sides and at.terms.lost_on_fold(PAIR_UP) and PRICING.main[0] in at.standing.stakes:
        folds = [number for number, end in enumerate(game.ends) if at.wagering.ends[end].folded]
        pair_up = np.where(np.isin(decided, folds), side.cell(""), pair_up)
    order = np.array([*leaves.own, *leaves.dealer], np.int64)
    return order, strengths, cells.astype(np.uint32), np.uint64(game.qualifying), pair_up.astype(np.int32)


SIMULATION = PokerKernel(PRICING, _note, _tables).simulation
