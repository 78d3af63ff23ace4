"""Three card poker: one round, from the wagers to the last settlement.

Read `ThreeCardPoker.deal_and_settle` first. Dealing, wagers and settlement follow the procedure shared by poker against
the house (`pitboss/families/house_poker/round/`); every figure is in rules.toml.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pitboss.equipment import Card, Suit, cards
from pitboss.families.house_poker.round import HousePoker, PokerState
from pitboss.table.steps import Round


class ThreeCardPoker(HousePoker[PokerState]):
    """The procedure of Subchapter 20 on one layout."""

    fact_kinds: ClassVar[Mapping[str, Any]] = {**HousePoker.fact_kinds, "six_card_royal": str}
    decisions: ClassVar[Mapping[str, str]] = {"play": "play_or_fold", "fold": "play_or_fold"}
    words: ClassVar[Mapping[str, str]] = {"raise": "play", "call": "play", "bet": "play"}

    def deal_and_settle(self, state: PokerState) -> Round[PokerState]:
        """20.7 to 20.10: three cards each; play or fold; the dealer's hand; settlement from the dealer's right."""
        state = yield from self.deal(state)
        state = yield from self.discard_stub(state)
        state = yield from self.decide(state, "play_or_fold")
        return (yield from self.showdown(state, self.sections["reveal"]))

    def special_row(self, kind: str, seen: tuple[Card, ...]) -> str | None:
        """20.11: the row for six ranks in one suit, on all six cards of the six-card bonus."""
        if kind != "six_card_bonus":
            return None
        suits = {card.suit for card in seen}
        if len(suits) > 1 or {card.rank for card in seen} != {card.rank for card in cards(self.royal)}:
            return None
        return "six_card_royal_diamonds" if suits == {Suit.DIAMONDS} else "six_card_royal"

    @property
    def royal(self) -> str:
        return str(self.layout.fact("six_card_royal"))


GAME = ThreeCardPoker
