"""The dealer: drives a table's rounds and writes every reply to the tape before it takes effect.

The random source supplies dice, cards and wheels; people answer everything else. A terminal, browser, script or test
uses three things: `ask`, what the round waits for now; `steps`, what has been announced in this round; and the actions
`act`, `decide`, `throw` and `close`. A refused action raises `Refused` and changes neither the table nor the tape.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pitboss.equipment import RandomSource
from pitboss.table.codec import to_plain
from pitboss.table.ending import ManualEnd, end_by_hand
from pitboss.table.game import Answer, Game, Refused
from pitboss.table.irregularities import called_at_settlement, describe_ask, make_irregularity
from pitboss.table.state import State
from pitboss.table.steps import (
    Action,
    Ask,
    AskCard,
    AskDecision,
    AskDice,
    AskDraw,
    AskNumber,
    AskSettlement,
    AskShuffle,
    AskWagers,
    Pending,
    Reply,
    Step,
)
from pitboss.table.tape import OUTSIDE_ROUNDS, Entry, Tape, decode_reply, read_change, read_throw


def between_rounds(dealer: Dealer) -> bool:
    """Whether the layout may change now.

    It may if the current round has had no reply, if no one is seated, or if there are no wagers and players have only
    come, gone or taken chips up again.
    """
    ask = dealer.ask
    if not dealer.replies:
        return True
    if not isinstance(ask, AskWagers) or ask.state.wagers:
        return False
    return not ask.state.positions or dealer.acts == dealer.replies


Responder = Callable[["Dealer", Ask], Reply]


class Dealer:
    """Runs a table.

    >>> from pitboss.chapter.layout import Layout
    >>> from pitboss.equipment import ScriptedSource
    >>> from pitboss.table import Action, Dealer, game_on
    >>> from datetime import date
    >>> dealer = Dealer(game_on(Layout.of("craps", date(2008, 6, 1))), ScriptedSource(dice=["5-6"]))
    >>> dealer.act(1, Action("sit", amount=10000, name="Ann"))
    >>> dealer.act(1, Action("make", "pass", 1000))
    >>> dealer.finish()
    >>> dealer.state.rack(1)
    11000
    """

    def __init__(
        self,
        game: Game[Any],
        source: RandomSource,
        state: State | None = None,
        tape: Tape | None = None,
        watch: Callable[[Step], object] | None = None,
        halts: bool = False,
    ) -> None:
        """With `halts`, the dealer stops before a settlement (`AskSettlement`) if anything can be called there."""
        self.game = game
        self.halts = halts
        self.source = source
        self.tape = tape
        self.watch = watch
        self.state: State = state if state is not None else game.opening()
        self.steps: list[Step] = []
        self.replies = self.acts = 0
        """The number of replies sent into the current round, and how many were people's actions before the deal.
        """
        self.wagers_closed = False
        """Whether betting has been open in the current round and is closed now."""
        self.ask: Ask | None = None
        self._round: Any = None
        if tape is not None:
            tape.open(game.layout, self.state)
        self._begin()

    @classmethod
    def resume(
        cls,
        game: Game[Any],
        source: RandomSource,
        state: State,
        entries: Iterable[Entry],
        watch: Callable[[Step], object] | None = None,
    ) -> Dealer:
        """Continue where a tape ends, from the state after its last whole round and the replies sent into the current
        one.

        Nothing that is already on the tape is written again; give the dealer its `tape` afterwards. The dealer halts
        before settlements, because the tape may hold an irregularity that was called there.
        """
        dealer = cls.__new__(cls)
        dealer.game, dealer.source, dealer.tape, dealer.watch = game, source, None, watch
        dealer.state, dealer.ask, dealer.halts = state, None, True
        dealer._begin()
        for entry in entries:
            dealer.apply_entry(entry)
        return dealer

    def apply_entry(self, entry: Entry) -> None:
        """Replay an entry of the tape; raise ValueError if it does not fit."""
        if entry.kind in OUTSIDE_ROUNDS:
            return
        if entry.kind == "change":
            if not between_rounds(self):
                raise ValueError(f"entry {entry.number}: the layout changes in the middle of a round")
            self.game, self.state = read_change(entry)
            self._begin()
            return
        if entry.kind == "void":
            ended = self._ended(tuple(entry.data["leaving"]), entry.data["anew"])
            if to_plain(ended.state) != entry.data["state"]:
                raise ValueError(f"entry {entry.number}: the void round does not end in the state on the tape")
            self._end(ended)
            self._begin()
            return
        if isinstance(self.ask, AskSettlement) and entry.data.get("to") != self.ask.kind:
            self.draw()
        ask = self.ask
        if entry.kind == "end":
            if entry.data["round"] != self.state.rounds:
                raise ValueError(f"entry {entry.number}: the round has not ended")
            return
        if ask is None or ask.kind != entry.data["to"]:
            answers = f"entry {entry.number} answers a {entry.data['to']}"
            raise ValueError(f"{answers}, but the round asks for {self._asked()}")
        if entry.kind == "throw":
            self._throw(*read_throw(entry))
        else:
            self._reply(decode_reply(ask, entry.data["reply"]))

    # ---- people's actions

    def allowed(self, position: int, action: Action) -> Answer:
        """Whether a position may do this now."""
        ask = self.ask
        if isinstance(ask, AskDecision):
            ask = ask.for_position(position) or ask
        if isinstance(ask, AskDecision) and ask.position == position and action.verb == "make":
            if action.wager in ask.wagers:
                return self.game.allowed(ask.state, position, action)
            if ask.wagers or action.wager in self.game.decisions or action.wager in self.game.choice_wagers:
                return self.game.choices.refusal(ask, action.wager)
            if self._is_a_word(ask, action):
                return self.game.choices.refusal(ask, action.wager)
        if (
            isinstance(ask, AskDecision)
            and (answer := self.game.choices.refusal_of_action(ask, position, action)) is not None
        ):
            return answer
        if not isinstance(ask, (AskWagers, AskDice)) or (isinstance(ask, AskDice) and ask.closed):
            said, section = self.game.hosting.not_now(action, self.wagers_closed)
            return Answer(False, f"{said}: the round waits for {self._asked()}", section)
        return self.game.allowed(ask.state, position, action)

    def _is_a_word(self, ask: AskDecision, action: Action) -> bool:
        """Whether an action is really an unknown choice: a single word, or one like `discard_4`, that names no wager.

        It is then refused as a choice that does not exist, instead of as a late wager.
        """
        like = any(choice.startswith(f"{action.wager}_") for choice in ask.choices)
        return action.wager not in self.game.layout.rules.wagers and (like or not action.amount)

    def act(self, position: int, action: Action) -> None:
        """Carry out a position's action with its chips; raise `Refused` if it is not allowed."""
        if not (answer := self.allowed(position, action)):
            raise self._refused(answer)
        self._reply((position, action))

    def decide(self, choice: str, position: int = 0) -> None:
        """Take the decision of the position being asked, or of `position` if several are asked at once."""
        if not isinstance(self.ask, AskDecision):
            choice = self.game.speech.resolve_choice(choice)
            section = self.game.sections.get(self.game.decisions.get(choice, ""), "")
            answer = Answer(False, f"no decision now: the round waits for {self._asked()}", section)
            raise self._refused(answer)
        ask = self.ask.for_position(position) if position else self.ask
        if ask is None:
            raise self._refused(
                self.game.choices.refusal_out_of_turn(self.ask, position, self.game.speech.resolve_choice(choice))
            )
        try:
            choice = self.game.speech.parse_answer(ask, choice)
        except ValueError as wrong:
            raise self._refused(Answer(False, str(wrong), ask.section)) from None
        if choice not in self.game.choices.lawful(ask.state, ask):
            raise self._refused(self.game.choices.refusal(ask, choice))
        self._reply(choice if ask is self.ask else (ask.position, choice))

    def _refused(self, answer: Answer) -> Refused:
        return Refused(answer, self.game.layout.cite(answer.section) if answer.section else "")

    def close(self) -> None:
        """Close betting."""
        if not isinstance(self.ask, AskWagers):
            raise Refused(Answer(False, f"betting is closed already: the round waits for {self._asked()}"))
        self._reply(None)

    def throw(self, event: str, *about: str) -> None:
        """Throw an irregularity into the round; `about` names its subjects."""
        if not (answer := self.game.irregularities.may_call(self.ask, event, about)):
            raise self._refused(answer)
        self._throw(event, about)

    def _throw(self, event: str, about: tuple[str, ...]) -> None:
        assert self.ask is not None
        happens = make_irregularity(self.game, self.ask, event, about)
        if self.tape is not None:
            self.tape.throw(self.ask, event, about)
        self.replies += 1
        self._advance(lambda: self._round.throw(happens))

    # ---- ending a round by hand

    def end_round(self, who: str, leaving: Iterable[int] = (), closes: bool = False) -> ManualEnd:
        """Void the current round, whatever it waits for (see `ending`). With `closes`, no further round begins."""
        leaving = tuple(leaving)
        reset = False
        try:
            ended = self._ended(leaving, reset)
        except Exception:  # A fault in the game must not leave anyone's chips stuck on the table.
            reset = True
            ended = self._ended(leaving, reset)
        if self.tape is not None:
            self.tape.void(ended.state, who, leaving, reset)
        self._end(ended)
        if not closes:
            self._begin()
        return ended

    def _ended(self, leaving: tuple[int, ...], reset: bool) -> ManualEnd:
        assert self.ask is not None
        return end_by_hand(self.game, self.state, self.ask.state, self.steps, leaving, reset)

    def _end(self, ended: ManualEnd) -> None:
        for step in ended.steps:
            self.steps.append(step)
            if self.watch is not None:
                self.watch(step)
        self.state, self.ask = ended.state, None

    # ---- random events

    def draw(self) -> None:
        """Answer a pending random ask from the random source."""
        ask = self.ask
        if isinstance(ask, AskDice):
            self._reply(self.source.dice(ask.number))
        elif isinstance(ask, AskCard):
            self._reply(self.source.card(ask.shoe))
        elif isinstance(ask, AskShuffle):
            self._reply(self.source.shuffle(ask.shoe, ask.composition))
        elif isinstance(ask, AskNumber):
            self._reply(ask.reply_for(self.source.number(ask.below)))
        elif isinstance(ask, AskDraw):
            self._reply(self.source.draw(ask.of, ask.take, ask.out))
        elif isinstance(ask, AskSettlement):
            self._reply(None)
        else:
            raise Refused(Answer(False, f"no random event is pending: the round waits for {self._asked()}"))

    # ---- running the round

    def finish(self, answer: Responder | None = None) -> None:
        """Run to the end of the current round; `answer` replies for people, otherwise their defaults apply."""
        rounds = self.state.rounds
        while self.state.rounds == rounds:
            self.next(answer)

    def next(self, answer: Responder | None = None) -> None:
        """Answer one ask."""
        ask = self.ask
        assert ask is not None
        if ask.chance:
            self.draw()
            return
        reply = answer(self, ask) if answer is not None else None
        if isinstance(ask, AskDecision) and isinstance(reply, tuple):
            self.act(*reply)
        elif isinstance(ask, AskDecision):
            self.decide(reply if isinstance(reply, str) else self.game.choices.default(ask.state, ask))
        elif reply is None:
            self.close()
        else:
            self.act(*reply)

    def _asked(self) -> str:
        return describe_ask(self.ask)

    def _reply(self, reply: Reply) -> None:
        assert self.ask is not None
        if unfit := self.ask.invalid_reason(reply):
            raise ValueError(unfit)
        if self.tape is not None:
            self.tape.reply(self.ask, reply)
        self.replies += 1
        if isinstance(self.ask, AskWagers):
            self.acts += 1
            self.wagers_closed = reply is None and bool(self.ask.state.wagers)
        self._advance(lambda: self._round.send(reply))

    def _begin(self) -> None:
        self.steps = []
        self.replies = self.acts = 0
        self.wagers_closed = False
        self._round = self.game.play(self.state)
        self._advance(lambda: next(self._round))

    def _stops(self) -> bool:
        """Whether the dealer halts before a settlement, because an irregularity can be called there."""
        return self.halts and called_at_settlement(self.game)

    def _advance(self, move: Callable[[], Step]) -> None:
        """Take steps until the round asks again; at its end, begin the next."""
        try:
            step = move()
            while True:
                if isinstance(step, Pending):
                    if self._stops():
                        self.ask = AskSettlement(step.state, step.section)
                        return
                    step = next(self._round)
                    continue
                self.steps.append(step)
                if self.watch is not None:
                    self.watch(step)
                if isinstance(step, Ask):
                    self.ask = step
                    return
                step = next(self._round)
        except StopIteration as end:
            self.state = end.value
            self.ask = None
        if self.tape is not None:
            self.tape.end(self.state)
        self._begin()
