"""Mini-dice, Subchapter 13: two dice in a closed shaker that goes from player to player; one shake is a round.

Read `MiniDice.round` first: it follows the order of 13.5. There is no point and no come-out; a place bet simply stays
from shake to shake (13.2(a)1). The holder of the shaker does not affect wagers: if no player takes it, the dealer
shakes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from pitboss.chapter.layout import Layout
from pitboss.equipment.dice import Dice, outcomes
from pitboss.families.dice.terms import Terms, landing
from pitboss.families.one_draw.round import STAYS, DrawState, Lands, OneDraw, OneDrawIrregularities
from pitboss.table.amounts import Amounts
from pitboss.table.game import YES, Answer
from pitboss.table.hosting import Hosting, OffersFirst
from pitboss.table.state import replace
from pitboss.table.steps import Acted, Action, AskDecision, AskDice, Irregularity, Round, Said


class MiniDiceState(DrawState):
    """If `holder` is 0, the dealer has the shaker and offers it from the left of position `offered_from`.

    Positions in `declined` did not want it for this shake, or gave it up; no position is asked twice.
    """

    holder: int = 0
    offered_from: int = 0
    declined: tuple[int, ...] = ()


class MiniDiceAmounts(Amounts["MiniDice"]):
    """Mini-dice charges no vigorish."""

    def vigorish_when_made(self, kind: str, amount: int) -> int:
        """13.6(b)2: vigorish is prohibited."""
        return amount * int(self.game.layout.fact("vigorish")) // 100


class MiniDiceIrregularities(OneDrawIrregularities):
    """Irregularities involving the shaker and its holder."""

    game: MiniDice
    effects = OneDrawIrregularities.effects | {"shaken_again", "shaker_passed"}
    conditions: ClassVar = {
        "held": "the dealer has the shaker, not a player",
        "undecided": "there is no undecided place bet",
    }

    def holds(self, state: MiniDiceState, condition: str, about: tuple[str, ...]) -> bool:
        if condition == "held":
            return bool(state.holder)
        return any(self.game.terms[wager.kind].kind == "number" for wager in state.wagers)


class MiniDice(OneDraw[MiniDiceState]):
    """The procedure of Subchapter 13 on one layout."""

    state_type = MiniDiceState
    terms_type = None
    verbs = ("pass_shaker",)
    hosting_type: ClassVar[type[Hosting[Any]]] = OffersFirst
    amounts_type = MiniDiceAmounts
    irregularities_type = MiniDiceIrregularities
    fact_kinds: ClassVar[Mapping[str, Any]] = {
        **OneDraw.fact_kinds,
        "dice": int,
        "seven": int,
        "shakes": int,
        "vigorish": int,
    }

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.seats = int(layout.options["positions"])
        self.terms = layout.terms(Terms)
        self.seven: int = layout.fact("seven")
        self.shakes: int = layout.fact("shakes")
        self.automated = layout.option("shaker") == "automated"

    # ---- 13.2: the effect of a shake on a wager

    @property
    def outcomes(self) -> tuple[Dice, ...]:
        return outcomes(self.layout.fact("dice"))

    def lands(self, kind: str, spot: str, drawn: Dice) -> Lands:
        """13.2(a)1: a place bet waits for its number or a seven; (a)2 to 5: the next shake decides."""
        terms = self.terms[kind]
        if terms.kind == "one_roll":
            return landing(terms, drawn)
        if drawn.total == terms.number:
            return ""
        return None if drawn.total == self.seven else STAYS

    # ---- 13.5: the round

    def round(self, state: MiniDiceState) -> Round[MiniDiceState]:
        """Play one shake. An invalid roll is also a round: nothing is decided, and every wager stays."""
        if not state.rounds:
            yield Said(state, self.sections["opening"], self.opened())
        if not state.holder:
            state = yield from self.offer_the_shaker(state, [seat.number for seat in state.positions])
        state = yield from self.take_wagers(state, self.sections["wagers"])
        if not state.wagers and (came := self.came_meanwhile(state)):
            state = yield from self.offer_the_shaker(state, came)
            state = yield from self.take_wagers(state, self.sections["wagers"])
        state = yield from self.keep_the_shaker(state)
        yield Said(state, self.sections["call"], self.shaken_by(state), state.holder)
        state, drawn = yield from self.draw(replace(state, declined=()))
        state = replace(state, declined=())
        if drawn is None:
            return state
        state = self.shown(state, drawn)
        yield Said(state, self.sections["announcement"], self.call(drawn))
        state = yield from self.before_settlement(state, self.sections["settlement"])
        return (yield from self.settle(state, drawn))

    def opened(self) -> str:
        """13.3, 13.5: the steps before the first wagers."""
        filled = "The shaker and dice are inspected; the floorperson puts in two dice and locks it"
        run = "runs it once" if self.automated else f"shakes it {self.shakes} times"
        return f"{filled}. The dealer {run}."

    def shaken_by(self, state: MiniDiceState) -> str:
        who = f"Position {state.holder}" if state.holder else "The dealer"
        does = "presses the button" if self.automated else f"shakes the closed shaker {self.shakes} times"
        return f"{self.drawing()} {who} {does}."

    def ask(self, state: MiniDiceState) -> AskDice:
        section = self.sections["shakes"]
        return AskDice(state, section, self.layout.fact("dice"), state.holder, closed=True)

    def call(self, drawn: Dice) -> str:
        return f"{drawn}: {drawn.total}."

    # ---- 13.5, 13.7: the holder of the shaker

    def around(self, state: MiniDiceState, numbers: Iterable[int]) -> list[int]:
        """Positions clockwise from the left of the last holder, or of the dealer."""
        seats = sorted(numbers)
        after = [number for number in seats if number > state.offered_from]
        return after + [number for number in seats if number <= state.offered_from]

    def came_meanwhile(self, state: MiniDiceState) -> list[int]:
        """Players who sat down after the shaker was offered and not taken, and who must be asked before a shake."""
        return [] if state.holder else [one.number for one in state.positions if one.number not in state.declined]

    def offer_the_shaker(self, state: MiniDiceState, numbers: Iterable[int]) -> Round[MiniDiceState]:
        """Offer the shaker clockwise to these positions; the first to accept has it."""
        offer = self.sections["shaker_passed"] if state.offered_from else self.sections["shaker_offered"]
        for number in self.around(state, set(numbers) - set(state.declined)):
            question = f"Position {number}, do you take the shaker?"
            reply = yield AskDecision(state, offer, number, question, ("accept", "decline"), "accept", formality=True)
            if reply == "accept":
                state = replace(state, holder=number)
                yield Said(state, offer, f"Position {number} takes the shaker.", number)
                return state
            state = replace(state, declined=(*state.declined, number))
        return state

    def keep_the_shaker(self, state: MiniDiceState) -> Round[MiniDiceState]:
        """The holder needs a wager on the layout; if no player with a wager wants the shaker, the dealer shakes."""
        if state.holder and not state.wagers_of(state.holder):
            text = f"Position {state.holder} has no wager on the layout and gives up the shaker."
            yield Said(state, self.sections["shaker_wager"], text, state.holder)
            state = put_down(state)
        if not state.holder:
            state = yield from self.offer_the_shaker(state, {wager.position for wager in state.wagers})
        if not state.holder:
            yield Said(state, self.sections["shaker_offered"], "No one takes the shaker: the dealer has it.")
        return state

    def do_own_verb(self, state: MiniDiceState, position: int, action: Action) -> Round[MiniDiceState]:
        """13.7: give up the shaker; it is offered to others before the next shake."""
        state = put_down(state)
        section = self.sections["shaker_passed"]
        yield Acted(state, section, position, action, f"position {position} passes the shaker")
        return state

    def after_leaving(self, state: MiniDiceState, position: int) -> Round[MiniDiceState]:
        return put_down(state) if position == state.holder else state
        yield

    def may(self, state: MiniDiceState, position: int, action: Action) -> Answer:
        if action.verb in self.verbs:
            if position == state.holder:
                return YES
            return self.no("only the player who holds the shaker can pass it", self.sections["shaker_passed"])
        return super().may(state, position, action)

    # ---- 13.8, since 2012 13.5: irregularities

    def handle_irregularity(self, state: MiniDiceState, event: Irregularity) -> Round[MiniDiceState]:
        """Offer a shaker that was ordered to move on to players with wagers; other effects are the family's."""
        state = yield from super().handle_irregularity(state, event)
        if self.layout.irregularities[event.id].effect == "shaker_passed":
            state = yield from self.keep_the_shaker(put_down(state))
        return state

    def clear_layout(self, state: MiniDiceState) -> MiniDiceState:
        """Reopen a closed table with the shaker at the dealer."""
        return replace(state, holder=0, offered_from=0, declined=())

    def status(self, state: MiniDiceState) -> list[str]:
        seat = state.seat(state.holder)
        return [*super().status(state), f"shaker: {seat.name if seat else 'the dealer'}"]


def put_down(state: MiniDiceState) -> MiniDiceState:
    """Return the shaker to the dealer, who offers it from the left of its holder. Wagers stay."""
    declined = (
        (*state.declined, state.holder) if state.holder and state.holder not in state.declined else state.declined
    )
    return replace(state, holder=0, offered_from=state.holder or state.offered_from, declined=declined)


GAME = MiniDice
