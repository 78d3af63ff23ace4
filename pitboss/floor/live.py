"""A live table: commands are applied, committed and acknowledged, in this order.

Theory of operation
1. The dealer in memory is a copy of the tape. Commands are applied to it one after the other; the entries that they
   write, and everything that follows from them, form a batch. Only when the batch is committed are the commands
   acknowledged and the steps shown.
2. If a batch cannot be committed, the copy is discarded and loaded again from the tape. This is the only way to undo
   anything, so there is no other way to get it wrong.
3. All waiting commands are applied before the batch is committed. So a table has one commit at a time, and however many
   people act at once, each waits for at most two commits.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pitboss.floor.anchors.checkpoints import Head, signed_content
from pitboss.floor.batch import Batch
from pitboss.floor.books import Books
from pitboss.floor.clock import Clock
from pitboss.floor.command_handlers import carry_out
from pitboss.floor.commands import Command, TableSettings, WrongRole
from pitboss.floor.figures import Tally
from pitboss.floor.notices import Notices
from pitboss.floor.people import Person
from pitboss.floor.preparation import needs_preparation, prepare
from pitboss.floor.procedure import Procedure
from pitboss.floor.receipts import MakeReceipt, Receipts
from pitboss.floor.seats import Seats
from pitboss.floor.sight import Moment, TableInfo, TableSnapshot, WatchableTable, number_step
from pitboss.floor.store import AccountOverdrawn, CommitFailed, OwnershipLost
from pitboss.floor.table_bots import TableBots
from pitboss.floor.table_chance import TableChance
from pitboss.floor.threads import storable_error
from pitboss.table import Action, Dealer, Refused, State, Tape
from pitboss.table.game import Game
from pitboss.table.steps import Step
from pitboss.table.tape import ROUND_ENDS

if TYPE_CHECKING:
    from pitboss.floor.floor import Floor

log = logging.getLogger("pitboss.floor")
SHOWN = ("dealer", "hands", "afterwards")
"""Settings that the lobby shows."""


class TableGone(Exception):
    """The table is no longer in this process's memory. The command was not carried out and may be repeated."""


@dataclass(slots=True)
class _QueuedWork:
    """A queued piece of work, with a future for its answer."""

    work: Callable[[], None]
    done: asyncio.Future[dict[str, Any]]
    receipt: MakeReceipt | None = None


class LiveTable(WatchableTable):
    """A table that this process owns: it queues commands, applies and commits them, and acknowledges them.

    Its parts do the rest: `seats`, `bots`, `procedure`, `clock`, `notices`, `books` and `chance`.
    """

    def __init__(
        self,
        floor: Floor,
        info: TableInfo,
        game: Game[Any],
        settings: TableSettings,
        epoch: int,
        snapshot: TableSnapshot,
    ) -> None:
        super().__init__(info, game, snapshot)
        self.floor = floor
        self.settings = settings
        self.epoch = epoch
        self.opened_by: int | None = None
        "The person who opened the table."
        self.dealer: Dealer
        self.entries = snapshot.entries
        self.ready: set[int] = set()
        self.offered_outside_limits: dict[int, tuple[tuple[int, int], Action]] = {}
        "Wagers outside the limits that positions have offered, each with the round and the person."
        self.seats = Seats(self, dict(snapshot.seats))
        self.bots = TableBots(self)
        self.procedure = Procedure(self)
        self.clock = Clock(self)
        self.notices = Notices(self)
        self.books = Books(self)
        self.tally = Tally(self)
        self.chance = TableChance(self)
        self.batch = self._fresh()
        self._receipts = Receipts(info.id, floor)
        self._on_tape: tuple[frozenset[int], float | None] = (frozenset(), None)
        self._waiting: deque[_QueuedWork] = deque()
        self._task: asyncio.Task[None] | None = None
        self._steps: list[Moment] = []
        self._reloads = False
        "Whether to load the table again from its tape after the next commit."

    def take_up(
        self, dealer: Dealer, inventory: int, ready: frozenset[int] = frozenset(), until: float | None = None
    ) -> None:
        """Continue with a dealer who has played the tape to its end.

        `inventory` is the balance of the table's account, `ready` the positions that are ready, and `until` the
        deadline of the round.
        """
        self.dealer = dealer
        self.ready = set(ready)
        self.bots.resume(dealer)
        self.clock.resume(until)
        self._on_tape = ready, until
        self.books.resume(self.state, inventory)
        self.tally.resume(dealer.state, dealer.steps)
        dealer.watch = self._note
        self.snapshot = self._snapshot()
        self.notices.schedule()

    @property
    def state(self) -> State:
        """The current state of the table, committed or not."""
        return self.dealer.ask.state if self.dealer.ask is not None else self.dealer.state

    @property
    def tape(self) -> Tape:
        """The table's tape; entries written to it are committed with the batch."""
        assert self.dealer.tape is not None
        return self.dealer.tape

    @property
    def deadline(self) -> float | None:
        """The time until which the round waits."""
        return self.clock.deadline

    def change_settings(self, **changed: Any) -> None:
        """Change settings in memory, in the lobby and, with the batch, in the database."""
        self.settings = self.settings.model_copy(update=changed)
        shown = {name: value for name, value in changed.items() if name in SHOWN}
        if shown:
            self.info = self.info.model_copy(update=shown)
        self.batch.row["settings"] = self.settings.model_dump_json()

    def reload_after_commit(self) -> None:
        """Load the table again from its tape after the next commit, because its layout or state is replaced there."""
        self._reloads = True

    def carry_out(self, person: Person, command: Command) -> None:
        """Apply a command, or raise `Refused`."""
        carry_out(self, person, command)

    def before_commit(self) -> None:
        """Do what every change requires: fill the inventory and set the clock."""
        self.books.fill_up()
        self.clock.update()

    def stop_timers(self) -> None:
        """Cancel the timers of a table no longer in memory."""
        self.notices.stop()
        self.clock.stop()

    # ---- commands: apply, commit, acknowledge

    async def do(self, person: Person, command: Command, key: str | None = None) -> dict[str, Any]:
        """Carry out a command; returns when it is committed, raises `Refused` if it is not allowed.

        Commands from pages, the API and other processes all come through here, so this is the only place where roles
        are checked: before a repeated key is answered and before any money is reserved.
        """
        if person.role not in command.roles:
            whose = " or ".join(f"a {role.value}'s" for role in command.roles)
            raise WrongRole(f"{command.do.replace('_', ' ')} is {whose}; this token is a {person.role.value}'s")
        if key is not None:
            digest = command.digest(self.info.id)
            return await self._receipts.once(
                person.id, key, digest, lambda receipt: self._submit(person, command, receipt)
            )
        doing = self._submit(person, command)
        doing.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(doing)  # carried out even if the client disconnects

    def _submit(
        self, person: Person, command: Command, receipt: MakeReceipt | None = None
    ) -> asyncio.Future[dict[str, Any]]:
        """Queue a command, starting a task only for the few that need preparation."""
        if needs_preparation(command):
            return asyncio.ensure_future(self._ask(person, command, receipt))
        return self._enqueue(lambda: self.carry_out(person, command), receipt)

    async def _ask(self, person: Person, command: Command, receipt: MakeReceipt | None) -> dict[str, Any]:
        aside = await prepare(self, person, command)

        def work() -> None:
            self.carry_out(person, command)
            self.batch.reservations += aside

        try:
            return await self._enqueue(work, receipt)
        except BaseException:
            if aside:
                await self.floor.release_reservations(aside)
            raise

    def enqueue(self, work: Callable[[], None]) -> None:
        """Queue work that no person asked for: a timeout, or a bot whose strategy is computed."""
        if not self.gone:
            asked = self._enqueue(work)
            asked.add_done_callback(lambda done: done.cancelled() or done.exception())

    def _enqueue(
        self,
        work: Callable[[], None],
        receipt: MakeReceipt | None = None,
    ) -> asyncio.Future[dict[str, Any]]:
        if self.gone:
            raise TableGone
        done: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting.append(_QueuedWork(work, done, receipt))
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._work())
        return done

    async def _work(self) -> None:
        """Apply all queued work, commit it and acknowledge it, until the queue is empty."""
        try:
            while self._waiting and not self.gone:
                applied: list[tuple[_QueuedWork, dict[str, Any]]] = []
                while self._waiting and not self.gone and not self._reloads:
                    self._apply(self._waiting.popleft(), applied)
                if not self.gone:
                    await self._commit(applied)
        except BaseException:
            self._drop()  # Whatever happened, everyone gets an answer.
            raise
        finally:
            self._task = None
            if self.gone:
                for waiting in self._waiting:
                    _fail(waiting.done, TableGone())
                self._waiting.clear()

    def _apply(self, waiting: _QueuedWork, applied: list[tuple[_QueuedWork, dict[str, Any]]]) -> None:
        if waiting.done.cancelled():
            return
        before = self.entries
        try:
            waiting.work()
        except Refused as refusal:
            if self.entries == before:
                _fail(waiting.done, refusal)
                return
            self._discard_after_bug(waiting, applied, refusal)  # it was partly applied
            return
        except BaseException as fault:
            self._discard_after_bug(waiting, applied, fault)
            return
        try:
            self.procedure.go_on()
            self.before_commit()
            self._write_waiting()
        except BaseException as fault:
            self._discard_after_bug(waiting, applied, fault)
            return
        applied.append((waiting, {"round": self.dealer.state.rounds, "seq": self.newest()}))

    def _answer(self, applied: list[tuple[_QueuedWork, dict[str, Any]]]) -> None:
        """Answer a batch's commands with the end of the tape, signing its head once for all receipts."""
        signed: dict[str, str] | None = None
        for waiting, answer in applied:
            answer["entry"] = self.entries
            if waiting.receipt is not None:
                signed = signed or self._signed_head()
                answer |= signed
                self.batch.receipts.append(waiting.receipt(answer))

    def _discard_after_bug(
        self, waiting: _QueuedWork, applied: list[tuple[_QueuedWork, dict[str, Any]]], fault: BaseException
    ) -> None:
        """Handle a bug: discard the table in memory, and let the clients of earlier commands retry."""
        log.error("table %s: a command failed; the table is loaded again from its tape", self.info.id, exc_info=fault)
        self.floor.note_failure(self.info.id)
        self._drop()
        _fail(waiting.done, fault)
        for earlier, _ in applied:
            _fail(earlier.done, TableGone())

    async def _commit(self, applied: list[tuple[_QueuedWork, dict[str, Any]]]) -> None:
        try:
            self._answer(applied)
            batch, self.batch = self.batch, self._fresh()
            self.chance.store_shuffles(batch)
            steps, self._steps = self._steps, []
            snapshot = self._snapshot()
            if not batch.empty:
                await self.floor.store.commit(batch)
        except BaseException as problem:
            if not isinstance(problem, CommitFailed):
                log.error(
                    "table %s: a batch could not be built; the table is loaded again", self.info.id, exc_info=problem
                )
                self.floor.note_failure(self.info.id)
            self._drop()
            for waiting, _ in applied:
                _fail(waiting.done, _retryable(problem))
            if isinstance(problem, asyncio.CancelledError):
                raise
            return
        self.snapshot = snapshot
        self.moments.extend(steps)
        if any(row["kind"] in ROUND_ENDS for row in batch.entries):
            last = batch.entries[-1]
            self.floor.anchors.note(Head(self.info.id, last["number"], json.loads(last["line"])["hash"]))
        for waiting, answer in applied:
            if not waiting.done.done():
                waiting.done.set_result(answer)
        if self._reloads:
            self._drop()  # load it again from its tape
        self.notify_viewers()

    def _signed_head(self) -> dict[str, str]:
        """The current head of the tape, signed, so that a receipt with it proves what was on the tape."""
        head = self.tape.head
        return {"head": head, "signature": self.floor.sealer.sign(signed_content(self.info.id, self.entries, head))}

    def _write_waiting(self) -> None:
        """Write the ready players and the deadline to the tape, if they have changed."""
        tape = self.tape
        ready, until = self._on_tape
        if self.ready != ready:
            tape.ready(self.ready)
        if self.deadline != until:
            tape.clock(None if self.deadline is None else round(self.deadline * 1000))
        self._on_tape = frozenset(self.ready), self.deadline

    def _snapshot(self) -> TableSnapshot:
        return TableSnapshot(
            self.state,
            self.dealer.ask,
            self.dealer.state.rounds,
            self.entries,
            dict(self.seats.taken),
            frozenset(self.ready),
            self.clock.ends,
            self.books.fills,
            {seed.of: seed.commitment for seed in self.chance.source.seeds},
        )

    def _fresh(self) -> Batch:
        return Batch(self.info.id, self.floor.store.process, self.epoch)

    def _drop(self) -> None:
        """Discard the table in memory; the next user loads it from its tape."""
        self.gone = True
        self.stop_timers()
        self.floor.forget(self)
        self.notify_viewers()

    async def stop(self) -> None:
        """Finish the queued work, then discard the table."""
        while self._task is not None:
            await asyncio.wait([self._task])
        self._drop()

    # ---- the tape

    def write(self, line: str) -> None:
        """Add a sealed entry to the batch; called by the tape."""
        self.entries += 1
        kind = self.tape.kind
        number = self.dealer.state.rounds - (kind == "end")
        row = {"table": self.info.id, "number": self.entries, "kind": kind, "round": number, "line": line.rstrip("\n")}
        self.batch.entries.append(row)
        if kind in ROUND_ENDS:
            self._on_tape = (frozenset(), None)  # the end of a round resets both
        if kind == "end":
            self.tally.end_round(self.dealer.state)

    def _note(self, step: Step) -> None:
        self._steps.append(number_step(self.dealer, step))
        self.books.note(step)
        self.tally.note(step)

    def newest(self) -> int:
        """The serial number of the last step, committed or not."""
        return self._steps[-1].seq if self._steps else self.last


def _fail(done: asyncio.Future[dict[str, Any]], problem: BaseException) -> None:
    """Fail a future with any kind of exception."""
    if not done.done():
        done.set_exception(storable_error(problem))


def _retryable(problem: BaseException) -> BaseException:
    """The error for clients of a batch that was lost. After `TableGone` a client may retry, because nothing was done.

    If an account would have been overdrawn, all clients retry, and then only the one responsible is refused.
    """
    return TableGone() if isinstance(problem, (AccountOverdrawn, OwnershipLost)) else problem
