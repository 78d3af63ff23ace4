"""Deals up to suit symmetry: no game of this kind ranks suits, so deals that differ by suits alone are one.

A set of cards is named by its place in the *colex* order, the sum of C(card, 1), C(card, 2), ... over its cards from
the lowest up: it depends on the set alone and leaves no gaps. The 24 ways to rename suits sort the sets into classes:
169 of two cards, 1,755 of three, 16,432 of four, 134,459 of five. A class has a representative, the set that comes
first, and a weight, how many sets it stands for; the weights add up to all deals.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.pricing.compiled import compiled, inner

Cards = NDArray[np.uint8]
Counts = NDArray[np.int64]
Places = NDArray[np.int32]

DECK = 52
SUITS = 4

CHOOSE: Counts = np.array([[comb(n, k) for k in range(9)] for n in range(DECK + 3)], np.int64)
"""`CHOOSE[n, k]`: how many sets of k out of n."""

RENAMINGS: NDArray[np.uint8] = np.array(
    [[4 * (card // 4) + suits[card % 4] for card in range(DECK)] for suits in permutations(range(SUITS))], np.uint8
)
"""What each card becomes under each of the 24 ways to rename suits; the first changes nothing."""


@compiled
def place_of(cards: Cards) -> int:
    """The place of a set of cards, given from the lowest up."""
    place = 0
    for at in range(len(cards)):
        place += CHOOSE[cards[at], at + 1]
    return place


@inner
def sort_few(cards: Cards) -> None:
    """A few cards from the lowest up, where they are."""
    for at in range(1, len(cards)):
        card = cards[at]
        before = at - 1
        while before >= 0 and cards[before] > card:
            cards[before + 1] = cards[before]
            before -= 1
        cards[before + 1] = card


@inner
def next_set(cards: Cards) -> None:
    """From a set of cards to the one at the next place."""
    at = 0
    while at + 1 < len(cards) and cards[at] + 1 == cards[at + 1]:
        cards[at] = at
        at += 1
    cards[at] += 1


@inner
def copy_set(cards: Cards, into: Cards) -> None:
    """Card by card: for a row at once, Numba would compile what it says of rows that do not fit, for two seconds."""
    for at in range(len(cards)):
        into[at] = cards[at]


@inner
def first_set(number: int) -> Cards:
    """The set of so many cards at place 0."""
    cards = np.empty(number, np.uint8)
    for at in range(number):
        cards[at] = at
    return cards


@compiled
def _sort_into_classes(number: int, class_of: Places, representatives: Cards, weights: Counts) -> int:
    cards = first_set(number)
    renamed = np.empty(number, np.uint8)
    found = 0
    for place in range(len(class_of)):
        if class_of[place] < 0:
            copy_set(cards, representatives[found])
            for renaming in range(len(RENAMINGS)):
                for at in range(number):
                    renamed[at] = RENAMINGS[renaming, cards[at]]
                sort_few(renamed)
                same = place_of(renamed)
                if class_of[same] < 0:
                    class_of[same] = found
                    weights[found] += 1
            found += 1
        next_set(cards)
    return found


@dataclass(frozen=True, eq=False)
class Classes:
    """All sets of so many cards, up to suits."""

    number: int
    representatives: Cards
    """A set of each class, a row each, from the lowest card up."""
    weights: Counts
    """How many sets each class stands for."""
    class_of: Places
    """The class of the set at each place."""

    def __len__(self) -> int:
        return len(self.weights)

    def find(self, cards: Cards) -> int:
        """The class of a set of cards."""
        return int(self.class_of[place_of(np.sort(cards))])


_MOST = {1: 13, 2: 169, 3: 1_755, 4: 16_432, 5: 134_459, 6: 962_988}


@cache
def classes(number: int) -> Classes:
    """The classes of all sets of so many cards, up to six.

    >>> [len(classes(number)) for number in (1, 2, 3, 4)]
    [13, 169, 1755, 16432]
    >>> int(classes(3).weights.sum())
    22100
    """
    class_of = np.full(comb(DECK, number), -1, np.int32)
    representatives = np.empty((_MOST[number], number), np.uint8)
    weights = np.zeros(_MOST[number], np.int64)
    found = _sort_into_classes(number, class_of, representatives, weights)
    if found != _MOST[number]:
        raise AssertionError(f"{found} classes of {number} cards")
    return Classes(number, representatives, weights, class_of)


@cache
def every_set(number: int, jokers: int) -> Classes:
    """All sets of so many cards out of a deck with jokers, each a class of its own: for hands of few cards.

    The jokers are the cards after the 52, told apart to be counted; `as_cards` makes them alike.
    """
    sets = np.array([some[::-1] for some in combinations(range(DECK + jokers - 1, -1, -1), number)][::-1], np.uint8)
    places = np.array([place_of(some) for some in sets])
    ordered = np.ascontiguousarray(sets[np.argsort(places)])
    return Classes(number, ordered, np.ones(len(sets), np.int64), np.arange(len(sets), dtype=np.int32))


def as_cards(sets: Cards) -> Cards:
    """Sets of a deck with jokers as indices of cards: all jokers are the same card."""
    return np.minimum(sets, np.uint8(DECK))


@compiled
def _all_sets(number: int, sets: Cards) -> None:
    cards = first_set(number)
    for place in range(len(sets)):
        copy_set(cards, sets[place])
        next_set(cards)


@cache
def all_sets(number: int) -> Cards:
    """Every set of so many cards, each at its place."""
    sets = np.empty((comb(DECK, number), number), np.uint8)
    _all_sets(number, sets)
    return sets


@cache
def to_representative(number: int) -> NDArray[np.uint8]:
    """For the set at each place a renaming that makes it the representative of its class."""
    known = classes(number)
    renaming = np.full(len(known.class_of), 255, np.uint8)
    _rename_to(known.representatives, renaming)
    return renaming


@compiled
def _rename_to(representatives: Cards, renaming: NDArray[np.uint8]) -> None:
    """A renaming takes a representative to a set; the one that takes it back is the renaming wanted."""
    number = representatives.shape[1]
    renamed = np.empty(number, np.uint8)
    for row in range(len(representatives)):
        for way in range(len(RENAMINGS)):
            for at in range(number):
                renamed[at] = RENAMINGS[way, representatives[row, at]]
            sort_few(renamed)
            place = place_of(renamed)
            if renaming[place] == 255:
                renaming[place] = _INVERSES[way]


_INVERSES = np.array(
    [next(b for b in range(24) if (RENAMINGS[b][RENAMINGS[a]] == np.arange(DECK)).all()) for a in range(24)], np.uint8
)


@compiled
def _completions(representatives: Cards, larger_class_of: Places, found: Places) -> None:
    number = representatives.shape[1]
    for row in range(len(representatives)):
        column = 0
        at = 0
        for card in range(DECK):
            if at < number and representatives[row, at] == card:
                at += 1
                continue
            place = CHOOSE[card, at + 1]
            for before in range(at):
                place += CHOOSE[representatives[row, before], before + 1]
            for after in range(at, number):
                place += CHOOSE[representatives[row, after], after + 2]
            found[row, column] = larger_class_of[place]
            column += 1


@cache
def one_more(number: int) -> Places:
    """For each class of so many cards the class that every further card makes of it, a column for each card left."""
    smaller, larger = classes(number), classes(number + 1)
    found = np.empty((len(smaller), DECK - number), np.int32)
    _completions(smaller.representatives, larger.class_of, found)
    return found
