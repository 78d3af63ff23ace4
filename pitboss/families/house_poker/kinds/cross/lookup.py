"""The decisions on a cross of community cards, indexed by the solver's kinds, in the form that compiled loops read.

Relative to the centre card, every other card is one of 25 kinds. The last decision is a bit for each row across, top
kind and holding, four million bytes in all. Usually it does not depend on the top card, and then it is stored with the
third decision.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.families.house_poker.kinds.cross.solver import KIND_OF, KINDS, PAIRS, POSSIBLE, RANKS, Decisions, pair
from pitboss.pricing.deals import SUITS
from pitboss.simulation.compiled import IntArray, IntArrays, Integer, compiled, inline
from pitboss.simulation.dealing import TOGETHER

_U = np.uint64
_ONE, _TWO, _THREE, _FOUR, _SEVEN = _U(1), _U(2), _U(3), _U(4), _U(7)
_KINDS, _PAIRS, _SUITS, _CENTRES = _U(KINDS), _U(PAIRS), _U(SUITS), _U(RANKS)
_KIND_OF = KIND_OF
_PAIR_OF = np.array([[pair(one, other) for other in range(KINDS)] for one in range(KINDS)], np.uint16)


class LoopDecisions(NamedTuple):
    """The decisions in the form that a loop reads; 1 means a raise at each of the first three stages.

    The entry for the third stage also has 2 if the last decision is always a raise, or 4 if it is in the bits of
    `late`. `ends` gives, for each combination of the first three raises, the end without the last raise and with it.
    `several` is 1 if decisions depend on the number of earlier raises, else 0.
    """

    left: NDArray[np.uint8]
    right: NDArray[np.uint8]
    top: NDArray[np.uint8]
    late: NDArray[np.uint8]
    ends: NDArray[np.uint8]
    several: np.uint64


def loop_decisions(decisions: Decisions, folds: bool) -> LoopDecisions:
    """Convert the decisions of a strategy for the loop."""
    left, right, top, bottom = decisions
    several = len(bottom) > 1
    always, ever = (bottom | ~POSSIBLE).all(axis=3), (bottom & POSSIBLE).any(axis=3)
    later = np.where(always, 2, np.where(ever, 4, 0)).astype(np.uint8)
    if folds:
        ends = [[0, 0], [1, 1], [0, 0], [2, 2], [0, 0], [1, 1], [0, 0], [3, 4]]
    else:
        ends = [[way, way + 8] for way in range(8)]
    bits = np.packbits(bottom, axis=None, bitorder="little")
    tables = (left.ravel(), right.ravel(), (top if several else top | later).ravel())
    return LoopDecisions(*tables, bits, np.array(ends, np.uint8), _U(several))


@inline
def _bit(bits: IntArray, at: Integer) -> Integer:
    return (_U(bits[at >> _THREE]) >> (at & _SEVEN)) & _ONE


@compiled
def look_up_ends(own: IntArrays, cross: IntArrays, by: LoopDecisions, ends: IntArray) -> None:
    """Find the end of each unit; `cross` has the centre, left, right and top card."""
    a, b, c, e, f, g = own[0], own[1], cross[0], cross[1], cross[2], cross[3]
    for at in range(TOGETHER):
        kinds = _KIND_OF[_U(c[at])]
        left, right = _U(kinds[_U(e[at])]), _U(kinds[_U(f[at])])
        held = _U(_PAIR_OF[_U(kinds[_U(a[at])]), _U(kinds[_U(b[at])])])
        centre, across = _U(c[at]) // _SUITS, _U(_PAIR_OF[left, right])
        first = _U(by.left[centre * _PAIRS + held])
        second = _U(by.right[((by.several * first * _CENTRES + centre) * _KINDS + left) * _PAIRS + held])
        state = by.several * (first + second)
        found = _U(by.top[((state * _CENTRES + centre) * _PAIRS + across) * _PAIRS + held])
        third = found & _ONE
        last: Integer = (found >> _ONE) & _ONE
        if by.several or found & _FOUR:
            row = ((state + by.several * third) * _CENTRES + centre) * _PAIRS + across
            last = _bit(by.late, (row * _KINDS + _U(kinds[_U(g[at])])) * _PAIRS + held)
        ends[at] = by.ends[first + _TWO * second + _FOUR * third, last]
