"""A table with the house's setting of any seven cards, which saves loops and prices from trying 105 settings.

Suits only matter if four cards of one suit, or three and the joker, may form a flush. So all hands fall into five kinds
of classes, 830,000 in all, and the house way sets one representative of each:

| kind   | cards                                                        | identified by                           |
| ------ | ------------------------------------------------------------ | --------------------------------------- |
| plain  | no suit has four                                             | the ranks                               |
| suited | a suit has four to seven                                     | its ranks, and those of the others      |
| joker  | with the joker; no suit has three                            | the ranks of the other six              |
| filled | with the joker; one suit has three to six                    | its ranks, and those of the others      |
| twice  | with the joker; two suits have three each                    | the ranks of both                       |

Ranks are looked up by the sum of their keys, as everywhere (`hands.tables`). Each entry packs the strengths of the
three hands in one integer: high, medium and low.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment import Rank, Suit
from pitboss.games.asia_poker import house_way
from pitboss.games.asia_poker.house_way import Worths
from pitboss.hands import ONE_CARD, TWO_CARD, Order
from pitboss.hands.tables import BUCKET_AT, JOKERS_AT, RANK_KEYS, SUITS_AT, displacements, place, tables
from pitboss.hands.tables import places as places_of
from pitboss.simulation.compiled import IntArray, Integer, compiled, inline, inner

Ints = NDArray[np.int64]
RANKS, SUITS, OWN = len(Rank), len(Suit), 7
ACE = RANKS - 1
FLUSH = 4
NO_SUIT = SUITS
"""The suit of the joker in representatives of a class."""
MEDIUM_AT, HIGH_AT = house_way.LOW_BITS, house_way.LOW_BITS + house_way.MEDIUM_BITS
"""The bit offsets of the medium and the high hand in an entry."""
MEDIUM_MASK, LOW_MASK = (1 << house_way.MEDIUM_BITS) - 1, (1 << house_way.LOW_BITS) - 1

_U = np.uint64
_ONE, _TWO, _THREE, _FOUR, _SIXTEEN = _U(1), _U(2), _U(3), _U(4), _U(16)
_SUITS_AT, _JOKERS_AT, _BUCKET_AT = _U(SUITS_AT), _U(JOKERS_AT), _U(BUCKET_AT)
_SUM, _SUIT, _NIBBLE = _U((1 << SUITS_AT) - 1), _U((1 << RANKS) - 1), _U(15)
# The count of a suit is a nibble: after adding this constant, four (or three) of a suit set its high bit.
_TO_FOUR, _TO_THREE, _REACHED = (_U(nibbles << SUITS_AT) for nibbles in (0x4444, 0x5555, 0x8888))

FOURS = np.array(list(combinations(range(OWN), FLUSH)))
TWOS = np.array(list(combinations(range(OWN), 2)))
WAYS = np.array(
    [
        (four, two, low)
        for four, places in enumerate(FOURS.tolist())
        for two, pair in enumerate(TWOS.tolist())
        for low in range(OWN)
        if len({*places, *pair, low}) == OWN
    ]
)
"""Every setting of seven places: the indices of its four cards and its two cards, and the place of its one card."""

rating: Callable[..., int] = inner(house_way.rating)
score: Callable[..., int] = inner(house_way.score)


class House(NamedTuple):
    """The table and its indices.

    `made` holds all kinds of classes, one after another. `suited` and `filled` are the row offsets of a set of ranks,
    `thirds` the number of a set of three, `keys` the sum of a set's keys. The ranks of 0 to 3 other cards, and of six
    and seven, are hashed: displacements in `moved` from `moves[n]` with mask `buckets[n]`, slots masked by `places[n]`,
    and `dense` from `begins[n]` maps slots to numbers without gaps.
    """

    made: NDArray[np.uint32]
    suited: NDArray[np.int64]
    filled: NDArray[np.int64]
    thirds: NDArray[np.int64]
    keys: NDArray[np.uint64]
    moved: NDArray[np.uint16]
    moves: NDArray[np.uint64]
    buckets: NDArray[np.uint64]
    places: NDArray[np.uint64]
    dense: NDArray[np.uint16]
    begins: NDArray[np.uint64]
    joker: int
    twice: int


@inline
def rank_number(total: Integer, number: Integer, by: House) -> Integer:
    """The number of a multiset of ranks, by the sum of their keys."""
    bucket = by.moves[number] + ((total >> _BUCKET_AT) & by.buckets[number])
    return _U(by.dense[by.begins[number] + ((total + _U(by.moved[bucket])) & by.places[number])])


@inline
def first_suit(reached: Integer) -> Integer:
    """The first suit whose count is high enough."""
    suit = _U(0)
    while not (reached >> (_SUITS_AT + (suit << _TWO) + _THREE)) & _ONE:
        suit += _ONE
    return suit


@inline
def _made(place: Integer, by: House) -> Integer:
    """The strengths stored at an index of the table."""
    strengths: Integer = by.made[place]
    return strengths


@inline
def set_by_house(key: Integer, mask: Integer, by: House) -> Integer:
    """The strengths of the three hands of the house's setting, by the sums of the cards' keys and masks."""
    total = key & _SUM
    if (key >> _JOKERS_AT) & _NIBBLE == _U(0):
        reached = (key + _TO_FOUR) & _REACHED
        if reached == _U(0):
            return _made(rank_number(total, 7, by), by)
        suit = first_suit(reached)
        own = (mask >> (suit << _FOUR)) & _SUIT
        there = (key >> (_SUITS_AT + (suit << _TWO))) & _NIBBLE
        return _made(_U(_U(by.suited[own]) + rank_number(total - by.keys[own], _U(7) - there, by)), by)
    reached = (key + _TO_THREE) & _REACHED
    if reached == _U(0):
        return _made(_U(_U(by.joker) + rank_number(total, 6, by)), by)
    suit = first_suit(reached)
    own = (mask >> (suit << _FOUR)) & _SUIT
    rest = reached & (reached - _ONE)
    if rest != _U(0):
        other = (mask >> (first_suit(rest) << _FOUR)) & _SUIT
        return _made(_U(by.twice) + _U(by.thirds[own]) * _U(THIRDS) + _U(by.thirds[other]), by)
    there = (key >> (_SUITS_AT + (suit << _TWO))) & _NIBBLE
    return _made(_U(_U(by.filled[own]) + rank_number(total - by.keys[own], _U(6) - there, by)), by)


# ---- Setting each class once


class StrengthTables(NamedTuple):
    """The strengths of hands under the order of the high hand, and the house's chances."""

    ranks: NDArray[np.int16]
    moved4: NDArray[np.uint16]
    flush: NDArray[np.int16]
    joker_ranks: NDArray[np.int16]
    moved3: NDArray[np.uint16]
    joker_flush: NDArray[np.int16]
    keys: Ints
    mediums: NDArray[np.int64]
    lows: NDArray[np.int64]
    high: Ints
    medium: Ints
    low: Ints
    most_medium: Ints
    most_low: Ints


@inner
def high_strength(ranks: IntArray, suits: IntArray, places: IntArray, by: StrengthTables) -> Integer:
    """The strength of the cards in four places; a joker comes last."""
    total, own, there = 0, 0, 0
    for at in places:
        if suits[at] != NO_SUIT:
            total += by.keys[ranks[at]]
            own |= 1 << ranks[at]
            there |= 1 << suits[at]
    same = there & (there - 1) == 0
    if suits[places[FLUSH - 1]] == NO_SUIT:
        bucket = (total >> BUCKET_AT) & (len(by.moved3) - 1)
        found = by.joker_ranks[(total + np.int64(by.moved3[bucket])) & (len(by.joker_ranks) - 1)]
        return max(np.int64(found), np.int64(by.joker_flush[own]) if same else 0)
    bucket = (total >> BUCKET_AT) & (len(by.moved4) - 1)
    found = by.ranks[(total + np.int64(by.moved4[bucket])) & (len(by.ranks) - 1)]
    return max(np.int64(found), np.int64(by.flush[own]) if same else 0)


@inner
def set_one(ranks: IntArray, suits: IntArray, by: StrengthTables, highs: IntArray, mediums: IntArray) -> Integer:
    """The house's setting of seven cards; `highs` and `mediums` are buffers for the strengths of its sets of four and
    two cards.
    """
    for at in range(len(FOURS)):
        highs[at] = high_strength(ranks, suits, FOURS[at], by)
    for at in range(len(TWOS)):
        mediums[at] = by.mediums[ranks[TWOS[at, 0]], ranks[TWOS[at, 1]]]
    best: Integer = np.int64(-1)
    found: Integer = np.int64(0)
    for way in range(len(WAYS)):
        high, medium, low = highs[WAYS[way, 0]], mediums[WAYS[way, 1]], by.lows[ranks[WAYS[way, 2]]]
        if medium <= by.most_medium[high] and low <= by.most_low[medium]:
            rated = rating(high, medium, low, score(by.high[high], by.medium[medium], by.low[low]))
            if rated > best:
                best, found = rated, high << HIGH_AT | medium << MEDIUM_AT | low
    return found


@compiled
def set_hands(ranks: IntArray, suits: IntArray, by: StrengthTables, made: IntArray) -> None:
    """The house's setting of many hands."""
    highs, mediums = np.zeros(len(FOURS), np.int64), np.zeros(len(TWOS), np.int64)
    for at in range(len(ranks)):
        made[at] = set_one(ranks[at], suits[at], by, highs, mediums)


def strength_tables(order: Order, worths: Worths) -> StrengthTables:
    """The tables for an order and the house's chances."""
    made = tables(order, FLUSH)
    mediums = np.zeros((RANKS, RANKS), np.int64)
    for grade in TWO_CARD.ladder:
        first, second = (grade.ranks * 2)[:2]
        mediums[first - 2, second - 2] = mediums[second - 2, first - 2] = TWO_CARD.strength(grade)
    lows = np.array([ONE_CARD.strength(grade) for grade in ONE_CARD.ladder], np.int64)
    chances = (np.array(one, np.int64) for one in worths)
    return StrengthTables(
        made.ranks, displacements(4), made.flush, made.joker_ranks, displacements(3), made.joker_flush, RANK_KEYS,
        mediums, lows, *chances,
    )  # fmt: skip


def _multisets(number: int) -> Ints:
    """Every multiset of `number` ranks with at most four equal, one per row."""
    every = np.array(list(combinations_with_replacement(range(RANKS), number)), np.int64)
    return every if number <= SUITS else every[(every[:, SUITS:] != every[:, :-SUITS]).all(axis=1)]


def _sets(number: int) -> Ints:
    return np.array(list(combinations(range(RANKS), number)), np.int64)


THIRDS = len(_sets(3))
_OTHERS = range(4)
_NUMBERS = (0, 1, 2, 3, 6, 7)


class _Representatives:
    """The representatives of classes, and the index each is written to."""

    def __init__(self) -> None:
        self.ranks: list[Ints] = []
        self.suits: list[Ints] = []
        self.at: list[Ints] = []

    def add(self, at: Ints, own: Ints, others: Ints, second: Ints | None = None, joker: bool = False) -> None:
        """Add one hand per row: cards of one suit, of a second, and others whose suits differ as much as possible."""
        rows = len(at)
        groups = [(own, np.zeros(own.shape[1], np.int64))]
        if second is not None:
            groups.append((second, np.ones(second.shape[1], np.int64)))
        # If there are cards of the first suit, the others take the three other suits in turn; otherwise all four.
        turn = np.arange(others.shape[1])
        groups.append((others, 1 + turn % (SUITS - 1) if own.shape[1] else turn % SUITS))
        if joker:
            groups.append((np.full((rows, 1), ACE), np.array([NO_SUIT])))
        self.ranks.append(np.concatenate([ranks for ranks, _ in groups], axis=1))
        self.suits.append(np.broadcast_to(np.concatenate([suits for _, suits in groups]), (rows, OWN)))
        self.at.append(at)


def _crossed(some: Ints, others: Ints) -> tuple[Ints, Ints]:
    """The product of two sets of rows."""
    return np.repeat(some, len(others), axis=0), np.tile(others, (len(some), 1))


def _numbering() -> tuple[House, _Representatives]:
    """The index of every class and its representative; the table itself is not filled yet."""
    moved = [displacements(number) if number else np.zeros(1, np.uint16) for number in _NUMBERS]
    dense: list[NDArray[np.uint16]] = []
    moves, buckets, places, begins = (np.zeros(OWN + 1, np.uint64) for _ in range(4))
    found: dict[int, Ints] = {number: _multisets(number) for number in _NUMBERS}
    for number, shifts in zip(_NUMBERS, moved, strict=True):
        sums = RANK_KEYS[found[number]].sum(axis=1)
        where = place(number, sums) if number else sums
        size = places_of(number)
        row = np.zeros(size, np.uint16)
        row[where] = np.arange(len(where))
        moves[number] = sum(len(one) for one in moved[: _NUMBERS.index(number)])
        buckets[number], places[number] = len(shifts) - 1, size - 1
        begins[number] = sum(len(one) for one in dense)
        dense.append(row)
    making = _Representatives()
    none = np.zeros((1, 0), np.int64)
    making.add(np.arange(len(found[7])), none.repeat(len(found[7]), 0), found[7])
    size = len(found[7])
    suited, filled, thirds = (np.zeros(1 << RANKS, np.int64) for _ in range(3))
    keys = np.zeros(1 << RANKS, np.uint64)
    for rank in range(RANKS):
        keys[np.arange(1 << RANKS) >> rank & 1 == 1] += np.uint64(RANK_KEYS[rank])
    for begin, cards, joker in ((suited, OWN, False), (filled, OWN - 1, True)):
        for number in range(cards - 3, cards + 1):
            own, others = _sets(number), found[cards - number]
            begin[(1 << own).sum(axis=1)] = size + np.arange(len(own)) * len(others)
            making.add(size + np.arange(len(own) * len(others)), *_crossed(own, others), joker=joker)
            size += len(own) * len(others)
    making.add(size + np.arange(len(found[6])), none.repeat(len(found[6]), 0), found[6], joker=True)
    six, size = size, size + len(found[6])
    three = _sets(3)
    thirds[(1 << three).sum(axis=1)] = np.arange(THIRDS)
    own, second = _crossed(three, three)
    making.add(size + np.arange(THIRDS**2), own, none.repeat(THIRDS**2, 0), second, joker=True)
    made = np.zeros(size + THIRDS**2, np.uint32)
    found_by = (np.concatenate(moved), moves, buckets, places, np.concatenate(dense), begins)
    return House(made, suited, filled, thirds, keys, *found_by, six, size), making


@cache
def house(order: Order, worths: Worths) -> House:
    """The table of the house's setting of any seven cards, under an order of high hands and its chances."""
    numbered, making = _numbering()
    ranks, suits, at = (np.concatenate(some) for some in (making.ranks, making.suits, making.at))
    made = np.zeros(len(at), np.uint32)
    set_hands(np.ascontiguousarray(ranks), np.ascontiguousarray(suits), strength_tables(order, worths), made)
    numbered.made[at] = made
    return numbered
