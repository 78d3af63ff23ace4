"""Two card joker poker as a compiled loop: look up two hands of two cards, then record one cell.

Tables indexed by the place of a hand among the 1,431 sets of two cards from a deck with two jokers hold everything
about it: the strength, and for the player's hand the first cell, which includes the decision. The pair up wager has its
own cells.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.families.house_poker.kernel.cells import result
from pitboss.families.house_poker.kernel.kernels import PokerKernel, SimulationSetup
from pitboss.families.house_poker.showdown import RESULTS
from pitboss.families.house_poker.standing_wagers import deal_order
from pitboss.games.two_card_joker_poker.price import PRICING
from pitboss.simulation.compiled import IntArray, Integer, compiled
from pitboss.simulation.dealing import TOGETHER, ScratchBuffers, deal, place2, sort_two

PAIR_UP = "pair_up"
OWN = 1
"""The part of the events for the pair up wager."""


class CardSetTables(NamedTuple):
    """Tables by the place of a set of two cards, and the least strength with which the dealer qualifies.

    `cells` has the first cell of the end that the strategy leads the hand to; `pair_up` the cell of the pair up wager.
    """

    strengths: IntArray
    cells: IntArray
    qualifying: Integer
    pair_up: IntArray


@compiled
def _deal_rounds(
    seed: Integer,
    first: Integer,
    units: Integer,
    buffers: ScratchBuffers,
    order: IntArray,
    hands: CardSetTables,
    events: IntArray,
) -> None:
    """Deal `units` rounds and record the cell of each, and that of the pair up wager if it is made.

    `order` has the places in the deck of the player's two cards and then of the dealer's.
    """
    dealt = buffers.dealt
    a, b, c, d = dealt[order[0]], dealt[order[1]], dealt[order[2]], dealt[order[3]]
    for begin in range(0, units, TOGETHER):
        deal(seed, first + np.uint64(begin), buffers)
        sort_two(a, b)
        sort_two(c, d)
        for at in range(min(TOGETHER, units - begin)):
            own = place2(a[at], b[at])
            mine, theirs = np.uint64(hands.strengths[own]), np.uint64(hands.strengths[place2(c[at], d[at])])
            events[0, begin + at] = np.uint64(hands.cells[own]) + result(mine, theirs, hands.qualifying)
            if events.shape[0] > OWN:
                events[OWN, begin + at] = hands.pair_up[own]


def _tables(at: SimulationSetup) -> tuple[Any, ...]:
    game = at.best.game
    strengths = game.strengths_of(game.player_hands.representatives).astype(np.uint16)
    decided = at.strategy.decisions[:, 0].astype(np.int64)
    cells = (decided * at.rows + at.graded.astype(np.int64)[strengths]) * len(RESULTS)
    leaves, side = deal_order(at.table), at.side(PAIR_UP)
    pair_up = side.by_set(game.cards)
    if PAIR_UP in at.sides and at.terms.lost_on_fold(PAIR_UP) and PRICING.main[0] in at.standing.stakes:
        folds = [number for number, end in enumerate(game.ends) if at.wagering.ends[end].folded]
        pair_up = np.where(np.isin(decided, folds), side.cell(""), pair_up)
    order = np.array([*leaves.own, *leaves.dealer], np.int64)
    hands = CardSetTables(strengths, cells.astype(np.uint32), np.uint64(game.qualifying), pair_up.astype(np.int32))
    return order, hands


SIMULATION = PokerKernel(PRICING, _deal_rounds, _tables).simulation
