"""The compiled loop for hold 'em in which each street costs a wager: three decisions and two strengths, all looked up.

A board is renamed to the representative of its class, and the holdings with it, so strengths and decisions are tables
by class and holding. The pocket poker wager looks only at the player's own cards and has its own cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.families.house_poker.kernel.cells import result
from pitboss.families.house_poker.kernel.kernels import SimulationSetup
from pitboss.families.house_poker.kinds.streets.stay_or_fold import BOARD, FLOP
from pitboss.families.house_poker.kinds.streets.stopping import NO_DECISION
from pitboss.families.house_poker.showdown import RESULTS
from pitboss.families.house_poker.standing_wagers import deal_order
from pitboss.pricing.boards import HOLDINGS, RENAMED
from pitboss.pricing.deals import classes, to_representative
from pitboss.simulation.compiled import IntArray, Integer, compiled
from pitboss.simulation.dealing import TOGETHER, ScratchBuffers, deal, place2, place3, sort_two

OWN = 1
"""The part of the pocket poker wager."""

_U = np.uint64
_ONE, _THREE = _U(1), _U(3)
_RESULTS = _U(len(RESULTS))


class LoopTables(NamedTuple):
    """The arrays that the loop reads.

    `flop_rows` and `board_rows` are indexed by the place of the cards: the offset of their class, and the offset in
    `renamed` of the holdings as renamed along with it.
    """

    flop_rows: NDArray[np.uint32]
    board_rows: NDArray[np.uint32]
    renamed: NDArray[np.uint16]
    before: NDArray[np.uint8]
    flop: NDArray[np.uint8]
    made: NDArray[np.uint16]
    """Twice the strength of a holding on a board, plus one if it stays in at the end."""
    graded: NDArray[np.uint8]
    rows: np.uint64
    qualifying: np.uint64


@compiled
def deal_rounds(
    seed: Integer,
    first: Integer,
    units: Integer,
    buffers: ScratchBuffers,
    order: IntArray,
    by: LoopTables,
    pocket: IntArray,
    lost: Integer,
    events: IntArray,
) -> None:
    """Deal `units` rounds and record the cell of each.

    `order` has the player's two cards, the dealer's two and the community cards, in the order in which they leave the
    deck. `pocket` is the cell of each holding in the second part, and `lost` the cell of a fold that forfeits the
    wager, or 0.
    """
    dealt, gone = buffers.dealt, buffers.noted
    a, b, c, d = dealt[order[0]], dealt[order[1]], dealt[order[2]], dealt[order[3]]
    e, f, g = dealt[order[4]], dealt[order[5]], dealt[order[6]]
    for begin in range(0, units, TOGETHER):
        deal(seed, first + _U(begin), buffers)
        sort_two(a, b)
        sort_two(c, d)
        sort_two(e, f)
        for at in range(TOGETHER):
            own, flop = place2(a[at], b[at]), place2(e[at], f[at])
            there = _U(by.flop_rows[flop, 0]) + _U(by.renamed[_U(by.flop_rows[flop, 1]) + own])
            gone[at] = _U(by.before[own]) * (_ONE + _U(by.flop[there]))
        sort_two(f, g)
        sort_two(e, f)
        for at in range(min(TOGETHER, units - begin)):
            own, board = place2(a[at], b[at]), place3(e[at], f[at], g[at])
            begins, renaming = _U(by.board_rows[board, 0]), _U(by.board_rows[board, 1])
            there = begins + _U(by.renamed[renaming + own])
            made = _U(by.made[there])
            mine = made >> _ONE
            theirs = _U(by.made[begins + _U(by.renamed[renaming + place2(c[at], d[at])])]) >> _ONE
            end = _U(gone[at])
            end += (made & _ONE) * (end >> _ONE)
            cell = (end * by.rows + _U(by.graded[mine])) * _RESULTS
            events[0, begin + at] = cell + result(mine, theirs, by.qualifying)
            if events.shape[0] > OWN:
                events[OWN, begin + at] = lost if lost and end < _THREE else pocket[own]


def tables(at: SimulationSetup, side: str, streets: Sequence[str]) -> tuple[Any, ...]:
    """Build the arguments of the loop.

    `side` is the wager on two cards, `streets` are the facts that deal community cards.
    """
    game, played = at.best.game, at.strategy
    wide = np.uint32(HOLDINGS)
    leaves = deal_order(at.table, streets)
    order = np.array([*leaves.own, *leaves.dealer, *leaves.community], np.int64)
    flop_rows, board_rows = (
        np.stack([classes(number).class_of, to_representative(number)], axis=1).astype(np.uint32) * wide
        for number in (FLOP, BOARD)
    )
    tables = LoopTables(
        flop_rows,
        board_rows,
        RENAMED.ravel(),
        (played.decisions.preflop == NO_DECISION).astype(np.uint8),
        (played.decisions.flop == NO_DECISION).astype(np.uint8).ravel(),
        (2 * game.strength_table.astype(np.uint16) + (played.last == game.numbers(game.river[-1:]))).ravel(),
        at.graded,
        _U(at.rows),
        _U(game.qualifying),
    )
    part = at.side(side)
    forfeited = side in at.sides and at.terms.lost_on_fold(side)
    return order, tables, part.by_set(2), _U(part.cell("") if forfeited else 0)
