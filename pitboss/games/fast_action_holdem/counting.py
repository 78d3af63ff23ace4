"""Count every deal of fast action hold 'em, with both sides set by the house way and with the best setting against it.

1. Boards fall into classes (`boards`). On each class every hand of four kinds of cards is set by the house way.
2. For each setting of each player's hand we count the dealer's hands that it beats and those that it loses to.
3. Both hands come from the same shoe. Dealer's hands that use the player's own cards are removed by inclusion and
   exclusion over the set S of cards that both would hold:

    deals without a shared card = sum over S within the player's hand of (-1)^|S| * (dealer's hands that contain S)

4. For each S the dealer's hands that contain it are entered in a grid by the ranks of their high and low hands. Its
   two-dimensional prefix sums then give the number of hands below a setting in both with one lookup.

All counts are integers; nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment import Card
from pitboss.games.fast_action_holdem import house_way
from pitboss.games.fast_action_holdem.boards import (
    KINDS,
    OWN,
    RANKS,
    Board,
    Strengths,
    board_of,
    boards,
    kind_of,
    strength_of,
    strengths,
    suit_of,
)
from pitboss.hands import FIVE_CARD_MANY_DECKS
from pitboss.hands.fast import evaluate_batch
from pitboss.pricing.compiled import compiled, inner
from pitboss.pricing.contract import Progress

Ints = NDArray[np.int64]
WINS, LOSES = 0, 1
HOUSE, BEST = 0, 2
"""The first column of each strategy's wins and losses in a row of counts."""
COLUMNS = 4
WAYS = 3
COUNT_BITS = 31
"""The bits that hold the number of dealer hands against one player hand."""
CHUNK = 64

rating = inner(house_way.rating)


class HandIndex(NamedTuple):
    """Every hand of four kinds of cards, and which hands contain one, two or three given kinds.

    `with_one[x]` lists the hands that contain kind x, in the order of `triples`, which are the remaining cards;
    `with_two` and `with_three` do the same for pairs and triples. `times_…` is the number of ways to choose the
    contained cards from each of these hands.
    """

    kinds: int
    cards: NDArray[np.uint8]
    pairs: NDArray[np.uint8]
    triples: NDArray[np.uint8]
    with_one: NDArray[np.int32]
    with_two: NDArray[np.int32]
    with_three: NDArray[np.int32]
    times_one: NDArray[np.uint8]
    times_two: NDArray[np.uint8]
    times_three: NDArray[np.uint8]


@cache
def hand_index(kinds: int) -> HandIndex:
    """Return the index of all hands of four of `kinds` kinds."""
    sets = [np.array(list(combinations_with_replacement(range(kinds), n)), np.uint8) for n in range(OWN + 1)]
    where = {tuple(hand): at for at, hand in enumerate(sets[OWN].tolist())}

    def containing(number: int) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
        rows, times = [], []
        for held in sets[number].tolist():
            full_hands = [tuple(sorted((*held, *rest))) for rest in sets[OWN - number].tolist()]
            rows.append([where[hand] for hand in full_hands])
            times.append([_times(held, hand) for hand in full_hands])
        return np.array(rows, np.int32), np.array(times, np.uint8)

    (one, times_one), (two, times_two), (three, times_three) = (containing(number) for number in (1, 2, 3))
    return HandIndex(kinds, sets[4], sets[2], sets[3], one, two, three, times_one, times_two, times_three)


def _times(some: Sequence[int], hand: Sequence[int]) -> int:
    """Return the number of ways to choose cards of these kinds from a hand."""
    return prod(comb(hand.count(kind), some.count(kind)) for kind in set(some))


class BoardArrays(NamedTuple):
    """The fields of several boards with the same number of kinds, one row per board."""

    key: Ints
    suited_key: Ints
    suited: Ints
    left: Ints

    @classmethod
    def of(cls, some: Sequence[Board]) -> BoardArrays:
        return cls(*(np.array([getattr(board, name) for board in some], np.int64) for name in cls._fields))


class Scratch(NamedTuple):
    """Buffers for one thread.

    `high` and `low` rank each hand as the house way sets it, and `settings` all three ways to set it, the house's
    first. `weight` is the number of ways to deal each hand; `wins` and `loses` count the dealer's hands by setting.
    `pair_strengths` holds the strength of each pair of kinds on the board, `sums` the grid of dealer's hands.
    """

    high: NDArray[np.int32]
    low: NDArray[np.int32]
    settings: NDArray[np.int32]
    weight: Ints
    wins: Ints
    loses: Ints
    pair_strengths: NDArray[np.int32]
    sums: Ints

    @classmethod
    def of(cls, kinds: int) -> Scratch:
        number = comb(kinds + OWN - 1, OWN)
        return cls(
            np.empty(number, np.int32),
            np.empty(number, np.int32),
            np.empty((number, WAYS, 2), np.int32),
            np.empty(number, np.int64),
            np.empty((number, WAYS), np.int64),
            np.empty((number, WAYS), np.int64),
            np.empty((kinds, kinds), np.int32),
            np.empty((comb(kinds + 1, 2) + 1) ** 2, np.int64),
        )


@inner
def binomial(number: int, take: int) -> int:
    """Return the number of ways to choose `take` cards, from one to four."""
    if take == 1:
        return number
    if take == 2:
        return number * (number - 1) // 2
    if take == 3:
        return number * (number - 1) * (number - 2) // 6
    return number * (number - 1) * (number - 2) * (number - 3) // 24


@inner
def ways_to_deal(some: Any, left: Ints) -> int:
    """Return the number of ways to deal cards of these kinds, which are in ascending order, from the cards left."""
    ways, at = 1, 0
    while at < len(some):
        last = at + 1
        while last < len(some) and some[last] == some[at]:
            last += 1
        ways *= binomial(left[some[at]], last - at)
        at = last
    return ways


@inner
def rank_pairs(boards: BoardArrays, at: int, by: Strengths, scratch: Scratch) -> None:
    """Fill `pair_strengths` for one board."""
    kinds = len(scratch.pair_strengths)
    for one in range(kinds):
        for other in range(kinds):
            scratch.pair_strengths[one, other] = strength_of(
                one, other, boards.key[at], boards.suited_key[at], boards.suited[at], by
            )


@inner
def rank_settings(by: HandIndex, scratch: Scratch) -> tuple[int, int]:
    """Set every hand by the house way, and rank all settings among the dealer's high and low hands.

    A setting's rank is the number of different dealer hands below it. Returns the number of different high hands
    and of different low hands.
    """
    most = 1 << house_way.BITS
    high_there, low_there = np.zeros(most + 1, np.int32), np.zeros(most + 1, np.int32)
    cards, strong, settings = by.cards, scratch.pair_strengths, scratch.settings
    for at in range(len(cards)):
        a, b, c, d = cards[at, 0], cards[at, 1], cards[at, 2], cards[at, 3]
        best, first = -1, 0
        for way in range(WAYS):
            if way == 0:
                one, other = strong[a, b], strong[c, d]
            elif way == 1:
                one, other = strong[a, c], strong[b, d]
            else:
                one, other = strong[a, d], strong[b, c]
            settings[at, way, 0], settings[at, way, 1] = max(one, other), min(one, other)
            rated = rating(one, other)
            if rated > best:
                best, first = rated, way
        for part in range(2):
            swapped = settings[at, 0, part]
            settings[at, 0, part], settings[at, first, part] = settings[at, first, part], swapped
        scratch.high[at], scratch.low[at] = settings[at, 0, 0], settings[at, 0, 1]
        high_there[scratch.high[at] + 1] = 1
        low_there[scratch.low[at] + 1] = 1
    for strength in range(most):
        high_there[strength + 1] += high_there[strength]
        low_there[strength + 1] += low_there[strength]
    for at in range(len(cards)):
        scratch.high[at], scratch.low[at] = high_there[scratch.high[at]], low_there[scratch.low[at]]
        for way in range(WAYS):
            settings[at, way, 0] = high_there[settings[at, way, 0]]
            settings[at, way, 1] = low_there[settings[at, way, 1]]
    return high_there[most], low_there[most]


@inner
def add_prefixes(grid: Ints) -> None:
    """Replace a grid by its two-dimensional prefix sums. Row 0 and column 0 are zero."""
    for row in range(1, grid.shape[0]):
        along = 0
        for column in range(1, grid.shape[1]):
            along += grid[row, column]
            grid[row, column] = along + grid[row - 1, column]


@inner
def add_results(some: Any, times: Any, sign: int, scratch: Scratch, grid: Ints) -> None:
    """For each setting of some hands, add the dealer hands in the grid that it beats and those that it loses to."""
    highs, lows = grid.shape[0] - 1, grid.shape[1] - 1
    total = grid[highs, lows]
    for place in range(len(some)):
        at, factor = some[place], sign * np.int64(times[place])
        for way in range(WAYS):
            high, low = scratch.settings[at, way, 0], scratch.settings[at, way, 1]
            below = grid[high, low]
            above = total - grid[high, lows] - grid[highs, low] + below
            scratch.wins[at, way] += factor * below
            scratch.loses[at, way] += factor * above


@inner
def count_containing(
    held: Any, rest: Any, some: Any, times: Any, sign: int, left: Ints, scratch: Scratch, grid: Ints
) -> None:
    """Enter the dealer's hands that contain `held` in the grid, and add the results of the player's hands that do.

    `some` are the hands that contain `held`, and `rest` the other cards of each.
    """
    for kind in held:
        left[kind] -= 1
    grid[:] = 0
    for place in range(len(some)):
        at = some[place]
        grid[scratch.high[at] + 1, scratch.low[at] + 1] += ways_to_deal(rest[place], left)
    add_prefixes(grid)
    add_results(some, times, sign, scratch, grid)
    for kind in held:
        left[kind] += 1


@inner
def compare_containing(held: Any, some: Any, times: Any, left: Ints, scratch: Scratch) -> None:
    """Subtract the results for three shared cards, pair by pair, since few hands contain the same three."""
    for kind in held:
        left[kind] -= 1
    for place in range(len(some)):
        at, factor = some[place], np.int64(times[place])
        for way in range(WAYS):
            high, low = scratch.settings[at, way, 0], scratch.settings[at, way, 1]
            below, above = 0, 0
            for kind in range(len(some)):
                other = some[kind]
                under = scratch.high[other] < high and scratch.low[other] < low
                over = scratch.high[other] >= high and scratch.low[other] >= low
                below += left[kind] * under
                above += left[kind] * over
            scratch.wins[at, way] -= factor * below
            scratch.loses[at, way] -= factor * above
    for kind in held:
        left[kind] += 1


@inner
def count_board(left: Ints, by: HandIndex, scratch: Scratch, counts: Ints) -> None:
    """Count the wins and losses of the house way and of the best setting on the board of `pair_strengths`."""
    highs, lows = rank_settings(by, scratch)
    grid = scratch.sums[: (highs + 1) * (lows + 1)].reshape((highs + 1, lows + 1))
    scratch.wins[:] = 0
    scratch.loses[:] = 0
    every = np.arange(len(by.cards))
    for at in every:
        scratch.weight[at] = ways_to_deal(by.cards[at], left)
    count_containing(by.cards[0][:0], by.cards, every, np.ones(len(every), np.uint8), 1, left, scratch, grid)
    for kind in range(by.kinds):
        if left[kind] > 0:
            held = np.array([kind], np.uint8)
            count_containing(held, by.triples, by.with_one[kind], by.times_one[kind], -1, left, scratch, grid)
    for pair in range(len(by.pairs)):
        if ways_to_deal(by.pairs[pair], left) > 0:
            held, some, times = by.pairs[pair], by.with_two[pair], by.times_two[pair]
            count_containing(held, by.pairs, some, times, 1, left, scratch, grid)
    for triple in range(len(by.triples)):
        if ways_to_deal(by.triples[triple], left) > 0:
            compare_containing(by.triples[triple], by.with_three[triple], by.times_three[triple], left, scratch)
    counts[:] = 0
    for at in every:
        best, highest = 0, np.int64(-(1 << 62))
        for way in range(WAYS):
            high, low = scratch.settings[at, way, 0], scratch.settings[at, way, 1]
            # All four cards shared: the dealer's hand is the player's own.
            scratch.wins[at, way] += scratch.high[at] < high and scratch.low[at] < low
            scratch.loses[at, way] += scratch.high[at] >= high and scratch.low[at] >= low
            # Among settings with the same gain, take the one with more wins, so that the counts are well defined.
            gain = ((scratch.wins[at, way] - scratch.loses[at, way]) << COUNT_BITS) + scratch.wins[at, way]
            if gain > highest:
                best, highest = way, gain
        counts[HOUSE + WINS] += scratch.weight[at] * scratch.wins[at, 0]
        counts[HOUSE + LOSES] += scratch.weight[at] * scratch.loses[at, 0]
        counts[BEST + WINS] += scratch.weight[at] * scratch.wins[at, best]
        counts[BEST + LOSES] += scratch.weight[at] * scratch.loses[at, best]


@compiled
def fill_counts(boards: BoardArrays, by: HandIndex, strong: Strengths, scratch: Scratch, counts: Ints) -> None:
    """Count boards one after another, with one row of `counts` per board."""
    for at in range(len(boards.key)):
        rank_pairs(boards, at, strong, scratch)
        count_board(boards.left[at].copy(), by, scratch, counts[at])


@compiled
def fill_against_house(
    boards: BoardArrays, mine: Ints, by: HandIndex, strong: Strengths, scratch: Scratch, counts: Ints
) -> None:
    """Count the dealer's hands that each setting in `mine`, a high and a low strength, beats and loses to.

    There is one board, and its `left` lacks the player's cards too.
    """
    rank_pairs(boards, 0, strong, scratch)
    left, cards, pairs = boards.left[0], by.cards, scratch.pair_strengths
    for at in range(len(cards)):
        weight = ways_to_deal(cards[at], left)
        if weight > 0:
            a, b, c, d = cards[at, 0], cards[at, 1], cards[at, 2], cards[at, 3]
            rated = max(
                rating(pairs[a, b], pairs[c, d]),
                max(rating(pairs[a, c], pairs[b, d]), rating(pairs[a, d], pairs[b, c])),
            )
            low, high = rated >> house_way.BITS, rated & ((1 << house_way.BITS) - 1)
            for way in range(len(mine)):
                if high < mine[way, 0] and low < mine[way, 1]:
                    counts[way, WINS] += weight
                elif high >= mine[way, 0] and low >= mine[way, 1]:
                    counts[way, LOSES] += weight


def worth_of(own: Sequence[Card], board: Sequence[Card], decks: int) -> dict[str, Fraction]:
    """Return the exact expected gain of every setting of four cards, for each unit wagered. A foul loses."""
    found, suit = board_of(board, decks), suit_of(board)
    boards = BoardArrays.of([found])
    for card in own:
        boards.left[0, kind_of(card, suit)] -= 1
    strong: dict[tuple[int, ...], int] = {
        pair: int(evaluate_batch([[card.index for card in (*pair_of(pair, own), *board)]], FIVE_CARD_MANY_DECKS)[0])
        for pair in combinations(range(OWN), 2)
    }
    settings = {
        pair: (strong[pair], strong[tuple(place for place in range(OWN) if place not in pair)]) for pair in strong
    }
    counts = np.zeros((len(settings), 2), np.int64)
    mine = np.array(list(settings.values()), np.int64)
    fill_against_house(boards, mine, hand_index(found.kinds), strengths(), Scratch.of(found.kinds), counts)
    all_hands = comb(int(boards.left.sum()), OWN)
    worth = {}
    for (pair, (high, low)), (wins, loses) in zip(settings.items(), counts.tolist(), strict=True):
        gain = Fraction(-1) if high < low else Fraction(wins - loses, all_hands)
        worth["-".join(str(place + 1) for place in pair)] = gain
    return worth


def pair_of(places: Sequence[int], own: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(own[place] for place in places)


@dataclass(frozen=True)
class Counts:
    """The number of deals, and of wins and losses by the house way and by the best setting. The rest are pushes."""

    deals: int
    wins: int
    loses: int
    best_wins: int
    best_loses: int


def count_boards(some: Sequence[Board]) -> list[tuple[int, ...]]:
    """Return the wins and losses on each board, by the house way and by the best setting.

    All boards must have the same number of kinds.
    """
    kinds = some[0].kinds
    counts = np.zeros((len(some), COLUMNS), np.int64)
    fill_counts(BoardArrays.of(some), hand_index(kinds), strengths(), Scratch.of(kinds), counts)
    return [tuple(row) for row in counts.tolist()]


def count(decks: int, threads: int = 2, progress: Progress | None = None) -> Counts:
    """Count every deal from a number of decks. This takes many minutes, so `counts.toml` stores the result."""
    every = list(boards(decks))
    chunks = [
        some[at : at + CHUNK]
        for kinds in (RANKS, KINDS)
        for some in [[board for board in every if board.kinds == kinds]]
        for at in range(0, len(some), CHUNK)
    ]
    total, deals, done = [0] * COLUMNS, 0, 0
    with ThreadPoolExecutor(threads) as pool:
        for chunk, rows in zip(chunks, pool.map(count_boards, chunks), strict=True):
            for board, row in zip(chunk, rows, strict=True):
                cards = sum(board.left)
                deals += board.ways * comb(cards, OWN) * comb(cards - OWN, OWN)
                total = [before + board.ways * more for before, more in zip(total, row, strict=True)]
            done += 1
            if progress is not None:
                progress(done / len(chunks))
    return Counts(deals, *total)
