"""The database, and the single writer of this process.

1. All changes made by play go through the writer, a thread with its own connection. It takes all waiting batches,
   writes them in one transaction, and then acknowledges them (group commit): two hundred people who act at once cost a
   few disk flushes, not two hundred. When several tables are active, it waits a moment for more batches, because a
   larger transaction costs hardly more.
2. A batch is written completely or not at all. If a transaction fails, its batches are tried one by one, so that one
   table's failure does not affect another.
3. A table's batch is written only while this process owns the table, as the row's `owner` and `epoch` say. So a process
   that was wrongly thought dead can do no harm.
4. A process is alive as long as it holds its lock: on PostgreSQL an advisory lock of a session, which the server
   releases when the process dies; on SQLite a lock on a file, because only one process may use the floor. On PostgreSQL
   it must also send a heartbeat every second, by the database's clock: a suspended process holds its lock and does
   nothing.
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
import re
import secrets
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
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
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError, SQLAlchemyError
from sqlalchemy.sql.compiler import SQLCompiler

from pitboss.floor import schema
from pitboss.floor.batch import CAGE, COUPONS, GRANTS, Batch, Journal, is_house
from pitboss.floor.chance import Sealer
from pitboss.floor.cluster.notifications import KEEPALIVES, notify
from pitboss.floor.condition import Condition, database_reason, is_definite
from pitboss.floor.figures import BOOK_PLAYER, BOOK_TABLE
from pitboss.floor.metrics import Metrics
from pitboss.floor.schema import MOST_POSTED
from pitboss.floor.threads import in_thread

T = TypeVar("T")
log = logging.getLogger("pitboss.floor")
LIVENESS_LOCKS = 0x7069_7462
"""The class of the advisory locks that show which processes are alive."""
CHANGE_LOCKS = LIVENESS_LOCKS + 1
"""The class of the advisory locks that serialise changes that must see each other."""
AT_ONCE = 400
"""The maximum number of batches in one transaction."""
CROWD = 3
"""After a transaction with at least this many tables, the writer waits a moment before the next one."""
GATHER = 0.008
"""The length of that wait in seconds."""
READERS, CHANGERS = 4, 2
BEAT, LEASE = 1.0, 4.0
"""Seconds between heartbeats, and seconds without one after which a process loses its tables."""
JOURNALS_EACH = 2**36
"""The journal numbers set aside for each process, more than it can ever use."""


# Statements used by every transaction; each is compiled once for a database (`_Rows`).
_MOVE = text("UPDATE account SET balance = balance + :amount WHERE id = :id")
_NEW_ACCOUNT = text("INSERT INTO account (id, balance, overdraft) VALUES (:id, 0, :overdraft) ON CONFLICT DO NOTHING")
_SHUFFLE_NOW = text(
    'UPDATE shuffle SET dealt = :dealt, status = :status, nonce = :nonce, "order" = :order '
    'WHERE "table" = :table AND entry = :entry'
)
_ENTRIES, _RECEIPTS = insert(schema.entry), insert(schema.receipt)
_JOURNALS, _POSTINGS = insert(schema.journal), insert(schema.posting)
_SHUFFLES, _SEEDS = insert(schema.shuffle), insert(schema.seed)
# One statement for any number of tables. Rows are locked in the order of their ids, so that two processes cannot
# deadlock; on SQLite there is one process, and nothing to lock.
_RIGHTS_ON_SQLITE = "SELECT id, owner, epoch FROM gaming_table WHERE id IN (SELECT value FROM json_each(?))"
_RIGHTS = "SELECT id, owner, epoch FROM gaming_table WHERE id = ANY(%s) ORDER BY id FOR UPDATE"
_SEED_OPENED = text('DELETE FROM seed WHERE "table" = :whose AND commitment = :known')


_NO_DEBT = re.compile("no_debt|below zero")


class _Rows:
    """A statement for many rows, compiled for the driver of a database.

    SQLAlchemy maps each row's values anew, and for small rows that is most of the cost.
    """

    def __init__(self, statement: ClauseElement, engine: Engine) -> None:
        made = statement.compile(engine)
        assert isinstance(made, SQLCompiler)
        self._text = made.string
        self._place = itemgetter(*made.positiontup) if made.positiontup else None
        """For drivers whose parameters are positional, not named."""

    def execute(self, connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
        """Execute the statement for all rows."""
        placed = list(rows) if self._place is None else [self._place(row) for row in rows]
        connection.exec_driver_sql(self._text, placed)


class FloorTaken(ValueError):
    """Another process is using this floor."""


class CommitFailed(Exception):
    """A batch could not be committed: nothing in it has happened."""


class OutcomeUnknown(CommitFailed):
    """It is not known whether something was committed; a retry with the same key finds out."""


class KeyReused(ValueError):
    """The idempotency key was used for another request."""


class AccountOverdrawn(CommitFailed):
    """A batch was refused because an account would have become negative."""


class OwnershipLost(CommitFailed):
    """Another process owns the table now."""


class Store:
    """The database of a floor. `url` is SQLAlchemy's: sqlite:///path or postgresql://…"""

    def __init__(self, url: str) -> None:
        self.url = _url(url)
        self.engine = _engine(self.url)
        self.process = 0
        self.sealer: Sealer | None = None
        """Seals the journals."""
        self._lock: Any = None
        self._accounts: set[str] = set()
        self._statements: dict[ClauseElement, _Rows] = {}
        self._journals = itertools.count(1)
        self._waiting: queue.SimpleQueue[tuple[Batch, Callable[[BaseException | None], None]] | None] = (
            queue.SimpleQueue()
        )
        self._writer: threading.Thread | None = None
        self.condition = Condition()
        """The faults of this process; the writer reports those of the database."""
        self.metrics = Metrics()
        self.skew = 0.0
        """Seconds by which this process's clock is behind the database's."""
        # Separate threads, so that waiting writers do not block readers.
        self._readers = ThreadPoolExecutor(READERS, "pitboss-read")
        self._changers = ThreadPoolExecutor(CHANGERS, "pitboss-change")

    @property
    def sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    @property
    def waiting(self) -> int:
        """The number of batches waiting for the writer."""
        return self._waiting.qsize()

    @property
    def alone(self) -> bool:
        """Whether only one process may use this floor."""
        return self.sqlite

    # ---- opening and closing

    def open(self, address: str) -> None:
        """Take the lock, migrate the database, and register this process."""
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
        """Run the migrations that this database needs."""
        from alembic import command
        from alembic.config import Config
        from alembic.util import CommandError

        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        with self.engine.begin() as connection:
            if not self.sqlite:  # processes that start together migrate one after the other
                connection.execute(text("SELECT pg_advisory_xact_lock(:key, 0)"), {"key": LIVENESS_LOCKS})
            config.attributes["connection"] = connection
            try:
                command.upgrade(config, "head")
            except CommandError as problem:
                raise ValueError(f"the database was created by a newer version of pitboss: {problem}") from None

    def close(self) -> None:
        """Commit whatever is waiting, then close."""
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
        self._lock.execute(text("SELECT pg_advisory_lock(:key, :id)"), {"key": LIVENESS_LOCKS, "id": self.process})

    def stay_alive(self) -> bool:
        """Take the lock again if the database released it, because its server restarted or a connection broke.

        Returns whether it had: other processes may then have assumed that this one is dead.
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
        """The time by the database's clock, which all processes share."""
        if self.sqlite:
            return time.time()
        return float(connection.execute(text("SELECT extract(epoch FROM clock_timestamp())")).scalar_one())

    def beat(self) -> float:
        """Send a heartbeat; returns the seconds by which the process's clock is behind the database's.

        A floor on SQLite sends none, but checks whether a failed database accepts writes again.
        """
        failed = self.condition.has("database")
        try:
            with self.engine.begin() as connection:
                skew = self.skew_now(connection)
                if failed or not self.alone:
                    mine = schema.process.c.id == self.process
                    connection.execute(update(schema.process).where(mine).values(beat=self.now(connection)))
        except SQLAlchemyError as problem:
            self.condition.database_fails(problem)
            raise
        if failed:
            self.condition.database_works()
        return skew

    def skew_now(self, connection: Connection) -> float:
        """Seconds by which this process's clock is behind the database's, without a heartbeat."""
        before = time.time()
        now = self.now(connection)
        self.skew = now - (before + time.time()) / 2
        return self.skew

    def alive(self, connection: Connection, process: int) -> bool:
        """Whether a process of this floor is alive and working."""
        if process == self.process:
            return True
        if self.alone:
            return False
        beats = schema.process.c
        beat = connection.execute(select(beats.beat).where(beats.id == process)).scalar()
        if beat is not None and self.now(connection) - beat > LEASE:
            return False  # it may hold its lock and yet do nothing: suspended, or hung
        return self._holds_lock(connection, process)

    def _holds_lock(self, connection: Connection, process: int) -> bool:
        # A shared lock, so that concurrent checks do not mistake one another for the process.
        free = connection.execute(
            text("SELECT pg_try_advisory_xact_lock_shared(:key, :id)"), {"key": LIVENESS_LOCKS, "id": process}
        ).scalar()
        return not free

    def serialize(self, connection: Connection, what: str) -> None:
        """Wait for other processes that are changing the same thing, and keep them out until this transaction ends.

        On SQLite, changes are always serialised.
        """
        if not self.sqlite:
            held = {"key": CHANGE_LOCKS, "id": crc32(what.encode()) >> 1}
            connection.execute(text("SELECT pg_advisory_xact_lock(:key, :id)"), held)

    # ---- reading

    async def read(self, question: Callable[[Connection], T]) -> T:
        """Run a query in a reader thread."""
        return await in_thread(self._readers, self.read_now, question)

    def read_now(self, question: Callable[[Connection], T]) -> T:
        """Run a query and wait for it."""
        options: dict[str, Any] = {"reads": True} if self.sqlite else {"isolation_level": "REPEATABLE READ"}
        with self.engine.connect().execution_options(**options) as connection:
            return question(connection)

    async def change(self, work: Callable[[Connection], T]) -> T:
        """Run a small transaction that is not play, such as creating an account or claiming a table."""
        return await in_thread(self._changers, self.change_now, work)

    def change_now(self, work: Callable[[Connection], T]) -> T:
        """Run a small transaction and wait for it. `OutcomeUnknown` if its commit went unanswered."""
        with self.engine.connect() as connection:
            try:
                with connection.begin() as transaction:
                    made = work(connection)
                    try:
                        self.end(transaction)
                    except DBAPIError as problem:
                        if is_definite(problem):
                            raise CommitFailed(database_reason(problem)) from problem
                        raise OutcomeUnknown(f"the database did not answer: {type(problem).__name__}") from problem
            except BaseException as problem:
                self._accounts.clear()  # a row that it created does not exist
                self._note_failure(problem)
                raise
            return made

    def end(self, transaction: RootTransaction) -> None:
        """Commit a transaction; a separate method so that tests can interrupt it."""
        transaction.commit()

    async def once(
        self, person: int, key: str | None, what: str, work: Callable[[Connection], dict[str, Any]]
    ) -> dict[str, Any]:
        """Run a small transaction with a receipt: a repeated key returns the first answer and changes nothing."""
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
            return await self.change(done)  # the same request arrived twice, and the other one was faster
        except OutcomeUnknown:
            if key is None:
                raise
            kept = await self.read(lambda connection: _errand(connection, person, key, digest))
            if kept is None:
                raise OutcomeUnknown("it is not known whether it was done; retry with the same key") from None
            return kept

    # ---- writing

    async def commit(self, batch: Batch) -> None:
        """Commit a batch; returns when it is on disk, raises `CommitFailed` if it is not and will not be."""
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
        except BaseException as problem:  # the writer must survive everything, because all tables depend on it
            if len(taken) == 1:
                self._note_failure(problem)
                taken[0][1](self._outcome(taken[0][0], problem))
                return
            for one in taken:
                self._write(connection, [one])
            return
        self.condition.database_works()
        for _, say in taken:
            say(None)
        self._notify(connection, [batch for batch, _ in taken])

    def _notify(self, connection: Connection, batches: Sequence[Batch]) -> None:
        """Notify the other processes of the changed tables; if that fails, they notice a little later by polling."""
        tables = sorted({batch.table for batch in batches if batch.table is not None and batch.entries})
        if self.sqlite or not tables:
            return
        try:
            with connection.begin():
                notify(connection, tables)
        except SQLAlchemyError as problem:
            log.info("other processes were not notified: %s", type(problem).__name__)
            _renew(connection)

    def _outcome(self, batch: Batch, problem: BaseException) -> BaseException | None:
        """The outcome of a batch whose transaction failed: None if it was committed and only the answer was lost."""
        if not isinstance(problem, DBAPIError) or batch.empty or is_definite(problem):
            return _lost(problem)
        try:
            there = self.read_now(lambda connection: _landed(connection, batch))
        except Exception:
            return OutcomeUnknown("the database did not answer; retry with the same key")
        return None if there else _lost(problem)

    def _note_failure(self, problem: BaseException) -> None:
        """Report a fault of the database, such as a full disk or an unreachable server."""
        cause = problem.__cause__ if isinstance(problem, CommitFailed) else problem
        if isinstance(cause, DBAPIError) and not isinstance(cause, (IntegrityError, DataError, ProgrammingError)):
            self.condition.database_fails(cause)

    def _transact(self, connection: Connection, batches: list[Batch]) -> None:
        self.condition.committing = time.monotonic()
        try:
            with connection.begin() as transaction:
                self._put(connection, batches)
                self.end(transaction)
        except SQLAlchemyError:
            self._accounts.clear()
            _renew(connection)
            raise
        finally:
            self.metrics.commit_seconds.observe(time.monotonic() - self.condition.committing)
            self.metrics.commit_batches.observe(len(batches))
            self.condition.committing = None

    def _put(self, connection: Connection, batches: list[Batch]) -> None:
        """Write all rows of all batches, with a fixed number of statements."""
        now = time.time()
        self._fence(connection, [batch for batch in batches if batch.table is not None])
        entries = [row | {"at": now} for batch in batches for row in batch.entries]
        if entries:
            self._many(connection, _ENTRIES, entries)
        self._take_reserved(connection, [id for batch in batches for id in batch.reservations])
        self.post(connection, [journal for batch in batches for journal in batch.journals], now)
        self._book_figures(connection, batches, now)
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
        """Execute a statement for many rows."""
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
                raise OwnershipLost(f"table {batch.table} belongs to another process")

    # ---- reservations

    def reserve(self, connection: Connection, account: str, amount: int) -> tuple[str, int]:
        """Reserve money in an account within a transaction; returns the reservation's id and what was free before.

        The id is "" if the account does not have enough unreserved money.
        """
        free = self.free(connection, account)
        if free < amount:
            return "", free
        id = secrets.token_hex(16)
        row = {"id": id, "process": self.process, "account": account, "amount": amount, "at": time.time()}
        connection.execute(insert(schema.reservation).values(**row))
        return id, free

    def free(self, connection: Connection, account: str) -> int:
        """The unreserved money of an account. Locks the account until the transaction ends."""
        held, aside = schema.account, schema.reservation
        balance = connection.execute(select(held.c.balance).where(held.c.id == account).with_for_update()).scalar() or 0
        taken = connection.execute(select(func.sum(aside.c.amount)).where(aside.c.account == account)).scalar()
        return int(balance) - int(taken or 0)

    def release(self, connection: Connection, ids: Collection[str]) -> None:
        """Release reservations, unless they were spent."""
        aside = schema.reservation
        connection.execute(aside.delete().where(aside.c.id.in_(list(ids))))

    def release_orphaned(self, connection: Connection) -> None:
        """Release dead processes' reservations."""
        aside = schema.reservation
        others = connection.execute(select(aside.c.process).where(aside.c.process != self.process).distinct()).scalars()
        dead = [process for process in list(others) if not self.alive(connection, process)]
        if dead:
            connection.execute(aside.delete().where(aside.c.process.in_(dead)))

    def _take_reserved(self, connection: Connection, ids: list[str]) -> None:
        if ids:
            aside = schema.reservation
            if connection.execute(aside.delete().where(aside.c.id.in_(ids))).rowcount != len(ids):
                raise AccountOverdrawn("the reservation was released")

    def post(self, connection: Connection, journals: list[Journal], now: float) -> None:
        """Post journals to the ledger within a transaction."""
        if not journals:
            return
        change: defaultdict[str, int] = defaultdict(int)
        for journal in journals:
            if sum(journal.amounts.values()):
                raise CommitFailed(f"{journal.what}: {journal.amounts} does not balance")
            for name, amount in journal.amounts.items():
                if abs(amount) > MOST_POSTED:
                    raise CommitFailed(f"{journal.what}: {amount} cents are more than the ledger takes at once")
                change[name] += amount
        self._know_accounts(connection, list(change))
        rows = []
        postings = []
        for journal in journals:
            # Journals are numbered by process and counter, so two processes never use the same number.
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
        # Accounts too are locked in a fixed order.
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

    def _book_figures(self, connection: Connection, batches: list[Batch], now: float) -> None:
        booked = [batch.figures.rows(batch.table, now) for batch in batches if not batch.figures.empty]
        if booked:
            self._many(connection, BOOK_TABLE, [table for table, _ in booked])
        if players := [row for _, rows in booked for row in rows]:
            self._many(connection, BOOK_PLAYER, players)

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
    """The earlier answer under a key, if there is one."""
    errand = schema.errand
    asked = select(errand.c.digest, errand.c.answer).where(errand.c.person == person, errand.c.key == key)
    row = connection.execute(asked).first()
    if row is None:
        return None
    if row.digest != digest:
        raise KeyReused(f"the idempotency key {key!r} was used for another request; use a new one")
    answer: dict[str, Any] = json.loads(row.answer)
    return answer | {"repeated": True}


def _landed(connection: Connection, batch: Batch) -> bool:
    """Whether a batch is in the database. It is written completely or not at all, so one row decides."""
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
    """Whether an account may be negative: the named sources of money, and the house's. The database checks it too."""
    return account in (CAGE, COUPONS, GRANTS) or is_house(account)


def _renew(connection: Connection) -> None:
    """Make a connection usable after a failed transaction, even one that failed on beginning."""
    if not connection.invalidated and not connection.closed:
        with suppress(SQLAlchemyError):
            connection.rollback()
    if connection.in_transaction() or connection.invalidated or connection.closed:
        connection.invalidate()
        connection.rollback()


def _settle(done: asyncio.Future[None], problem: BaseException | None) -> None:
    if done.done():
        return
    if problem is None:
        done.set_result(None)
    else:
        done.set_exception(problem)


def _lost(problem: BaseException) -> CommitFailed:
    if isinstance(problem, CommitFailed):
        return problem
    if isinstance(problem, IntegrityError) and _NO_DEBT.search(str(problem.orig)):
        return AccountOverdrawn("an account would be negative")
    if isinstance(problem, DBAPIError) and is_definite(problem):
        return CommitFailed(database_reason(problem))
    return CommitFailed(f"the database did not accept it: {type(problem).__name__}")


def _url(url: str) -> Any:
    try:
        made = make_url(url)
    except SQLAlchemyError:
        raise ValueError(
            f"{url!r} is not a database URL, such as sqlite:///floor.db or postgresql://user@host/floor"
        ) from None
    if made.drivername in ("postgresql", "postgres"):
        made = made.set(drivername="postgresql+psycopg")
    if made.get_backend_name() not in ("sqlite", "postgresql"):
        raise ValueError(f"the database must be SQLite or PostgreSQL, not {made.get_backend_name()}")
    return made


def _engine(url: Any) -> Engine:
    """An engine whose errors never contain the values of a statement, which may be cards."""
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
        # FULL: a commit is on disk when it returns, not only after the next checkpoint.
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # A writer takes the lock immediately; upgrading a read lock later could fail where waiting would not.
        connection.exec_driver_sql("BEGIN" if connection.get_execution_options().get("reads") else "BEGIN IMMEDIATE")

    return engine


def _lock_file(database: str | None) -> Any:
    """The lock that gives one process a SQLite floor; the system releases it when the process dies."""
    if not database or database == ":memory:":
        return None
    path = Path(database).resolve()  # a file has one lock, whatever path leads to it
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
            f"{path} is in use by {holder}; stop it, or use another --folder (several processes need PostgreSQL)"
        ) from None
    file.seek(0)
    file.truncate()
    file.write(f"process {os.getpid()}")
    file.flush()
    return file
