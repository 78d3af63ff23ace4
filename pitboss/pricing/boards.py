"""Boards that come in streets: two cards each, and community cards that all share, some at a time.

Theory of operation
1. Boards are taken up to suits. On a board all holdings are evaluated and sorted once (`compare`). Walking up through
   them, the holdings below and the cards in them are counted. A holding beats all those below less those that contain
   one of its own two cards; no holding below contains both. That is card removal for 1,081 x 990 pairs of hands in one
   pass on a board of five. The same counts at the qualifying hand split them by whether it is reached.
2. A board contains the boards of earlier streets (`Subsets`), each with its class and the renaming that makes it the
   representative of that; holdings are renamed with it (`RENAMED`). So sums over the boards that may come stand in a
   table of classes by holdings (`add_to`). `spread_to_images` adds what the images of a board would have added.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.hands.fast import KEYS, MASKS, strength5, strength6, strength7
from pitboss.pricing.compiled import compiled, inner
from pitboss.pricing.deals import (
    CHOOSE,
    DECK,
    RENAMINGS,
    Cards,
    Counts,
    Places,
    all_sets,
    classes,
    place_of,
    sort_few,
    to_representative,
)

Amounts = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Flags = NDArray[np.bool_]
Strengths = NDArray[np.int16]
Sorted = NDArray[np.int16]

HOLDINGS = comb(DECK, 2)
FIRST: Bytes = np.array([a for b in range(DECK) for a in range(b)], np.uint8)
SECOND: Bytes = np.array([b for b in range(DECK) for a in range(b)], np.uint8)
"""The two cards of each holding, by their numbers among those that are not on the board."""


def _renamed_holdings() -> NDArray[np.uint16]:
    pairs = np.array([(a, b) for b in range(DECK) for a in range(b)])
    renamed = np.sort(RENAMINGS[:, pairs].astype(np.int64), axis=2)
    places: NDArray[np.uint16] = (CHOOSE[renamed[:, :, 0], 1] + CHOOSE[renamed[:, :, 1], 2]).astype(np.uint16)
    return places


RENAMED: NDArray[np.uint16] = _renamed_holdings()
"""The place of the holding that each renaming makes of the holding at each place."""

DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
BIT_AT: NDArray[np.int64] = np.array(
    sorted(range(64), key=lambda bit: ((1 << bit) * 0x03F79D71B4CB0A89 % (1 << 64)) >> 58), np.int64
)
"""The place of a single bit, by the highest six of its product with a de Bruijn sequence."""
STRENGTHS = 1 << 13
"""Room for every strength of five cards."""

BEST_OF_SEVEN: Strengths = np.zeros((1, 0), np.int16)
"""In the place of a table of strengths, where these follow from the seven cards."""


class Compared(NamedTuple):
    """All holdings beside a board: the cards that are not on it, and for each holding of these its strength, and how
    many of the dealer's holdings rank below the qualifying hand, below it, and not above it (`counts`).

    `order` and `ends`, a place for each strength, all 0, are there to sort by.
    """

    cards: Bytes
    strengths: NDArray[np.int16]
    order: NDArray[np.int16]
    ends: NDArray[np.int16]
    counts: NDArray[np.int16]


class Boards(NamedTuple):
    """The boards up to suits, how many each stands for, and the strength of each holding on them or `BEST_OF_SEVEN`."""

    boards: Cards
    weights: Counts
    made: Strengths


class Subsets(NamedTuple):
    """The earlier streets of a board: a row of `positions` for each set of its cards that may have come before the
    others. For sets by place, their class, and the renaming that makes a set the representative of it."""

    positions: Bytes
    class_of: Places
    renaming: Bytes


def boards(number: int, made: Strengths = BEST_OF_SEVEN) -> Boards:
    """All boards of so many cards."""
    known = classes(number)
    return Boards(known.representatives, known.weights, made)


def subsets(board: int, number: int) -> Subsets:
    """The sets of so many cards of a board; for four of five, by the card that is missing."""
    positions = list(combinations(range(board), number))
    return Subsets(np.array(positions, np.uint8), classes(number).class_of, to_representative(number))


@compiled
def buffers(board: int) -> Compared:
    """Room to compare all holdings beside a board of so many cards."""
    live = DECK - board
    held = live * (live - 1) // 2
    return Compared(
        np.empty(live, np.uint8),
        np.empty(held, np.int16),
        np.empty(held, np.int16),
        np.zeros(STRENGTHS, np.int16),
        np.empty((3, held), np.int16),
    )


@inner
def find(board: Cards, positions: Bytes, by: Subsets) -> tuple[int, int]:
    """The class of the set at these positions of a board, and how it is renamed."""
    # The cards of a board go from the lowest up, and so do the positions.
    place = 0
    for at in range(len(positions)):
        place += CHOOSE[board[positions[at]], at + 1]
    return by.class_of[place], by.renaming[place]


@inner
def add_to(sums: Amounts, board: Cards, by: Subsets, places: Sorted, more: Amounts) -> None:
    """Add what each holding on a board comes to, by the place of the holding, to all earlier streets of the board."""
    for way in range(len(by.positions)):
        kind, renaming = find(board, by.positions[way], by)
        renamed, into = RENAMED[renaming], sums[kind]
        for at in range(len(places)):
            into[renamed[places[at]]] += more[at]


@inner
def put_in_order(number: int, strengths: Sorted, order: Sorted, ends: Sorted, there: NDArray[np.uint64]) -> None:
    """So many holdings in the order of their strengths, sorted by counting.

    `ends` is how many have each strength, and then where those end; `there` the strengths that there are, a bit each,
    and then none.
    """
    before = 0
    for word in range(len(there)):
        bits = there[word]
        there[word] = 0
        while bits:
            lowest = bits & (~bits + np.uint64(1))
            strength = (word << 6) + BIT_AT[(lowest * DE_BRUIJN) >> np.uint64(58)]
            many = ends[strength]
            ends[strength] = before
            before += many
            bits ^= lowest
    for at in range(number):
        strength = strengths[at]
        order[ends[strength]] = at
        ends[strength] += 1


@inner
def _rank(board: Cards, made: Strengths, at_board: Compared, there: NDArray[np.uint64]) -> None:
    """The cards beside a board and the strength of each holding of them; `ends` counts how many have each strength,
    and `there` gets a bit for each strength that there is."""
    cards, strengths, _, ends, _ = at_board
    live = 0
    key, mask = np.uint64(0), np.uint64(0)
    on_board = np.uint64(0)
    for at in range(len(board)):
        key += KEYS[board[at]]
        mask |= MASKS[board[at]]
        on_board |= np.uint64(1) << np.uint64(board[at])
    for card in range(DECK):
        if not on_board >> np.uint64(card) & np.uint64(1):
            cards[live] = card
            live += 1
    held = 0
    for b in range(live):
        key6 = key + KEYS[cards[b]]
        mask6 = mask | MASKS[cards[b]]
        for a in range(b):
            if len(made):
                strength = np.uint64(made[CHOOSE[cards[b], 2] + cards[a]])
            else:
                strength = np.uint64(strength7(key6 + KEYS[cards[a]], mask6 | MASKS[cards[a]]))
            strengths[held] = strength
            ends[strength] += 1
            there[strength >> np.uint64(6)] |= np.uint64(1) << (strength & np.uint64(63))
            held += 1


@compiled
def compare(board: Cards, made: Strengths, qualifying: int, at_board: Compared) -> None:
    """Compare all holdings on a board. `made` has the strength of each by its place; if empty, it is the best of
    seven cards."""
    cards, strengths, order, ends, counts = at_board
    live, held = len(cards), len(strengths)
    there = np.zeros(len(ends) >> 6, np.uint64)
    _rank(board, made, at_board, there)
    put_in_order(held, strengths, order, ends, there)
    with_card = np.zeros(live, np.int16)
    at_bar = np.zeros(live, np.int16)
    below_bar = 0
    while below_bar < held and strengths[order[below_bar]] < qualifying:
        at = order[below_bar]
        at_bar[FIRST[at]] += 1
        at_bar[SECOND[at]] += 1
        below_bar += 1
    begin = 0
    while begin < held:
        strength = strengths[order[begin]]
        end = ends[strength]
        ends[strength] = 0
        itself = 1 if strength < qualifying else 0
        if end == begin + 1:
            at = order[begin]
            a, b = FIRST[at], SECOND[at]
            below = begin - with_card[a] - with_card[b]
            counts[0, at] = below_bar - at_bar[a] - at_bar[b] + itself
            counts[1, at] = below
            counts[2, at] = below
            with_card[a] += 1
            with_card[b] += 1
        else:
            for place in range(begin, end):
                at = order[place]
                a, b = FIRST[at], SECOND[at]
                counts[0, at] = below_bar - at_bar[a] - at_bar[b] + itself
                counts[1, at] = begin - with_card[a] - with_card[b]
            for place in range(begin, end):
                at = order[place]
                with_card[FIRST[at]] += 1
                with_card[SECOND[at]] += 1
            for place in range(begin, end):
                at = order[place]
                counts[2, at] = end - with_card[FIRST[at]] - with_card[SECOND[at]] + 1
        begin = end


@compiled
def showdowns(board: int) -> int:
    """How many holdings the dealer may have, when own cards and board are known."""
    live = DECK - board - 2
    return live * (live - 1) // 2


@compiled
def results(
    each: int, strength: int, qualifying: int, below_bar: int, below: int, not_above: int
) -> tuple[int, int, int, int, int]:
    """How often each result comes, of so many showdowns, by the three counts: of six results four are possible, one
    after the other; the first figure says from which on."""
    if strength >= qualifying:
        return 0, below - below_bar, not_above - below, each - not_above, below_bar
    return 2, each - below_bar, below, not_above - below, below_bar - not_above


@compiled
def worth_of(pays: Amounts, at: int, one: int, two: int, three: int, four: int) -> int:
    """What four results in a row come to, by the amounts of an end and a grade."""
    worth: int = pays[at] * one + pays[at + 1] * two + pays[at + 2] * three + pays[at + 3] * four
    return worth


@compiled
def add(into: Counts, at: int, times: int, one: int, two: int, three: int, four: int) -> None:
    into[at] += times * one
    into[at + 1] += times * two
    into[at + 2] += times * three
    into[at + 3] += times * four


def spread_to_images(sets: Cards, sums: NDArray[Any]) -> None:
    """Turn sums over the representatives of boards into sums over all boards, in place.

    Each row of `sums` belongs to a set of cards and is indexed by holding. The representative of a board adds its value
    to one holding; the images of the board would add it to the images of that holding. Averaging over the renamings
    that leave the set unchanged accounts for them exactly.
    """
    if not _average_over_renamings(sets, sums):
        raise AssertionError("a sum over the images of a set of cards is not whole")


@compiled
def _average_over_renamings(sets: Cards, sums: NDArray[Any]) -> bool:
    """Average each row over the renamings of its set; False if an average is not whole."""
    number = sets.shape[1]
    spare = np.empty(HOLDINGS, np.int64)
    renamed = np.empty(number, np.uint8)
    whole = True
    for row in range(len(sets)):
        place = place_of(sets[row])
        spare[:] = 0
        for way in range(len(RENAMINGS)):
            for at in range(number):
                renamed[at] = RENAMINGS[way, sets[row, at]]
            sort_few(renamed)
            if place_of(renamed) == place:
                for holding in range(HOLDINGS):
                    spare[holding] += sums[row, RENAMED[way, holding]]
        for holding in range(HOLDINGS):
            whole &= spare[holding] % len(RENAMINGS) == 0
            sums[row, holding] = spare[holding] // len(RENAMINGS)
    return whole


# ---- Holdings with what lies there


def holdings_beside(number: int, at_once: int = 64) -> Iterator[tuple[slice, Flags, Cards, Cards]]:
    """Every representative of so many cards that lie there with every holding that shares none of them, some sets at a
    time: which sets, which of all holdings go with each, and, for those that do, the holdings and the sets by row."""
    lying, holdings = classes(number).representatives, all_sets(2)
    for first in range(0, len(lying), at_once):
        some = slice(first, min(first + at_once, len(lying)))
        apart = ~(holdings[None, :, :, None] == lying[some, None, None, :]).any(axis=(2, 3))
        which, holding = np.nonzero(apart)
        yield some, apart, holdings[holding], lying[some][which]


def hidden_pairs(own: Cards, shown: Cards) -> Flags:
    """Which holdings are a pair, or have the rank of a card that lies there, row by row."""
    ranks = own >> 2
    there = (ranks[:, :, None] == (shown >> 2)[:, None, :]).any(axis=(1, 2))
    return np.asarray(there | (ranks[:, 0] == ranks[:, 1]))


@compiled
def _kinds(
    sets: Cards, weights: Counts, taken: Flags, there: Flags, kind_of: Bytes, pair: int, seen: Counts, chosen: Counts
) -> None:
    number = sets.shape[1]
    for row in range(len(sets)):
        key, mask, ranks, lying = np.uint64(0), np.uint64(0), 0, np.uint64(0)
        for at in range(number):
            key += KEYS[sets[row, at]]
            mask |= MASKS[sets[row, at]]
            ranks |= 1 << (sets[row, at] >> 2)
            lying |= np.uint64(1) << np.uint64(sets[row, at])
        for b in range(DECK):
            for a in range(b):
                holding = CHOOSE[b, 2] + a
                on_it = (lying >> np.uint64(a) | lying >> np.uint64(b)) & np.uint64(1)
                if on_it or not there[holding]:
                    continue
                key2, mask2 = key + KEYS[a] + KEYS[b], mask | MASKS[a] | MASKS[b]
                kind = kind_of[np.uint64(strength5(key2, mask2) if number == 3 else strength6(key2, mask2))]
                one, two = a >> 2, b >> 2
                if kind == pair and not (one == two or ranks >> one & 1 or ranks >> two & 1):
                    kind = len(seen) - 1
                seen[kind] += weights[row]
                if taken[row, holding]:
                    chosen[kind] += weights[row]


def kinds_beside(number: int, taken: Flags, there: Flags, kind_of: Bytes, pair: int) -> tuple[Counts, Counts]:
    """Of the holdings that are still there, beside all sets of three or four cards: how many make each kind of hand, a
    pair that lies on the board being the last, and how many of these are taken."""
    known = classes(number)
    seen, chosen = (np.zeros(int(kind_of.max()) + 1, np.int64) for _ in range(2))
    _kinds(known.representatives, known.weights, taken, there, kind_of, pair, seen, chosen)
    return seen, chosen
