"""The floor: all tables, whoever owns them.

A table is loaded from its tape when it is first needed and owned by the process that loads it, for as long as that
process lives. What is asked of a table that another process owns is handed on to that process; what is to be seen of it
is read from its tape, which is in the database for everybody.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import logging
import os
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import httpx
from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from pitboss.chapter import Layout
from pitboss.chapter.check import Unlawful
from pitboss.floor import schema
from pitboss.floor.batch import Batch, bankroll_of
from pitboss.floor.chance import LiveSource, Sealer, Shuffled, WrongKey
from pitboss.floor.commands import COMMANDS, Command, Settings, WrongRole
from pitboss.floor.followed import FollowedTable
from pitboss.floor.ledger import bought_in, moved
from pitboss.floor.live import Gone, KeyUsed, LiveTable
from pitboss.floor.people import (
    BadPerson,
    Person,
    Role,
    bearer_of,
    check_password,
    enter,
    enter_guest,
    give_token,
    kept_password,
    take_back,
)
from pitboss.floor.seen import PACE, Moment, MomentSeen, Seat, Seen, Shown, Standing, TableInfo, numbered, shown
from pitboss.floor.store import Lost, Store
from pitboss.pricing.entry import advice as best_advice
from pitboss.table import SURVEILLANCE, Dealer, Refused, State, Tape, game_on
from pitboss.table.game import Answer, Game
from pitboss.table.plain import from_plain
from pitboss.table.steps import Step
from pitboss.table.tape import START, Entry, canonical, seal

log = logging.getLogger("pitboss.floor")
GRANT = 10_000_00
"""The play money that a newcomer is given."""
LARGEST_BUY_IN = 1_000_000_00
USUAL_SEATS = 8
IDLE = 15 * 60.0
TABLES_EACH = 20
"""A person may have so many tables open that he opened."""
KNOWN_TOKENS = 10_000
TOKEN_SECONDS = 5.0
"""For so long a token is believed without asking the database again."""
TRIES = 8
HAND_ON_SECONDS = 10.0
"""For so long the owner of a table may take to answer another process."""
RECEIPTS_KEPT = 24 * 3600.0
"""For so long, at least, a repeated request is known as one."""
LATEST = 0.25
"""Seconds by which a busy process may be late with what is to be seen."""
SWEEP = 3600.0


class NoSuchTable(LookupError):
    """There is no table of that number."""


class NoSuchRound(LookupError):
    """A round that was not played at this table."""


class Elsewhere(Exception):
    """The process that owns a table does not answer."""


async def _slept(seconds: float) -> float:
    """Sleep, and say by how much later it was than asked for, within reason."""
    begun = time.monotonic()
    await asyncio.sleep(seconds)
    return min(2 * (time.monotonic() - begun - seconds), LATEST)


@dataclass(frozen=True, slots=True)
class Learned:
    """A bot's advice, worked out; None where the game has none to give."""

    advice: Any


def default_folder() -> Path:
    """Where the embedded floor keeps its things: $PITBOSS_HOME, or a folder of the user's."""
    given = os.environ.get("PITBOSS_HOME")
    if given:
        return Path(given)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "pitboss"


class Floor:
    """A process's part of the floor. Make it with `await Floor.open(...)`."""

    def __init__(self, store: Store, sealer: Sealer, folder: Path) -> None:
        self.store = store
        self.sealer = sealer
        self.folder = folder
        self.address = ""
        self._tables: dict[int, LiveTable] = {}
        self._followed: dict[int, FollowedTable] = {}
        self._loading: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._bots: dict[int, Person] = {}
        self._tokens: OrderedDict[str, tuple[float, Person, float]] = OrderedDict()
        self._learned: dict[str, Learned] = {}
        self._learning: dict[str, list[Callable[[], None]]] = {}
        self._thinking = ThreadPoolExecutor(1, "pitboss-think")
        self._client: httpx.AsyncClient | None = None
        self._closed = False
        self._housekeeping: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, database: str | None = None, folder: Path | None = None, address: str = "") -> Floor:
        """Open the floor of a database: SQLite in `folder` unless a URL is given.

        `address` is where other processes of the same floor reach this one.
        """
        folder = folder or default_folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        given = os.environ.get("PITBOSS_KEY")
        sealer = Sealer.of_text(given) if given else Sealer.of_file(folder / "key")
        store = Store(database or f"sqlite:///{folder / 'floor.db'}")
        floor = cls(store, sealer, folder)
        floor.address = address
        await asyncio.to_thread(store.open, address)
        try:
            await store.change(floor._agree_on_key)
            await floor._enter_bots()
        except BaseException:
            await asyncio.to_thread(store.close)
            raise
        floor._housekeeping = asyncio.create_task(floor._keep_house())
        return floor

    async def close(self) -> None:
        """Finish what is being done, and let go of the tables."""
        self._closed = True
        if self._housekeeping is not None:
            self._housekeeping.cancel()
        for followed in list(self._followed.values()):
            followed.stop()
        for table in list(self._tables.values()):
            await table.stop()
        if self._client is not None:
            await self._client.aclose()
        self._thinking.shutdown(wait=False, cancel_futures=True)
        await asyncio.to_thread(self.store.close)

    def _agree_on_key(self, connection: Connection) -> None:
        house = schema.house
        kept = connection.execute(select(house.c.value).where(house.c.name == "key")).scalar()
        if kept is None:
            connection.execute(insert(house).values(name="key", value=self.sealer.fingerprint))
        elif kept != self.sealer.fingerprint:
            raise WrongKey(
                f"the shuffles of this floor are sealed with key {kept}, but {self.folder / 'key'} holds key "
                f"{self.sealer.fingerprint}; give every process the same key, as a file or in PITBOSS_KEY"
            )

    # ---- people

    async def _enter_bots(self) -> None:
        def bots(connection: Connection) -> dict[int, Person]:
            person = schema.person
            there = dict(connection.execute(select(person.c.name, person.c.id).where(person.c.kind == "bot")).all())
            names = {number: f"Bot {number}" for number in range(1, 65)}
            for name in names.values():
                if name not in there:
                    there[name] = enter(connection, name, "bot")
            return {number: Person(there[name], name, "bot", Role.PLAYER) for number, name in names.items()}

        self._bots = await self.store.change(bots)

    def bot_person(self, table: int, position: int) -> Person:
        """The bot that sits at a position."""
        return self._bots[position]

    async def guest(self) -> tuple[Person, str]:
        """A newcomer, with play money and a token."""

        def entered(connection: Connection) -> tuple[Person, str]:
            id, name = enter_guest(connection)
            return Person(id, name, "guest", Role.PLAYER), give_token(connection, id, Role.PLAYER, "guest")

        person, token = await self.store.change(entered)
        await self.store.commit(Batch(journals=[bought_in(person.id, GRANT)]))
        return person, token

    async def register(self, name: str, password: str) -> tuple[Person, str]:
        """A newcomer who wants to be known again: with a name and a password."""
        kept = await asyncio.to_thread(kept_password, password)

        def entered(connection: Connection) -> tuple[Person, str]:
            id = enter(connection, name, "member", kept)
            person = Person(id, " ".join(name.split()), "member", Role.PLAYER)
            return person, give_token(connection, id, Role.PLAYER, "registered")

        person, token = await self.store.change(entered)
        await self.store.commit(Batch(journals=[bought_in(person.id, GRANT)]))
        return person, token

    async def log_in(self, name: str, password: str) -> str | None:
        """A token for who knows the password; None for who does not."""
        id = await self.store.read(lambda connection: check_password(connection, name, password))
        if id is None:
            return None
        return await self.store.change(lambda connection: give_token(connection, id, Role.PLAYER, "logged in"))

    async def person(self, token: str) -> Person | None:
        """Who bears a token; None if it is no good, or no longer."""
        if not 20 <= len(token) <= 100:
            return None
        now = time.time()
        if (known := self._tokens.get(token)) is not None and known[0] > now and known[2] > now:
            return known[1]
        self._tokens.pop(token, None)
        found = await self.store.read(lambda connection: bearer_of(connection, token))
        if found is None:
            return None
        self._tokens[token] = (now + TOKEN_SECONDS, *found)
        while len(self._tokens) > KNOWN_TOKENS:
            self._tokens.popitem(last=False)
        return found[0]

    async def log_out(self, token: str) -> None:
        """The token is good no more."""
        self._tokens.pop(token, None)
        await self.store.change(lambda connection: take_back(connection, token))

    async def staff_token(self, role: Role, name: str, lifetime: float = 24 * 3600.0, label: str = "") -> str:
        """A token for a member of the staff; the person is entered if the name is new."""

        def given(connection: Connection) -> str:
            person = schema.person
            row = connection.execute(select(person.c.id, person.c.kind).where(person.c.name == name)).first()
            if row is not None and row.kind != "staff":
                raise BadPerson(f"{name!r} is a player's name; give the staff another one")
            id = int(row.id) if row is not None else enter(connection, name, "staff")
            return give_token(connection, id, role, label or role.value, lifetime)

        return await self.store.change(given)

    async def bankroll(self, person: Person) -> int:
        """What somebody has away from the tables, in cents."""
        account = schema.account

        def asked(connection: Connection) -> int:
            mine = select(account.c.balance).where(account.c.id == bankroll_of(person.id))
            return int(connection.execute(mine).scalar() or 0)

        return await self.store.read(asked)

    async def at_the_cage(self, person: Person, amount: int) -> int:
        """Play money from the cage, or (negative) back to it; returns the bankroll."""
        if person.role is not Role.PLAYER:
            raise WrongRole(f"play money is for players; this token is a {person.role.value}'s")
        held = await self.bankroll(person)
        if not amount or amount < -held:
            raise Refused(Answer(False, f"cash out between 1 cent and your bankroll, {held} cents"))
        if held + amount > LARGEST_BUY_IN:
            raise Refused(Answer(False, f"the cage gives no more once a bankroll is {LARGEST_BUY_IN} cents"))
        try:
            await self.store.commit(Batch(journals=[bought_in(person.id, amount)]))
        except Lost as problem:
            raise Refused(Answer(False, f"the cage could not do it: {problem}")) from None
        return await self.bankroll(person)

    # ---- tables

    async def tables(self, closed: bool = False) -> list[TableInfo]:
        """The open tables."""
        table = schema.gaming_table

        def asked(connection: Connection) -> list[Any]:
            rows = select(table).order_by(table.c.id)
            return list(connection.execute(rows if closed else rows.where(table.c.closed.is_(None))))

        return [_info(row) for row in await self.store.read(asked)]

    async def taken_seats(self) -> dict[int, int]:
        """How many positions are taken at each table."""
        seat = schema.seat
        counted = select(seat.c.table, func.count()).group_by(seat.c.table)
        return await self.store.read(lambda connection: dict(connection.execute(counted).all()))

    async def seats_of(self, person: Person) -> dict[int, int]:
        """Where somebody sits: position by table."""
        seat = schema.seat
        mine = select(seat.c.table, seat.c.position).where(seat.c.person == person.id)
        return await self.store.read(lambda connection: dict(connection.execute(mine).all()))

    async def open_table(
        self,
        layout: Layout,
        name: str = "",
        settings: Settings | None = None,
        by: Person | None = None,
        once: str = "",
    ) -> TableInfo:
        """A new table. The layout is lawful, or it could not have been made.

        Under the same `once` a table is opened once in the life of a floor; the second time is `Refused`.
        """
        settings = settings or Settings()
        opening = game_on(layout).opening()
        tape: list[str] = []
        Tape(tape.append).open(layout, opening)
        name = " ".join(name.split())[:80] or layout.rules.game.name

        def opened(connection: Connection) -> Any:
            table = schema.gaming_table
            if once:
                try:
                    connection.execute(insert(schema.house).values(name=once, value="opened"))
                except IntegrityError:
                    raise Refused(Answer(False, f"{once} was opened before")) from None
            if by is not None and by.role is Role.PLAYER:
                mine = select(func.count()).where(table.c.opened_by == by.id, table.c.closed.is_(None))
                if connection.execute(mine).scalar_one() >= TABLES_EACH:
                    raise Refused(Answer(False, f"you have {TABLES_EACH} tables open; close one first"))
            made = connection.execute(
                insert(table).values(
                    name=name,
                    game=layout.rules.game.id,
                    layout=canonical(layout.plain()),
                    settings=settings.model_dump_json(),
                    opened_by=None if by is None else by.id,
                    at=time.time(),
                    epoch=0,
                )
            )
            id = int(made.inserted_primary_key[0])  # type: ignore[index]
            row: dict[str, Any] = {
                "table": id,
                "number": 1,
                "kind": "open",
                "round": 0,
                "at": time.time(),
                "line": tape[0].rstrip("\n"),
            }
            connection.execute(insert(schema.entry).values(**row))
            if stocked := moved(id, State(), opening, 1, "the table opens"):
                self.store.post(connection, [stocked], row["at"])
            return connection.execute(select(table).where(table.c.id == id)).one()

        info = _info(await self.store.change(opened))
        await self.table(info.id)
        return info

    async def table(self, id: int) -> Shown:
        """A table as this process knows it: its own, or followed."""
        while True:
            if (mine := self._tables.get(id)) is not None and not mine.gone:
                return mine
            lock = self._loading.setdefault(id, asyncio.Lock())
            async with lock:
                if (mine := self._tables.get(id)) is not None and not mine.gone:
                    return mine
                followed = self._followed.get(id)
                if followed is not None and not followed.gone:
                    return followed
                claimed = await self.store.change(lambda connection: self._claim(connection, id))
                if claimed is not None:
                    return await self._load(claimed)
                return await self._follow(id)

    def _claim(self, connection: Connection, id: int) -> Any:
        """The row of the table, now owned by this process; None if a living process has it."""
        table = schema.gaming_table
        row = connection.execute(select(table).where(table.c.id == id).with_for_update()).first()
        if row is None:
            raise NoSuchTable(f"there is no table {id}")
        if row.owner is not None and row.owner != self.store.process and self.store.alive(connection, row.owner):
            return None
        changed = {"owner": self.store.process, "epoch": row.epoch + 1}
        connection.execute(update(table).where(table.c.id == id).values(**changed))
        return connection.execute(select(table).where(table.c.id == id)).one()

    async def _load(self, row: Any) -> LiveTable:
        """A table made anew from its tape."""
        kept = await self.store.read(lambda connection: read_table(connection, row.id))
        game = kept.game(row)
        shuffles = [
            Shuffled(
                one.shoe,
                one.commitment,
                self.sealer.open(one.sealed, row.id),
                one.entry,
                one.dealt,
                one.status,
                known=True,
                stored=True,
            )
            for one in kept.shuffles
        ]
        source = LiveSource()
        source.take_over(shuffles)
        standing = Standing(kept.state, None, kept.state.rounds, kept.last, kept.seats)
        table = LiveTable(self, _info(row, game), game, Settings.model_validate_json(row.settings), row.epoch, standing)
        dealer = kept.play(game, source, table)
        dealer.tape = Tape(table.write, kept.hash)
        table.take_up(dealer)
        self._tables[row.id] = table
        if (followed := self._followed.pop(row.id, None)) is not None:
            followed.stop()
        log.info("table %s: loaded at entry %s of its tape", row.id, kept.last)
        table.by_itself(lambda: None)  # what waited for nobody (chance, a bot) when the process died goes on
        return table

    async def _follow(self, id: int) -> FollowedTable:
        table = schema.gaming_table
        row = await self.store.read(lambda connection: connection.execute(select(table).where(table.c.id == id)).one())
        kept = await self.store.read(lambda connection: read_table(connection, id))
        game = kept.game(row)
        standing = Standing(kept.state, None, kept.state.rounds, kept.last, kept.seats)
        followed = FollowedTable(self, _info(row, game), game, standing)
        followed.take_up(kept.play(game, LiveSource(), followed), kept)
        self._followed[id] = followed
        return followed

    def forget(self, table: Shown) -> None:
        """A table that is not what its tape says, or not ours, any more."""
        if self._tables.get(table.info.id) is table:
            del self._tables[table.info.id]
        if (followed := self._followed.get(table.info.id)) is table:
            del self._followed[table.info.id]
            followed.stop()

    # ---- what is asked of tables

    async def command(
        self, id: int, person: Person, command: Command, key: str | None = None, forwarded: bool = False
    ) -> dict[str, Any]:
        """Have a command carried out, once for each key; returns when it is committed."""
        if person.role not in command.roles:
            whose = " or ".join(f"a {role.value}'s" for role in command.roles)
            raise WrongRole(f"{command.do.replace('_', ' ')} is {whose}; this token is a {person.role.value}'s")
        begun = time.monotonic()
        for attempt in range(TRIES):
            table = await self.table(id)
            try:
                if isinstance(table, LiveTable):
                    return await table.do(person, command, key)
                if forwarded:
                    raise Elsewhere(f"table {id} is not in this process")
                # An owner who does not answer may have done it: with a key it is asked again, and done once.
                key = key or f"handed-on-{secrets.token_hex(16)}"
                answer = await self._hand_on(id, person, command, key)
                if isinstance(table, FollowedTable):
                    await table.look()  # who was told that it is done must see it done
                return answer
            except (Gone, Elsewhere):
                self.forget(table)
                if time.monotonic() > begun + HAND_ON_SECONDS:
                    break
                await asyncio.sleep(0.05 * attempt)
        raise Elsewhere(f"table {id} is changing hands; try again")

    async def receipts(self, id: int, person: int, key: str | None = None) -> dict[str, tuple[str, Any]]:
        """What a person has had done at a table, by key (all, or one): what was asked, and the answer."""
        receipt = schema.receipt
        mine = select(receipt.c.key, receipt.c.digest, receipt.c.answer).where(
            receipt.c.table == id, receipt.c.person == person
        )
        if key is not None:
            mine = mine.where(receipt.c.key == key)
        rows = await self.store.read(lambda connection: connection.execute(mine).all())
        return {row.key: (row.digest, json.loads(row.answer)) for row in rows}

    async def seen(
        self, id: int, person: Person | None, since: int | None = None, offers: bool = False, states: bool = True
    ) -> Seen:
        """A table as somebody may see it."""
        return (await self.table(id)).seen(person, since, offers, states)

    async def watch(
        self,
        id: int,
        person: Person | None,
        since: int | None = None,
        offers: bool = False,
        states: bool = True,
        pause: float = 0.0,
    ) -> AsyncGenerator[Seen, None]:
        """A table as somebody may see it: now, and whenever something has changed; until the floor closes.

        `pause` gathers changes first; longer, while the process has much to do: acknowledgements come before pictures.
        """
        late = 0.0
        while not self._closed:
            table = await self.table(id)
            changed = table.watch()
            try:
                while not getattr(table, "gone", False):
                    changed.clear()
                    seen = table.seen(person, since, offers, states)
                    since = seen.seq
                    yield seen
                    await changed.wait()
                    if pause:
                        late = await _slept(pause + late)
            finally:
                table.unwatch(changed)

    # ---- the tape, and what was

    async def tape(self, id: int) -> list[str]:
        """The whole tape of a table."""
        entry = schema.entry
        lines = select(entry.c.line).where(entry.c.table == id).order_by(entry.c.number)
        found = await self.store.read(lambda connection: list(connection.execute(lines).scalars()))
        if not found:
            raise NoSuchTable(f"there is no table {id}")
        return found

    async def shuffles(self, id: int) -> list[dict[str, Any]]:
        """The commitments of a table's shuffles, and the openings of those that are finished."""
        table = schema.shuffle
        columns = (table.c.entry, table.c.shoe, table.c.commitment, table.c.status, table.c.nonce, table.c.order)
        rows = select(*columns).where(table.c.table == id).order_by(table.c.entry)
        found = await self.store.read(lambda connection: list(connection.execute(rows)))
        return [
            {
                "entry": row.entry,
                "shoe": row.shoe,
                "commitment": row.commitment,
                "opening": None if row.order is None else {"nonce": row.nonce, "order": row.order},
            }
            for row in found
        ]

    async def past_round(self, id: int, number: int, eyes: int = SURVEILLANCE) -> list[MomentSeen]:
        """A round that was played, step by step, from the tape."""
        row, kept = await self.store.read(lambda connection: _read_round(connection, id, number))
        game = kept.game(row)
        steps: list[MomentSeen] = []
        made: list[Dealer] = []

        def note(step: Any) -> None:
            # The dealer goes on with the round after; what is asked for is this one.
            if not made or made[0].state.rounds == number:
                dealer = made[0] if made else None
                place = len(dealer.steps) if dealer is not None else len(steps) + 1
                steps.append(shown(game, numbered_at(number, place, step), eyes))

        dealer = Dealer.resume(game, LiveSource(), kept.state, (), note)
        made.append(dealer)
        for entry in kept.entries:
            dealer.follow(entry)
        return steps

    # ---- bots think

    def advice(self, layout: Layout, then: Callable[[], None]) -> Learned | None:
        """The best strategy of a layout, worked out once; None while it is being worked out, and `then` afterwards."""
        key = canonical(layout.plain())
        if key in self._learned:
            return self._learned[key]
        waiting = self._learning.setdefault(key, [])
        waiting.append(then)
        if len(waiting) == 1:
            loop = asyncio.get_running_loop()

            def learn() -> Learned:
                try:
                    return Learned(best_advice(layout))
                except ValueError:
                    return Learned(None)

            def done(future: asyncio.Future[Learned]) -> None:
                if not future.cancelled():
                    failed = future.exception()
                    if failed is not None:
                        log.error("the strategy of %s could not be worked out: %s", layout.rules.game.id, failed)
                    self._learned[key] = Learned(None) if failed is not None else future.result()
                for one in self._learning.pop(key, ()):
                    one()

            loop.run_in_executor(self._thinking, learn).add_done_callback(done)
        return None

    # ---- several processes

    async def _hand_on(self, id: int, person: Person, command: Command, key: str | None) -> dict[str, Any]:
        """Ask the process that owns a table."""
        table, process = schema.gaming_table, schema.process
        owner = select(process.c.url).join(table, table.c.owner == process.c.id).where(table.c.id == id)
        address = await self.store.read(lambda connection: connection.execute(owner).scalar())
        if not address:
            raise Elsewhere(f"the process that owns table {id} is not known")
        content = json.dumps(
            {
                "table": id,
                "person": [person.id, person.name, person.kind, person.role.value],
                "command": command.model_dump(mode="json"),
                "key": key,
                "at": time.time(),
            }
        )
        if self._client is None:
            self._client = httpx.AsyncClient(timeout=HAND_ON_SECONDS, trust_env=False)
        try:
            said = await self._client.post(
                f"{address}/processes/command", content=content, headers={"x-pitboss-seal": self._signed(content)}
            )
            answer: dict[str, Any] = said.json()
        except (httpx.HTTPError, ValueError) as problem:
            raise Elsewhere(f"the process that owns table {id} does not answer: {type(problem).__name__}") from None
        if said.status_code == 200:
            return answer
        if answer.get("kind") == "refused":
            raise Refused(Answer(False, answer["reason"], answer.get("section", "")), answer.get("citation", ""))
        if answer.get("kind") == "role":
            raise WrongRole(answer["reason"])
        if answer.get("kind") == "key":
            raise KeyUsed(answer["reason"])
        raise Elsewhere(answer.get("reason", "the process that owns the table could not do it"))

    def _signed(self, content: str) -> str:
        return hmac.new(self.sealer.secret, content.encode(), hashlib.sha256).hexdigest()

    async def handed_on(self, content: bytes, signature: str) -> tuple[int, dict[str, Any]]:
        """What another process asks of a table of ours: status and answer."""
        if not hmac.compare_digest(self._signed(content.decode("utf-8", "replace")), signature):
            return 403, {"kind": "seal", "reason": "this was not said by a process of this floor"}
        said = json.loads(content)
        if abs(time.time() - said["at"]) > 60:
            return 403, {"kind": "seal", "reason": "this was said too long ago"}
        id, name, kind, role = said["person"]
        person = Person(id, name, kind, Role(role))
        command = COMMANDS.validate_python(said["command"])
        try:
            return 200, await self.command(said["table"], person, command, said["key"], forwarded=True)
        except Refused as refusal:
            answer = refusal.answer
            told = {"kind": "refused", "reason": answer.reason, "section": answer.section}
            return 409, told | {"citation": refusal.citation}
        except WrongRole as refusal:
            return 403, {"kind": "role", "reason": str(refusal)}
        except KeyUsed as refusal:
            return 409, {"kind": "key", "reason": str(refusal)}
        except (Elsewhere, Lost) as problem:
            return 503, {"kind": "elsewhere", "reason": str(problem)}

    async def _keep_house(self) -> None:
        """Now and then: tables whose process died are taken over, and seats of who is long gone become free."""
        swept = 0.0
        while True:
            await asyncio.sleep(2.0)
            with suppress(Exception):
                if await asyncio.to_thread(self.store.stay_alive):
                    await self._let_go()
                for table in list(self._tables.values()):
                    table.leave_idle(IDLE)
                if time.monotonic() > swept + SWEEP:
                    swept = time.monotonic()
                    await self.sweep()
                for id, followed in list(self._followed.items()):
                    if followed.watched and await self._orphaned(id):
                        self.forget(followed)

    async def _let_go(self) -> None:
        """Forget the tables that another process has taken over; who looks on here then follows them there."""
        table = schema.gaming_table
        rows = select(table.c.id, table.c.owner, table.c.epoch).where(table.c.id.in_(list(self._tables)))
        held = await self.store.read(lambda connection: connection.execute(rows).all())
        for id, owner, epoch in held:
            if (mine := self._tables.get(id)) is not None and (owner, epoch) != (self.store.process, mine.epoch):
                await mine.stop()

    async def sweep(self) -> None:
        """Receipts that are old enough are thrown away."""
        receipt = schema.receipt
        old = receipt.delete().where(receipt.c.at < time.time() - RECEIPTS_KEPT)
        await self.store.change(lambda connection: connection.execute(old))

    async def _orphaned(self, id: int) -> bool:
        table = schema.gaming_table

        def asked(connection: Connection) -> bool:
            owner = connection.execute(select(table.c.owner).where(table.c.id == id)).scalar()
            return owner is None or not self.store.alive(connection, owner)

        return await self.store.read(asked)


# ---- reading a table from its tape


@dataclass(slots=True)
class Kept:
    """What the database has of a table: the state after its last whole round, and the entries since."""

    state_data: Any
    entries: list[Entry]
    hash: str
    last: int
    seats: dict[int, Seat]
    shuffles: list[Any]
    state: State = None  # type: ignore[assignment]

    def game(self, row: Any) -> Game[Any]:
        """The game of the table; reads the state too."""
        game = _game_of(row.layout)
        self.state = from_plain(game.state_type, self.state_data)
        return game

    def play(self, game: Game[Any], source: LiveSource, table: Shown) -> Dealer:
        """A dealer who stands where the tape ends, having told the table the steps of the round in hand."""
        made: list[Any] = []
        dealer = Dealer.resume(game, source, self.state, (), made.append)
        table.moments.extend(numbered_at(dealer.state.rounds, place, step) for place, step in enumerate(made, 1))
        dealer.watch = lambda step: table.moments.append(numbered(dealer, step))
        for entry in self.entries:
            dealer.follow(entry)
        return dealer


def numbered_at(round: int, place: int, step: Step) -> Moment:
    """A step with its serial number, by its round and its place in it."""
    return Moment(round * PACE + place, step)


def read_table(connection: Connection, id: int, after: int | None = None) -> Kept:
    """A table as its tape leaves it; the seals since the last whole round are checked."""
    entry = schema.entry
    mine = entry.c.table == id
    if after is None:
        whole = select(func.max(entry.c.number)).where(mine, entry.c.kind.in_(("open", "end")))
        after = connection.execute(whole).scalar()
    if after is None:
        raise NoSuchTable(f"there is no table {id}")
    lines = connection.execute(
        select(entry.c.number, entry.c.line).where(mine, entry.c.number >= after).order_by(entry.c.number)
    ).all()
    return _kept(connection, id, lines)


def _kept(connection: Connection, id: int, lines: Any) -> Kept:
    first = json.loads(lines[0].line)
    entries, last = sealed_entries(lines, first["prev"])
    seat, person, shuffle = schema.seat, schema.person, schema.shuffle
    seats = connection.execute(
        select(seat.c.position, seat.c.person, person.c.name, seat.c.bot, seat.c.since)
        .join(person, person.c.id == seat.c.person)
        .where(seat.c.table == id)
    )
    shuffles = connection.execute(
        select(shuffle).where(shuffle.c.table == id, shuffle.c.status != "opened").order_by(shuffle.c.entry)
    )
    return Kept(
        first["state"],
        entries[1:],
        last,
        lines[-1].number,
        {row.position: Seat(row.person, row.name, row.bot, row.since) for row in seats},
        list(shuffles),
    )


def sealed_entries(lines: Any, before: str) -> tuple[list[Entry], str]:
    """Entries of a tape from its middle, each checked against its seal; and the last hash."""
    entries = []
    for number, line in lines:
        data = json.loads(line)
        entry = {key: value for key, value in data.items() if key not in ("prev", "hash")}
        text, digest = seal(entry, before)
        if text != line:
            raise ValueError(f"entry {number} was changed: its seal is not that of its content and of the entry before")
        before = digest
        entries.append(Entry(number, entry["entry"], entry))
    return entries, before


def _read_round(connection: Connection, id: int, number: int) -> tuple[Any, Kept]:
    table, entry = schema.gaming_table, schema.entry
    row = connection.execute(select(table).where(table.c.id == id)).first()
    if row is None:
        raise NoSuchTable(f"there is no table {id}")
    mine = entry.c.table == id
    begun = select(func.max(entry.c.number)).where(mine, entry.c.kind.in_(("open", "end")), entry.c.round < number)
    first = connection.execute(begun).scalar() if number else 1
    until = connection.execute(select(func.max(entry.c.number)).where(mine, entry.c.round == number)).scalar()
    if first is None or until is None or number < 0:
        played = connection.execute(select(func.max(entry.c.round)).where(mine)).scalar()
        raise NoSuchRound(f"round {number} was not played at this table; there are rounds 0 to {played}")
    lines = connection.execute(
        select(entry.c.number, entry.c.line).where(mine, entry.c.number.between(first, until)).order_by(entry.c.number)
    ).all()
    return row, _kept(connection, id, lines)


@lru_cache(maxsize=1000)
def _game_of(layout: str) -> Game[Any]:
    """The game on a layout as the database has it. A game holds nothing that changes, and takes a while to make."""
    return game_on(Layout.from_plain(json.loads(layout)))


def _info(row: Any, game: Game[Any] | None = None) -> TableInfo:
    settings = Settings.model_validate_json(row.settings)
    if game is None:
        game = _game_of(row.layout)
    least, most = game.layout.limits.minimum, game.layout.limits.maximum
    return TableInfo(
        id=row.id,
        name=row.name,
        game=row.game,
        title=game.layout.rules.game.name,
        on=date.fromisoformat(str(game.layout.on)),
        dealer=settings.dealer,
        seats=min(game.seats, settings.seats or (USUAL_SEATS if game.seats >= 64 else game.seats)),
        closed=row.closed is not None,
        minimum=least,
        maximum=most,
        options={name: str(value) for name, value in game.layout.options.items()},
    )


__all__ = ["START", "Elsewhere", "Floor", "KeyUsed", "NoSuchRound", "NoSuchTable", "Unlawful"]
