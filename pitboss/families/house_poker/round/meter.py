"""The meter of house poker, and payments that are not odds on a wager: prizes, bonuses, envy.

The meter is a figure, not chips. A progressive wager is settled last, at the meter's reading when that hand's turn
comes; what one hand wins is gone before the next is paid.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Generic

from pitboss.chapter.odds import Odds, cents, dollars
from pitboss.families.house_poker.round.decisions import DecisionHandling
from pitboss.families.house_poker.round.hands import Hand, P
from pitboss.families.house_poker.round.queries import best_hand
from pitboss.families.house_poker.terms import MeterAward
from pitboss.table.state import Wager, collect_wager, move_to_rack, replace
from pitboss.table.steps import Round, Said, Settled


class MeterHandling(DecisionHandling[P], Generic[P]):
    """The meter, and payments in addition to wagers."""

    def award(self, state: P, wager: Wager, prize: int, section: str) -> Round[P]:
        """Pay a prize; the wager that won it is lost."""
        state = move_to_rack(collect_wager(state, wager), wager.position, prize)
        yield Settled(state, section, wager, "wins", self.name(wager.kind), prize, lost=wager.amount)
        return state

    def pay_extra(
        self, state: P, wager: Wager, what: str, amount: int, section: str, odds: Odds | None = None
    ) -> Round[P]:
        """Pay something on a wager in addition to its own settlement."""
        state = move_to_rack(state, wager.position, amount)
        extra_wager = replace(wager, spot=f"{wager.spot} {what}".strip(), coupon=0)
        yield Settled(state, section, extra_wager, "wins", self.name(wager.kind), amount, odds, stays=True)
        return state

    def progressive_row(self, state: P, hand: Hand, kind: str) -> str | None:
        """A progressive wager's row."""
        rows = dict.fromkeys((*self.terms[kind].meter, *self.odds[kind]))
        return self.row(rows, best_hand(self.cards_of_wager(state, hand, kind), self.orders[kind]))

    def settle_progressive(self, state: P, box: int, wager: Wager) -> Round[P]:
        """Pay a progressive wager at the current meter, then the players with envy on it."""
        hand = state.hand(box)
        row = self.progressive_row(state, hand, wager.kind)
        section = self.section("progressive", "settlement")
        if row is None:
            return (yield from self.lose(state, wager, section))
        award = self.terms[wager.kind].meter.get(row)
        if award is not None and self.applies(award.when):
            state, prize = self.take_from_meter(state, wager.kind, row, award)
            state = self.change_hand(state, box, jackpot=True)
            section = self.section("meter", "progressive", "settlement")
        else:
            prize = self.odds[wager.kind][row].pays(wager.amount) + wager.amount
            if self.figure("fixed_prizes_from_meter"):
                state = replace(state, meter=max(0, state.meter - prize))
        if "progressive_verified" in self.sections:
            text = "The hand and the light are verified, and a supervisor validates the award."
            yield Said(state, self.sections["progressive_verified"], text, hand.position)
        state = yield from self.award(state, wager, prize, section)
        yield Said(state, section, f"The meter stands at {dollars(state.meter)}.")
        return (yield from self.pay_envy(state, hand, wager, row))

    def take_from_meter(self, state: P, kind: str, row: str, award: MeterAward) -> tuple[P, int]:
        """Take a share of the meter, rounded up to the cent; hands that share a row are paid equally."""
        if not award.shared:
            prize = ceil(state.meter * Fraction(award.share))
            return replace(state, meter=state.meter - prize), prize
        if not state.share:
            holding = sum(
                self.progressive_row(state, hand, kind) == row
                for hand in state.hands
                if self.find_wager(state, hand.box, kind) is not None
            )
            share = ceil(state.meter * Fraction(award.share) / holding)
            state = replace(state, share=share, meter=self.cents("progressive_reset"))
        return state, state.share

    def pay_envy(self, state: P, winner: Hand, wager: Wager, row: str) -> Round[P]:
        """Pay envy to every other position with a progressive wager."""
        envy = self.terms[wager.kind].envy.get(row, 0)
        if envy:
            for hand in reversed(state.hands):
                if hand.progressive and hand.position != winner.position:
                    extra_wager = Wager(hand.position, wager.kind, wager.amount, self.spot_of(hand))
                    state = yield from self.pay_extra(state, extra_wager, "envy", cents(envy), self.sections["envy"])
        return state
