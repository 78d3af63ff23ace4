"""The database, and the one writer of this process.

1. Everything that play changes goes through the writer, a thread with a connection of its own. It takes all batches
   that are waiting, writes them in one transaction, and only then says that they are done (group commit): two hundred
   people who act at once cost a few flushes of the disk, not two hundred. Where several tables act at once, it lets
   them gather for a moment: transactions are fewer, and each costs hardly more.
2. A batch is whole or not at all. If a transaction fails, its batches are tried one by one, so that one table's failure
   is not another's.
3. A batch of a table is written only while this process owns the table, by the row's `owner` and `epoch`. So a process
   that was thought dead, and lives, can do no harm.
4. A process lives for as long as it holds its lock: on PostgreSQL an advisory lock of a session, which the server drops
   when the process dies; on SQLite a lock on a file, for one process only may have the floor. On PostgreSQL it must
   also show every second that it works, by the database's clock: who is stopped holds a lock and does nothing.
"""

from __future__ import annotations

import asyncio
import fcntl
import hashlib
import itertools
import json
import logging
import os
import queue
import secrets
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar
from zlib import crc32

from sqlalchemy import (
    ClauseElement,
    Connection,
    Engine,
    RootTransaction,
    create_engine,
    event,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.sql.compiler import SQLCompiler

from pitboss.floor import schema
from pitboss.floor.batch import CAGE, COUPONS, Batch, Journal, is_house
from pitboss.floor.chance import Sealer
from pitboss.floor.cluster.notifications import KEEPALIVES, notify
from pitboss.floor.threads import in_thread

T = TypeVar("T")
log = logging.getLogger("pitboss.floor")
LIVES = 0x7069_7462
"""The class of the advisory locks by which processes show that they live."""
OPENS = LIVES + 1
"""The class of the advisory locks under which tables that must be alike are opened one after the other."""
AT_ONCE = 400
"""Batches in one transaction, at most."""
CROWD = 3
"""Where so many tables were in one transaction, the next one is waited for a moment."""
GATHER = 0.008
"""Seconds of that moment."""
READERS, CHANGERS = 4, 2
BEAT, LEASE = 1.0, 4.0
"""Seconds between signs of life, and after which a process that gave none has lost its tables."""
JOURNALS_EACH = 2**36
"""A process never writes as many journals."""


# Statements of which every transaction has rows; each is put together once for a database (`_Rows`).
_MOVE = text("UPDATE account SET balance = balance + :amount WHERE id = :id")
_NEW_ACCOUNT = text("INSERT INTO account (id, balance, overdraft) VALUES (:id, 0, :overdraft) ON CONFLICT DO NOTHING")
_SHUFFLE_NOW = text(
    'UPDATE shuffle SET dealt = :dealt, status = :status, nonce = :nonce, "order" = :order '
    'WHERE "table" = :table AND entry = :entry'
)
_ENTRIES, _RECEIPTS = insert(schema.entry), insert(schema.receipt)
_JOURNALS, _POSTINGS = insert(schema.journal), insert(schema.posting)
_SHUFFLES, _SEEDS = insert(schema.shuffle), insert(schema.seed)
# One text however many tables there are. In the order of their ids, so that two processes that lock several never wait
# for each other in a circle; on SQLite there is one process, and nothing to lock.
_RIGHTS_ON_SQLITE = "SELECT id, owner, epoch FROM gaming_table WHERE id IN (SELECT value FROM json_each(?))"
_RIGHTS = "SELECT id, owner, epoch FROM gaming_table WHERE id = ANY(%s) ORDER BY id FOR UPDATE"
_SEED_OPENED = text('DELETE FROM seed WHERE "table" = :whose AND commitment = :known')


class _Rows:
    """A statement for many rows, as the driver of a database takes it.

    SQLAlchemy works out anew for every row which value goes where, and that is most of what a small row costs.
    """

    def __init__(self, statement: ClauseElement, engine: Engine) -> None:
        made = statement.compile(engine)
        assert isinstance(made, SQLCompiler)
        self._text = made.string
        self._place = itemgetter(*made.positiontup) if made.positiontup else None
        "Where values go by their place and not by name."

    def execute(self, connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
        """For all these rows."""
        placed = list(rows) if self._place is None else [self._place(row) for row in rows]
        connection.exec_driver_sql(self._text, placed)


class FloorTaken(ValueError):
    """Another process has this floor."""


class Lost(Exception):
    """A batch could not be committed: what it says in memory did not happen."""


class Unknown(Lost):
    """Whether something was committed is not known: who asks again, with the same key, learns it."""


class KeyUsed(ValueError):
    """The idempotency key was used for something else."""


class Overdrawn(Lost):
    """A batch was refused because an account would have less than nothing."""


class Disowned(Lost):
    """The table belongs to another process by now."""


class Store:
    """A database of the floor. `url` is SQLAlchemy's: sqlite:///path or postgresql://…"""

    def __init__(self, url: str) -> None:
        self.url = _url(url)
        self.engine = _engine(self.url)
        self.process = 0
        self.sealer: Sealer | None = None
        "By which journals are sealed."
        self._lock: Any = None
        self._accounts: set[str] = set()
        self._statements: dict[ClauseElement, _Rows] = {}
        self._journals = itertools.count(1)
        self._waiting: queue.SimpleQueue[tuple[Batch, Callable[[BaseException | None], None]] | None] = (
            queue.SimpleQueue()
        )
        self._writer: threading.Thread | None = None
        self._in_trouble = False
        self.skew = 0.0
        "Seconds by which the clock of this process is behind the database's."
        # Each has threads of its own: who waits to write holds up nobody who reads.
        self._readers = ThreadPoolExecutor(READERS, "pitboss-read")
        self._changers = ThreadPoolExecutor(CHANGERS, "pitboss-change")

    @property
    def sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    @property
    def alone(self) -> bool:
        """Whether one process only may have this floor."""
        return self.sqlite

    # ---- opening and closing

    def open(self, address: str) -> None:
        """Lock, bring the tables of the database up to date, and register this process."""
        if self.sqlite:
            self._lock = _lock_file(self.url.database)
        self.migrate()
        with self.engine.begin() as connection:
            now = self.now(connection)
            made = connection.execute(insert(schema.process).values(url=address, at=now, beat=now))
            self.process = int(made.inserted_primary_key[0])  # type: ignore[index]
        if not self.sqlite:
            self._hold_lock()
        self._writer = threading.Thread(target=self._write_on, name="pitboss-write", daemon=True)
        self._writer.start()

    def migrate(self) -> None:
        """Run the migrations that this database has not had."""
        from alembic import command
        from alembic.config import Config
        from alembic.util import CommandError

        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        with self.engine.begin() as connection:
            if not self.sqlite:  # processes that start together migrate one after the other
                connection.execute(text("SELECT pg_advisory_xact_lock(:key, 0)"), {"key": LIVES})
            config.attributes["connection"] = connection
            try:
                command.upgrade(config, "head")
            except CommandError as problem:
                raise ValueError(f"the database is of a newer pitboss than this one: {problem}") from None

    def close(self) -> None:
        """Commit what waits, and let go."""
        if self._writer is not None:
            self._waiting.put(None)
            self._writer.join()
            self._writer = None
        self._readers.shutdown(wait=True)
        self._changers.shutdown(wait=True)
        if self._lock is not None:
            self._lock.close()
            self._lock = None
        self.engine.dispose()

    def _hold_lock(self) -> None:
        self._lock = self.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        self._lock.execute(text("SELECT pg_advisory_lock(:key, :id)"), {"key": LIVES, "id": self.process})

    def stay_alive(self) -> bool:
        """Take the lock again if the database has dropped it: its server was restarted, or a connection broke.

        Returns whether it had: others may then have thought this process dead.
        """
        if self.sqlite:
            return False
        try:
            self._lock.execute(text("SELECT 1"))
        except SQLAlchemyError:
            self._lock.close()
            self._hold_lock()
            return True
        return False

    def now(self, connection: Connection) -> float:
        """The time by the database's clock, which all processes have in common."""
        if self.sqlite:
            return time.time()
        return float(connection.execute(text("SELECT extract(epoch FROM clock_timestamp())")).scalar_one())

    def beat(self) -> float:
        """Show that this process works; by how many seconds its own clock is behind the database's."""
        with self.engine.begin() as connection:
            skew = self.skew_now(connection)
            if not self.alone:
                mine = schema.process.c.id == self.process
                connection.execute(update(schema.process).where(mine).values(beat=self.now(connection)))
        return skew

    def skew_now(self, connection: Connection) -> float:
        """Seconds by which the clock of this process is behind the database's: asked, and nothing written."""
        before = time.time()
        now = self.now(connection)
        self.skew = now - (before + time.time()) / 2
        return self.skew

    def alive(self, connection: Connection, process: int) -> bool:
        """Whether a process of this floor lives, and works."""
        if process == self.process:
            return True
        if self.alone:
            return False
        beats = schema.process.c
        beat = connection.execute(select(beats.beat).where(beats.id == process)).scalar()
        if beat is not None and self.now(connection) - beat > LEASE:
            return False  # it may hold its lock and yet do nothing: stopped, or hung
        return self._holds_lock(connection, process)

    def _holds_lock(self, connection: Connection, process: int) -> bool:
        # Shared: several may ask at once, and none of them takes another's question for a sign of life.
        free = connection.execute(
            text("SELECT pg_try_advisory_xact_lock_shared(:key, :id)"), {"key": LIVES, "id": process}
        ).scalar()
        return not free

    def one_by_one(self, connection: Connection, what: str) -> None:
        """Wait until no other process is here for the same, and keep them out until this transaction is over.

        On SQLite no change ever meets another.
        """
        if not self.sqlite:
            held = {"key": OPENS, "id": crc32(what.encode()) >> 1}
            connection.execute(text("SELECT pg_advisory_xact_lock(:key, :id)"), held)

    # ---- reading

    async def read(self, question: Callable[[Connection], T]) -> T:
        """Ask the database something, in a thread of its own."""
        return await in_thread(self._readers, self.read_now, question)

    def read_now(self, question: Callable[[Connection], T]) -> T:
        """Ask the database something, and wait."""
        options: dict[str, Any] = {"reads": True} if self.sqlite else {"isolation_level": "REPEATABLE READ"}
        with self.engine.connect().execution_options(**options) as connection:
            return question(connection)

    async def change(self, work: Callable[[Connection], T]) -> T:
        """A small transaction that is not play: an account made, a table claimed."""
        return await in_thread(self._changers, self.change_now, work)

    def change_now(self, work: Callable[[Connection], T]) -> T:
        """A small transaction, and wait. `Unknown` if its commit went unanswered."""
        with self.engine.connect() as connection:
            try:
                with connection.begin() as transaction:
                    made = work(connection)
                    try:
                        self.end(transaction)
                    except DBAPIError as problem:
                        raise Unknown(f"the database did not answer: {type(problem).__name__}") from problem
            except BaseException:
                self._accounts.clear()  # one that it made is not there
                raise
            return made

    def end(self, transaction: RootTransaction) -> None:
        """Commit: the moment between what was not done and what was."""
        transaction.commit()

    async def once(
        self, person: int, key: str | None, what: str, work: Callable[[Connection], dict[str, Any]]
    ) -> dict[str, Any]:
        """A small transaction with its receipt: the same key asks for the same again, and changes nothing twice."""
        digest = hashlib.sha256(what.encode()).hexdigest()

        def done(connection: Connection) -> dict[str, Any]:
            if key is None:
                return work(connection)
            if (kept := _errand(connection, person, key, digest)) is not None:
                return kept
            answer = work(connection)
            row = {"person": person, "key": key, "digest": digest, "answer": json.dumps(answer), "at": time.time()}
            connection.execute(insert(schema.errand).values(**row))
            return answer

        try:
            return await self.change(done)
        except IntegrityError:
            if key is None:
                raise
            return await self.change(done)  # the same was asked for twice at once, and the other was quicker
        except Unknown:
            if key is None:
                raise
            kept = await self.read(lambda connection: _errand(connection, person, key, digest))
            if kept is None:
                raise Unknown("whether it was done is not known; ask again with the same key") from None
            return kept

    # ---- writing

    async def commit(self, batch: Batch) -> None:
        """Returns when the batch is on disk; raises `Lost` if it is not and will not be."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()

        def say(problem: BaseException | None) -> None:
            loop.call_soon_threadsafe(_settle, done, problem)

        self._waiting.put((batch, say))
        await done

    def _write_on(self) -> None:
        crowded = False
        with self.engine.connect() as connection:
            while True:
                first = self._waiting.get()
                if first is None:
                    return
                if crowded:
                    time.sleep(GATHER)
                taken = [first]
                last = False
                while len(taken) < AT_ONCE and not self._waiting.empty():
                    more = self._waiting.get()
                    if more is None:
                        last = True
                        break
                    taken.append(more)
                crowded = len(taken) >= CROWD
                self._write(connection, taken)
                if last:
                    return

    def _write(self, connection: Connection, taken: list[tuple[Batch, Callable[[BaseException | None], None]]]) -> None:
        try:
            self._transact(connection, [batch for batch, _ in taken])
        except BaseException as problem:  # the writer outlives whatever happens: all tables wait for it
            if len(taken) == 1:
                self._say_trouble(problem)
                taken[0][1](self._outcome(taken[0][0], problem))
                return
            for one in taken:
                self._write(connection, [one])
            return
        if self._in_trouble:
            self._in_trouble = False
            log.warning("the database takes what is written again")
        for _, say in taken:
            say(None)
        self._notify(connection, [batch for batch, _ in taken])

    def _notify(self, connection: Connection, batches: Sequence[Batch]) -> None:
        """Tell the other processes which tables have changed; if it fails they find out a little later."""
        tables = sorted({batch.table for batch in batches if batch.table is not None and batch.entries})
        if self.sqlite or not tables:
            return
        try:
            with connection.begin():
                notify(connection, tables)
        except SQLAlchemyError as problem:
            log.info("other processes were not notified: %s", type(problem).__name__)
            if connection.invalidated or connection.closed:
                connection.invalidate()

    def _outcome(self, batch: Batch, problem: BaseException) -> BaseException | None:
        """What became of a batch whose transaction failed: None if it was committed and only the answer was lost."""
        if not isinstance(problem, DBAPIError) or batch.empty:
            return _lost(problem)
        try:
            there = self.read_now(lambda connection: _landed(connection, batch))
        except Exception:
            return Unknown("the database did not answer; ask again with the same key")
        return None if there else _lost(problem)

    def _say_trouble(self, problem: BaseException) -> None:
        """Tell whoever runs the floor, once: a disk that is full, a database that is down."""
        if isinstance(problem, DBAPIError) and not isinstance(problem, IntegrityError) and not self._in_trouble:
            self._in_trouble = True
            log.warning("the database does not take what is written: %s", str(problem.orig).partition("\n")[0])

    def _transact(self, connection: Connection, batches: list[Batch]) -> None:
        try:
            with connection.begin() as transaction:
                self._put(connection, batches)
                self.end(transaction)
        except SQLAlchemyError:
            self._accounts.clear()
            if connection.invalidated or connection.closed:
                connection.invalidate()
            raise

    def _put(self, connection: Connection, batches: list[Batch]) -> None:
        """All rows of all batches: a few statements, however many batches there are."""
        now = time.time()
        self._fence(connection, [batch for batch in batches if batch.table is not None])
        entries = [row | {"at": now} for batch in batches for row in batch.entries]
        if entries:
            self._many(connection, _ENTRIES, entries)
        self._take_reserved(connection, [id for batch in batches for id in batch.reservations])
        self.post(connection, [journal for batch in batches for journal in batch.journals], now)
        self._keep_shuffles(connection, batches)
        self._keep_seeds(connection, batches)
        for batch in batches:
            self._seat(connection, batch)
            if batch.row:
                mine = schema.gaming_table.c.id == batch.table
                connection.execute(update(schema.gaming_table).where(mine).values(**batch.row))
        receipts = [
            {
                "table": batch.table,
                "person": one.person,
                "key": one.key,
                "digest": one.digest,
                "answer": one.answer,
                "at": now,
            }
            for batch in batches
            for one in batch.receipts
        ]
        if receipts:
            self._many(connection, _RECEIPTS, receipts)

    def _many(self, connection: Connection, statement: ClauseElement, rows: Sequence[Mapping[str, Any]]) -> None:
        """A statement for many rows."""
        if (made := self._statements.get(statement)) is None:
            made = self._statements[statement] = _Rows(statement, self.engine)
        made.execute(connection, rows)

    def _fence(self, connection: Connection, batches: list[Batch]) -> None:
        if not batches:
            return
        tables = sorted({batch.table for batch in batches if batch.table is not None})
        asked, given = (_RIGHTS_ON_SQLITE, json.dumps(tables)) if self.sqlite else (_RIGHTS, tables)
        held = {id: (owner, epoch) for id, owner, epoch in connection.exec_driver_sql(asked, (given,))}
        for batch in batches:
            if held.get(batch.table) != (batch.owner, batch.epoch):
                raise Disowned(f"table {batch.table} belongs to another process")

    # ---- what is set aside

    def reserve(self, connection: Connection, account: str, amount: int) -> tuple[str, int]:
        """Set money of an account aside, within a transaction: by which name, and what was free.

        The name is empty if there is not so much that nobody else has set aside.
        """
        free = self.free(connection, account)
        if free < amount:
            return "", free
        id = secrets.token_hex(16)
        row = {"id": id, "process": self.process, "account": account, "amount": amount, "at": time.time()}
        connection.execute(insert(schema.reservation).values(**row))
        return id, free

    def free(self, connection: Connection, account: str) -> int:
        """What an account holds and nobody has set aside. Who asks has the account until his transaction ends."""
        held, aside = schema.account, schema.reservation
        balance = connection.execute(select(held.c.balance).where(held.c.id == account).with_for_update()).scalar() or 0
        taken = connection.execute(select(func.sum(aside.c.amount)).where(aside.c.account == account)).scalar()
        return int(balance) - int(taken or 0)

    def release(self, connection: Connection, ids: Collection[str]) -> None:
        """What was set aside is free again, if it was not taken."""
        aside = schema.reservation
        connection.execute(aside.delete().where(aside.c.id.in_(list(ids))))

    def release_of_the_dead(self, connection: Connection) -> None:
        """What processes had set aside that are no more."""
        aside = schema.reservation
        others = connection.execute(select(aside.c.process).where(aside.c.process != self.process).distinct()).scalars()
        dead = [process for process in list(others) if not self.alive(connection, process)]
        if dead:
            connection.execute(aside.delete().where(aside.c.process.in_(dead)))

    def _take_reserved(self, connection: Connection, ids: list[str]) -> None:
        if ids:
            aside = schema.reservation
            if connection.execute(aside.delete().where(aside.c.id.in_(ids))).rowcount != len(ids):
                raise Overdrawn("what was set aside was given back")

    def post(self, connection: Connection, journals: list[Journal], now: float) -> None:
        """Journals into the ledger, within a transaction."""
        if not journals:
            return
        change: defaultdict[str, int] = defaultdict(int)
        for journal in journals:
            if sum(journal.amounts.values()):
                raise Lost(f"{journal.what}: {journal.amounts} does not balance")
            for name, amount in journal.amounts.items():
                change[name] += amount
        self._know_accounts(connection, list(change))
        rows = []
        postings = []
        for journal in journals:
            # Numbered by the process that writes it, and counted there: no two processes give out the same.
            journal.id = id = journal.id or self.process * JOURNALS_EACH + next(self._journals)
            amounts = {name: amount for name, amount in journal.amounts.items() if amount}
            row = {"id": id, "table": journal.table, "entry": journal.entry, "what": journal.what, "at": now}
            seal = None
            if self.sealer is not None:
                seal = self.sealer.seal_of_journal(id, journal.what, journal.table, journal.entry, amounts)
            rows.append(row | {"seal": seal})
            postings += [{"journal": id, "account": name, "amount": amount} for name, amount in amounts.items()]
        self._many(connection, _JOURNALS, rows)
        self._many(connection, _POSTINGS, postings)
        # Accounts too are locked in one order.
        moved = [{"id": name, "amount": amount} for name, amount in sorted(change.items()) if amount]
        if moved:
            self._many(connection, _MOVE, moved)

    def _know_accounts(self, connection: Connection, names: list[str]) -> None:
        new = [name for name in names if name not in self._accounts]
        if not new:
            return
        rows = [{"id": name, "overdraft": may_overdraw(name)} for name in sorted(new)]
        self._many(connection, _NEW_ACCOUNT, rows)
        self._accounts.update(new)

    def _seat(self, connection: Connection, batch: Batch) -> None:
        seat = schema.seat
        for one in batch.seatings:
            connection.execute(seat.delete().where(seat.c.table == batch.table, seat.c.position == one.position))
            if one.person is not None:
                values = {"position": one.position, "person": one.person, "since": one.since, "bot": one.bot}
                connection.execute(insert(seat).values(table=batch.table, **values))

    def _keep_shuffles(self, connection: Connection, batches: list[Batch]) -> None:
        blank = {"nonce": None, "order": None}
        rows = [blank | {"table": batch.table} | row for batch in batches for row in batch.shuffles]
        if new := [row for row in rows if "sealed" in row]:
            self._many(connection, _SHUFFLES, new)
        if known := [row for row in rows if "sealed" not in row]:
            self._many(connection, _SHUFFLE_NOW, known)

    def _keep_seeds(self, connection: Connection, batches: list[Batch]) -> None:
        if new := [row for batch in batches for row in batch.seeds]:
            self._many(connection, _SEEDS, new)
        if old := [{"whose": batch.table, "known": one} for batch in batches for one in batch.opened]:
            self._many(connection, _SEED_OPENED, old)


def _errand(connection: Connection, person: int, key: str, digest: str) -> dict[str, Any] | None:
    """What was answered under a key before, if anything was."""
    errand = schema.errand
    asked = select(errand.c.digest, errand.c.answer).where(errand.c.person == person, errand.c.key == key)
    row = connection.execute(asked).first()
    if row is None:
        return None
    if row.digest != digest:
        raise KeyUsed(f"the idempotency key {key!r} was used for another request; use a new one")
    answer: dict[str, Any] = json.loads(row.answer)
    return answer | {"repeated": True}


def _landed(connection: Connection, batch: Batch) -> bool:
    """Whether a batch is in the database: it is whole or not at all, so one row of it tells."""
    entry, journal = schema.entry, schema.journal
    if batch.entries:
        first = batch.entries[0]
        mine = select(entry.c.line).where(entry.c.table == first["table"], entry.c.number == first["number"])
        return bool(connection.execute(mine).scalar() == first["line"])
    if batch.journals and batch.journals[0].id:
        return connection.execute(select(journal.c.id).where(journal.c.id == batch.journals[0].id)).first() is not None
    if batch.receipts:
        receipt, one = schema.receipt, batch.receipts[0]
        mine = select(receipt.c.digest).where(
            receipt.c.table == batch.table, receipt.c.person == one.person, receipt.c.key == one.key
        )
        return bool(connection.execute(mine).scalar() == one.digest)
    return False


def may_overdraw(account: str) -> bool:
    """Whether an account may stand below nothing: those of what is outside, and of the house."""
    return account in (CAGE, COUPONS) or is_house(account)


def _settle(done: asyncio.Future[None], problem: BaseException | None) -> None:
    if done.done():
        return
    if problem is None:
        done.set_result(None)
    else:
        done.set_exception(problem)


def _lost(problem: BaseException) -> Lost:
    if isinstance(problem, Lost):
        return problem
    if isinstance(problem, IntegrityError) and "no_debt" in str(problem.orig):
        return Overdrawn("an account would have less than nothing")
    return Lost(f"the database did not take it: {type(problem).__name__}")


def _url(url: str) -> Any:
    try:
        made = make_url(url)
    except SQLAlchemyError:
        raise ValueError(
            f"{url!r} is not the address of a database; such are sqlite:///floor.db and postgresql://user@host/floor"
        ) from None
    if made.drivername in ("postgresql", "postgres"):
        made = made.set(drivername="postgresql+psycopg")
    if made.get_backend_name() not in ("sqlite", "postgresql"):
        raise ValueError(f"the floor is kept in SQLite or PostgreSQL, not in {made.get_backend_name()}")
    return made


def _engine(url: Any) -> Engine:
    """Its errors never say with which values: those may be cards."""
    if url.get_backend_name() == "postgresql":
        return create_engine(
            url,
            pool_size=READERS + CHANGERS + 2,
            max_overflow=4,
            pool_pre_ping=True,
            connect_args=KEEPALIVES,
            hide_parameters=True,
        )
    engine = create_engine(url, connect_args={"timeout": 30, "check_same_thread": False}, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # SQLAlchemy begins the transactions
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        # FULL: a commit is on disk when it returns, and not only with the next checkpoint.
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # A writer takes the lock at once: to ask for it halfway could fail where waiting would not.
        connection.exec_driver_sql("BEGIN" if connection.get_execution_options().get("reads") else "BEGIN IMMEDIATE")

    return engine


def _lock_file(database: str | None) -> Any:
    """The lock by which one process only has a SQLite floor; the system drops it when the process dies."""
    if not database or database == ":memory:":
        return None
    path = Path(database).resolve()  # by whatever way it was reached, it is one file with one lock
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(0o600)  # face-down cards are on the tape
    file = open(path.with_name(path.name + ".lock"), "a+")  # noqa: SIM115 held for as long as the floor is open
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.seek(0)
        holder = file.read().strip() or "another process"
        file.close()
        raise FloorTaken(
            f"{path} is in use by {holder}; stop it, or give another --folder (several processes need PostgreSQL)"
        ) from None
    file.seek(0)
    file.truncate()
    file.write(f"process {os.getpid()}")
    file.flush()
    return file
