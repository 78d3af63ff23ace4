"""Rounds as data: how they can end, and how often each end occurs.

A round has one of a few *ends* ("fold", "play_4x"), a pay table *row* for the player's hand, and one of six
*results* against the dealer. Every wager's net follows from these three. So a game is declared by its ends, its rows
and a function net(end, row, result). A solver counts each triple once, and every wager of the game is priced from that
one `Tally`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from types import MappingProxyType

from pitboss.pricing.distribution import Distribution

Net = Callable[[str, str, str], Fraction]
"""A round's net, by its end, the row of the player's hand, and the result."""
Partial = Callable[[str, str, str], Fraction | None]
"""A wager's net, or None if it was not made."""


@dataclass(frozen=True)
class Tally:
    """How many deals have each end, row and result."""

    counts: Mapping[tuple[str, str, str], int]

    def __post_init__(self) -> None:
        object.__setattr__(self, "counts", MappingProxyType({key: n for key, n in self.counts.items() if n}))

    @cached_property
    def total(self) -> int:
        return sum(self.counts.values())

    def distribution(self, net: Partial, event: Callable[[str, str, str], str]) -> Distribution:
        """The distribution of a wager's net over the rounds in which it is made; `event` names what happened."""
        found: dict[tuple[str, Fraction], int] = {}
        for key, count in self.counts.items():
            amount = net(*key)
            if amount is not None:
                at = event(*key), amount
                found[at] = found.get(at, 0) + count
        return Distribution.from_events(found)

    def mean(self, net: Net) -> Fraction:
        """The average net."""
        return sum((net(*key) * count for key, count in self.counts.items()), Fraction()) / self.total

    def share(self, holds: Callable[[str, str, str], bool]) -> Fraction:
        """The probability that a predicate holds."""
        return Fraction(sum(count for key, count in self.counts.items() if holds(*key)), self.total)

    def to_data(self) -> list[list[str | int]]:
        return [[*key, count] for key, count in self.counts.items()]

    @classmethod
    def from_data(cls, plain: Iterable[Iterable[str | int]]) -> Tally:
        return cls({(str(end), str(row), str(result)): int(n) for end, row, result, n in plain})


def amounts(
    ends: tuple[str, ...], rows: tuple[str, ...], results: tuple[str, ...], net: Net
) -> tuple[list[list[list[int]]], int]:
    """The net for every end, row and result as integers, and the number of integer units in one wager unit."""
    exact = [[[net(end, row, result) for result in results] for row in rows] for end in ends]
    units = lcm(*(figure.denominator for table in exact for line in table for figure in line))
    return [[[int(figure * units) for figure in line] for line in table] for table in exact], units
