"""Classes of boards in fast action hold 'em, and the strength of any two cards with a board.

If no three cards of a board share a suit, a flush is impossible and only the rank of a card matters. Otherwise a card
is defined by its rank and by whether it is of the board's suit. So there are 13 or 26 *kinds* of cards, and for any
number of decks all boards fall into 77,441 classes. A class records how many cards of every kind are left.
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
"""With this many cards of one suit on the board, two more make a flush."""
KINDS = 2 * RANKS
"""The kind of a card is its rank, plus `RANKS` if it is of the board's suit."""

_U = np.uint64


class Board(NamedTuple):
    """A class of boards.

    `key` is the sum of the keys of its ranks, `suited_key` that of the `suited` cards of its suit, and `left` the
    number of cards left of each kind. `kinds` is 13 if a flush is impossible and 26 otherwise. `ways` is the number of
    ways to deal such a board from the shoe.
    """

    key: int
    suited_key: int
    suited: int
    left: tuple[int, ...]
    kinds: int
    ways: int


class Strengths(NamedTuple):
    """Tables that rank seven cards from several decks, with the displacements that find a place in them."""

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
    by_ranks = tables(FIVE_CARD_MANY_DECKS, 7)
    five, six, seven = by_ranks.suited[5:]
    return Strengths(by_ranks.ranks, five, six, seven, displacements(5), displacements(6), displacements(7), RANK_KEYS)


@inner
def lookup(key: int, table: NDArray[np.int16], moved: NDArray[np.uint16]) -> int:
    """Return the strength of the multiset of ranks with this sum of keys."""
    return int(table[(key + int(moved[(key >> BUCKET_AT) & (len(moved) - 1)])) & (len(table) - 1)])


@inner
def strength_of(one: int, other: int, key: int, suited_key: int, suited: int, by: Strengths) -> int:
    """Return the strength of cards of two kinds with a board."""
    first, second = one % RANKS, other % RANKS
    found = lookup(key + by.keys[first] + by.keys[second], by.ranks, by.moved7)
    there = suited + int(one >= RANKS) + int(other >= RANKS)
    if there >= BOARD:
        part = suited_key
        if one >= RANKS:
            part += by.keys[first]
        if other >= RANKS:
            part += by.keys[second]
        if there == BOARD:
            found = max(found, lookup(part, by.five, by.moved5))
        elif there == BOARD + 1:
            found = max(found, lookup(part, by.six, by.moved6))
        else:
            found = max(found, lookup(part, by.seven, by.moved7))
    return found


def suit_of(board: Sequence[Card]) -> Suit | None:
    """Return the suit in which this board makes a flush possible, if any."""
    return next((suit for suit in Suit if sum(card.suit is suit for card in board) >= FLUSH), None)


def kind_of(card: Card, suit: Suit | None) -> int:
    """Return the kind of a card on a board with that suit."""
    return card.rank - Rank.TWO + (RANKS if suit is not None and card.suit is suit else 0)


def board_of(board: Sequence[Card], decks: int) -> Board:
    """Return the class of a board. Its `ways` is 1."""
    suit = suit_of(board)
    kinds = [kind_of(card, suit) for card in board]
    return _board(kinds, KINDS if suit is not None else RANKS, decks, 1)


def _board(kinds: Sequence[int], number: int, decks: int, ways: int) -> Board:
    there = cards_of_each_kind(number, decks)
    left = tuple(there[kind] - kinds.count(kind) for kind in range(number))
    suited = [kind - RANKS for kind in kinds if kind >= RANKS]
    key = sum(int(RANK_KEYS[kind % RANKS]) for kind in kinds)
    return Board(key, sum(int(RANK_KEYS[rank]) for rank in suited), len(suited), left, number, ways)


def cards_of_each_kind(number: int, decks: int) -> tuple[int, ...]:
    """Return how many cards of each kind a full shoe has, for `number` kinds."""
    if number == RANKS:
        return (SUITS * decks,) * RANKS
    return ((SUITS - 1) * decks,) * RANKS + (decks,) * RANKS


def boards(decks: int) -> Iterator[Board]:
    """Yield every class of boards. Their ways add up to all ways to deal five cards."""
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
    """Return the number of ways to deal these ranks with `of_each` cards of each rank."""
    return prod(comb(of_each, ranks.count(rank)) for rank in set(ranks))
