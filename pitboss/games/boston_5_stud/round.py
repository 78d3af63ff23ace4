"""Boston 5 stud poker: three cards, a wager settled on them, a decision, and two more cards.

Read `deal_and_settle` first. The procedure comes from `families.house_poker`, every figure from rules.toml.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pitboss.families.house_poker.round import Deal, HousePoker, PokerState
from pitboss.table.steps import Round, Said


class Boston5Stud(HousePoker[PokerState]):
    """The procedure of Subchapter 24 on one layout."""

    fact_kinds: ClassVar[Mapping[str, Any]] = {**HousePoker.fact_kinds, "second_deal": dict[str, int]}
    decisions: ClassVar[Mapping[str, str]] = {"second": "second_or_fold", "fold": "second_or_fold"}
    words: ClassVar[Mapping[str, str]] = {"raise": "second", "play": "second"}

    def deal_and_settle(self, state: PokerState) -> Round[PokerState]:
        """24.7 to 24.10: three cards, the bonus on them, second or fold, two more, the dealer's hand, settlement."""
        state = yield from self.deal(state)
        state = yield from self.settle_early(state, "three_card_bonus", self.sections["bonus_paid"])
        state = yield from self.decide(state, "second_or_fold")
        state = yield from self.second_cards(state)
        state = yield from self.discard_stub(state)
        state = yield from self.showdown(state, self.sections["reveal"])
        yield Said(state, self.sections["collection"], "The cards go to the discard rack in order.")
        return state

    def second_cards(self, state: PokerState) -> Round[PokerState]:
        """24.10: two more cards to each remaining hand and, if there is one, to the dealer."""
        if not state.wagers:
            return state
        more = Deal(**self.layout.fact("second_deal"), stacks=self.dealing.stacks)
        return (yield from self.deal(state, more, self.sections["second_deal"]))


GAME = Boston5Stud
