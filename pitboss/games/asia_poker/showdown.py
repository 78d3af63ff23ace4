"""Seven cards against every hand the dealer can have: the exact number of hands each setting beats.

The dealer's 53,524,680 hands are enumerated by the classes of `seven_cards`, each weighted by the number of ways to
draw it from the remaining cards: a suit with four or more cards by every set of its ranks and every multiset of the
other suits' ranks; plain hands are what remains in the tally of ranks. They are counted in a table by the strengths of
their three hands; its prefix sums give the number of hands below a setting in any two of them. It takes about a tenth
of a second.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment import JOKER, Card
from pitboss.games.asia_poker.house_way import SETTING, Worths, lawful, strengths
from pitboss.games.asia_poker.seven_cards import (
    HIGH_AT,
    LOW_MASK,
    MEDIUM_MASK,
    OWN,
    RANKS,
    SUITS,
    House,
    house,
    rank_number,
)
from pitboss.hands import Order
from pitboss.hands.tables import RANK_KEYS
from pitboss.simulation.compiled import IntArray, Integer, compiled, inner

_DECK = RANKS * SUITS + 1
OTHERS = comb(_DECK - OWN, OWN)
"""The number of dealer hands, given any seven cards."""
_U = np.uint64


class Classes(NamedTuple):
    """The multisets of 0 to 3, 6 and 7 ranks, `rows[begins[n]:begins[n + 1]]`, in numerical order, and their keys.

    `sets[set_begins[n]:set_begins[n + 1]]` are the sets of n ranks of one suit by their number.
    """

    rows: NDArray[np.int64]
    keys: NDArray[np.uint64]
    begins: NDArray[np.int64]
    sets: NDArray[np.int64]
    set_begins: NDArray[np.int64]


@cache
def classes() -> Classes:
    """The classes of ranks, in the order in which `seven_cards` numbers them."""
    rows, begins, sets, set_begins = [], [0], [], [0]
    for number in range(OWN + 1):
        every = combinations_with_replacement(range(RANKS), number) if number in (0, 1, 2, 3, 6, 7) else ()
        some = [one for one in every if all(one.count(rank) <= SUITS for rank in set(one))]
        rows += [(*one, *[-1] * (OWN - number)) for one in some]
        begins.append(len(rows))
        sets += [sum(1 << rank for rank in one) for one in combinations(range(RANKS), number)]
        set_begins.append(len(sets))
    keys = [sum(int(RANK_KEYS[rank]) for rank in one if rank >= 0) for one in rows]
    whole = (np.array(one, np.int64) for one in (rows, begins, sets, set_begins))
    found, first, masks, first_masks = whole
    return Classes(found, np.array(keys, np.uint64), first, masks, first_masks)


@inner
def ways(row: IntArray, number: Integer, left: IntArray, choose: IntArray) -> Integer:
    """The number of ways to draw a sorted multiset of ranks from the remaining cards."""
    found, at = 1, 0
    while at < number:
        last = at + 1
        while last < number and row[last] == row[at]:
            last += 1
        found *= choose[left[row[at]], last - at]
        at = last
    return found


@inner
def count_one_suit(
    suit: Integer,
    held: Integer,
    left: IntArray,
    by: House,
    some: Classes,
    choose: IntArray,
    tally: IntArray,
    cells: IntArray,
) -> None:
    """Count the hands with four or more cards of a suit, or with the joker (`held` is 6) three or more.

    They are subtracted from the `tally` of ranks, which includes them.
    """
    others = np.empty(RANKS, np.int64)
    for rank in range(RANKS):
        others[rank] = 0
        for other in range(SUITS):
            others[rank] += left[other] >> rank & 1 if other != suit else 0
    begins = by.suited if held == OWN else by.filled
    for number in range(held - 3, held + 1):
        rest = held - number
        first, last = some.begins[rest], some.begins[rest + 1]
        weights = np.empty(last - first, np.int64)
        for at in range(first, last):
            weights[at - first] = ways(some.rows[at], rest, others, choose)
        for which in range(some.set_begins[number], some.set_begins[number + 1]):
            own = some.sets[which]
            if own & ~left[suit]:
                continue
            for at in range(last - first):
                if weights[at]:
                    cells[np.int64(by.made[begins[own] + at])] += weights[at]
                    tally[np.int64(rank_number(by.keys[own] + some.keys[first + at], held, by))] -= weights[at]


@inner
def count_two_suits(left: IntArray, by: House, some: Classes, tally: IntArray, cells: IntArray) -> None:
    """Correct the hands with the joker and three cards each of two suits, which were counted once per suit."""
    for one in range(SUITS):
        for two in range(one + 1, SUITS):
            for first in range(some.set_begins[3], some.set_begins[4]):
                own = some.sets[first]
                if own & ~left[one]:
                    continue
                for second in range(some.set_begins[3], some.set_begins[4]):
                    other = some.sets[second]
                    if other & ~left[two]:
                        continue
                    cells[np.int64(by.made[by.twice + by.thirds[own] * len_thirds(some) + by.thirds[other]])] += 1
                    cells[np.int64(by.made[by.filled[own] + np.int64(rank_number(by.keys[other], 3, by))])] -= 1
                    cells[np.int64(by.made[by.filled[other] + np.int64(rank_number(by.keys[own], 3, by))])] -= 1
                    tally[np.int64(rank_number(by.keys[own] + by.keys[other], 6, by))] += 1


@inner
def len_thirds(some: Classes) -> Integer:
    found: Integer = some.set_begins[4] - some.set_begins[3]
    return found


@compiled
def count_dealer(
    left: IntArray, joker: Integer, by: House, some: Classes, choose: IntArray, tally: IntArray, cells: IntArray
) -> None:
    """Count every hand of the remaining cards (a bit set of ranks per suit) by the house's setting of it."""
    all_left = np.empty(RANKS, np.int64)
    for rank in range(RANKS):
        all_left[rank] = 0
        for suit in range(SUITS):
            all_left[rank] += left[suit] >> rank & 1
    for held in range(6 if joker else OWN, OWN + 1):
        tally[:] = 0
        for suit in range(SUITS):
            count_one_suit(suit, held, left, by, some, choose, tally, cells)
        if held == 6:
            count_two_suits(left, by, some, tally, cells)
        for at in range(some.begins[held], some.begins[held + 1]):
            number = at - some.begins[held]
            found = ways(some.rows[at], held, all_left, choose) + tally[number]
            place = number if held == OWN else by.joker + number
            cells[np.int64(by.made[place])] += found


_CHOOSE = np.array([[comb(of, take) for take in range(SUITS + 1)] for of in range(SUITS + 1)], np.int64)


def dealers_hands(own: Sequence[Card], order: Order, worths: Worths) -> NDArray[np.int64]:
    """Prefix sums of the dealer's hands, given these cards: how many are no higher in high, medium and low."""
    left = [(1 << RANKS) - 1] * SUITS
    for card in own:
        if card is not JOKER:
            left[card.index % SUITS] -= 1 << (card.index // SUITS)
    some = classes()
    highs = len(order.ladder) + 1
    cells = np.zeros(highs << HIGH_AT, np.int64)
    tally = np.zeros(some.begins[OWN + 1] - some.begins[OWN], np.int64)
    count_dealer(np.array(left, np.int64), int(JOKER not in own), house(order, worths), some, _CHOOSE, tally, cells)
    sums = cells.reshape(highs, MEDIUM_MASK + 1, LOW_MASK + 1)
    for axis in (2, 1, 0):
        np.cumsum(sums, axis=axis, out=sums)
    return sums


def beaten_hands(sums: NDArray[np.int64], high: int, medium: int, low: int) -> int:
    """The number of hands that are lower in at least two of three."""
    h, m, l = high - 1, medium - 1, low - 1  # noqa: E741
    return int(sums[h, m, -1] + sums[h, -1, l] + sums[-1, m, l] - 2 * sums[h, m, l])


def wins_of(own: Sequence[Card], order: Order, worths: Worths) -> dict[str, int]:
    """The number of dealer hands that each setting of seven cards beats; a foul beats none."""
    sums = dealers_hands(own, order, worths)
    found = {}
    for choice in SETTING.choices:
        made = strengths(SETTING.parts(choice, own), order)
        found[choice] = beaten_hands(sums, *made) if lawful(*made, worths) else 0
    return found


def worth_of(own: Sequence[Card], order: Order, worths: Worths) -> dict[str, Fraction]:
    """The exact expected value of each setting of seven cards, per unit wagered."""
    return {choice: Fraction(2 * won - OTHERS, OTHERS) for choice, won in wins_of(own, order, worths).items()}
