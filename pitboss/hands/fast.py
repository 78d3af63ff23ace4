"""The compiled evaluator: the strength of poker hands, in loops or in batches.

From Python, `evaluate_batch` takes an array with one hand per row of card indices, and `census` counts all possible
hands. A Numba loop has two options. `evaluate5`, `evaluate6` and `evaluate7` take card indices. A loop that adds and
removes single cards is faster with sums: `strength5`, `strength6` and `strength7` need only the sums of `KEYS[card]`
and `MASKS[card]` over the cards in a hand, and `scorer` builds such a function for any other order of hands.

    @numba.njit(cache=True)
    def deal(...):
        key, mask = KEYS[a] + KEYS[b] + ..., MASKS[a] | MASKS[b] | ...
        strength = strength7(key, mask)

Every strength is a rung on the order's ladder, the same one that `Hand` gives: `order.describe(strength)` names it, and
`order.floor(category)` is the lowest strength of a category.

The tables are module-level constants on purpose: passing them to a helper as arguments would make it ten times slower.
Numba keeps compiled code until its own file changes and does not notice changes to the tables or functions it uses:
after a change to `orders.py`, `tables.py` or this file, delete the `__pycache__` of the callers.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pitboss.equipment import CARDS, JOKER
from pitboss.hands.compiled import compiled
from pitboss.hands.orders import FIVE_CARD, Category, Order, order_of
from pitboss.hands.tables import (
    BUCKET_AT,
    JOKERS_AT,
    KEYS,
    MASKS,
    RANKS,
    SUITS_AT,
    UNKNOWN_AT,
    Strengths,
    displacements,
    tables,
)

__all__ = [
    "KEYS",
    "MASKS",
    "categories",
    "census",
    "count",
    "evaluate5",
    "evaluate6",
    "evaluate7",
    "evaluate_batch",
    "scorer",
    "strength5",
    "strength6",
    "strength7",
    "subsets",
]

HandArray = NDArray[np.uint8]
Counts = NDArray[np.int64]
Moved = NDArray[np.uint16]
Score = Callable[[np.uint64, np.uint64], np.int16]

_U = np.uint64
_RANKS5, _RANKS6, _RANKS7 = (tables(FIVE_CARD, number).ranks for number in (5, 6, 7))
_MOVED5, _MOVED6, _MOVED7 = (displacements(number) for number in (5, 6, 7))
_FLUSH = tables(FIVE_CARD, 5).flush
_PLACE5, _PLACE6, _PLACE7 = (_U(len(table) - 1) for table in (_RANKS5, _RANKS6, _RANKS7))
_BUCKET5, _BUCKET6, _BUCKET7 = (_U(len(table) - 1) for table in (_MOVED5, _MOVED6, _MOVED7))
_BUCKET_AT, _JOKERS_AT, _UNKNOWN_AT = _U(BUCKET_AT), _U(JOKERS_AT), _U(UNKNOWN_AT)
# Each suit's count is a nibble: adding this sets its high bit when the suit has five (or four) cards.
_TO_FIVE, _TO_FOUR, _REACHED = (_U(nibbles << SUITS_AT) for nibbles in (0x3333, 0x4444, 0x8888))
_NOT_PLAIN = _U((1 << 64) - (1 << JOKERS_AT))
_REACHED_OR_NOT_PLAIN = _REACHED | _NOT_PLAIN
_SUIT, _SUIT2, _SUIT3, _SUIT4 = _U((1 << RANKS) - 1), _U(16), _U(32), _U(48)
_NIBBLE = _U(15)
_JOKER = JOKER.index


# Five-card high, for loops


@compiled
def _flush(mask: np.uint64) -> np.int16:
    """Return the best flush in a set of cards that contains one."""
    low = max(_FLUSH[mask & _SUIT], _FLUSH[(mask >> _SUIT2) & _SUIT])
    return max(low, max(_FLUSH[(mask >> _SUIT3) & _SUIT], _FLUSH[(mask >> _SUIT4) & _SUIT]))


@compiled
def strength5(key: np.uint64, mask: np.uint64) -> np.int16:
    """Return the strength of five cards from the sums of their keys and masks."""
    if (key + _TO_FIVE) & _REACHED:
        return _flush(mask)
    strength: np.int16 = _RANKS5[(key + _U(_MOVED5[(key >> _BUCKET_AT) & _BUCKET5])) & _PLACE5]
    return strength


@compiled
def strength6(key: np.uint64, mask: np.uint64) -> np.int16:
    """Return the strength of the best five of six cards from the sums of their keys and masks."""
    if (key + _TO_FIVE) & _REACHED:
        return _flush(mask)
    strength: np.int16 = _RANKS6[(key + _U(_MOVED6[(key >> _BUCKET_AT) & _BUCKET6])) & _PLACE6]
    return strength


@compiled
def strength7(key: np.uint64, mask: np.uint64) -> np.int16:
    """Return the strength of the best five of seven cards from the sums of their keys and masks."""
    if (key + _TO_FIVE) & _REACHED:
        return _flush(mask)
    strength: np.int16 = _RANKS7[(key + _U(_MOVED7[(key >> _BUCKET_AT) & _BUCKET7])) & _PLACE7]
    return strength


@compiled
def evaluate5(cards: Sequence[int] | HandArray) -> np.int16:
    """Return the strength of five cards, given as indices, without checking that they differ.

    >>> FIVE_CARD.describe(evaluate5((32, 33, 34, 8, 9)))
    'full house, tens over fours'
    """
    if len(cards) != 5:
        raise ValueError("evaluate5 takes five cards")
    key, mask = _U(0), _U(0)
    for card in range(5):
        key += KEYS[cards[card]]
        mask |= MASKS[cards[card]]
    return strength5(key, mask)


@compiled
def evaluate6(cards: Sequence[int] | HandArray) -> np.int16:
    """Return the strength of the best five of six cards, given as indices, without checking that they differ."""
    if len(cards) != 6:
        raise ValueError("evaluate6 takes six cards")
    key, mask = _U(0), _U(0)
    for card in range(6):
        key += KEYS[cards[card]]
        mask |= MASKS[cards[card]]
    return strength6(key, mask)


@compiled
def evaluate7(cards: Sequence[int] | HandArray) -> np.int16:
    """Return the strength of the best five of seven cards, given as indices, without checking that they differ."""
    if len(cards) != 7:
        raise ValueError("evaluate7 takes seven cards")
    key, mask = _U(0), _U(0)
    for card in range(7):
        key += KEYS[cards[card]]
        mask |= MASKS[cards[card]]
    return strength7(key, mask)


# Any order, for loops


@cache
def scorer(order: Order | str, number: int) -> Score:
    """Return a compiled function of (key, mask) that gives the strength of an order's best hand in `number` cards.

    Assign it at module level, `score = scorer("four-card", 6)`, and call it inside a compiled loop.

    >>> score = scorer("three-card", 3)
    >>> str(order_of("three-card").describe(score(KEYS[[0, 5, 51]].sum(), MASKS[[0, 5, 51]].sum())))
    'three-high straight'
    """
    order = order_of(order)
    if order.many_decks:
        raise ValueError(f"the order {order.id} has no scorer: a mask cannot hold the same card twice")
    if order is FIVE_CARD and number >= 5:
        return {5: strength5, 6: strength6, 7: strength7}[number]
    ranks, flush, joker_ranks, joker_flush, two_jokers, _ = tables(order, number)
    moved, joker_moved = displacements(number), displacements(number - 1)
    place, bucket, joker_place, joker_bucket = (_U(len(t) - 1) for t in (ranks, moved, joker_ranks, joker_moved))
    low, has_jokers = order.low, order.most_jokers > 0
    # Where no suit has enough cards for a flush, only the ranks matter.
    to_flush, plain = _U(0x1111 * (8 - order.size) << SUITS_AT), not (low or has_jokers)

    # One function, since Numba's disk cache cannot look up a closure over another compiled function.
    @compiled
    def score(key: np.uint64, mask: np.uint64) -> np.int16:
        if plain and not (key + to_flush) & _REACHED:
            unsuited: np.int16 = ranks[(key + _U(moved[(key >> _BUCKET_AT) & bucket])) & place]
            return unsuited
        jokers = (key >> _JOKERS_AT) & _NIBBLE if has_jokers else _U(0)
        if jokers == _U(0):
            value = ranks[(key + _U(moved[(key >> _BUCKET_AT) & bucket])) & place]
            suited = max(flush[mask & _SUIT], flush[(mask >> _SUIT2) & _SUIT])
            suited = max(suited, max(flush[(mask >> _SUIT3) & _SUIT], flush[(mask >> _SUIT4) & _SUIT]))
            return suited if low and suited else max(value, suited)
        if jokers > _U(1):
            return np.int16(two_jokers)
        value = joker_ranks[(key + _U(joker_moved[(key >> _BUCKET_AT) & joker_bucket])) & joker_place]
        suited = max(joker_flush[mask & _SUIT], joker_flush[(mask >> _SUIT2) & _SUIT])
        suited = max(suited, max(joker_flush[(mask >> _SUIT3) & _SUIT], joker_flush[(mask >> _SUIT4) & _SUIT]))
        return max(value, suited)

    return score


# Batches


@compiled
def _batch5(hands: HandArray, out: Strengths) -> int:
    """Fill `out` and return the first row that contains an invalid card or a joker, or -1."""
    for row in range(hands.shape[0]):
        key = _U(0)
        for card in range(5):
            key += KEYS[hands[row, card]]
        if (key + _TO_FIVE) & _REACHED_OR_NOT_PLAIN:
            if key & _NOT_PLAIN:
                return row
            out[row] = evaluate5(hands[row])
        else:
            out[row] = _RANKS5[(key + _U(_MOVED5[(key >> _BUCKET_AT) & _BUCKET5])) & _PLACE5]
    return -1


@compiled
def _batch6(hands: HandArray, out: Strengths) -> int:
    for row in range(hands.shape[0]):
        key = _U(0)
        for card in range(6):
            key += KEYS[hands[row, card]]
        if (key + _TO_FIVE) & _REACHED_OR_NOT_PLAIN:
            if key & _NOT_PLAIN:
                return row
            out[row] = evaluate6(hands[row])
        else:
            out[row] = _RANKS6[(key + _U(_MOVED6[(key >> _BUCKET_AT) & _BUCKET6])) & _PLACE6]
    return -1


@compiled
def _batch7(hands: HandArray, out: Strengths) -> int:
    for row in range(hands.shape[0]):
        key = _U(0)
        for card in range(7):
            key += KEYS[hands[row, card]]
        if (key + _TO_FIVE) & _REACHED_OR_NOT_PLAIN:
            if key & _NOT_PLAIN:
                return row
            out[row] = evaluate7(hands[row])
        else:
            out[row] = _RANKS7[(key + _U(_MOVED7[(key >> _BUCKET_AT) & _BUCKET7])) & _PLACE7]
    return -1


@compiled
def _batch_any(
    hands: HandArray,
    out: Strengths,
    ranks: Strengths,
    moved: Moved,
    flush: Strengths,
    joker_ranks: Strengths,
    joker_moved: Moved,
    joker_flush: Strengths,
    two_jokers: int,
    most_jokers: int,
    low: bool,
) -> int:
    place, bucket = _U(len(ranks) - 1), _U(len(moved) - 1)
    joker_place, joker_bucket = _U(len(joker_ranks) - 1), _U(len(joker_moved) - 1)
    for row in range(hands.shape[0]):
        key, mask = _U(0), _U(0)
        for card in range(hands.shape[1]):
            key += KEYS[hands[row, card]]
            mask |= MASKS[hands[row, card]]
        jokers = (key >> _JOKERS_AT) & _NIBBLE
        if key >> _UNKNOWN_AT or jokers > _U(most_jokers):
            return row
        if jokers == _U(0):
            value = ranks[(key + _U(moved[(key >> _BUCKET_AT) & bucket])) & place]
            suited = max(flush[mask & _SUIT], flush[(mask >> _SUIT2) & _SUIT])
            suited = max(suited, max(flush[(mask >> _SUIT3) & _SUIT], flush[(mask >> _SUIT4) & _SUIT]))
            out[row] = suited if low and suited else max(value, suited)
        elif jokers == _U(1):
            value = joker_ranks[(key + _U(joker_moved[(key >> _BUCKET_AT) & joker_bucket])) & joker_place]
            suited = max(joker_flush[mask & _SUIT], joker_flush[(mask >> _SUIT2) & _SUIT])
            suited = max(suited, max(joker_flush[(mask >> _SUIT3) & _SUIT], joker_flush[(mask >> _SUIT4) & _SUIT]))
            out[row] = max(value, suited)
        else:
            out[row] = two_jokers
    return -1


@compiled
def _batch_many_decks(
    hands: HandArray,
    out: Strengths,
    ranks: Strengths,
    suited: tuple[Strengths, ...],
    moved: tuple[Moved, ...],
    size: int,
) -> int:
    """Like the functions above, but the same card may appear twice, so the ranks in a suit form a multiset too."""
    number = hands.shape[1]
    for row in range(hands.shape[0]):
        key = _U(0)
        for card in range(number):
            key += KEYS[hands[row, card]]
        if key & _NOT_PLAIN:
            return row
        value = ranks[(key + _U(moved[number][(key >> _BUCKET_AT) & _U(len(moved[number]) - 1)])) & _U(len(ranks) - 1)]
        for suit in range(4):
            there = (key >> _U(SUITS_AT + 4 * suit)) & _NIBBLE
            if there >= _U(size):
                part = _U(0)
                for card in range(number):
                    if hands[row, card] & 3 == suit:
                        part += KEYS[hands[row, card]]
                table, shifts = suited[there], moved[there]
                at = (part + _U(shifts[(part >> _BUCKET_AT) & _U(len(shifts) - 1)])) & _U(len(table) - 1)
                value = max(value, table[at])
        out[row] = value
    return -1


@compiled
def _first_with_twins(hands: HandArray) -> int:
    for row in range(hands.shape[0]):
        seen = _U(0)
        for card in range(hands.shape[1]):
            bit = _U(1) << _U(hands[row, card])
            if seen & bit and hands[row, card] != _JOKER:
                return row
            seen |= bit
    return -1


def evaluate_batch(
    hands: ArrayLike, order: Order | str = FIVE_CARD, *, out: Strengths | None = None, check: bool = False
) -> Strengths:
    """Return the strength of the best hand in each row of card indices.

    A row has at least as many cards as a hand, and at most seven. Invalid indices are refused; duplicate cards in a row
    are only detected if `check` is set. C-contiguous arrays of `uint8` are read without a copy.

    >>> hands = [[32, 33, 34, 8, 9, 46, 0], [51, 47, 43, 39, 35, 0, 1]]
    >>> [FIVE_CARD.describe(strength) for strength in evaluate_batch(hands)]
    ['full house, tens over fours', 'royal flush']
    >>> evaluate_batch([[0, 1, 2, 3, 52]])
    Traceback (most recent call last):
    ValueError: row 0 is 2c 2d 2h 2s Jk: the order five-card has no joker
    """
    order = order_of(order)
    rows = _rows(hands)
    number = rows.shape[1]
    found = tables(order, number)
    strengths = np.empty(len(rows), np.int16) if out is None else out
    if strengths.shape != (len(rows),) or strengths.dtype != np.int16:
        raise ValueError(f"out is {strengths.shape} of {strengths.dtype}: ({len(rows)},) of int16 is expected")
    if order is FIVE_CARD:
        bad = {5: _batch5, 6: _batch6, 7: _batch7}[number](rows, strengths)
    elif order.many_decks:
        moved = tuple(displacements(some) for some in range(number + 1))
        bad = _batch_many_decks(rows, strengths, found.ranks, found.suited, moved, order.size)
    else:
        bad = _batch_any(
            rows,
            strengths,
            found.ranks,
            displacements(number),
            found.flush,
            found.joker_ranks,
            displacements(number - 1),
            found.joker_flush,
            found.two_jokers,
            order.most_jokers,
            order.low,
        )
    if bad >= 0:
        raise ValueError(_why_bad(int(bad), rows[bad], order))
    if check and not order.many_decks and (twins := _first_with_twins(rows)) >= 0:
        raise ValueError(f"row {twins} is {_written(rows[twins])}: a card appears more than once")
    return strengths


def _rows(hands: ArrayLike) -> HandArray:
    given = np.asarray(hands)
    if given.ndim != 2:
        raise ValueError(f"an array of shape {given.shape}: expected one row of card indices per hand, such as (n, 5)")
    if given.dtype == np.uint8:
        return np.ascontiguousarray(given)
    if given.dtype.kind not in "iu":
        raise ValueError(f"an array of {given.dtype}: card indices are integers")
    bad = np.flatnonzero(((given < 0) | (given > JOKER.index)).any(axis=1))
    if len(bad):
        raise ValueError(f"row {bad[0]} is {given[bad[0]].tolist()}: {_INDICES}")
    return np.ascontiguousarray(given, np.uint8)


_INDICES = "card indices go from 0 (2c) to 51 (As), and 52 is the joker"


def _why_bad(number: int, row: HandArray, order: Order) -> str:
    if (row > JOKER.index).any():
        return f"row {number} is {row.tolist()}: {_INDICES}"
    allowed = f"at most {order.most_jokers} of them" if order.most_jokers else "no joker"
    return f"row {number} is {_written(row)}: the order {order.id} has {allowed}"


def _written(row: HandArray) -> str:
    return " ".join(str(CARDS[card]) for card in row)


# Counting all possible hands


def census(number: int, order: Order | str = FIVE_CARD, jokers: int = 0) -> Counts:
    """Count the hands of `number` cards by strength, by evaluating every one of them.

    >>> census(3, "three-card")[-3:]  # A-K-Q, K-Q-J and Q-J-10 of one suit
    array([4, 4, 4])
    """
    order = order_of(order)
    counts = np.zeros(len(order.ladder) + 1, np.int64)
    if order is FIVE_CARD and number == 7 and not jokers:
        lanes = np.zeros((len(counts), 4), np.uint32)
        _census7(lanes)
        counts[:] = lanes.sum(axis=1, dtype=np.int64)
        return counts
    for hands in _deals(number, jokers):
        counts += np.bincount(evaluate_batch(hands, order), minlength=len(counts))
    return counts


def count(number: int, order: Order | str = FIVE_CARD, jokers: int = 0) -> dict[Category, int]:
    """Count the hands of `number` cards by category.

    >>> count(4, "four-card")[Category.FOUR_OF_A_KIND]
    13
    """
    order = order_of(order)
    counts = np.bincount(categories(order), census(number, order, jokers), len(order.categories) + 1)
    named = dict(zip((*order.categories, Category.NO_LOW), map(int, counts), strict=True))
    if not order.at_most:
        del named[Category.NO_LOW]
    return named


@cache
def categories(order: Order | str) -> NDArray[np.uint8]:
    """Return, for each strength, the index of its category in `order.categories`; 0 is the best.

    >>> FIVE_CARD.categories[categories(FIVE_CARD)[7000]]
    Category.FLUSH
    """
    order = order_of(order)
    places = {category: place for place, category in enumerate(order.categories)}
    return np.array([len(places), *(places[grade.category] for grade in order.ladder)], np.uint8)


def _deals(number: int, jokers: int) -> Iterator[HandArray]:
    """Yield all hands of `number` cards from a deck, in large batches."""
    return subsets(np.array([*range(JOKER.index), *[JOKER.index] * jokers], np.uint8), number)


def subsets(deck: HandArray, number: int) -> Iterator[HandArray]:
    """Yield all subsets of `number` cards, one per row, in large batches; the array is reused.

    >>> [len(some) for some in subsets(np.arange(48, dtype=np.uint8), 2)]
    [1128]
    """
    if not number:
        yield np.empty((1, 0), np.uint8)
        return
    places = np.arange(number)
    hands = np.empty((1 << 17, number), np.uint8)
    while (filled := _next_deals(deck, places, hands)) > 0:
        yield hands[:filled]


@compiled
def _next_deals(deck: HandArray, places: Counts, hands: HandArray) -> int:
    """Fill `hands` with combinations, starting at `places`, and advance `places` past them."""
    number = len(places)
    for row in range(len(hands)):
        if places[0] + number > len(deck):
            return row
        for card in range(number):
            hands[row, card] = deck[places[card]]
        moving = number - 1
        while moving > 0 and places[moving] == len(deck) - number + moving:
            moving -= 1
        places[moving] += 1
        for card in range(moving + 1, number):
            places[card] = places[card - 1] + 1
    return len(hands)


@compiled
def _census7(lanes: NDArray[np.uint32]) -> None:
    """Count every seven-card hand. Neighbours often tie, so four lanes keep one increment from waiting for the previous
    one.
    """
    for a in range(6, 52):
        for b in range(5, a):
            key2, mask2 = KEYS[a] + KEYS[b], MASKS[a] | MASKS[b]
            for c in range(4, b):
                key3, mask3 = key2 + KEYS[c], mask2 | MASKS[c]
                for d in range(3, c):
                    key4, mask4 = key3 + KEYS[d], mask3 | MASKS[d]
                    for e in range(2, d):
                        key5, mask5 = key4 + KEYS[e], mask4 | MASKS[e]
                        for f in range(1, e):
                            key6, mask6 = key5 + KEYS[f], mask5 | MASKS[f]
                            if (key6 + _TO_FOUR) & _REACHED:
                                for g in range(f):
                                    lanes[_U(strength7(key6 + KEYS[g], mask6 | MASKS[g])), g & 3] += 1
                            else:  # six cards with at most three of a suit: no flush is possible
                                for g in range(f):
                                    key = key6 + KEYS[g]
                                    at = (key + _U(_MOVED7[(key >> _BUCKET_AT) & _BUCKET7])) & _PLACE7
                                    lanes[_U(_RANKS7[at]), g & 3] += 1
