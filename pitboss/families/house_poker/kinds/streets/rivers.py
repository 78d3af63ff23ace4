"""A table of hold 'em river decisions for every board and holding, small enough for the compiled loops.

On a complete board suits matter only if three or more cards share one. So a board is either a multiset of five ranks
(6,188 of them), or a set of three, four or five ranks in one suit plus the ranks of the other cards (26,026, 9,295 and
1,287). A holding is a pair of ranks (91) or, if a suit matters, a pair of ranks that are each in that suit or not
(351). At one bit per decision, all 13.4 million decisions fit into 1.7 MB. They are the price's decisions.

Sets and multisets are numbered as in `deals`, by sums of binomials over the cards in ascending order.
"""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.families.house_poker.kinds.streets.stopping import BEST, LIVE, BoardGame, river_ends
from pitboss.families.house_poker.price.strategy_text import RiverRule
from pitboss.hands.fast import KEYS, MASKS
from pitboss.hands.tables import RANKS, SUITS_AT
from pitboss.pricing.compiled import compiled
from pitboss.pricing.deals import DECK, SUITS, Cards, classes
from pitboss.pricing.progress import Progress, run_in_parts, split_rows

Bytes = NDArray[np.uint8]
BOARD = 5
NO_SUIT = np.uint64(SUITS)
"""Stands for the suit if no flush is possible."""

_U = np.uint64
_RANKS = _U(RANKS)
PAIRS = comb(RANKS + 1, 2)
SUITED_PAIRS = comb(2 * RANKS + 1, 2)
BY_RANKS = comb(RANKS + BOARD - 1, BOARD) * PAIRS
_OTHERS = {number: comb(RANKS + BOARD - number - 1, BOARD - number) for number in (3, 4, 5)}
DECISIONS = BY_RANKS + sum(comb(RANKS, number) * others for number, others in _OTHERS.items()) * SUITED_PAIRS

_RANKED = np.array([[comb(card // SUITS + at, at + 1) for card in range(DECK)] for at in range(BOARD)], np.uint64)
"""What each card adds to the number of a multiset of ranks, by its position in ascending order."""
_TRIANGLE = np.array([comb(kind + 1, 2) for kind in range(2 * RANKS)], np.uint64)
_PAIRS, _SUITED_PAIRS, _BY_RANKS = _U(PAIRS), _U(SUITED_PAIRS), _U(BY_RANKS)
# As in `hands.fast`: adding this sets the high bit of a suit's count once the suit has three cards.
_TO_THREE, _REACHED = (_U(nibbles << SUITS_AT) for nibbles in (0x5555, 0x8888))
_SECOND, _THIRD, _FOURTH = (_U(0x8 << (SUITS_AT + 4 * suit)) for suit in (1, 2, 3))
_SUIT_BITS, _IN_SUIT = _U(4), _U((1 << RANKS) - 1)
_ZERO, _ONE, _TWO, _THREE = _U(0), _U(1), _U(2), _U(3)


def _first_rows() -> NDArray[np.uint32]:
    found = np.zeros(1 << RANKS, np.uint32)
    row = 0
    for number, others in _OTHERS.items():
        for ranks in sorted(combinations(range(RANKS), number), key=lambda one: one[::-1]):
            found[sum(1 << rank for rank in ranks)] = row
            row += others
    return found


_ROWS = _first_rows()
"""The number of the first board with these ranks in its suit, indexed by the ranks as bits."""


@compiled
def board_at(
    a: np.uint8, b: np.uint8, c: np.uint8, d: np.uint8, e: np.uint8, key: np.uint64, mask: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """Return the index of a board's first decision, and the suit that matters on it or `NO_SUIT`.

    The cards are in ascending order; `key` and `mask` are their sums as in `hands.fast`.
    """
    there = (key + _TO_THREE) & _REACHED
    if there == _ZERO:
        row = _RANKED[0, a] + _RANKED[1, b] + _RANKED[2, c] + _RANKED[3, d] + _RANKED[4, e]
        return row * _PAIRS, NO_SUIT
    suit = _U(there >= _SECOND) + _U(there >= _THIRD) + _U(there >= _FOURTH)
    row = _U(_ROWS[(mask >> (suit << _SUIT_BITS)) & _IN_SUIT])
    others = 0
    for card in (a, b, c, d, e):
        if _U(card) & _THREE != suit:
            row += _RANKED[others, card]
            others += 1
    return _BY_RANKS + row * _SUITED_PAIRS, suit


@compiled
def holding_at(a: np.uint8, b: np.uint8, suit: np.uint64) -> np.uint64:
    """The position of a holding's decision among those on a board where `suit` matters."""
    one, other = _U(a) >> _TWO, _U(b) >> _TWO
    one += _RANKS if _U(a) & _THREE == suit else _ZERO
    other += _RANKS if _U(b) & _THREE == suit else _ZERO
    at: np.uint64 = _TRIANGLE[max(one, other)] + min(one, other)
    return at


@compiled
def _first_decisions(boards: Cards, found: NDArray[np.uint32]) -> None:
    for row in range(len(boards)):
        a, b, c, d, e = boards[row]
        key = KEYS[a] + KEYS[b] + KEYS[c] + KEYS[d] + KEYS[e]
        mask = MASKS[a] | MASKS[b] | MASKS[c] | MASKS[d] | MASKS[e]
        found[row], _ = board_at(a, b, c, d, e, key, mask)


@compiled
def _spread(boards: Cards, ends: Bytes, stay: int, stays: Bytes) -> None:
    """Write the decisions for these boards, given each holding's end."""
    live = np.empty(LIVE, np.uint8)
    for row in range(len(boards)):
        a, b, c, d, e = boards[row]
        key = KEYS[a] + KEYS[b] + KEYS[c] + KEYS[d] + KEYS[e]
        mask = MASKS[a] | MASKS[b] | MASKS[c] | MASKS[d] | MASKS[e]
        first, suit = board_at(a, b, c, d, e, key, mask)
        at = 0
        for card in range(DECK):
            if card != a and card != b and card != c and card != d and card != e:
                live[at] = card
                at += 1
        at = 0
        for high in range(LIVE):
            for low in range(high):
                stays[first + holding_at(live[low], live[high], suit)] = ends[row, at] == stay
                at += 1


def table(game: BoardGame, rule: RiverRule = BEST, progress: Progress | None = None) -> Bytes:
    """Return every river decision of a game as bits, lowest bit first: whether to stay in."""
    _, stay = game.numbers(game.river)
    boards = classes(BOARD).representatives
    firsts = np.empty(len(boards), np.uint32)
    _first_decisions(boards, firsts)
    different = boards[np.unique(firsts, return_index=True)[1]]
    stays = np.zeros(DECISIONS, np.uint8)

    def part(first: int, last: int) -> None:
        _spread(different[first:last], river_ends(game, different[first:last], rule), stay, stays)

    run_in_parts(part, split_rows(len(different), 64), progress)
    return np.packbits(stays, bitorder="little")
