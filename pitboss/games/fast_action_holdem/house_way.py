"""How the house sets four cards: one rule, which table, bots, price and loop all call.

Of the three ways to part four cards the one whose lower hand is highest; of equals the one with the higher high hand;
of equals the first (21.8). What two cards make with the board is a strength, so that the rule is about whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")

PARTED = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
"""The ways to part four cards, by their places from 0: the first with the second, with the third, with the fourth."""
BITS = 14
"""A strength has no more."""


def rating(one: int, other: int) -> int:
    """What parting into hands of two strengths is to the house: the higher the better.

    >>> rating(7, 5) == rating(5, 7), rating(6, 6) > rating(90, 5), rating(9, 6) > rating(8, 6)
    (True, True, True)
    """
    return (min(one, other) << BITS) + max(one, other)


def house_way(own: Sequence[T], strength: Callable[[T, T], int]) -> str:
    """The setting of four cards, by the places of its high hand; `strength` is what two cards make with the board."""
    parted = [tuple(strength(own[a], own[b]) for a, b in way) for way in PARTED]
    best = max(range(len(PARTED)), key=lambda way: rating(*parted[way]))
    high = PARTED[best][0 if parted[best][0] >= parted[best][1] else 1]
    return "-".join(str(place + 1) for place in high)
