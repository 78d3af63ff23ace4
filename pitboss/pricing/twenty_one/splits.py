"""How a pair becomes several hands, and how often a hand of each kind counts.

Theory of operation
1. Whoever splits a pair resplits it as often as the rules allow; every hand is played by its own cards alone. Then the
   order in which cards are dealt to the hands does not matter, and the second cards may be thought of as dealt first.
2. They come one by one: a card of the pair's value makes one hand more while more are allowed (an open hand becomes
   two), any other card closes a hand. `patterns` counts in how many orders j such cards and i others can come.
3. By symmetry all hands of a kind are worth the same, so a split is worth so many times one hand. That other hands
   were closed by other cards is told by inclusion and exclusion: "not of the value" is "any card" less "of the value".
   What remains is one hand with e cards of the pair's value known to lie elsewhere, e = 0, 1, 2, …, each `times` over.
4. This is exact: no hand is taken to be independent of another.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from math import comb


@dataclass(frozen=True, slots=True)
class Pattern:
    """One way in which the second cards can come."""

    pairs: int
    "Further cards of the pair's value that were split off."
    closed: int
    "Hands whose second card is known to be another."
    free: int
    "Hands dealt after the last split that was allowed: their second card may be any."
    ways: int


@lru_cache
def patterns(most_hands: int) -> tuple[Pattern, ...]:
    """The ways in which a pair can become up to so many hands.

    >>> [(one.pairs, one.closed, one.free, one.ways) for one in patterns(3)]
    [(0, 2, 0, 1), (1, 0, 3, 1), (1, 1, 2, 1)]
    """
    ways: Counter[tuple[int, int, int]] = Counter()

    def deal(open_: int, pairs: int, closed: int) -> None:
        if pairs == most_hands - 2 or open_ == 0:
            ways[pairs, closed, open_] += 1
            return
        deal(open_ + 1, pairs + 1, closed)
        deal(open_ - 1, pairs, closed + 1)

    deal(2, 0, 0)
    return tuple(Pattern(*kind, times) for kind, times in sorted(ways.items()))


@lru_cache
def times(most_hands: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How often a hand counts of which e cards of the pair's value lie elsewhere: any hand; one that drew another.

    >>> times(2)
    ((2,), (0,))
    >>> times(3)
    ((2, 4, -2), (-2, 1, 0))
    """
    free: Counter[int] = Counter()
    pair: Counter[int] = Counter()
    for one in patterns(most_hands):
        for s in range(one.closed):
            count = one.ways * one.closed * (-1) ** s * comb(one.closed - 1, s)
            free[one.pairs + s] += count
            pair[one.pairs + s] -= count
        for s in range(one.closed + 1):
            free[one.pairs + s] += one.ways * one.free * (-1) ** s * comb(one.closed, s)
    top = max(e for e in (*free, *pair) if free[e] or pair[e])
    return tuple(free[e] for e in range(top + 1)), tuple(pair[e] for e in range(top + 1))
