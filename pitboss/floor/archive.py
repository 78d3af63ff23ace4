"""The archive: database queries for the seats, tapes, receipts and past rounds of every process's tables."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import Connection, func, select

from pitboss.floor import schema
from pitboss.floor.chance import LiveSource
from pitboss.floor.people import Person
from pitboss.floor.policy import Policy
from pitboss.floor.records import NoSuchTable, info_of, number_step_at, read_round
from pitboss.floor.security import Security
from pitboss.floor.shuffles import SHUFFLES_AT_ONCE, ShuffleView, shuffle_views
from pitboss.floor.sight import MomentView, TableInfo, moment_view
from pitboss.floor.store import Store
from pitboss.floor.threads import Workers
from pitboss.library import work
from pitboss.library.hand_histories import to_phh
from pitboss.table import SURVEILLANCE, Dealer, Step
from pitboss.table.game import Game

T = TypeVar("T")
log = logging.getLogger("pitboss.floor")


class Archive(Security):
    """Read access to everything that the floor has recorded about its tables."""

    def __init__(self, store: Store, policy: Policy) -> None:
        super().__init__(store, policy)
        self._computers = Workers(2, "pitboss-computing")

    async def tables(self, closed: bool = False) -> list[TableInfo]:
        """List the open tables; with `closed`, also the closed ones."""
        table = schema.gaming_table

        def asked(connection: Connection) -> list[Any]:
            rows = select(table).order_by(table.c.id)
            return list(connection.execute(rows if closed else rows.where(table.c.closed.is_(None))))

        def listed(connection: Connection) -> list[TableInfo]:
            return [info for row in asked(connection) if (info := _listed(row)) is not None]

        return await self.store.read(listed)

    async def taken_seats(self) -> dict[int, int]:
        """The number of occupied positions at each table."""
        seat = schema.seat
        counted = select(seat.c.table, func.count()).group_by(seat.c.table)
        return await self.store.read(lambda connection: dict(connection.execute(counted).all()))

    async def seats_of(self, person: Person) -> dict[int, int]:
        """A person's seats: position by table."""
        seat = schema.seat
        mine = select(seat.c.table, seat.c.position).where(seat.c.person == person.id)
        return await self.store.read(lambda connection: dict(connection.execute(mine).all()))

    async def receipts(
        self, id: int, person: int, key: str | None = None, most: int | None = None
    ) -> dict[str, tuple[str, Any]]:
        """A person's receipts at a table by key (the latest, or one): the digest of the request, and its answer."""
        receipt = schema.receipt
        mine = select(receipt.c.key, receipt.c.digest, receipt.c.answer).where(
            receipt.c.table == id, receipt.c.person == person
        )
        mine = mine.order_by(receipt.c.at.desc()).limit(most)
        if key is not None:
            mine = mine.where(receipt.c.key == key)
        rows = await self.store.read(lambda connection: connection.execute(mine).all())
        return {row.key: (row.digest, json.loads(row.answer)) for row in reversed(rows)}

    async def tape(self, id: int) -> list[str]:
        """The whole tape of a table."""
        entry = schema.entry
        lines = select(entry.c.line).where(entry.c.table == id).order_by(entry.c.number)
        found = await self.store.read(lambda connection: list(connection.execute(lines).scalars()))
        if not found:
            raise NoSuchTable(f"there is no table {id}")
        return found

    async def shuffles(
        self, id: int, person: Person | None, before: int | None = None, most: int = SHUFFLES_AT_ONCE
    ) -> list[ShuffleView]:
        """A table's shuffles, newest first, with the cards that a person may verify.

        With `before`, only those before that tape entry. At most `most` are returned: fewer, but at least one, if they
        span many rounds.
        """
        sealer = self.store.sealer
        assert sealer is not None
        return await self.store.read(lambda connection: shuffle_views(connection, sealer, id, person, before, most))

    async def has_shuffles(self, id: int, before: int) -> bool:
        """Whether there are shuffles before an entry of a table's tape."""
        table = schema.shuffle
        earlier = select(table.c.entry).where(table.c.table == id, table.c.entry < before).limit(1)
        return await self.store.read(lambda connection: connection.execute(earlier).first() is not None)

    async def past_round(self, id: int, number: int, eyes: int = SURVEILLANCE) -> list[MomentView]:
        """Return a past round from the tape, step by step."""

        def seen() -> list[MomentView]:
            game, steps = self._past_steps(id, number)
            return [moment_view(game, number_step_at(number, place, step), eyes) for place, step in steps]

        return await self.computed(seen)

    async def hand_history(self, id: int, number: int, eyes: int = SURVEILLANCE) -> str:
        """A poker room hand as a hand history (PHH); `ValueError` if the format cannot express it."""

        def history() -> str:
            game, steps = self._past_steps(id, number)
            return to_phh(game, [step for _, step in steps], eyes)

        return await self.computed(history)

    @property
    def computations(self) -> int:
        """The number of computations running or waiting."""
        return self._computers.doing

    async def computed_in_process(self, client: str, function: Callable[..., T], *given: Any) -> T:
        """The result of a function in a worker process, within the house's budget; may raise `Overloaded`."""
        terms = self.policy.requests
        return await work.computed(client, terms.waiting, terms.seconds, function, *given)

    async def computed(self, work: Callable[[], T]) -> T:
        """Run a slow query in a thread, within the house's budget; may raise `Overloaded`."""
        terms = self.policy.requests
        return await self._computers.run(work, terms.waiting, terms.seconds)

    def _past_steps(self, id: int, number: int) -> tuple[Game[Any], list[tuple[int, Step]]]:
        """The steps of a past round, each with its place in it."""
        row, kept = self.store.read_now(lambda connection: read_round(connection, id, number))
        game = kept.game(row)
        steps: list[tuple[int, Step]] = []
        made: list[Dealer] = []

        def note(step: Any) -> None:
            # The dealer continues with the next round, whose steps are not wanted.
            if not made or made[0].state.rounds == number:
                dealer = made[0] if made else None
                place = len(dealer.steps) if dealer is not None else len(steps) + 1
                steps.append((place, step))

        dealer = Dealer.resume(game, LiveSource(), kept.state, (), note)
        made.append(dealer)
        for entry in kept.entries:
            dealer.apply_entry(entry)
        return game, steps


def _listed(row: Any) -> TableInfo | None:
    """A table in the lobby; None if its row cannot be read here, so that the other tables are still listed."""
    try:
        return info_of(row)
    except (LookupError, ValueError) as problem:
        log.warning("table %s cannot be listed: %s", row.id, problem)
        return None
