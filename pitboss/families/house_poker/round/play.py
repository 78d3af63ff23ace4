"""A round of house poker from the wagers to the last settlement; each game orders the steps in between."""

from __future__ import annotations

from abc import abstractmethod
from typing import Generic

from pitboss.chapter.odds import dollars
from pitboss.families.house_poker.round.hands import Hand, P
from pitboss.families.house_poker.round.settlement import SettlementHandling
from pitboss.table.state import replace
from pitboss.table.steps import Irregularity, Round, Said


class HousePoker(SettlementHandling[P], Generic[P]):
    """A poker game against the house on one layout."""

    def round(self, state: P) -> Round[P]:
        """Play one round, from the wagers to the last settlement."""
        state = yield from self.take_wagers(state, self.section("wagers", "no_more_wagers"))
        if not state.wagers:
            return state
        try:
            state = yield from self.prepare_cards(state)
            state = yield from self.close_wagers(state)
            state = yield from self.deal_and_settle(state)
        except Irregularity as event:
            return (yield from self.unwind(self.cast_state(event.state or state), self.voiding_rule(event)))
        return self.clear_layout(state)

    @abstractmethod
    def deal_and_settle(self, state: P) -> Round[P]:
        """Play from the first card to the last wager, following the game's own sections."""

    def close_wagers(self, state: P) -> Round[P]:
        """Close the betting: contribute to the meter, and create a hand for every box with a wager."""
        yield Said(state, self.section("no_more_wagers"), f"{self.layout.fact('no_more_wagers')}.")
        boxes = {self.box(wager): wager.position for wager in state.wagers}
        played = {self.box(wager) for wager in state.wagers if wager.kind in self.progressive}
        hands = tuple(Hand(box, boxes[box], progressive=box in played) for box in sorted(boxes))
        state = replace(state, hands=hands)
        if "lock_out" in self.sections and self.progressive:
            yield Said(state, self.section("lock_out"), "The lock-out button is pressed.")
        if played:
            state = replace(state, meter=state.meter + sum(map(self.contribution, state.wagers)))
            yield Said(
                state, self.section("lock_out", "no_more_wagers"), f"The meter stands at {dollars(state.meter)}."
            )
        return state
