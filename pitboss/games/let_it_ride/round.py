"""Let it ride poker: three equal wagers on a five-card hand, two of which may be taken back on the way.

Read `deal_and_settle` first. The procedure comes from `families.house_poker`, every figure from rules.toml. The second
and third wagers are made with the first, for the same amount.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pitboss.families.house_poker.round import HousePoker, PokerState
from pitboss.table.steps import Round, Said


class LetItRide(HousePoker[PokerState]):
    """The procedure of Subchapter 18 on one layout."""

    fact_kinds: ClassVar[Mapping[str, Any]] = {**HousePoker.fact_kinds, "community_cards": int}
    decisions: ClassVar[Mapping[str, str]] = {"let_ride": "first_decision", "take_back": "second_decision"}
    words: ClassVar[Mapping[str, str]] = {"let_it_ride": "let_ride", "ride": "let_ride", "pull_back": "take_back"}

    def deal_and_settle(self, state: PokerState) -> Round[PokerState]:
        """18.7 to 18.10: the deal, a decision before each of the community cards, and the settlement."""
        state = yield from self.deal(state)
        if self.dealing.spare:
            text = "The bottom card of the community stack goes to the discard rack, unseen."
            yield Said(state, self.sections["dealing_automated_shoe"], text)
        state = yield from self.discard_stub(state)
        for decision in ("first_decision", "second_decision"):
            state = yield from self.decide(state, decision)
            number, section = self.layout.fact("community_cards"), self.sections["community_cards"]
            state = yield from self.show_community(state, number, section)
        state = yield from self.settle(state)
        yield Said(state, self.sections["collection"], "The cards go to the discard rack in order.")
        return state


GAME = LetItRide
