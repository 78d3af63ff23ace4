"""The floor: all tables, whoever owns them.

A table is loaded from its tape when it is first needed and owned by the process that loads it, for as long as that
process lives. What is asked of a table that another process owns is handed on to that process; what is to be seen of it
is read from its tape, which is in the database for everybody.
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
from contextlib import aclosing, suppress
from datetime import date
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from pitboss.chapter import Layout
from pitboss.chapter.check import Unlawful
from pitboss.chapter.uniform import not_uniform
from pitboss.floor import schema
from pitboss.floor.batch import COUPONS, Journal
from pitboss.floor.bots import Learned, School
from pitboss.floor.chance import LiveSource, Sealer, Shuffled, WrongKey
from pitboss.floor.commands import CloseTable, Command, Kept, Settings, WrongRole
from pitboss.floor.commitments import Seed, taken_up
from pitboss.floor.committed import Gone
from pitboss.floor.entrance import GRANT, Entrance
from pitboss.floor.heads import FILE, Heads, Mark
from pitboss.floor.ledger import OPENING, balances_of, coupons_account, filled, inventory_of, lying, moved
from pitboss.floor.live import LiveTable
from pitboss.floor.mirror import FollowedTable
from pitboss.floor.people import THE_HOUSE, Person, Role, enter
from pitboss.floor.records import NoSuchRound, NoSuchTable, info_of, left_alone, numbered_at, read_round, read_table
from pitboss.floor.relay import BadSeal, Elsewhere, Handed, Hands, Unanswered, told
from pitboss.floor.sight import MomentSeen, Seen, Shown, Standing, TableInfo, shown
from pitboss.floor.store import BEAT, LEASE, KeyUsed, Lost, Store, Unknown
from pitboss.floor.threads import in_thread
from pitboss.floor.tournaments import Tournaments
from pitboss.floor.turns import Turns
from pitboss.library.hand_histories import told as hand_told
from pitboss.table import SURVEILLANCE, Dealer, Refused, State, Step, Tape, game_on
from pitboss.table.game import Answer, Game
from pitboss.table.tape import canonical

T = TypeVar("T")
log = logging.getLogger("pitboss.floor")
IDLE = 15 * 60.0
TABLES_EACH = 20
"""A person may have so many tables open that he opened."""
TRIES = 8
CHANGING_HANDS = 10.0
"""Seconds that a table may take to change hands before who asks is told to try again."""
RECEIPTS_KEPT = 24 * 3600.0
"""For so long, at least, a repeated request is known as one."""
LEFT_ALONE = 24 * 3600.0
"""A table that a player opened is closed when nobody has sat there for so long."""
SWEEP = 3600.0
SKEW = 5.0
"""Seconds by which a clock may be wrong before somebody is told."""
LOOK_AGAIN = 0.5
"""Seconds between looks at whether another process has taken back a token that is in use here."""


def default_folder() -> Path:
    """Where the embedded floor keeps its things: $PITBOSS_HOME, or a folder of the user's."""
    given = os.environ.get("PITBOSS_HOME")
    if given:
        return Path(given)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "pitboss"


def sealer_of(folder: Path) -> Sealer:
    """By which key a floor seals: that of the environment, or of the file in its folder."""
    given = os.environ.get("PITBOSS_KEY")
    return Sealer.of_text(given) if given else Sealer.of_file(folder / "key")


class Floor(Entrance):
    """A process's part of the floor. Make it with `await Floor.open(...)`."""

    def __init__(self, store: Store, sealer: Sealer, folder: Path) -> None:
        super().__init__(store)
        self.sealer = sealer
        self.folder = folder
        self.heads = Heads(folder / FILE, sealer)
        self.address = ""
        self._tables: dict[int, LiveTable] = {}
        self._followed: dict[int, FollowedTable] = {}
        self._loading: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._bots: dict[int, Person] = {}
        self._school = School()
        self._turns = Turns()
        self.tournaments = Tournaments(self)
        self._hands = Hands(store, sealer)
        self._closed = False
        self._swept: tuple[float, float] | None = None
        self._marked: Mark | None = None
        self._housekeeping: list[asyncio.Task[None]] = []

    @classmethod
    async def open(cls, database: str | None = None, folder: Path | None = None, address: str = "") -> Floor:
        """Open the floor of a database: SQLite in `folder` unless a URL is given.

        `address` is where other processes of the same floor reach this one.
        """
        folder = folder or default_folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        sealer = sealer_of(folder)
        store = Store(database or f"sqlite:///{folder / 'floor.db'}")
        store.sealer = sealer
        floor = cls(store, sealer, folder)
        floor.address = address
        await in_thread(None, store.open, address)
        try:
            await store.change(floor._agree_on_key)
            await store.change(floor._seal_journals)
            await floor._enter_bots()
        except BaseException:
            await in_thread(None, store.close)
            raise
        floor._housekeeping = [
            asyncio.create_task(work) for work in (floor._keep_house(), floor._mind_tokens(), floor._show_life())
        ]
        return floor

    async def close(self) -> None:
        """Finish what is being done, and let go of the tables; once."""
        if self._closed:
            return
        self._closed = True
        for task in self._housekeeping:
            task.cancel()
        for followed in list(self._followed.values()):
            followed.stop()
        for table in list(self._tables.values()):
            await table.stop()
        with suppress(Lost):
            await self._mark_heads()
        await self._hands.close()
        self._school.close()
        self._hashers.shutdown(wait=False, cancel_futures=True)
        await in_thread(None, self.store.close)

    @property
    def closed(self) -> bool:
        """Whether it is closing, or closed: nothing more is asked of it."""
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
        """Journals from before they were sealed are sealed once in the life of a floor."""
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
                    there[name] = enter(connection, name, "bot")
            return {number: Person(there[name], name, "bot", Role.PLAYER) for number, name in names.items()}

        self._bots = await self.store.change(bots)

    def bots(self) -> list[Person]:
        """The bots that there are."""
        return [self._bots[number] for number in sorted(self._bots)]

    def bot_person(self, table: int, position: int) -> Person:
        """The bot that sits at a position."""
        return self._bots[position]

    # ---- tables

    async def tables(self, closed: bool = False) -> list[TableInfo]:
        """The open tables."""
        table = schema.gaming_table

        def asked(connection: Connection) -> list[Any]:
            rows = select(table).order_by(table.c.id)
            return list(connection.execute(rows if closed else rows.where(table.c.closed.is_(None))))

        return [info_of(row) for row in await self.store.read(asked)]

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
        key: str | None = None,
        tournament: tuple[int, int] | None = None,
    ) -> TableInfo:
        """A new table. The layout is lawful, or it could not have been made; beside the others it is asked here.

        Under the same `once` a table is opened once in the life of a floor; the second time is `Refused`.
        The same `key` of the same person asks for the same table again. `tournament`: of which, and of which stage.
        """
        settings = Kept.of(settings)
        of = tournament[0] if tournament else None
        opening = game_on(layout).opening()
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
                    raise Refused(Answer(False, f"{once} was opened before")) from None
            if by is not None and by.role is Role.PLAYER:
                self.store.one_by_one(connection, f"tables of {by.id}")  # two at once would not count one another
                mine = select(func.count()).where(table.c.opened_by == by.id, table.c.closed.is_(None))
                if connection.execute(mine).scalar_one() >= TABLES_EACH:
                    raise Refused(Answer(False, f"you have {TABLES_EACH} tables open; close one first"))
            if "uniform_odds" in layout.rules.facts:
                # Two that open at once in two processes would not see one another.
                self.store.one_by_one(connection, layout.rules.game.id)
            if found := not_uniform(layout, _beside(connection, layout)):
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
            stocked = moved(id, State(), opening, 1, "the table opens", tournament=of)
            brought = filled(id, OPENING - inventory_of(opening, 0), 1, "opening inventory", of)
            self.store.post(connection, [brought, *([stocked] if stocked else [])], now)
            return {"table": id}

        what = f"open {name} {canonical(layout.plain())} {settings.model_dump_json()}"
        made = await self.store.once(0 if by is None else by.id, None if by is None else key, what, opened)
        return (await self.table(made["table"])).info

    async def uniform(self, layout: Layout, but: int) -> None:
        """Whether a table may stand beside the other open ones as it would be changed; else `Refused`."""
        found = await self.store.read(lambda connection: not_uniform(layout, _beside(connection, layout, but)))
        if breaches := [one for one in found if one.severity == "breach"]:
            raise Refused(
                Answer(False, f"{breaches[0].wrong}; permitted: {breaches[0].permitted}", breaches[0].section)
            )

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
        seeds = [Seed(one.of, self.sealer.open_seed(one.sealed, row.id, one.of), one.entry) for one in kept.seeds]
        source.take_over(shuffles, taken_up(seeds, kept.entries, kept.state.rounds))
        standing = Standing(kept.state, None, kept.state.rounds, kept.last, kept.seats)
        table = LiveTable(self, info_of(row, game), game, Kept.model_validate_json(row.settings), row.epoch, standing)
        dealer = kept.play(game, source, table)
        dealer.tape = Tape(table.write, kept.hash, time.time)
        table.take_up(dealer, kept.inventory, kept.ready, kept.until)
        if not kept.timed and (lies := lying(table.state)):
            await self.store.change(lambda connection: self._know_coupons(connection, row.id, kept.last, lies))
        self._tables[row.id] = table
        if (followed := self._followed.pop(row.id, None)) is not None:
            followed.stop()
        log.info("table %s: loaded at entry %s of its tape", row.id, kept.last)
        table.by_itself(lambda: None)  # what waited for nobody (chance, a bot) when the process died goes on
        return table

    def _know_coupons(self, connection: Connection, id: int, entry: int, lies: dict[int, int]) -> None:
        """Coupons that lie at a table from before they were in the ledger are entered when it is first loaded."""
        known = balances_of(connection, id)
        missing = {coupons_account(id, position): value for position, value in lies.items()}
        missing = {name: value for name, value in missing.items() if name not in known}
        if missing:
            amounts = missing | {COUPONS: -sum(missing.values())}
            journal = Journal("coupons that lay here before", amounts, id, entry)
            self.store.post(connection, [journal], time.time())

    async def _follow(self, id: int) -> FollowedTable:
        table = schema.gaming_table
        row = await self.store.read(lambda connection: connection.execute(select(table).where(table.c.id == id)).one())
        kept = await self.store.read(lambda connection: read_table(connection, id))
        game = kept.game(row)
        standing = Standing(kept.state, None, kept.state.rounds, kept.last, kept.seats)
        followed = FollowedTable(self, info_of(row, game), game, standing)
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
        unanswered = False
        for attempt in range(TRIES):
            table = await self.table(id)
            try:
                if isinstance(table, LiveTable):
                    return await table.do(person, command, key)
                if forwarded:
                    raise Elsewhere(f"table {id} is not in this process")
                # An owner who does not answer may have done it: with a key it is asked again, and done once.
                key = key or f"handed-on-{secrets.token_hex(16)}"
                answer = await self._hands.ask(Handed(id, person, command, key))
                if isinstance(table, FollowedTable):
                    await table.look()  # who was told that it is done must see it done
                return answer
            except (Gone, Elsewhere) as problem:
                unanswered = unanswered or isinstance(problem, Unanswered)
                self.forget(table)
                if time.monotonic() > begun + CHANGING_HANDS:
                    break
                await asyncio.sleep(0.05 * attempt)
        if unanswered:
            raise Unknown(f"the owner of table {id} does not answer; ask again with the same key")
        raise Elsewhere(f"table {id} is changing hands; try again")

    async def receipts(
        self, id: int, person: int, key: str | None = None, most: int | None = None
    ) -> dict[str, tuple[str, Any]]:
        """What a person has had done at a table, by key (the latest, or one): what was asked, and the answer."""
        receipt = schema.receipt
        mine = select(receipt.c.key, receipt.c.digest, receipt.c.answer).where(
            receipt.c.table == id, receipt.c.person == person
        )
        mine = mine.order_by(receipt.c.at.desc()).limit(most)
        if key is not None:
            mine = mine.where(receipt.c.key == key)
        rows = await self.store.read(lambda connection: connection.execute(mine).all())
        return {row.key: (row.digest, json.loads(row.answer)) for row in reversed(rows)}

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

        `pause` gathers changes first; and those who look on take turns: acknowledgements come before pictures.
        """

        def look(table: Shown, since: int | None) -> tuple[int, Seen]:
            seen = table.seen(person, since, offers, states)
            return seen.seq, seen

        async with aclosing(self._watched(id, look, since, pause)) as watched:
            async for seen in watched:
                yield seen

    async def told(
        self, id: int, person: Person, since: int | None, offers: bool, states: bool, pause: float
    ) -> AsyncGenerator[str, None]:
        """What `watch` shows, as JSON."""
        look = lambda table, since: table.told(person, since, offers, states)  # noqa: E731
        async with aclosing(self._watched(id, look, since, pause)) as watched:
            async for text in watched:
                yield text

    async def _watched(
        self, id: int, look: Callable[[Shown, int | None], tuple[int, T]], since: int | None, pause: float
    ) -> AsyncGenerator[T, None]:
        while not self._closed:
            table = await self.table(id)
            changed = table.watch()
            try:
                while not getattr(table, "gone", False):
                    changed.clear()
                    since, seen = look(table, since)
                    yield seen
                    await changed.wait()
                    if pause:
                        await asyncio.sleep(pause)
                    await self._turns.wait()
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

    async def shuffles(self, id: int, before: int | None = None, most: int | None = None) -> list[dict[str, Any]]:
        """The commitments of a table's shuffles, and the openings of those that are finished; the newest first.

        `before` an entry of the tape, and so many at `most`.
        """
        table = schema.shuffle
        columns = (table.c.entry, table.c.shoe, table.c.commitment, table.c.nonce, table.c.order)
        rows = select(*columns).where(table.c.table == id).order_by(table.c.entry.desc()).limit(most)
        if before is not None:
            rows = rows.where(table.c.entry < before)
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
        game, steps = await self._past_steps(id, number)
        return [shown(game, numbered_at(number, place, step), eyes) for place, step in steps]

    async def hand_history(self, id: int, number: int, eyes: int = SURVEILLANCE) -> str:
        """A hand of the poker room as a hand history (PHH); `ValueError` where it cannot be told so."""
        game, steps = await self._past_steps(id, number)
        return hand_told(game, [step for _, step in steps], eyes)

    async def _past_steps(self, id: int, number: int) -> tuple[Game[Any], list[tuple[int, Step]]]:
        """The steps of a round that was played, each with its place in it."""
        row, kept = await self.store.read(lambda connection: read_round(connection, id, number))
        game = kept.game(row)
        steps: list[tuple[int, Step]] = []
        made: list[Dealer] = []

        def note(step: Any) -> None:
            # The dealer goes on with the round after; what is asked for is this one.
            if not made or made[0].state.rounds == number:
                dealer = made[0] if made else None
                place = len(dealer.steps) if dealer is not None else len(steps) + 1
                steps.append((place, step))

        dealer = Dealer.resume(game, LiveSource(), kept.state, (), note)
        made.append(dealer)
        for entry in kept.entries:
            dealer.follow(entry)
        return game, steps

    def advice(self, layout: Layout, then: Callable[[], None]) -> Learned | None:
        """The best strategy of a layout; None while it is being worked out, and `then` afterwards."""
        return self._school.advice(layout, then)

    # ---- several processes

    async def handed_on(self, content: bytes, seal: str) -> tuple[int, dict[str, Any]]:
        """What another process asks of a table of ours: status and answer."""
        try:
            asked = self._hands.heard(content, seal)
            return 200, await self.command(*asked, forwarded=True)
        except (BadSeal, Refused, WrongRole, KeyUsed, Elsewhere, Lost) as problem:
            return told(problem)

    async def _keep_house(self) -> None:
        """Now and then: tables whose process died are taken over, and seats of who is long gone become free."""
        swept = 0.0
        while True:
            await asyncio.sleep(2.0)
            with suppress(Exception):
                if await in_thread(None, self.store.stay_alive):
                    await self._let_go()
                if self._to_free:
                    await self.give_free(list(self._to_free))
                for table in list(self._tables.values()):
                    table.leave_idle(IDLE)
                await self._mark_heads()
                await self.tournaments.go_on()
                if time.monotonic() > swept + SWEEP:
                    swept = time.monotonic()
                    await self.sweep()
                for id, followed in list(self._followed.items()):
                    if followed.watched and await self._orphaned(id):
                        self.forget(followed)

    async def _mark_heads(self) -> None:
        """How far the file of heads goes is written down where who cuts it off does not write."""
        mark = self.heads.mark
        if mark is None or mark == self._marked:
            return

        def marked(connection: Connection) -> None:
            house = schema.house
            row = connection.execute(select(house.c.value).where(house.c.name == "heads").with_for_update()).scalar()
            if row is None:
                connection.execute(insert(house).values(name="heads", value=str(mark)))
            elif Mark.read(row).size < mark.size:
                connection.execute(update(house).where(house.c.name == "heads").values(value=str(mark)))

        await self.store.change(marked)
        self._marked = mark

    async def _show_life(self) -> None:
        """A sign of life every second, from where the tables are: a process that hangs gives none, and loses them."""
        last = time.monotonic()
        said = False
        while True:
            await asyncio.sleep(BEAT)
            with suppress(Exception):
                skew = await in_thread(None, self.store.beat)
                if time.monotonic() > last + LEASE and not self.store.alone:
                    await self._let_go()  # others may have taken it for dead
                last = time.monotonic()
                if (abs(skew) > SKEW) != said:
                    said = not said
                    log.warning("the clock of this process is %.0f s from the database's", skew)

    async def _mind_tokens(self) -> None:
        while not self.store.alone:
            await asyncio.sleep(LOOK_AGAIN)
            with suppress(Exception):
                await self.look_again()

    async def _let_go(self) -> None:
        """Forget the tables that another process has taken over; who looks on here then follows them there."""
        table = schema.gaming_table
        rows = select(table.c.id, table.c.owner, table.c.epoch).where(table.c.id.in_(list(self._tables)))
        held = await self.store.read(lambda connection: connection.execute(rows).all())
        for id, owner, epoch in held:
            if (mine := self._tables.get(id)) is not None and (owner, epoch) != (self.store.process, mine.epoch):
                await mine.stop()

    async def sweep(self) -> None:
        """Old receipts and expired tokens are thrown away; tables that players opened and left are closed."""
        await self.store.change(self.store.release_of_the_dead)
        now = await self._expired_by()
        if now is None:
            return
        receipt, token, errand = schema.receipt, schema.token, schema.errand
        for old in (
            receipt.delete().where(receipt.c.at < now - RECEIPTS_KEPT),
            errand.delete().where(errand.c.at < now - RECEIPTS_KEPT),
            token.delete().where(token.c.expires < now),
        ):
            await self.store.change(lambda connection, old=old: connection.execute(old))  # type: ignore[misc]
        for id in await self.store.read(lambda connection: left_alone(connection, now - LEFT_ALONE)):
            with suppress(Refused, Elsewhere, Lost):  # somebody came, or another process was quicker
                await self.command(id, THE_HOUSE, CloseTable())

    async def _expired_by(self) -> float | None:
        """What had expired when it was last looked, by the database's clock; None if that clock was moved since.

        So nothing is thrown away at the first look: a clock that is wrong for a while costs nobody anything.
        """
        now, ran = await self.store.read(self.store.now), time.monotonic()
        before, self._swept = self._swept, (now, ran)
        if before is None:
            return None
        moved = (now - before[0]) - (ran - before[1])
        if abs(moved) > SKEW:
            log.warning("the clock was moved by %.0f s: nothing is thrown away until it has run evenly", moved)
            return None
        return before[0]

    async def _orphaned(self, id: int) -> bool:
        table = schema.gaming_table

        def asked(connection: Connection) -> bool:
            owner = connection.execute(select(table.c.owner).where(table.c.id == id)).scalar()
            return owner is None or not self.store.alive(connection, owner)

        return await self.store.read(asked)


def _beside(connection: Connection, layout: Layout, but: int | None = None) -> dict[str, Layout]:
    """The open tables of a game beside which a new one stands, by name.

    The floor is one licensee's. A table of the day on which it was opened stands beside all such; one that was dated
    otherwise, to practise another day's rules, beside those of its date.
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
            # Most tables of a floor are alike: one of each kind is enough.
            beside.setdefault(row.layout, f"{row.name} (table {row.id})")
            if coming := json.loads(row.settings).get("coming"):  # what will be there must be alike, too
                beside.setdefault(canonical(coming["layout"]), f"{row.name} (table {row.id}) by its notice")
    return {name: Layout.from_plain(json.loads(plain)) for plain, name in beside.items()}


__all__ = ["GRANT", "Elsewhere", "Floor", "KeyUsed", "Learned", "NoSuchRound", "NoSuchTable", "Unlawful"]
