"""Double cross poker: two cards each, a cross of five community cards, and a raise before each of its arms.

Read `deal_and_settle` first. The procedure comes from `families.house_poker`, every figure from rules.toml. Of the
cross's two rows, the one that makes the better hand counts (`community_rows`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pitboss.families.house_poker.round import HousePoker, PokerState
from pitboss.families.house_poker.round.layout import PokerSpeech
from pitboss.table.steps import AskDecision, Round, Said

ARMS = ("left", "right", "top", "bottom")
"""The arms of the cross, in the order in which they are turned."""


class DoubleCrossSpeech(PokerSpeech["DoubleCrossPoker"]):
    """Lets a player name a raise by its arm."""

    def parse_answer(self, ask: AskDecision, said: str) -> str:
        """Parse a choice. A raise may be named by its arm, but only when that arm is next."""
        kind, decision = (
            said.lower().replace(" ", "_"),
            self.game.current_decision(self.game.cast_state(ask.state), ask),
        )
        if decision is not None and kind in self.game.choice_wagers and decision.choices["raise"].lays != kind:
            raise ValueError(
                f"{self.game.name(kind)} cannot be made at this decision; choose {' or '.join(ask.choices)}"
            )
        return super().parse_answer(ask, said)


class DoubleCrossPoker(HousePoker[PokerState]):
    """The procedure of Subchapter 25 on one layout."""

    speech_type = DoubleCrossSpeech

    decisions: ClassVar[Mapping[str, str]] = {"raise": "left_raise", "fold": "left_raise", "check": "left_raise"}
    words: ClassVar[Mapping[str, str]] = {"pass": "check", **{f"raise_{arm}": "raise" for arm in ARMS}}

    def deal_and_settle(self, state: PokerState) -> Round[PokerState]:
        """25.7 to 25.10: the deal, the centre card, a raise before each arm, the dealer's hand, settlement."""
        state = yield from self.deal(state)
        state = yield from self.discard_stub(state)
        state = yield from self.community_cards(state, "centre_card")
        for arm in ARMS:
            state = yield from self.decide(state, f"{arm}_raise")
            if self.anyone_stays(state):
                state = yield from self.community_cards(state, f"{arm}_card")
        state = yield from self.settle_all(state)
        yield Said(state, self.sections["collection"], "The cards go to the discard rack in order.")
        return state

    def anyone_stays(self, state: PokerState) -> bool:
        """Whether any remaining wager is decided against the dealer."""
        return any(self.terms[wager.kind].settles == "dealer" for wager in state.wagers)

    def settle_all(self, state: PokerState) -> Round[PokerState]:
        """25.10: settle against the dealer's hand. If all players folded he shows none, and only three-card wagers are
        settled.
        """
        if self.anyone_stays(state) or not state.wagers:
            return (yield from self.showdown(state, self.sections["reveal"]))
        yield Said(state, self.sections["all_folded"], "All players have folded: the rest of the cross is not played.")
        return (yield from self.settle(state))


GAME = DoubleCrossPoker
