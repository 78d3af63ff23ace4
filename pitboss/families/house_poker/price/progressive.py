"""A progressive wager's value at a meter reading, its break-even point, and the cost of sharing the meter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from pitboss.equipment import STANDARD, Suit
from pitboss.families.house_poker.price.payoffs import Prizes

_BEYOND = 10**16
"""A meter reading in cents that is never reached."""


@dataclass(frozen=True)
class Progressive:
    """A progressive wager: each row's probability, the prizes, and the meter reading in cents."""

    chances: Mapping[str, Fraction]
    prizes: Prizes
    meter: int

    def value(self, meter: int | None = None) -> Fraction:
        """The value of the wager at a meter reading, for a player who does not share the meter."""
        nets = self.prizes.nets(None, self.meter if meter is None else meter)
        wins = sum((self.chances[row] * (net + 1) for row, net in nets.items()), Fraction())
        return (wins - 1) * self.prizes.amount

    def break_even(self, beside: Fraction = Fraction()) -> int | None:
        """The lowest meter reading in cents at which the wager's value reaches `beside`.

        `beside` is the loss per round on the other wagers, in cents; 0 by default.
        """
        low, high = 0, 1
        while self.value(high) < beside:
            high *= 2
            if high > _BEYOND:
                return None
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if self.value(middle) >= beside else (middle + 1, high)
        return low

    def share(self, players: int, cards: int = 5) -> Fraction:
        """The average share of the meter that a royal flush wins among `players` players.

        Several royal flushes in one round share it equally.
        """
        exactly = others_with_royals(STANDARD.size - cards, cards, len(Suit) - 1, players - 1)
        return sum((chance / (number + 1) for number, chance in enumerate(exactly)), Fraction())


def others_with_royals(deck: int, cards: int, royals: int, others: int) -> list[Fraction]:
    """The probabilities that 0, 1, 2, ... other players hold one of the `royals` royal flushes left in the deck."""
    # The expected number of ways for the other players to hold a given number of these royal flushes.
    held = []
    for number in range(royals + 1):
        chance = Fraction(comb(royals, number))
        for step in range(number):
            chance *= Fraction(max(others - step, 0), comb(deck - step * cards, cards))
        held.append(chance)
    numbers = range(royals + 1)
    return [
        sum(((-1) ** (more - number) * comb(more, number) * held[more] for more in numbers[number:]), Fraction())
        for number in numbers
    ]
