"""Compares hands and settles wagers, counterclockwise from the dealer's right, against the house or from a bank.

Each hand is compared with the bank's of the same name. An equal one is a copy, and not higher. The fact `compare` gives
the number of higher hands needed to win, and the number at which a wager loses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal

from pitboss.families.pai_gow.round.banking import Banking
from pitboss.families.pai_gow.round.hands import DEALER, P, SetHand
from pitboss.families.pai_gow.round.layout import DEALER_WAGER
from pitboss.families.pai_gow.round.wagers import HALF
from pitboss.table.bank import bank_of, close_bank, collect, house_share, pay
from pitboss.table.state import THE_HOUSE, Wager
from pitboss.table.steps import Round, Said


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of the wager that a hand is played for, and its section."""

    result: Literal["wins", "loses", "returned"]
    section: str


class Settling(Banking[P], Generic[P]):
    """Comparing and settling hands."""

    # ---- The comparison

    def higher(self, mine: SetHand, theirs: SetHand) -> tuple[int, int]:
        """How many of one's hands are higher than the other's, and how many are copies."""
        pairs = list(
            zip(self.ranks(self.setting.split(mine.all)), self.ranks(self.setting.split(theirs.all)), strict=True)
        )
        return sum(own > other for own, other in pairs), sum(own == other for own, other in pairs)

    def verdict(self, state: P, hand: SetHand, bank: SetHand) -> Verdict:
        """The result of a hand's wager against the bank's hand."""
        if self.foul(self.setting.split(hand.all)):
            return Verdict("loses", self.section("foul"))
        higher, copies = self.higher(hand, bank)
        section = self.section("copy" if copies else "compare")
        if higher >= self.compared["wins"]:
            return Verdict("wins", self.section("compare"))
        return Verdict("loses" if higher <= self.compared["loses"] else "returned", section)

    # ---- The settlement

    def settle(self, state: P) -> Round[P]:
        """Settle the dealer's wager, then each position in turn; then close a player's bank."""
        state = yield from self.before_settlement(state, self.section("settlement"))
        dealt = bank_of(state)
        if (wager := state.find(THE_HOUSE, DEALER_WAGER)) is not None:
            state = yield from self.settle_main(state, state.hand(DEALER), wager)
        for hand in self.players(state):
            if hand.position and not hand.fate:
                state = yield from self.settle_hand(state, hand.box)
        if dealt is not None:
            state = yield from close_bank(self, state, dealt, self.vigorish, self.section("bank_vigorish"))
        return (yield from self.settle_last(state))

    def settle_hand(self, state: P, box: int) -> Round[P]:
        """Turn over a hand, and settle its wager and side wagers."""
        state = yield from self.show(state, box, self.section("settlement"))
        if (wager := self.main_on(state, box)) is not None:
            state = yield from self.settle_main(state, state.hand(box), wager)
        return (yield from self.settle_beside(state, box))

    def settle_beside(self, state: P, box: int) -> Round[P]:
        """A hook for the side wagers of a hand."""
        return state
        yield

    def settle_last(self, state: P) -> Round[P]:
        """A hook for payments after all hands are settled."""
        return state
        yield

    def settle_main(self, state: P, hand: SetHand, wager: Wager) -> Round[P]:
        """Settle the wager that a hand is played for, against the house or from the bank."""
        bank = state.against
        verdict = self.verdict(state, hand, bank)
        higher, copies = self.higher(hand, bank)
        yield Said(state, verdict.section, self.comparison_text(hand, higher, copies), hand.position)
        if verdict.result == "returned":
            return (yield from self.push(state, wager, verdict.section))
        house = house_share(wager.amount, HALF) if state.co else 0
        if verdict.result == "loses":
            if state.banker:
                return (yield from collect(self, state, wager, verdict.section, house))
            return (yield from self.lose(state, wager, verdict.section))
        odds = self.odds[wager.kind][""]
        if state.banker:
            return (yield from pay(self, state, wager, odds.pays(wager.amount), verdict.section, odds, house))
        winnings = odds.pays(wager.amount + wager.coupon)
        return (yield from self.win(state, wager, winnings, verdict.section, odds))

    def comparison_text(self, hand: SetHand, higher: int, copies: int) -> str:
        """The announcement of a comparison."""
        if self.foul(self.setting.split(hand.all)):
            return f"{hand.name}: a foul."
        ties = f", with {copies} {'copy' if copies == 1 else 'copies'}" if copies else ""
        return f"{hand.name} beats the bank in {higher} of {len(self.setting.hands)} hands{ties}."


__all__ = ["Settling", "Verdict"]
