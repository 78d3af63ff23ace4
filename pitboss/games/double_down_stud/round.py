"""Double down stud: one card each, four community cards, and a pay table.

Read `deal_and_settle` first. The procedure comes from `families.house_poker`, every figure from rules.toml. The hole
card is the first of the community cards, the one dealt face down.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pitboss.families.house_poker.round import HousePoker, PokerState
from pitboss.table.allowed import Answer, fits_increment
from pitboss.table.cards import join_cards
from pitboss.table.steps import Action, Round, Said


class DoubleDownStud(HousePoker[PokerState]):
    """The procedure of Subchapter 17 on one layout."""

    fact_kinds: ClassVar[Mapping[str, Any]] = {**HousePoker.fact_kinds, "hole_card": int}
    decisions: ClassVar[Mapping[str, str]] = {"stand": "double_down", "double": "double_down"}

    def deal_and_settle(self, state: PokerState) -> Round[PokerState]:
        """17.8(b) to 17.9: the deal, double down wagers, the hole card, and three passes of settlement."""
        state = yield from self.deal(state)
        yield Said(state, self.section("dealing"), self.describe_deal(state))
        state = yield from self.decide(state, "double_down")
        yield Said(state, self.sections["hole_card"], f"{self.layout.fact('no_more_wagers')}.")
        state = yield from self.show_community(state, self.layout.fact("hole_card"), self.sections["hole_card"])
        state = yield from self.settle(state)
        yield Said(state, self.sections["collection"], "The cards and the rest of the deck go to the discard rack.")
        return state

    def describe_deal(self, state: PokerState) -> str:
        """Name the cards that are face up after the deal."""
        own = ", ".join(f"{hand.name} {hand.cards[0].pretty}" for hand in state.hands)
        return f"{own}; community cards {join_cards(state.community)} and the hole card."

    def may(self, state: PokerState, position: int, action: Action) -> Answer:
        answer = super().may(state, position, action)
        return fits_increment(self, action.amount) if answer and state.turn else answer


GAME = DoubleDownStud
