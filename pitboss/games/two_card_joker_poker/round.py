"""Two card joker poker: two cards each from a deck with two jokers, and one decision.

Read `deal_and_settle` first. The procedure comes from `families.house_poker`, every figure from rules.toml.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pitboss.families.house_poker.round import HousePoker, PokerState
from pitboss.table.steps import Round, Said


class TwoCardJokerPoker(HousePoker[PokerState]):
    """The procedure of Subchapter 30 on one layout."""

    decisions: ClassVar[Mapping[str, str]] = {"call": "call_or_fold", "fold": "call_or_fold"}
    words: ClassVar[Mapping[str, str]] = {"raise": "call", "play": "call"}

    def deal_and_settle(self, state: PokerState) -> Round[PokerState]:
        """30.7 to 30.10: two cards each; call or fold; the dealer's hand; settlement from the dealer's right."""
        state = yield from self.deal(state)
        state = yield from self.discard_stub(state)
        state = yield from self.decide(state, "call_or_fold")
        state = yield from self.showdown(state, self.sections["reveal"])
        yield Said(state, self.sections["collection"], "The cards go to the discard rack in order.")
        return state


GAME = TwoCardJokerPoker
