"""How a count is distributed over the rounds of a shoe, and what a count says about the cards left.

Theory of operation
1. Let the m cards left of N have tags that add up to s. Their *excess* is how far the tags seen exceed the average, per
   52 cards left: d = 52 (m·mean - s) / m. A balanced count's true count is d itself; an unbalanced running count is a
   function of d and m.
2. Given d, the expected number of each card left is linear in d (a property of drawing without replacement), and the
   cards left are in random order. So everything about a decision follows from d and m.
3. With the cards dealt in random order, d has mean 0 and a known variance, and is close to normal.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import floor, sqrt

import numpy as np

from pitboss.pricing.counting.systems import CountingSystem
from pitboss.pricing.removal import Floats

PER_DECK = 52
DEPTHS = 12
"""The number of depths that represent the rounds of a shoe."""
STEPS = 161
"""The number of distinct counts."""


@dataclass(frozen=True)
class CountedShoe:
    """A shoe under one counting system."""

    system: CountingSystem
    weights: tuple[int, ...]
    """The number of each of the 52 cards in the full shoe, by card index."""
    decks: int
    penetration: float

    @property
    def size(self) -> int:
        return sum(self.weights)

    @cached_property
    def shares(self) -> Floats:
        """The share of each card in the full shoe."""
        return np.array(self.weights, dtype=np.float64) / self.size

    @cached_property
    def mean(self) -> float:
        """The average tag."""
        return float((self.shares * self.system.vector).sum())

    @cached_property
    def deviation(self) -> float:
        """The standard deviation of the tags."""
        return sqrt(float((self.shares * (self.system.vector - self.mean) ** 2).sum()))

    @cached_property
    def depths(self) -> Floats:
        """The numbers of cards left that represent the rounds between the first and the cutting card."""
        dealt = self.size * self.penetration * (np.arange(DEPTHS) + 0.5) / DEPTHS
        return self.size - dealt

    def spread_at(self, left: float) -> float:
        """The standard deviation of the excess with so many cards left."""
        return PER_DECK * self.deviation * sqrt(max(self.size - left, 0.0) / (left * (self.size - 1)))

    def cards_left(self, left: float, excess: float) -> Floats:
        """The expected number of each card among those left, given the excess."""
        tilt = (self.system.vector - self.mean) * excess / (PER_DECK * self.deviation**2)
        return np.maximum(left * self.shares * (1 - tilt), 0.0)

    @cached_property
    def start(self) -> Fraction:
        """The running count at the start of the shoe.

        Where the deck is not the one for which a count was balanced (Spanish decks have no tens), the count starts so
        that it ends at 0, and the true count differs from the excess by a constant.
        """
        initial = self.system.initial.of(self.decks)
        whole = sum((Fraction(many * tag) for many, tag in zip(self.weights, self.system.whole_tags, strict=True)))
        return initial - Fraction(whole) / self.system.scale if self.system.uses_true_count else initial

    def running(self, left: float, excess: Floats) -> Floats:
        """The running count at this excess."""
        seen = (self.size - left) * self.mean + left * excess / PER_DECK
        return float(self.start) + seen

    def counted(self, left: float, excess: Floats) -> Floats:
        """The count that the player uses: the rounded true count, or the running count of an unbalanced system."""
        return self.decided(left, self.running(left, excess))

    def decided(self, left: float, running: Floats) -> Floats:
        """The count that the player uses, from the running count."""
        if not self.system.uses_true_count:
            return np.floor(running + 1e-9)
        unit = self.system.true_count
        divisor = estimated_decks(left, unit.deck_estimate) / float(unit.per_decks)
        return rounded(running / divisor, unit.rounding)

    @cached_property
    def grid(self) -> Floats:
        """Equally spaced values of the excess that cover all but a negligible part of its distribution."""
        most = 4.5 * self.spread_at(float(self.depths[-1]))
        return np.linspace(-most, most, STEPS)

    @cached_property
    def densities(self) -> Floats:
        """[depth, grid]: the probability that a round has this depth and excess."""
        found = np.zeros((len(self.depths), len(self.grid)))
        for at, left in enumerate(self.depths):
            spread = max(self.spread_at(float(left)), (self.grid[1] - self.grid[0]) / 2)
            density = np.exp(-0.5 * (self.grid / spread) ** 2)
            found[at] = density / density.sum() / len(self.depths)
        return found

    @cached_property
    def counts(self) -> Floats:
        """[depth, grid]: the count that the player uses."""
        return np.array([self.counted(float(left), self.grid) for left in self.depths])


def expected_edges(shoe: CountedShoe, full_shoe: float, effects: Floats) -> dict[float, float]:
    """The player's expectation by count that effects of removal predict, if it is linear in the cards.

    `effects` are by card index, with the strategy held.
    """
    value = -(shoe.size - 1) * effects
    tilt = (shoe.system.vector - shoe.mean) / (PER_DECK * shoe.deviation**2)
    edges = full_shoe - shoe.grid * float((shoe.shares * tilt * value).sum())
    counts, which = np.unique(shoe.counts, return_inverse=True)
    often = np.bincount(which.reshape(-1), shoe.densities.reshape(-1))
    summed = np.bincount(which.reshape(-1), (shoe.densities * edges).reshape(-1))
    return {float(count): float(one / many) for count, one, many in zip(counts, summed, often, strict=True) if many > 0}


def estimated_decks(left: float, how: str) -> float:
    """The player's estimate of the decks left.

    >>> estimated_decks(150, "exact") * 52, estimated_decks(150, "half"), estimated_decks(150, "whole")
    (150.0, 3.0, 3.0)
    """
    decks = left / PER_DECK
    if how == "half":
        return max(floor(decks * 2 + 0.5) / 2, 0.5)
    return max(float(floor(decks + 0.5)), 1.0) if how == "whole" else decks


def rounded(counts: Floats, how: str) -> Floats:
    """Round counts the way the player does.

    >>> [rounded(np.array([-1.4, 1.6]), how).tolist() for how in ("floor", "truncate", "round", "half")]
    [[-2.0, 1.0], [-1.0, 1.0], [-1.0, 2.0], [-1.5, 1.5]]
    """
    if how == "half":
        return np.floor(counts * 2 + 1e-9) / 2
    if how == "truncate":
        return np.trunc(counts + np.sign(counts) * 1e-9)
    return np.floor(counts + (0.5 if how == "round" else 0) + 1e-9)


__all__ = ["PER_DECK", "CountedShoe", "estimated_decks", "expected_edges", "rounded"]
