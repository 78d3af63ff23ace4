"""An exact count of all deals of pai gow: four tiles for one side and four of the other 28 for the bank.

There are 35,960 x 20,475 deals, but only 3,620 hands by kind, each with a multiplicity. For each hand, the bank's 3,620
hands are weighted by the tiles that are left and placed on a grid of their two ranks; prefix sums over the grid then
give the result for any split of the first hand. Every count is an integer, and the whole count takes less than a
second.

`count_deals(way)` compares each of the three splits of each hand with everything the other side can hold when it sets
by the house way: `wins` and `loses` as a player, `above` and `below` as the bank, which wins copies.
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
"""The number of hands of four tiles."""
BANKS = comb(TILES - OWN, OWN)
"""The number of hands the bank can get from the remaining tiles."""
DEALS = HANDS * BANKS

Whole = NDArray[np.int64]


@lru_cache(maxsize=1)
def hands() -> tuple[tuple[int, ...], ...]:
    """Every multiset of four kinds, with no kind more than twice."""
    four = combinations_with_replacement(range(len(KINDS)), OWN)
    return tuple(hand for hand in four if max(hand.count(kind) for kind in hand) <= OF_A_KIND)


@lru_cache(maxsize=1)
def _held() -> Whole:
    """The number of tiles of each kind in each hand."""
    return np.array([[hand.count(kind) for kind in range(len(KINDS))] for hand in hands()], np.int64)


@lru_cache(maxsize=1)
def ways() -> Whole:
    """The number of ways to deal each hand from a whole set."""
    return np.asarray(2 ** (_held() == 1).sum(axis=1))


@lru_cache(maxsize=1)
def _possible() -> tuple[NDArray[np.float64], ...]:
    """The factors by which each hand gets rarer when one tile of a kind is gone, or both are, by kind."""
    held = _held().T
    one_gone = np.array([1.0, 0.5, 0.0])[held]
    return one_gone, (held == 0).astype(np.float64)


def left_for_bank(hand: int) -> NDArray[np.float64]:
    """The number of ways to deal each hand after this one is removed; the floats hold integers."""
    one_gone, both_gone = _possible()
    left = ways().astype(np.float64)
    for kind, gone in enumerate(_held()[hand]):
        if gone:
            left *= (one_gone if gone == 1 else both_gone)[kind]
    return left


@dataclass(frozen=True, eq=False)
class Splits:
    """The three splits of every hand: the ranks of its high and low hand, and the index of the house way."""

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
class DealCounts:
    """The results of each split of each hand against all hands that the other side can hold, set by the house way.

    `wins` and `loses` count a player's results against the bank, `above` and `below` the bank's against a player;
    `high_copies` and `low_copies` count copies when both sides use the house way.
    """

    splits: Splits
    wins: Whole
    loses: Whole
    above: Whole
    below: Whole
    high_copies: int
    low_copies: int

    def totals(self, chosen: Whole, first: Whole, second: Whole) -> tuple[int, int]:
        """The sums of two counts over all deals, with each hand split as given."""
        rows = np.arange(len(chosen))
        return int((ways() * first[rows, chosen]).sum()), int((ways() * second[rows, chosen]).sum())


_CACHE: dict[tuple[str, int], DealCounts] = {}


def count_deals(way: HouseWay) -> DealCounts:
    """The results of all deals against a house way, cached."""
    key = way.name, id(way.ranking)
    if key not in _CACHE:
        _CACHE[key] = _count(splits_of(way))
    return _CACHE[key]


def splits_of(way: HouseWay) -> Splits:
    """The splits of every hand by a house way's ranking."""
    rows: list[tuple[Any, ...]] = []
    for hand in hands():
        held = holding(hand, way.ranking)
        rows.append((*(one.high for one in held.splits), *(one.low for one in held.splits), way.split(hand).at))
    table = np.array(rows, np.int64)
    return Splits(table[:, :3], table[:, 3:6], table[:, 6])


def _count(splits: Splits) -> DealCounts:
    """For each hand, enter the other side's hands in a grid by their two ranks, and make prefix sums from the lowest
    up.
    """
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
    return DealCounts(splits, wins, loses, above, below, int(copies[0]), int(copies[1]))


def number_of(kinds: Sequence[int]) -> int | None:
    """The index in `hands` of four kinds in any order; None if no set of tiles contains them."""
    return _numbers().get(tuple(sorted(kinds)))


@lru_cache(maxsize=1)
def _numbers() -> dict[tuple[int, ...], int]:
    return {hand: number for number, hand in enumerate(hands())}
