"""High card: one card each, face down; a player may give up half; the higher rank wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from pitboss.equipment import Card
from pitboss.table import AskDecision, Game, Hidden, Irregularity, Round, Said
from pitboss.table.cards import CardState, draw, shuffle, take_up
from pitboss.table.state import replace

SECTION = "8.4(c)"


@dataclass(frozen=True, slots=True)
class Held:
    """A position's card, face down until it is turned up; position 0 is the dealer."""

    position: int
    card: Hidden | None = None
    up: Card | None = None


@dataclass(frozen=True, slots=True)
class HighCardState(CardState):
    cards: tuple[Held, ...] = ()


class HighCard(Game[HighCardState]):
    state_type = HighCardState
    effects = Game.effects | {"hand_dead"}
    conditions: ClassVar[Mapping[str, str]] = {"two_hands": "a back is told from others only where two hands are dealt"}

    def holds(self, state: HighCardState, condition: str, about: tuple[str, ...]) -> bool:
        return len({wager.position for wager in state.wagers}) > 1

    def irregular(self, state: HighCardState, event: Irregularity) -> Round[HighCardState]:
        """The hand that is named is dead: its wager returns."""
        state = yield from super().irregular(state, event)
        if self.layout.irregularities[event.id].effect == "hand_dead":
            for wager in [wager for wager in state.wagers if str(wager.position) in event.about]:
                state = yield from self.give_back(state, wager, SECTION, result_void=True)
        return state

    def round(self, state: HighCardState) -> Round[HighCardState]:
        state = yield from self.take_wagers(state, SECTION)
        if not state.wagers:
            return state
        state = yield from shuffle(state, SECTION, self.layout.fact("decks"))
        for number in (*(wager.position for wager in state.wagers), 0):
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
            if card.rank > mine.rank:
                odds = self.odds[wager.kind][""]
                state = yield from self.win(state, wager, odds.pays(wager.amount), SECTION, odds)
            elif card.rank < mine.rank:
                state = yield from self.lose(state, wager, SECTION)
            else:
                state = yield from self.give_back(state, wager, SECTION, result_void=True)
        return self.cleared(state)

    def surrender(self, state: HighCardState) -> Round[HighCardState]:
        for wager in state.wagers:
            ask = AskDecision(state, SECTION, wager.position, "stay, or give up half?", ("stay", "give_up"), "stay")
            if (yield ask) == "give_up" and wager.amount % 2 == 0:
                yield Said(state, SECTION, f"Position {wager.position} gives up half.")
                state = yield from self.give_up(state, wager, wager.amount // 2, SECTION)
        return state

    def cleared(self, state: HighCardState) -> HighCardState:
        return replace(take_up(state, len(state.cards)), cards=())


GAME = HighCard
