"""The compiled loop for hold 'em with one raise: look up three decisions, then compare two seven-card hands.

The first decision is a table by holding. The second is a bit for each class of flops and holding, 2.3 million in all.
The third is one of the 13 million bits of `kinds/streets/rivers`, because at most one suit matters on a board. All
three come from the price or from a rule. The progressive wager looks at the first five cards and has its own cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.families.house_poker.kernel.cells import result
from pitboss.families.house_poker.kernel.kernels import SimulationSetup
from pitboss.families.house_poker.kinds.streets.price import BoardPricing
from pitboss.families.house_poker.kinds.streets.rivers import board_at, holding_at
from pitboss.families.house_poker.kinds.streets.stopping import NO_DECISION
from pitboss.families.house_poker.showdown import RESULTS
from pitboss.families.house_poker.standing_wagers import deal_order
from pitboss.hands.fast import KEYS, MASKS, strength5, strength7
from pitboss.pricing.boards import HOLDINGS, RENAMED
from pitboss.pricing.deals import classes, to_representative
from pitboss.simulation.compiled import IntArray, IntArrays, Integer, compiled, inline, inner
from pitboss.simulation.dealing import (
    TOGETHER,
    ScratchBuffers,
    deal,
    place2,
    place3,
    sort_five,
    sort_three,
    sort_two,
)

FIVE = 1
"""The part of the progressive wager."""
FOLD = 0
"""The number of the fold, the cheapest choice at the river."""

_U = np.uint64
_ON, _ONE, _THREE, _SEVEN = _U(NO_DECISION), _U(1), _U(3), _U(7)
_RESULTS = _U(len(RESULTS))


class LoopDecisions(NamedTuple):
    """The decisions in the form that the loop reads.

    `early` is the end of each holding before the flop. `flop_rows` has for each flop the offset of its class in
    `at_flop`, and the offset in `renamed` of the holdings as renamed along with it. The bits of `at_flop` choose
    `flop_end`; those of `at_river` choose `last_end` over a fold.
    """

    early: NDArray[np.uint8]
    flop_rows: NDArray[np.uint32]
    renamed: NDArray[np.uint16]
    at_flop: NDArray[np.uint8]
    flop_end: np.uint64
    at_river: NDArray[np.uint8]
    last_end: np.uint64

    @classmethod
    def by(cls, at: SimulationSetup) -> LoopDecisions:
        assert isinstance(at.pricing, BoardPricing)
        river_decisions = at.pricing.river_decisions
        game, decisions = at.strategy.game, at.strategy.decisions
        (flop_end,), (_, last_end) = game.numbers(game.flop), game.numbers(game.river)
        class_and_renaming = np.stack([classes(3).class_of, to_representative(3)], axis=1).astype(np.uint32)
        return cls(
            early=decisions.preflop,
            flop_rows=class_and_renaming * np.uint32(HOLDINGS),
            renamed=RENAMED.ravel(),
            at_flop=np.packbits(decisions.flop != NO_DECISION, bitorder="little"),
            flop_end=_U(flop_end),
            at_river=river_decisions(at.best.game, at.wagering, at.strategy.last),
            last_end=_U(last_end),
        )


class LoopPayTables(NamedTuple):
    """What the loop settles by: each strength's row, the number of rows, and the dealer's lowest qualifying hand.

    `five` is the cell of each strength of the first five cards, and `lost` is 1 if a fold loses the wager on them.
    """

    graded: NDArray[np.uint8]
    rows: np.uint64
    qualifying: np.uint64
    five: NDArray[np.int32]
    lost: bool


# ---- The loop and its three steps, for units dealt side by side


@inline
def _bit(bits: IntArray, at: Integer) -> Integer:
    return (_U(bits[at >> _THREE]) >> (at & _SEVEN)) & _ONE


@inner
def _decide_early(hand: IntArrays, flop: IntArrays, by: LoopDecisions, ends: IntArray) -> None:
    """Find the end of each unit before the flop or at the flop, or `NO_DECISION`."""
    a, b, e, f, g = hand[0], hand[1], flop[0], flop[1], flop[2]
    for at in range(TOGETHER):
        own = place2(a[at], b[at])
        place = place3(e[at], f[at], g[at])
        raised = _bit(by.at_flop, _U(by.flop_rows[place, 0]) + _U(by.renamed[_U(by.flop_rows[place, 1]) + own]))
        end = _U(by.early[own])
        ends[at] = (by.flop_end if raised else _ON) if end == _ON else end


@inner
def _first_five(hand: IntArrays, flop: IntArrays, five: IntArray, events: IntArray) -> None:
    """Record the cell of the first five cards."""
    a, b, e, f, g = hand[0], hand[1], flop[0], flop[1], flop[2]
    for at in range(len(events)):
        key = KEYS[a[at]] + KEYS[b[at]] + KEYS[e[at]] + KEYS[f[at]] + KEYS[g[at]]
        mask = MASKS[a[at]] | MASKS[b[at]] | MASKS[e[at]] | MASKS[f[at]] | MASKS[g[at]]
        events[at] = five[_U(strength5(key, mask))]


@compiled
def deal_rounds(
    seed: Integer,
    first: Integer,
    units: Integer,
    buffers: ScratchBuffers,
    order: IntArray,
    by: LoopDecisions,
    settled: LoopPayTables,
    events: IntArray,
) -> None:
    """Deal `units` rounds and record the cell of each.

    `order` has the player's two cards, the dealer's and the community cards, in the order in which they leave the deck.
    """
    dealt, ends = buffers.dealt, buffers.noted
    a, b, c, d = dealt[order[0]], dealt[order[1]], dealt[order[2]], dealt[order[3]]
    e, f, g, h, i = dealt[order[4]], dealt[order[5]], dealt[order[6]], dealt[order[7]], dealt[order[8]]
    for begin in range(0, units, TOGETHER):
        deal(seed, first + _U(begin), buffers)
        some = min(TOGETHER, units - begin)
        sort_two(a, b)
        sort_three(e, f, g)
        _decide_early((a, b), (e, f, g), by, ends)
        if events.shape[0] > FIVE:
            _first_five((a, b), (e, f, g), settled.five, events[FIVE, begin : begin + some])
        sort_five(e, f, g, h, i)
        for at in range(some):
            key = KEYS[e[at]] + KEYS[f[at]] + KEYS[g[at]] + KEYS[h[at]] + KEYS[i[at]]
            mask = MASKS[e[at]] | MASKS[f[at]] | MASKS[g[at]] | MASKS[h[at]] | MASKS[i[at]]
            mine = _U(strength7(key + KEYS[a[at]] + KEYS[b[at]], mask | MASKS[a[at]] | MASKS[b[at]]))
            theirs = _U(strength7(key + KEYS[c[at]] + KEYS[d[at]], mask | MASKS[c[at]] | MASKS[d[at]]))
            end = _U(ends[at])
            if end == _ON:
                begins, suit = board_at(e[at], f[at], g[at], h[at], i[at], key, mask)
                stays = _bit(by.at_river, begins + holding_at(a[at], b[at], suit))
                end = by.last_end if stays else _U(FOLD)
                if settled.lost and not stays:
                    events[FIVE, begin + at] = settled.five[0]
            cell = (end * settled.rows + _U(settled.graded[mine])) * _RESULTS
            events[0, begin + at] = cell + result(mine, theirs, settled.qualifying)


# ---- Its arguments


def tables(at: SimulationSetup, side: str, streets: Sequence[str]) -> tuple[Any, ...]:
    """Build the arguments of the loop.

    `side` is the wager on the first five cards. `streets` are the facts that deal community cards, if they are not
    dealt as one stack.
    """
    leaves = deal_order(at.table, streets)
    order = np.array([*leaves.own, *leaves.dealer, *leaves.community], np.int64)
    lost = side in at.sides and at.terms.lost_on_fold(side)
    five = at.side(side).by_strength
    settled = LoopPayTables(at.graded, _U(at.rows), _U(at.best.game.qualifying), five, lost)
    return order, LoopDecisions.by(at), settled
