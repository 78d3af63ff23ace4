"""How hands of house poker are settled: each wager is judged first, then chips move.

A `Verdict` is the outcome of one wager. All verdicts on a hand are made together, before any chip moves, so that a
payout limit can reduce their sum. A hand is settled in this order: main wagers, bonuses, side wagers, the meter.
Whether a bonus is paid at all is decided by `showdown.earns_bonus`: an ante bonus is not paid after a fold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from pitboss.chapter.odds import Odds, dollars
from pitboss.equipment import Card
from pitboss.families.house_poker.round.hands import Hand, P
from pitboss.families.house_poker.round.meter import MeterHandling
from pitboss.families.house_poker.round.queries import best_hand
from pitboss.families.house_poker.showdown import RESULTS, Outcome, earns_bonus, result_of, ruling
from pitboss.hands import Hand as Poker
from pitboss.hands import is_holding, order_of
from pitboss.table.cards import join_cards
from pitboss.table.codec import FrozenStruct
from pitboss.table.state import Wager, replace
from pitboss.table.steps import Round, Said


class Verdict(FrozenStruct):
    """The outcome of a wager. `cut` is the amount by which a payout limit reduced its winnings."""

    wager: Wager
    result: Outcome
    section: str
    winnings: int = 0
    odds: Odds | None = None
    taken: bool = False
    cut: int = 0


@dataclass(frozen=True, slots=True)
class HandVerdict:
    """A hand's outcome: the verdicts on its wagers, and the bonuses it earned."""

    verdicts: tuple[Verdict, ...]
    bonuses: tuple[tuple[Wager, Odds], ...]
    wins: bool
    """Whether any of the main wagers wins."""


class SettlementHandling(MeterHandling[P], Generic[P]):
    """Settling hands."""

    # ---- The table

    def showdown(self, state: P, section: str) -> Round[P]:
        """Turn the dealer's hand and settle every other hand against it, if any wager is left."""
        if not state.wagers:
            return state
        state = yield from self.reveal_dealer(state, section)
        return (yield from self.settle(state))

    def settle(self, state: P) -> Round[P]:
        """Settle counterclockwise from the dealer's right: hand by hand, or all losers, then ties, then winners."""
        state = yield from self.before_settlement(state, self.section("settlement"))
        boxes = [hand.box for hand in reversed(state.hands) if self.wagers_on_box(state, hand.box)]
        if self.declarations.settlement == "losers_first":
            return (yield from self.settle_in_passes(state, boxes))
        for box in boxes:
            state = yield from self.settle_hand(state, box)
        return state

    def pay_at_once(self, state: P) -> Round[P]:
        """Pay the hands whose dealt cards win immediately: show and settle them, and take them out of the round."""
        at_once, least = self.declarations.at_once, self.declarations.least_immediate_winner
        if at_once is None:
            return state
        for box in [hand.box for hand in state.hands if not hand.fate]:
            hand = state.hand(box)
            found = best_hand(hand.all, order_of(at_once.order))
            wager = self.find_wager(state, box, at_once.wager)
            if wager is None or found.strength < least:
                continue
            section = self.section("immediate_winner_paid", "immediate_winner")
            state = self.change_hand(state, box, cards=hand.all, down=(), fate="paid")
            text = f"{hand.name} shows {join_cards(hand.all)}: {found.describe(full=True)}, and is paid at once."
            yield Said(state, section, text, hand.position)
            _, odds = self.declarations.immediate_winner_odds
            state = yield from self.win(state, wager, odds.pays(wager.amount + wager.coupon), section, odds)
            for side in self.wagers_on_box(state, box):
                state = yield from self.carry_out(state, self.verdict(state, hand, side))
            state = self.collect(state, box)
        return state

    def settle_in_passes(self, state: P, boxes: Sequence[int]) -> Round[P]:
        """Turn the hands and collect all losing wagers; then settle the ties; then pay everything that wins.

        Paid hands stay face up until all have been paid, so the cards are not collected while any wager is left.
        """
        found: dict[int, HandVerdict] = {}
        for box in boxes:
            state = yield from self.turn_over(state, box)
            found[box] = self.judge_hand(state, box)
            state = yield from self.carry_out_all(state, found[box], "loses")
            for wager in self.losing_progressive(state, box):
                state = yield from self.settle_progressive(state, box, wager)
            state = self.collect_if_unpaid(state, box, found[box])
        for box in [box for box in boxes if not found[box].wins]:
            state = yield from self.carry_out_all(state, found[box], "returned", "void")
            state = self.collect_if_unpaid(state, box, found[box])
        paid = [box for box in boxes if state.hand(box).all]
        for box in paid:
            state = yield from self.pay(state, box, found[box])
        return (yield from self.collect_paid(state, paid))

    def settle_early(self, state: P, kind: str, section: str) -> Round[P]:
        """Settle a wager in mid-round, from the dealer's right, as soon as the cards decide it.

        A winning hand is shown and stays exposed from then on; other hands are not.
        """
        for hand in reversed(state.hands):
            wager = self.find_wager(state, hand.box, kind)
            if wager is not None:
                verdict = self.verdict(state, hand, wager)
                if verdict.result == "wins":
                    state = self.change_hand(state, hand.box, cards=hand.all, down=())
                    text = f"{hand.name} shows {join_cards(hand.all)}."
                    yield Said(state, section, text, hand.position)
                state = yield from self.carry_out(state, verdict)
        return state

    # ---- A hand

    def settle_hand(self, state: P, box: int) -> Round[P]:
        """Settle a hand: main wagers, bonuses, side wagers, then the meter. The cards are collected last."""
        state = yield from self.turn_over(state, box)
        state = yield from self.pay(state, box, self.judge_hand(state, box))
        return state if self.wagers_on_box(state, box) else self.collect(state, box)

    def turn_over(self, state: P, box: int) -> Round[P]:
        """Turn a hand over if it has to be shown."""
        if not self.is_turned_over(state, box):
            return state
        return (yield from self.show(state, box, self.section("showdown", "settlement")))

    def judge_hand(self, state: P, box: int) -> HandVerdict:
        """Reach the verdicts on a hand before any of its chips move."""
        hand = state.hand(box)
        verdicts = tuple(self.verdicts(state, box))
        played = [verdict for verdict in verdicts if not self.terms[verdict.wager.kind].side]
        wins = any(verdict.result == "wins" for verdict in played)
        return HandVerdict(verdicts, tuple(self.bonuses(state, hand)) if earns_bonus(hand.fate) else (), wins)

    def pay(self, state: P, box: int, found: HandVerdict) -> Round[P]:
        """Carry out a hand's remaining verdicts: main wagers, bonuses, side wagers, the meter."""
        left = [one for one in found.verdicts if one.wager in state.wagers]
        for verdict in [one for one in left if not self.terms[one.wager.kind].side]:
            state = yield from self.carry_out(state, verdict)
        for wager, odds in found.bonuses:
            winnings = odds.pays(wager.amount)
            state = yield from self.pay_extra(state, wager, "bonus", winnings, self.sections["bonus"], odds)
        for verdict in [one for one in left if self.terms[one.wager.kind].side]:
            state = yield from self.carry_out(state, verdict)
        for wager in [one for one in self.wagers_on_box(state, box) if one.kind in self.progressive]:
            state = yield from self.settle_progressive(state, box, wager)
        return state

    def carry_out_all(self, state: P, found: HandVerdict, *results: str) -> Round[P]:
        """Carry out the hand's verdicts with these results."""
        for verdict in found.verdicts:
            if verdict.result in results and verdict.wager in state.wagers:
                state = yield from self.carry_out(state, verdict)
        return state

    def losing_progressive(self, state: P, box: int) -> list[Wager]:
        """A hand's progressive wagers that win nothing."""
        hand = state.hand(box)
        there = [wager for wager in self.wagers_on_box(state, box) if wager.kind in self.progressive]
        return [wager for wager in there if self.progressive_row(state, hand, wager.kind) is None]

    def collect_if_unpaid(self, state: P, box: int, found: HandVerdict) -> P:
        """Collect the cards of a hand that is not paid as soon as its wagers are settled."""
        return state if self.wagers_on_box(state, box) or found.bonuses else self.collect(state, box)

    def collect_paid(self, state: P, boxes: Sequence[int]) -> Round[P]:
        """Collect the cards of paid hands; if the cage pays a jackpot, wait until that is documented."""
        elsewhere = self.applies({"jackpot_paid_by": ("cage",)})
        waiting = [box for box in boxes if elsewhere and state.hand(box).jackpot]
        for box in [box for box in boxes if box not in waiting and not self.wagers_on_box(state, box)]:
            state = self.collect(state, box)
        for box in waiting:
            section, name = self.section("jackpot_documented", "settlement"), state.hand(box).name
            text = f"The cards of {name.lower()} stay on the table until its progressive payout is documented."
            yield Said(state, section, text, state.hand(box).position)
            state = self.collect(state, box)
            yield Said(state, section, f"The payout is documented: the cards of {name.lower()} go to the discard rack.")
        return state

    def is_turned_over(self, state: P, box: int) -> bool:
        """Whether a hand is turned over to be settled."""
        return True

    def settled_separately(self, kind: str) -> bool:
        """Whether a wager is settled apart from the hand's other wagers: by the meter, or among the players."""
        return kind in self.progressive

    def bonuses(self, state: P, hand: Hand) -> list[tuple[Wager, Odds]]:
        """The bonuses that a hand earns on its wagers, win or lose, by staying in."""
        earned: list[tuple[Wager, Odds]] = []
        for wager in self.wagers_on_box(state, hand.box):
            if self.terms[wager.kind].bonus:
                table = self.bonus_table(wager.kind)
                cards = self.select_cards(state, hand, self.terms[wager.kind].bonus_sees)
                row = self.row(table, best_hand(cards, self.order))
                earned += [] if row is None else [(wager, table[row])]
        return earned

    # ---- The verdict on a wager

    def verdicts(self, state: P, box: int) -> list[Verdict]:
        """The verdicts on a box's wagers, reduced by the payout limit; wagers settled separately are left out."""
        hand = state.hand(box)
        wagers = [wager for wager in self.wagers_on_box(state, box) if not self.settled_separately(wager.kind)]
        return self.apply_payout_limit([self.verdict(state, hand, wager) for wager in wagers])

    def verdict(self, state: P, hand: Hand, wager: Wager) -> Verdict:
        """The verdict on one wager."""
        terms = self.terms[wager.kind]
        if terms.settles == "dealer":
            return self.against_dealer(wager, self.best(state, hand), self.best_of_dealer(state))
        if terms.holdings:
            return self.by_table(wager, None, self.declarations.holdings[wager.kind].row(hand.all, state.dealer))
        if terms.side:
            cards = self.cards_of_wager(state, hand, wager.kind)
            row = self.special_row(wager.kind, cards)
            return self.by_table(wager, best_hand(cards, self.orders[wager.kind]), row)
        return self.by_table(wager, self.best(state, hand))

    def against_dealer(self, wager: Wager, mine: Poker, dealers: Poker) -> Verdict:
        """The verdict on a wager on the player's hand against the dealer's."""
        result = RESULTS[result_of(mine.strength, dealers.strength, self.least_qualifying)]
        outcome, reason = ruling(self.terms[wager.kind], result)
        if outcome == "wins":
            no_hand = self.section("no_hand_wins", "wins", "settlement") if reason == "not_qualified" else ""
            return self.by_table(wager, mine, section=no_hand)
        if outcome == "loses":
            return Verdict(wager, "loses", self.section("loses", "settlement"))
        named = ("no_hand_returned", "ties") if reason == "not_qualified" else ("ties",)
        return Verdict(wager, outcome, self.section(*named, "settlement"))

    def by_table(self, wager: Wager, hand: Poker | None, row: str | None = None, section: str = "") -> Verdict:
        """The verdict on a wager that is paid by its hand's row, or by a row that its cards reach alone."""
        terms = self.terms[wager.kind]
        odds = self.odds[wager.kind]
        wins = section or self.section(f"{wager.kind}_wins", "wins", "settlement")
        awards = self.declarations.awards(wager.kind)
        if row is not None and row in awards:
            return Verdict(wager, "wins", wins, awards[row])
        found = row if row in odds else None if hand is None else self.row(odds, hand)
        if found is None or not odds[found].win:
            if found is None and terms.below == "loses":
                return Verdict(wager, "loses", self.section(f"{wager.kind}_loses", "loses", "settlement"))
            return Verdict(wager, "returned", self.section("ties", "settlement"))
        winnings = odds[found].pays(wager.amount + wager.coupon)
        if terms.stake_taken:
            return Verdict(wager, "wins", wins, winnings + wager.amount, taken=True)
        return Verdict(wager, "wins", wins, winnings, odds[found])

    def special_row(self, kind: str, cards: tuple[Card, ...]) -> str | None:
        """The row that names this holding, for rows that depend on more than rank."""
        return next((row for row in self.terms[kind].special if is_holding(row, cards)), None)

    def apply_payout_limit(self, verdicts: list[Verdict]) -> list[Verdict]:
        """Reduce the sum of the winnings under the payout limit, starting with the last wager."""
        if self.limit is None:
            return verdicts
        over = sum(one.winnings for one in verdicts if one.wager.kind in self.limit_wagers) - self.limit
        for at in range(len(verdicts) - 1, -1, -1):
            one = verdicts[at]
            if over > 0 and one.wager.kind in self.limit_wagers and one.winnings:
                cut = min(over, one.winnings)
                verdicts[at] = replace(one, winnings=one.winnings - cut, cut=cut)
                over -= cut
        return verdicts

    # ---- Carrying out a verdict

    def carry_out(self, state: P, verdict: Verdict) -> Round[P]:
        """Move the chips according to a verdict."""
        wager, section = verdict.wager, verdict.section
        if verdict.result == "loses":
            return (yield from self.lose(state, wager, section))
        if verdict.result != "wins":
            return (yield from self.push(state, wager, section, result_void=verdict.result == "void"))
        if verdict.taken:
            return (yield from self.award(state, wager, verdict.winnings, section))
        if verdict.cut:
            full, most = dollars(verdict.winnings + verdict.cut), dollars(verdict.winnings)
            text = f"The payout limit of {dollars(self.limit or 0)} a hand: {most} instead of {full}."
            yield Said(state, self.sections["payout_limit"], text, wager.position)
        return (yield from self.win(state, wager, verdict.winnings, section, None if verdict.cut else verdict.odds))
