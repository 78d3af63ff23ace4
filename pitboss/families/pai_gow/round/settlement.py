"""Hands compared and wagers settled, counterclockwise from the dealer's right: against the house, or out of a bank.

Each hand is held against the bank's of the same name. One that is equal is a copy, and not higher. How many must be
higher to win, and with how few one loses, is the fact `compare`.
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
    """What becomes of the wager that a hand is played for, and under which section."""

    result: Literal["wins", "loses", "returned"]
    section: str


class Settling(Banking[P], Generic[P]):
    """Hands settled."""

    # ---- What becomes of a hand

    def higher(self, mine: SetHand, theirs: SetHand) -> tuple[int, int]:
        """In how many hands one is higher than the other, and in how many they are copies."""
        pairs = list(
            zip(self.ranks(self.setting.split(mine.all)), self.ranks(self.setting.split(theirs.all)), strict=True)
        )
        return sum(own > other for own, other in pairs), sum(own == other for own, other in pairs)

    def verdict(self, state: P, hand: SetHand, bank: SetHand) -> Verdict:
        """What becomes of a hand's wager against the bank's hand."""
        if self.foul(self.setting.split(hand.all)):
            return Verdict("loses", self.section("foul"))
        higher, copies = self.higher(hand, bank)
        section = self.section("copy" if copies else "compare")
        if higher >= self.compared["wins"]:
            return Verdict("wins", self.section("compare"))
        return Verdict("loses" if higher <= self.compared["loses"] else "returned", section)

    # ---- It is done

    def settle(self, state: P) -> Round[P]:
        """The dealer's wager first, then position by position; then a player's bank is closed."""
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
        """A hand is turned, its wager settled, and what was wagered beside it."""
        state = yield from self.show(state, box, self.section("settlement"))
        if (wager := self.main_on(state, box)) is not None:
            state = yield from self.settle_main(state, state.hand(box), wager)
        return (yield from self.settle_beside(state, box))

    def settle_beside(self, state: P, box: int) -> Round[P]:
        """The side wagers of a hand: the game's own."""
        return state
        yield

    def settle_last(self, state: P) -> Round[P]:
        """What is paid when all hands are settled: the game's own."""
        return state
        yield

    def settle_main(self, state: P, hand: SetHand, wager: Wager) -> Round[P]:
        """The wager that a hand is played for, against the house or out of the bank."""
        bank = state.against
        verdict = self.verdict(state, hand, bank)
        higher, copies = self.higher(hand, bank)
        yield Said(state, verdict.section, self.compared_told(hand, higher, copies), hand.position)
        if verdict.result == "returned":
            return (yield from self.give_back(state, wager, verdict.section))
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

    def compared_told(self, hand: SetHand, higher: int, copies: int) -> str:
        """How a hand compares, in words."""
        if self.foul(self.setting.split(hand.all)):
            return f"{hand.name}: a foul."
        whose = f", {copies} {'a copy' if copies == 1 else 'copies'}" if copies else ""
        return f"{hand.name} is higher in {higher} of {len(self.setting.hands)} hands{whose}."


__all__ = ["Settling", "Verdict"]
