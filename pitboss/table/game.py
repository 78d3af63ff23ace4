"""The interface of every game: a procedure over a layout.

A `Game` is the chapter's procedure as it applies to one layout. It never changes: everything that changes is in the
state that goes in and comes out. A game declares its wagers in rules.toml and, in Python, at least these two:

1. `state_type`: its table's state.
2. `round(state)`: the procedure, a generator that asks and announces (see `steps`) and does no I/O.

`may(state, position, action)` adds the game's own conditions for an action; `allowed` checks those of all games. Five
objects have defaults that suit most games: `Speech`, `Hosting`, `Amounts`, `Choices` and `Irregularities`. A game that
differs declares a subclass, as `amounts_type` for instance.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from pydantic import BaseModel

from pitboss.chapter.game_modules import game_module
from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import Odds
from pitboss.chapter.rules import AmountAlone, Rules
from pitboss.chapter.rules import Irregularity as Rule
from pitboss.table import allowed, irregularities
from pitboss.table.actions import carry_out
from pitboss.table.allowed import YES, Answer, Offer
from pitboss.table.amounts import Amounts
from pitboss.table.choices import Choices
from pitboss.table.hosting import Hosting
from pitboss.table.irregularities import Irregularities
from pitboss.table.speech import Speech
from pitboss.table.state import State, Wager, collect_wager, move_to_rack, pay_wager, replace, replace_wager, set_wager
from pitboss.table.steps import (
    Action,
    Ask,
    AskWagers,
    Irregularity,
    Pending,
    Reply,
    Result,
    Round,
    Said,
    Settled,
)

S = TypeVar("S", bound=State)


class Refused(ValueError):
    """Raised for an action that is not allowed; nothing has changed."""

    def __init__(self, answer: Answer, citation: str = "") -> None:
        super().__init__(f"{answer.reason} ({citation or answer.section})" if answer.section else answer.reason)
        self.answer = answer
        self.citation = (citation or answer.section) if answer.section else ""

    def __reduce__(self) -> tuple[Any, ...]:
        return Refused, (self.answer, self.citation)


class Game(ABC, Generic[S]):
    """A game on a layout.

    >>> from pitboss.table import Action, State, game_on
    >>> craps = game_on(Layout.of("craps"))
    >>> table = craps.opening()
    >>> craps.allowed(table, 1, Action("make", "pass", 1000)).reason
    'no one is at position 1; sit down first'
    >>> [offer.wager for offer in craps.offers(table, 1)]
    []
    """

    state_type: ClassVar[type[State]]
    speech_type: ClassVar[type[Speech[Any]]] = Speech
    """Parses what players say at this game's table."""
    hosting_type: ClassVar[type[Hosting[Any]]] = Hosting
    """Decides when a round can begin and when betting closes."""
    amounts_type: ClassVar[type[Amounts[Any]]] = Amounts
    """Decides where wagers may be placed, how large they may be, and how they can be paid."""
    choices_type: ClassVar[type[Choices[Any]]] = Choices
    """Defines the choices at a decision, and the words for each."""
    irregularities_type: ClassVar[type[Irregularities[Any]]] = Irregularities
    """Defines the irregularities that this game carries out, and their subjects."""
    verbs: ClassVar[tuple[str, ...]] = ()
    terms_type: ClassVar[type[BaseModel] | None] = AmountAlone
    """The model that the terms of every wager must satisfy; None if the family reads them itself."""
    decisions: ClassVar[Mapping[str, str]] = {}
    """Every choice that this game can ever offer, each with the fact that provides for it."""
    accounts: ClassVar[tuple[str, ...]] = ("meter",)
    """Fields of the state that hold money other than chips, such as debts. A round ended by hand restores them."""
    fact_kinds: ClassVar[Mapping[str, Any]] = {"match_play": list[str], "no_more_wagers": str}
    """The types of facts that the code reads; rules.toml must use them. A game extends its family's."""
    seats: int = 64

    choice_wagers: frozenset[str] = frozenset()
    """Wagers that can only be made by a choice at a decision."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.speech = self.speech_type(self)
        self.hosting = self.hosting_type(self)
        self.amounts = self.amounts_type(self)
        self.choices = self.choices_type(self)
        self.irregularities = self.irregularities_type(self)
        if self.terms_type is not None:
            layout.terms(self.terms_type)
        self._last_answer: tuple[S, Action, int, Answer] | None = None
        self.chip = layout.cents("smallest_chip") if "smallest_chip" in layout.options else 1
        self.sections = Sections(layout.rules)
        self.odds: dict[str, dict[str, Odds]] = {kind: layout.odds_table(kind) for kind in layout.permissible}

    # ---- what a game declares

    @abstractmethod
    def round(self, state: S) -> Round[S]:
        """Play one round, step by step."""

    def opening(self) -> S:
        """Return the table as it opens, with no players."""
        return self.cast_state(self.state_type())

    def may(self, state: S, position: int, action: Action) -> Answer:
        """Whether this game's own rules allow an action on a wager."""
        return YES

    def may_sit(self, state: S, position: int) -> Answer:
        """Whether this game's own rules allow a player to sit down at a position."""
        return YES

    def clear_layout(self, state: S) -> S:
        """Return the table with the cards of a void round taken up."""
        return state

    def status(self, state: S) -> list[str]:
        """Return short notes on the table that a player should know."""
        return []

    # ---- what is allowed

    def allowed(self, state: S, position: int, action: Action) -> Answer:
        """Whether a position may do this now. Asking changes nothing."""
        # Both the driver and the round ask about every action, so the last answer is cached.
        last = self._last_answer
        if last is not None and last[0] is state and last[1] is action and last[2] == position:
            return last[3]
        answer = allowed.allowed(self, state, position, action)
        self._last_answer = (state, action, position, answer)
        return answer

    def offers(self, state: S, position: int) -> Iterator[Offer]:
        """Yield the wagers that a position may make now, each with its minimum and maximum."""
        return allowed.offers(self, state, position)

    def no(self, reason: str, section: str = "") -> Answer:
        return allowed.no(reason, section)

    def cast_state(self, state: State) -> S:
        """The same state, typed as a state of this game."""
        return state  # type: ignore[return-value]

    def name(self, kind: str) -> str:
        return self.layout.rules.wagers[kind].name

    # ---- procedure shared by all games

    def play(self, state: S) -> Round[S]:
        """Play a round; if an irregularity voids it, return every wager."""
        try:
            end = yield from self.round(state)
        except Irregularity as event:
            rule = self.voiding_rule(event)
            yield Said(event.state or state, rule.section, f"{rule.name}: the round is void.")
            end = yield from self.void(self.cast_state(event.state or state), rule.section)
        after = replace(end, rounds=state.rounds + 1)
        return after

    def voiding_rule(self, event: Irregularity) -> Rule:
        """Return the rule by which an irregularity voids the round; raise the irregularity again if it does not."""
        rule = self.layout.irregularities.get(event.id)
        if rule is None or rule.effect != "void":
            raise event
        return rule

    def void(self, state: S, section: str) -> Round[S]:
        """Return every wager to its position, with the vigorish paid for it."""
        for wager in state.wagers:
            state = yield from self.give_back(state, wager, section, result_void=True)
        return self.clear_layout(state)

    def take_wagers(self, state: S, section: str) -> Round[S]:
        """Let players make, change and take down wagers until betting closes."""
        while True:
            try:
                reply: Reply = yield AskWagers(state, section)
            except Irregularity as event:
                state = yield from self.handle_irregularity(state, event)
                continue
            if reply is None:
                return state
            state = yield from self.act(state, *reply)

    def handle_irregularity(self, state: S, event: Irregularity) -> Round[S]:
        """Announce an irregularity and apply its effect; raise it again if it voids the round."""
        rule = self.layout.irregularities[event.id]
        if rule.effect == "void":
            raise event
        yield Said(state, rule.section, f"{rule.name}: {rule.effect.replace('_', ' ')}. {rule.says}".strip())
        return state

    def before_settlement(self, state: S, section: str) -> Round[S]:
        """Pause before the settlement: the last moment at which an irregularity can be called."""
        while True:
            try:
                yield Pending(state, section)
            except Irregularity as event:
                state = yield from self.handle_irregularity(state, event)
            else:
                return state

    def act(self, state: S, position: int, action: Action) -> Round[S]:
        """Carry out an action and announce it; raise `Refused` if it is not allowed."""
        if not (answer := self.allowed(state, position, action)):
            raise Refused(answer)
        return (yield from carry_out(self, state, position, allowed.count_chips(self, state, position, action)))

    def do_own_verb(self, state: S, position: int, action: Action) -> Round[S]:
        """Carry out one of this game's own `verbs`."""
        return state
        yield

    def before_leaving(self, state: S, position: int) -> Round[S]:
        """Settle a position's debts to the house before it leaves."""
        return state
        yield

    def after_leaving(self, state: S, position: int) -> Round[S]:
        """Do what this game requires after a position has left."""
        return state
        yield

    def after_reduction(self, state: S, position: int, held: Wager, left: int) -> Round[S]:
        """Do what this game requires after a wager that others depend on was reduced or removed."""
        return state
        yield

    # ---- settlement

    def win(
        self, state: S, wager: Wager, winnings: int, section: str, odds: Odds | None = None, stays: bool = False
    ) -> Round[S]:
        """Pay a winning wager. The stake goes back to the player, or `stays` up as a new wager."""
        vig = wager.vig or self.amounts.vigorish_on_win(wager)
        due = winnings - (0 if wager.vig else vig)
        if stays:
            renewed = self.amounts.vigorish_when_made(wager.kind, wager.amount)
            state = move_to_rack(state, wager.position, due - renewed)
            if renewed != wager.vig or wager.coupon:
                state = replace_wager(state, wager, replace(wager, vig=renewed, coupon=0))
        else:
            state = pay_wager(state, wager, due)
        yield Settled(state, section, wager, "wins", self.name(wager.kind), winnings, odds, vig, stays)
        return state

    def lose(self, state: S, wager: Wager, section: str) -> Round[S]:
        """Collect a losing wager."""
        state = collect_wager(state, wager)
        yield Settled(state, section, wager, "loses", self.name(wager.kind), vig=wager.vig)
        return state

    def give_up(self, state: S, wager: Wager, amount: int, section: str) -> Round[S]:
        """Collect part of a wager, as in a surrender, and return the rest."""
        state = move_to_rack(set_wager(state, replace(wager, amount=0)), wager.position, -amount)
        yield Settled(state, section, wager, "surrenders", self.name(wager.kind), vig=wager.vig, lost=amount)
        return state

    def give_back(self, state: S, wager: Wager, section: str, result_void: bool = False) -> Round[S]:
        """Return an undecided wager, with the vigorish paid for it."""
        state = move_to_rack(set_wager(state, replace(wager, amount=0)), wager.position, wager.vig)
        yield Settled(state, section, wager, "void" if result_void else "returned", self.name(wager.kind))
        return state

    def push(self, state: S, wager: Wager, section: str, result_void: bool = False) -> Round[S]:
        """Return a wager that was decided as a tie: it neither wins nor loses."""
        state = move_to_rack(set_wager(state, replace(wager, amount=0)), wager.position, wager.vig)
        result: Result = "void" if result_void else "returned"
        yield Settled(state, section, wager, result, self.name(wager.kind), push=True)
        return state

    def restore(self, state: S, wager: Wager, section: str) -> Round[S]:
        """Put back a wager that was collected earlier in this round, and reverse its settlement."""
        state = move_to_rack(state, wager.position, wager.amount + wager.vig)
        yield Settled(state, section, wager, "restored", self.name(wager.kind), vig=-wager.vig, lost=-wager.amount)
        return state


def game_class(game: str) -> type[Game[Any]]:
    """Return a registered game's class: `GAME` in its package's `round.py`."""
    module = game_module(game, "round")
    found = getattr(module, "GAME", None)
    if not (isinstance(found, type) and issubclass(found, Game)):
        raise TypeError(f"{game}: round.GAME must be a class on pitboss.table.Game")
    return found


class Sections(dict[str, str]):
    """The section of each fact. If rules.toml lacks a fact, the error names the file."""

    def __init__(self, rules: Rules) -> None:
        super().__init__({name: fact.section for name, fact in rules.facts.items()})
        self._rules = rules

    def __missing__(self, name: str) -> str:
        return self._rules.known_fact(name).section

    def leading(self) -> Sections:
        """Return the same facts, each with its first section only."""
        made = Sections(self._rules)
        made.update({name: section.partition(", ")[0] for name, section in self.items()})
        return made

    def named(self, facts: Iterable[str], choices: Iterable[str]) -> str:
        """Return the first of these facts that the rules have; `dealing_shoe` comes before `dealing` if `shoe` is
        chosen.
        """
        wanted, chosen = tuple(facts), tuple(choices)
        names = (name for fact in wanted for name in (*(f"{fact}_{choice}" for choice in chosen), fact))
        return next((name for name in names if name in self), wanted[0])


def game_on(layout: Layout) -> Game[Any]:
    """Return the game that is played on a layout."""
    kind = game_class(layout.rules.game.id)
    layout.rules.check_facts(kind.fact_kinds)
    made = kind(layout)
    irregularities.check_irregularities(made)
    return made


__all__ = ["YES", "Answer", "Ask", "Game", "Offer", "Refused", "game_class", "game_on"]
