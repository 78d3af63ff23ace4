"""The floor: all tables of all its processes.

A table is loaded from its tape when it is first needed, and is owned by the process that loads it for as long as that
process lives. Commands to a table that another process owns are forwarded to that process; its viewers are served from
its tape in the database.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import secrets
import time
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from datetime import date
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.exc import IntegrityError, OperationalError

from pitboss.chapter.check import Unlawful
from pitboss.chapter.layout import Layout
from pitboss.chapter.uniform import uniformity_findings
from pitboss.floor import schema
from pitboss.floor.anchors.checkpoints import Head
from pitboss.floor.anchors.keeper import AnchorSettings, Keeper
from pitboss.floor.archive import Archive
from pitboss.floor.batch import COUPONS, Journal
from pitboss.floor.bots import ComputedStrategy, StrategyCache
from pitboss.floor.chance import LiveSource, Sealer, ShuffleRecord, WrongKey
from pitboss.floor.cluster.followed import FollowedTable
from pitboss.floor.cluster.relay import (
    BadSeal,
    ForwardedCommand,
    OwnerUnanswered,
    OwnerUnavailable,
    TableClient,
    error_answer,
)
from pitboss.floor.commands import Command, Settings, TableSettings, WrongRole
from pitboss.floor.commitments import Seed, match_rounds
from pitboss.floor.entrance import GRANT
from pitboss.floor.housekeeping import Housekeeping
from pitboss.floor.ledger import (
    OPENING_INVENTORY,
    balances_of,
    coupons_account,
    coupons_on_layout,
    fill_journal,
    inventory_of,
    transfer_journal,
)
from pitboss.floor.live import LiveTable, TableGone
from pitboss.floor.people import Person, Role, create_person
from pitboss.floor.policy import Policy, default_policy
from pitboss.floor.records import NoSuchRound, NoSuchTable, TableRecord, info_of, opened_by_player, read_table
from pitboss.floor.sight import TableInfo, TableSnapshot, VisibleTable, WatchableTable
from pitboss.floor.store import CommitFailed, KeyReused, OutcomeUnknown, Store
from pitboss.floor.threads import in_thread
from pitboss.floor.tournaments import Tournaments
from pitboss.floor.treasury import Treasury
from pitboss.floor.turns import Turns
from pitboss.library.checks import computed_breaches
from pitboss.table import Dealer, Refused, State, Tape, game_on
from pitboss.table.game import Answer
from pitboss.table.tape import canonical

T = TypeVar("T")
log = logging.getLogger("pitboss.floor")
TRIES = 8
AFTER_FAILURE = 5.0
"""Seconds for which a failed table does nothing unless it gets a command."""
CHANGING_HANDS = 10.0
"""Seconds that a table may take to change owners before the client must try again."""


def _salt() -> str:
    return secrets.token_hex(16)


def default_folder() -> Path:
    """The folder for an embedded floor's files: $PITBOSS_HOME, or one of the user's folders."""
    given = os.environ.get("PITBOSS_HOME")
    if given:
        return Path(given)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "pitboss"


def sealer_of(folder: Path) -> Sealer:
    """The floor's sealer, with the key from the environment or from the file in the floor's folder."""
    given = os.environ.get("PITBOSS_KEY")
    return Sealer.of_text(given) if given else Sealer.of_file(folder / "key")


class Floor(Archive):
    """One process's share of the floor. Create it with `await Floor.open(...)`."""

    def __init__(
        self,
        store: Store,
        sealer: Sealer,
        folder: Path,
        policy: Policy | None = None,
        anchors: AnchorSettings | None = None,
    ) -> None:
        super().__init__(store, policy or default_policy())
        self.sealer = sealer
        self.folder = folder
        self.anchors = Keeper(self, anchors or AnchorSettings())
        self.address = ""
        self._tables: dict[int, LiveTable] = {}
        self._followed: dict[int, FollowedTable] = {}
        self._loading: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._bots: dict[int, Person] = {}
        self._school = StrategyCache()
        self._turns = Turns()
        self.tournaments = Tournaments(self)
        self.treasury = Treasury(self)
        self._table_client = TableClient(store, sealer)
        self._failed: dict[int, float] = {}
        """The time of the last failure of a table."""
        self._openers = ThreadPoolExecutor(1, "pitboss-tables")
        """The thread that opens tables and loads them from their tapes."""
        self._closed = False
        self.housekeeping = Housekeeping(self)

    @classmethod
    async def open(
        cls,
        database: str | None = None,
        folder: Path | None = None,
        address: str = "",
        policy: Policy | None = None,
        anchors: AnchorSettings | None = None,
        accept_restore: str = "",
    ) -> Floor:
        """Open a database's floor: SQLite in `folder` unless a URL is given.

        `address` is where other processes of the same floor reach this one. The default `policy` is that of the
        package. A floor that its `anchors` prove to be rewound is not opened (`RewoundFloor`), unless `accept_restore`
        gives a reason.
        """
        folder = folder or default_folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        sealer = sealer_of(folder)
        store = Store(database or f"sqlite:///{folder / 'floor.db'}")
        store.sealer = sealer
        floor = cls(store, sealer, folder, policy, anchors)
        floor.address = address
        await in_thread(None, store.open, address)
        try:
            await store.change(floor._agree_on_key)
            await floor.anchors.compare(accept_restore)
            await store.change(floor._seal_journals)
            await floor._enter_bots()
            await floor.protection.refresh()
        except BaseException:
            await in_thread(None, store.close)
            raise
        floor.housekeeping.begin()
        return floor

    async def close(self) -> None:
        """Finish the commands in progress and close the floor; calling it again does nothing."""
        if self._closed:
            return
        self._closed = True
        self.housekeeping.end()
        for followed in list(self._followed.values()):
            followed.stop()
        for table in list(self._tables.values()):
            await table.stop()
        await self.anchors.close()
        await self._table_client.close()
        self._school.close()
        self._hashers.shutdown(wait=False, cancel_futures=True)
        await in_thread(None, self.store.close)
        self._openers.shutdown(wait=False, cancel_futures=True)
        self._computers.close()

    @property
    def closed(self) -> bool:
        """Whether the floor is closing or closed."""
        return self._closed

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

    def _seal_journals(self, connection: Connection) -> None:
        """Seal journals written by an earlier version, once in the life of a floor."""
        house, journal, posting = schema.house, schema.journal, schema.posting
        if connection.execute(select(house.c.value).where(house.c.name == "journals")).scalar() is not None:
            return
        connection.execute(insert(house).values(name="journals", value="sealed"))
        amounts: defaultdict[int, dict[str, int]] = defaultdict(dict)
        for id, name, amount in connection.execute(select(posting.c.journal, posting.c.account, posting.c.amount)):
            amounts[id][name] = int(amount)
        for row in connection.execute(select(journal).where(journal.c.seal.is_(None))).all():
            seal = self.sealer.seal_of_journal(row.id, row.what, row.table, row.entry, amounts[row.id])
            connection.execute(update(journal).where(journal.c.id == row.id).values(seal=seal))

    async def _enter_bots(self) -> None:
        def bots(connection: Connection) -> dict[int, Person]:
            person = schema.person
            there = dict(connection.execute(select(person.c.name, person.c.id).where(person.c.kind == "bot")).all())
            names = {number: f"Bot {number}" for number in range(1, 65)}
            for name in names.values():
                if name not in there:
                    there[name] = create_person(connection, name, "bot")
            return {number: Person(there[name], name, "bot", Role.PLAYER) for number, name in names.items()}

        self._bots = await self.store.change(bots)

    @property
    def owned(self) -> dict[int, LiveTable]:
        """The tables that this process owns and has loaded."""
        return self._tables

    @property
    def followed(self) -> dict[int, FollowedTable]:
        """Other processes' tables that have viewers here."""
        return self._followed

    def bots(self) -> list[Person]:
        """All bots, in order."""
        return [self._bots[number] for number in sorted(self._bots)]

    def bot_person(self, table: int, position: int) -> Person:
        """The bot at a position, if there is one."""
        return self._bots[position]

    # ---- tables

    async def open_table(
        self,
        layout: Layout,
        name: str = "",
        settings: Settings | None = None,
        by: Person | None = None,
        once: str = "",
        key: str | None = None,
        tournament: tuple[int, int] | None = None,
    ) -> TableInfo:
        """Open a table, if the house accepts it and it does not conflict with the other tables.

        With `once`, a table is opened only once in the life of a floor; the second time is `Refused`. The same `key` of
        the same person returns the same table. `tournament` holds the numbers of the tournament and the stage.
        """
        if by is not None:
            self.protection.check_playing(by)
        settings = TableSettings.of(settings)
        terms = self.policy.terms(by is not None and by.role is Role.PLAYER)
        terms.check_settings(settings)
        of = tournament[0] if tournament else None
        # The tables of a tournament were checked when it was filed.
        if tournament is None:
            terms.check_layout(layout)
        client = "the house" if by is None or by.role is not Role.PLAYER else f"person {by.id}"
        try:
            breaches = await self.computed_in_process(client, computed_breaches, layout)
        except ValueError as problem:
            raise _undealable(problem) from None
        if breaches:
            raise Unlawful(breaches)
        opening = await self.computed(lambda: _opening(layout))
        tape: list[str] = []
        made_tape = Tape(tape.append, now=time.time)
        made_tape.open(layout, opening)
        seeds = LiveSource().renewed(opening.rounds, 2)
        made_tape.chance({seed.of: seed.commitment for seed in seeds}, {})
        name = " ".join(name.split())[:80] or layout.rules.game.name

        def opened(connection: Connection) -> dict[str, Any]:
            table = schema.gaming_table
            if once:
                try:
                    connection.execute(insert(schema.house).values(name=once, value="opened"))
                except IntegrityError:
                    raise Refused(Answer(False, f"{once} has already been opened")) from None
            if by is not None and by.role is Role.PLAYER:
                self.store.serialize(connection, f"tables of {by.id}")  # concurrent requests would miscount
                mine = select(func.count()).where(table.c.opened_by == by.id, table.c.closed.is_(None))
                if connection.execute(mine).scalar_one() >= (most := self.policy.tables_each):
                    raise Refused(Answer(False, f"you have {most} tables open; close one first"))
            if "uniform_odds" in layout.rules.facts:
                # Tables opened at the same time in two processes would not see each other.
                self.store.serialize(connection, layout.rules.game.id)
            if found := uniformity_findings(layout, _beside(connection, layout)):
                raise Unlawful(found)
            made = connection.execute(
                insert(table).values(
                    name=name,
                    game=layout.rules.game.id,
                    layout=canonical(layout.plain()),
                    settings=settings.model_dump_json(),
                    opened_by=None if by is None else by.id,
                    at=time.time(),
                    epoch=0,
                    tournament=of,
                    stage=tournament[1] if tournament else None,
                )
            )
            id = int(made.inserted_primary_key[0])  # type: ignore[index]
            now = time.time()
            rows = [
                {"table": id, "number": number, "kind": kind, "round": 0, "at": now, "line": line.rstrip("\n")}
                for number, (kind, line) in enumerate(zip(("open", "chance"), tape, strict=True), 1)
            ]
            connection.execute(insert(schema.entry), rows)
            connection.execute(insert(schema.seed), [seed.row(self.sealer.seal_seed(seed, id), id) for seed in seeds])
            stocked = transfer_journal(id, State(), opening, 1, "the table opens", tournament=of)
            brought = fill_journal(id, OPENING_INVENTORY - inventory_of(opening, 0), 1, "opening inventory", of)
            self.store.post(connection, [brought, *([stocked] if stocked else [])], now)
            return {"table": id}

        what = f"open {name} {canonical(layout.plain())} {settings.model_dump_json()}"
        made = await self.store.once(0 if by is None else by.id, None if by is None else key, what, opened)
        return (await self.table(made["table"])).info

    async def check_uniform(self, layout: Layout, but: int) -> None:
        """`Refused` if a changed table would conflict with the other open tables."""
        found = await self.store.read(lambda connection: uniformity_findings(layout, _beside(connection, layout, but)))
        if breaches := [one for one in found if one.severity == "breach"]:
            raise Refused(
                Answer(False, f"{breaches[0].wrong}; permitted: {breaches[0].permitted}", breaches[0].section)
            )

    async def table(self, id: int, only_to_look: bool = False) -> WatchableTable:
        """The table in this process: owned here, or followed.

        If the database accepts no writes, a table that is not in memory can still be followed with `only_to_look`.
        """
        while True:
            if (mine := self._tables.get(id)) is not None and not mine.gone:
                return mine
            lock = self._loading.setdefault(id, asyncio.Lock())
            async with lock:
                if (mine := self._tables.get(id)) is not None and not mine.gone:
                    return mine
                followed = self._followed.get(id)
                if followed is not None and not followed.gone and (only_to_look or not followed.standby):
                    return followed
                try:
                    claimed = await self.store.change(lambda connection: self._claim(connection, id))
                except (CommitFailed, OperationalError):
                    if not only_to_look or not self.store.condition.has("database"):
                        raise
                    return await self._follow(id, standby=True)
                if claimed is not None:
                    return await self._load(claimed)
                return await self._follow(id)

    def _claim(self, connection: Connection, id: int) -> Any:
        """The row of a table, now owned by this process; None if a living process owns it."""
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
        """Load a table from its tape."""
        kept, of_player = await self.store.read(
            lambda connection: (read_table(connection, row.id), opened_by_player(connection, row))
        )
        source = LiveSource()

        def create() -> tuple[LiveTable, Dealer]:
            game = kept.game(row)
            seeds = [Seed(one.of, self.sealer.open_seed(one.sealed, row.id, one.of), one.entry) for one in kept.seeds]
            source.take_over(self._shuffles(row.id, kept), match_rounds(seeds, kept.entries, kept.state.rounds))
            snapshot = TableSnapshot(kept.state, None, kept.state.rounds, kept.last, kept.seats)
            settings = TableSettings.model_validate_json(row.settings)
            table = LiveTable(self, info_of(row, game), game, settings, row.epoch, snapshot)
            return table, kept.play(game, source, table)

        table, dealer = await in_thread(self._openers, create)
        table.terms, table.opened_by = self.policy.terms(of_player), row.opened_by
        dealer.tape = Tape(table.write, kept.hash, time.time, _salt)
        if table.settings.company:  # otherwise the house's bots would join a wealthy player after a restart
            people = {seat.person for seat in kept.seats.values() if not seat.bot}
            table.bots.wealthy = await self.store.read(lambda connection: self._wealthy(connection, people))
        table.take_up(dealer, kept.inventory, kept.ready, kept.until)
        self.anchors.note(Head(row.id, kept.last, kept.hash))  # the process that died may not have got to it
        if not kept.timed and (lies := coupons_on_layout(table.state)):
            await self.store.change(lambda connection: self._know_coupons(connection, row.id, kept.last, lies))
        self._tables[row.id] = table
        if (followed := self._followed.pop(row.id, None)) is not None:
            followed.stop()
        log.info("table %s: loaded at entry %s of its tape", row.id, kept.last)
        self._set_going(table)
        return table

    def _set_going(self, table: LiveTable) -> None:
        """Resume whatever was not waiting for a person (chance, bots) when the previous owner died.

        A table that has just failed continues later, so that a floorperson can end its round before it fails again.
        """
        if time.monotonic() < self._failed.pop(table.info.id, 0.0) + AFTER_FAILURE:
            asyncio.get_running_loop().call_later(AFTER_FAILURE, table.enqueue, lambda: None)
        else:
            table.enqueue(lambda: None)

    def note_failure(self, table: int) -> None:
        """Note that a table failed, so that for a while after being loaded again it does nothing without a command."""
        self._failed[table] = time.monotonic()

    def _shuffles(self, id: int, kept: TableRecord) -> list[ShuffleRecord]:
        """The unopened shuffles of a table, with their orders."""
        return [
            ShuffleRecord(
                one.shoe,
                one.commitment,
                self.sealer.open(one.sealed, id),
                one.entry,
                one.dealt,
                one.status,
                known=True,
                stored=True,
            )
            for one in kept.shuffles
        ]

    def _know_coupons(self, connection: Connection, id: int, entry: int, lies: dict[int, int]) -> None:
        """Enter coupons on the layout that predate their ledger accounts, when the table is first loaded."""
        known = balances_of(connection, id)
        missing = {coupons_account(id, position): value for position, value in lies.items()}
        missing = {name: value for name, value in missing.items() if name not in known}
        if missing:
            amounts = missing | {COUPONS: -sum(missing.values())}
            journal = Journal("coupons from an earlier version", amounts, id, entry)
            self.store.post(connection, [journal], time.time())

    async def _follow(self, id: int, standby: bool = False) -> FollowedTable:
        table = schema.gaming_table
        row = await self.store.read(lambda connection: connection.execute(select(table).where(table.c.id == id)).one())
        kept, of_player = await self.store.read(
            lambda connection: (read_table(connection, id), opened_by_player(connection, row))
        )

        def create() -> tuple[FollowedTable, Dealer]:
            game = kept.game(row)
            snapshot = TableSnapshot(kept.state, None, kept.state.rounds, kept.last, kept.seats)
            followed = FollowedTable(self, info_of(row, game), game, snapshot)
            return followed, kept.play(game, LiveSource(), followed)

        followed, dealer = await in_thread(self._openers, create)
        followed.terms, followed.standby = self.policy.terms(of_player), standby
        followed.take_up(dealer, kept)
        self._followed[id] = followed
        return followed

    def resume_tables(self) -> None:
        """Stop following the tables that this process should own, now that it can write again."""
        for followed in list(self._followed.values()):
            if followed.standby:
                self.forget(followed)

    def forget(self, table: WatchableTable) -> None:
        """Forget a table that differs from its tape or is no longer owned by this process."""
        if self._tables.get(table.info.id) is table:
            del self._tables[table.info.id]
        if (followed := self._followed.get(table.info.id)) is table:
            del self._followed[table.info.id]
            followed.stop()

    # ---- commands and views

    async def command(
        self, id: int, person: Person, command: Command, key: str | None = None, forwarded: bool = False
    ) -> dict[str, Any]:
        """Carry out a command, once for each key; returns when it is committed.

        The table's owner checks the person's role (`LiveTable.do`).
        """
        begun, outcome = time.monotonic(), "failed"
        try:
            answer = await self._carried_out(id, person, command, key, forwarded)
            outcome = "done"
            return answer
        except (Refused, WrongRole, KeyReused):
            outcome = "refused"
            raise
        finally:
            self.store.metrics.commands.labels(command.do, outcome).inc()
            self.store.metrics.command_seconds.observe(time.monotonic() - begun)

    async def _carried_out(
        self, id: int, person: Person, command: Command, key: str | None, forwarded: bool
    ) -> dict[str, Any]:
        begun = time.monotonic()
        unanswered = False
        for attempt in range(TRIES):
            table = await self.table(id)
            try:
                if isinstance(table, LiveTable):
                    return await table.do(person, command, key)
                if forwarded:
                    raise OwnerUnavailable(f"table {id} is not in this process")
                # An owner that does not answer may have carried it out; thanks to the key it is not done twice when we
                # ask again.
                key = key or f"handed-on-{secrets.token_hex(16)}"
                answer = await self._table_client.send(ForwardedCommand(id, person, command, key))
                if isinstance(table, FollowedTable):
                    await table.look()  # a person whose command is acknowledged must see its effect
                return answer
            except (TableGone, OwnerUnavailable) as problem:
                unanswered = unanswered or isinstance(problem, OwnerUnanswered)
                self.forget(table)
                if time.monotonic() > begun + CHANGING_HANDS:
                    break
                await asyncio.sleep(0.05 * attempt)
        if unanswered:
            raise OutcomeUnknown(f"the owner of table {id} does not answer; retry with the same key")
        raise OwnerUnavailable(f"table {id} is changing owners; try again")

    async def view(
        self, id: int, person: Person | None, since: int | None = None, offers: bool = False, states: bool = True
    ) -> VisibleTable:
        """The table as a person may see it."""
        return (await self.table(id, only_to_look=True)).view(person, since, offers, states)

    async def watch(
        self,
        id: int,
        person: Person | None,
        since: int | None = None,
        offers: bool = False,
        states: bool = True,
        pause: float = 0.0,
    ) -> AsyncGenerator[VisibleTable, None]:
        """Yield the table as a person may see it, now and after every change, until the floor closes.

        Changes are collected for `pause` seconds. Viewers take turns, so that acknowledgements come before views.
        """

        def look(table: WatchableTable, since: int | None) -> tuple[int, VisibleTable]:
            seen = table.view(person, since, offers, states)
            return seen.seq, seen

        async with aclosing(self._watched(id, look, since, pause)) as watched:
            async for seen in watched:
                yield seen

    async def watch_json(
        self, id: int, person: Person, since: int | None, offers: bool, states: bool, pause: float
    ) -> AsyncGenerator[str, None]:
        """Like `watch`, but yields JSON."""
        look = lambda table, since: table.view_json(person, since, offers, states)  # noqa: E731
        async with aclosing(self._watched(id, look, since, pause)) as watched:
            async for text in watched:
                yield text

    async def _watched(
        self, id: int, look: Callable[[WatchableTable, int | None], tuple[int, T]], since: int | None, pause: float
    ) -> AsyncGenerator[T, None]:
        while not self._closed:
            table = await self.table(id, only_to_look=True)
            changed = table.watch(pause)
            try:
                while not table.gone:
                    changed.clear()
                    since, seen = look(table, since)
                    yield seen
                    await changed.wait()
                    await self._turns.wait()
            finally:
                table.unwatch(changed)

    def advice(self, layout: Layout, then: Callable[[], None]) -> ComputedStrategy | None:
        """The best strategy of a layout; None while it is being computed, and `then` is called afterwards."""
        return self._school.advice(layout, then)

    # ---- several processes

    async def carry_out_forwarded(self, content: bytes, seal: str) -> tuple[int, dict[str, Any]]:
        """Carry out a command that another process forwarded; returns the HTTP status and the answer."""
        try:
            asked = self._table_client.read(content, seal)
            return 200, await self.command(*asked, forwarded=True)
        except (BadSeal, Refused, WrongRole, KeyReused, OwnerUnavailable, CommitFailed) as problem:
            return error_answer(problem)


def _opening(layout: Layout) -> State:
    """The opening state of a table; `Refused` if it cannot be dealt."""
    try:
        opening: State = game_on(layout).opening()
    except ValueError as problem:
        raise _undealable(problem) from None
    return opening


def _undealable(problem: ValueError) -> Refused:
    return Refused(Answer(False, f"the table cannot be dealt: {problem}"[:300]))


def _beside(connection: Connection, layout: Layout, but: int | None = None) -> dict[str, Layout]:
    """The open tables of the same game with which a table must be consistent, by name.

    All tables belong to one licensee. Tables under the current rules are compared with one another; tables opened under
    the rules of another date, for practice, are compared with those of the same date.
    """
    if "uniform_odds" not in layout.rules.facts:
        return {}
    table = schema.gaming_table
    rows = select(table.c.name, table.c.id, table.c.layout, table.c.at, table.c.settings)
    here = rows.where(table.c.game == layout.rules.game.id, table.c.closed.is_(None))
    current = layout.on == date.today()
    beside: dict[str, str] = {}
    for row in connection.execute(here if but is None else here.where(table.c.id != but)):
        on = date.fromisoformat(json.loads(row.layout)["on"])
        if on == layout.on or (current and on == date.fromtimestamp(row.at)):
            # Most tables are alike: one of each kind is enough.
            beside.setdefault(row.layout, f"{row.name} (table {row.id})")
            if coming := json.loads(row.settings).get("coming"):  # an announced change must be consistent too
                beside.setdefault(canonical(coming["layout"]), f"{row.name} (table {row.id}) with its announced change")
    return {name: Layout.from_plain(json.loads(plain)) for plain, name in beside.items()}


__all__ = [
    "GRANT",
    "ComputedStrategy",
    "Floor",
    "KeyReused",
    "NoSuchRound",
    "NoSuchTable",
    "OwnerUnavailable",
    "Unlawful",
]
