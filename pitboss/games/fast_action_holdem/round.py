"""Fast action hold 'em: one round, from the wagers to the last settlement.

Read `FastActionHoldem.deal_and_settle` first. Dealing from a shoe, setting and settlement follow the procedure shared
by poker against the house (`families/house_poker/round/`); every figure is in rules.toml.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from pitboss.equipment import Card
from pitboss.families.house_poker.round import FromShoe, PokerState, SetHands
from pitboss.games.fast_action_holdem.house_way import house_way
from pitboss.table.setting import HOUSE_WAY
from pitboss.table.steps import Round


class FastActionHoldem(SetHands[PokerState], FromShoe[PokerState]):
    """The procedure of Subchapter 21 on one layout."""

    decisions: ClassVar[Mapping[str, str]] = {HOUSE_WAY: "house_way", "set": "set"}
    words: ClassVar[Mapping[str, str]] = {"house": HOUSE_WAY, "houseway": HOUSE_WAY}

    def deal_and_settle(self, state: PokerState) -> Round[PokerState]:
        """21.7 and 21.8: four cards each and five community cards; players set, then the dealer; settlement."""
        state = yield from self.deal(state)
        state = yield from self.community_cards(state, "community_cards")
        state = yield from self.decide(state, "set")
        return (yield from self.showdown(state, self.sections["settlement"]))

    def house_way(self, own: Sequence[Card], shared: Sequence[Card]) -> str:
        """21.8: set the dealer's cards, or those of a player who requests it."""
        common = tuple(shared)
        return house_way(own, lambda one, other: int(self.hand_of((one, other), common).strength))


GAME = FastActionHoldem
