"""Hold 'em boards: two cards for each hand, and community cards dealt over several streets.

Theory of operation
1. Boards are taken up to suit symmetry. On each board all holdings are evaluated and sorted once (`rank_holdings`).
   Walking up through the sorted list, the loop counts the holdings below and how many of them contain each card. A
   holding beats every lower holding except those that contain one of its own two cards, and no lower holding contains
   both. That accounts for card removal in 1,081 x 990 pairs of hands in one pass over a five-card board. The same
   counts taken at the qualifying hand separate the dealer's qualifying hands from the rest.
2. A board contains the boards of the earlier streets (`Subsets`). Each belongs to a class and has a renaming of suits
   that turns it into the representative of that class; holdings are renamed with it (`RENAMED`). Sums over the boards
   still to come are therefore kept in a table of classes by holdings (`add_to_streets`), and `spread_to_images` adds
   the share of the boards' images.
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
"""The two cards of each holding, as indices into the cards that are not on the board."""


def _renamed_holdings() -> NDArray[np.uint16]:
    pairs = np.array([(a, b) for b in range(DECK) for a in range(b)])
    renamed = np.sort(RENAMINGS[:, pairs].astype(np.int64), axis=2)
    places: NDArray[np.uint16] = (CHOOSE[renamed[:, :, 0], 1] + CHOOSE[renamed[:, :, 1], 2]).astype(np.uint16)
    return places


RENAMED: NDArray[np.uint16] = _renamed_holdings()
"""The place of each holding after each renaming."""

DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
BIT_AT: NDArray[np.int64] = np.array(
    sorted(range(64), key=lambda bit: ((1 << bit) * 0x03F79D71B4CB0A89 % (1 << 64)) >> 58), np.int64
)
"""The position of a single set bit, indexed by the top six bits of its product with a de Bruijn sequence."""
STRENGTHS = 1 << 13
"""An upper bound on the strengths of five-card hands."""

BEST_OF_SEVEN: Strengths = np.zeros((1, 0), np.int16)
"""Placeholder for a table of strengths, meaning that each hand is the best five of its seven cards."""


class HoldingRanks(NamedTuple):
    """All holdings on a board, ranked against each other.

    `cards` are the cards that are not on the board. Each holding has its strength and three `counts` of the dealer's
    holdings: those below the qualifying hand, those below the holding, and those not above it. `order` and `ends` are
    scratch space for sorting; `ends` has a slot for each strength and is all zeros between calls.
    """

    cards: Bytes
    strengths: NDArray[np.int16]
    order: NDArray[np.int16]
    ends: NDArray[np.int16]
    counts: NDArray[np.int16]


class Boards(NamedTuple):
    """The boards up to suit symmetry, their weights, and a table of strengths or `BEST_OF_SEVEN`."""

    boards: Cards
    weights: Counts
    strength_table: Strengths


class Subsets(NamedTuple):
    """The earlier-street boards that a board contains.

    Each row of `positions` selects the cards of one of them. `class_of` and `renaming` are indexed by the place of a
    set: its class, and a renaming that turns the set into the representative of the class.
    """

    positions: Bytes
    class_of: Places
    renaming: Bytes


def boards(number: int, strength_table: Strengths = BEST_OF_SEVEN) -> Boards:
    """Return all boards with `number` cards."""
    known = classes(number)
    return Boards(known.representatives, known.weights, strength_table)


def subsets(board: int, number: int) -> Subsets:
    """Return the subsets of `number` cards of a board; four-card subsets of five are ordered by the missing card."""
    positions = list(combinations(range(board), number))
    return Subsets(np.array(positions, np.uint8), classes(number).class_of, to_representative(number))


@compiled
def rank_buffers(board: int) -> HoldingRanks:
    """Allocate the arrays to rank all holdings on a board with `board` cards."""
    live = DECK - board
    held = live * (live - 1) // 2
    return HoldingRanks(
        np.empty(live, np.uint8),
        np.empty(held, np.int16),
        np.empty(held, np.int16),
        np.zeros(STRENGTHS, np.int16),
        np.empty((3, held), np.int16),
    )


@inner
def find_class(board: Cards, positions: Bytes, by: Subsets) -> tuple[int, int]:
    """Return the class of a subset of a board, and the renaming that turns it into the representative."""
    # The cards of a board and the positions are both in ascending order.
    place = 0
    for at in range(len(positions)):
        place += CHOOSE[board[positions[at]], at + 1]
    return by.class_of[place], by.renaming[place]


@inner
def add_to_streets(sums: Amounts, board: Cards, by: Subsets, places: Sorted, more: Amounts) -> None:
    """Add the value of each holding on a board to every earlier street that the board contains."""
    for way in range(len(by.positions)):
        kind, renaming = find_class(board, by.positions[way], by)
        renamed, into = RENAMED[renaming], sums[kind]
        for at in range(len(places)):
            into[renamed[places[at]]] += more[at]


@inner
def sort_by_strength(number: int, strengths: Sorted, order: Sorted, ends: Sorted, there: NDArray[np.uint64]) -> None:
    """Sort `number` holdings by strength with a counting sort.

    On entry `ends` has the number of holdings of each strength and `there` a bit for each strength that occurs. On
    return `ends` has the end of each strength's run, and `there` is all zeros.
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
def _evaluate_holdings(
    board: Cards, strength_table: Strengths, at_board: HoldingRanks, there: NDArray[np.uint64]
) -> None:
    """Find the cards that are not on a board and evaluate every holding of them.

    `ends` counts the holdings of each strength, and `there` gets a bit for each strength that occurs.
    """
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
            if len(strength_table):
                strength = np.uint64(strength_table[CHOOSE[cards[b], 2] + cards[a]])
            else:
                strength = np.uint64(strength7(key6 + KEYS[cards[a]], mask6 | MASKS[cards[a]]))
            strengths[held] = strength
            ends[strength] += 1
            there[strength >> np.uint64(6)] |= np.uint64(1) << (strength & np.uint64(63))
            held += 1


@compiled
def rank_holdings(board: Cards, strength_table: Strengths, qualifying: int, at_board: HoldingRanks) -> None:
    """Rank all holdings on a board.

    `strength_table` has the strength of the holding at each place; if it is empty, each hand is the best five of its
    seven cards.
    """
    cards, strengths, order, ends, counts = at_board
    live, held = len(cards), len(strengths)
    there = np.zeros(len(ends) >> 6, np.uint64)
    _evaluate_holdings(board, strength_table, at_board, there)
    sort_by_strength(held, strengths, order, ends, there)
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
def dealer_holdings(board: int) -> int:
    """The number of holdings the dealer can have once the player's cards and the board are known."""
    live = DECK - board - 2
    return live * (live - 1) // 2


@compiled
def result_counts(
    each: int, strength: int, qualifying: int, below_bar: int, below: int, not_above: int
) -> tuple[int, int, int, int, int]:
    """Return how often each result occurs, from the three counts of a holding.

    Four consecutive results of the six are possible. The first figure returned is the index of the first of them.
    """
    if strength >= qualifying:
        return 0, below - below_bar, not_above - below, each - not_above, below_bar
    return 2, each - below_bar, below, not_above - below, below_bar - not_above


@compiled
def amount_of(pays: Amounts, at: int, one: int, two: int, three: int, four: int) -> int:
    """The total amount over four consecutive results, for one end and row of the pay tables."""
    worth: int = pays[at] * one + pays[at + 1] * two + pays[at + 2] * three + pays[at + 3] * four
    return worth


@compiled
def add_results(into: Counts, at: int, times: int, one: int, two: int, three: int, four: int) -> None:
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


# ---- Holdings with a flop, or with four cards


def holdings_by_set(number: int, at_once: int = 64) -> Iterator[tuple[slice, Flags, Cards, Cards]]:
    """Yield the representatives of all sets of `number` cards with every holding that shares no card with them.

    The sets come in batches of `at_once`. Each batch is the slice of the sets, a mask of the holdings that go with each
    set, and the pairs that the mask selects: the holdings and the sets, row by row.
    """
    lying, holdings = classes(number).representatives, all_sets(2)
    for first in range(0, len(lying), at_once):
        some = slice(first, min(first + at_once, len(lying)))
        apart = ~(holdings[None, :, :, None] == lying[some, None, None, :]).any(axis=(2, 3))
        which, holding = np.nonzero(apart)
        yield some, apart, holdings[holding], lying[some][which]


def hidden_pairs(own: Cards, shown: Cards) -> Flags:
    """Whether each holding, row by row, is a pair or shares a rank with an exposed card."""
    ranks = own >> 2
    there = (ranks[:, :, None] == (shown >> 2)[:, None, :]).any(axis=(1, 2))
    return np.asarray(there | (ranks[:, 0] == ranks[:, 1]))


@compiled
def _count_kinds(
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


def count_kinds(number: int, taken: Flags, there: Flags, kind_of: Bytes, pair: int) -> tuple[Counts, Counts]:
    """Count the kinds of hands that holdings make with all sets of three or four cards.

    Returns two arrays: how many of the holdings in `there` make each kind, and how many of those are in `taken`. The
    last kind is a pair that is entirely on the board.
    """
    known = classes(number)
    seen, chosen = (np.zeros(int(kind_of.max()) + 1, np.int64) for _ in range(2))
    _count_kinds(known.representatives, known.weights, taken, there, kind_of, pair, seen, chosen)
    return seen, chosen
