"""Sessions and second factors: the view people have of their own tokens, and how staff prove who they are."""

from __future__ import annotations

import hmac
import json
import time

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Connection, Row, insert, select, update

from pitboss.floor import schema
from pitboss.floor.commands import WrongRole
from pitboss.floor.entrance import Entrance
from pitboss.floor.people import (
    BadPerson,
    Holder,
    Person,
    Role,
    digest_of,
    holder_of_token,
    id_of_name,
    likeness,
    revoke_tokens_where,
)
from pitboss.floor.refusals import refusal
from pitboss.floor.second_factor import (
    digest_of_code,
    matching_step,
    new_recovery_codes,
    new_secret,
    without_code,
)

SESSION_ID = 16
"""The number of digits of a token's digest that identify a session; the token cannot be derived from them."""


AT_THE_DOOR = "at the door"
"""The label of sessions."""


class WrongCode(Exception):
    """The second-factor code is missing or wrong."""


class Session(BaseModel):
    """One of a person's tokens, as they see it."""

    model_config = ConfigDict(frozen=True)

    id: str
    label: str = Field(description="How it was created: guest, registered, logged in, at the door, or the house's")
    role: Role
    client: str = Field(description="The browser or program, and its network address")
    at: float = Field(description="When it was created, in seconds since 1970")
    expires: float
    here: bool = Field(description="Whether it is the token of this request")


class Security(Entrance):
    """The part of the entrance that concerns sessions and second factors."""

    # ---- sessions

    async def sessions(self, person: Person, token: str = "") -> list[Session]:
        """A person's valid tokens, newest first; `token` is the one making the request."""
        given, here = schema.token, digest_of(token)
        mine = select(given).where(given.c.person == person.id, given.c.expires > time.time())
        rows = await self.store.read(lambda connection: connection.execute(mine.order_by(given.c.at.desc())).all())
        return [
            Session(
                id=row.digest[:SESSION_ID],
                label=row.label,
                role=Role(row.role),
                client=row.client,
                at=row.at,
                expires=row.expires,
                here=row.digest == here,
            )
            for row in rows
        ]

    async def revoke_session(self, person: Person, id: str) -> int:
        """Revoke one of a person's own tokens; returns whether there was one, as 1 or 0."""
        given = schema.token
        which = (given.c.person == person.id) & given.c.digest.startswith(id, autoescape=True)
        count = await self.store.change(lambda connection: revoke_tokens_where(connection, which))
        self._forget(lambda token, held: held.person.id == person.id and digest_of(token).startswith(id))
        return count

    async def revoke_other_sessions(self, person: Person, token: str) -> int:
        """Revoke all of a person's tokens except the one making the request; returns their number."""
        given = schema.token
        which = (given.c.person == person.id) & (given.c.digest != digest_of(token)) & (given.c.expires > time.time())
        count = await self.store.change(lambda connection: revoke_tokens_where(connection, which))
        self._forget(lambda known, held: held.person.id == person.id and known != token)
        return count

    # ---- second factors

    async def holder(self, token: str) -> Holder | None:
        """The holder of a token, whether or not a second factor is still to be given; None if it is not valid."""
        return await self.store.read(lambda connection: holder_of_token(connection, token))

    async def has_second_factor(self, person: Person) -> bool:
        """Whether a person has set up a second factor."""
        return await self.store.read(lambda connection: bool((row := _factor(connection, person.id)) and row.confirmed))

    async def begin_second_factor(self, person: Person) -> str:
        """Create a secret for a staff member's authenticator app; it counts once it is confirmed."""
        if person.kind != "staff" or not person.id:
            raise WrongRole("a second factor is for staff; this token is a player's")
        secret, sealer = new_secret(), self.store.sealer
        assert sealer is not None

        def begun(connection: Connection) -> None:
            factor = schema.second_factor
            row = _factor(connection, person.id)
            if row is not None and row.confirmed:
                raise refusal("you have a second factor already; an administrator can remove it")
            connection.execute(factor.delete().where(factor.c.person == person.id))
            sealed = sealer.seal_second_factor(secret, person.id)
            values = {"person": person.id, "secret": sealed, "confirmed": False, "step": 0, "codes": "[]"}
            connection.execute(insert(factor).values(**values, at=time.time()))

        await self.store.change(begun)
        return secret

    async def confirm_second_factor(self, person: Person, code: str, token: str) -> list[str]:
        """Activate a second factor with its first code; returns recovery codes, which are shown only once.

        From now on every token of this person needs a code, except the confirming session, which has just given one.
        """
        codes = new_recovery_codes()

        def confirmed(connection: Connection) -> None:
            factor, given = schema.second_factor, schema.token
            row = _factor(connection, person.id)
            if row is None or row.confirmed:
                raise refusal("there is no second factor to confirm; begin to set one up")
            step = self._step(row, code)
            if step is None:
                raise WrongCode("the code is wrong; enter the one that the app shows now")
            digests = json.dumps([digest_of_code(one) for one in codes])
            values = {"confirmed": True, "step": step, "codes": digests, "at": time.time()}
            connection.execute(update(factor).where(factor.c.person == person.id).values(**values))
            mine, here = given.c.person == person.id, given.c.digest == digest_of(token)
            here &= given.c.label == AT_THE_DOOR  # a stored token would never need a code
            connection.execute(update(given).where(mine).values(second=False))
            connection.execute(update(given).where(mine & here).values(second=True))

        await self.store.change(confirmed)
        self._forget(lambda _, held: held.person.id == person.id)
        return codes

    async def remove_second_factor(self, by: Person, name: str) -> None:
        """Remove a staff member's lost second factor, and revoke their sessions; `by` is an admin."""
        if by.role is not Role.ADMIN:
            raise WrongRole(f"this is for admin; your token is a {by.role.value}'s")

        def removed(connection: Connection) -> int:
            factor, given = schema.second_factor, schema.token
            id = id_of_name(connection, name)
            if not connection.execute(factor.delete().where(factor.c.person == id)).rowcount:
                raise BadPerson(f"{name!r} has no second factor")
            revoke_tokens_where(connection, (given.c.person == id) & given.c.second)
            return id

        id = await self.store.change(removed)
        self._forget(lambda _, held: held.person.id == id)

    async def sign_in_staff(self, token: str, code: str, lifetime: float, client: str = "") -> tuple[Person, str]:
        """A session for the holder of a staff token and, if there is one, the second factor; otherwise `WrongCode`."""
        holder = await self.holder(token) if 20 <= len(token) <= 100 else None
        if holder is None or holder.person.role is Role.PLAYER:
            raise BadPerson("that is not a valid staff token")
        if not holder.complete:
            person = holder.person.id
            if not await self.store.change(lambda connection: self._use_code(connection, person, code)):
                raise WrongCode(
                    "enter the code of your authenticator app, or a recovery code"
                    if not code
                    else "the code is wrong or was used already"
                )
        return holder.person, await self.session(holder.person, lifetime, client, second=True)

    def _use_code(self, connection: Connection, person: int, code: str) -> bool:
        """Use a code from a person's app, or a recovery code; each is valid once."""
        factor = schema.second_factor
        row = _factor(connection, person)
        if row is None or not code:
            return False
        values: dict[str, object]
        if (step := self._step(row, code)) is not None:
            values = {"step": step}
        elif (left := without_code(json.loads(row.codes), code)) is not None:
            values = {"codes": json.dumps(left)}
        else:
            return False
        connection.execute(update(factor).where(factor.c.person == person).values(**values))
        return True

    def _step(self, row: Row[tuple[object, ...]], code: str) -> int | None:
        assert self.store.sealer is not None
        secret = self.store.sealer.open_second_factor(row.secret, row.person)
        return matching_step(secret, code, time.time(), row.step)

    # ---- known devices

    def device_mark(self, name: str) -> str:
        """A mark for a device from which someone has logged in under a name; only the floor can make it."""
        assert self.store.sealer is not None
        return self.store.sealer.token_for(json.dumps(["device", likeness(name)]))

    def is_known_device(self, name: str, mark: str) -> bool:
        """Whether a device has the mark for a name."""
        return hmac.compare_digest(self.device_mark(name).encode(), mark.encode())


def _factor(connection: Connection, person: int) -> Row[tuple[object, ...]] | None:
    """A person's second factor, locked until the transaction ends, so that no code is used twice."""
    factor = schema.second_factor
    return connection.execute(select(factor).where(factor.c.person == person).with_for_update()).first()


__all__ = ["Security", "Session", "WrongCode"]
