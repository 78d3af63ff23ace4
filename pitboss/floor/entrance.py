"""Who comes in: guests, members, staff; the tokens by which they are known, and their money away from the tables."""

from __future__ import annotations

import asyncio
import json
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

from sqlalchemy import Connection, func, select, update
from sqlalchemy.exc import IntegrityError

from pitboss.floor import schema
from pitboss.floor.batch import bankroll_of
from pitboss.floor.commands import WrongRole
from pitboss.floor.fair_queue import FairQueue
from pitboss.floor.ledger import bought_in, issued
from pitboss.floor.people import (
    BadPerson,
    Person,
    Role,
    bearer_of,
    digest_of,
    enter,
    enter_guest,
    give_token,
    hash_password,
    is_revoked,
    named,
    needs_rehash,
    password_hash_of,
    still_good,
    take_back,
    take_back_all,
    verify_password,
)
from pitboss.floor.policy import Policy
from pitboss.floor.store import KeyUsed, Store
from pitboss.floor.threads import in_thread
from pitboss.table import Refused, dollars
from pitboss.table.game import Answer

GRANT = 10_000_00
"""The play money that a newcomer is given."""
KNOWN_TOKENS = 10_000
TOKEN_SECONDS = 30.0
"""For so long a token is believed without asking the database again, if nobody says that it was taken back."""
P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Known:
    """Who bears a token; until when that is believed, and when the token expires."""

    person: Person
    believed: float
    expires: float

    @property
    def good(self) -> bool:
        return time.monotonic() < self.believed and time.time() < self.expires


class Entrance:
    """The floor's entrance and its cage."""

    def __init__(self, store: Store, policy: Policy) -> None:
        self.store = store
        self.policy = policy
        self._tokens: OrderedDict[str, _Known] = OrderedDict()
        self._taken_back = 0
        self._to_free: set[str] = set()
        self._holders: dict[int, set[asyncio.Event]] = {}
        "Who looks on and wants to know of coupons, by person."
        self._held: dict[str, int] = {}
        "Coupons of theirs, as they were last looked at."
        self._hashers = ThreadPoolExecutor(1, "pitboss-hash")
        self._hashing = FairQueue()

    async def guest(self, key: str | None = None) -> tuple[Person, str]:
        """A newcomer, with play money and a token. The same `key`, which is his secret, asks for the same guest."""

        def entered(connection: Connection, token: str | None) -> tuple[Person, str]:
            id, name = enter_guest(connection)
            self.store.post(connection, [bought_in(id, GRANT)], time.time())
            person = Person(id, name, "guest", Role.PLAYER)
            return person, give_token(connection, id, Role.PLAYER, "guest", token=token)

        return await self._enter_once(key, "guest", entered)

    async def register(self, name: str, password: str, key: str | None = None, address: str = "") -> tuple[Person, str]:
        """A newcomer who wants to be known again: with a name and a password; `key` as a guest's."""
        async with self._hashing.turn(address):
            kept = await self._hash(hash_password, password)

        def entered(connection: Connection, token: str | None) -> tuple[Person, str]:
            id = enter(connection, name, "member", kept)
            person = Person(id, named(name), "member", Role.PLAYER)
            self.store.post(connection, [bought_in(id, GRANT)], time.time())
            return person, give_token(connection, id, Role.PLAYER, "registered", token=token)

        return await self._enter_once(key, json.dumps(["member", name, password]), entered)

    async def _enter_once(
        self, key: str | None, what: str, comes_in: Callable[[Connection, str | None], tuple[Person, str]]
    ) -> tuple[Person, str]:
        """Somebody comes in; under the same key once, as long as he is known here.

        His token is made of the key, so that it can be told again and is kept nowhere.
        """
        if key is None:
            return await self.store.change(lambda connection: comes_in(connection, None))
        assert self.store.sealer is not None
        token = self.store.sealer.token_for(json.dumps([key, what]))

        def entered(connection: Connection) -> tuple[Person, str]:
            known = bearer_of(connection, token)
            if known is None and is_revoked(connection, token):
                raise KeyUsed("somebody came in with this key and has logged out; use a new key")
            return (known[0], token) if known is not None else comes_in(connection, token)

        try:
            return await self.store.change(entered)
        except (IntegrityError, BadPerson):
            return await self.store.change(entered)  # he asked twice at once, and the other was quicker

    async def log_in(self, name: str, password: str, address: str = "", known: bool = False) -> str | None:
        """A token for somebody who knows the password, otherwise None; `Busy` if too many from the address wait.

        `known`: somebody has logged in under this name from this address before.
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
            return give_token(connection, id, Role.PLAYER, "logged in")

        return await self.store.change(given)

    async def _hash(self, work: Callable[P, T], *given: P.args, **more: P.kwargs) -> T:
        """Slow hashing, in a thread of its own: neither tables nor readers wait for it."""
        return await asyncio.shield(asyncio.ensure_future(in_thread(self._hashers, work, *given, **more)))

    async def person(self, token: str) -> Person | None:
        """Who bears a token; None if it is no good, or no longer."""
        if not 20 <= len(token) <= 100:
            return None
        if (known := self._tokens.get(token)) is not None and known.good:
            return known.person
        self._tokens.pop(token, None)
        before = self._taken_back
        found = await self.store.read(lambda connection: bearer_of(connection, token))
        if found is None:
            return None
        person, expires = found
        if self._taken_back == before:  # else it may have been this one, after it was read
            self._tokens[token] = _Known(person, time.monotonic() + TOKEN_SECONDS, expires)
            # The oldest come first: what is believed no more is not kept, nor are more than so many.
            while (oldest := next(iter(self._tokens.values()), None)) is not None and (
                len(self._tokens) > KNOWN_TOKENS or not oldest.good
            ):
                self._tokens.popitem(last=False)
        return person

    async def log_out(self, token: str) -> None:
        """The token is good no more: here at once, in other processes when they look again."""
        await self.store.change(lambda connection: take_back(connection, token))
        self._forget(lambda known, _: known == token)

    async def turn_away(self, name: str) -> int:
        """All tokens of a person are good no more; returns how many there were."""
        person, count = await self.store.change(lambda connection: take_back_all(connection, name))
        self._forget(lambda _, known: known.person.id == person)
        return count

    async def look_again(self) -> None:
        """Forget the tokens that another process has taken back, and tell of coupons that it has issued."""
        if self._holders:
            await self._look_for_coupons()
        known = {digest_of(token): token for token, held in self._tokens.items() if held.good}
        if known:
            good = await self.store.read(lambda connection: still_good(connection, list(known)))
            gone = {token for digest, token in known.items() if digest not in good}
            if gone:
                self._forget(lambda token, _: token in gone)

    def _forget(self, which: Callable[[str, _Known], bool]) -> None:
        self._taken_back += 1
        for token in [token for token, known in self._tokens.items() if which(token, known)]:
            del self._tokens[token]

    async def staff_token(self, role: Role, name: str, lifetime: float = 24 * 3600.0, label: str = "") -> str:
        """A token for a member of the staff; the person is entered if the name is new."""

        def given(connection: Connection) -> str:
            person = schema.person
            row = connection.execute(select(person.c.id, person.c.kind).where(person.c.name == named(name))).first()
            if row is not None and row.kind != "staff":
                raise BadPerson(f"{name!r} is a player's name; give the staff another one")
            id = int(row.id) if row is not None else enter(connection, name, "staff")
            return give_token(connection, id, role, label or role.value, lifetime)

        return await self.store.change(given)

    async def session(self, person: Person, lifetime: float) -> str:
        """Another token for somebody in the same role, for a while."""
        given = lambda connection: give_token(connection, person.id, person.role, "at the door", lifetime)  # noqa: E731
        return await self.store.change(given)

    async def bankroll(self, person: Person) -> int:
        """What somebody has away from the tables, in cents."""
        account = schema.account

        def asked(connection: Connection) -> int:
            mine = select(account.c.balance).where(account.c.id == bankroll_of(person.id))
            return int(connection.execute(mine).scalar() or 0)

        return await self.store.read(asked)

    async def coupons(self, person: Person) -> dict[int, int]:
        """The match play coupons that somebody holds: how many of each value, in cents."""
        account = schema.account
        mine = account.c.id.like(f"coupon:{person.id}:%")
        asked = select(account.c.id, account.c.balance).where(mine, account.c.balance > 0).order_by(account.c.id)
        rows = await self.store.read(lambda connection: connection.execute(asked).all())
        values = {int(name.rpartition(":")[2]): int(balance) for name, balance in rows}
        return {value: balance // value for value, balance in sorted(values.items())}

    @contextmanager
    def coupons_given(self, person: Person) -> Iterator[asyncio.Event]:
        """An event that is set whenever somebody was given a coupon, by whatever process."""
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

    async def issue_coupon(self, by: Person, name: str, value: int, key: str | None = None) -> dict[str, Any]:
        """A match play coupon of the house's for a player; once for each key."""
        if by.role not in (Role.FLOORPERSON, Role.ADMIN):
            raise WrongRole(f"coupons are a floorperson's to issue; this token is a {by.role.value}'s")
        whose: list[int] = []

        def given(connection: Connection) -> dict[str, Any]:
            person = schema.person
            players = person.c.kind.in_(("guest", "member"))
            id = connection.execute(select(person.c.id).where(person.c.name == named(name), players)).scalar()
            if id is None:
                raise BadPerson(f"there is no player called {named(name)!r}")
            self.store.post(connection, [issued(int(id), value)], time.time())
            whose[:] = [int(id)]
            return {"name": named(name), "value": value}

        answer = await self.store.once(by.id, key, f"coupon {named(name)} {value}", given)
        for person in whose:
            self._tell_of_coupon(person)
        return answer

    async def set_aside(self, account: str, amount: int, refusal: Callable[[int], str]) -> str:
        """Money of an account for one request, by a name; `Refused`, as `refusal` says of what is free."""
        id, free = await self.store.change(lambda connection: self.store.reserve(connection, account, amount))
        if not id:
            raise Refused(Answer(False, refusal(free)))
        return id

    async def give_free(self, ids: Sequence[str]) -> None:
        """What was set aside for a request that came to nothing; what cannot be now is when it can."""
        self._to_free.update(ids)
        with suppress(Exception):
            await self.store.change(lambda connection: self.store.release(connection, ids))
            self._to_free.difference_update(ids)

    async def free_the_rest(self) -> None:
        """What could not be given free when it should have been."""
        if self._to_free:
            await self.give_free(list(self._to_free))

    def _wealth(self, connection: Connection, person: int) -> int:
        """All that a person has, in cents: away from the tables, and in front of him or wagered at them."""
        account, seat, table = schema.account, schema.seat, schema.gaming_table
        mine = select(seat.c.table, seat.c.position).join(table, table.c.id == seat.c.table)
        rows = connection.execute(mine.where(seat.c.person == person, table.c.tournament.is_(None))).all()
        names = [bankroll_of(person)]
        names += [f"table:{row.table}:{part}:{row.position}" for row in rows for part in ("rack", "wagers")]
        held = select(func.sum(account.c.balance)).where(account.c.id.in_(names))
        return int(connection.execute(held).scalar() or 0)

    async def wealth(self, person: int) -> int:
        """All that a person has, in cents, at the tables or away from them; tournament chips are no money."""
        return await self.store.read(lambda connection: self._wealth(connection, person))

    async def at_the_cage(self, person: Person, amount: int, key: str | None = None) -> int:
        """Play money from the cage, or (negative) back to it, once for each key; returns the bankroll then."""
        if person.role is not Role.PLAYER:
            raise WrongRole(f"play money is for players; this token is a {person.role.value}'s")

        def done(connection: Connection) -> dict[str, Any]:
            held = self.store.free(connection, bankroll_of(person.id))
            if not amount or amount < -held:
                raise Refused(Answer(False, f"cash out between 1 cent and your bankroll, {held} cents"))
            if amount > 0 and self._wealth(connection, person.id) + amount > (most := 100 * self.policy.cage):
                what = f"the cage gives no more than {dollars(most)} in all, chips at tables included"
                raise Refused(Answer(False, what))
            self.store.post(connection, [bought_in(person.id, amount)], time.time())
            return {"bankroll": held + amount}

        answer = await self.store.once(person.id, key, f"cage {amount}", done)
        return int(answer["bankroll"])
