"""Finds instantly the exact value of each setting of seven cards against an unseen hand set by the house way.

All hands from the remaining 46 cards are tallied in a table of (low, high): first by their ranks as if no flush were
possible, times the number of ways to have those ranks; then hands with a flush are moved to their own cells. For any
setting, prefix sums over the table give the number of hands below it in both hands, and in neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment import Card
from pitboss.games.pai_gow_poker.settings import (
    HAND,
    HIGH,
    HIGH_BITS,
    JOKER,
    KIND_BITS,
    QUEEN,
    RANKS,
    SUITS,
    Entries,
    entries,
)
from pitboss.hands.tables import RANK_KEYS, place

Ints = NDArray[np.int64]
LOWS, HIGHS = 91, 7463
_CHOOSE = np.array([[comb(there, take) for take in range(SUITS + 1)] for there in range(SUITS + 1)], np.int64)


@dataclass(frozen=True)
class _Plain:
    """Multisets of ranks: the count of each rank, their cells, which are queen high; and whether the joker is with
    them.
    """

    number: NDArray[np.int8]
    cells: NDArray[np.int32]
    queens: NDArray[np.bool_]
    joker: bool


@dataclass(frozen=True)
class _Suited:
    """Hands with a flush, by sets of ranks of its suit (rows) and ranks of the other cards (columns).

    `plain` is the cell each would have without the flush; `queens` marks those that would then be queen high.
    """

    masks: Ints
    others: Ints
    cells: NDArray[np.int32]
    plain: NDArray[np.int32]
    queens: NDArray[np.bool_]
    joker: bool


@cache
def _classes(classes: bool) -> tuple[tuple[_Plain, ...], tuple[_Suited, ...]]:
    by = entries(classes)
    plain = tuple(_plain(by, joker) for joker in (False, True))
    suited = [_suited(by, size, joker) for joker in (False, True) for size in range(HIGH - joker, HAND - joker + 1)]
    return plain, tuple(suited)


def _plain(by: Entries, joker: bool) -> _Plain:
    size = HAND - joker
    every = np.array(list(combinations_with_replacement(range(RANKS), size)), np.int64)
    number = np.stack([(every == rank).sum(axis=1) for rank in range(RANKS)], axis=1).astype(np.int8)
    fits = number.max(axis=1) <= SUITS
    found = _ranked(by, every[fits], joker)
    return _Plain(number[fits], _cells(found), _queens(found), joker)


def _cells(found: NDArray[np.int32]) -> NDArray[np.int32]:
    """The cells of hands in the table of (high, low)."""
    high, low = (found >> KIND_BITS) & ((1 << HIGH_BITS) - 1), found >> (KIND_BITS + HIGH_BITS)
    cells: NDArray[np.int32] = high * LOWS + low
    return cells


def _queens(found: NDArray[np.int32]) -> NDArray[np.bool_]:
    queens: NDArray[np.bool_] = (found & ((1 << KIND_BITS) - 1)) == QUEEN
    return queens


def _ranked(by: Entries, ranks: Ints, joker: bool) -> NDArray[np.int32]:
    """The entries of ranks without a flush."""
    table = by.joker if joker else by.plain
    found: NDArray[np.int32] = table[place(HAND - joker, RANK_KEYS[ranks].sum(axis=-1))]
    return found


def _suited(by: Entries, size: int, joker: bool) -> _Suited:
    own = np.array(list(combinations(range(RANKS), size)), np.int64)
    others = np.array(list(combinations_with_replacement(range(RANKS), HAND - joker - size)), np.int64)
    masks = (1 << own).sum(axis=1)
    at = by.begins[(int(joker) << RANKS) + masks][:, None] + np.arange(len(others))[None, :]
    ranks = np.concatenate(
        [np.repeat(own[:, None, :], len(others), axis=1), np.repeat(others[None, :, :], len(own), axis=0)], axis=2
    )
    plain = _ranked(by, ranks, joker)
    return _Suited(masks, others, _cells(by.suited[at]), _cells(plain), _queens(plain), joker)


@dataclass(frozen=True)
class Unseen:
    """All hands of the remaining cards, set by the house way: prefix sums by (low, high), and their number."""

    below: NDArray[np.float64]
    queens: NDArray[np.float64]
    all: int

    def against(self, low: int, high: int, queens: bool = False) -> tuple[int, int]:
        """The number of hands below a setting in both hands, and in neither; strengths start at 1."""
        sums = self.queens if queens else self.below
        wins = sums[high - 1, low - 1]
        loses = sums[-1, -1] - sums[high - 1, -1] - sums[-1, low - 1] + wins
        return int(wins), int(loses)

    def above(self, low: int, high: int) -> int:
        """The number of hands above a setting in both hands, which are its losses as the bank."""
        sums = self.below
        return int(sums[-1, -1] - sums[high, -1] - sums[-1, low] + sums[high, low])

    def not_above(self, low: int, high: int) -> int:
        """The number of hands not above a setting in either hand, which are its wins as the bank."""
        return int(self.below[high, low])


def unseen(own: Sequence[Card], classes: bool) -> Unseen:
    """The hands that the other side can have without these cards."""
    gone = {card.index for card in own}
    left = np.array([[(rank * SUITS + suit) not in gone for suit in range(SUITS)] for rank in range(RANKS)], np.int64)
    joker = JOKER not in gone
    plain, suited = _classes(classes)
    table, queens = np.zeros(LOWS * HIGHS), np.zeros(LOWS * HIGHS)
    for one in plain:
        if joker or not one.joker:
            ways = np.ones(len(one.cells), np.int64)
            for rank in range(RANKS):
                ways *= _CHOOSE[left[rank].sum()][one.number[:, rank]]
            table += np.bincount(one.cells, ways, len(table))
            queens += np.bincount(one.cells[one.queens], ways[one.queens], len(table))
    for two in suited:
        if joker or not two.joker:
            for suit in range(SUITS):
                _move(two, left, suit, table, queens)
    below, queens_below = _summed(table), _summed(queens)
    return Unseen(below, queens_below, int(below[-1, -1]))


def _move(some: _Suited, left: Ints, suit: int, table: Any, queens: Any) -> None:
    """Move hands with a flush in a suit from their ranks' cells to their own."""
    there = int((left[:, suit] << np.arange(RANKS)).sum())
    rows = (some.masks & ~there) == 0
    beside = left.sum(axis=1) - left[:, suit]
    ways = np.ones(len(some.others), np.int64)
    if some.others.shape[1]:
        number = np.stack([(some.others == rank).sum(axis=1) for rank in range(RANKS)], axis=1)
        ways = np.prod(_CHOOSE[beside[None, :], number], axis=1)
    each = np.broadcast_to(ways[None, :], (int(rows.sum()), len(ways))).ravel()
    plain, were = some.plain[rows].ravel(), some.queens[rows].ravel()
    table += np.bincount(some.cells[rows].ravel(), each, len(table)) - np.bincount(plain, each, len(table))
    queens -= np.bincount(plain[were], each[were], len(table))


def _summed(table: Any) -> NDArray[np.float64]:
    """Prefix sums: each cell holds the sum of all cells before it in both directions."""
    found = np.zeros((HIGHS + 1, LOWS + 1))
    found[1:, 1:] = table.reshape(HIGHS, LOWS).cumsum(axis=0).cumsum(axis=1)
    return found


def worth(unseen: Unseen, low: int, high: int, vigorish: Fraction, ez: bool, bank: bool) -> Fraction:
    """A setting's value per unit: as a player, with EZ's push, or as the bank against one player.

    `vigorish` is the fraction of a win that the house takes.
    """
    if bank:
        return ((1 - vigorish) * unseen.not_above(low, high) - unseen.above(low, high)) / unseen.all
    wins, loses = unseen.against(low, high)
    if ez:
        less = unseen.against(low, high, queens=True)
        wins, loses = wins - less[0], loses - less[1]
    return ((1 - vigorish) * wins - loses) / unseen.all
