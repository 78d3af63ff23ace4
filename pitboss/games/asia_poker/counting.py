"""An exact count of all deals of Asia poker with both sides set by the house way, stored in `counts.toml`.

None of the 154,143,080 x 53,524,680 pairs of hands is enumerated. Pairs without a common card are counted by inclusion
and exclusion over sets S of shared cards:

    deals won = sum over S of (-1)^|S| * pairs of hands that both contain S, of which the first wins.

The hands that contain S are looked up in the table of `seven_cards` and counted by the strengths of their three hands:
if few cards are shared, in a table whose prefix sums give the number of hands below in any of the three; if many are,
in order of the high hand, with trees that give the same for the medium and low hands seen so far. One S represents all
that differ only in suits. All counts are integers.

    python -m pitboss.games.asia_poker.counting

prints the counts for both ranks of A-2-3-4 in a few minutes, in the format of the file. `scripts/asia_poker/count.cu`
counts the wins of the best setting.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations
from math import comb, factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.chapter.layout import Layout
from pitboss.equipment import CARDS, JOKER
from pitboss.games.asia_poker.house_way import order_on, worths_on
from pitboss.games.asia_poker.seven_cards import (
    HIGH_AT,
    LOW_MASK,
    MEDIUM_AT,
    MEDIUM_MASK,
    OWN,
    RANKS,
    SUITS,
    House,
    house,
    set_by_house,
)
from pitboss.hands import ONE_CARD, TWO_CARD
from pitboss.hands.tables import KEYS, MASKS
from pitboss.pricing.contract import Progress
from pitboss.pricing.time_left import print_time_left
from pitboss.simulation.compiled import IntArray, Integer, compiled, inner

WINS, HIGH, MEDIUM, LOW = range(4)
COUNTED = 4
"""The counts over pairs: wins of the first hand, and copies of the high, medium and low hands."""
MEDIUMS, LOWS = len(TWO_CARD.ladder) + 1, len(ONE_CARD.ladder) + 1
SLICE = MEDIUMS * LOWS
IN_A_TABLE = 3
"""Up to this many shared cards, hands are counted in a table; beyond that, in trees."""
CHUNK = 64
_U = np.uint64


class Scratch(NamedTuple):
    """Scratch buffers for one thread."""

    hands: NDArray[np.uint32]
    cells: NDArray[np.int64]
    both: NDArray[np.int64]
    mediums: NDArray[np.int64]
    lows: NDArray[np.int64]

    @classmethod
    def of(cls, most: int, highs: int) -> Scratch:
        return cls(
            np.zeros(most, np.uint32),
            np.zeros(highs * SLICE, np.int64),
            np.zeros(SLICE, np.int64),
            np.zeros(MEDIUMS, np.int64),
            np.zeros(LOWS, np.int64),
        )


@inner
def find_hands(shared: IntArray, left: IntArray, by: House, hands: IntArray) -> Integer:
    """List the house's settings of all hands made of `shared` and cards from `left`; return their number."""
    rest, number = OWN - len(shared), 0
    key, mask = _U(0), _U(0)
    for card in shared:
        key += KEYS[card]
        mask |= MASKS[card]
    at = np.arange(rest)
    keys, masks = np.empty(rest + 1, np.uint64), np.empty(rest + 1, np.uint64)
    keys[0], masks[0] = key, mask
    depth = 0
    while depth >= 0:
        if at[depth] > len(left) - (rest - depth):
            depth -= 1
            if depth >= 0:
                at[depth] += 1
            continue
        if depth == rest - 1:
            for card in left[at[depth] :]:
                hands[number] = set_by_house(keys[depth] + KEYS[card], masks[depth] | MASKS[card], by)
                number += 1
            depth -= 1
            if depth >= 0:
                at[depth] += 1
            continue
        card = left[at[depth]]
        keys[depth + 1], masks[depth + 1] = keys[depth] + KEYS[card], masks[depth] | MASKS[card]
        at[depth + 1] = at[depth] + 1
        depth += 1
    return number


@inner
def count_in_table(number: Integer, highs: Integer, scratch: Scratch, counted: IntArray) -> None:
    """Count pairs among some hands, using a table of their strengths and its prefix sums."""
    cells = scratch.cells
    cells[:] = 0
    for at in range(number):
        hand = np.int64(scratch.hands[at])
        cells[(hand >> HIGH_AT) * SLICE + (hand >> MEDIUM_AT & MEDIUM_MASK) * LOWS + (hand & LOW_MASK)] += 1
    own = cells.copy()
    for high in range(highs):
        for medium in range(MEDIUMS):
            along = 0
            for low in range(LOWS):
                at = high * SLICE + medium * LOWS + low
                along += cells[at]
                cells[at] = along + (cells[at - LOWS] if medium else 0)
    for at in range(SLICE, highs * SLICE):
        cells[at] += cells[at - SLICE]
    last, end = (highs - 1) * SLICE, SLICE - LOWS
    for high in range(1, highs):
        for medium in range(1, MEDIUMS):
            for low in range(1, LOWS):
                there = own[high * SLICE + medium * LOWS + low]
                if there == 0:
                    continue
                h, m, l = (high - 1) * SLICE, (medium - 1) * LOWS, low - 1  # noqa: E741
                beaten = cells[h + m + LOWS - 1] + cells[h + end + l] + cells[last + m + l] - 2 * cells[h + m + l]
                counted[WINS] += there * beaten
    for high in range(1, highs):
        same = cells[high * SLICE + SLICE - 1] - cells[(high - 1) * SLICE + SLICE - 1]
        counted[HIGH] += same * same
    for medium in range(1, MEDIUMS):
        same = cells[last + medium * LOWS + LOWS - 1] - cells[last + (medium - 1) * LOWS + LOWS - 1]
        counted[MEDIUM] += same * same
    for low in range(1, LOWS):
        same = cells[last + end + low] - cells[last + end + low - 1]
        counted[LOW] += same * same


@inner
def below(tree: IntArray, place: Integer) -> Integer:
    """The number of entries of a tree below an index."""
    found: Integer = 0
    at: Integer = place - 1
    while at > 0:
        found += tree[at]
        at &= at - 1
    return found


@inner
def put(tree: IntArray, place: Integer, size: Integer) -> None:
    at = place
    while at < size:
        tree[at] += 1
        at += at & -at


@inner
def below_both(tree: IntArray, medium: Integer, low: Integer) -> Integer:
    """The number of entries of a two-dimensional tree below both indices."""
    found, row = 0, medium - 1
    while row > 0:
        at = low - 1
        while at > 0:
            found += tree[row * LOWS + at]
            at &= at - 1
        row &= row - 1
    return found


@inner
def put_both(tree: IntArray, medium: Integer, low: Integer) -> None:
    row = medium
    while row < MEDIUMS:
        at = low
        while at < LOWS:
            tree[row * LOWS + at] += 1
            at += at & -at
        row += row & -row


@inner
def count_in_trees(number: Integer, scratch: Scratch, counted: IntArray) -> None:
    """Count pairs among some hands, from the lowest high hand up."""
    hands = np.sort(scratch.hands[:number])
    scratch.both[:] = 0
    scratch.mediums[:] = 0
    scratch.lows[:] = 0
    grid = np.zeros(SLICE, np.int64)
    begins = 0
    while begins < number:
        high, ends = hands[begins] >> HIGH_AT, begins
        while ends < number and hands[ends] >> HIGH_AT == high:
            medium, low = np.int64(hands[ends]) >> MEDIUM_AT & MEDIUM_MASK, np.int64(hands[ends]) & LOW_MASK
            won = below(scratch.mediums, medium) + below(scratch.lows, low) - 2 * below_both(scratch.both, medium, low)
            counted[WINS] += won
            grid[medium * LOWS + low] += 1
            ends += 1
        for at in range(begins, ends):
            medium, low = np.int64(hands[at]) >> MEDIUM_AT & MEDIUM_MASK, np.int64(hands[at]) & LOW_MASK
            put(scratch.mediums, medium, MEDIUMS)
            put(scratch.lows, low, LOWS)
            put_both(scratch.both, medium, low)
        counted[HIGH] += (ends - begins) ** 2
        begins = ends
    count_medium_and_low(grid, counted)


@inner
def count_medium_and_low(grid: IntArray, counted: IntArray) -> None:
    """Count pairs in which the first has the higher medium and low hands, and copies of either."""
    sums = np.zeros(LOWS, np.int64)
    same_low = np.zeros(LOWS, np.int64)
    for medium in range(1, MEDIUMS):
        row, passed = 0, 0
        for low in range(1, LOWS):
            counted[WINS] += grid[medium * LOWS + low] * passed
            passed += sums[low]
        for low in range(1, LOWS):
            there = grid[medium * LOWS + low]
            sums[low] += there
            same_low[low] += there
            row += there
        counted[MEDIUM] += row * row
    for low in range(1, LOWS):
        counted[LOW] += same_low[low] * same_low[low]


@compiled
def count_sets(
    sets: IntArray, weights: IntArray, deck: IntArray, highs: Integer, by: House, scratch: Scratch, counted: IntArray
) -> None:
    """Count all pairs of hands that share each set of cards, weighted."""
    one = np.zeros(COUNTED, np.int64)
    left = np.empty(len(deck) - sets.shape[1], np.int64)
    for at in range(len(sets)):
        number = 0
        for card in deck:
            held = False
            for other in sets[at]:
                held = held or other == card
            if not held:
                left[number] = card
                number += 1
        one[:] = 0
        found = find_hands(sets[at], left, by, scratch.hands)
        if sets.shape[1] <= IN_A_TABLE:
            count_in_table(found, highs, scratch, one)
        else:
            count_in_trees(found, scratch, one)
        for each in range(COUNTED):
            counted[each] += weights[at] * one[each]


def shared_sets(number: int, ranks: Sequence[int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Sets of `number` cards from a deck with these ranks and the joker, one for all that differ only in suits, with
    weights.

    Suits are ordered by their ranks, so no set equals another with its suits swapped.
    """
    every = [sum(1 << rank for rank in some) for size in range(number + 1) for some in combinations(ranks, size)]
    found = [
        (suits, joker)
        for joker in (0, 1)
        if number >= joker
        for suits in _in_order(sorted(every), number - joker, SUITS, 1 << RANKS)
    ]
    sets = [
        sorted(rank * SUITS + suit for suit, own in enumerate(suits) for rank in ranks if own >> rank & 1)
        + [JOKER.index] * joker
        for suits, joker in found
    ]
    weights = [factorial(SUITS) // _product(factorial(suits.count(own)) for own in set(suits)) for suits, _ in found]
    return np.array(sets, np.int64).reshape(len(sets), number), np.array(weights, np.int64)


def _in_order(every: Sequence[int], cards: int, suits: int, below: int) -> Iterator[tuple[int, ...]]:
    """The ranks in each suit as bit sets in descending order, with `cards` cards in total."""
    if suits == 0:
        if cards == 0:
            yield ()
        return
    for own in every:
        if own > below:
            return
        if own.bit_count() <= cards:
            for rest in _in_order(every, cards - own.bit_count(), suits - 1, own):
                yield (own, *rest)


def _product(some: Iterator[int]) -> int:
    found = 1
    for one in some:
        found *= one
    return found


@dataclass(frozen=True)
class Counts:
    """All deals, those the player wins with both sides set by the house way, and copies of each hand."""

    deals: int
    wins: int
    high_copies: int
    medium_copies: int
    low_copies: int


def count(
    layout: Layout, threads: int = 2, progress: Progress | None = None, ranks: Sequence[int] = range(RANKS)
) -> Counts:
    """Count every deal on a layout, or of a small deck with only these ranks."""
    by, highs = house(order_on(layout), worths_on(layout)), len(order_on(layout).ladder) + 1
    deck = np.array([card.index for card in CARDS if card is JOKER or card.index // SUITS in ranks], np.int64)
    total = [0] * COUNTED
    for number in range(OWN):
        sets, weights = shared_sets(number, ranks)
        sign = -1 if number % 2 else 1
        most = comb(len(deck) - number, OWN - number)
        size = max(1, min(CHUNK << max(0, number - IN_A_TABLE) * 2, len(sets) // threads))

        def counted(first: int) -> list[int]:
            found = np.zeros(COUNTED, np.int64)
            some = slice(first, first + size)  # noqa: B023 - done before the next number
            scratch = Scratch.of(most, highs)  # noqa: B023
            count_sets(sets[some], weights[some], deck, highs, by, scratch, found)  # noqa: B023
            return [int(one) for one in found]

        with ThreadPoolExecutor(threads) as pool:
            firsts = range(0, len(sets), size)
            for done, found in enumerate(pool.map(counted, firsts), 1):
                total = [held + sign * more for held, more in zip(total, found, strict=True)]
                if progress is not None:
                    progress((number + done / len(firsts)) / OWN)
    # Two hands that share all seven cards are the same hand: none is higher, and all three parts are copies.
    hands = comb(len(deck), OWN)
    wins, *copies = total
    return Counts(hands * comb(len(deck) - OWN, OWN), wins, *(same - hands for same in copies))


def main() -> None:
    for wheel in ("second_highest", "lowest"):
        print(f"[{wheel}]")
        layout = Layout.of("asia-poker", options={"wheel_rank": wheel})
        for name, figure in vars(count(layout, progress=print_time_left())).items():
            print(f'{name} = "{figure}"')


if __name__ == "__main__":
    main()
