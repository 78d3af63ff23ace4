"""How a pair becomes several hands, and the multiplicity of each kind of hand.

Theory of operation
1. A pair is resplit as often as the rules allow, and each hand is played by its own cards alone. The order in which
   cards are dealt to the hands then does not matter, so the second cards may be taken to be dealt first.
2. They come one by one. A card of the pair's value adds a hand while more are allowed (an open hand becomes two); any
   other card closes a hand. `patterns` counts the orders in which j such cards and i others can come.
3. By symmetry all hands of a kind have the same value, so the value of a split is a multiple of the value of one hand.
   Inclusion and exclusion accounts for the other hands having been closed by other cards: "not of the value" is "any
   card" minus "of the value". What remains is one hand with e cards of the pair's value known to be elsewhere, for e =
   0, 1, 2, …, each with its multiplicity in `times`.
4. This is exact; no hand is assumed to be independent of another.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from math import comb


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern in which the second cards can come."""

    pairs: int
    """The number of further cards of the pair's value, each of which was split."""
    closed: int
    """The number of hands whose second card is known to be of another value."""
    free: int
    """The number of hands dealt after the last split allowed, whose second card may be any."""
    ways: int


@lru_cache
def patterns(most_hands: int) -> tuple[Pattern, ...]:
    """The ways in which a pair can become up to `most_hands` hands.

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
    """The multiplicities of a hand with e cards of the pair's value elsewhere: of any hand, and of one that drew
    another.

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
