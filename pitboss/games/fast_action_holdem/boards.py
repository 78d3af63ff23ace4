"""Boards of fast action hold 'em up to what matters, and what any two cards make on them.

The one idea: on a board of which no three cards are of one suit nobody can have a flush, and a card is its rank; else a
card is its rank and whether it is of the board's suit. So there are 13 *kinds* of cards, or 26, and all boards of any
number of decks are 77,441 classes, each with so many cards of every kind left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment import Card, Rank, Suit
from pitboss.hands import FIVE_CARD_MANY_DECKS
from pitboss.hands.tables import BUCKET_AT, RANK_KEYS, displacements, tables
from pitboss.pricing.compiled import inner

RANKS, SUITS, BOARD, OWN = len(Rank), len(Suit), 5, 4
FLUSH = 3
"""So many cards of one suit on the board let two more make a flush."""
KINDS = 2 * RANKS
"""Of a card: its rank, and this many more if it is of the board's suit."""

_U = np.uint64


class Board(NamedTuple):
    """A board: the sums of the keys of its ranks, in all and of its suit; how many of that; what is left of each kind.

    `kinds` is 13 where no flush can be, and 26 else. `ways` is in how many ways such a board comes from the shoe.
    """

    key: int
    suited_key: int
    suited: int
    left: tuple[int, ...]
    kinds: int
    ways: int


class Strengths(NamedTuple):
    """The tables by which seven cards of several decks are ranked, and how their places are found."""

    ranks: NDArray[np.int16]
    five: NDArray[np.int16]
    six: NDArray[np.int16]
    seven: NDArray[np.int16]
    moved5: NDArray[np.uint16]
    moved6: NDArray[np.uint16]
    moved7: NDArray[np.uint16]
    keys: NDArray[np.int64]


@cache
def strengths() -> Strengths:
    made = tables(FIVE_CARD_MANY_DECKS, 7)
    five, six, seven = made.suited[5:]
    return Strengths(made.ranks, five, six, seven, displacements(5), displacements(6), displacements(7), RANK_KEYS)


@inner
def looked_up(key: int, table: NDArray[np.int16], moved: NDArray[np.uint16]) -> int:
    """What the multiset of ranks with this sum of keys is worth."""
    return int(table[(key + int(moved[(key >> BUCKET_AT) & (len(moved) - 1)])) & (len(table) - 1)])


@inner
def strength_of(one: int, other: int, key: int, suited_key: int, suited: int, by: Strengths) -> int:
    """What two kinds of cards make with a board."""
    first, second = one % RANKS, other % RANKS
    found = looked_up(key + by.keys[first] + by.keys[second], by.ranks, by.moved7)
    there = suited + int(one >= RANKS) + int(other >= RANKS)
    if there >= BOARD:
        part = suited_key
        if one >= RANKS:
            part += by.keys[first]
        if other >= RANKS:
            part += by.keys[second]
        if there == BOARD:
            found = max(found, looked_up(part, by.five, by.moved5))
        elif there == BOARD + 1:
            found = max(found, looked_up(part, by.six, by.moved6))
        else:
            found = max(found, looked_up(part, by.seven, by.moved7))
    return found


def suit_of(board: Sequence[Card]) -> Suit | None:
    """The suit in which a board lets somebody have a flush."""
    return next((suit for suit in Suit if sum(card.suit is suit for card in board) >= FLUSH), None)


def kind_of(card: Card, suit: Suit | None) -> int:
    """The kind of a card on a board with that suit."""
    return card.rank - Rank.TWO + (RANKS if suit is not None and card.suit is suit else 0)


def board_of(board: Sequence[Card], decks: int) -> Board:
    """The class of a board, as one board."""
    suit = suit_of(board)
    kinds = [kind_of(card, suit) for card in board]
    return _board(kinds, KINDS if suit is not None else RANKS, decks, 1)


def _board(kinds: Sequence[int], number: int, decks: int, ways: int) -> Board:
    there = full(number, decks)
    left = tuple(there[kind] - kinds.count(kind) for kind in range(number))
    suited = [kind - RANKS for kind in kinds if kind >= RANKS]
    key = sum(int(RANK_KEYS[kind % RANKS]) for kind in kinds)
    return Board(key, sum(int(RANK_KEYS[rank]) for rank in suited), len(suited), left, number, ways)


def full(number: int, decks: int) -> tuple[int, ...]:
    """How many cards of each kind so many decks have."""
    if number == RANKS:
        return (SUITS * decks,) * RANKS
    return ((SUITS - 1) * decks,) * RANKS + (decks,) * RANKS


def boards(decks: int) -> Iterator[Board]:
    """Every class of boards that can come from so many decks; their ways are all the ways to deal five cards."""
    plain = {ranks: _ways(ranks, SUITS * decks) for ranks in combinations_with_replacement(range(RANKS), BOARD)}
    for suited in range(FLUSH, BOARD + 1):
        for own in combinations_with_replacement(range(RANKS), suited):
            for others in combinations_with_replacement(range(RANKS), BOARD - suited):
                ways = SUITS * _ways(own, decks) * _ways(others, (SUITS - 1) * decks)
                if ways:
                    plain[tuple(sorted((*own, *others)))] -= ways
                    yield _board([*others, *(rank + RANKS for rank in own)], KINDS, decks, ways)
    for ranks, ways in plain.items():
        if ways:
            yield _board(ranks, RANKS, decks, ways)


def _ways(ranks: Sequence[int], of_each: int) -> int:
    """In how many ways these ranks come where there are so many cards of each."""
    return prod(comb(of_each, ranks.count(rank)) for rank in set(ranks))
