"""A table on which one thing is done after the other: applied, committed, acknowledged.

Theory of operation
1. The dealer in memory is a copy of what the tape says. What is asked is applied to it, one after the other; what that
   puts on the tape, and what follows from it, is one batch. Only when the batch is committed is anything acknowledged,
   and are the steps shown to anybody.
2. If a batch cannot be committed, the copy is worth nothing: it is thrown away and made anew from the tape. There is
   no other way of undoing, so there is no other way of getting it wrong.
3. All that waits is applied before the batch is committed. So a table has one commit at a time, and however many people
   act at once, each waits for two commits at most.
"""

from __future__ import annotations

import asyncio
import json
import logging
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pitboss.floor.batch import Batch, coupons_of, purse_of
from pitboss.floor.books import Books
from pitboss.floor.commands import Act, BuyIn, Command, SeatEntrant, Sit, WrongRole
from pitboss.floor.heads import Head, said
from pitboss.floor.people import Person
from pitboss.floor.receipts import MakeReceipt, Receipts
from pitboss.floor.sight import Moment, Shown, Standing, TableInfo, numbered
from pitboss.floor.store import Disowned, Lost, Overdrawn
from pitboss.floor.table_chance import TableChance
from pitboss.floor.threads import tellable
from pitboss.table import Dealer, Refused, State, Tape, dollars
from pitboss.table.game import Answer, Game
from pitboss.table.steps import Step
from pitboss.table.tape import ROUND_ENDS

if TYPE_CHECKING:
    from pitboss.floor.clock import Clock
    from pitboss.floor.floor import Floor

log = logging.getLogger("pitboss.floor")


class Gone(Exception):
    """The table is not in this process's memory any more. Nothing was done; it may be asked for again."""


@dataclass(slots=True)
class _Waiting:
    """Something to be done, by whom, and who waits for it."""

    work: Callable[[], None]
    done: asyncio.Future[dict[str, Any]]
    receipt: MakeReceipt | None = None


class Committed(Shown, ABC):
    """A table that this process owns, and what is being done at it. `obey`, `go_on` and `before_commit` say how."""

    def __init__(
        self,
        floor: Floor,
        info: TableInfo,
        game: Game[Any],
        epoch: int,
        standing: Standing,
    ) -> None:
        super().__init__(info, game, standing)
        self.floor = floor
        self.epoch = epoch
        self._reloads = False
        "Whether the table is loaded again from its tape after the next commit."
        self.dealer: Dealer
        self.entries = standing.entries
        self.seats = dict(standing.seats)
        self.ready: set[int] = set()
        self.clock: Clock
        self._on_tape: tuple[frozenset[int], float | None] = (frozenset(), None)
        self.books = Books(self)
        self.chance = TableChance(self)
        self.batch = self._fresh()
        self._waiting: deque[_Waiting] = deque()
        self._task: asyncio.Task[None] | None = None
        self._steps: list[Moment] = []
        self._receipts = Receipts(info.id, floor)

    def take_up(
        self, dealer: Dealer, inventory: int, ready: frozenset[int] = frozenset(), until: float | None = None
    ) -> None:
        """Go on with a dealer who stands where the tape ends; `inventory` is what its account holds then.

        `ready` have said that the round may go on, which waits `until` then.
        """
        self.dealer = dealer
        self.ready = set(ready)
        self.clock.resume(until)
        self._on_tape = ready, until
        self.books.resume(self.state, inventory)
        dealer.watch = self._note
        self.standing = self._stand()

    @property
    def state(self) -> State:
        """The table at this moment, committed or not."""
        return self.dealer.ask.state if self.dealer.ask is not None else self.dealer.state

    @property
    def tape(self) -> Tape:
        """The tape of the table; what is written on it is committed with the rest."""
        assert self.dealer.tape is not None
        return self.dealer.tape

    @property
    def deadline(self) -> float | None:
        """Until when the round waits."""
        return self.clock.deadline

    def reload_after_commit(self) -> None:
        """The table has another layout or state from here on: load it again from its tape."""
        self._reloads = True

    @abstractmethod
    def obey(self, person: Person, command: Command) -> None:
        """Apply what a person asks, or `Refused`."""

    @abstractmethod
    def go_on(self) -> None:
        """Whatever goes on by itself, until the round waits for a person."""

    @abstractmethod
    def before_commit(self) -> None:
        """What belongs to whatever was done: the clock of what is asked now, a fill."""

    @abstractmethod
    def let_go(self) -> None:
        """The table is not in memory any more: stop its clock."""

    # ---- commands: applied, committed, acknowledged

    async def do(self, person: Person, command: Command, key: str | None = None) -> dict[str, Any]:
        """Carry out a command; returns when it is committed, raises `Refused` if it is not allowed.

        Every command from whatever page, API call or process comes through here, so roles are checked here and only
        here: before a repeated key is answered and before any money is reserved.
        """
        if person.role not in command.roles:
            whose = " or ".join(f"a {role.value}'s" for role in command.roles)
            raise WrongRole(f"{command.do.replace('_', ' ')} is {whose}; this token is a {person.role.value}'s")
        if key is not None:
            digest = command.digest(self.info.id)
            return await self._receipts.once(
                person.id, key, digest, lambda receipt: self._line_up(person, command, receipt)
            )
        doing = self._line_up(person, command)
        doing.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(doing)  # if who asked has gone, it is done all the same, or set free again

    def _line_up(
        self, person: Person, command: Command, receipt: MakeReceipt | None = None
    ) -> asyncio.Future[dict[str, Any]]:
        """A command waits to be carried out. Most need nothing from elsewhere, and a task of their own neither."""
        if self._needs_more(command):
            return asyncio.ensure_future(self._ask(person, command, receipt))
        return self._enqueue(lambda: self.obey(person, command), receipt)

    async def _ask(self, person: Person, command: Command, receipt: MakeReceipt | None) -> dict[str, Any]:
        aside = await self._set_aside(person, command)

        def work() -> None:
            self.obey(person, command)
            self.batch.reservations += aside

        try:
            return await self._enqueue(work, receipt)
        except BaseException:
            if aside:
                await self.floor.give_free(aside)
            raise

    def _needs_more(self, command: Command) -> bool:
        """Whether something must be set aside or looked up elsewhere before a command can be carried out."""
        return isinstance(command, (Sit, BuyIn, SeatEntrant)) or (isinstance(command, Act) and bool(command.coupon))

    async def _set_aside(self, person: Person, command: Command) -> list[str]:
        """What a command needs from elsewhere is set aside first, so that it cannot fail others when it is posted."""
        if isinstance(command, (Sit, BuyIn)):
            wanted = command.amount
            refusal = lambda free: f"{dollars(wanted)} is more than your bankroll, {dollars(free)}"  # noqa: E731
            return [await self.floor.set_aside(purse_of(person.id, None), wanted, refusal)]
        if isinstance(command, SeatEntrant) and self.info.tournament is not None:
            amount = command.amount
            refusal = lambda free: f"of {dollars(amount)} in tournament chips {dollars(free)} are there"  # noqa: E731
            purse = purse_of(command.person, self.info.tournament)
            return [await self.floor.set_aside(purse, amount, refusal)]
        if isinstance(command, Act) and command.coupon:
            value = command.coupon
            refusal = lambda _: f"you hold no match play coupon of {dollars(value)}; the house issues them"  # noqa: E731
            return [await self.floor.set_aside(coupons_of(person.id, value), value, refusal)]
        return []

    def by_itself(self, work: Callable[[], None]) -> None:
        """Something that no person asked for: the clock, or a bot that has thought."""
        if not self.gone:
            asked = self._enqueue(work)
            asked.add_done_callback(lambda done: done.cancelled() or done.exception())

    def _enqueue(
        self,
        work: Callable[[], None],
        receipt: MakeReceipt | None = None,
    ) -> asyncio.Future[dict[str, Any]]:
        if self.gone:
            raise Gone
        done: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(work, done, receipt))
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._work())
        return done

    async def _work(self) -> None:
        """Apply all that waits, commit it, acknowledge it; until nothing waits."""
        try:
            while self._waiting and not self.gone:
                applied: list[tuple[_Waiting, dict[str, Any]]] = []
                while self._waiting and not self.gone and not self._reloads:
                    self._apply(self._waiting.popleft(), applied)
                if not self.gone:
                    await self._commit(applied)
        except BaseException:
            self._drop()  # whatever it was: nobody who waits is left without an answer
            raise
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
        except BaseException as fault:
            self._break(waiting, applied, fault)
            return
        try:
            self.go_on()
            self.before_commit()
            self._tell_tape()
        except BaseException as fault:
            self._break(waiting, applied, fault)
            return
        applied.append((waiting, {"round": self.dealer.state.rounds, "seq": self.newest()}))

    def _answer(self, applied: list[tuple[_Waiting, dict[str, Any]]]) -> None:
        """All that is committed at once is acknowledged by the tape as it stands then, which is signed once for all."""
        signed: dict[str, str] | None = None
        for waiting, answer in applied:
            answer["entry"] = self.entries
            if waiting.receipt is not None:
                signed = signed or self._signed_head()
                answer |= signed
                self.batch.receipts.append(waiting.receipt(answer))

    def _break(self, waiting: _Waiting, applied: list[tuple[_Waiting, dict[str, Any]]], fault: BaseException) -> None:
        """A fault of ours: what is in memory is thrown away, and those before may ask again."""
        log.error("table %s: a command failed; it is loaded again from its tape", self.info.id, exc_info=fault)
        self.floor.has_failed(self.info.id)
        self._drop()
        _fail(waiting.done, fault)
        for earlier, _ in applied:
            _fail(earlier.done, Gone())

    async def _commit(self, applied: list[tuple[_Waiting, dict[str, Any]]]) -> None:
        try:
            self._answer(applied)
            batch, self.batch = self.batch, self._fresh()
            self.chance.store_shuffles(batch)
            steps, self._steps = self._steps, []
            standing = self._stand()
            if not batch.empty:
                await self.floor.store.commit(batch)
        except BaseException as problem:
            if not isinstance(problem, Lost):
                log.error("table %s: a batch was not made; it is loaded again", self.info.id, exc_info=problem)
                self.floor.has_failed(self.info.id)
            self._drop()
            for waiting, _ in applied:
                _fail(waiting.done, _told(problem))
            if isinstance(problem, asyncio.CancelledError):
                raise
            return
        self.standing = standing
        self.moments.extend(steps)
        if any(row["kind"] in ROUND_ENDS for row in batch.entries):
            self._write_head(batch)
        for waiting, answer in applied:
            if not waiting.done.done():
                waiting.done.set_result(answer)
        if self._reloads:
            self._drop()  # and made anew, as its tape has it now
        self.tell()

    def _write_head(self, batch: Batch) -> None:
        """Sign how the tape stands when a round is over, where who writes the database does not write."""
        last = batch.entries[-1]
        try:
            self.floor.heads.add(Head(self.info.id, last["number"], json.loads(last["line"])["hash"]))
        except OSError as problem:
            log.warning("table %s: the head of its tape was not written down: %s", self.info.id, problem)

    def _signed_head(self) -> dict[str, str]:
        """The head of the tape as it stands, signed: with a receipt anybody can show what was on the tape then."""
        head = self.tape.head
        return {"head": head, "signature": self.floor.sealer.sign(said(self.info.id, self.entries, head))}

    def _tell_tape(self) -> None:
        """Who is ready, and until when the round waits, where the tape does not say so already."""
        tape = self.tape
        ready, until = self._on_tape
        if self.ready != ready:
            tape.ready(self.ready)
        if self.deadline != until:
            tape.clock(None if self.deadline is None else round(self.deadline * 1000))
        self._on_tape = frozenset(self.ready), self.deadline

    def _stand(self) -> Standing:
        return Standing(
            self.state,
            self.dealer.ask,
            self.dealer.state.rounds,
            self.entries,
            dict(self.seats),
            frozenset(self.ready),
            self.deadline,
            self.books.fills,
            {seed.of: seed.commitment for seed in self.chance.source.seeds},
        )

    def _fresh(self) -> Batch:
        return Batch(self.info.id, self.floor.store.process, self.epoch)

    def _drop(self) -> None:
        """Forget what is in memory; whoever needs the table next loads it from its tape."""
        self.gone = True
        self.let_go()
        self.floor.forget(self)
        self.tell()

    async def stop(self) -> None:
        """Let what waits be done, then let go."""
        while self._task is not None:
            await asyncio.wait([self._task])
        self._drop()

    # ---- the tape

    def write(self, line: str) -> None:
        """The tape's: an entry is sealed."""
        self.entries += 1
        kind = self.tape.kind
        number = self.dealer.state.rounds - (kind == "end")
        row = {"table": self.info.id, "number": self.entries, "kind": kind, "round": number, "line": line.rstrip("\n")}
        self.batch.entries.append(row)
        if kind in ROUND_ENDS:
            self._on_tape = (frozenset(), None)  # which a round's end ends

    def _note(self, step: Step) -> None:
        self._steps.append(numbered(self.dealer, step))
        self.books.note(step)

    def newest(self) -> int:
        """The serial number of the last step, committed or not."""
        return self._steps[-1].seq if self._steps else self.last


def no(reason: str) -> Refused:
    """A refusal that has no section: the floor's own, not the chapter's."""
    return Refused(Answer(False, reason))


def _fail(done: asyncio.Future[dict[str, Any]], problem: BaseException) -> None:
    """Whoever waits is told, whatever it was."""
    if not done.done():
        done.set_exception(tellable(problem))


def _told(problem: BaseException) -> BaseException:
    """What is said to who waited for a batch that was lost. `Gone` may be tried again: nothing was done.

    Where an account would have been overdrawn, everybody tries again, and whose it was is then refused on his own.
    """
    return Gone() if isinstance(problem, (Overdrawn, Disowned)) else problem
