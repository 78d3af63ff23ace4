"""Mini-Tex 3 card hold 'em: two cards each, three community cards, and a wager to stay in at each of three steps.

Read `deal_and_settle` first. The procedure comes from `families.house_poker`, every figure from rules.toml. A hand is
the best three of five cards with at least one of the player's own (`least_own_cards`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pitboss.families.house_poker.round import HousePoker, PokerState
from pitboss.families.house_poker.round.irregularities import HousePokerIrregularities
from pitboss.table.game import Answer
from pitboss.table.steps import Action, Round, Said


class MiniTexIrregularities(HousePokerIrregularities):
    """House poker's irregularities, with a condition on mini-Tex's board."""

    game: MiniTex
    conditions: ClassVar[Mapping[str, str]] = {
        **HousePokerIrregularities.conditions,
        "board_incomplete": "all community cards are already face up",
    }

    def holds(self, state: PokerState, condition: str, about: tuple[str, ...]) -> bool:
        if condition != "board_incomplete":
            return super().holds(state, condition, about)
        whole = sum(int(self.game.layout.fact(street)["cards"]) for street in ("flop_cards", "river_card"))
        return len(state.community) < whole


class MiniTex(HousePoker[PokerState]):
    """The procedure of Subchapter 37 on one layout."""

    irregularities_type = MiniTexIrregularities

    decisions: ClassVar[Mapping[str, str]] = {
        "flop": "before_the_flop",
        "river": "after_the_flop",
        "play": "after_the_river",
        "fold": "before_the_flop",
    }

    def deal_and_settle(self, state: PokerState) -> Round[PokerState]:
        """37.7 to 37.10: two cards each; a wager or a fold before the flop, the river and the dealer's cards."""
        state = yield from self.deal(state)
        state = yield from self.decide(state, "before_the_flop")
        state = yield from self.community_cards(state, "flop_cards")
        state = yield from self.decide(state, "after_the_flop")
        state = yield from self.community_cards(state, "river_card")
        state = yield from self.discard_stub(state)
        state = yield from self.decide(state, "after_the_river")
        if self.awaits_cards(state):
            state = yield from self.reveal_dealer(state, self.sections["reveal"])
        state = yield from self.settle(state)
        yield Said(state, self.sections["collection"], "The cards go to the discard rack in order.")
        return state

    def allowed(self, state: PokerState, position: int, action: Action) -> Answer:
        """37.1 only defines the wagers, so a refusal cites 37.6, or 37.10 for the wagers made by a decision."""
        answer = super().allowed(state, position, action)
        if answer or answer.section != self.layout.rules.wagers["ante"].section:
            return answer
        return self.no(
            answer.reason, self.sections["before_the_flop" if action.wager in self.choice_wagers else "wagers"]
        )


GAME = MiniTex
