"""Helpers for the floor tests: a house with a floor, people who play at random, and audits."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import Connection, func, or_, select

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Value
from pitboss.equipment import CARDS, Card
from pitboss.floor import schema
from pitboss.floor.batch import HOUSE
from pitboss.floor.commands import (
    Act,
    AddBot,
    BuyIn,
    CallIrregularity,
    Close,
    Command,
    Decide,
    Draw,
    Leave,
    Ready,
    Settings,
    Sit,
)
from pitboss.floor.floor import Floor
from pitboss.floor.guards import remove_guards
from pitboss.floor.ledger import audit, balances_of, table_balances
from pitboss.floor.live import LiveTable
from pitboss.floor.people import Person, Role
from pitboss.floor.sight import TableInfo, VisibleTable
from pitboss.table import Refused, replay
from pitboss.table.steps import AskSettlement
from tests.shared.waiting import loop_turn, until

STAKE = 500_00
"""The chips with which people sit down."""
NOTHING_PAST = 2**53
"""A step number beyond all others, to skip the announcements."""
PATIENCE = 120.0
"""Seconds after which a table that makes no progress fails the test."""


@dataclass(frozen=True)
class House:
    """A database and a folder. Without a URL it is SQLite in the folder."""

    url: str | None
    folder: Path

    async def open(self, address: str = "") -> Floor:
        return await Floor.open(self.url, self.folder, address)

    @asynccontextmanager
    async def floor(self) -> AsyncIterator[Floor]:
        floor = await self.open()
        try:
            yield floor
        finally:
            await floor.close()


async def crash(floor: Floor) -> None:
    """Simulate the process's death within the test: it writes nothing more to the database."""
    for task in floor.housekeeping.tasks:
        task.cancel()
    for followed in list(floor._followed.values()):
        followed.stop()
    for table in list(floor._tables.values()):
        table._drop()
        if table._task is not None:
            table._task.cancel()
            with suppress(asyncio.CancelledError):
                await table._task
    floor._school.close()
    await asyncio.to_thread(floor.store.close)
    floor._closed = True


UNGUARDED: list[bool] = []
"""Not empty if a test removed the rules from a database that other tests share."""


def unguarded(connection: Connection) -> None:
    """Remove the ledger rules from the database, as somebody who may change its schema can."""
    remove_guards(connection)
    UNGUARDED.append(connection.dialect.name != "sqlite")


async def staff(floor: Floor, role: Role) -> Person:
    """A staff member in a role."""
    person = await floor.person(await floor.staff_token(role, role.value.title()))
    assert person is not None
    return person


async def all_shuffles(floor: Floor, table: int) -> list[dict[str, Any]]:
    """A table's shuffles as surveillance sees them, newest first."""
    watcher = Person(0, "surveillance", "staff", Role.SURVEILLANCE)
    return [one.model_dump() for one in await floor.shuffles(table, watcher, most=10**6)]


async def live(floor: Floor, table: int) -> LiveTable:
    """A table that this process owns."""
    found = await floor.table(table)
    assert isinstance(found, LiveTable)
    return found


async def quiet(table: LiveTable) -> None:
    """Wait until a table has no queued work."""
    for _ in range(3):
        await loop_turn()
        while table._task is not None:
            await asyncio.wait([table._task])


async def opened(floor: Floor, game: str, options: Mapping[str, Value] | None = None, **settings: Any) -> TableInfo:
    """Open a table of a game under today's rules."""
    return await floor.open_table(Layout.of(game, None, options or {}), settings=Settings(**settings))


# ---- players


class Crowd:
    """People at one table who act at random, usually within the rules.

    With a `dealer` and a `floorperson`, the table is dealt by a person, and irregularities are called occasionally.
    """

    def __init__(
        self,
        floor: Floor,
        table: TableInfo,
        people: Sequence[Person],
        seed: int | str,
        dealer: Person | None = None,
        floorperson: Person | None = None,
        bots: Iterable[str] = (),
    ) -> None:
        self.floor = floor
        self.table = table
        self.people = list(people)
        self.dealer = dealer
        self.floorperson = floorperson
        self.bots = list(bots)
        self.random = Random(f"crowd {seed} {table.game}")
        self.refusals: list[str] = []

    async def play(self, rounds: int) -> None:
        """Play about this many rounds; one command may finish several."""
        begun = (await self._seen(self.people[0])).round
        lately = entry = 0.0
        while (now := await self._seen(self.people[0])).round < begun + rounds:
            if now.entry != entry:
                lately, entry = time.monotonic(), now.entry
            assert time.monotonic() < lately + PATIENCE, f"{self.table.game}: nothing happens any more at {now.ask}"
            await self.move(now)

    async def move(self, now: VisibleTable | None = None) -> None:
        """Let someone do whatever the table is waiting for."""
        now = now or await self._seen(self.people[0])
        assert now.ask is not None
        if self.floorperson is not None and self.random.random() < 0.05 and await self._goes_wrong():
            return
        if now.ask["kind"] == "decision":
            await self._decide(now)
        elif now.ask["kind"] == "wagers":
            await self._wager()
        elif self.dealer is not None:
            await self.command(self.dealer, Draw(all=self.random.random() < 0.5))
        else:
            await loop_turn()

    async def command(self, person: Person, command: Command) -> bool:
        """Give a command; returns False if it is refused."""
        try:
            await self.floor.command(self.table.id, person, command)
        except Refused as refusal:
            self.refusals.append(str(refusal))
            return False
        return True

    async def _seen(self, person: Person, offers: bool = False) -> VisibleTable:
        return await self.floor.view(self.table.id, person, since=NOTHING_PAST, offers=offers, states=False)

    async def _goes_wrong(self) -> bool:
        """Call a random irregularity with random subjects, from those the table offers."""
        assert self.floorperson is not None
        calls = (await self._seen(self.floorperson)).calls
        if not calls:
            return False
        call = self.random.choice(calls)
        most = len(call.subjects) if call.several else 1
        about = self.random.sample(list(call.subjects), self.random.randint(1, most)) if call.subjects else []
        return await self.command(self.floorperson, CallIrregularity(irregularity=call.irregularity, about=about))

    async def _decide(self, now: VisibleTable) -> None:
        assert now.ask is not None
        who = next((seat.name for seat in now.seats if seat.position == now.ask["position"] and not seat.bot), None)
        person = next((one for one in self.people if one.name == who), None)
        if person is None:

            async def others_have_acted() -> bool:
                return (await self._seen(self.people[0])).entry > now.entry

            await until(others_have_acted)
            return
        if now.ask.get("wagers") and self.random.random() < 0.5:
            offers = (await self._seen(person, offers=True)).offers or []
            if offers and await self._make(person, self.random.choice(offers)):
                return
        await self.command(person, Decide(choice=self.random.choice(now.ask["choices"])))

    async def _wager(self) -> None:
        for person in self.people:
            await self._person_wagers(person)
        ready = [await self.command(person, Ready()) for person in self.people]
        if self.dealer is not None and (any(ready) or self.random.random() < 0.1):
            await self.command(self.dealer, Close())

    async def _person_wagers(self, person: Person) -> None:
        seen = await self._seen(person, offers=True)
        if not seen.you:
            await self._sit(person)
            seen = await self._seen(person, offers=True)
        if not seen.you:
            return
        if seen.rack < 50_00:
            await self._funded(person, STAKE)
            await self.command(person, BuyIn(amount=STAKE))
            seen = await self._seen(person, offers=True)
        if self.random.random() < 0.02:
            await self.command(person, Leave())
            return
        for _ in range(self.random.randint(1, 3)):
            held = [wager for wager in seen.state.get("wagers", []) if wager["position"] == seen.you]
            if held and self.random.random() < 0.15:
                wager = self.random.choice(held)
                verb = self.random.choice(("remove", "on", "off", "reduce", "increase"))
                amount = 5_00 if verb in ("reduce", "increase") else 0
                act = Act(verb=verb, wager=wager["kind"], spot=wager.get("spot", ""), amount=amount)
                await self.command(person, act)
            elif seen.offers:
                await self._make(person, self.random.choice(self._likely(seen)))
            seen = await self._seen(person, offers=True)

    def _likely(self, seen: VisibleTable) -> list[Any]:
        """The offers, but half the time only the layout's first wager, so that the rounds keep going."""
        offers = seen.offers or []
        return offers[:1] if self.random.random() < 0.5 else offers

    async def _make(self, person: Person, offer: Any) -> bool:
        amount = offer.least * self.random.choice((1, 1, 2, 3))
        return await self.command(person, Act(verb="make", wager=offer.wager, amount=amount, spot=offer.spot))

    async def _sit(self, person: Person) -> None:
        await self._funded(person, STAKE)
        await self.command(person, Sit(amount=STAKE))
        if person == self.people[0]:
            for strategy in self.bots:  # they leave with this person
                await self.command(person, AddBot(strategy=strategy))

    async def _funded(self, person: Person, amount: int) -> None:
        if await self.floor.bankroll(person) < amount:
            await self.floor.exchange_at_cage(person, 10 * amount)


# ---- audits


async def books_are_right(floor: Floor, people: Iterable[Person] = ()) -> None:
    """Check that ledger, tapes and tables agree to the cent."""
    report = await floor.store.read(audit)
    assert report.faults == ()
    chips = fills = 0
    for info in await floor.tables(closed=True):
        table = await live(floor, info.id)
        await quiet(table)
        state = table.state
        assert state.chips == state.bought_in
        if info.tournament is None:
            chips += state.bought_in
            fills += table.books.fills
        held = {name: amount for name, amount in table_balances(info.id, state, table.books.fills).items() if amount}
        booked = await floor.store.read(lambda connection, id=info.id: balances_of(connection, id))
        assert booked == held, info.game
        again = replay(line + "\n" for line in await floor.tape(info.id))
        assert again.states[-1] == table.dealer.state
        assert again.entries == table.entries
        if again.unfinished:
            steps = tuple(table.dealer.steps)
            assert again.rounds[-1][: len(steps)] == steps
            # A halt before the settlement is not on the tape until it ends; a replay continues from there.
            if not isinstance(table.dealer.ask, AskSettlement):
                assert len(again.rounds[-1]) == len(steps)
                assert again.rounds[-1][-1].state == state
    bankrolls = await _bankrolls(floor)
    # Tournament fees: still held, withheld for the dealers, or kept by the house in excess of its own chips.
    fees = await _balances(floor, "tournament:%:fees", "tournament:%:tips", HOUSE) + fills
    assert chips + sum(bankrolls.values()) + fees == report.outside
    for person in people:
        assert bankrolls[person.id] == await floor.bankroll(person) >= 0


async def _bankrolls(floor: Floor) -> dict[int, int]:
    account = schema.account
    rows = select(account.c.id, account.c.balance).where(account.c.id.like("person:%"))
    found = await floor.store.read(lambda connection: connection.execute(rows).all())
    return {int(name.partition(":")[2]): int(balance) for name, balance in found}


async def _balances(floor: Floor, *like: str) -> int:
    account = schema.account
    named = or_(*(account.c.id.like(one) for one in like))
    asked = select(func.coalesce(func.sum(account.c.balance), 0)).where(named)
    return int(await floor.store.read(lambda connection: connection.execute(asked).scalar_one()))


async def everything(floor: Floor) -> dict[str, list[Any]]:
    """All rows of the database except processes, tokens and clocks; a refusal must leave them unchanged."""
    kept = (schema.entry, schema.account, schema.journal, schema.posting, schema.seat, schema.shuffle, schema.receipt)
    tables = schema.gaming_table
    rows = {table.name: select(table).order_by(*table.primary_key) for table in kept}
    rows["gaming_table"] = select(tables.c.id, tables.c.settings, tables.c.closed).order_by(tables.c.id)
    return await floor.store.read(
        lambda connection: {name: [tuple(row) for row in connection.execute(query)] for name, query in rows.items()}
    )


# ---- searching text for cards

CARD = re.compile(r"(?<![A-Za-z0-9♣♦♥♠])(10|[2-9TJQKA])([cdhs♣♦♥♠])(?![A-Za-z0-9♣♦♥♠])")
NAMED = {card.name: card for card in CARDS}
NAME = re.compile("|".join(NAMED))
TOKEN = re.compile(r"(?<![\w-])[\w-]{43}(?![\w-])")
"""Tokens: random letters, digits and dashes, two of which may read as a card ("…R5-3c")."""


def cards_in(text: str) -> set[Card]:
    """The cards that a text mentions, ignoring tokens."""
    said = TOKEN.sub("", text)
    return {Card(found.group()) for found in CARD.finditer(said)} | {NAMED[found] for found in NAME.findall(said)}
