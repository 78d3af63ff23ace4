"""Money that staff give to players: grants of play money, and batches of match play coupons.

Each has an author and a reason. Above a threshold in the house policy, nothing happens until a second person approves;
no one may approve their own request, even in another role.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, Field
from sqlalchemy import Connection, insert, select, update

from pitboss.floor import schema
from pitboss.floor.batch import batch_of_coupons
from pitboss.floor.commands import WrongRole
from pitboss.floor.ledger import batch_journal, grant_journal
from pitboss.floor.people import BadPerson, Person, Role, normalized_name
from pitboss.table import Refused, dollars
from pitboss.table.game import Answer

if TYPE_CHECKING:
    from pitboss.floor.floor import Floor

AUTHORS = (Role.FLOORPERSON, Role.ADMIN)
SHOWN = 200


class NoSuchApproval(LookupError):
    """There is no approval with this number."""


class ApprovalView(BaseModel):
    """A grant or a batch of coupons: its author, its approver, and whether it has been carried out."""

    id: int
    kind: Literal["grant", "coupons"]
    to: str = Field("", description="The player of a grant")
    amount: int = Field(description="Cents; the total value of a batch of coupons")
    left: int | None = Field(None, description="The value in cents that a batch has left")
    why: str
    author: str
    second: str = ""
    needs_second: bool = Field(description="Whether it is above what one person may give")
    status: Literal["waiting", "done", "withdrawn"]


class Treasury:
    """A floor's grants and batches of coupons."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.store = floor.store

    async def grant(self, by: Person, name: str, amount: int, why: str, key: str | None = None) -> ApprovalView:
        """Give play money to a player, or ask a second person to approve it."""
        terms = self.floor.policy.grants
        _check(by, amount, 100 * terms.highest, "a grant")

        def written(connection: Connection) -> dict[str, Any]:
            person = schema.person
            players = person.c.kind.in_(("guest", "member"))
            mine = select(person.c.id).where(person.c.name == normalized_name(name), players)
            if (to := connection.execute(mine).scalar()) is None:
                raise BadPerson(f"there is no player called {normalized_name(name)!r}")
            return self._write(connection, "grant", by, int(to), amount, why, amount > 100 * terms.alone)

        what = f"grant {normalized_name(name)} {amount} {why}"
        return await self.view((await self.store.once(by.id, key, what, written))["approval"])

    async def prepare_coupons(self, by: Person, total: int, why: str, key: str | None = None) -> ApprovalView:
        """Prepare a batch of match play coupons with a total value, or ask a second person to approve it."""
        terms = self.floor.policy.coupons
        _check(by, total, 100 * terms.highest_batch, "a batch of coupons")

        def written(connection: Connection) -> dict[str, Any]:
            return self._write(connection, "coupons", by, None, total, why, total > 100 * terms.batch_alone)

        return await self.view((await self.store.once(by.id, key, f"batch {total} {why}", written))["approval"])

    async def approve(self, by: Person, id: int) -> ApprovalView:
        """Approve another person's grant or batch, which is then carried out at once."""
        _must_be_author(by)

        def approved(connection: Connection) -> None:
            row = self._waiting(connection, id)
            if row.author == by.id:
                raise Refused(Answer(False, "you wrote this yourself; another person must approve it"))
            self._carry_out(connection, row, by.id)

        await self.store.change(approved)
        return await self.view(id)

    async def withdraw(self, by: Person, id: int) -> ApprovalView:
        """Withdraw a grant or batch that is waiting for approval."""
        _must_be_author(by)

        def withdrawn(connection: Connection) -> None:
            self._waiting(connection, id)
            mine = schema.approval.c.id == id
            connection.execute(update(schema.approval).where(mine).values(withdrawn=time.time()))

        await self.store.change(withdrawn)
        return await self.view(id)

    async def all(self) -> list[ApprovalView]:
        """The latest grants and batches, newest first."""
        newest = schema.approval.c.id.desc()
        return await self.store.read(
            lambda connection: [
                _view(connection, row)
                for row in connection.execute(select(schema.approval).order_by(newest).limit(SHOWN)).all()
            ]
        )

    async def view(self, id: int) -> ApprovalView:
        """A grant or a batch."""
        return await self.store.read(lambda connection: _view(connection, _row(connection, id)))

    def _write(
        self, connection: Connection, kind: str, by: Person, to: int | None, amount: int, why: str, needs_second: bool
    ) -> dict[str, Any]:
        row = {"kind": kind, "person": to, "amount": amount, "why": why, "author": by.id, "at": time.time()}
        made = connection.execute(insert(schema.approval).values(**row, needs_second=needs_second))
        id = int(made.inserted_primary_key[0])  # type: ignore[index]
        if not needs_second:
            self._carry_out(connection, _row(connection, id), None)
        return {"approval": id}

    def _waiting(self, connection: Connection, id: int) -> Any:
        self.store.serialize(connection, "approvals")
        row = _row(connection, id)
        if row.done or row.withdrawn:
            raise Refused(Answer(False, f"number {id} is {'done' if row.done else 'withdrawn'} already"))
        return row

    def _carry_out(self, connection: Connection, row: Any, second: int | None) -> None:
        mine = schema.approval.c.id == row.id
        connection.execute(update(schema.approval).where(mine).values(second=second, done=time.time()))
        journal = (
            grant_journal(row.person, row.amount, row.id) if row.kind == "grant" else batch_journal(row.id, row.amount)
        )
        self.store.post(connection, [journal], time.time())


def _row(connection: Connection, id: int) -> Any:
    row = connection.execute(select(schema.approval).where(schema.approval.c.id == id)).first()
    if row is None:
        raise NoSuchApproval(f"there is no grant or batch {id}")
    return row


def _view(connection: Connection, row: Any) -> ApprovalView:
    person, account = schema.person, schema.account

    def name(id: int | None) -> str:
        return "" if id is None else str(connection.execute(select(person.c.name).where(person.c.id == id)).scalar())

    batch = select(account.c.balance).where(account.c.id == batch_of_coupons(row.id))
    return ApprovalView(
        id=row.id,
        kind=row.kind,
        to=name(row.person),
        amount=row.amount,
        left=int(connection.execute(batch).scalar() or 0) if row.kind == "coupons" and row.done else None,
        why=row.why,
        author=name(row.author),
        second=name(row.second),
        needs_second=row.needs_second,
        status="done" if row.done else "withdrawn" if row.withdrawn else "waiting",
    )


def _must_be_author(by: Person) -> None:
    if by.role not in AUTHORS:
        raise WrongRole(f"only a floorperson or an admin gives money; this token is a {by.role.value}'s")


def _check(by: Person, amount: int, most: int, what: str) -> None:
    _must_be_author(by)
    if not 0 < amount <= most:
        raise Refused(Answer(False, f"{what} is at most {dollars(most)}, not {dollars(amount)}"))
