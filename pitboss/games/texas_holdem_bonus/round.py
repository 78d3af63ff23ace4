"""Texas hold 'em bonus poker: one round, from the wagers to the last settlement.

Read `TexasHoldemBonus.deal_and_settle` first. Dealing, wagers and settlement follow the procedure shared by poker
against the house (`families/house_poker/round/`); every figure is in rules.toml.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pitboss.families.house_poker.round import HousePoker, PokerState
from pitboss.table.state import Wager
from pitboss.table.steps import Round


class TexasHoldemBonus(HousePoker[PokerState]):
    """The procedure of Subchapter 28 on one layout."""

    decisions: ClassVar[Mapping[str, str]] = {
        "flop": "flop_or_fold",
        "fold": "flop_or_fold",
        "turn": "turn_or_check",
        "river": "river_or_check",
        "check": "turn_or_check",
    }

    def deal_and_settle(self, state: PokerState) -> Round[PokerState]:
        """28.7 to 28.10: two cards each; flop wager or fold; a wager or none at turn and river; settlement."""
        state = yield from self.deal(state)
        state = yield from self.decide(state, "flop_or_fold")
        state = yield from self.community_cards(state, "flop_cards")
        state = yield from self.decide(state, "turn_or_check")
        state = yield from self.community_cards(state, "turn_card")
        state = yield from self.decide(state, "river_or_check")
        state = yield from self.community_cards(state, "river_card")
        state = yield from self.discard_stub(state)
        if not any(self.depends_on_dealer(state, wager) for wager in state.wagers):
            return (yield from self.settle(state))
        return (yield from self.showdown(state, self.sections["reveal"]))

    def depends_on_dealer(self, state: PokerState, wager: Wager) -> bool:
        """Whether the dealer's cards decide a wager. A bonus depends on them only for some of the player's cards."""
        if self.terms[wager.kind].settles == "dealer":
            return True
        return self.declarations.holdings[wager.kind].depends_on_dealer(state.hand(self.box(wager)).all)


GAME = TexasHoldemBonus
