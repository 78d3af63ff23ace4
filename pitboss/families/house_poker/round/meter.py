"""The meter of house poker, and what else is paid that no odds on a wager pay: prizes, bonuses, envy.

The meter is a figure, not chips. A progressive wager is settled by the meter as it stands at that hand's turn, so it is
settled last, and what one hand takes the next does not find there.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Generic

from pitboss.chapter.odds import Odds, cents, dollars
from pitboss.families.house_poker.round.decisions import Deciding
from pitboss.families.house_poker.round.hands import Hand, P
from pitboss.families.house_poker.round.questions import made
from pitboss.families.house_poker.terms import MeterAward
from pitboss.table.state import Wager, lost, replace, to_rack
from pitboss.table.steps import Round, Said, Settled


class Metered(Deciding[P], Generic[P]):
    """The meter and what is paid beside wagers, on a layout."""

    def award(self, state: P, wager: Wager, prize: int, section: str) -> Round[P]:
        """A prize is paid, and the wager that won it is gone."""
        state = to_rack(lost(state, wager), wager.position, prize)
        yield Settled(state, section, wager, "wins", self.name(wager.kind), prize, lost=wager.amount)
        return state

    def pay_extra(
        self, state: P, wager: Wager, what: str, amount: int, section: str, odds: Odds | None = None
    ) -> Round[P]:
        """Something is paid on a wager beside what becomes of the wager itself."""
        state = to_rack(state, wager.position, amount)
        told = replace(wager, spot=f"{wager.spot} {what}".strip(), coupon=0)
        yield Settled(state, section, told, "wins", self.name(wager.kind), amount, odds, stays=True)
        return state

    def progressive_row(self, state: P, hand: Hand, kind: str) -> str | None:
        """The row of a progressive wager."""
        rows = dict.fromkeys((*self.terms[kind].meter, *self.odds[kind]))
        return self.row(rows, made(self.seen_by(state, hand, kind), self.orders[kind]))

    def settle_progressive(self, state: P, box: int, wager: Wager) -> Round[P]:
        """A progressive wager is paid by the meter as it stands now; then those who envy it."""
        hand = state.hand(box)
        row = self.progressive_row(state, hand, wager.kind)
        section = self.section("progressive", "settlement")
        if row is None:
            return (yield from self.lose(state, wager, section))
        award = self.terms[wager.kind].meter.get(row)
        if award is not None and self.applies(award.when):
            state, prize = self.out_of_meter(state, wager.kind, row, award)
            state = self.hand_changed(state, box, jackpot=True)
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

    def out_of_meter(self, state: P, kind: str, row: str, award: MeterAward) -> tuple[P, int]:
        """A share of the meter, rounded up to the cent; whoever has the same shared row is paid as much."""
        if not award.shared:
            prize = ceil(state.meter * Fraction(award.share))
            return replace(state, meter=state.meter - prize), prize
        if not state.share:
            holding = sum(
                self.progressive_row(state, hand, kind) == row
                for hand in state.hands
                if self.find_on(state, hand.box, kind) is not None
            )
            share = ceil(state.meter * Fraction(award.share) / holding)
            state = replace(state, share=share, meter=self.cents("progressive_reset"))
        return state, state.share

    def pay_envy(self, state: P, winner: Hand, wager: Wager, row: str) -> Round[P]:
        """Each other position with a progressive wager is paid for another's hand."""
        envy = self.terms[wager.kind].envy.get(row, 0)
        if envy:
            for hand in reversed(state.hands):
                if hand.progressive and hand.position != winner.position:
                    told = Wager(hand.position, wager.kind, wager.amount, self.spot_of(hand))
                    state = yield from self.pay_extra(state, told, "envy", cents(envy), self.sections["envy"])
        return state
