"""Deals up to suit symmetry: deals that differ only in their suits are one, since these games do not rank suits.

The place of a set of cards is its number in *colex* order: the sum of C(card, 1), C(card, 2), ... over its cards in
ascending order. It depends on the set alone and leaves no gaps. The 24 renamings of suits sort the sets into classes:
169 of two cards, 1,755 of three, 16,432 of four, 134,459 of five. A class has a representative, which is its first set,
and a weight, the number of sets in it; the weights add up to the number of all deals.
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
"""`CHOOSE[n, k]` is the number of sets of k out of n."""

RENAMINGS: NDArray[np.uint8] = np.array(
    [[4 * (card // 4) + suits[card % 4] for card in range(DECK)] for suits in permutations(range(SUITS))], np.uint8
)
"""The 24 renamings of suits, each as a table from card to card; the first is the identity."""


@compiled
def place_of(cards: Cards) -> int:
    """The place of a set of cards in ascending order."""
    place = 0
    for at in range(len(cards)):
        place += CHOOSE[cards[at], at + 1]
    return place


@inner
def sort_few(cards: Cards) -> None:
    """Sort a few cards in place, in ascending order."""
    for at in range(1, len(cards)):
        card = cards[at]
        before = at - 1
        while before >= 0 and cards[before] > card:
            cards[before + 1] = cards[before]
            before -= 1
        cards[before + 1] = card


@inner
def next_set(cards: Cards) -> None:
    """Advance to the set at the next place."""
    at = 0
    while at + 1 < len(cards) and cards[at] + 1 == cards[at + 1]:
        cards[at] = at
        at += 1
    cards[at] += 1


@inner
def copy_set(cards: Cards, into: Cards) -> None:
    """Copy a set card by card; copying a row would make Numba compile its shape error, which takes two seconds."""
    for at in range(len(cards)):
        into[at] = cards[at]


@inner
def first_set(number: int) -> Cards:
    """The set of `number` cards at place 0."""
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
    """All sets of `number` cards up to suit symmetry."""

    number: int
    representatives: Cards
    """One set of each class per row, in ascending order."""
    weights: Counts
    """The number of sets in each class."""
    class_of: Places
    """The class of the set at each place."""

    def __len__(self) -> int:
        return len(self.weights)

    def find(self, cards: Cards) -> int:
        """Return the class of a set of cards."""
        return int(self.class_of[place_of(np.sort(cards))])


_MOST = {1: 13, 2: 169, 3: 1_755, 4: 16_432, 5: 134_459, 6: 962_988}


@cache
def classes(number: int) -> Classes:
    """Return the classes of all sets of `number` cards, from one to six.

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
def all_sets_with_jokers(number: int, jokers: int) -> Classes:
    """Return all sets of `number` cards from a deck with jokers, each in its own class; for hands of few cards.

    The jokers are numbered after the 52 cards so that they can be counted; `card_indices` makes them equal.
    """
    sets = np.array([some[::-1] for some in combinations(range(DECK + jokers - 1, -1, -1), number)][::-1], np.uint8)
    places = np.array([place_of(some) for some in sets])
    ordered = np.ascontiguousarray(sets[np.argsort(places)])
    return Classes(number, ordered, np.ones(len(sets), np.int64), np.arange(len(sets), dtype=np.int32))


def card_indices(sets: Cards) -> Cards:
    """Turn sets from a deck with jokers into card indices, in which all jokers are the same card."""
    return np.minimum(sets, np.uint8(DECK))


@compiled
def _all_sets(number: int, sets: Cards) -> None:
    cards = first_set(number)
    for place in range(len(sets)):
        copy_set(cards, sets[place])
        next_set(cards)


@cache
def all_sets(number: int) -> Cards:
    """Return every set of `number` cards, each at its place."""
    sets = np.empty((comb(DECK, number), number), np.uint8)
    _all_sets(number, sets)
    return sets


@cache
def to_representative(number: int) -> NDArray[np.uint8]:
    """Return, for the set at each place, a renaming that turns it into the representative of its class."""
    known = classes(number)
    renaming = np.full(len(known.class_of), 255, np.uint8)
    _rename_to(known.representatives, renaming)
    return renaming


@compiled
def _rename_to(representatives: Cards, renaming: NDArray[np.uint8]) -> None:
    """Find the renamings. If a renaming turns a representative into a set, its inverse is the one for that set."""
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
def classes_with_one_more(number: int) -> Places:
    """Return the class that each class of `number` cards becomes with each further card (one column per remaining
    card).
    """
    smaller, larger = classes(number), classes(number + 1)
    found = np.empty((len(smaller), DECK - number), np.int32)
    _completions(smaller.representatives, larger.class_of, found)
    return found
