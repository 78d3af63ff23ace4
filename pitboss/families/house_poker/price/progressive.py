"""What the meter does to a progressive wager: its worth at a reading, where it breaks even, what sharing it takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from pitboss.equipment import STANDARD, Suit
from pitboss.families.house_poker.price.payoffs import Prizes

_BEYOND = 10**16
"""Cents: no meter stands so high."""


@dataclass(frozen=True)
class Progressive:
    """A progressive wager: how likely each of its rows is, what they win, and what the meter shows, in cents."""

    chances: Mapping[str, Fraction]
    prizes: Prizes
    meter: int

    def value(self, meter: int | None = None) -> Fraction:
        """What a wager is worth at a meter, to a player who alone has a part in it."""
        nets = self.prizes.nets(None, self.meter if meter is None else meter)
        wins = sum((self.chances[row] * (net + 1) for row, net in nets.items()), Fraction())
        return (wins - 1) * self.prizes.amount

    def break_even(self, beside: Fraction = Fraction()) -> int | None:
        """The least meter, in cents, at which it is worth nothing or more; or, with `beside`, what is lost (cents a
        round) on the wagers beside it."""
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
        """The part of the meter that a royal flush wins on average if so many players have a part in it: several royal
        flushes in one round share it equally."""
        exactly = others_with_royals(STANDARD.size - cards, cards, len(Suit) - 1, players - 1)
        return sum((chance / (number + 1) for number, chance in enumerate(exactly)), Fraction())


def others_with_royals(deck: int, cards: int, royals: int, others: int) -> list[Fraction]:
    """How likely it is that 0, 1, 2, ... of the other players hold one of so many royal flushes that are left."""
    # That a certain few royals are held: each by another player, out of what is left of the deck.
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
