"""Departures from basic strategy, as a game with decisions computes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from pitboss.pricing.removal import Floats


class Decision(NamedTuple):
    """A choice to make or not, in one cell of a chart."""

    kind: str
    """`hard`, `soft` or `pair`."""
    row: int
    """The total, or the card of a pair."""
    up: int
    """The up card, with an ace as 1."""
    choice: str
    """S stand, D double, P split or R surrender."""


@dataclass(frozen=True)
class Departure:
    """A departure from basic strategy: where it is made, from which count on, and what it is worth."""

    hand: str
    up: str
    basic: str
    departure: str
    at: str
    """`>=` or `<=`."""
    index: float
    exact: float | None
    """The true count at which both choices have the same value; None if the running count is used."""
    worth: float
    """The gain per round, in units of the minimum wager."""
    decision: Decision | None = None
    """The decision, or None for insurance."""


class CountedDecisions(Protocol):
    """The decisions of a table under one counting system."""

    def departures(self, wagered: Callable[[Floats], Floats] | None = None) -> Sequence[Departure]:
        """Every departure, the most valuable first. `wagered` is the wager by count, by default one unit."""

    def playing_efficiency(self, tags: Floats) -> float | None:
        """The share of the gain of perfect departures that a count with these tags gains."""
