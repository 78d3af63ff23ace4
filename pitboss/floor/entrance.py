"""The entrance: guests, members and staff, their tokens, and their bankrolls."""

from __future__ import annotations

import asyncio
import json
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import date
from typing import Any, ParamSpec, TypeVar

from sqlalchemy import Connection, func, select, update
from sqlalchemy.exc import IntegrityError

from pitboss.floor import schema
from pitboss.floor.batch import bankroll_of, batch_of_coupons
from pitboss.floor.commands import WrongRole
from pitboss.floor.fair_queue import FairQueue
from pitboss.floor.flags import Flags
from pitboss.floor.ledger import batch_journal, buy_in_journal, coupon_journal, welcome_journal
from pitboss.floor.people import (
    BadPerson,
    Person,
    Role,
    create_guest,
    create_person,
    create_token,
    digest_of,
    hash_password,
    holder_of_token,
    is_revoked,
    needs_rehash,
    normalized_name,
    password_hash_of,
    revoke_all_tokens,
    revoke_token,
    valid_tokens,
    verify_password,
)
from pitboss.floor.policy import Policy
from pitboss.floor.protection import Protection
from pitboss.floor.store import KeyReused, Store
from pitboss.floor.threads import in_thread
from pitboss.table import Refused, dollars
from pitboss.table.game import Answer

GRANT = 10_000_00
"""The play money of a new guest or member, in cents."""
KNOWN_TOKENS = 10_000
TOKEN_SECONDS = 30.0
"""Seconds for which a token is cached before the database is asked again, unless it is revoked."""
HASHERS = max(2, (os.cpu_count() or 1) // 2)
"""The number of passwords hashed at a time. Argon2 releases the interpreter lock, so threads use several cores."""
POLITE = 10
"""By how much hashing yields to the tables, as a `nice` value."""
P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _CachedToken:
    """A cached token: its person, when the cache entry expires, and when the token expires."""

    person: Person
    believed: float
    expires: float

    @property
    def good(self) -> bool:
        return time.monotonic() < self.believed and time.time() < self.expires


def _step_back() -> None:
    """Lower this thread's priority, where the system supports thread priorities."""
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), POLITE)


class Entrance:
    """The floor's entrance and its cage."""

    def __init__(self, store: Store, policy: Policy) -> None:
        self.store = store
        self.policy = policy
        self._tokens: OrderedDict[str, _CachedToken] = OrderedDict()
        self._taken_back = 0
        self._to_free: set[str] = set()
        self._holders: dict[int, set[asyncio.Event]] = {}
        """Events for viewers waiting for new coupons, by person."""
        self._held: dict[str, int] = {}
        """Each person's coupons when last checked."""
        self.protection = Protection(store)
        self.flags = Flags(store)
        self._hashers = ThreadPoolExecutor(HASHERS, "pitboss-hash", _step_back)
        self._hashing = FairQueue(slots=HASHERS)

    async def guest(self, key: str | None = None, client: str = "") -> tuple[Person, str]:
        """Create a guest with play money and a token. The same `key`, which is the guest's secret, returns the same
        guest.
        """

        def entered(connection: Connection, token: str | None) -> tuple[Person, str]:
            id, name = create_guest(connection)
            self.store.post(connection, [welcome_journal(id, GRANT)], time.time())
            person = Person(id, name, "guest", Role.PLAYER)
            return person, create_token(connection, id, Role.PLAYER, "guest", token=token, client=client)

        return await self._enter_once(key, "guest", entered)

    async def register(
        self, name: str, password: str, key: str | None = None, address: str = "", client: str = ""
    ) -> tuple[Person, str]:
        """Register a member with a name and a password; `key` is as for a guest."""
        async with self._hashing.turn(address):
            kept = await self._hash(hash_password, password)

        def entered(connection: Connection, token: str | None) -> tuple[Person, str]:
            id = create_person(connection, name, "member", kept)
            person = Person(id, normalized_name(name), "member", Role.PLAYER)
            self.store.post(connection, [welcome_journal(id, GRANT)], time.time())
            return person, create_token(connection, id, Role.PLAYER, "registered", token=token, client=client)

        return await self._enter_once(key, json.dumps(["member", name, password]), entered)

    async def _enter_once(
        self, key: str | None, what: str, comes_in: Callable[[Connection, str | None], tuple[Person, str]]
    ) -> tuple[Person, str]:
        """Create a person, once for each key.

        The token is derived from the key, so it can be returned again without being stored.
        """
        if key is None:
            return await self.store.change(lambda connection: comes_in(connection, None))
        assert self.store.sealer is not None
        token = self.store.sealer.token_for(json.dumps([key, what]))

        def entered(connection: Connection) -> tuple[Person, str]:
            known = holder_of_token(connection, token)
            if known is None and is_revoked(connection, token):
                raise KeyReused("the token of this key has been revoked; use a new key")
            return (known.person, token) if known is not None else comes_in(connection, token)

        try:
            return await self.store.change(entered)
        except (IntegrityError, BadPerson):
            return await self.store.change(entered)  # the same request arrived twice at once, and the other was faster

    async def log_in(
        self, name: str, password: str, address: str = "", known: bool = False, client: str = ""
    ) -> str | None:
        """A token if the password is right, otherwise None; `Busy` if too many attempts from the address wait.

        `known` says whether someone has logged in under this name from this address before.
        """
        found = await self.store.read(lambda connection: password_hash_of(connection, name))
        id, stored = found or (0, None)
        async with self._hashing.turn(address, known):
            if not await self._hash(verify_password, stored, password) or stored is None:
                return None
            fresh = await self._hash(hash_password, password) if needs_rehash(stored) else None

        def given(connection: Connection) -> str:
            if fresh is not None:
                connection.execute(update(schema.person).where(schema.person.c.id == id).values(password=fresh))
            return create_token(connection, id, Role.PLAYER, "logged in", client=client)

        return await self.store.change(given)

    @property
    def log_ins_waiting(self) -> int:
        """The number of passwords waiting to be hashed."""
        return self._hashing.length

    async def _hash(self, work: Callable[P, T], *given: P.args, **more: P.kwargs) -> T:
        """Run slow hashing in one of its own threads, so that neither tables nor readers wait for it."""
        return await asyncio.shield(asyncio.ensure_future(in_thread(self._hashers, work, *given, **more)))

    async def person(self, token: str) -> Person | None:
        """The person to whom a token belongs; None if it is not valid."""
        if not 20 <= len(token) <= 100:
            return None
        if (known := self._tokens.get(token)) is not None and known.good:
            return known.person
        self._tokens.pop(token, None)
        before = self._taken_back
        found = await self.store.read(lambda connection: holder_of_token(connection, token))
        if found is None or not found.complete:
            return None
        person, expires = found.person, found.expires
        if self._taken_back == before:  # otherwise it may have been revoked after it was read
            self._tokens[token] = _CachedToken(person, time.monotonic() + TOKEN_SECONDS, expires)
            # Drop the oldest entries: the expired ones, and those beyond the maximum.
            while (oldest := next(iter(self._tokens.values()), None)) is not None and (
                len(self._tokens) > KNOWN_TOKENS or not oldest.good
            ):
                self._tokens.popitem(last=False)
        return person

    async def log_out(self, token: str) -> None:
        """Revoke a token: here immediately, in other processes at their next check."""
        await self.store.change(lambda connection: revoke_token(connection, token))
        self._forget(lambda known, _: known == token)

    async def revoke_tokens(self, name: str) -> int:
        """Revoke all tokens of a person; returns their number."""
        person, count = await self.store.change(lambda connection: revoke_all_tokens(connection, name))
        self._forget(lambda _, known: known.person.id == person)
        return count

    async def refresh_tokens(self) -> None:
        """Drop cached tokens that another process has revoked, and notify holders of new coupons."""
        if self._holders:
            await self._look_for_coupons()
        known = {digest_of(token): token for token, held in self._tokens.items() if held.good}
        if known:
            good = await self.store.read(lambda connection: valid_tokens(connection, list(known)))
            gone = {token for digest, token in known.items() if digest not in good}
            if gone:
                self._forget(lambda token, _: token in gone)

    def _forget(self, which: Callable[[str, _CachedToken], bool]) -> None:
        self._taken_back += 1
        for token in [token for token, known in self._tokens.items() if which(token, known)]:
            del self._tokens[token]

    async def staff_token(self, role: Role, name: str, lifetime: float = 24 * 3600.0, label: str = "") -> str:
        """Create a token for a staff member; creates the person if the name is new."""

        def given(connection: Connection) -> str:
            person = schema.person
            row = connection.execute(
                select(person.c.id, person.c.kind).where(person.c.name == normalized_name(name))
            ).first()
            if row is not None and row.kind != "staff":
                raise BadPerson(f"{name!r} is a player's name; choose another one for the staff member")
            id = int(row.id) if row is not None else create_person(connection, name, "staff")
            return create_token(connection, id, role, label or role.value, lifetime)

        return await self.store.change(given)

    async def session(self, person: Person, lifetime: float, client: str = "", second: bool = True) -> str:
        """Create another token in the same role for a person identified by a token and its second factor."""

        def given(connection: Connection) -> str:
            return create_token(connection, person.id, person.role, "at the door", lifetime, None, client, second)

        return await self.store.change(given)

    async def bankroll(self, person: Person) -> int:
        """A person's money away from the tables, in cents."""
        account = schema.account

        def asked(connection: Connection) -> int:
            mine = select(account.c.balance).where(account.c.id == bankroll_of(person.id))
            return int(connection.execute(mine).scalar() or 0)

        return await self.store.read(asked)

    async def coupons(self, person: Person) -> dict[int, int]:
        """A person's match play coupons: their number by value in cents."""
        account = schema.account
        mine = account.c.id.like(f"coupon:{person.id}:%")
        asked = select(account.c.id, account.c.balance).where(mine, account.c.balance > 0).order_by(account.c.id)
        rows = await self.store.read(lambda connection: connection.execute(asked).all())
        values = {int(name.rpartition(":")[2]): int(balance) for name, balance in rows}
        return {value: balance // value for value, balance in sorted(values.items())}

    @contextmanager
    def coupon_events(self, person: Person) -> Iterator[asyncio.Event]:
        """Yield an event that is set whenever any process issues a coupon to this person."""
        given = asyncio.Event()
        self._holders.setdefault(person.id, set()).add(given)
        try:
            yield given
        finally:
            self._holders[person.id].discard(given)
            if not self._holders[person.id]:
                del self._holders[person.id]

    async def _look_for_coupons(self) -> None:
        account = schema.account
        asked = select(account.c.id, account.c.balance).where(account.c.id.like("coupon:%"), account.c.balance > 0)
        held = {name: int(balance) for name, balance in await self.store.read(lambda one: one.execute(asked).all())}
        for name in [name for name, balance in held.items() if balance > self._held.get(name, 0)]:
            self._tell_of_coupon(int(name.split(":")[1]))
        self._held = held

    def _tell_of_coupon(self, person: int) -> None:
        for given in self._holders.get(person, ()):
            given.set()

    async def issue_coupon(
        self, by: Person, name: str, value: int, key: str | None = None, batch: int | None = None
    ) -> dict[str, Any]:
        """Issue a match play coupon to a player, once for each key, from a batch, which by default is the day's."""
        if by.role not in (Role.FLOORPERSON, Role.ADMIN):
            raise WrongRole(f"only a floorperson can issue coupons; this token is a {by.role.value}'s")
        whose: list[int] = []
        of = "" if batch is None else f" of batch {batch}"

        def given(connection: Connection) -> dict[str, Any]:
            person = schema.person
            players = person.c.kind.in_(("guest", "member"))
            id = connection.execute(select(person.c.id).where(person.c.name == normalized_name(name), players)).scalar()
            if id is None:
                raise BadPerson(f"there is no player called {normalized_name(name)!r}")
            day = date.today().isoformat()
            self._take_from_batch(connection, day if batch is None else batch, value)
            self.store.post(connection, [coupon_journal(int(id), value, day if batch is None else batch)], time.time())
            whose[:] = [int(id)]
            return {"name": normalized_name(name), "value": value}

        answer = await self.store.once(by.id, key, f"coupon {normalized_name(name)} {value}{of}", given)
        for person in whose:
            self._tell_of_coupon(person)
        return answer

    def _take_from_batch(self, connection: Connection, batch: int | str, value: int) -> None:
        """`Refused` if a batch of coupons does not have this value left; prepares the day's batch."""
        account = batch_of_coupons(batch)
        total = 100 * self.policy.coupons.a_day
        self.store.serialize(connection, account)
        there = connection.execute(select(schema.account.c.id).where(schema.account.c.id == account)).first()
        if there is None and isinstance(batch, str) and total:
            self.store.post(connection, [batch_journal(batch, total)], time.time())
        elif there is None:
            raise Refused(Answer(False, f"there is no batch {batch} of coupons"))
        if (left := self.store.free(connection, account)) < value:
            whose = f"the coupons of today, {dollars(total)} in all," if isinstance(batch, str) else f"batch {batch}"
            raise Refused(Answer(False, f"{whose} have {dollars(left)} left; prepare another batch"))

    async def reserve(self, account: str, amount: int, refusal: Callable[[int], str]) -> str:
        """Reserve money in an account for a request and return the reservation's id.

        If there is not enough, `refusal` is called with the free amount for the text of a `Refused`.
        """
        id, free = await self.store.change(lambda connection: self.store.reserve(connection, account, amount))
        if not id:
            raise Refused(Answer(False, refusal(free)))
        return id

    async def release_reservations(self, ids: Sequence[str]) -> None:
        """Release a failed request's reservations; those that cannot be released now are released later."""
        self._to_free.update(ids)
        with suppress(Exception):
            await self.store.change(lambda connection: self.store.release(connection, ids))
            self._to_free.difference_update(ids)

    async def release_pending(self) -> None:
        """Release the reservations that could not be released before."""
        if self._to_free:
            await self.release_reservations(list(self._to_free))

    def _wealth(self, connection: Connection, person: int) -> int:
        """All money of a person in cents: the bankroll, and chips and wagers at tables."""
        account, seat, table = schema.account, schema.seat, schema.gaming_table
        mine = select(seat.c.table, seat.c.position).join(table, table.c.id == seat.c.table)
        rows = connection.execute(mine.where(seat.c.person == person, table.c.tournament.is_(None))).all()
        names = [bankroll_of(person)]
        names += [f"table:{row.table}:{part}:{row.position}" for row in rows for part in ("rack", "wagers")]
        held = select(func.sum(account.c.balance)).where(account.c.id.in_(names))
        return int(connection.execute(held).scalar() or 0)

    def _wealthy(self, connection: Connection, people: Iterable[int]) -> set[int]:
        """The people who have at least as much as the cage gives out."""
        return {person for person in people if self._wealth(connection, person) >= 100 * self.policy.cage}

    async def wealth(self, person: int) -> int:
        """All money of a person in cents, at the tables and away from them, without tournament chips."""
        return await self.store.read(lambda connection: self._wealth(connection, person))

    async def exchange_at_cage(self, person: Person, amount: int, key: str | None = None) -> int:
        """Take play money from the cage, or (if negative) return it, once for each key; returns the new bankroll."""
        if person.role is not Role.PLAYER:
            raise WrongRole(f"play money is for players; this token is a {person.role.value}'s")
        if amount > 0:
            self.protection.check_playing(person)

        def done(connection: Connection) -> dict[str, Any]:
            held = self.store.free(connection, bankroll_of(person.id))
            if not amount or amount < -held:
                raise Refused(Answer(False, f"cash out between 1 cent and your bankroll, {held} cents"))
            if amount > 0 and self._wealth(connection, person.id) + amount > (most := 100 * self.policy.cage):
                what = f"the cage gives at most {dollars(most)} in total, including chips at tables"
                raise Refused(Answer(False, what))
            self.store.post(connection, [buy_in_journal(person.id, amount)], time.time())
            return {"bankroll": held + amount}

        answer = await self.store.once(person.id, key, f"cage {amount}", done)
        return int(answer["bankroll"])
