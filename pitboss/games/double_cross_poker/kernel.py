"""Double cross poker as a compiled loop: four decisions looked up, two hands of two rows each compared.

Beside the centre card every other card is one of 25 kinds (`price/crosses`). The first three decisions are one table,
by centre, left, right and holding: the raises made, or where a fold ended the round. The last is a bit for each row
across, top kind and holding. The three-card wager looks at one's own cards and the centre, and has cells of its own.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.families.house_poker.kernel import (
    RESULTS,
    TOGETHER,
    Cells,
    PokerKernel,
    Room,
    Simulated,
    Whole,
    compiled,
    deal,
    inlined,
    leaving,
    place3,
    result,
)
from pitboss.families.house_poker.price.crosses import KIND_OF, KINDS, PAIRS, RANKS, Decisions, pair
from pitboss.families.house_poker.price.deals import SUITS
from pitboss.games.double_cross_poker.price import PRICING
from pitboss.hands.fast import KEYS, MASKS, strength5

THREE = 1
"The part of the three-card wager."

_U = np.uint64
_ZERO, _ONE, _TWO, _THREE, _SEVEN = _U(0), _U(1), _U(2), _U(3), _U(7)
_KINDS, _PAIRS, _SUITS, _RESULTS = _U(KINDS), _U(PAIRS), _U(SUITS), _U(len(RESULTS))
_CENTRES = _U(RANKS)
_KIND_OF = KIND_OF
_PAIR_OF = np.array([[pair(one, other) for other in range(KINDS)] for one in range(KINDS)], np.uint16)


class Decided(NamedTuple):
    """What the loop decides by.

    `early` has by centre, left kind, right kind and holding what is so before the last decision. `ends` has for it the
    end without the last raise and with it; `raised` how often was raised, where that counts. `late` are bits.
    """

    early: NDArray[np.uint8]
    ends: NDArray[np.uint8]
    raised: NDArray[np.uint8]
    late: NDArray[np.uint8]


def decided(decisions: Decisions, folds: bool) -> Decided:
    """The decisions of a strategy, as the loop reads them."""
    left, right, top, bottom = decisions
    several = len(bottom) > 1
    centre, one, other, held = np.ogrid[:RANKS, :KINDS, :KINDS, :PAIRS]
    across = _PAIR_OF[one, other]
    first = left[0, centre, held]
    second = right[first if several else 0, centre, one, held]
    third = top[(first + second) if several else 0, centre, across, held]
    if folds:
        early = np.where(first == 0, 0, np.where(second == 0, 1, np.where(third == 0, 2, 3)))
        ends = np.array([[0, 0], [1, 1], [2, 2], [3, 4]], np.uint8)
        raised = np.zeros(4, np.uint8)
    else:
        early = first + 2 * second + 4 * third
        ends = np.array([[way, way + 8] for way in range(8)], np.uint8)
        raised = np.array([way.bit_count() * several for way in range(8)], np.uint8)
    return Decided(early.astype(np.uint8).ravel(), ends, raised, np.packbits(bottom, axis=None, bitorder="little"))


@inlined
def _bit(bits: Cells, at: Whole) -> Whole:
    return (_U(bits[at >> _THREE]) >> (at & _SEVEN)) & _ONE


@compiled
def _decide(own: Cells, cross: Cells, by: Decided, ends: Cells) -> None:
    """The number of the end to which each unit is played."""
    a, b, c, e, f, g = own[0], own[1], cross[0], cross[1], cross[2], cross[3]
    for at in range(TOGETHER):
        kinds = _KIND_OF[_U(c[at])]
        left, right, top = _U(kinds[_U(e[at])]), _U(kinds[_U(f[at])]), _U(kinds[_U(g[at])])
        held = _U(_PAIR_OF[_U(kinds[_U(a[at])]), _U(kinds[_U(b[at])])])
        centre = _U(c[at]) // _SUITS
        early = _U(by.early[((centre * _KINDS + left) * _KINDS + right) * _PAIRS + held])
        row = (_U(by.raised[early]) * _CENTRES + centre) * _PAIRS + _U(_PAIR_OF[left, right])
        ends[at] = by.ends[early, _bit(by.late, (row * _KINDS + top) * _PAIRS + held)]


@inlined
def _better(key: Whole, mask: Whole, one: Whole, other: Whole, three: Whole, four: Whole) -> Whole:
    """The better hand of some cards with either of two pairs."""
    across = _U(strength5(key + KEYS[one] + KEYS[other], mask | MASKS[one] | MASKS[other]))
    down = _U(strength5(key + KEYS[three] + KEYS[four], mask | MASKS[three] | MASKS[four]))
    return max(across, down)


@compiled
def _note(
    seed: Whole,
    first: Whole,
    units: Whole,
    room: Room,
    order: Cells,
    by: Decided,
    graded: Cells,
    rows: Whole,
    threes: Cells,
    events: Cells,
) -> None:
    """Deal so many rounds, and note the cell of each.

    `order` has the player's two cards, the dealer's and the cross: centre, left, right, top, bottom. `graded` is the
    row of each strength, of so many; `threes` the cell of each set of three.
    """
    dealt, ends = room.dealt, room.noted
    a, b, h, i = dealt[order[0]], dealt[order[1]], dealt[order[2]], dealt[order[3]]
    c, e, f, g, d = dealt[order[4]], dealt[order[5]], dealt[order[6]], dealt[order[7]], dealt[order[8]]
    for begin in range(0, units, TOGETHER):
        deal(seed, first + _U(begin), room)
        _decide((a, b), (c, e, f, g), by, ends)
        for at in range(min(TOGETHER, units - begin)):
            key, mask = KEYS[c[at]] + KEYS[a[at]] + KEYS[b[at]], MASKS[c[at]] | MASKS[a[at]] | MASKS[b[at]]
            mine = _better(key, mask, e[at], f[at], g[at], d[at])
            key, mask = KEYS[c[at]] + KEYS[h[at]] + KEYS[i[at]], MASKS[c[at]] | MASKS[h[at]] | MASKS[i[at]]
            theirs = _better(key, mask, e[at], f[at], g[at], d[at])
            cell = (_U(ends[at]) * rows + _U(graded[mine])) * _RESULTS
            events[0, begin + at] = cell + result(mine, theirs, _ZERO)
            if events.shape[0] > THREE:
                low, high = min(a[at], b[at]), max(a[at], b[at])
                middle = max(low, min(high, c[at]))
                events[THREE, begin + at] = threes[place3(min(low, c[at]), middle, max(high, c[at]))]


def _tables(at: Simulated) -> tuple[Any, ...]:
    leaves = leaving(at.table)
    order = np.array([*leaves.own, *leaves.dealer, *leaves.community], np.int64)
    threes = at.side("three_card").by_set(len(leaves.own) + 1)
    return order, decided(at.played.decisions, at.best.game.folds), at.graded, _U(at.rows), threes


SIMULATION = PokerKernel(PRICING, _note, _tables).simulation
