"""Who comes in: guests, members, staff; the tokens by which they are known, and their money away from the tables."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection, select

from pitboss.floor import schema
from pitboss.floor.batch import Batch, bankroll_of
from pitboss.floor.commands import WrongRole
from pitboss.floor.ledger import bought_in
from pitboss.floor.people import (
    BadPerson,
    Person,
    Role,
    bearer_of,
    check_password,
    digest_of,
    enter,
    enter_guest,
    give_token,
    kept_password,
    named,
    still_good,
    take_back,
    take_back_all,
)
from pitboss.floor.store import Lost, Store
from pitboss.table import Refused
from pitboss.table.game import Answer

GRANT = 10_000_00
"""The play money that a newcomer is given."""
LARGEST_BUY_IN = 1_000_000_00
KNOWN_TOKENS = 10_000
TOKEN_SECONDS = 5.0
"""For so long a token is believed without asking the database again, if nobody says that it was taken back."""


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

    def __init__(self, store: Store) -> None:
        self.store = store
        self._tokens: OrderedDict[str, _Known] = OrderedDict()
        self._taken_back = 0

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
            person = Person(id, named(name), "member", Role.PLAYER)
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
            while len(self._tokens) > KNOWN_TOKENS:
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
        """Forget the tokens that another process has taken back."""
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
