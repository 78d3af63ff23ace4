"""Reading a table from the database: its tape, with each entry checked against its seal."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select

from pitboss.chapter.layout import Layout
from pitboss.floor import schema
from pitboss.floor.chance import LiveSource
from pitboss.floor.changes import PendingChange
from pitboss.floor.commands import TableSettings
from pitboss.floor.ledger import balances_of, inventory_account
from pitboss.floor.sight import STEPS_PER_ROUND, Moment, Seat, TableInfo, WatchableTable, number_step
from pitboss.table import Answer, Dealer, Refused, State, game_on
from pitboss.table.codec import from_plain
from pitboss.table.game import Game
from pitboss.table.steps import Step
from pitboss.table.tape import ROUND_ENDS, Entry, canonical, seal

USUAL_SEATS = 8
STATE_ENTRIES = ("open", "change", *ROUND_ENDS)
"""Entries that hold the state at a round's start."""


class NoSuchTable(LookupError):
    """There is no table with this number."""


class NoSuchRound(LookupError):
    """This round was not played at the table."""


@dataclass(slots=True)
class TableRecord:
    """The stored record of a table: the state after its last whole round, and the entries since."""

    state_data: Any
    entries: list[Entry]
    hash: str
    last: int
    seats: dict[int, Seat]
    shuffles: list[Any]
    seeds: list[Any]
    """Unopened seeds, newest last."""
    inventory: int
    """The balance of the table inventory's account."""
    ready: frozenset[int]
    until: float | None
    """The round's deadline; like `ready`, it is as on the tape."""
    timed: bool
    """Whether the last entry's seal covers its time, as it does in all current versions."""
    state: State = None  # type: ignore[assignment]

    def game(self, row: Any) -> Game[Any]:
        """The game of the table; also parses the state. `Refused` for an old table that can no longer be dealt."""
        game = game_of(row.layout)
        for name, value in game.layout.options.items():
            if reason := game.layout.rules.options[name].too_large(value):
                raise Refused(Answer(False, f"table {row.id} cannot be dealt: {reason}"))
        self.state = from_plain(game.state_type, self.state_data)
        return game

    def resumed(self, game: Game[Any]) -> Dealer:
        """A read-only dealer at the end of the tape."""
        return Dealer.resume(game, LiveSource(), self.state, self.entries)

    def play(self, game: Game[Any], source: LiveSource, table: WatchableTable) -> Dealer:
        """Return a dealer at the end of the tape, after showing the table the steps of the round in progress."""
        made: list[Any] = []
        dealer = Dealer.resume(game, source, self.state, (), made.append)
        table.moments.extend(number_step_at(dealer.state.rounds, place, step) for place, step in enumerate(made, 1))
        dealer.watch = lambda step: table.moments.append(number_step(dealer, step))
        for entry in self.entries:
            dealer.apply_entry(entry)
        return dealer


def number_step_at(round: int, place: int, step: Step) -> Moment:
    """A step with its serial number, from its round and its place in it."""
    return Moment(round * STEPS_PER_ROUND + place, step)


def read_table(connection: Connection, id: int, after: int | None = None) -> TableRecord:
    """Read a table; the seals since the last whole round are checked."""
    entry = schema.entry
    mine = entry.c.table == id
    if after is None:
        whole = select(func.max(entry.c.number)).where(mine, entry.c.kind.in_(STATE_ENTRIES))
        after = connection.execute(whole).scalar()
    if after is None:
        raise NoSuchTable(f"there is no table {id}")
    lines = connection.execute(
        select(entry.c.number, entry.c.line).where(mine, entry.c.number >= after).order_by(entry.c.number)
    ).all()
    return _kept(connection, id, lines)


def _kept(connection: Connection, id: int, lines: Any) -> TableRecord:
    first = json.loads(lines[0].line)
    entries, last = sealed_entries(lines, first["prev"])
    seat, person, shuffle = schema.seat, schema.person, schema.shuffle
    seats = connection.execute(
        select(seat.c.position, seat.c.person, person.c.name, seat.c.bot, seat.c.since)
        .join(person, person.c.id == seat.c.person)
        .where(seat.c.table == id)
    )
    shuffles = connection.execute(
        select(shuffle).where(shuffle.c.table == id, shuffle.c.status != "opened").order_by(shuffle.c.entry)
    )
    seed = schema.seed
    seeds = connection.execute(select(seed).where(seed.c.table == id).order_by(seed.c.entry))
    ready, until = ready_and_deadline(entries)
    return TableRecord(
        first["state"],
        entries[1:],
        last,
        lines[-1].number,
        {row.position: Seat(row.person, row.name, row.bot, row.since) for row in seats},
        list(shuffles),
        list(seeds),
        balances_of(connection, id).get(inventory_account(id), 0),
        ready,
        until,
        "time" in entries[-1].data,
    )


def ready_and_deadline(
    entries: Iterable[Entry], ready: frozenset[int] = frozenset(), until: float | None = None
) -> tuple[frozenset[int], float | None]:
    """The ready positions and the deadline in seconds after these entries; the end of a round resets both."""
    for entry in entries:
        if entry.kind in STATE_ENTRIES:
            ready, until = frozenset(), None
        elif entry.kind == "ready":
            ready = frozenset(entry.data["ready"])
        elif entry.kind == "clock":
            until = None if entry.data["until"] is None else entry.data["until"] / 1000
    return ready, until


def sealed_entries(lines: Any, before: str) -> tuple[list[Entry], str]:
    """The entries in some lines of a tape, each checked against its seal, and the last hash."""
    entries = []
    for number, line in lines:
        data = json.loads(line)
        entry = {key: value for key, value in data.items() if key not in ("prev", "hash")}
        text, digest = seal(entry, before)
        if text != line:
            raise ValueError(f"entry {number} was changed: its seal does not match its content and the previous entry")
        before = digest
        entries.append(Entry(number, entry["entry"], entry))
    return entries, before


def read_round(connection: Connection, id: int, number: int) -> tuple[Any, TableRecord]:
    """A table's row, and the part of its tape for one round."""
    table, entry = schema.gaming_table, schema.entry
    row = connection.execute(select(table).where(table.c.id == id)).first()
    if row is None:
        raise NoSuchTable(f"there is no table {id}")
    mine = entry.c.table == id
    first = opening_entry(connection, id, number)
    until = connection.execute(select(func.max(entry.c.number)).where(mine, entry.c.round == number)).scalar()
    if first is None or until is None or number < 0:
        played = connection.execute(select(func.max(entry.c.round)).where(mine)).scalar()
        raise NoSuchRound(f"round {number} was not played at this table; there are rounds 0 to {played}")
    lines = connection.execute(
        select(entry.c.number, entry.c.line).where(mine, entry.c.number.between(first, until)).order_by(entry.c.number)
    ).all()
    return DatedTable(row.id, row.name, layout_at(connection, id, until)), _kept(connection, id, lines)


class DatedTable(NamedTuple):
    """A table and its layout at some moment."""

    id: int
    name: str
    layout: str


def opening_entry(connection: Connection, id: int, round: int) -> int | None:
    """The entry with the state at the start of a round; None if the round was not played."""
    entry = schema.entry
    ended = entry.c.kind.in_(STATE_ENTRIES) & (entry.c.round < round)
    changed = (entry.c.kind == "change") & (entry.c.round == round)
    asked = select(func.max(entry.c.number)).where(entry.c.table == id, ended | changed)
    return connection.execute(asked).scalar() or (1 if round <= 0 else None)


def layout_at(connection: Connection, id: int, number: int) -> str:
    """The layout of a table at an entry of its tape."""
    entry = schema.entry
    mine = (entry.c.table == id) & (entry.c.number <= number) & entry.c.kind.in_(("open", "change"))
    line = select(entry.c.line).where(mine).order_by(entry.c.number.desc()).limit(1)
    return canonical(json.loads(connection.execute(line).scalar_one())["layout"])


@lru_cache(maxsize=1000)
def game_of(layout: str) -> Game[Any]:
    """The game on a layout from the database. It is cached, because games are immutable and slow to create."""
    return game_on(Layout.from_plain(json.loads(layout)))


def info_of(row: Any, game: Game[Any] | None = None) -> TableInfo:
    """The lobby entry of a table, from its row."""
    settings = TableSettings.model_validate_json(row.settings)
    if game is None:
        game = game_of(row.layout)
    limits = game.layout.limits
    return TableInfo(
        id=row.id,
        name=row.name,
        game=row.game,
        title=game.layout.rules.game.name,
        on=date.fromisoformat(str(game.layout.on)),
        dealer=settings.dealer,
        seats=min(game.seats, settings.seats or (USUAL_SEATS if game.seats >= 64 else game.seats)),
        closed=row.closed is not None,
        minimum=limits.minimum,
        maximum=limits.maximum,
        increment=limits.increment,
        limits={wager: limits.of(wager) for wager in limits.by_wager},
        options={name: str(value) for name, value in game.layout.options.items()},
        odds=game.layout.plain()["odds"],
        tournament=row.tournament,
        hands=settings.hands,
        afterwards=settings.afterwards,
        coming=None if settings.coming is None else PendingChange.model_validate(settings.coming),
        changed=None if settings.changed is None else PendingChange.model_validate(settings.changed),
    )


def opened_by_player(connection: Connection, row: Any) -> bool:
    """Whether a player opened this row's table."""
    person = schema.person
    kind = connection.execute(select(person.c.kind).where(person.c.id == row.opened_by)).scalar()
    return kind in ("guest", "member")


def abandoned_tables(connection: Connection, since: float) -> list[int]:
    """Empty player-opened tables with no activity since a given time."""
    table, entry, seat = schema.gaming_table, schema.entry, schema.seat
    last = select(func.max(entry.c.at)).where(entry.c.table == table.c.id).scalar_subquery()
    of_players = table.c.closed.is_(None) & table.c.opened_by.is_not(None)
    asked = select(table.c.id).where(of_players, table.c.id.not_in(select(seat.c.table)), last < since)
    return list(connection.execute(asked.order_by(table.c.id)).scalars())
