"""Games dealt from a shoe: arrange a whole shoe, one chosen round after another.

A unit of these loops is a shoe. `dealt_as_wished` first plays the rounds with `Planning`, a source that gives each
recipient the chosen cards and random ones otherwise. The resulting order of the shoe is then dealt to round and loop.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from pitboss.equipment import Card
from pitboss.equipment.decks import spread
from pitboss.simulation.sources import UnitSource
from pitboss.table import Dealer
from pitboss.table.steps import AskShuffle
from tests.shared.chosen_chance import Chance
from tests.shared.rows.tables import Dealt, Table

SPARE = 20
"""The number of cards that must be left in a shoe before another round is planned."""
Wish = Mapping[str, Sequence[Card]]
"""The cards that each recipient gets in a round, in order, if they matter."""


class Planning(UnitSource):
    """A shoe that is arranged as it is dealt."""

    def __init__(self, rest: Random, unit: int) -> None:
        super().__init__(0, unit)
        self.rest = rest
        self.wish: dict[str, list[Card]] = {}
        self.left: Counter[Card] = Counter()
        self.composition: tuple[int, ...] = ()
        self.order: list[Card] = []
        self.shuffled = 0
        self.dealer: Any = None

    def start(self, wish: Wish) -> None:
        self.wish = {to: list(cards) for to, cards in wish.items()}

    def shuffle(self, shoe_id: str, composition: Sequence[int]) -> str:
        self.shuffled += 1
        if self.shuffled == 1:
            self.composition = tuple(composition)
            self.left = Counter(spread(composition))
        return "planned"

    def card(self, shoe_id: str) -> Card:
        wished = self.wish.get(self.dealer.ask.to.removeprefix("the "), [])
        card = wished.pop(0) if wished and self.left[wished[0]] else self._other()
        self.left -= Counter([card])
        self.order.append(card)
        return card

    def _other(self) -> Card:
        """Return a random card that this round does not need elsewhere."""
        kept = Counter(card for cards in self.wish.values() for card in cards)
        free = list((self.left - kept).elements()) or list(self.left.elements())
        return self.rest.choice(free)

    def has(self, run: Sequence[Wish]) -> bool:
        """Whether the shoe still has the cards of these rounds, and enough others."""
        if not self.shuffled:
            return True
        wanted = Counter(card for wish in run for cards in wish.values() for card in cards)
        return wanted <= self.left and sum(self.left.values()) > SPARE * len(run)


def dealt_as_wished(table: Table, runs: Iterable[Sequence[Wish]], rest: Random, unit: int = 0) -> list[Dealt]:
    """Deal these rounds to the round and the loop, in as few shoes as it takes; the rounds of a run are consecutive."""
    found: list[Dealt] = []
    waiting = [list(run) for run in runs]
    while waiting:
        planned = Planning(rest, unit)
        opening = table.kernel.opening(table.game) if table.kernel.opening is not None else None
        dealer = planned.dealer = Dealer(table.game, planned, opening)
        begun = len(waiting)
        while (run := next((one for one in waiting if planned.has(one)), None)) is not None:
            if not all(_dealt(dealer, table.kernel, planned, wish) for wish in run):
                break
            waiting.remove(run)
        if len(waiting) == begun:
            raise ValueError(f"these rounds do not fit into one shoe: {waiting[0]} on {table.layout}")
        with Chance(rest.getrandbits(60), unit) as chance:
            chance.cards(planned.composition, planned.order, rest)
            found += table.deal(chance)
    return found


def _dealt(dealer: Dealer, kernel: Any, planned: Planning, wish: Wish) -> bool:
    """Deal a chosen round; False if the shoe was shuffled first."""
    planned.start(wish)
    rounds = dealer.state.rounds
    while dealer.state.rounds == rounds:
        if isinstance(dealer.ask, AskShuffle) and planned.shuffled:
            return False
        dealer.next(kernel.standing)
    return True
