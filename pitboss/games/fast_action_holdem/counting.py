"""Every deal of fast action hold 'em counted: the house way against the house way, and the best setting against it.

On each class of boards every hand of four kinds of cards is set by the house way, and for every hand and each of its
settings it is counted how many of the dealer's hands it beats, and to how many it loses. Both hands come from the same
shoe: of the dealer's hands that contain some of the player's own cards as many are taken away as there are, by
inclusion and exclusion over the cards S that both would have:

    deals without a shared card = sum over S within the player's hand of (-1)^|S| * (dealer's hands that contain S)

For each S the dealer's hands that contain it lie in a table by the ranks of their two hands, and its sums from the
corner say at one look how many are below a setting in both. Everything is whole numbers: nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
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
"""Where in a count the wins and losses of each way to play begin."""
COUNTED = 4
WAYS = 3
MOST_BITS = 31
"""The dealer's hands against one of the player's are fewer than this many bits can count."""
CHUNK = 64

rating = inner(house_way.rating)


class Hands(NamedTuple):
    """Every hand of four of so many kinds, and which hands contain some kinds: `one[x]` has those with x among them,
    the others in the order of the sets of three; `two` and `three` likewise. `times_...`: in how many ways, where a
    kind of S is there more often in the hand.
    """

    kinds: int
    cards: NDArray[np.uint8]
    pairs: NDArray[np.uint8]
    triples: NDArray[np.uint8]
    one: NDArray[np.int32]
    two: NDArray[np.int32]
    three: NDArray[np.int32]
    times_one: NDArray[np.uint8]
    times_two: NDArray[np.uint8]
    times_three: NDArray[np.uint8]


@cache
def hands(kinds: int) -> Hands:
    """The hands of four of so many kinds."""
    sets = [np.array(list(combinations_with_replacement(range(kinds), n)), np.uint8) for n in range(OWN + 1)]
    where = {tuple(hand): at for at, hand in enumerate(sets[OWN].tolist())}

    def containing(number: int) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
        rows, times = [], []
        for held in sets[number].tolist():
            found = [tuple(sorted((*held, *rest))) for rest in sets[OWN - number].tolist()]
            rows.append([where[hand] for hand in found])
            times.append([_times(held, hand) for hand in found])
        return np.array(rows, np.int32), np.array(times, np.uint8)

    (one, times_one), (two, times_two), (three, times_three) = (containing(number) for number in (1, 2, 3))
    return Hands(kinds, sets[4], sets[2], sets[3], one, two, three, times_one, times_two, times_three)


def _times(some: Sequence[int], hand: Sequence[int]) -> int:
    """In how many ways some kinds can be taken out of a hand."""
    found = 1
    for kind in set(some):
        found *= comb(hand.count(kind), some.count(kind))
    return found


class Room(NamedTuple):
    """Room to work in, for one thread: by hand, and where its settings stand among the dealer's hands."""

    high: NDArray[np.int32]
    low: NDArray[np.int32]
    settings: NDArray[np.int32]
    weight: Ints
    wins: Ints
    loses: Ints
    made: NDArray[np.int32]
    sums: Ints

    @classmethod
    def of(cls, kinds: int) -> Room:
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
def choose(number: int, take: int) -> int:
    """So many ways to take one to four of a number of cards."""
    if take == 1:
        return number
    if take == 2:
        return number * (number - 1) // 2
    if take == 3:
        return number * (number - 1) * (number - 2) // 6
    return number * (number - 1) * (number - 2) * (number - 3) // 24


@inner
def weight_of(some: Any, left: Ints) -> int:
    """In how many ways such cards, of kinds in order, come from what is left."""
    found, at = 1, 0
    while at < len(some):
        last = at + 1
        while last < len(some) and some[last] == some[at]:
            last += 1
        found *= choose(left[some[at]], last - at)
        at = last
    return found


@inner
def set_all(by: Hands, room: Room) -> tuple[int, int]:
    """The hands as the house way sets them, and all settings, as ranks among those; so many there are, high and low.

    A setting's rank is how many of the different hands that the dealer's cards make are below it. Its first is the
    house's.
    """
    most = 1 << house_way.BITS
    high_there, low_there = np.zeros(most + 1, np.int32), np.zeros(most + 1, np.int32)
    cards, made, settings = by.cards, room.made, room.settings
    for at in range(len(cards)):
        a, b, c, d = cards[at, 0], cards[at, 1], cards[at, 2], cards[at, 3]
        best, first = -1, 0
        for way in range(WAYS):
            if way == 0:
                one, other = made[a, b], made[c, d]
            elif way == 1:
                one, other = made[a, c], made[b, d]
            else:
                one, other = made[a, d], made[b, c]
            settings[at, way, 0], settings[at, way, 1] = max(one, other), min(one, other)
            rated = rating(one, other)
            if rated > best:
                best, first = rated, way
        for part in range(2):
            kept = settings[at, 0, part]
            settings[at, 0, part], settings[at, first, part] = settings[at, first, part], kept
        room.high[at], room.low[at] = settings[at, 0, 0], settings[at, 0, 1]
        high_there[room.high[at] + 1] = 1
        low_there[room.low[at] + 1] = 1
    for strength in range(most):
        high_there[strength + 1] += high_there[strength]
        low_there[strength + 1] += low_there[strength]
    for at in range(len(cards)):
        room.high[at], room.low[at] = high_there[room.high[at]], low_there[room.low[at]]
        for way in range(WAYS):
            settings[at, way, 0] = high_there[settings[at, way, 0]]
            settings[at, way, 1] = low_there[settings[at, way, 1]]
    return high_there[most], low_there[most]


@inner
def add_up(sums: Ints, highs: int, lows: int) -> None:
    """Cells into sums from the corner: at a place stands what lies before it in both directions."""
    wide = lows + 1
    for row in range(1, highs + 1):
        along = 0
        for column in range(1, wide):
            along += sums[row * wide + column]
            sums[row * wide + column] = along + sums[(row - 1) * wide + column]


@inner
def look_up(some: Any, times: Any, sign: int, room: Room, highs: int, lows: int) -> None:
    """What each setting of some hands beats, and loses to, among the dealer's hands of the table."""
    wide, sums = lows + 1, room.sums
    total = sums[highs * wide + lows]
    for place in range(len(some)):
        at, factor = some[place], sign * np.int64(times[place])
        for way in range(WAYS):
            high, low = room.settings[at, way, 0], room.settings[at, way, 1]
            below = sums[high * wide + low]
            above = total - sums[high * wide + lows] - sums[highs * wide + low] + below
            room.wins[at, way] += factor * below
            room.loses[at, way] += factor * above


@inner
def count_those_with(
    held: Any, rest: Any, some: Any, times: Any, sign: int, left: Ints, room: Room, highs: int, lows: int
) -> None:
    """The dealer's hands that contain `held`, into a table, and what every player's hand with it makes of them."""
    for kind in held:
        left[kind] -= 1
    wide, sums = lows + 1, room.sums
    sums[: (highs + 1) * wide] = 0
    for place in range(len(some)):
        at = some[place]
        sums[(room.high[at] + 1) * wide + room.low[at] + 1] += weight_of(rest[place], left)
    add_up(sums, highs, lows)
    look_up(some, times, sign, room, highs, lows)
    for kind in held:
        left[kind] += 1


@inner
def compare_those_with(held: Any, some: Any, times: Any, left: Ints, room: Room) -> None:
    """The same for three shared cards: so few hands contain them that each is held to each."""
    for kind in held:
        left[kind] -= 1
    for place in range(len(some)):
        at, factor = some[place], np.int64(times[place])
        for way in range(WAYS):
            high, low = room.settings[at, way, 0], room.settings[at, way, 1]
            below, above = 0, 0
            for kind in range(len(some)):
                other = some[kind]
                under = room.high[other] < high and room.low[other] < low
                over = room.high[other] >= high and room.low[other] >= low
                below += left[kind] * under
                above += left[kind] * over
            room.wins[at, way] -= factor * below
            room.loses[at, way] -= factor * above
    for kind in held:
        left[kind] += 1


@inner
def count_board(left: Ints, by: Hands, room: Room, counted: Ints) -> None:
    """One board, whose pairs of kinds are made: wins and losses of the house way, and of the best setting."""
    highs, lows = set_all(by, room)
    room.wins[:] = 0
    room.loses[:] = 0
    every = np.arange(len(by.cards))
    for at in every:
        room.weight[at] = weight_of(by.cards[at], left)
    count_those_with(by.cards[0][:0], by.cards, every, np.ones(len(every), np.uint8), 1, left, room, highs, lows)
    for kind in range(by.kinds):
        if left[kind] > 0:
            held = np.array([kind], np.uint8)
            count_those_with(held, by.triples, by.one[kind], by.times_one[kind], -1, left, room, highs, lows)
    for pair in range(len(by.pairs)):
        if weight_of(by.pairs[pair], left) > 0:
            held, some, times = by.pairs[pair], by.two[pair], by.times_two[pair]
            count_those_with(held, by.pairs, some, times, 1, left, room, highs, lows)
    for triple in range(len(by.triples)):
        if weight_of(by.triples[triple], left) > 0:
            compare_those_with(by.triples[triple], by.three[triple], by.times_three[triple], left, room)
    counted[:] = 0
    for at in every:
        best, gained = 0, np.int64(-(1 << 62))
        for way in range(WAYS):
            high, low = room.settings[at, way, 0], room.settings[at, way, 1]
            room.wins[at, way] += room.high[at] < high and room.low[at] < low
            room.loses[at, way] += room.high[at] >= high and room.low[at] >= low
            # Of settings that bring the same the one with more wins, so that all counts are told.
            gain = ((room.wins[at, way] - room.loses[at, way]) << MOST_BITS) + room.wins[at, way]
            if gain > gained:
                best, gained = way, gain
        counted[HOUSE + WINS] += room.weight[at] * room.wins[at, 0]
        counted[HOUSE + LOSES] += room.weight[at] * room.loses[at, 0]
        counted[BEST + WINS] += room.weight[at] * room.wins[at, best]
        counted[BEST + LOSES] += room.weight[at] * room.loses[at, best]


@compiled
def count_boards(
    keys: Ints, suited_keys: Ints, suited: Ints, left: Ints, by: Hands, strong: Strengths, room: Room, counted: Ints
) -> None:
    """Boards one after the other, a row of counts for each."""
    for at in range(len(keys)):
        for one in range(by.kinds):
            for other in range(by.kinds):
                room.made[one, other] = strength_of(one, other, keys[at], suited_keys[at], suited[at], strong)
        count_board(left[at].copy(), by, room, counted[at])


@compiled
def against_house(
    left: Ints,
    key: int,
    suited_key: int,
    suited: int,
    mine: Ints,
    by: Hands,
    strong: Strengths,
    room: Room,
    counted: Ints,
) -> None:
    """What some settings, each a high and a low strength, beat and lose to among all hands of the dealer."""
    for one in range(by.kinds):
        for other in range(by.kinds):
            room.made[one, other] = strength_of(one, other, key, suited_key, suited, strong)
    cards, made = by.cards, room.made
    for at in range(len(cards)):
        weight = weight_of(cards[at], left)
        if weight > 0:
            a, b, c, d = cards[at, 0], cards[at, 1], cards[at, 2], cards[at, 3]
            rated = max(
                rating(made[a, b], made[c, d]), max(rating(made[a, c], made[b, d]), rating(made[a, d], made[b, c]))
            )
            low, high = rated >> house_way.BITS, rated & ((1 << house_way.BITS) - 1)
            for way in range(len(mine)):
                if high < mine[way, 0] and low < mine[way, 1]:
                    counted[way, WINS] += weight
                elif high >= mine[way, 0] and low >= mine[way, 1]:
                    counted[way, LOSES] += weight


def worth_of(own: Sequence[Card], board: Sequence[Card], decks: int) -> dict[str, Fraction]:
    """What every setting of four cards brings on average on a board, for each unit wagered: exact. A foul loses."""
    found, suit = board_of(board, decks), suit_of(board)
    left = np.array(found.left, np.int64)
    for card in own:
        left[kind_of(card, suit)] -= 1
    strong: dict[tuple[int, ...], int] = {
        pair: int(evaluate_batch([[card.index for card in (*pair_of(pair, own), *board)]], FIVE_CARD_MANY_DECKS)[0])
        for pair in combinations(range(OWN), 2)
    }
    settings = {
        pair: (strong[pair], strong[tuple(place for place in range(OWN) if place not in pair)]) for pair in strong
    }
    counted = np.zeros((len(settings), 2), np.int64)
    mine = np.array(list(settings.values()), np.int64)
    by, room = hands(found.kinds), Room.of(found.kinds)
    against_house(left, found.key, found.suited_key, found.suited, mine, by, strengths(), room, counted)
    all_hands = comb(int(left.sum()), OWN)
    worth = {}
    for (pair, (high, low)), (wins, loses) in zip(settings.items(), counted.tolist(), strict=True):
        gain = Fraction(-1) if high < low else Fraction(wins - loses, all_hands)
        worth["-".join(str(place + 1) for place in pair)] = gain
    return worth


def pair_of(places: Sequence[int], own: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(own[place] for place in places)


@dataclass(frozen=True)
class Counts:
    """All deals, and of them the wins and losses by the house way and by the best setting; the rest are pushes."""

    deals: int
    wins: int
    loses: int
    best_wins: int
    best_loses: int


def counts_of(some: Sequence[Board]) -> list[tuple[int, ...]]:
    """Wins and losses on each of some boards with as many kinds each."""
    room, by = Room.of(some[0].kinds), hands(some[0].kinds)
    found = np.zeros((len(some), COUNTED), np.int64)
    keys, suited_keys, suited, left = (
        np.array([getattr(board, name) for board in some], np.int64) for name in ("key", "suited_key", "suited", "left")
    )
    count_boards(keys, suited_keys, suited, left, by, strengths(), room, found)
    return [tuple(row) for row in found.tolist()]


def count(decks: int, threads: int = 2, progress: Progress | None = None) -> Counts:
    """Every deal from so many decks. It takes many minutes: `counts.toml` keeps what came out."""
    every = list(boards(decks))
    chunks = [
        some[at : at + CHUNK]
        for kinds in (RANKS, KINDS)
        for some in [[board for board in every if board.kinds == kinds]]
        for at in range(0, len(some), CHUNK)
    ]
    total, deals, done = [0] * COUNTED, 0, 0
    with ThreadPoolExecutor(threads) as pool:
        for chunk, found in zip(chunks, pool.map(counts_of, chunks), strict=True):
            for board, row in zip(chunk, found, strict=True):
                cards = sum(board.left)
                deals += board.ways * comb(cards, OWN) * comb(cards - OWN, OWN)
                total = [held + board.ways * more for held, more in zip(total, row, strict=True)]
            done += 1
            if progress is not None:
                progress(done / len(chunks))
    return Counts(deals, *total)
