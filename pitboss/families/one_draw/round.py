"""The round of a game decided by one draw: wagers, the call, the draw, collecting, paying.

Steps cite the game's own facts: `wagers`, `no_more_wagers` (the call), `draw`, `announcement`, `settlement`. An invalid
draw decides nothing: every wager stays, and may be changed before the next draw.
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
"""An outcome: dice, or a section of a wheel."""


class _Stays:
    """The type of `STAYS`."""

    def __repr__(self) -> str:
        return "STAYS"


STAYS = _Stays()
"""Means that the draw does not decide the wager."""
Lands = str | _Stays | None
"""The outcome in its odds by which a wager wins; None if it loses; `STAYS` if it is not decided."""


class DrawState(State):
    """The state between draws: the last ones for a display, latest first, and how many there have been."""

    last: tuple[str, ...] = ()
    draws: int = 0


D = TypeVar("D", bound=DrawState)


class OneDrawIrregularities(Irregularities["OneDraw[Any]"]):
    """Irregularities in a game decided by one draw."""

    effects = Irregularities.effects | {"no_roll", "no_spin", "not_accepted", "corrected"}


class OneDraw(Game[D]):
    """A game decided by one draw."""

    state_type = DrawState
    irregularities_type = OneDrawIrregularities
    fact_kinds: ClassVar[Mapping[str, Any]] = {**Game.fact_kinds, "display": int}
    # ---- Defined by each game

    @property
    @abstractmethod
    def outcomes(self) -> Sequence[Hashable]:
        """All equally likely outcomes, in the order of the random numbers, which never changes."""

    @abstractmethod
    def ask(self, state: D) -> Ask:
        """The request for an outcome: `AskDice` (closed) or `AskNumber`."""

    @abstractmethod
    def lands(self, kind: str, spot: str, drawn: Drawn) -> Lands:
        """The outcome, among its odds, that a wager on a spot lands on."""

    @abstractmethod
    def call(self, drawn: Drawn) -> str:
        """The dealer's announcement."""

    def drawing(self) -> str:
        """The announcement at the start of the draw."""
        return f"{str(self.layout.fact('no_more_wagers')).capitalize()}."

    def valid(self, state: D, drawn: Drawn) -> Part[tuple[D, bool]]:
        """Whether an outcome is a valid draw; a game may announce why it is not."""
        return state, True
        yield

    def entered(self, state: D, drawn: Drawn) -> Round[D]:
        """A hook between the announcement and the settlement, such as a layout that lights up."""
        return state
        yield

    def after_draw(self, state: D, drawn: Drawn) -> Round[D]:
        """A hook after the settlement, such as a hand that continues."""
        return state
        yield

    # ---- The round

    def round(self, state: D) -> Round[D]:
        """One draw. A void draw is a round too: nothing is settled, and every wager stays."""
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
        """The outcome of the draw, with any irregularities; None if it was void."""
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
        """Collect losing wagers before paying any winning wager; match play coupons count."""
        fates = [(wager, self.fate(state, wager, drawn)) for wager in state.wagers]
        for wager, outcome in fates:
            if outcome is None:
                state = yield from self.lose(state, wager, self.sections["settlement"])
        for wager, outcome in fates:
            if isinstance(outcome, str):
                state = yield from self.pay(state, wager, outcome)
        return state

    def fate(self, state: D, wager: Wager, drawn: Drawn) -> Lands:
        """A draw's result for a wager; a game may make it depend on the state (a hand that continues)."""
        return self.lands(wager.kind, wager.spot, drawn)

    def pay(self, state: D, wager: Wager, outcome: str) -> Round[D]:
        """Pay a winning wager at its odds."""
        odds = self.odds[wager.kind][outcome]
        section = self.layout.paid(wager.kind).section
        return (yield from self.win(state, wager, odds.pays(wager.amount + wager.coupon), section, odds))

    def shown(self, state: D, drawn: Drawn) -> D:
        """Add a draw to the display."""
        last = (str(drawn), *state.last)[: self.layout.fact("display")]
        return replace(state, last=last, draws=state.draws + 1)

    # ---- wagers

    def may(self, state: D, position: int, action: Action) -> Answer:
        """Whether a wager may be made: it is for the next draw, without buttons, and needs a spot on the layout."""
        if not action.wager:
            return YES
        if action.verb in ("on", "off"):
            text = f"{self.name(action.wager)} is always on; remove it instead"
            return self.no(text, self.sections.get("removal", self.sections["wagers"]))
        if action.verb in ("reduce", "remove"):
            return YES
        if not (answer := self.may_place(state, position, action)):
            return answer
        return may_add_coupon(self, state, action)

    def may_place(self, state: D, position: int, action: Action) -> Answer:
        """Whether the layout has this spot."""
        there = self.amounts.spots(state, position, action.wager)
        if action.spot in there:
            return YES
        name, section = self.name(action.wager), self.layout.wagers[action.wager].section
        if there == ("",):
            return self.no(f"{name} has only one place on the layout; omit {action.spot}", section)
        return self.no(f"there is no {name} {action.spot!r}; choose from: {', '.join(there)}", section)

    def status(self, state: D) -> list[str]:
        return [f"last: {' '.join(state.last)}"] if state.last else []
