"""Lookup tables for the compiled evaluator, built from an order's declaration in a few hundredths of a second.

Two things decide the best hand in up to seven cards: how often each rank appears, and which ranks share a suit.
So there are two tables. The second is small, with 8,192 sets of ranks. For the first, each rank has a random key, and
the sum of the keys identifies the multiset of ranks: no two of the 50,388 multisets of seven ranks have the same sum. A
perfect hash maps the sum to a place in the table: its low bits plus a displacement looked up by its high bits.

    place = (sum + DISPLACEMENTS[n][(sum >> 16) & ...]) & ...

The base rows, for exactly as many cards as make a hand, come from the order's patterns. With one more card, the best
hand is the best of those left when any one card is removed.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment import CARDS, JOKER, Suit
from pitboss.hands.compiled import compiled
from pitboss.hands.orders import BadugiOrder, Joker, Order

Ints = NDArray[np.int64]
Strengths = NDArray[np.int16]

MOST_CARDS = 7
RANKS = 13
BUCKET_AT = 16
"""The bit at which the bucket number begins in a sum of rank keys."""

_SEED = 15
_PLACE_BITS = (0, 5, 8, 10, 12, 13, 15, 16)
_BUCKET_BITS = (0, 3, 5, 7, 9, 10, 11, 13)
_KEY_BITS = BUCKET_AT + _BUCKET_BITS[MOST_CARDS]


class Tables(NamedTuple):
    """The strength of the best hand in a given number of cards."""

    ranks: Strengths
    """Indexed by the place of the multiset of ranks, ignoring suits."""
    flush: Strengths
    """Indexed by the set of ranks in one suit; 0 if there are too few for a hand."""
    joker_ranks: Strengths
    """Like `ranks`, but with a joker: indexed by the other cards."""
    joker_flush: Strengths
    two_jokers: int
    suited: tuple[Strengths, ...]
    """Indexed by the number of cards in one suit and the place of their multiset; only if a card may appear twice."""


def _random(seed: int, number: int) -> Ints:
    """SplitMix64, truncated to the width of a rank key."""
    state = np.uint64(seed) + np.uint64(0x9E3779B97F4A7C15) * np.arange(1, number + 1, dtype=np.uint64)
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return ((state ^ (state >> np.uint64(31))) & np.uint64((1 << _KEY_BITS) - 1)).astype(np.int64)


RANK_KEYS: Ints = _random(_SEED, RANKS)


@cache
def multisets(number: int) -> tuple[Ints, Ints]:
    """Return the key sum of every multiset of `number` ranks, and the set of its ranks as bits."""
    sums, sets, sizes = (np.zeros(1, np.int64) for _ in range(3))
    for rank in range(RANKS):
        copies = np.arange(number + 1)[:, None]
        sums = (sums + copies * RANK_KEYS[rank]).ravel()
        sets = (sets + ((copies > 0) << rank)).ravel()
        sizes = (sizes + copies).ravel()
        fits = sizes <= number
        sums, sets, sizes = sums[fits], sets[fits], sizes[fits]
    whole = sizes == number
    return sums[whole], sets[whole]


@cache
def displacements(number: int) -> NDArray[np.uint16]:
    """Return how far to shift each bucket's places so that no two multisets collide."""
    sums, _ = multisets(number)
    buckets = (sums >> BUCKET_AT) & ((1 << _BUCKET_BITS[number]) - 1)
    by_bucket = np.argsort(buckets, kind="stable")
    starts = np.searchsorted(buckets[by_bucket], np.arange((1 << _BUCKET_BITS[number]) + 1))
    fullest_first = np.argsort(-np.diff(starts), kind="stable")
    found = np.zeros(1 << _BUCKET_BITS[number], np.uint16)
    if not _displace(sums[by_bucket], starts, fullest_first, 1 << _PLACE_BITS[number], found):
        raise ValueError(f"with seed {_SEED} the multisets of {number} ranks collide: choose another seed")
    return found


@compiled
def _displace(sums: Ints, starts: Ints, buckets: Ints, size: int, found: NDArray[np.uint16]) -> bool:
    taken = np.zeros(size, np.bool_)
    for bucket in buckets:
        some = sums[starts[bucket] : starts[bucket + 1]]
        distance = 0
        while distance < size:
            placed = 0
            while placed < len(some) and not taken[(some[placed] + distance) & (size - 1)]:
                taken[(some[placed] + distance) & (size - 1)] = True
                placed += 1
            if placed == len(some):
                break
            for undo in range(placed):
                taken[(some[undo] + distance) & (size - 1)] = False
            distance += 1
        if distance == size:
            return False
        found[bucket] = distance
    return True


def place(number: int, sums: Ints) -> Ints:
    """Return the table places of multisets of `number` ranks, given their key sums."""
    moved = displacements(number)
    places: Ints = (sums + moved[(sums >> BUCKET_AT) & (len(moved) - 1)]) & ((1 << _PLACE_BITS[number]) - 1)
    return places


def places(number: int) -> int:
    """Return the size of a table for `number` ranks."""
    return 1 << _PLACE_BITS[number]


@cache
def tables(order: Order, number: int) -> Tables:
    """Return the tables for the best hand of an order in `number` cards."""
    _check(order, number)
    nothing = np.zeros(1, np.int16)
    suited = tuple(_suited(order, n) if order.many_decks and n >= order.size else nothing for n in range(number + 1))
    return Tables(
        _ranks(order, number),
        nothing if order.many_decks else _flush(order),
        _joker_ranks(order, number) if order.most_jokers else nothing,
        _joker_flush(order) if order.most_jokers else nothing,
        len(order.ladder) if order.joker is Joker.PAIRS else 0,
        suited,
    )


def _check(order: Order, number: int) -> None:
    if isinstance(order, BadugiOrder):
        raise ValueError("the order badugi is not compiled: use Hand")
    most = order.size if _flush_counts_against(order) else MOST_CARDS
    if not order.size <= number <= most:
        allowed = f"{order.size} to {most}" if most > order.size else f"{most}"
        raise ValueError(f"{number} cards: a hand in the order {order.id} is chosen from {allowed}")


def _flush_counts_against(order: Order) -> bool:
    """Whether a flush makes a hand worse. If so, choosing the best hand from a larger set of cards is not supported."""
    return order.low and bool(_flush(order).any())


@cache
def _ranks(order: Order, number: int) -> Strengths:
    if number == order.size:
        return _placed(order, jokers=0, suited=False)
    return _grown(_ranks(order, number - 1), number)


@cache
def _joker_ranks(order: Order, number: int) -> Strengths:
    """Return the strengths for `number` cards, one of them a joker, by the place of the others."""
    if number == order.size:
        return _placed(order, jokers=1, suited=False)
    return np.maximum(_grown(_joker_ranks(order, number - 1), number - 1), _ranks(order, number - 1))


@cache
def _suited(order: Order, number: int) -> Strengths:
    if number == order.size:
        return _placed(order, jokers=0, suited=True)
    return _grown(_suited(order, number - 1), number)


def _placed(order: Order, jokers: int, suited: bool) -> Strengths:
    ranks, strengths = _patterns(order, jokers, suited)
    table = np.zeros(1 << _PLACE_BITS[order.size - jokers], np.int16)
    table[place(order.size - jokers, RANK_KEYS[ranks - 2].sum(axis=1))] = strengths
    return table


def _patterns(order: Order, jokers: int, suited: bool) -> tuple[Ints, Ints]:
    """Return the ranks of every pattern of a kind, one per row, and their strengths."""
    some = [(p.ranks, order.strength(g)) for p, g in order.graded.items() if p.jokers == jokers and p.suited == suited]
    ranks = np.array([ranks for ranks, _ in some], np.int64).reshape(len(some), order.size - jokers)
    return ranks, np.array([strength for _, strength in some], np.int64)


def _grown(smaller: Strengths, number: int) -> Strengths:
    """Build the table for one more card, as the best hand left when any one card is removed."""
    sums, sets = multisets(number)
    best = np.zeros(len(sums), np.int16)
    for rank, key in enumerate(RANK_KEYS):
        with_it = np.flatnonzero(sets & (1 << rank))
        left = smaller[place(number - 1, sums[with_it] - key)]
        best[with_it] = np.maximum(best[with_it], left)
    table = np.zeros(1 << _PLACE_BITS[number], np.int16)
    table[place(number, sums)] = best
    return table


@cache
def _flush(order: Order) -> Strengths:
    return _spread(*_suited_sets(order, 0), order.size)


@cache
def _joker_flush(order: Order) -> Strengths:
    return np.maximum(_spread(*_suited_sets(order, 1), order.size - 1), _flush(order))


def _suited_sets(order: Order, jokers: int) -> tuple[Ints, Ints]:
    ranks, strengths = _patterns(order, jokers, suited=True)
    return (1 << (ranks - 2)).sum(axis=1), strengths


def _spread(sets: Ints, strengths: Ints, size: int) -> Strengths:
    """Extend a table from sets of exactly `size` ranks to all larger sets."""
    table = np.zeros(1 << RANKS, np.int16)
    table[sets] = strengths
    every = np.arange(1 << RANKS)
    sizes = sum((every >> rank) & 1 for rank in range(RANKS))
    for larger in range(size + 1, RANKS + 1):
        these = every[sizes == larger]
        for rank in range(RANKS):
            with_it = these[(these >> rank) & 1 == 1]
            table[with_it] = np.maximum(table[with_it], table[with_it ^ (1 << rank)])
    return table


SUITS_AT, JOKERS_AT, UNKNOWN_AT = 32, 52, 56
"""The bits of a card's key at which the counts begin: suits (four bits each), jokers, and invalid indices."""


def _keys() -> NDArray[np.uint64]:
    keys = np.full(256, 1 << UNKNOWN_AT, np.uint64)
    for card in CARDS:
        if card is JOKER:
            keys[card.index] = 1 << JOKERS_AT
        else:
            suit = list(Suit).index(card.suit)
            keys[card.index] = int(RANK_KEYS[card.rank - 2]) + (1 << (SUITS_AT + 4 * suit))
    return keys


def _masks() -> NDArray[np.uint64]:
    masks = np.zeros(256, np.uint64)
    for card in CARDS[: JOKER.index]:
        masks[card.index] = 1 << (16 * list(Suit).index(card.suit) + card.rank - 2)
    return masks


KEYS: NDArray[np.uint64] = _keys()
"""Indexed by card. The sum of a hand's keys determines everything except which ranks are in a suit."""
MASKS: NDArray[np.uint64] = _masks()
"""Indexed by card: one bit per card, sixteen bits per suit. The joker has no bit."""
