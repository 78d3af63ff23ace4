"""How hands of house poker are settled: what becomes of each wager is judged first, then chips move.

A `Verdict` is what becomes of one wager. Those of a hand are made together, before any chip moves, so that a payout
limit can cut their sum. A hand is settled in this order: what it is played for, bonuses, side wagers, the meter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from pitboss.chapter.odds import Odds, dollars
from pitboss.equipment import Card
from pitboss.families.house_poker.round.hands import Hand, P
from pitboss.families.house_poker.round.meter import Metered
from pitboss.families.house_poker.round.questions import made
from pitboss.families.house_poker.showdown import RESULTS, Outcome, earns_bonus, result_of, ruling
from pitboss.hands import Hand as Poker
from pitboss.hands import is_holding, order_of
from pitboss.table.cards import laid_out
from pitboss.table.codec import FrozenStruct
from pitboss.table.state import Wager, replace
from pitboss.table.steps import Round, Said


class Verdict(FrozenStruct):
    """What becomes of a wager. `cut` is what a payout limit took from its winnings."""

    wager: Wager
    result: Outcome
    section: str
    winnings: int = 0
    odds: Odds | None = None
    taken: bool = False
    cut: int = 0


@dataclass(frozen=True, slots=True)
class Judged:
    """What becomes of a hand: its wagers, and the bonuses that it has earned."""

    verdicts: tuple[Verdict, ...]
    bonuses: tuple[tuple[Wager, Odds], ...]
    wins: bool
    "Whether any of the wagers wins that it is played for."


class Settling(Metered[P], Generic[P]):
    """Hands settled, on a layout."""

    # ---- The table

    def showdown(self, state: P, section: str) -> Round[P]:
        """The dealer's hand is turned and every other settled against it, if any wager is left."""
        if not state.wagers:
            return state
        state = yield from self.reveal_dealer(state, section)
        return (yield from self.settle(state))

    def settle(self, state: P) -> Round[P]:
        """From the dealer's right, counterclockwise: hand by hand, or first all that lose, then ties, then winners."""
        state = yield from self.before_settlement(state, self.section("settlement"))
        boxes = [hand.box for hand in reversed(state.hands) if self.on_box(state, hand.box)]
        if self.declared.settlement == "losers_first":
            return (yield from self.settle_in_passes(state, boxes))
        for box in boxes:
            state = yield from self.settle_hand(state, box)
        return state

    def pay_at_once(self, state: P) -> Round[P]:
        """Hands whose dealt cards are paid as soon as they are seen: shown, settled, and out of the round."""
        at_once, least = self.declared.at_once, self.declared.least_immediate_winner
        if at_once is None:
            return state
        for box in [hand.box for hand in state.hands if not hand.fate]:
            hand = state.hand(box)
            found = made(hand.all, order_of(at_once.order))
            wager = self.find_on(state, box, at_once.wager)
            if wager is None or found.strength < least:
                continue
            section = self.section("immediate_winner_paid", "immediate_winner")
            state = self.hand_changed(state, box, cards=hand.all, down=(), fate="paid")
            text = f"{hand.name} shows {laid_out(hand.all)}: {found.describe(full=True)}, and is paid at once."
            yield Said(state, section, text, hand.position)
            _, odds = self.declared.immediate_winner_odds
            state = yield from self.win(state, wager, odds.pays(wager.amount + wager.coupon), section, odds)
            for side in self.on_box(state, box):
                state = yield from self.carry_out(state, self.verdict(state, hand, side))
            state = self.collect(state, box)
        return state

    def settle_in_passes(self, state: P, boxes: Sequence[int]) -> Round[P]:
        """Hands are turned and all losing wagers collected; then the ties; then all that wins is paid.

        Hands that are paid anything lie face up until all are paid: what has something left on it is not collected.
        """
        found: dict[int, Judged] = {}
        for box in boxes:
            state = yield from self.turn(state, box)
            found[box] = self.judge(state, box)
            state = yield from self.carry_out_all(state, found[box], "loses")
            for wager in self.losing_progressive(state, box):
                state = yield from self.settle_progressive(state, box, wager)
            state = self.collect_if_bare(state, box, found[box])
        for box in [box for box in boxes if not found[box].wins]:
            state = yield from self.carry_out_all(state, found[box], "returned", "void")
            state = self.collect_if_bare(state, box, found[box])
        paid = [box for box in boxes if state.hand(box).all]
        for box in paid:
            state = yield from self.pay(state, box, found[box])
        return (yield from self.collect_paid(state, paid))

    def settle_early(self, state: P, kind: str, section: str) -> Round[P]:
        """A wager that the cards so far decide is settled in the middle of the round, from the dealer's right.

        Who wins it shows his cards, which lie open from then on; nobody else does.
        """
        for hand in reversed(state.hands):
            wager = self.find_on(state, hand.box, kind)
            if wager is not None:
                verdict = self.verdict(state, hand, wager)
                if verdict.result == "wins":
                    state = self.hand_changed(state, hand.box, cards=hand.all, down=())
                    text = f"{hand.name} shows {laid_out(hand.all)}."
                    yield Said(state, section, text, hand.position)
                state = yield from self.carry_out(state, verdict)
        return state

    # ---- A hand

    def settle_hand(self, state: P, box: int) -> Round[P]:
        """What the hand is played for; then bonuses, side wagers, and what comes off the meter. The cards go last."""
        state = yield from self.turn(state, box)
        state = yield from self.pay(state, box, self.judge(state, box))
        return state if self.on_box(state, box) else self.collect(state, box)

    def turn(self, state: P, box: int) -> Round[P]:
        """A hand is turned over, if it is to be."""
        if not self.turns_up(state, box):
            return state
        return (yield from self.show(state, box, self.section("showdown", "settlement")))

    def judge(self, state: P, box: int) -> Judged:
        """What becomes of a hand, before any of its chips move."""
        hand = state.hand(box)
        verdicts = tuple(self.verdicts(state, box))
        played = [verdict for verdict in verdicts if not self.terms[verdict.wager.kind].side]
        wins = any(verdict.result == "wins" for verdict in played)
        return Judged(verdicts, tuple(self.bonuses(state, hand)) if earns_bonus(hand.fate) else (), wins)

    def pay(self, state: P, box: int, found: Judged) -> Round[P]:
        """What is left to be done with a hand's wagers: those it is played for, bonuses, side wagers, the meter."""
        left = [one for one in found.verdicts if one.wager in state.wagers]
        for verdict in [one for one in left if not self.terms[one.wager.kind].side]:
            state = yield from self.carry_out(state, verdict)
        for wager, odds in found.bonuses:
            winnings = odds.pays(wager.amount)
            state = yield from self.pay_extra(state, wager, "bonus", winnings, self.sections["bonus"], odds)
        for verdict in [one for one in left if self.terms[one.wager.kind].side]:
            state = yield from self.carry_out(state, verdict)
        for wager in [one for one in self.on_box(state, box) if one.kind in self.progressive]:
            state = yield from self.settle_progressive(state, box, wager)
        return state

    def carry_out_all(self, state: P, found: Judged, *results: str) -> Round[P]:
        """What becomes of the hand's wagers with such a result."""
        for verdict in found.verdicts:
            if verdict.result in results and verdict.wager in state.wagers:
                state = yield from self.carry_out(state, verdict)
        return state

    def losing_progressive(self, state: P, box: int) -> list[Wager]:
        """The progressive wagers of a hand that win nothing."""
        hand = state.hand(box)
        there = [wager for wager in self.on_box(state, box) if wager.kind in self.progressive]
        return [wager for wager in there if self.progressive_row(state, hand, wager.kind) is None]

    def collect_if_bare(self, state: P, box: int, found: Judged) -> P:
        """The cards of a hand that is paid nothing go as soon as its wagers are settled."""
        return state if self.on_box(state, box) or found.bonuses else self.collect(state, box)

    def collect_paid(self, state: P, boxes: Sequence[int]) -> Round[P]:
        """The cards of those who were paid; where a jackpot is paid from elsewhere, when that is documented."""
        elsewhere = self.applies({"jackpot_paid_by": ("cage",)})
        waiting = [box for box in boxes if elsewhere and state.hand(box).jackpot]
        for box in [box for box in boxes if box not in waiting and not self.on_box(state, box)]:
            state = self.collect(state, box)
        for box in waiting:
            section, name = self.section("jackpot_documented", "settlement"), state.hand(box).name
            text = f"The cards of {name.lower()} stay on the table until its progressive payout is documented."
            yield Said(state, section, text, state.hand(box).position)
            state = self.collect(state, box)
            yield Said(state, section, f"It is documented: the cards of {name.lower()} go to the discard rack.")
        return state

    def turns_up(self, state: P, box: int) -> bool:
        """Whether a hand is turned over to be settled."""
        return True

    def apart(self, kind: str) -> bool:
        """Whether a wager is settled apart from the others of its hand: by the meter, or among the players."""
        return kind in self.progressive

    def bonuses(self, state: P, hand: Hand) -> list[tuple[Wager, Odds]]:
        """The wagers on whose amount a hand that stayed earns a bonus, whoever wins."""
        earned: list[tuple[Wager, Odds]] = []
        for wager in self.on_box(state, hand.box):
            if self.terms[wager.kind].bonus:
                table = self.bonus_table(wager.kind)
                cards = self.seen(state, hand, self.terms[wager.kind].bonus_sees)
                row = self.row(table, made(cards, self.order))
                earned += [] if row is None else [(wager, table[row])]
        return earned

    # ---- A wager: what becomes of it

    def verdicts(self, state: P, box: int) -> list[Verdict]:
        """What becomes of each wager on a box that is not settled apart, once the payout limit has cut them."""
        hand = state.hand(box)
        wagers = [wager for wager in self.on_box(state, box) if not self.apart(wager.kind)]
        return self.limited([self.verdict(state, hand, wager) for wager in wagers])

    def verdict(self, state: P, hand: Hand, wager: Wager) -> Verdict:
        """What becomes of one wager."""
        terms = self.terms[wager.kind]
        if terms.settles == "dealer":
            return self.against_dealer(wager, self.best(state, hand), self.best_of_dealer(state))
        if terms.holdings:
            return self.by_table(wager, None, self.declared.holdings[wager.kind].row(hand.all, state.dealer))
        if terms.side:
            cards = self.seen_by(state, hand, wager.kind)
            row = self.special_row(wager.kind, cards)
            return self.by_table(wager, made(cards, self.orders[wager.kind]), row)
        return self.by_table(wager, self.best(state, hand))

    def against_dealer(self, wager: Wager, mine: Poker, dealers: Poker) -> Verdict:
        """A wager on the player's hand against the dealer's."""
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
        """A wager paid for the row that its hand has, or that its cards have by themselves."""
        terms = self.terms[wager.kind]
        odds = self.odds[wager.kind]
        wins = section or self.section(f"{wager.kind}_wins", "wins", "settlement")
        awards = self.declared.awards(wager.kind)
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
        """A row that these cards have by more than their rank: a holding that it names."""
        return next((row for row in self.terms[kind].special if is_holding(row, cards)), None)

    def limited(self, verdicts: list[Verdict]) -> list[Verdict]:
        """The payout limit cuts the sum of what the wagers under it win, the last listed first."""
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

    # ---- A wager: it is done

    def carry_out(self, state: P, verdict: Verdict) -> Round[P]:
        """Chips go where a verdict says."""
        wager, section = verdict.wager, verdict.section
        if verdict.result == "loses":
            return (yield from self.lose(state, wager, section))
        if verdict.result != "wins":
            return (yield from self.give_back(state, wager, section, result_void=verdict.result == "void"))
        if verdict.taken:
            return (yield from self.award(state, wager, verdict.winnings, section))
        if verdict.cut:
            full, most = dollars(verdict.winnings + verdict.cut), dollars(verdict.winnings)
            text = f"The payout limit of {dollars(self.limit or 0)} a hand: {most} instead of {full}."
            yield Said(state, self.sections["payout_limit"], text, wager.position)
        return (yield from self.win(state, wager, verdict.winnings, section, None if verdict.cut else verdict.odds))
