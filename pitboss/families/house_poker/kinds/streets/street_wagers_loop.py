"""The compiled loop for hold 'em with a wager on each street: look up three decisions, then compare two hands.

The first decision is a table by holding. The others are bits for each class of three and of four community cards and
each holding, 2.3 and 21.8 million. They come from the price or from a rule. The bonus looks at the
player's two cards and the dealer's, and has its own cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment import CARDS
from pitboss.families.house_poker.holdings import holding_name
from pitboss.families.house_poker.kernel.cells import result
from pitboss.families.house_poker.kernel.kernels import SideCells, SimulationSetup
from pitboss.families.house_poker.showdown import RESULTS
from pitboss.families.house_poker.standing_wagers import deal_order
from pitboss.hands.fast import KEYS, MASKS, strength7
from pitboss.pricing.boards import HOLDINGS, RENAMED
from pitboss.pricing.deals import all_sets, classes, to_representative
from pitboss.simulation.compiled import IntArray, IntArrays, Integer, compiled, inline
from pitboss.simulation.dealing import (
    TOGETHER,
    ScratchBuffers,
    deal,
    place2,
    place3,
    place4,
    sort_three,
    sort_two,
)

TWO = 1
"""The part of the bonus wager."""

RENAMINGS = 5
"""The number of bits that hold one of the 24 renamings of the suits."""

_U = np.uint64
_RENAMING, _HOLDINGS = _U((1 << RENAMINGS) - 1), _U(HOLDINGS)
_ZERO, _ONE, _TWO, _THREE, _SEVEN = _U(0), _U(1), _U(2), _U(3), _U(7)
_RESULTS = _U(len(RESULTS))


class LoopDecisions(NamedTuple):
    """The decisions in the form that the loop reads.

    `stays` is 1 for each holding that stays in. `flop_rows` and `four_rows` have the class of the community cards and,
    in the lowest bits, the renaming that turns them into its representative. Both are in one number to save cache
    memory.
    """

    stays: NDArray[np.uint8]
    renamed: NDArray[np.uint16]
    flop_rows: NDArray[np.uint32]
    at_flop: NDArray[np.uint8]
    four_rows: NDArray[np.uint32]
    at_four: NDArray[np.uint8]

    @classmethod
    def by(cls, at: SimulationSetup) -> LoopDecisions:
        stays, (at_flop, at_four) = at.strategy.decisions
        rows = [
            (classes(number).class_of.astype(np.uint32) << np.uint32(RENAMINGS))
            | to_representative(number).astype(np.uint32)
            for number in (3, 4)
        ]
        return cls(stays, RENAMED.ravel(), rows[0], at_flop, rows[1], at_four)


@inline
def _bit(bits: IntArray, row: Integer, holding: Integer, renamed: IntArray) -> Integer:
    """Whether a holding makes a street's wager, given the row of the community cards."""
    held = _U(renamed[(row & _RENAMING) * _HOLDINGS + holding])
    at = (row >> _U(RENAMINGS)) * _HOLDINGS + held
    return (_U(bits[at >> _THREE]) >> (at & _SEVEN)) & _ONE


class LoopPayTables(NamedTuple):
    """What the loop settles by: each strength's row, and the number of rows.

    For the bonus: each holding's cell, its cell if the dealer's holding is among `dealers`, the cell of a loss, and
    whether a fold loses the wager.
    """

    graded: NDArray[np.uint8]
    rows: np.uint64
    cells: NDArray[np.int32]
    raised: NDArray[np.int32]
    dealers: NDArray[np.uint8]
    loss: np.int32
    lost: bool


@compiled
def _decide(own: IntArrays, three: IntArrays, fourth: IntArray, by: LoopDecisions, ends: IntArray) -> None:
    """Find the end of each unit: 0 for a fold, 1 for staying in, plus 1 and 2 for the later wagers."""
    a, b, e, f, g = own[0], own[1], three[0], three[1], three[2]
    for at in range(TOGETHER):
        holding = place2(a[at], b[at])
        first = _bit(by.at_flop, _U(by.flop_rows[place3(e[at], f[at], g[at])]), holding, by.renamed)
        # Insert the fourth card into the sorted flop.
        low, high = min(e[at], fourth[at]), max(g[at], fourth[at])
        one, other = max(e[at], min(f[at], fourth[at])), min(g[at], max(f[at], fourth[at]))
        second = _bit(by.at_four, _U(by.four_rows[place4(low, one, other, high)]), holding, by.renamed)
        ends[at] = (_ONE + first + _TWO * second) if by.stays[holding] else _ZERO


@compiled
def _on_two(own: IntArrays, dealers: IntArrays, ends: IntArray, settled: LoopPayTables, events: IntArray) -> None:
    """Record the cell of the bonus wager."""
    a, b, c, d = own[0], own[1], dealers[0], dealers[1]
    for at in range(len(events)):
        holding, theirs = place2(a[at], b[at]), place2(c[at], d[at])
        cell = settled.raised[holding] if settled.dealers[theirs] else settled.cells[holding]
        events[at] = settled.loss if settled.lost and ends[at] == 0 else cell


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
        sort_two(c, d)
        sort_three(e, f, g)
        _decide((a, b), (e, f, g), h, by, ends)
        if events.shape[0] > TWO:
            _on_two((a, b), (c, d), ends, settled, events[TWO, begin : begin + some])
        for at in range(some):
            key = KEYS[e[at]] + KEYS[f[at]] + KEYS[g[at]] + KEYS[h[at]] + KEYS[i[at]]
            mask = MASKS[e[at]] | MASKS[f[at]] | MASKS[g[at]] | MASKS[h[at]] | MASKS[i[at]]
            mine = _U(strength7(key + KEYS[a[at]] + KEYS[b[at]], mask | MASKS[a[at]] | MASKS[b[at]]))
            theirs = _U(strength7(key + KEYS[c[at]] + KEYS[d[at]], mask | MASKS[c[at]] | MASKS[d[at]]))
            cell = (_U(ends[at]) * settled.rows + _U(settled.graded[mine])) * _RESULTS
            events[0, begin + at] = cell + result(mine, theirs, _ZERO)


# ---- Its arguments


def tables(at: SimulationSetup, side: str, streets: Sequence[str]) -> tuple[Any, ...]:
    """Build the arguments of the loop.

    `side` is the wager on two cards, `streets` are the facts that deal community cards.
    """
    leaves = deal_order(at.table, streets)
    order = np.array([*leaves.own, *leaves.dealer, *leaves.community], np.int64)
    part = at.side(side)
    lost = bool(part.rows) and at.terms.lost_on_fold(side)
    return order, LoopDecisions.by(at), LoopPayTables(at.graded, _U(at.rows), *_by_holding(at, side, part), lost)


def _by_holding(
    at: SimulationSetup, side: str, part: SideCells
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], np.int32]:
    """The cell of every holding, and its cell against the dealer's holdings that a row names."""
    if not part.rows:
        none = np.zeros(HOLDINGS, np.int32)
        return none, none, none.astype(np.uint8), np.int32(0)
    rows = at.terms.holdings[side]
    names = [holding_name([CARDS[card] for card in two]) for two in all_sets(2)]
    (dealers,) = rows.dealer_holdings
    plain, against = ([part.cell(rows.by_name(name, theirs) or "") for name in names] for theirs in ("", dealers))
    flags = np.array([name == dealers for name in names], np.uint8)
    return np.array(plain, np.int32), np.array(against, np.int32), flags, np.int32(part.cell(""))
