"""What every game is: a procedure over a layout.

A `Game` is the chapter's procedure as it applies on one layout. It holds nothing that changes: everything that
changes is in the state that goes in and comes out. A game declares three things and gets the rest:

1. `state_type`: what stands on the table.
2. `round(state)`: the procedure, a generator that asks and announces (see `steps`), and does no I/O.
3. `may(state, position, action)`: what only this game asks of an action. What all games ask is in `allowed`.

The other things that a game may declare have an answer already, right for most games: see "what a game declares".
A refused action changes nothing.
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
from pitboss.table.state import State, Wager, laid, lost, marked, paid, replace, to_rack
from pitboss.table.steps import (
    Action,
    Ask,
    AskWagers,
    Irregularity,
    Pending,
    Reply,
    Round,
    Said,
    Settled,
)

S = TypeVar("S", bound=State)


class Refused(ValueError):
    """An action that is not allowed. Nothing has changed."""

    def __init__(self, answer: Answer, citation: str = "") -> None:
        super().__init__(f"{answer.reason} ({citation or answer.section})" if answer.section else answer.reason)
        self.answer = answer
        self.citation = (citation or answer.section) if answer.section else ""


class Game(ABC, Generic[S]):
    """A game on a layout."""

    state_type: ClassVar[type[State]]
    speech_type: ClassVar[type[Speech[Any]]] = Speech
    "What players' words mean at this game's table."
    hosting_type: ClassVar[type[Hosting[Any]]] = Hosting
    "When a round of this game can begin, and when betting closes."
    amounts_type: ClassVar[type[Amounts[Any]]] = Amounts
    "Where wagers may be placed, how much they may be, and how they can be paid."
    choices_type: ClassVar[type[Choices[Any]]] = Choices
    "What players may choose at a decision, and what is said about each choice."
    irregularities_type: ClassVar[type[Irregularities[Any]]] = Irregularities
    "The irregularities that this game carries out, and whom they may concern."
    verbs: ClassVar[tuple[str, ...]] = ()
    terms_type: ClassVar[type[BaseModel] | None] = AmountAlone
    "What the terms of a wager may say, strictly; None of a family that reads them itself."
    decisions: ClassVar[Mapping[str, str]] = {}
    "What positions choose between in this game, whether or not they may just now; each with the fact that provides it."
    accounts: ClassVar[tuple[str, ...]] = ("meter",)
    "Fields of the state that are money beside the chips, such as debts. A round ended by hand restores them."
    fact_kinds: ClassVar[Mapping[str, Any]] = {"match_play": list[str], "no_more_wagers": str}
    "Of what kind each fact is whose value is read; another in rules.toml is an error. A game adds to its family's."
    seats: int = 64

    by_choice: frozenset[str] = frozenset()
    "Wagers that are laid by a choice, and have no other time."

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
        """One round of play, step by step."""

    def opening(self) -> S:
        """The table as it opens, with nobody at it."""
        return self.cast_state(self.state_type())

    def may(self, state: S, position: int, action: Action) -> Answer:
        """What only this game asks of an action on a wager."""
        return YES

    def may_sit(self, state: S, position: int) -> Answer:
        """What only this game asks of who sits down."""
        return YES

    def cleared(self, state: S) -> S:
        """The table with what a void round dealt taken up."""
        return state

    def status(self, state: S) -> list[str]:
        """What a person at the table should be told of it, in a few words."""
        return []

    # ---- may it be done?

    def allowed(self, state: S, position: int, action: Action) -> Answer:
        """Whether a position may do this now. Asking changes nothing."""
        # Asked twice of every action, by whoever drives and by the round itself: the last answer is kept.
        last = self._last_answer
        if last is not None and last[0] is state and last[1] is action and last[2] == position:
            return last[3]
        answer = allowed.allowed(self, state, position, action)
        self._last_answer = (state, action, position, answer)
        return answer

    def offers(self, state: S, position: int) -> Iterator[Offer]:
        """What a position may wager now, each with the least and the most."""
        return allowed.offers(self, state, position)

    def no(self, reason: str, section: str = "") -> Answer:
        return allowed.no(reason, section)

    def cast_state(self, state: State) -> S:
        """The same state, typed as a state of this game."""
        return state  # type: ignore[return-value]

    def name(self, kind: str) -> str:
        return self.layout.rules.wagers[kind].name

    # ---- doing it: procedure that all games share

    def play(self, state: S) -> Round[S]:
        """A round as it is driven: an irregularity that voids it unwinds it, and every wager returns."""
        try:
            end = yield from self.round(state)
        except Irregularity as event:
            rule = self.voiding(event)
            yield Said(event.state or state, rule.section, f"{rule.name}: the round is void.")
            end = yield from self.void(self.cast_state(event.state or state), rule.section)
        after = replace(end, rounds=state.rounds + 1)
        return after

    def voiding(self, event: Irregularity) -> Rule:
        """The rule by which an irregularity voids the round; one that does not goes on up."""
        rule = self.layout.irregularities.get(event.id)
        if rule is None or rule.effect != "void":
            raise event
        return rule

    def void(self, state: S, section: str) -> Round[S]:
        """Every wager returns to its position, with the percentage paid for it."""
        for wager in state.wagers:
            state = yield from self.give_back(state, wager, section, result_void=True)
        return self.cleared(state)

    def take_wagers(self, state: S, section: str) -> Round[S]:
        """Wagers are made, changed and taken down, until there are no more."""
        while True:
            try:
                reply: Reply = yield AskWagers(state, section)
            except Irregularity as event:
                state = yield from self.irregular(state, event)
                continue
            if reply is None:
                return state
            state = yield from self.act(state, *reply)

    def irregular(self, state: S, event: Irregularity) -> Round[S]:
        """An irregularity that leaves the round standing is said; one that voids it goes on up to `play`."""
        rule = self.layout.irregularities[event.id]
        if rule.effect == "void":
            raise event
        yield Said(state, rule.section, f"{rule.name}: {rule.effect.replace('_', ' ')}. {rule.says}".strip())
        return state

    def before_settlement(self, state: S, section: str) -> Round[S]:
        """The last moment at which something that went wrong can be found out."""
        while True:
            try:
                yield Pending(state, section)
            except Irregularity as event:
                state = yield from self.irregular(state, event)
            else:
                return state

    def act(self, state: S, position: int, action: Action) -> Round[S]:
        """An allowed action is carried out and said."""
        if not (answer := self.allowed(state, position, action)):
            raise Refused(answer)
        return (yield from carry_out(self, state, position, allowed.counted(self, state, position, action)))

    def do(self, state: S, position: int, action: Action) -> Round[S]:
        """What a verb of this game's own does."""
        return state
        yield

    def leaving(self, state: S, position: int) -> Round[S]:
        """What a position settles before it leaves: what it owes the house."""
        return state
        yield

    def left(self, state: S, position: int) -> Round[S]:
        """What follows for the game when a position has left."""
        return state
        yield

    def supported(self, state: S, position: int, held: Wager, left: int) -> Round[S]:
        """What follows for wagers that hang on one which was reduced or removed."""
        return state
        yield

    # ---- settlement

    def win(
        self, state: S, wager: Wager, winnings: int, section: str, odds: Odds | None = None, stays: bool = False
    ) -> Round[S]:
        """The house pays. The stake goes back to its owner, or stays up as a new wager."""
        vig = wager.vig or self.amounts.vigorish_on_win(wager)
        due = winnings - (0 if wager.vig else vig)
        if stays:
            renewed = self.amounts.vigorish_when_made(wager.kind, wager.amount)
            state = to_rack(state, wager.position, due - renewed)
            if renewed != wager.vig or wager.coupon:
                state = marked(state, wager, replace(wager, vig=renewed, coupon=0))
        else:
            state = paid(state, wager, due)
        yield Settled(state, section, wager, "wins", self.name(wager.kind), winnings, odds, vig, stays)
        return state

    def lose(self, state: S, wager: Wager, section: str) -> Round[S]:
        """The house collects."""
        state = lost(state, wager)
        yield Settled(state, section, wager, "loses", self.name(wager.kind), vig=wager.vig)
        return state

    def give_up(self, state: S, wager: Wager, amount: int, section: str) -> Round[S]:
        """A part of the wager is lost (surrender), and the rest goes back to its owner."""
        state = to_rack(laid(state, replace(wager, amount=0)), wager.position, -amount)
        yield Settled(state, section, wager, "surrenders", self.name(wager.kind), vig=wager.vig, lost=amount)
        return state

    def give_back(self, state: S, wager: Wager, section: str, result_void: bool = False) -> Round[S]:
        """The wager goes back to its owner undecided, with its percentage."""
        state = to_rack(laid(state, replace(wager, amount=0)), wager.position, wager.vig)
        yield Settled(state, section, wager, "void" if result_void else "returned", self.name(wager.kind))
        return state

    def restore(self, state: S, wager: Wager, section: str) -> Round[S]:
        """A wager that was collected in this round comes back, and its settlement is taken back with it."""
        state = to_rack(state, wager.position, wager.amount + wager.vig)
        yield Settled(state, section, wager, "restored", self.name(wager.kind), vig=-wager.vig, lost=-wager.amount)
        return state


def game_class(game: str) -> type[Game[Any]]:
    """The procedure of a registered game: the class that its package's `round.py` names `GAME`."""
    module = game_module(game, "round")
    found = getattr(module, "GAME", None)
    if not (isinstance(found, type) and issubclass(found, Game)):
        raise TypeError(f"{game}: round.GAME must be a class on pitboss.table.Game")
    return found


class Sections(dict[str, str]):
    """The section of each fact. One that rules.toml does not have is an error that names the file."""

    def __init__(self, rules: Rules) -> None:
        super().__init__({name: fact.section for name, fact in rules.facts.items()})
        self._rules = rules

    def __missing__(self, name: str) -> str:
        return self._rules.known_fact(name).section

    def leading(self) -> Sections:
        """The same with the first section alone of what has several."""
        made = Sections(self._rules)
        made.update({name: section.partition(", ")[0] for name, section in self.items()})
        return made

    def named(self, facts: Iterable[str], choices: Iterable[str]) -> str:
        """The first of these facts that the rules have; of a choice in use (`dealing_shoe`), if that has one."""
        wanted, chosen = tuple(facts), tuple(choices)
        names = (name for fact in wanted for name in (*(f"{fact}_{choice}" for choice in chosen), fact))
        return next((name for name in names if name in self), wanted[0])


def game_on(layout: Layout) -> Game[Any]:
    """The game that is played on a layout."""
    kind = game_class(layout.rules.game.id)
    layout.rules.check_facts(kind.fact_kinds)
    made = kind(layout)
    irregularities.check(made)
    return made


__all__ = ["YES", "Answer", "Ask", "Game", "Offer", "Refused", "game_class", "game_on"]
