"""Tournaments: filed, entered, played stage by stage and paid out, or stopped by the regulator (8.6).

1. A tournament is defined by its file (`chapter/tournament.py`). One that 8.6 does not permit is refused.
2. Fees are money, in an account of the tournament. Its chips are not money: they come from the tournament's own rack,
   are in an account of each entrant, go with the entrant to the tables of a stage, and come back when these close. No
   journal moves both, which the audit checks.
3. There is no state in memory. `go_on` reads a tournament's state and takes the next step: it opens missing tables,
   seats entrants, closes tables whose hands are dealt, and ends the stage when all are closed. So each step is done
   once, whichever process does it and whenever one dies.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field
from sqlalchemy import Connection, func, insert, select, update

from pitboss.chapter.check import Unlawful
from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.chapter.table_file import BadTable, TableFile, read_table
from pitboss.chapter.tournament import (
    Standing,
    Tournament,
    prize_money,
    revenue,
    standings,
    tournament_day,
    why_unplayable,
)
from pitboss.floor import schema
from pitboss.floor.batch import HOUSE, Journal, bankroll_of, fees_of, house_of, purse_of, tips_of
from pitboss.floor.cluster.relay import OwnerUnavailable
from pitboss.floor.commands import CloseTable, SeatEntrant, TableSettings, WrongRole
from pitboss.floor.house import house_layout
from pitboss.floor.ledger import bot_journal
from pitboss.floor.live import LiveTable
from pitboss.floor.people import THE_HOUSE, Person, Role
from pitboss.floor.store import CommitFailed
from pitboss.floor.threads import in_thread
from pitboss.library.checks import check
from pitboss.table import Refused, game_on
from pitboss.table.game import Answer

if TYPE_CHECKING:
    from pitboss.floor.floor import Floor

log = logging.getLogger("pitboss.floor")
HOLDERS = (Role.FLOORPERSON, Role.ADMIN)
BETTING, DECIDING = 30.0, 30.0
MOST_ENTRANTS = 1_000
MOST_SEATS = 8
LAST_HAND = "your table is dealing or has dealt its last hand, so you cannot enter again"


class NoSuchTournament(LookupError):
    """There is no tournament with this number."""


class EntrantView(BaseModel):
    """An entrant in the standings."""

    place: int
    name: str
    chips: int = Field(description="Tournament chips, in cents without cash value")
    prize: int = Field(0, description="The prize of the place in cents")
    bot: bool = False
    out: int | None = Field(None, description="The stage after which the entrant was out")
    table: int | None = None
    you: bool = False


class StageView(BaseModel):
    """A stage of a tournament."""

    game: str
    hands: int
    advance: int = Field(description="The number of entrants who advance; 0 for all")
    tables: list[int] = []


class TournamentView(BaseModel):
    """A tournament as everyone may see it."""

    id: int
    name: str
    kind: str
    status: str = Field(description="filed, playing, over or stopped")
    stage: int = Field(description="The current stage, from 1; 0 before the first")
    stages: list[StageView]
    starts: datetime
    filed_by: str
    fee: int
    chips: int
    rebuys: int
    entries: int = Field(description="The number of fees paid, including re-buys")
    fees: int = Field(description="The total in cents")
    prizes: list[int] = Field(description="The prizes in cents by place, from the fees so far")
    tips: int = Field(description="Cents withheld from the prizes for the dealers")
    revenue: int = Field(0, description="Fees in cents beyond the prizes, when it is over; never negative")
    why: str = Field("", description="Why it was stopped")
    standings: list[EntrantView] = []
    you: str = Field("", description="Your status: entered, out, or none")
    may_rebuy: bool = False


@dataclass(frozen=True, slots=True)
class _Entrant:
    person: int
    name: str
    kind: str
    entries: int
    bot: str
    out: int | None
    chips: int
    prize: int
    place: int | None
    stack: int
    """Chips away from the tables."""
    at: tuple[int, int] | None
    """Table and position."""
    held: int
    """All chips, including those at a table."""


@dataclass(frozen=True, slots=True)
class _Record:
    """A tournament with its entrants and tables, from the database."""

    row: Any
    file: TableFile
    entrants: tuple[_Entrant, ...]
    tables: tuple[Any, ...]

    @property
    def terms(self) -> Tournament:
        assert self.file.tournament is not None
        return self.file.tournament

    @property
    def fees(self) -> int:
        return self.terms.fee * sum(one.entries for one in self.entrants)

    def of_stage(self, stage: int) -> list[Any]:
        return [table for table in self.tables if table.stage == stage]

    def layout(self, game: str) -> Layout:
        return _layout(self.file, game)


class Tournaments:
    """The tournaments of a floor."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.store = floor.store
        self._going = asyncio.Lock()

    # ---- requests

    async def file(self, by: Person, text: str, key: str | None = None) -> int:
        """File a tournament from the text of its file; `Unlawful` lists what 8.6 does not permit."""
        _must_be(by, "only a floorperson can file a tournament", HOLDERS)
        file = await in_thread(None, read_table, text if "\n" in text else f"{text}\n")
        terms = file.tournament
        if terms is None:
            raise BadTable("table: the file has no [tournament] section")
        checked = await in_thread(None, check, file)
        if not checked.lawful:
            raise Unlawful(checked.findings)
        if wrong := why_unplayable(terms):
            raise _no(wrong)
        assert terms.starts_at is not None
        assert terms.filed_at is not None
        if terms.filed_at.timestamp() > time.time():
            raise _no(f"the notice is dated {terms.filed_at:%Y-%m-%d %H:%M}, which is in the future")
        for stage in terms.stages:
            await in_thread(None, self._check_layout, file, stage.game)

        def filed(connection: Connection) -> dict[str, Any]:
            made = connection.execute(
                insert(schema.tournament).values(
                    name=terms.name or "Tournament",
                    file=text,
                    status="filed",
                    stage=0,
                    filed_by=by.name,
                    starts=terms.starts_at.timestamp() if terms.starts_at else 0.0,
                    why="",
                    at=time.time(),
                )
            )
            return {"tournament": int(made.inserted_primary_key[0])}  # type: ignore[index]

        answer = await self.store.once(by.id, key, f"tournament {text}", filed)
        return int(answer["tournament"])

    def _check_layout(self, file: TableFile, game: str) -> None:
        """`Refused` or `Unlawful` if this floor cannot hold a stage on such a table."""
        try:
            self.floor.policy.house_tables.check_layout(layout := _layout(file, game))
            game_on(layout).opening()
        except (Refused, Unlawful):
            raise
        except ValueError as problem:
            raise _no(f"{game} cannot be dealt with this layout: {problem}"[:300]) from None

    async def enter(self, id: int, person: Person, key: str | None = None) -> dict[str, Any]:
        """Enter a person, or enter them again after they lost all chips: they pay the fee and get tournament chips."""
        _must_be(person, "tournaments are for players", (Role.PLAYER,))
        self.floor.protection.check_playing(person)
        tables = {table: await self.floor.table(table) for table in await self._tables_of(id, person)}

        def entered(connection: Connection) -> dict[str, Any]:
            held = self._read(connection, id, lock=True)
            mine = next((one for one in held.entrants if one.person == person.id), None)
            if wrong := _may_not_enter(held, mine):
                raise _no(wrong)
            if mine is not None and mine.at is not None and mine.at[0] in tables and not tables[mine.at[0]].joinable:
                raise _no(LAST_HAND)
            free = self.store.free(connection, bankroll_of(person.id))
            if free < held.terms.fee:
                raise _no(f"the fee is {dollars(held.terms.fee)}; your bankroll is {dollars(free)}")
            self._enter(connection, held, person.id, again=mine is not None)
            return {"tournament": id, "entries": 1 if mine is None else mine.entries + 1}

        answer = await self.store.once(person.id, key, f"enter {id}", entered)
        await self.go_on()
        return answer

    async def _tables_of(self, id: int, person: Person) -> list[int]:
        """The tournament tables at which a person sits."""
        table, seat = schema.gaming_table, schema.seat
        here = select(table.c.id).join(seat, seat.c.table == table.c.id)
        mine = here.where(table.c.tournament == id, seat.c.person == person.id)
        return await self.store.read(lambda connection: list(connection.execute(mine).scalars()))

    async def add_bot(self, id: int, by: Person, strategy: str = "best") -> dict[str, Any]:
        """Enter a bot; the house pays its fee and keeps its prizes."""
        _must_be(by, "only a floorperson can enter bots", HOLDERS)

        def entered(connection: Connection) -> dict[str, Any]:
            held = self._read(connection, id, lock=True)
            if wrong := _may_not_enter(held, None):
                raise _no(wrong)
            there = {one.person for one in held.entrants}
            bot = next((one for one in self.floor.bots() if one.id not in there), None)
            if bot is None:
                raise _no("all bots have entered")
            if held.terms.fee:
                self.store.post(connection, [bot_journal(bot.id, held.terms.fee)], time.time())
            self._enter(connection, held, bot.id, again=False, bot=strategy)
            return {"tournament": id, "name": bot.name}

        return await self.store.change(entered)

    def _enter(self, connection: Connection, held: _Record, person: int, again: bool, bot: str = "") -> None:
        id, fee, chips = held.row.id, held.terms.fee, held.terms.chips
        entrant = schema.entrant
        if again:
            mine = (entrant.c.tournament == id) & (entrant.c.person == person)
            connection.execute(update(entrant).where(mine).values(entries=entrant.c.entries + 1, out=None))
        else:
            row = {"tournament": id, "person": person, "entries": 1, "bot": bot, "chips": 0, "prize": 0}
            connection.execute(insert(entrant).values(**row))
        paid = Journal("fee of a tournament", {bankroll_of(person): -fee, fees_of(id): fee})
        given = Journal("tournament chips", {house_of(id): -chips, purse_of(person, id): chips})
        self.store.post(connection, [paid, given] if fee else [given], time.time())

    async def start(self, id: int, by: Person) -> None:
        """Start the first stage, but not before the announced time."""
        _must_be(by, "only a floorperson can start a tournament", HOLDERS)

        def started(connection: Connection) -> None:
            held = self._read(connection, id, lock=True)
            if held.row.status != "filed":
                raise _no(f"{held.row.name} is {_status_words(held.row.status)}")
            if time.time() < held.row.starts:
                at = datetime.fromtimestamp(held.row.starts)
                raise Refused(
                    Answer(False, f"according to its notice it starts at {at:%Y-%m-%d %H:%M}", "8.6(b)"), "8.6(b)"
                )
            if len(held.entrants) < 2:
                raise _no(f"a tournament needs at least two entrants; it has {len(held.entrants)}")
            _set(connection, id, status="playing", stage=1)

        await self.store.change(started)
        await self.go_on()

    async def stop(self, id: int, by: Person, why: str) -> None:
        """Stop a tournament for the regulator: rounds in progress are finished, and fees are returned (8.6(c))."""
        _must_be(by, "only the regulator can stop a tournament", (Role.REGULATOR,))
        if not why.strip():
            raise _no("give a reason: what differs from its controls, or what is harmed")

        def stopped(connection: Connection) -> None:
            held = self._read(connection, id, lock=True)
            if held.row.status in ("over", "stopped"):
                raise _no(f"{held.row.name} is {_status_words(held.row.status)}")
            _set(connection, id, status="stopping", why=f"{by.name}: {' '.join(why.split())[:400]}")

        await self.store.change(stopped)
        await self.go_on()

    # ---- progress

    async def go_on(self) -> None:
        """Take the next step in every tournament in progress."""
        async with self._going:
            live = select(schema.tournament.c.id).where(schema.tournament.c.status.in_(("playing", "stopping")))
            for id in await self.store.read(lambda connection: list(connection.execute(live).scalars())):
                try:
                    await self._step(id)
                except (
                    Refused,
                    OwnerUnavailable,
                    CommitFailed,
                ) as problem:  # another process was faster, or the next call does it
                    log.info("tournament %s: %s", id, problem)

    async def _step(self, id: int) -> None:
        held = await self.store.read(lambda connection: self._read(connection, id))
        if held.row.status == "stopping":
            await self._close(held, every=True)
            held = await self.store.read(lambda connection: self._read(connection, id))
            if all(table.closed is not None for table in held.tables):
                await self.store.change(lambda connection: self._called_off(connection, id))
            return
        stage = held.row.stage
        if any(one.stack for one in held.entrants if one.out is None) or not held.of_stage(stage):
            await self._set_up(held)
        await self._close(await self.store.read(lambda connection: self._read(connection, id)))
        held = await self.store.read(lambda connection: self._read(connection, id))
        if all(table.closed is not None for table in held.of_stage(stage)):
            await self.store.change(lambda connection: self._end_stage(connection, id, stage))

    async def _set_up(self, held: _Record) -> None:
        """Open the tables of the current stage, and seat all its entrants with their chips.

        The seats follow from the list of entrants; people are spread over the tables before bots are.
        """
        number, stage = held.row.stage, held.terms.stages[held.row.stage - 1]
        layout = await in_thread(None, held.layout, stage.game)
        seats = min(MOST_SEATS, game_on(layout).seats)
        playing = sorted((one for one in held.entrants if one.out is None), key=lambda one: (bool(one.bot), one.person))
        drawn = [playing[place :: -(-len(playing) // seats)] for place in range(-(-len(playing) // seats))]
        if len(held.of_stage(number)) < len(drawn):
            for place, there in enumerate(drawn):
                settings = TableSettings(
                    clock="always",
                    betting_seconds=BETTING,
                    decision_seconds=DECIDING,
                    seats=seats,
                    hands=stage.hands,
                    drawn=len(there),
                )
                name = _table_name(held, number, place)
                once = f"tournament:{held.row.id}:{number}:{place}"
                with suppress(Refused):  # it was already opened
                    await self.floor.open_table(layout, name, settings, once=once, tournament=(held.row.id, number))
            held = await self.store.read(lambda connection: self._read(connection, held.row.id))
        by_name = {table.name: table for table in held.of_stage(number)}
        for place, there in enumerate(drawn):
            table = by_name[_table_name(held, number, place)]
            for position, one in enumerate(there, 1):
                if one.stack and table.closed is None:
                    seat = SeatEntrant(
                        person=one.person, name=one.name, position=position, amount=one.stack, bot=one.bot
                    )
                    with suppress(Refused):  # a round is in progress or was the last: `_end_stage` returns the fee
                        await self.floor.command(table.id, THE_HOUSE, seat)

    async def _close(self, held: _Record, every: bool = False) -> None:
        """Close the tables whose hands are dealt, or with `every` all tables, and take their chips back."""
        for table in held.tables:
            if table.closed is None:
                shown = await self.floor.table(table.id)
                over = isinstance(shown, LiveTable) and shown.procedure.over
                if over or every:  # a round in progress is finished first, and no other is started
                    with suppress(Refused):
                        await self.floor.command(table.id, THE_HOUSE, CloseTable())

    def _end_stage(self, connection: Connection, id: int, stage: int) -> None:
        """End a stage: eliminate the entrants with the fewest chips, or after the last stage pay the prizes. This is
        done once, because the row is locked and names the stage.
        """
        held = self._read(connection, id, lock=True)
        if held.row.status != "playing" or held.row.stage != stage:
            return
        if self._void_reentries(connection, held):
            held = self._read(connection, id, lock=True)
        terms = held.terms
        playing = {one.person: one.held for one in held.entrants if one.out is None}
        ranked = standings(playing)
        last = stage == len(terms.stages)
        advance = terms.stages[stage - 1].advance or len(ranked)
        # Entrants tied with the last one who advances also advance; entrants without chips do not.
        least = ranked[min(advance, len(ranked)) - 1].chips if ranked else 0
        entrant = schema.entrant
        for one in ranked:
            if one.chips < max(least, 1):
                mine = (entrant.c.tournament == id) & (entrant.c.person == one.who)
                connection.execute(update(entrant).where(mine).values(out=stage, chips=one.chips))
        if last or sum(one.chips >= max(least, 1) for one in ranked) < 2:
            self._pay(connection, id)
        else:
            _set(connection, id, stage=stage + 1)

    def _void_reentries(self, connection: Connection, held: _Record) -> bool:
        """Refund every re-entry whose chips did not reach a table before its last hand; returns whether there was one.

        Someone who enters again during the last hand would otherwise be ranked by chips that were never at risk.
        """
        id, terms, voided = held.row.id, held.terms, False
        journal, posting, entrant = schema.journal, schema.posting, schema.entrant
        for one in held.entrants:
            if one.entries < 2 or held.row.stage != 1:
                continue
            purse = purse_of(one.person, id)
            at_tables = (posting.c.account == purse) & (posting.c.amount < 0) & journal.c.table.is_not(None)
            joined = posting.join(journal, journal.c.id == posting.c.journal)
            taken = -int(
                connection.execute(select(func.sum(posting.c.amount)).select_from(joined).where(at_tables)).scalar()
                or 0
            )
            if taken > (one.entries - 1) * terms.chips:
                continue
            mine = (entrant.c.tournament == id) & (entrant.c.person == one.person)
            connection.execute(update(entrant).where(mine).values(entries=entrant.c.entries - 1))
            back = [Journal("tournament chips come back", {purse: -terms.chips, house_of(id): terms.chips})]
            if terms.fee:
                fee = {fees_of(id): -terms.fee, bankroll_of(one.person): terms.fee}
                back.append(Journal("fee returned: no hand was left", fee))
            self.store.post(connection, back, time.time())
            voided = True
        return voided

    def _pay(self, connection: Connection, id: int) -> None:
        """Finish a tournament: places, prizes and tips; chips return to the rack, remaining fees to the house."""
        held = self._read(connection, id)
        prizes, tips = prize_money(held.terms, held.fees, len(held.entrants))
        placed = final_standings(held.entrants, prizes)
        amounts = {fees_of(id): -held.fees} if held.fees else {}
        entrant = schema.entrant
        journals: list[Journal] = []
        for one in placed:
            mine = (entrant.c.tournament == id) & (entrant.c.person == one.who)
            connection.execute(update(entrant).where(mine).values(place=one.place, prize=one.prize, chips=one.chips))
            if one.prize:
                amounts[bankroll_of(one.who)] = one.prize
        paid = sum(one.prize for one in placed)
        if tips:
            amounts[tips_of(id)] = tips
        if rest := held.fees - paid - tips:
            amounts[HOUSE] = rest
        journals += [Journal("prizes of a tournament", amounts)] if amounts else []
        journals += self._collected(held)
        bots = {one.person for one in held.entrants if one.bot}
        journals += [bot_journal(one.who, -one.prize) for one in placed if one.prize and one.who in bots]
        self.store.post(connection, journals, time.time())
        _set(connection, id, status="over")

    def _called_off(self, connection: Connection, id: int) -> None:
        """Finish a stopped tournament: fees return to those who paid them, chips to the rack."""
        held = self._read(connection, id, lock=True)
        if held.row.status != "stopping":
            return
        journals = self._collected(held)
        for one in held.entrants:
            if back := held.terms.fee * one.entries:
                journals.append(Journal("fee returned", {fees_of(id): -back, bankroll_of(one.person): back}))
                if one.bot:
                    journals.append(bot_journal(one.person, -back))
        entrant = schema.entrant
        for placed in final_standings(held.entrants, ()):
            mine = (entrant.c.tournament == id) & (entrant.c.person == placed.who)
            connection.execute(update(entrant).where(mine).values(place=placed.place, chips=placed.chips))
        if journals:
            self.store.post(connection, journals, time.time())
        _set(connection, id, status="stopped")

    def _collected(self, held: _Record) -> list[Journal]:
        """Journals that return all tournament chips to the rack; no money moves."""
        id = held.row.id
        return [
            Journal("tournament chips come back", {purse_of(one.person, id): -one.stack, house_of(id): one.stack})
            for one in held.entrants
            if one.stack
        ]

    # ---- views

    async def view(self, id: int, person: Person | None = None) -> TournamentView:
        """The current state of a tournament."""
        held = await self.store.read(lambda connection: self._read(connection, id))
        return _seen(held, person)

    async def all(self, person: Person | None = None) -> list[TournamentView]:
        """All tournaments, newest first."""
        ids = select(schema.tournament.c.id).order_by(schema.tournament.c.id.desc()).limit(100)

        def asked(connection: Connection) -> list[_Record]:
            return [self._read(connection, id) for id in connection.execute(ids).scalars()]

        return [_seen(held, person) for held in await self.store.read(asked)]

    def _read(self, connection: Connection, id: int, lock: bool = False) -> _Record:
        tournament, table = schema.tournament, schema.gaming_table
        wanted = select(tournament).where(tournament.c.id == id)
        row = connection.execute(wanted.with_for_update() if lock else wanted).first()
        if row is None:
            raise NoSuchTournament(f"there is no tournament {id}")
        entry = schema.entry
        ends = (entry.c.table == table.c.id) & (entry.c.kind == "end")
        dealt = select(func.count()).select_from(entry).where(ends).scalar_subquery().label("dealt")
        columns = (table.c.id, table.c.stage, table.c.closed, table.c.name, table.c.settings, dealt)
        tables = connection.execute(select(*columns).where(table.c.tournament == id).order_by(table.c.id)).all()
        return _Record(
            row, _file(row.file, date.today()), _entrants(connection, row, [one.id for one in tables]), tuple(tables)
        )


@lru_cache(maxsize=128)
def _file(text: str, today: date) -> TableFile:
    """Parse a tournament's file; cached, because it never changes. A file without a date is read as of `today`."""
    return read_table(text)


def _entrants(connection: Connection, row: Any, tables: Sequence[int]) -> tuple[_Entrant, ...]:
    entrant, person, account, seat = schema.entrant, schema.person, schema.account, schema.seat
    rows = connection.execute(
        select(entrant, person.c.name, person.c.kind)
        .join(person, person.c.id == entrant.c.person)
        .where(entrant.c.tournament == row.id)
        .order_by(entrant.c.person)
    ).all()
    purses = select(account.c.id, account.c.balance).where(account.c.id.like(f"tournament:{row.id}:chips:%"))
    stacks = {name: int(balance) for name, balance in connection.execute(purses)}
    sits = {
        one.person: (one.table, one.position)
        for one in connection.execute(
            select(seat.c.table, seat.c.position, seat.c.person).where(seat.c.table.in_(tables))
        )
    }
    there = [f"table:{table}:{what}:{at}" for table, at in sits.values() for what in ("rack", "wagers")]
    lies = dict(connection.execute(select(account.c.id, account.c.balance).where(account.c.id.in_(there))).all())
    made = []
    for one in rows:
        stack, at = stacks.get(purse_of(one.person, row.id), 0), sits.get(one.person)
        held = (
            stack + sum(int(lies.get(f"table:{at[0]}:{what}:{at[1]}", 0)) for what in ("rack", "wagers"))
            if at
            else stack
        )
        made.append(
            _Entrant(
                one.person,
                one.name,
                one.kind,
                one.entries,
                one.bot,
                one.out,
                one.chips,
                one.prize,
                one.place,
                stack,
                at,
                held,
            )
        )
    return tuple(made)


def final_standings(entrants: Sequence[_Entrant], prizes: Sequence[int]) -> tuple[Standing, ...]:
    """The final standings: by the stage reached, and within a stage by chips."""
    order: list[Standing] = []
    stages = sorted({one.out or 10**6 for one in entrants}, reverse=True)
    for stage in stages:
        alike = {one.person: one.chips if one.out else one.held for one in entrants if (one.out or 10**6) == stage}
        before = len(order)
        stood = standings(alike, prizes[before : before + len(alike)])
        order += [Standing(one.who, one.chips, one.place + before, one.prize) for one in stood]
    return tuple(order)


def _seen(held: _Record, person: Person | None) -> TournamentView:
    terms, row = held.terms, held.row
    prizes, tips = prize_money(terms, held.fees, max(len(held.entrants), len(terms.prizes) * (row.status == "filed")))
    by = {one.person: one for one in held.entrants}
    ended = row.status in ("over", "stopped")
    me = by.get(person.id) if person is not None else None
    listed = []
    if ended:
        placed = [Standing(one.person, one.chips, one.place or 0, one.prize) for one in held.entrants]
        placed.sort(key=lambda one: (one.place, one.who))
    else:
        placed = list(final_standings(held.entrants, prizes))
    for one in placed:
        who = by[one.who]
        listed.append(
            EntrantView(
                place=one.place,
                name=who.name,
                chips=one.chips,
                prize=one.prize,
                bot=bool(who.bot),
                out=who.out,
                table=who.at[0] if who.at else None,
                you=me is who,
            )
        )
    return TournamentView(
        id=row.id,
        name=row.name,
        kind=terms.kind,
        status="playing" if row.status == "stopping" else row.status,
        stage=row.stage,
        stages=[
            StageView(
                game=stage.game,
                hands=stage.hands,
                advance=stage.advance,
                tables=[table.id for table in held.of_stage(number)],
            )
            for number, stage in enumerate(terms.stages, 1)
        ],
        starts=datetime.fromtimestamp(row.starts),
        filed_by=row.filed_by,
        fee=terms.fee,
        chips=terms.chips,
        rebuys=terms.rebuys,
        entries=sum(one.entries for one in held.entrants),
        fees=held.fees,
        prizes=list(prizes),
        tips=tips,
        revenue=revenue([(held.fees, sum(one.prize for one in placed) + tips)])[0] if row.status == "over" else 0,
        why=row.why,
        standings=listed,
        you="" if me is None else "out" if me.out is not None else "entered",
        may_rebuy=me is not None and not _may_not_enter(held, me),
    )


def _may_not_enter(held: _Record, mine: _Entrant | None) -> str:
    """Why a person may not enter, or enter again; "" if they may."""
    status, terms = held.row.status, held.terms
    if mine is None:
        if status != "filed":
            return f"{held.row.name} is {_status_words(status)}: no one can enter any more"
        return "it is full" if len(held.entrants) >= MOST_ENTRANTS else ""
    if mine.held:
        return f"you have {dollars(mine.held)} in tournament chips; you can enter again after losing them all"
    if status != "playing" or held.row.stage != 1 or mine.out is not None:
        return "entering again is only possible during the first stage"
    if not _deals(held, mine):
        return LAST_HAND
    if mine.entries > terms.rebuys:
        return f"it has {terms.rebuys} re-buys, and you have had {mine.entries - 1}"
    return ""


def _deals(held: _Record, mine: _Entrant) -> bool:
    """Whether the entrant's table has a hand left to deal."""
    if mine.at is None:
        return False
    table = next(table for table in held.tables if table.id == mine.at[0])
    hands = TableSettings.model_validate_json(table.settings).hands
    return table.closed is None and (hands is None or table.dealt < hands)


def _status_words(status: str) -> str:
    return {"filed": "not begun", "playing": "being played", "stopping": "being stopped"}.get(status, status)


def _table_name(held: _Record, stage: int, place: int) -> str:
    """The name of a table in a stage, unique even if the tournament's name is long."""
    return f"{held.row.name[:50].rstrip()}: stage {stage}, table {place + 1}"


def _layout(file: TableFile, game: str) -> Layout:
    """The layout in the file on the day the tournament starts; a stage at another game uses the house's layout."""
    day = file.on if file.tournament is None else tournament_day(file.on, file.tournament)
    return replace(file, on=day).layout() if game == file.game else house_layout(game, day)


def _set(connection: Connection, id: int, **values: Any) -> None:
    connection.execute(update(schema.tournament).where(schema.tournament.c.id == id).values(**values))


def _no(reason: str) -> Refused:
    return Refused(Answer(False, reason))


def _must_be(person: Person, what: str, roles: tuple[Role, ...]) -> None:
    if person.role not in roles:
        raise WrongRole(f"{what}; this token is a {person.role.value}'s")
