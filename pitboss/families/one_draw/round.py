"""One draw, from the wagers before it to the settlement after it: wagers, the call, the draw, collecting, paying.

It cites by the game's own facts: `wagers` (when they are made), `no_more_wagers` (the call), `draw`, `announcement`,
`settlement`. What is no draw decides nothing: every wager stands, and may be changed before the next.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from pitboss.table.allowed import may_add_coupon
from pitboss.table.game import YES, Answer, Game
from pitboss.table.irregularities import Irregularities
from pitboss.table.state import State, Wager, replace
from pitboss.table.steps import Action, Ask, Irregularity, Part, Round, Said

Drawn = Any
"""What is drawn: dice, a section of a wheel."""


class _Stays:
    """Why a wager has no outcome: it is not decided by this draw."""

    def __repr__(self) -> str:
        return "STAYS"


STAYS = _Stays()
"""A draw leaves a wager as it is."""
Lands = str | _Stays | None
"""Which outcome of its odds a wager wins on; None if it loses; `STAYS` if it is not decided."""


class DrawState(State):
    """What stands between draws: the last of them for a display, the latest first, and how many there were."""

    last: tuple[str, ...] = ()
    draws: int = 0


D = TypeVar("D", bound=DrawState)


class OneDrawIrregularities(Irregularities["OneDraw[Any]"]):
    """Irregularities of a game that is decided by one draw."""

    effects = Irregularities.effects | {"no_roll", "no_spin", "not_accepted", "corrected"}


class OneDraw(Game[D]):
    """A game that one draw decides."""

    state_type = DrawState
    irregularities_type = OneDrawIrregularities
    fact_kinds: ClassVar[Mapping[str, Any]] = {**Game.fact_kinds, "display": int}
    # ---- what a game declares

    @property
    @abstractmethod
    def outcomes(self) -> Sequence[Hashable]:
        """All that can be drawn, in the order of the numbers of chance; equally likely, and the same in every round."""

    @abstractmethod
    def ask(self, state: D) -> Ask:
        """What is asked of chance: `AskDice` (closed) or `AskNumber`."""

    @abstractmethod
    def lands(self, kind: str, spot: str, drawn: Drawn) -> Lands:
        """Which outcome of its odds a wager in a place lands on."""

    @abstractmethod
    def call(self, drawn: Drawn) -> str:
        """What the dealer announces."""

    def drawing(self) -> str:
        """What is said as the draw begins."""
        return f"{str(self.layout.fact('no_more_wagers')).capitalize()}."

    def valid(self, state: D, drawn: Drawn) -> Part[tuple[D, bool]]:
        """Whether what came is a draw at all; a game may say why not."""
        return state, True
        yield

    def entered(self, state: D, drawn: Drawn) -> Round[D]:
        """What is done with the result before anything is settled: a device that is told, a layout that lights up."""
        return state
        yield

    def after_draw(self, state: D, drawn: Drawn) -> Round[D]:
        """What follows for the table when all is settled: a hand that goes on."""
        return state
        yield

    # ---- the round

    def round(self, state: D) -> Round[D]:
        """One draw. One that is void is a round too: nothing is settled, and every wager stands."""
        state = yield from self.take_wagers(state, self.sections["wagers"])
        yield Said(state, self.sections["no_more_wagers"], self.drawing())
        state, drawn = yield from self.draw(state)
        if drawn is None:
            return state
        state = self.shown(state, drawn)
        yield Said(state, self.sections["announcement"], self.call(drawn))
        state = yield from self.entered(state, drawn)
        state = yield from self.before_settlement(state, self.sections["settlement"])
        state = yield from self.settle(state, drawn)
        return (yield from self.after_draw(state, drawn))

    def draw(self, state: D) -> Part[tuple[D, Drawn]]:
        """What chance brings, through whatever irregularity; None if it was no draw."""
        while True:
            try:
                drawn = yield self.ask(state)
            except Irregularity as event:
                state = yield from self.handle_irregularity(state, event)
                if self.layout.irregularities[event.id].effect in ("no_roll", "no_spin"):
                    return state, None
                continue
            state, counts = yield from self.valid(state, drawn)
            return state, drawn if counts else None

    def settle(self, state: D, drawn: Drawn) -> Round[D]:
        """Losing wagers are collected before any winning wager is paid, a match play coupon counted in."""
        fates = [(wager, self.fate(state, wager, drawn)) for wager in state.wagers]
        for wager, outcome in fates:
            if outcome is None:
                state = yield from self.lose(state, wager, self.sections["settlement"])
        for wager, outcome in fates:
            if isinstance(outcome, str):
                state = yield from self.pay(state, wager, outcome)
        return state

    def fate(self, state: D, wager: Wager, drawn: Drawn) -> Lands:
        """What a draw does to a wager; a game on whose state that hangs (a hand that goes on) says it here."""
        return self.lands(wager.kind, wager.spot, drawn)

    def pay(self, state: D, wager: Wager, outcome: str) -> Round[D]:
        """A winning wager at its odds."""
        odds = self.odds[wager.kind][outcome]
        section = self.layout.paid(wager.kind).section
        return (yield from self.win(state, wager, odds.pays(wager.amount + wager.coupon), section, odds))

    def shown(self, state: D, drawn: Drawn) -> D:
        """The display with one more draw."""
        last = (str(drawn), *state.last)[: self.layout.fact("display")]
        return replace(state, last=last, draws=state.draws + 1)

    # ---- wagers

    def may(self, state: D, position: int, action: Action) -> Answer:
        """A wager is for the next draw: there are no buttons, and it lies on a place of the layout."""
        if not action.wager:
            return YES
        if action.verb in ("on", "off"):
            text = f"{self.name(action.wager)} is always on; take it down instead"
            return self.no(text, self.sections.get("removal", self.sections["wagers"]))
        if action.verb in ("reduce", "remove"):
            return YES
        if not (answer := self.may_place(state, position, action)):
            return answer
        return may_add_coupon(self, state, action)

    def may_place(self, state: D, position: int, action: Action) -> Answer:
        """Whether the layout has this place."""
        there = self.amounts.spots(state, position, action.wager)
        if action.spot in there:
            return YES
        name, section = self.name(action.wager), self.layout.wagers[action.wager].section
        if there == ("",):
            return self.no(f"{name} is one place of the layout; leave {action.spot} away", section)
        return self.no(f"there is no {name} {action.spot!r}; there are: {', '.join(there)}", section)

    def status(self, state: D) -> list[str]:
        return [f"last: {' '.join(state.last)}"] if state.last else []


__all__ = ["STAYS", "DrawState", "Lands", "OneDraw"]
