"""Three card poker as a compiled loop: look up two hands of three cards, then record one cell.

Tables indexed by the place of a hand among the 22,100 sets of three cards hold everything about it. The player's table
has the strength and the first cell of the hand, which includes the decision; the dealer's table has the strength.
Comparing the two strengths gives the cell. The six-card bonus looks at all six cards and has its own cells.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment import Card, Suit, cards
from pitboss.families.house_poker.kernel.cells import result
from pitboss.families.house_poker.kernel.kernels import PokerKernel, SideCells, SimulationSetup
from pitboss.families.house_poker.showdown import RESULTS
from pitboss.families.house_poker.standing_wagers import deal_order
from pitboss.games.three_card_poker.price import PRICING
from pitboss.hands.fast import KEYS, MASKS, evaluate_batch, strength6
from pitboss.pricing.deals import all_sets, classes
from pitboss.simulation.compiled import IntArray, Integer, compiled
from pitboss.simulation.dealing import TOGETHER, ScratchBuffers, deal, place3, sort_three

OWN = 3
STRENGTH = np.uint64(0xFFFF)
CELL_AT = np.uint64(16)
"""The bit of an entry of `CardSetTables.own` at which the first cell of the hand begins, above its strength."""
SIX = 1
"""The part of the events for the six-card bonus."""


class CardSetTables(NamedTuple):
    """Tables by the place of a set of three cards, and the least strength with which the dealer qualifies.

    `own` has the strength of the player's hand and the first cell of the end that the strategy leads it to; `dealers`
    has the strength alone.
    """

    own: IntArray
    dealers: IntArray
    qualifying: Integer


class SixCards(NamedTuple):
    """The six-card bonus: the cell of each strength, and the cards of each six-card royal with its cell."""

    cell_of: IntArray
    royals: IntArray
    royal_cells: IntArray


@compiled
def _deal_rounds(
    seed: Integer,
    first: Integer,
    units: Integer,
    buffers: ScratchBuffers,
    order: IntArray,
    hands: CardSetTables,
    six: SixCards,
    events: IntArray,
) -> None:
    """Deal `units` rounds and record the cell of each, and that of the six-card bonus if it is wagered.

    `order` has the places in the deck of the player's three cards and then of the dealer's.
    """
    dealt = buffers.dealt
    a, b, c = dealt[order[0]], dealt[order[1]], dealt[order[2]]
    d, e, f = dealt[order[3]], dealt[order[4]], dealt[order[5]]
    for begin in range(0, units, TOGETHER):
        deal(seed, first + np.uint64(begin), buffers)
        some = min(TOGETHER, units - begin)
        sort_three(a, b, c)
        sort_three(d, e, f)
        for at in range(some):
            mine = np.uint64(hands.own[place3(a[at], b[at], c[at])])
            theirs = np.uint64(hands.dealers[place3(d[at], e[at], f[at])])
            events[0, begin + at] = (mine >> CELL_AT) + result(mine & STRENGTH, theirs, hands.qualifying)
        if events.shape[0] > SIX:
            for at in range(some):
                key = KEYS[a[at]] + KEYS[b[at]] + KEYS[c[at]] + KEYS[d[at]] + KEYS[e[at]] + KEYS[f[at]]
                mask = MASKS[a[at]] | MASKS[b[at]] | MASKS[c[at]] | MASKS[d[at]] | MASKS[e[at]] | MASKS[f[at]]
                strength = strength6(key, mask)
                events[SIX, begin + at] = six.cell_of[strength]
                if strength == six.cell_of.shape[0] - 1:
                    for suit in range(six.royals.shape[0]):
                        if mask == six.royals[suit]:
                            events[SIX, begin + at] = six.royal_cells[suit]


def _tables(at: SimulationSetup) -> tuple[Any, ...]:
    game = at.best.game
    strengths = evaluate_batch(all_sets(OWN), game.order).astype(np.uint16)
    leaves, six = deal_order(at.table), at.side("six_card_bonus")
    order = np.array([*leaves.own, *leaves.dealer], np.int64)
    hands = CardSetTables(_own(at, strengths), strengths, np.uint64(game.qualifying))
    return order, hands, SixCards(six.by_strength, *_royals(at, six))


def _own(at: SimulationSetup, strengths: NDArray[np.uint16]) -> NDArray[np.uint32]:
    """Return the table `CardSetTables.own`."""
    decided = at.strategy.decisions[classes(OWN).class_of, 0].astype(np.int64)
    cells = (decided * at.rows + at.graded.astype(np.int64)[strengths]) * len(RESULTS)
    return np.asarray(strengths.astype(np.int64) | cells << int(CELL_AT), np.uint32)


def _royals(at: SimulationSetup, six: SideCells) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
    """20.11: the cards of each six-card royal as a mask, and the cell of each."""
    if not six.rows:
        return np.zeros(0, np.uint64), np.zeros(0, np.int32)
    held = tuple(tuple(Card.of(card.rank, suit) for card in cards(at.table.royal)) for suit in Suit)
    masks = [sum(int(MASKS[card.index]) for card in royal) for royal in held]
    named = [at.table.special_row("six_card_bonus", royal) for royal in held]
    cells = [six.cell(row if row in six.rows else six.rows[0]) for row in named]
    return np.array(masks, np.uint64), np.array(cells, np.int32)


SIMULATION = PokerKernel(PRICING, _deal_rounds, _tables).simulation
