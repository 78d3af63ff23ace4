"""Three card poker as a compiled loop: six cards, two looked up hands, one cell.

The one idea: all there is to know of three cards is in a table by their place among the 22,100 sets. For the player's
cards it has the strength and, with the decision in it, the cells of the hand; for the dealer's the strength. Comparing
the two gives the cell. The six-card bonus looks at all six cards, and has cells of its own.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment import Card, Suit, cards
from pitboss.families.house_poker.kernel.cells import result
from pitboss.families.house_poker.kernel.kernels import PokerKernel, SidePart, Simulated
from pitboss.families.house_poker.showdown import RESULTS
from pitboss.families.house_poker.standing_wagers import leaving
from pitboss.games.three_card_poker.price import PRICING
from pitboss.hands.fast import KEYS, MASKS, evaluate_batch, strength6
from pitboss.pricing.deals import all_sets, classes
from pitboss.simulation.compiled import Cells, Whole, compiled
from pitboss.simulation.dealing import TOGETHER, ScratchBuffers, deal, place3, three_in_order

OWN = 3
STRENGTH = np.uint64(0xFFFF)
CELL_AT = np.uint64(16)
"An entry of the player's table is the strength, and above it the first of the cells of the hand."
SIX = 1
"The part of the six-card bonus."


@compiled
def _note(
    seed: Whole,
    first: Whole,
    units: Whole,
    buffers: ScratchBuffers,
    order: Cells,
    own: Cells,
    dealers: Cells,
    qualifying: Whole,
    six: Cells,
    royals: Cells,
    royal_cells: Cells,
    events: Cells,
) -> None:
    """Deal so many rounds, and note the cell of each.

    `order` has the player's three cards and then the dealer's, as they leave the deck; `six` the cell of each strength
    of six cards, and `royal_cells` that of each of the six-card `royals`.
    """
    dealt = buffers.dealt
    a, b, c = dealt[order[0]], dealt[order[1]], dealt[order[2]]
    d, e, f = dealt[order[3]], dealt[order[4]], dealt[order[5]]
    for begin in range(0, units, TOGETHER):
        deal(seed, first + np.uint64(begin), buffers)
        some = min(TOGETHER, units - begin)
        three_in_order(a, b, c)
        three_in_order(d, e, f)
        for at in range(some):
            mine = np.uint64(own[place3(a[at], b[at], c[at])])
            theirs = np.uint64(dealers[place3(d[at], e[at], f[at])])
            events[0, begin + at] = (mine >> CELL_AT) + result(mine & STRENGTH, theirs, qualifying)
        if events.shape[0] > SIX:
            for at in range(some):
                key = KEYS[a[at]] + KEYS[b[at]] + KEYS[c[at]] + KEYS[d[at]] + KEYS[e[at]] + KEYS[f[at]]
                mask = MASKS[a[at]] | MASKS[b[at]] | MASKS[c[at]] | MASKS[d[at]] | MASKS[e[at]] | MASKS[f[at]]
                strength = strength6(key, mask)
                events[SIX, begin + at] = six[strength]
                if strength == six.shape[0] - 1:
                    for suit in range(royals.shape[0]):
                        if mask == royals[suit]:
                            events[SIX, begin + at] = royal_cells[suit]


def _tables(at: Simulated) -> tuple[Any, ...]:
    game = at.best.game
    strengths = evaluate_batch(all_sets(OWN), game.order).astype(np.uint16)
    leaves, six = leaving(at.table), at.side("six_card_bonus")
    order = np.array([*leaves.own, *leaves.dealer], np.int64)
    royals = _royals(at, six)
    return order, _own(at, strengths), strengths, np.uint64(game.qualifying), six.by_strength, *royals


def _own(at: Simulated, strengths: NDArray[np.uint16]) -> NDArray[np.uint32]:
    """For each set of three cards its strength, and the first of the cells to which the strategy takes it."""
    decided = at.played.decisions[classes(OWN).class_of, 0].astype(np.int64)
    cells = (decided * at.rows + at.graded.astype(np.int64)[strengths]) * len(RESULTS)
    return np.asarray(strengths.astype(np.int64) | cells << int(CELL_AT), np.uint32)


def _royals(at: Simulated, six: SidePart) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
    """20.11: the six-card royals as they are looked for, and the cell of each."""
    if not six.rows:
        return np.zeros(0, np.uint64), np.zeros(0, np.int32)
    held = tuple(tuple(Card.of(card.rank, suit) for card in cards(at.table.royal)) for suit in Suit)
    masks = [sum(int(MASKS[card.index]) for card in royal) for royal in held]
    named = [at.table.special_row("six_card_bonus", royal) for royal in held]
    cells = [six.cell(row if row in six.rows else six.rows[0]) for row in named]
    return np.array(masks, np.uint64), np.array(cells, np.int32)


SIMULATION = PokerKernel(PRICING, _note, _tables).simulation
