"""Pai gow poker: one round, from the offer of the bank to envy.

Read `families/pai_gow/round/play.py` first: starting place, deal, setting, bank and settlement come from the family.
This module adds the ranks of hands, the house way, and the side wagers: on the first three cards, on all seven, on the
dealer's seven, on the meter, and the EZ variation. Every figure is in rules.toml.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil
from typing import Any, ClassVar, Literal

from pydantic import Field

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import Odds, cents, dollars
from pitboss.chapter.rules import AmountAlone, table_type
from pitboss.equipment import Card, Rank
from pitboss.families.pai_gow.round import DEALER, PaiGow, PaiGowState, SetHand, Verdict
from pitboss.families.pai_gow.round.banking import BankingAmounts
from pitboss.families.pai_gow.round.irregularities import PaiGowIrregularities
from pitboss.games.pai_gow_poker import house_way
from pitboss.games.pai_gow_poker.sevens import lines, pai_gow, three_card_line
from pitboss.hands import Category, Hand, order_of
from pitboss.table.cards import join_cards
from pitboss.table.state import Wager, collect_wager, move_to_rack, replace
from pitboss.table.steps import Action, Irregularity, Round, Said, Settled

COMPLETE = frozenset({Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH})
"""The hands that the house way does not break up."""
BONUS, INSURANCE, THREE, SEVEN, IMPERIAL = "bonus", "insurance", "three_card", "seven_card", "imperial"
DRAGON, COLOUR, PROGRESSIVE, DICE = "queens_dragon", "colour", "progressive", "dice"
SECTIONS = {
    BONUS: "bonus_settlement",
    INSURANCE: "insurance_settlement",
    THREE: "three_card_settlement",
    SEVEN: "seven_card_settlement",
    IMPERIAL: "imperial_settlement",
    DRAGON: "ez_settlement",
    COLOUR: "red_black_settlement",
    PROGRESSIVE: "progressive_settlement",
}
"""The fact under which a wager is settled, by its terms."""
COLOURS = ("red", "black")


class Terms(AmountAlone):
    """The terms of a wager in rules.toml, beyond those of all games: how it is settled, and its shares of the meter."""

    settles: Literal[
        "hands",
        "bank",
        "bonus",
        "insurance",
        "three_card",
        "seven_card",
        "imperial",
        "queens_dragon",
        "colour",
        "dice",
        "progressive",
    ]
    meter: dict[str, float] = Field(default_factory=dict)


class PaiGowPokerAmounts(BankingAmounts):
    """Wager amounts: a colour wager is on one colour, and imperial payouts may be limited."""

    game: PaiGowPoker

    def spots(self, state: PaiGowState, position: int, wager: str) -> tuple[str, ...]:
        if self.game.settles[wager] != COLOUR:
            return super().spots(state, position, wager)
        held = [one.spot for one in state.wagers_of(position) if one.kind == wager]
        return tuple(held) or COLOURS

    def least_payout_limits(self) -> Mapping[str, int]:
        return {"imperial_limit": self.game._imperial_least} if "imperial" in self.game.layout.wagers else {}


class PaiGowPokerIrregularities(PaiGowIrregularities):
    """Pai gow's irregularities, plus those of a seven-card hand."""

    game: PaiGowPoker
    effects: ClassVar[frozenset[str]] = PaiGowIrregularities.effects | {"wager_returned"}
    conditions: ClassVar[Mapping[str, str]] = {
        **PaiGowIrregularities.conditions,
        "fourth_card": "the fourth card has not been dealt yet",
    }

    def holds(self, state: PaiGowState, condition: str, about: tuple[str, ...]) -> bool:
        if condition == "fourth_card":
            return any(len(hand.all) > self.game.layout.fact("three_first")[0] for hand in state.hands)
        return super().holds(state, condition, about)


class PaiGowPoker(PaiGow[PaiGowState]):
    """The procedure of Subchapter 11 on one layout."""

    amounts_type = PaiGowPokerAmounts
    irregularities_type = PaiGowPokerIrregularities

    terms_type = Terms
    fact_kinds: ClassVar[Mapping[str, Any]] = {
        **PaiGow.fact_kinds,
        "envy": table_type(least=int),
        "envy_payments": dict[str, dict[str, int]],
        "ez_settlement": table_type(high=str),
        "imperial_lines": dict[str, list[str]],
        "ranking": table_type(high=str, low=str),
        "red_black_settlement": table_type(least=int),
        "three_first": list[int],
    }

    def __init__(self, layout: Layout) -> None:
        self.ez = layout.option("variation") == "ez"
        self.main = "ez_main" if self.ez else "pai_gow_poker"
        ranking = layout.fact("ranking")
        self.orders = {name: order_of(order) for name, order in ranking.items()}
        self.way = str(layout.options["house_way"])
        self.three_first = layout.option("three_seven_bonus") in ("three", "both")
        self.settles: dict[str, str] = {
            kind: layout.rules.terms_of(kind, Terms).settles for kind in layout.rules.wagers
        }
        super().__init__(layout)

    def opening(self) -> PaiGowState:
        meter = self.layout.cents("progressive_meter") if self.layout.option("progressive") == "on" else 0
        return PaiGowState(meter=meter)

    # ---- 11.3: the ranks of hands

    def made(self, parts: Sequence[Sequence[Card]]) -> tuple[Hand, ...]:
        named = zip(self.setting.names, parts, strict=True)
        return tuple(Hand(tuple(part), self.orders[name]) for name, part in named)

    def ranks(self, parts: Sequence[Sequence[Card]]) -> tuple[int, ...]:
        return tuple(hand.strength for hand in self.made(parts))

    def hand_names(self, parts: Sequence[Sequence[Card]]) -> tuple[str, ...]:
        return tuple(hand.describe(full=True) for hand in self.made(parts))

    def pieces_text(self, held: Sequence[Card]) -> str:
        return join_cards(held)

    def foul(self, parts: Sequence[Sequence[Card]]) -> str:
        low, high = self.made(parts)
        if high.may_stand_behind(low):
            return ""
        return f"the low hand, {low.describe(full=True)}, ranks above the high hand, {high.describe(full=True)}"

    # ---- 11.9: the house way

    def house_way(self, held: Sequence[Card]) -> str:
        """The house's setting, for the dealer's cards and on request."""
        low_order, high_order = (self.orders[name] for name in self.setting.names)
        parts = [self.setting.parts(choice, held) for choice in self.setting.choices]
        made = [(low_order.play(low).grade, high_order.play(high).grade) for low, high in parts]
        ranks = [Rank.ACE if card.is_joker else card.rank for card in held]
        number = [ranks.count(rank) for rank in Rank]
        lows = [low_order.strength(low) - 1 for low, _ in made]
        complete = [high.category in COMPLETE for _, high in made]
        highs = [high_order.strength(high) for _, high in made]
        return self.setting.choices[house_way.set_by(self.way, number, lows, highs, complete)]

    def verdict(self, state: PaiGowState, hand: SetHand, bank: SetHand) -> Verdict:
        """The verdict; in EZ pai gow, a dealer's queen high pushes every wager that has not lost by a foul."""
        found = super().verdict(state, hand, bank)
        if self.ez and not self.foul(self.setting.split(hand.all)) and self.is_queen_high(bank):
            return Verdict("returned", self.section("ez_settlement"))
        return found

    def is_queen_high(self, bank: SetHand) -> bool:
        return pai_gow(bank.all) == f"{self.layout.fact('ez_settlement')['high']}_high"

    def vigorish(self, won: int) -> int:
        return 0 if self.ez else super().vigorish(won)

    # ---- Side wagers: the colour, the dollar, the call

    def box(self, wager: Wager) -> int:
        return wager.position if wager.spot in COLOURS else super().box(wager)

    def supports(self, state: PaiGowState, position: int, action: Action) -> bool:
        if self.settles[action.wager] in (COLOUR, DICE):
            return any(one.kind == self.main for one in state.wagers_of(position))
        return super().supports(state, position, action)

    def close_wagers(self, state: PaiGowState) -> Round[PaiGowState]:
        state = yield from super().close_wagers(state)
        played = [wager for wager in state.wagers if self.settles[wager.kind] == PROGRESSIVE]
        if played:
            state = replace(state, meter=state.meter + sum(map(self.contribution, played)))
            text = f"The acceptors are closed. The meter is at {dollars(state.meter)}."
            yield Said(state, self.section("lock_out"), text)
        return state

    def contribution(self, wager: Wager) -> int:
        """A wager's contribution to the meter."""
        rate = self.layout.options.get("progressive_rate", 0)
        return int(wager.amount * Fraction(str(rate))) if self.settles[wager.kind] == PROGRESSIVE else 0

    def without_contribution(self, state: PaiGowState, wager: object) -> PaiGowState:
        assert isinstance(wager, Wager)
        return replace(state, meter=state.meter - self.contribution(wager)) if state.closed else state

    # ---- 11.17: three cards first

    def portions(self, state: PaiGowState) -> tuple[int, ...]:
        return tuple(self.layout.fact("three_first")) if self.three_first else super().portions(state)

    def after_portion(self, state: PaiGowState, at: int) -> Round[PaiGowState]:
        """The three-card bonus: winners show their cards and are paid before the fourth card."""
        if at or not self.three_first:
            return state
        for hand in self.players(state):
            wager = self.settled_as(state, hand.box, THREE)
            if wager is None or hand.fate:
                continue
            odds = self.odds[wager.kind].get(three_card_line(hand.all))
            section = self.section("three_card_settlement")
            if odds is None:
                state = yield from self.lose(state, wager, section)
                continue
            state = self.turn_up(state, hand.box)
            yield Said(state, section, f"{hand.name} shows {join_cards(hand.all)}.", hand.position)
            state = yield from self.win(state, wager, odds.pays(wager.amount), section, odds)
        return state

    def settled_as(self, state: PaiGowState, box: int, settles: str) -> Wager | None:
        return next((one for one in self.on_box(state, box) if self.settles[one.kind] == settles), None)

    # ---- 11.13 to 11.23: seven cards

    def settle_beside(self, state: PaiGowState, box: int) -> Round[PaiGowState]:
        """Settle side wagers on the seven cards; hands of four of a kind or better stay until envy is paid."""
        hand = state.hand(box)
        for wager in self.on_box(state, box):
            settles = self.settles[wager.kind]
            if settles == COLOUR:
                continue
            if settles == PROGRESSIVE:
                state = yield from self.settle_progressive(state, hand, wager)
            elif settles == IMPERIAL:
                state = yield from self.settle_imperial(state, hand, wager)
            else:
                section = self.section("ez_envy" if self.ez and settles in (BONUS, INSURANCE) else SECTIONS[settles])
                state = yield from self.paid_or_lost(state, wager, self.odds_for(state, hand, wager), section)
        return state

    def settle_last(self, state: PaiGowState) -> Round[PaiGowState]:
        """Settle wagers on the colours of the dealer's cards, in any of the player's areas."""
        for wager in [one for one in state.wagers if self.settles[one.kind] == COLOUR]:
            odds, section = self.odds_of_colour(state, wager), self.section("red_black_settlement")
            state = yield from self.paid_or_lost(state, wager, odds, section)
        return state

    def odds_of_colour(self, state: PaiGowState, wager: Wager) -> Odds | None:
        red = wager.spot == COLOURS[0]
        number = sum(not card.is_joker and card.suit.is_red == red for card in self.dealers(state))
        least: int = self.layout.fact("red_black_settlement")["least"]
        return self.odds[wager.kind][""] if number >= least else None

    def paid_or_lost(self, state: PaiGowState, wager: Wager, odds: Odds | None, section: str) -> Round[PaiGowState]:
        """Settle a wager by a line in its table; a line that pays nothing is a push."""
        if odds is None:
            return (yield from self.lose(state, wager, section))
        if not odds.win:
            return (yield from self.push(state, wager, section))
        return (yield from self.win(state, wager, odds.pays(wager.amount), section, odds))

    def odds_for(self, state: PaiGowState, hand: SetHand, wager: Wager) -> Odds | None:
        """The odds at which a wager is paid; None if it has lost."""
        table, settles = self.odds[wager.kind], self.settles[wager.kind]
        if settles in (BONUS, SEVEN):
            paid = [table[line] for line in lines(hand.all) if line in table]
            return max(paid, key=lambda odds: odds.ratio, default=None)
        if settles == INSURANCE:
            return table.get(pai_gow(hand.all))
        return table[""] if self.is_queen_high(state.hand(DEALER)) else None

    def dealers(self, state: PaiGowState) -> tuple[Card, ...]:
        """The seven cards that decide wagers on the dealer's hand: the banker's."""
        return state.against.all

    def settle_imperial(self, state: PaiGowState, hand: SetHand, wager: Wager) -> Round[PaiGowState]:
        """Settle a line for the player's cards and one for the dealer's, with a single limit on both."""
        table, rows = self.odds[wager.kind], self.layout.fact("imperial_lines")
        mine = next((line for line in rows["player"] if line in lines(hand.all)), "")
        theirs = pai_gow(self.dealers(state))
        reached = [line for line in (mine, theirs if theirs in rows["banker"] else "") if line]
        section = self.section("imperial_settlement")
        if not reached:
            return (yield from self.lose(state, wager, section))
        won = sum(table[line].pays(wager.amount) for line in reached)
        winnings = min(won, limit) if (limit := self.imperial_limit) is not None else won
        if winnings < won:
            text = f"{dollars(won)} exceeds the limit of {dollars(winnings)}."
            yield Said(state, self.section("imperial_limit"), text, hand.position)
        named = " and ".join(line.replace("_", " ") for line in reached)
        yield Said(state, section, f"{hand.name}: {named}.", hand.position)
        return (yield from self.win(state, wager, winnings, section, table[reached[0]] if len(reached) == 1 else None))

    @property
    def imperial_limit(self) -> int | None:
        """The maximum that both lines together pay a player in a round.

        A posted limit below the most that the least wager could win is a breach (11.20(d)), and reduces no winnings.
        """
        posted = self.layout.options.get("imperial_limit")
        if posted in (None, "none"):
            return None
        return max(cents(str(posted)), self._imperial_least)

    @property
    def _imperial_least(self) -> int:
        """The most that the least imperial wager could win on both lines."""
        rows, table = self.layout.fact("imperial_lines"), self.odds["imperial"]
        least = max(self.layout.limits.of("imperial")[0], self.amounts.step(self.opening(), "imperial"))
        return sum(max(table[line].pays(least) for line in rows[whose]) for whose in ("player", "banker"))

    # ---- 11.14: the meter

    def progressive_line(self, kind: str, cards: Sequence[Card]) -> str:
        rows = (*self.layout.rules.wagers[kind].terms["meter"], *self.odds[kind])
        reached = lines(cards)
        return next((row for row in rows if row in reached), "")

    def settle_progressive(self, state: PaiGowState, hand: SetHand, wager: Wager) -> Round[PaiGowState]:
        """Pay part of the current meter, or dollars; a hand that wins all of the meter splits it with later ones."""
        line, section = self.progressive_line(wager.kind, hand.all), self.section("progressive_settlement")
        share = self.layout.rules.wagers[wager.kind].terms["meter"].get(line)
        if not line:
            return (yield from self.lose(state, wager, section))
        if share is None:
            prize = self.odds[wager.kind][line].pays(wager.amount) + wager.amount
            return (yield from self.award(state, wager, prize, section))
        section = self.section("progressive_order")
        if share == 1:
            holders = self.taking_all(state, wager.kind)
            prize = ceil(Fraction(state.meter, holders)) if holders else state.meter
            state = replace(state, meter=state.meter - prize if holders > 1 else self.layout.cents("progressive_reset"))
        else:
            prize = ceil(state.meter * Fraction(str(share)))
            state = replace(state, meter=state.meter - prize)
        state = yield from self.award(state, wager, prize, section)
        yield Said(state, section, f"The meter is at {dollars(state.meter)}.")
        return state

    def taking_all(self, state: PaiGowState, kind: str) -> int:
        """The number of unsettled hands that win the whole meter."""
        meter = self.layout.rules.wagers[kind].terms["meter"]
        boxes = [self.box(wager) for wager in state.wagers if wager.kind == kind]
        return sum(meter.get(self.progressive_line(kind, state.hand(box).all)) == 1 for box in boxes)

    def award(self, state: PaiGowState, wager: Wager, prize: int, section: str) -> Round[PaiGowState]:
        """Pay a prize; the wager that won it is not returned."""
        state = move_to_rack(collect_wager(state, wager), wager.position, prize)
        yield Settled(state, section, wager, "wins", self.name(wager.kind), prize, lost=wager.amount)
        return state

    # ---- 11.15, 11.16, 11.22: envy

    def settle(self, state: PaiGowState) -> Round[PaiGowState]:
        taking = self.envy_wagers(state)
        state = yield from super().settle(state)
        if not self.layout.option("envy"):
            return state
        payments = self.layout.fact("envy_payments")
        table = payments.get(str(self.layout.option("bonus_table")), payments["others"])
        for winner in self.players(state):
            line = next((line for line in table if not winner.fate and line in lines(winner.all)), "")
            if line and winner.position:
                state = yield from self.pay_envy(state, winner, line, cents(table[line]), taking)
        return state

    def envy_wagers(self, state: PaiGowState) -> tuple[Wager, ...]:
        """The bonus wagers that win envy payments for others' hands."""
        if not self.layout.option("envy"):
            return ()
        least = cents(self.layout.fact("envy")["least"])
        there = [wager for wager in state.wagers if self.settles[wager.kind] == BONUS and wager.amount >= least]
        return tuple(sorted(there, key=self.box))

    def pay_envy(
        self, state: PaiGowState, winner: SetHand, line: str, amount: int, taking: Sequence[Wager]
    ) -> Round[PaiGowState]:
        """Pay envy for one hand to each other participating player."""
        section = self.section("ez_envy" if self.ez else "envy")
        text = f"{winner.name} has {line.replace('_', ' ')}: envy is {dollars(amount)}."
        paid = [wager for wager in taking if wager.position != winner.position]
        if paid:
            yield Said(state, section, text, winner.position)
        for wager in paid:
            state = move_to_rack(state, wager.position, amount)
            envy_wager = replace(wager, spot=f"{wager.spot} envy of {winner.box}".strip())
            yield Settled(state, section, envy_wager, "wins", self.name(wager.kind), amount, stays=True)
        return state

    # ---- 11.11: irregularities

    def handle_irregularity(self, state: PaiGowState, event: Irregularity) -> Round[PaiGowState]:
        state = yield from super().handle_irregularity(state, event)
        rule = self.layout.irregularities[event.id]
        if rule.effect == "wager_returned":
            for position in event.about:
                for wager in [one for one in state.wagers_of(int(position)) if self.settles[one.kind] == PROGRESSIVE]:
                    state = yield from self.give_back(state, wager, rule.section, result_void=True)
        return state

    def status(self, state: PaiGowState) -> list[str]:
        meter = [f"the meter is at {dollars(state.meter)}"] if self.layout.option("progressive") == "on" else []
        return [*super().status(state), *meter]


GAME = PaiGowPoker

__all__ = ["GAME", "PaiGowPoker"]
