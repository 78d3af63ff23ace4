"""Finds out who gets which places of the deck, so that a round can be dealt with chosen cards anywhere."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cached_property
from random import Random

from pitboss.equipment import Card
from pitboss.equipment.decks import spread
from pitboss.simulation.sources import UnitSource
from pitboss.table.steps import AskShuffle
from tests.shared.chosen_chance import Chance
from tests.shared.rows.tables import Dealt, Table

LOOKS = 6
"""The number of rounds to learn from; one is not enough, because a player who folds does not see every card."""


class Placing:
    """The places of the deck by recipient, learned from a few rounds."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.places: dict[str, list[int]] = {}
        self.composition: tuple[int, ...] = ()
        self.in_order = table.kernel.source is UnitSource
        "Whether the round deals the deck in order; otherwise the source rearranges it first."
        for salt in range(LOOKS):
            self._learn(salt)

    def _learn(self, salt: int) -> None:
        with Chance(salt) as chance:
            dealt = self.table.deal(chance)[0]
            shuffled = next(one for one in dealt.steps if isinstance(one, AskShuffle))
            self.composition = shuffled.composition
            raw = UnitSource(chance.seed, chance.unit)
            raw.shuffle("raw", self.composition)
            order = raw._orders["raw"]
        found: dict[str, list[int]] = defaultdict(list)
        for number, (_, to, card) in enumerate(dealt.given):
            found[to.removeprefix("the ")].append(number if self.in_order else order.index(card))
        for to, places in found.items():
            if len(places) > len(self.places.get(to, ())) and len(set(places)) == len(places):
                self.places[to] = places

    @cached_property
    def number(self) -> int:
        """The number of cards that may be dealt."""
        return 1 + max((place for places in self.places.values() for place in places), default=-1)

    def holds(self, held: Sequence[Card]) -> bool:
        """Whether the deck has these cards."""
        return Counter(held) <= Counter(spread(self.composition))

    def deal(self, held: dict[int, Card], rest: Random, drawn: tuple[int, int] | None = None) -> Dealt:
        """Deal a round with these cards at these places of the deck, and others elsewhere.

        `drawn` is the range and the value of the first number that the round draws.
        """
        left = list((Counter(spread(self.composition)) - Counter(held.values())).elements())
        rest.shuffle(left)
        wished = [held[place] if place in held else left.pop() for place in range(self.number)]
        with Chance(rest.getrandbits(60)) as chance:
            chance.cards(self.composition, wished, rest)
            if drawn is not None:
                chance.numbers(drawn[0], [drawn[1]], self.table.draws_from)
            return self.table.deal(chance)[0]
