"""Board deals grouped by ranks: unless a flush is possible, all boards with the same ranks are one case.

Before the flop two hands of hold 'em have 1,712,304 boards but only 6,175 sets of ranks. Each set is evaluated once and
weighted by its number of boards. Only boards that give a hand a flush (a tenth) are enumerated, and subtracted from the
count of their set; with five cards of a suit, neither a full house nor four of a kind is possible, so the flush is the
best hand. That leaves so few rows that no compiled loop is needed, which saves the compile time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.hands.orders import FIVE_CARD, Grade, Order, Pattern

Ints = NDArray[np.int64]
RANKS, SUITS, FIVE = 13, 4, FIVE_CARD.size
DIGIT = 3
"""Bits that count the cards of a rank: a hand has up to seven."""


def deals_by_ranks(
    hands: Sequence[Sequence[int]], board: Sequence[int], deck: Sequence[int], to_come: int
) -> Iterator[tuple[Ints, Ints]]:
    """The strengths of all hands (one row each) in groups of deals, and the number of deals in each group."""
    sets = _sets_of_ranks(deck, to_come)
    keys, often = _keys(sets), _ways(sets, deck)
    in_order = np.argsort(keys)
    keys, often = keys[in_order], often[in_order]
    lying = np.array([card // SUITS for card in board], np.int64)
    by_ranks = np.stack([_best(np.array([card // SUITS for card in hand]), lying, sets[in_order]) for hand in hands])
    for suit in range(SUITS):
        for dealt, suited in _flush_deals(hands, board, deck, to_come, suit):
            found = np.searchsorted(keys, dealt)
            often -= np.bincount(found, minlength=len(often))
            strengths = by_ranks[:, found]
            for place, hand in enumerate(hands):
                flush = _flushes()[suited | _mask(hand, suit)]
                strengths[place] = np.where(flush > 0, flush, strengths[place])
            yield strengths, np.ones(len(dealt), np.int64)
    yield by_ranks, often


def _flush_deals(
    hands: Sequence[Sequence[int]], board: Sequence[int], deck: Sequence[int], to_come: int, suit: int
) -> Iterator[tuple[Ints, Ints]]:
    """The deals that may give a hand a flush in a suit, as the key of their ranks and the suit's ranks on the board."""
    lies = _mask(board, suit)
    most = max((lies | _mask(hand, suit)).bit_count() for hand in hands)
    of_it = [card // SUITS for card in deck if card % SUITS == suit]
    others = [card // SUITS for card in deck if card % SUITS != suit]
    for number in range(max(FIVE - most, 0), to_come + 1):
        some, rest = _chosen(of_it, number), _chosen(others, to_come - number)
        if not len(some) or not len(rest):
            continue
        suited = np.repeat(lies | (1 << some).sum(axis=1, dtype=np.int64), len(rest))
        yield (_keys(some)[:, None] + _keys(rest)[None, :]).ravel(), suited


def _chosen(ranks: Sequence[int], number: int) -> Ints:
    """Every choice of `number` cards, one per row, given by rank."""
    rows = list(combinations(ranks, number))
    return np.array(rows, np.int64).reshape(len(rows), number)


def _sets_of_ranks(deck: Sequence[int], number: int) -> Ints:
    """Every set of ranks that `number` cards of the deck can have, one per row."""
    left = np.bincount([card // SUITS for card in deck], minlength=RANKS)
    rows = np.array(list(combinations_with_replacement(range(RANKS), number)), np.int64).reshape(-1, number)
    counts = (rows[:, :, None] == np.arange(RANKS)).sum(axis=1)
    fits: Ints = rows[(counts <= left).all(axis=1)]
    return fits


def _ways(sets: Ints, deck: Sequence[int]) -> Ints:
    """The number of ways to draw each set of ranks from the deck."""
    left = np.bincount([card // SUITS for card in deck], minlength=RANKS)
    ways = np.array([[comb(number, taken) for taken in range(SUITS + 1)] for number in left], np.int64)
    counts = (sets[:, :, None] == np.arange(RANKS)).sum(axis=1)
    product: Ints = ways[np.arange(RANKS), counts].prod(axis=1)
    return product


def _best(own: Ints, board: Ints, sets: Ints) -> Ints:
    """The strength of the best five by ranks alone, from a hand's cards, the board and each set."""
    rows = len(sets)
    cards = np.hstack([np.broadcast_to(np.concatenate([own, board]), (rows, len(own) + len(board))), sets])
    keys, strengths, _ = _by_ranks(FIVE_CARD)
    digits = 1 << (DIGIT * cards)
    best = np.zeros(rows, np.int64)
    for some in combinations(range(cards.shape[1]), FIVE):
        np.maximum(best, strengths[np.searchsorted(keys, digits[:, some].sum(axis=1))], out=best)
    return best


def _keys(rows: Ints) -> Ints:
    """A key for the ranks of each row, independent of their order."""
    keys: Ints = (1 << (DIGIT * rows)).sum(axis=1, dtype=np.int64)
    return keys


def _mask(cards: Sequence[int], suit: int) -> int:
    """The ranks of a suit among some cards, as bits."""
    return sum(1 << (card // SUITS) for card in cards if card % SUITS == suit)


@cache
def _by_ranks(order: Order) -> tuple[Ints, Ints, Ints]:
    """The sorted keys of all rank sets that make a hand, and each one's strength, both plain and in one suit."""
    plain = {pattern.ranks: order.strength(grade) for pattern, grade in _patterns(order, suited=False)}
    suited = {pattern.ranks: order.strength(grade) for pattern, grade in _patterns(order, suited=True)}
    keys = _keys(np.array(list(plain), np.int64) - 2)
    in_order = np.argsort(keys)
    of_one_suit = [suited.get(ranks, strength) for ranks, strength in plain.items()]
    return keys[in_order], np.array(list(plain.values()), np.int64)[in_order], np.array(of_one_suit, np.int64)[in_order]


def strengths_of(rows: Ints, order: Order) -> Ints:
    """The strength of each row of cards under an order, for when there are too few rows to justify compiling."""
    ranks, suits = rows // SUITS, rows % SUITS
    keys, plain, suited = _by_ranks(order)
    found = np.searchsorted(keys, _keys(ranks))
    strengths: Ints = np.where((suits == suits[:, :1]).all(axis=1), suited[found], plain[found])
    return strengths


@cache
def _flushes() -> Ints:
    """The best flush for each set of ranks of one suit; 0 for fewer than five."""
    table = np.zeros(1 << RANKS, np.int64)
    for pattern, grade in _patterns(FIVE_CARD, suited=True):
        table[sum(1 << (rank - 2) for rank in pattern.ranks)] = FIVE_CARD.strength(grade)
    every = np.arange(1 << RANKS)
    sizes = sum((every >> rank) & 1 for rank in range(RANKS))
    for size in range(FIVE + 1, FIVE + 3):
        these = every[sizes == size]
        for rank in range(RANKS):
            with_it = these[(these >> rank) & 1 == 1]
            table[with_it] = np.maximum(table[with_it], table[with_it ^ (1 << rank)])
    return table


def _patterns(order: Order, suited: bool) -> Iterator[tuple[Pattern, Grade]]:
    graded = order.graded.items()
    return ((pattern, grade) for pattern, grade in graded if not pattern.jokers and pattern.suited is suited)
