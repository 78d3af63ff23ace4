"""All deals of pai gow, counted exactly: four tiles for one side and four of the other 28 for the bank.

35,960 x 20,475 deals are few by kind: 3,620 hands of four kinds, each so many times as its tiles can be chosen. For
each of them the bank's 3,620 hands are weighed with what is left of the set, and laid on a grid of their two ranks;
sums over the grid then answer for any split of the first. Every count is a whole number; all take less than a second.

`counted(way)` holds each of the three splits of each hand against all that the other side can have by the house way:
`wins` and `loses` as a player, `above` and `below` as the bank, whose copies are its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.tiles import KINDS
from pitboss.games.pai_gow.house_way import HouseWay, holding

OWN, OF_A_KIND = 4, 2
TILES = OF_A_KIND * len(KINDS)
HANDS = comb(TILES, OWN)
"""How many hands of four there are."""
BANKS = comb(TILES - OWN, OWN)
"""How many the bank can have of what is left."""
DEALS = HANDS * BANKS

Whole = NDArray[np.int64]


@lru_cache(maxsize=1)
def hands() -> tuple[tuple[int, ...], ...]:
    """Every four kinds, none more than twice."""
    four = combinations_with_replacement(range(len(KINDS)), OWN)
    return tuple(hand for hand in four if max(hand.count(kind) for kind in hand) <= OF_A_KIND)


@lru_cache(maxsize=1)
def _held() -> Whole:
    """How many of each kind a hand has."""
    return np.array([[hand.count(kind) for kind in range(len(KINDS))] for hand in hands()], np.int64)


@lru_cache(maxsize=1)
def ways() -> Whole:
    """In how many ways each hand can be dealt from a whole set."""
    return np.asarray(2 ** (_held() == 1).sum(axis=1))


@lru_cache(maxsize=1)
def _possible() -> tuple[NDArray[np.float64], ...]:
    """By how much each hand is less often dealt where one or two of a kind are gone, by kind."""
    held = _held().T
    one_gone = np.array([1.0, 0.5, 0.0])[held]
    return one_gone, (held == 0).astype(np.float64)


def left_for_bank(hand: int) -> NDArray[np.float64]:
    """In how many ways each hand can be dealt when one is gone; whole numbers."""
    one_gone, both_gone = _possible()
    left = ways().astype(np.float64)
    for kind, gone in enumerate(_held()[hand]):
        if gone:
            left *= (one_gone if gone == 1 else both_gone)[kind]
    return left


@dataclass(frozen=True, eq=False)
class Splits:
    """The three splits of every hand: ranks of the high and the low hand, and which of them is the house way."""

    high: Whole
    low: Whole
    house: Whole

    @property
    def house_high(self) -> Whole:
        return np.asarray(self.high[np.arange(len(self.high)), self.house])

    @property
    def house_low(self) -> Whole:
        return np.asarray(self.low[np.arange(len(self.low)), self.house])


@dataclass(frozen=True, eq=False)
class Counted:
    """What becomes of each split of each hand, over all that the other side can have by the house way.

    `wins` and `loses` are a player's against the bank, `above` and `below` a bank's against a player; `high` and `low`
    are copies of the house way's hands with the other side's.
    """

    splits: Splits
    wins: Whole
    loses: Whole
    above: Whole
    below: Whole
    high_copies: int
    low_copies: int

    def totals(self, chosen: Whole, first: Whole, second: Whole) -> tuple[int, int]:
        """How many of all deals are the first and the second, where each hand is split as chosen."""
        rows = np.arange(len(chosen))
        return int((ways() * first[rows, chosen]).sum()), int((ways() * second[rows, chosen]).sum())


_COUNTED: dict[tuple[str, int], Counted] = {}


def counted(way: HouseWay) -> Counted:
    """All deals, with a house way on the other side and one's own three splits."""
    key = way.name, id(way.ranking)
    if key not in _COUNTED:
        _COUNTED[key] = _count(splits_of(way))
    return _COUNTED[key]


def splits_of(way: HouseWay) -> Splits:
    """The splits of every hand."""
    rows: list[tuple[Any, ...]] = []
    for hand in hands():
        held = holding(hand, way.ranking)
        rows.append((*(one.high for one in held.splits), *(one.low for one in held.splits), way.split(hand).at))
    table = np.array(rows, np.int64)
    return Splits(table[:, :3], table[:, 3:6], table[:, 6])


def _count(splits: Splits) -> Counted:
    """For each hand what the other side can have, as a grid of its two ranks, summed from the lowest on."""
    size, ranks = len(splits.house), int(splits.high.max()) + 1
    house_high, house_low, dealt = splits.house_high, splits.house_low, ways()
    place = house_high * ranks + house_low
    found = np.zeros((4, size, 3), np.int64)
    copies = np.zeros(2, np.int64)
    for hand in range(size):
        grid = np.zeros((ranks + 1, ranks + 1), np.int32)
        grid[1:, 1:] = np.bincount(place, left_for_bank(hand), ranks * ranks).reshape(ranks, ranks)
        below = grid.cumsum(axis=0, dtype=np.int32).cumsum(axis=1, dtype=np.int32)  # both ranks lower than these
        high, low = splits.high[hand], splits.low[hand]
        found[0, hand] = below[high, low]
        found[1, hand] = BANKS - below[high, -1] - below[-1, low] + below[high, low]
        found[2, hand] = below[high + 1, low + 1]
        found[3, hand] = BANKS - below[high + 1, -1] - below[-1, low + 1] + below[high + 1, low + 1]
        high, low = house_high[hand], house_low[hand]
        copies += dealt[hand] * np.array([below[high + 1, -1] - below[high, -1], below[-1, low + 1] - below[-1, low]])
    wins, loses, above, below = found
    return Counted(splits, wins, loses, above, below, int(copies[0]), int(copies[1]))


def number_of(kinds: Sequence[int]) -> int | None:
    """Which of `hands` four kinds are, in any order; None where no set has them."""
    return _numbers().get(tuple(sorted(kinds)))


@lru_cache(maxsize=1)
def _numbers() -> dict[tuple[int, ...], int]:
    return {hand: number for number, hand in enumerate(hands())}


__all__ = [
    "BANKS",
    "DEALS",
    "HANDS",
    "OWN",
    "Counted",
    "Splits",
    "Whole",
    "counted",
    "hands",
    "number_of",
    "splits_of",
    "ways",
]
