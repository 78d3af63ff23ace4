"""High card: each player and the dealer get one card, face down; a player may surrender half; the higher rank wins.

There is also a wager on spades, if the licensee has a meter: the ace is paid the figure on the meter.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, ClassVar

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import cents, dollars
from pitboss.chapter.rules import table_type
from pitboss.equipment import Card
from pitboss.table import Action, AskDecision, Game, Hidden, Irregularity, Round, Said
from pitboss.table.allowed import YES, Answer
from pitboss.table.amounts import Amounts
from pitboss.table.cards import CardState, draw, shuffle, take_up
from pitboss.table.choices import Choices
from pitboss.table.codec import FrozenStruct
from pitboss.table.irregularities import Irregularities
from pitboss.table.state import Wager, replace

SECTION = "8.4(c)"
JACKPOT = "ace"


class Held(FrozenStruct):
    """A position's card, face down until it is turned up; position 0 is the dealer."""

    position: int
    card: Hidden | None = None
    up: Card | None = None


class HighCardState(CardState):
    """The cards of this round, and the meter, which carries over between rounds; it is a figure, not chips."""

    cards: tuple[Held, ...] = ()
    meter: int = 0


class HighCardAmounts(Amounts["HighCard"]):
    """The spade wager is one dollar; half of the high card wager can be lost."""

    def least(self, state: HighCardState, position: int, wager: str, spot: str) -> int:
        return cents(self.game.layout.wagers["spade"].terms["fixed"]) if wager == "spade" else 0

    def most(self, state: HighCardState, position: int, wager: str, spot: str) -> int | None:
        return cents(self.game.layout.wagers["spade"].terms["fixed"]) if wager == "spade" else None

    def divisor(self, kind: str) -> int:
        return 2 if kind == "high" and self.game.layout.option("surrender") else 1


class HighCardChoices(Choices["HighCard"]):
    """A player may stay in or surrender half."""

    def consequences(self, state: HighCardState, ask: AskDecision) -> Mapping[str, str]:
        return {"give_up": f"lose {dollars(self.game.half(state.find(ask.position, 'high')))}"}

    def known_cards(self, state: HighCardState, ask: AskDecision) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        return tuple(held.card.card for held in state.cards if held.card and held.position == ask.position), ()


class HighCardIrregularities(Irregularities["HighCard"]):
    """A hand may be dead, which is only possible where two or more are dealt."""

    effects = Irregularities.effects | {"hand_dead"}
    conditions: ClassVar[Mapping[str, str]] = {"two_hands": "backs are distinguished only if two hands are dealt"}

    def holds(self, state: HighCardState, condition: str, about: tuple[str, ...]) -> bool:
        return len({wager.position for wager in state.wagers}) > 1


class HighCard(Game[HighCardState]):
    state_type = HighCardState
    amounts_type = HighCardAmounts
    choices_type = HighCardChoices
    irregularities_type = HighCardIrregularities
    decisions: ClassVar[Mapping[str, str]] = {"stay": "stay_or_give_up", "give_up": "stay_or_give_up"}
    fact_kinds: ClassVar[Mapping[str, Any]] = {
        **Game.fact_kinds,
        "decks": int,
        "given_up": Decimal,
        "jackpot": str,
        "spade": table_type(king=str, queen=str),
    }

    def opening(self) -> HighCardState:
        return HighCardState(meter=self.layout.cents("progressive_meter") if self.layout.option("progressive") else 0)

    # ---- what is allowed

    def may(self, state: HighCardState, position: int, action: Action) -> Answer:
        """Whether an action is allowed: the high card wager comes first, and the spade wager is one dollar."""
        if action.wager == "spade" and action.verb in ("make", "increase", "reduce"):
            fixed = cents(self.layout.wagers["spade"].terms["fixed"])
            if not state.find(position, "high"):
                return self.no("the spade wager is made beside the high card wager: make that first", SECTION)
            if action.verb != "make" or action.amount != fixed or state.find(position, "spade"):
                return self.no(f"the spade wager is {dollars(fixed)}, no more and no less", SECTION)
        if action.wager == "high" and action.verb == "remove" and state.find(position, "spade"):
            return self.no("the spade wager lies beside it: take that down first", SECTION)
        return YES

    def half(self, wager: Wager | None) -> int:
        return int(wager.amount * Fraction(str(self.layout.fact("given_up")))) if wager else 0

    # ---- irregularities

    def handle_irregularity(self, state: HighCardState, event: Irregularity) -> Round[HighCardState]:
        """Return the wagers of the named hand, which is dead."""
        state = yield from super().handle_irregularity(state, event)
        if self.layout.irregularities[event.id].effect == "hand_dead":
            for wager in [wager for wager in state.wagers if str(wager.position) in event.about]:
                state = yield from self.give_back(state, wager, SECTION, result_void=True)
        return state

    # ---- the round

    def round(self, state: HighCardState) -> Round[HighCardState]:
        state = yield from self.take_wagers(state, SECTION)
        if not state.wagers:
            return state
        state = yield from shuffle(state, SECTION, self.layout.fact("decks"))
        for number in (*(wager.position for wager in state.wagers if wager.kind == "high"), 0):
            state, card = yield from draw(state, SECTION, f"position {number}" if number else "dealer")
            held = Held(number, Hidden(card, (number,) if number else ()))
            state = replace(state, cards=(*state.cards, held))
        if self.layout.option("surrender"):
            state = yield from self.surrender(state)
        turned = {held.position: held.card.card for held in state.cards if held.card is not None}
        state = replace(state, cards=tuple(Held(number, up=card) for number, card in turned.items()))
        mine = turned[0]
        yield Said(state, SECTION, f"The dealer shows {mine.pretty}.")
        state = yield from self.before_settlement(state, SECTION)
        for wager in state.wagers:
            card = turned[wager.position]
            if wager.kind == "spade":
                state = yield from self.spade(state, wager, card)
            elif card.rank > mine.rank:
                odds = self.odds[wager.kind][""]
                state = yield from self.win(state, wager, odds.pays(wager.amount), SECTION, odds)
            elif card.rank < mine.rank:
                state = yield from self.lose(state, wager, SECTION)
            else:
                state = yield from self.give_back(state, wager, SECTION, result_void=True)
        return self.clear_layout(state)

    def surrender(self, state: HighCardState) -> Round[HighCardState]:
        for wager in [wager for wager in state.wagers if wager.kind == "high"]:
            ask = AskDecision(state, SECTION, wager.position, "stay, or give up half?", ("stay", "give_up"), "stay")
            if (yield ask) == "give_up":
                yield Said(state, SECTION, f"Position {wager.position} gives up half.")
                state = yield from self.give_up(state, wager, self.half(wager), SECTION)
        return state

    def spade(self, state: HighCardState, wager: Wager, card: Card) -> Round[HighCardState]:
        """Pay the ace the meter and two other spades at odds; every other wager feeds the meter."""
        row = row_of(self.layout, card)
        if row == JACKPOT:
            prize = state.meter
            state = yield from self.win(state, wager, prize, SECTION)
            state = replace(state, meter=self.layout.cents("progressive_reset"))
            yield Said(state, SECTION, f"The meter is won, and stands at {dollars(state.meter)}.")
        elif row:
            odds = self.odds["spade"][row]
            state = yield from self.win(state, wager, odds.pays(wager.amount), SECTION, odds)
        else:
            state = yield from self.lose(state, wager, SECTION)
            state = replace(state, meter=state.meter + fed(self.layout, wager.amount))
        return state

    def clear_layout(self, state: HighCardState) -> HighCardState:
        return replace(take_up(state, len(state.cards)), cards=())


def row_of(layout: Layout, card: Card) -> str:
    """Return the row by which the spade wager pays a card: the jackpot, a row of its odds, or ""."""
    rows = {layout.fact("jackpot"): JACKPOT, **{held: row for row, held in layout.fact("spade").items()}}
    return rows.get(str(card), "")


def fed(layout: Layout, amount: int) -> int:
    """Return what a losing spade wager adds to the meter, in whole cents."""
    return int(amount * Fraction(str(layout.option("progressive_rate"))))


GAME = HighCard
