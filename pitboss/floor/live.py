"""A live table.

Theory of operation
1. The dealer in memory is a copy of what the tape says. Commands are applied to it one after the other; what they put
   on the tape, and what follows from it, is one batch. Only when the batch is committed are commands acknowledged
   and the steps shown to anybody.
2. If a batch cannot be committed, the copy is worth nothing: it is thrown away and made anew from the tape. There is
   no other way of undoing, so there is no other way of getting it wrong.
3. All commands that wait are applied before the batch is committed. So a table has one commit at a time, and however
   many people act at once, each waits for two commits at most.
4. Clocks run in the process that owns the table. They are not on the tape: what they cause (no more wagers, a decision
   by default) is.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import singledispatchmethod
from typing import TYPE_CHECKING, Any

from pitboss.floor.batch import Batch, Receipt, Seating
from pitboss.floor.bots import Bot
from pitboss.floor.chance import LiveSource
from pitboss.floor.commands import (
    Act,
    AddBot,
    BuyIn,
    CallIrregularity,
    Close,
    CloseTable,
    Command,
    Decide,
    Draw,
    HandOver,
    Leave,
    Ready,
    RemoveBot,
    Settings,
    Sit,
    WrongRole,
)
from pitboss.floor.ledger import bought_in, moved
from pitboss.floor.people import Person, Role
from pitboss.floor.seen import Moment, Seat, Shown, Standing, TableInfo, numbered
from pitboss.floor.store import Disowned, Lost, Overdrawn
from pitboss.table import Action, Dealer, Refused, State, dollars, view
from pitboss.table.game import Answer, Game
from pitboss.table.steps import Acted, Ask, AskDecision, AskWagers, Step
from pitboss.table.view import FACE_DOWN

if TYPE_CHECKING:
    from pitboss.floor.floor import Floor

log = logging.getLogger("pitboss.floor")
BOT_BANKROLL = 1_000_00
LEAVING = "leaving"
"""The strategy of a bot that was sent away and waits for the decision of its wagers."""
MOST_AT_ONCE = 20_000
"""Replies of chance and bots in a row: more can only be a fault."""
MOST_RECEIPTS = 2_000
"""So many of a person's requests are remembered in memory; earlier ones are looked up."""


class Gone(Exception):
    """The table is not in this process's memory any more. Nothing was done; it may be asked for again."""


class KeyUsed(ValueError):
    """The idempotency key was used for something else."""


@dataclass(slots=True)
class _Waiting:
    """Something to be done, by whom, and who waits for it."""

    work: Callable[[], None]
    done: asyncio.Future[dict[str, Any]]
    receipt: Callable[[dict[str, Any]], Receipt] | None = None


class LiveTable(Shown):
    """A table that this process owns."""

    def __init__(
        self,
        floor: Floor,
        info: TableInfo,
        game: Game[Any],
        settings: Settings,
        epoch: int,
        standing: Standing,
    ) -> None:
        super().__init__(info, game, standing)
        self.floor = floor
        self.settings = settings
        self.epoch = epoch
        self.gone = False
        self.dealer: Dealer
        self.entries = standing.entries
        self.seats = dict(standing.seats)
        self.ready: set[int] = set()
        self.deadline: float | None = None
        self._waiting: deque[_Waiting] = deque()
        self._task: asyncio.Task[None] | None = None
        self._batch = self._fresh()
        self._booked: State = standing.state
        self._steps: list[Moment] = []
        self._bots: dict[int, Bot] = {}
        self._bots_played: dict[int, int] = {}
        self._opened = -1
        self._clock: tuple[int, int] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._idle: dict[int, float] = {}
        self._receipts: dict[int, dict[str, tuple[str, Any]]] = {}
        self._forgotten: set[int] = set()

    def take_up(self, dealer: Dealer) -> None:
        """Go on with a dealer who stands where the tape ends."""
        self.dealer = dealer
        self._booked = self.state
        acted = (step.position for step in dealer.steps if isinstance(step, Acted) and self._is_bots(step))
        self._bots_played = dict.fromkeys(acted, dealer.state.rounds)
        dealer.watch = self._note
        self.standing = self._stand()

    @property
    def state(self) -> State:
        """The table at this moment, committed or not."""
        return self.dealer.ask.state if self.dealer.ask is not None else self.dealer.state

    # ---- commands: applied, committed, acknowledged

    async def do(self, person: Person, command: Command, key: str | None = None) -> dict[str, Any]:
        """Carry out a command; returns when it is committed, raises `Refused` if it is not allowed."""
        if person.role not in command.roles:
            whose = " or ".join(f"a {role.value}'s" for role in command.roles)
            raise WrongRole(f"{command.do.replace('_', ' ')} is {whose}; this token is a {person.role.value}'s")
        if key is not None:
            return await self._do_once(person, command, key)
        return await self._ask(person, command)

    async def _do_once(self, person: Person, command: Command, key: str) -> dict[str, Any]:
        """The same key again gets the same answer, whether its first request is done or still being done."""
        if person.id not in self._receipts:
            kept = await self.floor.receipts(self.info.id, person.id)
            self._receipts.setdefault(person.id, {}).update(kept)
        mine, digest = self._receipts[person.id], command.digest(self.info.id)
        if key not in mine and person.id in self._forgotten:
            mine.update(await self.floor.receipts(self.info.id, person.id, key))
        if key in mine:
            known, given = mine[key]
            if known != digest:
                raise KeyUsed(f"the idempotency key {key!r} was used for another request; use a new one")
            first: dict[str, Any] = await asyncio.shield(given) if isinstance(given, asyncio.Future) else given
            return first | {"repeated": True}
        for old in list(mine)[:-MOST_RECEIPTS]:
            if not isinstance(mine[old][1], asyncio.Future):
                del mine[old]
                self._forgotten.add(person.id)

        def receipt(answer: dict[str, Any]) -> Receipt:
            return Receipt(person.id, key, digest, json.dumps(answer))

        doing = asyncio.ensure_future(self._ask(person, command, receipt))
        mine[key] = (digest, doing)
        doing.add_done_callback(lambda done: self._done_once(mine, key, digest, done))
        return await asyncio.shield(doing)  # if who asked has gone, it is done all the same

    def _done_once(
        self, mine: dict[str, tuple[str, Any]], key: str, digest: str, done: asyncio.Future[dict[str, Any]]
    ) -> None:
        """What was refused may be asked again under the same key; what was done may not."""
        if done.cancelled() or done.exception() is not None:
            mine.pop(key, None)
        else:
            mine[key] = (digest, done.result())

    async def _ask(
        self, person: Person, command: Command, receipt: Callable[[dict[str, Any]], Receipt] | None = None
    ) -> dict[str, Any]:
        if isinstance(command, (Sit, BuyIn)) and command.amount > (held := await self.floor.bankroll(person)):
            raise _no(f"{dollars(command.amount)} is more than your bankroll, {dollars(held)}")
        return await self._enqueue(lambda: self._obey(person, command), receipt)

    def _obey(self, person: Person, command: Command) -> None:
        if self.info.closed and not isinstance(command, Leave):
            raise _no(f"{self.info.name} is closed")
        self._do(command, person)
        self._idle[self._seat_of(person)] = time.time()

    def by_itself(self, work: Callable[[], None]) -> None:
        """Something that no person asked for: the clock, or a bot that has thought."""
        if not self.gone:
            asked = asyncio.ensure_future(self._enqueue(work))
            asked.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def _enqueue(
        self,
        work: Callable[[], None],
        receipt: Callable[[dict[str, Any]], Receipt] | None = None,
    ) -> dict[str, Any]:
        if self.gone:
            raise Gone
        done: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(work, done, receipt))
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._work())
        return await done

    async def _work(self) -> None:
        """Apply all that waits, commit it, acknowledge it; until nothing waits."""
        try:
            while self._waiting and not self.gone:
                applied: list[tuple[_Waiting, dict[str, Any]]] = []
                while self._waiting and not self.gone:
                    self._apply(self._waiting.popleft(), applied)
                if not self.gone:
                    await self._commit(applied)
        finally:
            self._task = None
            if self.gone:
                for waiting in self._waiting:
                    _fail(waiting.done, Gone())
                self._waiting.clear()

    def _apply(self, waiting: _Waiting, applied: list[tuple[_Waiting, dict[str, Any]]]) -> None:
        if waiting.done.cancelled():
            return
        before = self.entries
        try:
            waiting.work()
        except Refused as refusal:
            if self.entries == before:
                _fail(waiting.done, refusal)
                return
            self._break(waiting, applied, refusal)  # half done is not done
            return
        except Exception as fault:
            self._break(waiting, applied, fault)
            return
        try:
            self._go_on()
        except Exception as fault:
            self._break(waiting, applied, fault)
            return
        answer = {"entry": self.entries, "round": self.dealer.state.rounds, "seq": self._newest()}
        if waiting.receipt is not None:
            self._batch.receipts.append(waiting.receipt(answer))
        applied.append((waiting, answer))

    def _break(self, waiting: _Waiting, applied: list[tuple[_Waiting, dict[str, Any]]], fault: BaseException) -> None:
        """A fault of ours: what is in memory is thrown away, and those before may ask again."""
        log.error("table %s: a command failed; it is loaded again from its tape", self.info.id, exc_info=fault)
        self._drop()
        _fail(waiting.done, fault)
        for earlier, _ in applied:
            _fail(earlier.done, Gone())

    async def _commit(self, applied: list[tuple[_Waiting, dict[str, Any]]]) -> None:
        self._set_clock()
        batch, self._batch = self._batch, self._fresh()
        self._keep_shuffles(batch)
        steps, self._steps = self._steps, []
        standing = self._stand()
        if not batch.empty:
            try:
                await self.floor.store.commit(batch)
            except Lost as problem:
                self._drop()
                for waiting, _ in applied:
                    _fail(waiting.done, _told(problem))
                return
        self.standing = standing
        self.moments.extend(steps)
        for waiting, answer in applied:
            if not waiting.done.done():
                waiting.done.set_result(answer)
        self.tell()

    def _stand(self) -> Standing:
        return Standing(
            self.state,
            self.dealer.ask,
            self.dealer.state.rounds,
            self.entries,
            dict(self.seats),
            frozenset(self.ready),
            self.deadline,
        )

    def _fresh(self) -> Batch:
        return Batch(self.info.id, self.floor.store.process, self.epoch)

    def _drop(self) -> None:
        """Forget what is in memory; whoever needs the table next loads it from its tape."""
        self.gone = True
        if self._timer is not None:
            self._timer.cancel()
        self.floor.forget(self)
        self.tell()

    async def stop(self) -> None:
        """Let what waits be done, then let go."""
        while self._task is not None:
            await asyncio.wait([self._task])
        self._drop()

    # ---- the tape, the ledger, the shuffles

    def write(self, line: str) -> None:
        """The tape's: an entry is sealed."""
        self.entries += 1
        kind = next((kind for kind in ("end", "throw") if line.startswith(f'{{"entry":"{kind}"')), "reply")
        number = self.dealer.state.rounds - (kind == "end")
        row = {"table": self.info.id, "number": self.entries, "kind": kind, "round": number, "line": line.rstrip("\n")}
        self._batch.entries.append(row)

    def _note(self, step: Step) -> None:
        self._steps.append(numbered(self.dealer, step))

    def _newest(self) -> int:
        return self._steps[-1].seq if self._steps else self.last

    def _book(self, what: str, person: int | None = None) -> None:
        """Post what moved since the last posting."""
        now = self.state
        if journal := moved(self.info.id, self._booked, now, self.entries, what, person):
            self._batch.journals.append(journal)
        self._booked = now

    def _keep_shuffles(self, batch: Batch) -> None:
        """What the database must know of the shuffles; a finished one is opened when no card lies face down."""
        source = self.dealer.source
        assert isinstance(source, LiveSource)
        finished = [one for one in source.shuffles if one.status == "finished"]
        if finished and isinstance(self.dealer.ask, AskWagers) and FACE_DOWN not in json.dumps(view(self.state)):
            for shuffled in finished:
                shuffled.status, shuffled.stored = "opened", False
        for shuffled in source.shuffles:
            if not shuffled.stored:
                batch.shuffles.append(shuffled.row(self.floor.sealer, self.info.id))
        source.shuffles = [one for one in source.shuffles if one.status != "opened"]

    # ---- what each command does

    @singledispatchmethod
    def _do(self, command: Any, person: Person) -> None:
        raise NotImplementedError(command)

    @_do.register
    def _(self, command: Sit, person: Person) -> None:
        if held := self._seat_of(person):
            raise _no(f"you sit at position {held} already")
        self._seat(person.id, person.name, command.position or self._free(), command.amount)

    @_do.register
    def _(self, command: BuyIn, person: Person) -> None:
        self.dealer.act(self._mine(person), Action("buy_in", amount=command.amount))
        self._book(f"{person.name} buys in", person.id)

    @_do.register
    def _(self, command: Leave, person: Person) -> None:
        self._vacate(self._mine(person))

    @_do.register
    def _(self, command: Act, person: Person) -> None:
        position = self._mine(person, command.position)
        if command.verb in ("sit", "buy_in", "leave"):
            raise _no(f"{command.verb} is a command of its own, not an act at the layout")
        self.dealer.act(position, command.action())
        self.ready.discard(position)
        self._book(f"{command.verb} {command.wager}".strip())

    @_do.register
    def _(self, command: Decide, person: Person) -> None:
        position = self._mine(person, command.position)
        ask = self.dealer.ask
        if isinstance(ask, AskDecision) and ask.position != position:
            raise _no(f"position {ask.position} decides now, not position {position}")
        self.dealer.decide(command.choice)
        self._book(f"decision: {command.choice}")

    @_do.register
    def _(self, command: Ready, person: Person) -> None:
        position = self._mine(person)
        if not isinstance(self.dealer.ask, AskWagers):
            raise _no("the wagers are closed already")
        if not self.state.wagers:
            raise _no("nothing lies on the layout; lay a wager first")
        self.ready.add(position)

    @_do.register
    def _(self, command: AddBot, person: Person) -> None:
        if person.role is Role.PLAYER:
            self._mine(person)
        strategy = command.strategy
        position = command.position or self._free()
        bot = self.floor.bot_person(self.info.id, position)
        self._seat(bot.id, bot.name, position, command.amount or BOT_BANKROLL, strategy)

    @_do.register
    def _(self, command: RemoveBot, person: Person) -> None:
        if person.role is Role.PLAYER:
            self._mine(person)
        seat = self.seats.get(command.position)
        if seat is None or not seat.bot:
            raise _no(f"there is no bot at position {command.position}")
        self._send_away(command.position)

    @_do.register
    def _(self, command: Close, person: Person) -> None:
        self._no_more_wagers()

    @_do.register
    def _(self, command: Draw, person: Person) -> None:
        self._draw()
        while command.all and self.dealer.ask is not None and self.dealer.ask.chance:
            self._draw()

    @_do.register
    def _(self, command: CallIrregularity, person: Person) -> None:
        self.dealer.throw(command.irregularity)
        self._book(f"irregularity: {command.irregularity}")

    @_do.register
    def _(self, command: HandOver, person: Person) -> None:
        self.settings = self.settings.model_copy(update={"dealer": command.dealer})
        self.info = self.info.model_copy(update={"dealer": command.dealer})
        self._batch.row["settings"] = self.settings.model_dump_json()

    @_do.register
    def _(self, command: CloseTable, person: Person) -> None:
        if self.state.wagers or not isinstance(self.dealer.ask, AskWagers):
            raise _no("wagers lie on the layout; the table can be closed when the round is over")
        for position in self.seats:
            if not (answer := self.dealer.allowed(position, Action("leave"))):
                raise Refused(answer)
        for position in list(self.seats):
            self._vacate(position)
        self.info = self.info.model_copy(update={"closed": True})
        self._batch.row["closed"] = time.time()

    # ---- seats

    def _seat_of(self, person: Person) -> int:
        return next((number for number, seat in self.seats.items() if seat.person == person.id), 0)

    def _mine(self, person: Person, said: int | None = None) -> int:
        if not (position := self._seat_of(person)):
            raise _no("you do not sit at this table; sit down first")
        if said is not None and said != position:
            raise _no(f"position {said} is not yours; you sit at position {position}")
        return position

    def _free(self) -> int:
        free = next((number for number in range(1, self.info.seats + 1) if number not in self.seats), 0)
        if not free:
            raise _no(f"all {self.info.seats} positions are taken")
        return free

    def _seat(self, person: int, name: str, position: int, amount: int, bot: str = "") -> None:
        if not 1 <= position <= self.info.seats:
            raise _no(f"there is no position {position}; there are positions 1 to {self.info.seats}")
        self.dealer.act(position, Action("sit", amount=amount, name=name))
        if bot:  # a bot has what the cage gives it, and brings back what is left
            self._batch.journals.append(bought_in(person, amount))
        self.seats[position] = Seat(person, name, bot, self._newest())
        self._batch.seatings.append(Seating(position, person, self._newest(), bot))
        self._book(f"{name} sits down", person)

    def _vacate(self, position: int) -> None:
        seat = self.seats[position]
        left = self.state.bought_in
        self.dealer.act(position, Action("leave"))
        left -= self.state.bought_in
        del self.seats[position]
        self._bots.pop(position, None)
        self._bots_played.pop(position, None)
        self.ready.discard(position)
        self._batch.seatings.append(Seating(position, None))
        self._book(f"{seat.name} leaves", seat.person)
        if seat.bot and left:
            self._batch.journals.append(bought_in(seat.person, -left))

    def _send_away(self, position: int) -> None:
        """A bot takes down what it may and goes, now or when what is left of its wagers is decided."""
        for wager in self.state.of(position):
            down = Action("remove", wager.kind, spot=wager.spot)
            if self.dealer.allowed(position, down):
                self.dealer.act(position, down)
                self._book("wager of a bot")
        if self.dealer.allowed(position, Action("leave")):
            self._vacate(position)
        elif (seat := self.seats[position]).bot != LEAVING:
            self._bots.pop(position, None)
            self.seats[position] = replace(seat, bot=LEAVING)
            self._batch.seatings.append(Seating(position, seat.person, seat.since, LEAVING))

    def _people(self) -> set[int]:
        return {number for number, seat in self.seats.items() if not seat.bot}

    def leave_idle(self, longest: float) -> None:
        """Positions of people who have done nothing for so long, and have no wagers, become free."""
        now = time.time()
        for position in self._people():
            if now - self._idle.setdefault(position, now) > longest and not self.state.of(position):
                self.by_itself(lambda position=position: self._vacate_idle(position))  # type: ignore[misc]

    def _vacate_idle(self, position: int) -> None:
        if position in self._people():
            self._vacate(position)

    # ---- going on by itself

    def _no_more_wagers(self) -> None:
        self.dealer.close()
        self.ready.clear()
        self._book("no more wagers")

    def _draw(self) -> None:
        source = self.dealer.source
        assert isinstance(source, LiveSource)
        before = len(source.shuffles)
        entry = self.entries + 1
        self.dealer.draw()
        for shuffled in source.shuffles[before:]:
            shuffled.entry = entry
        self._book("settlement")

    def _go_on(self) -> None:
        """Chance, and bots, until the round waits for a person."""
        for _ in range(MOST_AT_ONCE):
            ask = self.dealer.ask
            assert ask is not None
            if isinstance(ask, AskWagers):
                for position in [number for number, seat in self.seats.items() if seat.bot == LEAVING]:
                    self._send_away(position)
                self._bots_wager()
                if self._just_opened():
                    self._opened = self.dealer.state.rounds
                elif not self._all_ready():
                    return
                self._no_more_wagers()
            elif isinstance(ask, AskDecision) and ask.formality and self.settings.formalities == "custom":
                self.dealer.decide(self.game.default(ask.state, ask))
            elif isinstance(ask, AskDecision):
                if (bot := self._bot(ask.position)) is None:
                    return
                self.dealer.decide(bot.decide(self.dealer, ask))
                self._book("decision of a bot")
            elif self.settings.dealer == "person":
                return
            else:
                self._draw()
        raise RuntimeError("the round does not end")

    def _just_opened(self) -> bool:
        """Whether the first person has come to a table that had nobody: the round begins anew with him."""
        automatic = self.settings.dealer == "automatic" and self.game.offers_first
        empty = not self.dealer.state.positions and self._opened != self.dealer.state.rounds
        offered = any(isinstance(step, Ask) and not isinstance(step, AskWagers) for step in self.dealer.steps)
        return automatic and empty and not offered and bool(self._people()) and not self.state.wagers

    def _all_ready(self) -> bool:
        """Whether everybody who sits here has said so."""
        people = self._people()
        automatic = self.settings.dealer == "automatic"
        return automatic and bool(people) and people <= self.ready and bool(self.state.wagers)

    def _bot(self, position: int) -> Bot | None:
        """The bot that plays a position; None while it still has to learn the game, and for people."""
        seat = self.seats.get(position)
        if seat is None or not seat.bot:
            return None
        if position not in self._bots:
            advice = None
            if seat.bot == "best" and self.game.decisions:
                learned = self.floor.advice(self.game.layout, lambda: self.by_itself(lambda: None))
                if learned is None:
                    return None
                advice = learned.advice
            self._bots[position] = Bot(f"{self.info.id} {position} {self.entries}", position, seat.bot, advice)
        return self._bots[position]

    def _is_bots(self, step: Acted) -> bool:
        """Whether it was a bot that did something with its chips."""
        seat = self.seats.get(step.position)
        return seat is not None and bool(seat.bot) and step.action.verb != "sit"

    def _bots_wager(self) -> None:
        """Once in a round, each bot wagers as it likes; with nobody there, bots do not play."""
        if not self._people():
            return
        for position, seat in sorted(self.seats.items()):
            if not seat.bot or seat.bot == LEAVING or self._bots_played.get(position) == self.dealer.state.rounds:
                continue
            self._bots_played[position] = self.dealer.state.rounds
            held = self.state.seat(position)
            if held is not None and not held.rack and not self.state.of(position):
                continue  # it has lost everything, and looks on
            for action in Bot(f"{self.info.id} {position} {self.entries}", position, seat.bot).wagers(self.dealer):
                self.dealer.act(position, action)
                self._book("wager of a bot")

    # ---- clocks

    def _set_clock(self) -> None:
        """The clock of what is asked now; it runs on while the same is asked."""
        ask = self.dealer.ask
        seconds = self._seconds(ask)
        place = 0 if isinstance(ask, AskWagers) else len(self.dealer.steps)
        clock = (self.dealer.state.rounds, place) if seconds else None
        if clock is not None and clock == self._clock:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._clock = clock
        deadline = time.time() + seconds if seconds else None
        if deadline != self.deadline:
            self._batch.row["deadline"] = deadline
        self.deadline = deadline
        if seconds:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(seconds, lambda: self.by_itself(lambda: self._time_is_up(clock)))

    def _seconds(self, ask: Ask | None) -> float:
        people = self._people()
        if self.settings.clock == "never" or (self.settings.clock == "company" and len(people) < 2):
            return 0.0
        if isinstance(ask, AskDecision):
            return self.settings.decision_seconds if ask.position in people else 0.0
        if isinstance(ask, AskWagers) and self.settings.dealer == "automatic" and self.state.wagers and people:
            return self.settings.betting_seconds
        return 0.0

    def _time_is_up(self, clock: tuple[int, int] | None) -> None:
        """No more wagers, or what is done by default; unless something else is asked by now."""
        ask = self.dealer.ask
        if clock != self._clock:
            return
        self._clock = None
        if isinstance(ask, AskDecision):
            self.dealer.decide(self.game.default(ask.state, ask))
            self._book("decision by default")
        elif isinstance(ask, AskWagers) and self.state.wagers:
            self._no_more_wagers()


def _no(reason: str) -> Refused:
    return Refused(Answer(False, reason))


def _fail(done: asyncio.Future[dict[str, Any]], problem: BaseException) -> None:
    if not done.done():
        done.set_exception(problem)


def _told(problem: Lost) -> BaseException:
    """What is said to who waited for a batch that was lost. `Gone` may be tried again: nothing was done.

    Where an account would have been overdrawn, everybody tries again, and whose it was is then refused on his own.
    """
    return Gone() if isinstance(problem, (Overdrawn, Disowned)) else problem
