"""A deterministic simulation of the floor from a seed, with several processes, clocks, a database and players in one
real process.

1. Time is simulated (`SimulatedLoop`): no one sleeps, and an hour passes as soon as everyone waits for it. Threads are
   simulated: their work is done immediately. Randomness comes from the seed. So a run is a function of its seed, and a
   failing seed fails again.
2. Two processes share a database. People play at tables of several games and send each command under its own key to
   either process. If there is no answer, or they must try again, they repeat it under the same key. Staff members give
   every command that exists. Some runs have a tournament.
3. Things go wrong: a process dies or is suspended; a connection to the database breaks before or after a commit; a
   message between processes is lost, or its answer; a clock jumps by a month; the disk is full for a while; a page of
   the database is damaged; an error strikes in the middle of a command; an anchor is down, or loses what it held; the
   worker process of a computation is killed; strangers flood a process with requests. At the end the database is put
   back to an earlier state.
4. After every step and every death the invariants are checked (`Simulation.look`): the ledger balances, chains are
   whole, each acknowledged command was carried out exactly once, ready players are still ready, no one has lost money,
   a token or a receipt, and every request was answered. Every process that starts agrees with the anchors, until the
   database is put back; after that none may start.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import selectors
import shutil
import sqlite3
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import httpx
import pytest
from sqlalchemy import Connection, RootTransaction, event, func, select
from sqlalchemy.exc import DatabaseError, OperationalError

from pitboss.chapter.layout import Layout, Limits
from pitboss.chapter.rules import registered_games
from pitboss.equipment import Card, Hidden
from pitboss.floor import schema
from pitboss.floor.anchors.checkpoints import Checkpoint, after, faults_of
from pitboss.floor.anchors.comparison import RewoundFloor
from pitboss.floor.anchors.keeper import AnchorSettings
from pitboss.floor.anchors.places import HEADS_FILE, AnchorDown, FileAnchor
from pitboss.floor.batch import CAGE, Batch
from pitboss.floor.chance import Sealer
from pitboss.floor.commands import (
    AcceptWager,
    Act,
    AddBot,
    BuyIn,
    CallIrregularity,
    CancelChange,
    Close,
    Command,
    Credit,
    Decide,
    Draw,
    EndRound,
    Fill,
    GrantLimits,
    HandOver,
    Leave,
    NoticeChange,
    Ready,
    RemoveBot,
    Settings,
    Sit,
)
from pitboss.floor.entrance import GRANT
from pitboss.floor.floor import Floor, OwnerUnavailable
from pitboss.floor.ledger import COUPON_ISSUED, audit
from pitboss.floor.live import LiveTable
from pitboss.floor.people import Person, Role
from pitboss.floor.records import read_table
from pitboss.floor.sight import VisibleTable
from pitboss.floor.store import CommitFailed, Store
from pitboss.floor.verify import verify_text
from pitboss.library import work
from pitboss.library.work import OverBudget, Overloaded
from pitboss.table import Refused, Settled, replay
from pitboss.table.bank import BANK
from pitboss.table.codec import FrozenStruct
from pitboss.table.steps import AskWagers

from .house import cards_in, staff

T = TypeVar("T")
ALWAYS = ("craps", "three-card-poker")
"""Games in every run; the seed adds two more of the installed ones."""
STAKE = 500_00
POSTED = Limits(5_00, 1_000_00, individual=True)
OUTSIDE = 2_00
"""A wager below the posted minimum."""
LONGEST = 60.0
"""Simulated seconds within which every request must be answered, whatever goes wrong."""
FLOOD, MOST_OPENED = 60, 4
"""The number of requests in a flood, and of tables that players open in a run."""
BEGUN = 1_800_000_000.0
"""The simulated time at the start of a run."""
MONTH = 32 * 24 * 3600.0
HALF_AN_HOUR = 1801.0
COMPILED: dict[Any, Any] = {}
"""Cache of compiled statements, shared by the simulated processes."""
FAULTS = (StopIteration, RuntimeError, KeyError, MemoryError, asyncio.CancelledError, GeneratorExit)


class SimulatedLoop(asyncio.SelectorEventLoop):
    """An event loop whose time passes when everyone is waiting, and whose threads work immediately."""

    def __init__(self) -> None:
        super().__init__(_Impatient())
        self.now = 0.0
        self._selector.loop = self

    def time(self) -> float:
        return self.now

    def run_in_executor(self, executor: Any, work: Callable[..., T], *given: Any) -> asyncio.Future[T]:  # type: ignore[override]
        done: asyncio.Future[T] = self.create_future()
        try:
            done.set_result(work(*given))
        except BaseException as problem:
            with suppress(
                TypeError
            ):  # a future cannot hold a StopIteration, as in a real loop; the waiter would wait forever
                done.set_exception(problem)
        return done


class _Impatient(selectors.DefaultSelector):
    """A selector that never waits; time is advanced instead."""

    loop: SimulatedLoop

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise AssertionError("everyone waits, and nothing will happen: a request is left without an answer")
        if timeout > 0:
            self.loop.now += timeout
        ready: list[Any] = super().select(0)
        return ready


class Weather:
    """The probability of each kind of failure, and the failures that happened."""

    def __init__(self, seed: str) -> None:
        self.random = Random(f"weather {seed}")
        self.rough = 0.0
        self.happened: Counter[str] = Counter()
        self.jump = 0.0
        self.disk = Random(f"disk {seed}")
        """A separate random source, so that these faults do not change when the others strike."""
        self.full_until = 0.0

    @property
    def full(self) -> bool:
        """Whether the disk is full."""
        return self.rough > 0 and asyncio.get_running_loop().time() < self.full_until

    def damages(self) -> bool:
        """Whether a page read now is damaged."""
        damaged = self.rough > 0 and self.disk.random() < 0.004
        self.happened["damaged page"] += damaged
        return damaged

    def strikes(self, what: str, likely: float = 1.0) -> bool:
        struck = self.random.random() < self.rough * likely
        self.happened[what] += struck
        return struck


class SimulatedStore(Store):
    """A shared database whose connections break. If `stopped`, its process is suspended."""

    locks: set[int]
    weather: Weather
    stopped = False

    def open(self, address: str) -> None:
        with self.engine.begin() as connection:
            made = connection.execute(schema.process.insert().values(url=address, at=time.time(), beat=time.time()))
            self.process = int(made.inserted_primary_key[0])  # type: ignore[index]
        self.locks.add(self.process)

    @property
    def alone(self) -> bool:
        return False

    def _holds_lock(self, connection: Connection, process: int) -> bool:
        return process in self.locks

    def stay_alive(self) -> bool:
        return False

    def close(self) -> None:
        self.locks.discard(self.process)
        self.engine.dispose()

    def read_now(self, question: Callable[[Connection], T]) -> T:
        if self.weather.strikes("fault in a thread", 0.02):
            raise self.weather.random.choice(FAULTS)
        if self.weather.damages():
            raise _sqlite_error("SQLITE_CORRUPT", "database disk image is malformed")
        return super().read_now(question)

    def end(self, transaction: RootTransaction) -> None:
        if self.weather.strikes("cut before commit", 0.3):
            transaction.rollback()
            raise OperationalError("COMMIT", None, Exception("cut before"))
        if self.weather.full:
            self.weather.happened["full disk"] += 1
            transaction.rollback()
            raise _sqlite_error("SQLITE_FULL", "database or disk is full")
        super().end(transaction)
        if self.weather.strikes("cut after commit", 0.5):
            raise OperationalError("COMMIT", None, Exception("cut after"))

    async def commit(self, batch: Batch) -> None:
        while self.stopped:
            await asyncio.sleep(0.5)
        await asyncio.sleep(self.weather.random.choice((0.0, 0.001, 0.02)))
        outcome: list[BaseException | None] = []
        with self.engine.connect() as connection:
            self._write(connection, [(batch, outcome.append)])
        await asyncio.sleep(self.weather.random.choice((0.0, 0.001, 0.02)))
        if outcome[0] is not None:
            raise outcome[0]

    def beat(self) -> float:
        if self.stopped:
            raise OperationalError("UPDATE", None, Exception("a process that is stopped does nothing"))
        return super().beat()


class ShakyAnchor(FileAnchor):
    """A file on another volume that is often down, and sometimes loses everything."""

    def __init__(self, path: Path, random: Random, happened: Counter[str]) -> None:
        super().__init__(path)
        self.random, self.happened = random, happened

    def add(self, checkpoints: Sequence[Checkpoint]) -> None:
        chance = self.random.random()
        if chance < 0.2:
            self.happened["anchor down"] += 1
            raise AnchorDown("the volume is gone for the moment")
        if chance < 0.25:
            self.happened["anchor lost"] += 1
            self.path.unlink(missing_ok=True)
        super().add(checkpoints)


def _sqlite_error(name: str, text: str) -> DatabaseError:
    """An error as SQLite raises it."""
    kind = sqlite3.OperationalError if name == "SQLITE_FULL" else sqlite3.DatabaseError
    cause = kind(text)
    cause.sqlite_errorname = name
    return (OperationalError if name == "SQLITE_FULL" else DatabaseError)("", None, cause)


class Process:
    """A simulated process: its floor, and the requests that it is answering."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.asked: dict[asyncio.Task[Any], None] = {}

    @property
    def store(self) -> SimulatedStore:
        store = self.floor.store
        assert isinstance(store, SimulatedStore)
        return store

    @property
    def well(self) -> bool:
        return not self.store.stopped

    async def answer(self, work: Awaitable[T]) -> T:
        """The process's answer, if it lives long enough."""
        task = asyncio.ensure_future(work)
        self.asked[task] = None
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            raise OwnerUnavailable("the process died") from None
        finally:
            self.asked.pop(task, None)

    def die(self) -> None:
        """kill -9: no one gets an answer any more."""
        floor = self.floor
        for task in (*floor.housekeeping.tasks, *self.asked):
            task.cancel()
        for followed in list(floor._followed.values()):
            followed.stop()
        for table in list(floor._tables.values()):
            table.gone = True
            table.stop_timers()
            if table._task is not None:
                table._task.cancel()
        floor._tables.clear()
        self.store.close()


@dataclass
class Answers:
    """The answers that people got: acknowledged commands by key, transfers at the cage, and ready players."""

    done: dict[tuple[int, int, str], dict[str, Any]] = field(default_factory=dict)
    refused: set[tuple[int, int, str]] = field(default_factory=set)
    wagers: Counter[tuple[int, str]] = field(default_factory=Counter)
    cage: int = 0
    coupons: int = 0
    opened: set[int] = field(default_factory=set)
    """The tables that players opened."""
    ready: dict[tuple[int, int], int] = field(default_factory=dict)
    """The last entry of the table's tape that a person saw when they became ready."""


class Simulation:
    """A floor under simulated failures, from a seed."""

    def __init__(self, seed: str, folder: Path, template: Path, games: Sequence[str] = (), notice: str = "") -> None:
        self.seed = seed
        self.strangers = False
        """Whether players open tables, whose check may be killed, and strangers flood a process."""
        self.notice = notice
        """The file of a tournament to play, if any."""
        self.games = games
        """Games to use instead of those that the seed picks."""
        self.banked: set[int] = set()
        """Tables with a player's bank."""
        self.moved = 0
        """The number of wagers that moved between positions."""
        self.random = Random(f"people {seed}")
        self.weather = Weather(seed)
        self.folder = folder
        shutil.copytree(template, folder, dirs_exist_ok=True)
        self.answers = Answers()
        self.locks: set[int] = set()
        self.processes: list[Process] = []
        self.people: list[tuple[Person, str]] = []
        self.staff: dict[Role, Person] = {}
        self.said: Counter[str] = Counter()
        """The number of acknowledged commands, by name."""
        self.tournament = 0
        self.with_bots: set[int] = set()
        """Tables where wagers are also made without a player's command."""
        self.tables: list[int] = []
        self.wagers: dict[str, list[str]] = {}
        self.keys = 0
        self.crashes = self.commands = 0
        self.made_again = self.hidden = 0
        self.uneasy = -1.0
        self.vault = folder / "vault.jsonl"
        self.volume = Random(f"volume {seed}")

    # ---- the processes

    async def start(self) -> Process:
        store = SimulatedStore(f"sqlite:///{self.folder / 'floor.db'}")
        event.listen(store.engine, "connect", _hasty)
        store.engine = store.engine.execution_options(compiled_cache=COMPILED)
        store.locks, store.weather = self.locks, self.weather
        store.sealer = sealer = Sealer.of_file(self.folder / "key")
        floor = Floor(store, sealer, self.folder, anchors=AnchorSettings(files=(self.vault,)))
        floor.anchors.copies[1].anchor = ShakyAnchor(self.vault, self.volume, self.weather.happened)
        rough, self.weather.rough = self.weather.rough, 0.0
        store.open("")
        floor.address = str(store.process)
        await floor.anchors.compare()
        await floor._enter_bots()
        self.weather.rough = rough
        floor._table_client._owner_of = lambda id: self._owner_of(floor, id)
        floor._table_client._post = partial(self._post, floor)
        floor.housekeeping.begin()
        process = Process(floor)
        self.processes.append(process)
        return process

    async def _owner_of(self, floor: Floor, id: int) -> tuple[str, float]:
        table = schema.gaming_table
        owner = select(table.c.owner).where(table.c.id == id)
        return str(await floor.store.read(lambda connection: connection.execute(owner).scalar())), 2.5

    async def _post(self, floor: Floor, address: str, content: str, patience: float) -> tuple[int, dict[str, Any]]:
        """Send a message to another process; the message or its answer may get lost, and a suspended process reads it
        later.
        """
        other = next((one for one in self.processes if str(one.store.process) == address), None)
        if other is None or self.weather.strikes("message lost", 0.3):
            raise httpx.ConnectError("no one there")
        seal = floor._table_client.seal(content)

        async def heard() -> tuple[int, dict[str, Any]]:
            while other.store.stopped:
                await asyncio.sleep(0.5)
            return await other.floor.carry_out_forwarded(content.encode(), seal)

        try:
            async with asyncio.timeout(patience):
                answer = await other.answer(heard())
        except (TimeoutError, OwnerUnavailable):
            raise httpx.ReadTimeout("no answer") from None
        if self.weather.strikes("answer lost", 0.3):
            raise httpx.ReadTimeout("the answer was lost")
        return answer

    async def crash(self) -> None:
        """Kill a process and start another."""
        self.crashes += 1
        process = self.random.choice(self.processes)
        self.processes.remove(process)
        process.die()
        await asyncio.sleep(0)
        await self.start()

    async def pause(self, seconds: float) -> None:
        """Suspend a process for a while: it holds its lock and does nothing."""
        well = [one for one in self.processes if one.well]
        if len(well) < 2:
            return
        process = self.random.choice(well)
        self.weather.happened["pause"] += 1
        process.store.stopped = True
        # A process that wakes must first drop the tables that others took over.
        self.uneasy = asyncio.get_running_loop().time() + seconds + LONGEST
        asyncio.get_running_loop().call_later(seconds, setattr, process.store, "stopped", False)

    # ---- the people

    async def ask(self, what: Callable[[Floor], Awaitable[T]]) -> T:
        """Repeat a request until it is answered: done or refused; `AssertionError` if no answer comes."""
        begun = asyncio.get_running_loop().time()
        last: BaseException | None = None
        while asyncio.get_running_loop().time() < begun + LONGEST:
            well = [one for one in self.processes if one.well]
            if well:
                asked = self.random.choice(well)  # if the process dies, so does the request
                tried = asyncio.get_running_loop().time()
                try:
                    # A process that was suspended in the meantime takes longer, so another one is asked.
                    async with asyncio.timeout(LONGEST / 2):
                        return await asked.answer(what(asked.floor))
                except Refused:
                    raise
                except TimeoutError:
                    raise AssertionError("a request was left without an answer") from None
                except (GeneratorExit, KeyboardInterrupt, SystemExit) as end:
                    raise AssertionError(f"who asked was ended by {end!r}, without an answer") from None
                except (
                    CommitFailed,
                    OwnerUnavailable,
                    DatabaseError,
                    RuntimeError,
                    LookupError,
                    MemoryError,
                ) as problem:
                    last = problem
                    hung = asyncio.get_running_loop().time() >= tried + LONGEST / 2
                    alive = asked in self.processes and asked.well
                    assert not (hung and alive), "a request was left without an answer"
            await asyncio.sleep(0.5)
        raise AssertionError(f"no answer in {LONGEST:g} seconds, though a process is well: {last!r}")

    async def command(self, table: int, person: Person, command: Command, saw: VisibleTable | None = None) -> None:
        """Give a command under its own key until it is done or refused; `saw` is the view that prompted it."""
        self.keys += 1
        self.commands += 1
        key = f"key-{self.keys}"
        self.answers.ready.pop((table, person.id), None)
        try:
            answer = await self.ask(lambda floor: floor.command(table, person, command, key))
        except Refused:
            self.answers.refused.add((table, person.id, key))
            if isinstance(command, Act) and command.amount == OUTSIDE and saw is not None:
                self.with_bots.add(table)  # the dealer makes the wager for the position
                await self.command(table, self.staff[Role.DEALER], AcceptWager(position=saw.you))
            return
        self.answers.done[table, person.id, key] = answer
        self.said[command.do] += 1
        if isinstance(command, Act) and command.verb == "make":
            self.answers.wagers[table, command.wager] += 1
        elif isinstance(command, Ready) and saw is not None and answer["round"] == saw.round:
            # Otherwise the table was waiting only for this player, and is in a later round now.
            self.answers.ready[table, person.id] = saw.entry

    async def cage(self, person: Person) -> None:
        amount = self.random.choice((100_00, 250_00, -50_00))
        self.keys += 1
        key = f"key-{self.keys}"
        with suppress(Refused):
            await self.ask(lambda floor: floor.exchange_at_cage(person, amount, key))
            self.answers.cage += amount

    async def turn(self, person: Person, table: int) -> None:
        """Let a person do something random at a table."""
        seen = await self.ask(lambda floor: floor.view(table, person, 2**53, True, False))
        assert seen.ask is not None
        if not seen.you:
            await self.command(table, person, Sit(amount=STAKE))
        elif seen.ask["kind"] == "decision" and seen.ask["position"] == seen.you and self.random.random() < 0.8:
            choice = self.random.choice(seen.ask["choices"])
            await self.command(table, person, Decide(choice=choice, confirmed=self.random.random() < 0.9))
        else:
            commands: list[Command] = [self._wager(seen), Ready(), BuyIn(amount=100_00), self._second_thought(seen)]
            commands.append(Leave())
            await self.command(table, person, self.random.choices(commands, (5, 5, 1, 1, 0.3))[0], seen)
        self._nothing_is_shown()

    def _wager(self, seen: VisibleTable) -> Act:
        """One of the first wagers or of the offers, sometimes with a coupon."""
        coupon = 10_00 if self.random.random() < 0.15 else 0
        if seen.offers and self.random.random() < 0.5:
            offer = self.random.choice(seen.offers)
            amount = max(offer.least, 10_00 // max(offer.least, 1) * offer.least)
            return Act(verb="make", wager=offer.wager, spot=offer.spot, amount=amount, coupon=coupon)
        wager = self.random.choice(self.wagers.get(seen.table.game, ["wager"]))
        if self.random.random() < 0.1:
            return Act(verb="make", wager=wager, amount=OUTSIDE)
        return Act(verb="make", wager=wager, amount=10_00, coupon=coupon)

    def _second_thought(self, seen: VisibleTable) -> Act:
        """A random change of an existing wager."""
        mine = [one for one in seen.state.get("wagers", []) if one["position"] == seen.you]
        lies = self.random.choice(mine) if mine else {"kind": "nothing"}
        verb = self.random.choice(("increase", "reduce", "remove", "off", "on"))
        amount = 0 if verb in ("remove", "off", "on") else 5_00
        return Act(verb=verb, wager=lies["kind"], spot=lies.get("spot", ""), amount=amount)

    async def duty(self, table: int) -> None:
        """Let a staff member do something random at a table, or what is needed there.

        Players may not be ready any more afterwards.
        """
        for who, command in await self._duties(table):
            if isinstance(command, (AddBot, AcceptWager)):
                self.with_bots.add(table)
            self._no_one_is_ready(table)
            await self.command(table, who, command)
            self._no_one_is_ready(table)

    async def _duties(self, table: int) -> list[tuple[Person, Command]]:
        boss, dealer = self.staff[Role.FLOORPERSON], self.staff[Role.DEALER]
        seen = await self.ask(lambda floor: floor.view(table, boss, 2**53, False, False))
        assert seen.ask is not None
        if seen.table.dealer == "person" and self.random.random() < 0.7:
            if seen.ask["kind"] in ("wagers", "decision"):
                return [(dealer, Close()), (dealer, Draw(all=True))]
            return [(dealer, Draw(all=self.random.random() < 0.5))]
        if seen.table.coming is not None and self.random.random() < 0.5:
            return [(boss, CancelChange())]
        position = self.random.choice([seat.position for seat in seen.seats] or [1])
        dealing = self.random.choice(("automatic", "automatic", "person"))
        duties: list[tuple[Person, Command]] = [
            (boss, Fill(amount=1_000_00)),
            (boss, Credit(amount=1_00)),
            (boss, HandOver(dealer=dealing)),
            (dealer, Close()),
            (dealer, Draw(all=True)),
            (boss, GrantLimits(position=position, maximum=self.random.choice((None, 5_000_00)))),
            (boss, GrantLimits(position=position, minimum=1_00)),
            (dealer, AcceptWager(position=position)),
            (boss, AddBot(strategy="random")),
            (boss, RemoveBot(position=position)),
            (boss, NoticeChange(minimum=self.random.choice((5_00, 10_00)))),
            (boss, NoticeChange(maximum=self.random.choice((2_000_00, 3_000_00)), minutes=45)),
            (boss, CancelChange()),
            (boss, EndRound()),
        ]
        if seen.calls:
            call = self.random.choice(seen.calls)
            about = [self.random.choice(sorted(call.subjects))] if call.subjects else []
            duties += [(boss, CallIrregularity(irregularity=call.irregularity, about=about))] * 3
        return self.random.sample(duties, 2)

    def _no_one_is_ready(self, table: int) -> None:
        self.answers.ready = {key: saw for key, saw in self.answers.ready.items() if key[0] != table}

    async def coupon(self, person: Person) -> None:
        """Issue a match play coupon to a person."""
        self.keys += 1
        boss, key = self.staff[Role.FLOORPERSON], f"key-{self.keys}"
        await self.ask(lambda floor: floor.issue_coupon(boss, person.name, 10_00, key))
        self.answers.coupons += 1

    async def open(self, person: Person) -> None:
        """Let a player open a table, once for each key; the check of the table runs in a worker that may be killed."""
        self.keys += 1
        key = f"key-{self.keys}"
        layout = Layout.of("big-six")
        info = await self.ask(lambda floor: floor.open_table(layout, "mine", None, person, key=key))
        assert info.id not in self.answers.opened, "two requests opened the same table"
        self.answers.opened.add(info.id)

    async def flood(self) -> None:
        """Let strangers look at everything and request what they may not, all at once."""
        stranger, _ = self.random.choice(self.people)
        nobody = Person(10**6, "nobody", "guest", Role.PLAYER)
        process = self.random.choice(self.processes)
        self.weather.happened["flood"] += 1

        async def one(number: int) -> None:
            table = self.tables[number % len(self.tables)]
            with suppress(Exception, GeneratorExit):
                if number % 3:
                    await process.answer(process.floor.view(table, stranger, None, True, True))
                else:
                    await process.answer(process.floor.command(table, nobody, Leave()))

        await asyncio.gather(*map(one, range(FLOOD)))

    async def enter_all(self, text: str) -> None:
        """File a tournament, enter everyone and two bots, and start it."""
        boss = self.staff[Role.FLOORPERSON]
        self.tournament = await self.ask(lambda floor: floor.tournaments.file(boss, text, "the-tournament"))
        for person, _ in self.people:
            await self.ask(lambda floor, person=person: floor.tournaments.enter(self.tournament, person, "enter"))
        await self.processes[0].floor.tournaments.add_bot(self.tournament, boss, "random")
        await self.processes[0].floor.tournaments.start(self.tournament, boss)

    async def play_on(self, person: Person) -> None:
        """Let a person do something at their tournament table."""
        mine = await self.ask(lambda floor: floor.seats_of(person))
        there = sorted(set(mine) - set(self.tables))
        if there:
            await self.turn(person, there[0])

    # ---- a run

    async def run(self, crashes: int) -> None:
        """Run until this many processes have died."""
        for _ in range(2):
            await self.start()
        first = self.processes[0].floor
        self.people = [await first.guest() for _ in range(4)]
        self.staff = {role: await staff(first, role) for role in (Role.FLOORPERSON, Role.DEALER)}
        others = [game for game in sorted(registered_games()) if game not in ALWAYS]
        for game in (*ALWAYS, *(self.games or self.random.sample(others, 2))):
            settings = Settings(clock="always", betting_seconds=30, decision_seconds=10)
            layout = Layout.of(game, limits=POSTED) if game in ALWAYS else Layout.of(game)
            self.wagers[game] = list(layout.wagers)[:2]
            # A bank tied to another wager may also be the house's, and then the house's inventory is at risk.
            if BANK in layout.wagers and not layout.wagers[BANK].tied:
                self.banked.add(len(self.tables))
            self.tables.append((await first.open_table(layout, settings=settings)).id)
        if self.notice:
            await self.enter_all(self.notice)
        while self.crashes < crashes:
            await self.calm()
            await self.storm()
            await self.look()
        self.weather.rough = 0.0
        await asyncio.sleep(120.0)  # long enough for each process to find that its database works again
        if self.tournament:
            await self._to_the_end()
        await self.look(closely=True)
        for process in self.processes:
            assert not process.store.condition.has("database"), "a fault of the database is over, but not forgotten"
        await self._put_back()

    async def _put_back(self) -> None:
        """Put the database back to an earlier state: no process may start until the newer one is back."""
        database, earlier, newer = (self.folder / name for name in ("floor.db", "earlier.db", "newer.db"))
        _copy_database(database, earlier)
        await self.ask(lambda floor: floor.exchange_at_cage(self.people[0][0], 100_00, "the last transfer"))
        for process in self.processes:
            await process.floor.anchors.flush()
        self._look_at_anchors(closely=True)
        _copy_database(database, newer)
        for process in self.processes:
            process.die()
        self.processes.clear()
        await asyncio.sleep(1.0)
        for state, opens in ((earlier, False), (newer, True)):
            _copy_database(state, database)
            try:
                await self.start()
            except RewoundFloor:
                assert not opens, "the floor was not rewound"
            else:
                assert opens, "the floor was rewound, and nobody noticed"

    async def _to_the_end(self) -> None:
        """Let the tournament finish: every fee must be paid out, and none of its chips may be left."""
        begun = asyncio.get_running_loop().time()
        while (seen := await self.processes[0].floor.tournaments.view(self.tournament)).status == "playing":
            assert asyncio.get_running_loop().time() < begun + 3600, "a tournament does not end"
            await asyncio.sleep(10.0)
        assert seen.status == "over"
        assert seen.fees == seen.fee * (len(self.people) + 1), "a fee was paid twice, or not at all"
        assert sum(one.prize for one in seen.standings) == sum(seen.prizes)
        account = schema.account
        left = select(account.c.id).where(account.c.id.like(f"tournament:{self.tournament}:%"), account.c.balance != 0)
        found = self.processes[0].store.read_now(lambda connection: list(connection.execute(left).scalars()))
        assert found == [], "chips or fees are left after the tournament"

    async def calm(self) -> None:
        """Without failures, let someone try to sit at every table at once with their whole bankroll."""
        before = self.made_again
        if self.random.random() < 0.25:
            person, _ = self.random.choice(self.people)
            mine = await self.ask(lambda floor: floor.bankroll(person))
            amount = max(1, mine)
            asked = [self.command(table, person, Sit(amount=amount)) for table in self.tables]
            asked += [self.command(table, person, BuyIn(amount=amount)) for table in self.tables]
            await asyncio.gather(*asked)
            calm = asyncio.get_running_loop().time() > self.uneasy
            assert not calm or self.made_again == before, "a table was reloaded although nothing had gone wrong"
        if self.random.random() < 0.1:
            await self.wrong_clock()
        if self.random.random() < 0.05:
            await asyncio.sleep(HALF_AN_HOUR)  # announced changes come into force with people at the table

    async def storm(self) -> None:
        """Several commands at once, while connections break and a process dies or is suspended."""
        self.weather.rough = 0.2
        some = self.random.sample(self.people, self.random.randint(2, 4))  # no one gives two commands at once
        # A player-banked game needs several players, as do the games that the run focuses on.
        wanted = self.banked | set(range(len(ALWAYS), len(self.tables)) if self.games else ())
        tables = [*self.tables, *(self.tables[number] for number in sorted(wanted) * 6)]
        if self.games:
            tables = [self.random.choice(tables)]
        play = self.play_on if self.tournament else lambda person: self.turn(person, self.random.choice(tables))
        turns = [play(person) for person, _ in some]
        if self.random.random() < 0.2:
            turns.append(self.cage(self.random.choice(self.people)[0]))
        if self.random.random() < 0.4:
            turns.append(self.duty(self.random.choice(tables)))
        if self.random.random() < 0.1:
            turns.append(self.coupon(self.random.choice(self.people)[0]))
        if self.strangers:
            if len(self.answers.opened) < MOST_OPENED and self.random.random() < 0.2:
                turns.append(self.open(self.random.choice(self.people)[0]))
            if self.random.random() < 0.1:
                turns.append(self.flood())
        if self.weather.disk.random() < 0.1:
            self.fill_disk(self.weather.disk.choice((0.05, 1.0, 10.0)))
        await asyncio.gather(*turns, self._blow())
        self.weather.rough = 0.0

    async def _blow(self) -> None:
        await asyncio.sleep(self.random.choice((0.0, 0.005, 0.03)))
        if self.random.random() < 0.05:
            await self.pause(1.5 * LONGEST)
            return
        for _ in range(self.random.choice((1, 2))):
            await self.crash()
            await asyncio.sleep(self.random.choice((0.0, 0.005, 0.03)))

    def fill_disk(self, seconds: float) -> None:
        """Let the disk be full for a while; no one may lose anything."""
        now = asyncio.get_running_loop().time()
        self.weather.full_until = now + seconds
        self.uneasy = max(self.uneasy, now + seconds + LONGEST)

    async def wrong_clock(self) -> None:
        """Set the clock a month ahead for four seconds, then check that nothing was deleted."""
        for process in self.processes:
            await process.floor.housekeeping.sweep()
        self.weather.jump = MONTH
        for process in self.processes:
            with suppress(Refused, CommitFailed, OwnerUnavailable):
                await process.floor.housekeeping.sweep()
        self._check_deadlines()
        self.weather.jump = 0.0
        self._check_deadlines()
        for person, token in self.people:
            for process in self.processes:
                process.floor._tokens.clear()
                assert await process.floor.person(token) == person, "a token was deleted because of a wrong clock"

    def _check_deadlines(self) -> None:
        """Check that no one has more time than a question allows, whatever the clock says."""
        for process in self.processes:
            for table in process.floor.owned.values():
                left = table.snapshot.deadline and table.snapshot.deadline - time.monotonic()
                assert not left or left <= 600, "a wrong clock gives more time"

    # ---- invariants

    async def look(self, closely: bool = False) -> None:
        """Compare everything with the answers that people got."""
        floor = self.processes[0].floor
        store = floor.store
        found = store.read_now(audit)
        assert found.faults == (), found.faults
        outside = found.outside - store.read_now(_bots_money)
        assert outside == GRANT * len(self.people) + self.answers.cage, "money was moved twice, or not at all"
        assert store.read_now(_coupons) == self.answers.coupons, "a coupon was issued twice, or not at all"
        every = schema.gaming_table
        theirs = select(every.c.id).where(every.c.opened_by.in_([person.id for person, _ in self.people]))
        opened = store.read_now(lambda connection: set(connection.execute(theirs).scalars()))
        assert opened == self.answers.opened, "a table was opened twice, or not at all"
        receipt = schema.receipt
        kept = store.read_now(
            lambda connection: {
                (row.table, row.person, row.key): json.loads(row.answer) for row in connection.execute(select(receipt))
            }
        )
        for key, answer in self.answers.done.items():
            assert key in kept, f"{key} was acknowledged, and there is no receipt"
            assert kept[key] == {name: said for name, said in answer.items() if name != "repeated"}
        assert not self.answers.refused & kept.keys(), "a refused command was carried out"
        assert len(kept) == len(self.answers.done), "a command was carried out without an answer"
        for table in self.tables if closely else self.random.sample(self.tables, 2):
            self._look_at(floor, table)
        self._look_at_anchors(closely)
        if closely:
            await self._look_closely(floor)

    def _look_at_anchors(self, closely: bool) -> None:
        """Check that all copies of the checkpoint chain are prefixes of one chain with true heads."""
        store, public = self.processes[0].store, self.processes[0].floor.sealer.public
        chain = store.read_now(lambda connection: after(connection, 0, public, 10**6))
        assert list(faults_of(chain)) == []
        hashes = [one.hash for one in chain]
        for path in (self.folder / HEADS_FILE, self.vault):
            held = [one.hash for one in FileAnchor(path).lines(public) if isinstance(one, Checkpoint)]
            assert held == hashes[: len(held)], "a copy of the chain is not its beginning"
        entry = schema.entry.c
        for one in chain if closely else chain[-5:]:
            for head in one.heads:
                at = select(entry.line).where(entry.table == head.table, entry.number == head.entry)
                line = store.read_now(lambda connection, at=at: connection.execute(at).scalar_one())
                assert json.loads(line)["hash"] == head.head

    def _look_at(self, floor: Floor, table: int) -> None:
        """Check a table against its tape: seals, ready players, deadline."""
        row = floor.store.read_now(
            lambda connection: connection.execute(
                select(schema.gaming_table).where(schema.gaming_table.c.id == table)
            ).one()
        )
        record = floor.store.read_now(lambda connection: read_table(connection, table))
        dealer = record.resumed(record.game(row))
        if not isinstance(dealer.ask, AskWagers):
            return
        sit = {seat.person for seat in record.seats.values()}
        ready = {record.seats[position].person for position in record.ready if position in record.seats}
        closings = [one.number for one in record.entries if one.kind == "reply" and one.data["reply"] is None]
        since = max(closings, default=record.last - len(record.entries))  # betting is open since this entry
        for (where, person), saw in self.answers.ready.items():
            # Betting may have closed since then because this player was the last to be ready.
            if where == table and saw >= since and person in sit:
                assert person in ready, f"table {table}: {person} was ready, and it was forgotten"
        last: int | None = None
        for entry in record.entries:
            if entry.kind == "clock":
                until = entry.data["until"]
                assert last is None or until is None or until <= last, f"table {table}: the clock was set back"
                last = until
            elif entry.kind == "reply" and (entry.data["to"] != "wagers" or not isinstance(entry.data["reply"], dict)):
                last = None  # another question is open now, since a wager may also answer a decision

    def _nothing_is_shown(self) -> None:
        """Check that no face-down card from a single deck is in a public view."""
        for process in self.processes:
            if (table := process.floor._tables.get(self.tables[1])) is not None:
                hidden = set(_face_down(table.snapshot.state))
                public = table.view(None, 2**53, False, False).model_dump_json()
                assert not hidden & cards_in(public), "a face-down card was shown"
                self.hidden += len(hidden)

    async def _look_closely(self, floor: Floor) -> None:
        for table in self.tables:
            lines = await floor.tape(table)
            found = verify_text("\n".join(lines))
            assert found.faults == [], found.faults  # seals, rounds, and commitments to chance
            again = replay(f"{line}\n" for line in lines)
            if self.tables.index(table) in self.banked:
                settled = [step for steps in again.rounds for step in steps if isinstance(step, Settled)]
                took = sum(step.vig for step in settled)
                assert again.rounds[-1][-1].state.inventory == took, "the house has more than its percentages, or less"
                self.moved += sum(step.by > 0 for step in settled)
            entries = [json.loads(line) for line in lines]
            made = Counter(
                (table, entry["reply"]["wager"])
                for entry in entries
                if isinstance(entry.get("reply"), dict) and entry["reply"].get("verb") == "make"
            )
            mine = Counter({key: count for key, count in self.answers.wagers.items() if key[0] == table})
            assert table in self.with_bots or made == mine, "a wager was made twice, or not at all"


def _copy_database(database: Path, to: Path) -> None:
    """Copy a database over another, which may be in use."""
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(to)) as copy:
        source.backup(copy)


def _face_down(value: Any) -> Iterator[Card]:
    """The face-down cards in a state."""
    if isinstance(value, Hidden):
        yield value.card
    elif isinstance(value, tuple):
        for one in value:
            yield from _face_down(one)
    elif isinstance(value, FrozenStruct):
        for name in value.__struct_fields__:
            yield from _face_down(getattr(value, name))


def _bots_money(connection: Connection) -> int:
    """The money that the cage gave to bots, minus what they returned."""
    person, posting = schema.person, schema.posting
    bots = [f"person:{id}" for id in connection.execute(select(person.c.id).where(person.c.kind == "bot")).scalars()]
    theirs = select(posting.c.journal).where(posting.c.account.in_(bots))
    given = select(func.sum(posting.c.amount)).where(posting.c.account == CAGE, posting.c.journal.in_(theirs))
    return -int(connection.execute(given).scalar() or 0)


def _coupons(connection: Connection) -> int:
    """The number of coupons issued."""
    journal = schema.journal
    given = select(func.count()).where(journal.c.what == COUPON_ISSUED)
    return int(connection.execute(given).scalar_one())


def _hasty(connection: Any, record: Any) -> None:
    """Turn off disk syncs."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA synchronous=OFF")
    cursor.close()


@contextmanager
def simulated(simulation: Simulation, patch: pytest.MonkeyPatch) -> Iterator[SimulatedLoop]:
    """Replace time, randomness and faults with simulated ones."""
    loop = SimulatedLoop()
    chance = Random(f"chance {simulation.seed}")
    weather = simulation.weather
    patch.setattr(time, "time", lambda: BEGUN + loop.now + weather.jump)
    patch.setattr(time, "monotonic", lambda: loop.now)
    patch.setattr(secrets, "token_bytes", lambda size=32: chance.randbytes(size))
    patch.setattr(secrets, "token_hex", lambda size=32: chance.randbytes(size).hex())
    patch.setattr(secrets, "token_urlsafe", lambda size=32: chance.randbytes(size).hex())
    patch.setattr(secrets, "randbelow", chance.randrange)
    patch.setattr(os, "fsync", lambda file: None)
    carry_out, drop = LiveTable.carry_out, LiveTable._drop

    def carried_out(table: LiveTable, person: Person, command: Command) -> None:
        carry_out(table, person, command)
        if weather.strikes("fault", 0.2):
            raise weather.random.choice(FAULTS)

    def dropped(table: LiveTable) -> None:
        simulation.made_again += not (table.gone or table._reloads)
        drop(table)

    async def computed(client: str, most: int, seconds: float, function: Callable[..., T], *given: Any) -> T:
        """A computation in a worker process, which may be killed in the middle, or refused because of a flood."""
        if simulation.strangers:
            await asyncio.sleep(0.01)
            if weather.strikes("killed worker", 1.5):
                raise OverBudget("its worker was killed")
            if weather.strikes("full queue", 0.5):
                raise Overloaded("too many computations are waiting")
        return function(*given)

    patch.setattr(work, "computed", computed)
    patch.setattr(LiveTable, "carry_out", carried_out)
    patch.setattr(LiveTable, "_drop", dropped)
    try:
        yield loop
    finally:
        left = asyncio.all_tasks(loop)
        for task in left:
            task.cancel()
        with suppress(BaseException):
            loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        for process in simulation.processes:
            process.store.engine.dispose()
        loop.close()


def simulate(
    seed: str,
    crashes: int,
    folder: Path,
    template: Path,
    patch: pytest.MonkeyPatch,
    games: Sequence[str] = (),
    notice: str = "",
    strangers: bool = False,
) -> Simulation:
    """Run the floor from a seed; a failure names the seed that reproduces it."""
    simulation = Simulation(seed, folder, template, games, notice)
    simulation.strangers = strangers
    with simulated(simulation, patch) as loop:
        try:
            loop.run_until_complete(simulation.run(crashes))
        except BaseException as problem:
            problem.add_note(f"the seed is {seed!r}, after {simulation.crashes} crashes; the same seed finds it again")
            raise
    return simulation
