"""The random source that deals a simulated pai gow unit in the real round, wherever the deal starts.

A loop gives the first cards of a shuffle to the player and the next ones to the dealer; it ignores the starting place,
because every order of the cards is equally likely. This source rearranges the same shuffle to match the real round,
which deals from the place that its dice, generator or button will pick, so that both deal the same hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.equipment.cards import Card
from pitboss.families.pai_gow.round import DEALER, PaiGow
from pitboss.simulation.kernel import PLAYER
from pitboss.simulation.sources import UnitSource
from pitboss.table.state import replace

DICE, RNG = "dice", "rng"


class PileSource(UnitSource):
    """The randomness for one round: the player gets the first cards of the unit's shuffle, the dealer the next ones."""

    def __init__(self, seed: int, unit: int, game: PaiGow[Any]) -> None:
        super().__init__(seed, unit)
        self.game = game

    def shuffle(self, shoe_id: str, composition: Sequence[int]) -> str:
        super().shuffle(shoe_id, composition)
        order = self._orders[shoe_id]
        each = self.game.dealing["each"]
        for_player, for_dealer = iter(order[:each]), iter(order[each : 2 * each])
        others = iter(order[2 * each :])
        given = {PLAYER: for_player, DEALER: for_dealer}
        started = replace(self.game.opening(), starts=self._place())
        laid: list[Card] = [next(given.get(place, others)) for place in self.game.in_order(started, each)]
        self._orders[shoe_id] = [*laid, *others]
        return self._opening(shoe_id).commitment

    def _place(self) -> int:
        """This round's starting place, read ahead from a second copy of its stream of dice and numbers."""
        opening = self.game.opening()
        ahead = UnitSource(self.seed, self.unit)
        method = self.game.start_method(opening)
        if method == DICE:
            return self.game.counted_from_bank(opening, sum(ahead.dice(3)))
        if method == RNG:
            return self.game.counted_from_bank(opening, ahead.number(len(self.game.places)) + 1)
        return int(self.game.places[opening.button % len(self.game.places)])
