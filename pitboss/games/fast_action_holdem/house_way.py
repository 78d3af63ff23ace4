"""How the house sets four cards. The table, bots, price and loop all call this one rule.

Of the three ways to split four cards the house takes the one with the highest low hand; ties go to the one with the
higher high hand, and then to the first (21.8). The rule compares strengths, which are integers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")

SPLITS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
"""The ways to split four cards, by their places from 0: the first with the second, the third or the fourth."""
BITS = 14
"""The bits of a strength."""


def rating(one: int, other: int) -> int:
    """Rate a split into hands of two strengths; the house chooses the split with the highest rating.

    >>> rating(7, 5) == rating(5, 7), rating(6, 6) > rating(90, 5), rating(9, 6) > rating(8, 6)
    (True, True, True)
    """
    return (min(one, other) << BITS) + max(one, other)


def house_way(own: Sequence[T], strength: Callable[[T, T], int]) -> str:
    """Return the setting of four cards, as the places of its high hand.

    `strength` returns the strength of two cards with the board.
    """
    split = [tuple(strength(own[a], own[b]) for a, b in way) for way in SPLITS]
    best = max(range(len(SPLITS)), key=lambda way: rating(*split[way]))
    high = SPLITS[best][0 if split[best][0] >= split[best][1] else 1]
    return "-".join(str(place + 1) for place in high)
