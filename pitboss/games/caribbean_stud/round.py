"""Caribbean stud poker: one round, from the wagers to the last settlement.

Read `CaribbeanStud.deal_and_settle` first. Dealing, wagers, settlement and the meter follow the procedure shared by
poker against the house (`pitboss/families/house_poker/round/`); every figure is in rules.toml.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pitboss.chapter.layout import Layout
from pitboss.families.house_poker.round import HousePoker, PokerState
from pitboss.table.steps import Round, Said


class CaribbeanStud(HousePoker[PokerState]):
    """The procedure of Subchapter 16 on one layout."""

    fact_kinds: ClassVar[Mapping[str, Any]] = {**HousePoker.fact_kinds, "dealer_up": int, "no_hand": str}
    decisions: ClassVar[Mapping[str, str]] = {"bet": "bet_or_fold", "fold": "bet_or_fold"}
    words: ClassVar[Mapping[str, str]] = {"raise": "bet", "call": "bet", "play": "bet"}

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.up: int = layout.fact("dealer_up")
        if not self.dealing.stacks:
            self.dealing = self.dealing.model_copy(update={"dealer_up": (self.up,)})

    def deal_and_settle(self, state: PokerState) -> Round[PokerState]:
        """16.7 to 16.11: five cards each, one of the dealer's face up; bet or fold; the hole cards; settlement."""
        state = yield from self.deal(state)
        state = yield from self.discard_stub(state)
        state = yield from self.show_one(state)
        state = yield from self.decide(state, "bet_or_fold")
        return (yield from self.showdown(state, self.sections["hole_cards"]))

    def show_one(self, state: PokerState) -> Round[PokerState]:
        """Show one of the dealer's cards: it is already face up if dealt singly, and turned up if dealt as a stack."""
        section = self.section("dealer_up")
        if not state.dealer:
            return (yield from self.expose_dealer(state, self.up, section))
        yield Said(state, section, f"The dealer shows {state.dealer[0].pretty}.")
        return state

    def reveal_dealer(self, state: PokerState, section: str) -> Round[PokerState]:
        """16.10(f): also announce a hand that does not qualify."""
        state = yield from super().reveal_dealer(state, section)
        if not self.qualifies(self.best_of_dealer(state)):
            yield Said(state, self.sections["no_hand"], f"{self.layout.fact('no_hand')}.")
        return state

    def settle(self, state: PokerState) -> Round[PokerState]:
        """16.10(e)3, 16.10(f)4: collect the cards last."""
        state = yield from super().settle(state)
        name = "cards_collected" if self.qualifies(self.best_of_dealer(state)) else "cards_collected_no_hand"
        yield Said(state, self.sections[name], "The cards and the rest of the deck go to the discard rack.")
        return state

    def is_turned_over(self, state: PokerState, box: int) -> bool:
        """16.10(f)1: without a qualifying hand the licensee chooses, except for hands with a progressive wager."""
        shows = bool(self.layout.option("show_hands_when_no_qualify"))
        return shows or state.hand(box).progressive or self.qualifies(self.best_of_dealer(state))


GAME = CaribbeanStud
