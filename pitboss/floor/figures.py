"""The operator's figures, per table and day and per player, booked as rounds end and never replayed from the tape.

1. The *handle* of a round is the sum of the wagers that were decided in it: won, lost, surrendered or tied. A wager
   that came back without a result (taken back, not called, or void with its round) does not count; the settlement tells
   the two apart (`Settled.push`).
2. The *hold* is what the table inventory gained, without fills, credits and the meter. It is the difference of two
   states, so a table's holds add up to what the ledger says, to the cent.
3. A player's *net* is the change in their chips, on the layout and off it, apart from chips bought or taken away.
4. Figures are written in the same transaction as the entry that ends the round, so nothing is counted twice or lost.
   Days are those of the server's calendar. Tournament chips are not money, so tournament rounds count but their chips
   do not.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import ColumnElement, Connection, func, select, text

from pitboss.floor import schema
from pitboss.floor.bots import STANDS_UP
from pitboss.table import State
from pitboss.table.steps import Acted, Settled, Step

if TYPE_CHECKING:
    from pitboss.floor.live import LiveTable
    from pitboss.floor.sight import Seat

CHIPS_COME_OR_GO = frozenset({"sit", "buy_in", "leave"})
"""Verbs that change how many chips a position has without winning or losing."""
COUNTS = ("rounds", "voids", "wagers", "handle", "hold", "mistakes")

_SUMS = ", ".join(f"{name} = table_day.{name} + excluded.{name}" for name in COUNTS)
BOOK_TABLE = text(
    f'INSERT INTO table_day ("table", day, {", ".join(COUNTS)}) '
    f"VALUES (:table, :day, {', '.join(f':{name}' for name in COUNTS)}) "
    f'ON CONFLICT ("table", day) DO UPDATE SET {_SUMS}'
)
BOOK_PLAYER = text(
    'INSERT INTO player_day (person, day, "table", rounds, handle, net) '
    "VALUES (:person, :day, :table, :rounds, :handle, :net) "
    'ON CONFLICT (person, day, "table") DO UPDATE SET rounds = player_day.rounds + excluded.rounds, '
    "handle = player_day.handle + excluded.handle, net = player_day.net + excluded.net"
)


def day_of(now: float) -> str:
    """The day by the server's calendar, such as `2026-11-19`."""
    return date.fromtimestamp(now).isoformat()


@dataclass(slots=True)
class PlayerTally:
    """The amounts that a player wagered and won in a batch's rounds."""

    rounds: int = 0
    handle: int = 0
    net: int = 0


@dataclass(slots=True)
class Booking:
    """A batch's figures: what its rounds add to those of the table and its players."""

    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTS, 0))
    players: defaultdict[int, PlayerTally] = field(default_factory=lambda: defaultdict(PlayerTally))

    @property
    def empty(self) -> bool:
        """Whether there is nothing to book."""
        return not any(self.counts.values()) and not self.players

    def rows(self, table: int | None, now: float) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """The row for the table and those for its players."""
        day = day_of(now)
        players = [
            {"person": person, "day": day, "table": table, "rounds": one.rounds, "handle": one.handle, "net": one.net}
            for person, one in sorted(self.players.items())
        ]
        return {"table": table, "day": day, **self.counts}, players


class Tally:
    """Counts a live table's round in progress from its steps, and books it in the batch that ends it."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._booked: State = table.snapshot.state
        """The state up to which the hold is booked."""
        self._state = self._booked
        self._handle: defaultdict[int, int] = defaultdict(int)
        self._wagers = 0
        self._net: defaultdict[int, int] = defaultdict(int)

    def resume(self, before: State, steps: Iterable[Step]) -> None:
        """When a table is loaded, continue a round that began in this state and took these steps."""
        self._begin(before)
        for step in steps:
            self.note(step)

    def _begin(self, state: State) -> None:
        self._booked = self._state = state
        self._handle.clear()
        self._net.clear()
        self._wagers = 0

    def note(self, step: Step) -> None:
        """Count a step."""
        if isinstance(step, Settled):
            self._settle(step)
        moved = step.position if isinstance(step, Acted) and step.action.verb in CHIPS_COME_OR_GO else 0
        self._follow(step.state, moved)

    def _settle(self, step: Settled) -> None:
        position, amount = step.wager.position, step.wager.amount
        if step.result == "restored":
            amount, one = -amount, -1
        elif step.result in ("void", "returned") and not step.push:
            return
        elif step.stays and step.state.find(*step.wager.place) is None:
            return  # a payment in addition to the settlement of the wager itself
        else:
            one = 1
        self._handle[position] += amount
        self._wagers += one

    def _follow(self, state: State, moved: int = 0) -> None:
        """Add each position's win or loss since the last state, except at a position where chips came or went."""
        before, self._state = self._state, state
        if state.positions is before.positions and state.wagers is before.wagers:
            return
        old, new = chips_of(before), chips_of(state)
        for position in old.keys() | new.keys():
            if position != moved:
                self._net[position] += new.get(position, 0) - old.get(position, 0)

    def mistake(self) -> None:
        """Count an irregularity that was called."""
        self._table.batch.figures.counts["mistakes"] += 1

    def end_round(self, after: State, void: bool = False) -> None:
        """Book the round that has ended in a state."""
        self._follow(after)
        table, booking = self._table, self._table.batch.figures
        counts = booking.counts
        counts["voids" if void else "rounds"] += 1
        if table.info.tournament is None:
            counts["hold"] += _house(after) - _house(self._booked)
            if not void:
                counts["wagers"] += max(0, self._wagers)
                counts["handle"] += max(0, sum(self._handle.values()))
            self._book_players(booking, table.snapshot.seats | table.seats.taken, void)
        self._begin(after)

    def _book_players(self, booking: Booking, seats: Mapping[int, Seat], void: bool) -> None:
        for position, seat in seats.items():
            handle, net = 0 if void else max(0, self._handle.get(position, 0)), self._net.get(position, 0)
            if (handle or net) and is_person(seat):
                tally = booking.players[seat.person]
                tally.rounds += not void
                tally.handle += handle
                tally.net += net
                self._table.floor.protection.note_result(seat.person, net)


def is_person(seat: Seat) -> bool:
    """Whether the chips at a seat are a player's own: bots play with house money, unless they finish a hand."""
    return seat.bot in ("", STANDS_UP)


def chips_of(state: State) -> dict[int, int]:
    """Each position's chips, on the layout and off it."""
    held = {seat.number: seat.rack for seat in state.positions}
    for wager in state.wagers:
        held[wager.position] = held.get(wager.position, 0) + wager.amount
    return held


def _house(state: State) -> int:
    return state.inventory - state.meter


# ---- reading


class TableDay(BaseModel):
    """A table's figures for a day. Amounts are in cents."""

    model_config = ConfigDict(frozen=True)

    table: int
    name: str
    game: str
    day: str
    tournament: bool = Field(False, description="Whether it is a tournament's table, whose chips are not money")
    rounds: int
    voids: int = Field(description="Rounds that a floorperson ended, which are void")
    wagers: int = Field(description="Wagers won, lost, surrendered or tied")
    handle: int = Field(description="The sum of these wagers")
    hold: int = Field(description="What the table inventory gained, without fills, credits and the meter")
    players: int = Field(description="People who won or lost there, without bots")
    mistakes: int = Field(description="Irregularities that were called")


class Totals(BaseModel):
    """Totals over tables and days; a player at two tables counts once."""

    model_config = ConfigDict(frozen=True)

    rounds: int
    voids: int
    wagers: int
    handle: int
    hold: int
    players: int
    mistakes: int


class Figures(BaseModel):
    """The operator's figures for a span of days."""

    model_config = ConfigDict(frozen=True)

    since: str
    until: str
    total: Totals
    tables: list[TableDay]


def read_figures(connection: Connection, since: str, until: str, table: int | None = None) -> Figures:
    """The figures from one day through another, for all tables or one."""
    row, player, named = schema.table_day, schema.player_day, schema.gaming_table
    people = (
        select(player.c.table, player.c.day, func.count().label("players"))
        .where(*_within(player, since, until, table))
        .group_by(player.c.table, player.c.day)
        .subquery()
    )
    asked = (
        select(row, named.c.name, named.c.game, named.c.tournament, people.c.players)
        .join(named, named.c.id == row.c.table)
        .outerjoin(people, (people.c.table == row.c.table) & (people.c.day == row.c.day))
        .where(*_within(row, since, until, table))
        .order_by(row.c.day.desc(), row.c.table)
    )
    tables = [
        TableDay(
            table=one.table,
            name=one.name,
            game=one.game,
            day=one.day,
            tournament=one.tournament is not None,
            players=one.players or 0,
            **{name: int(getattr(one, name)) for name in COUNTS},
        )
        for one in connection.execute(asked)
    ]
    counted = select(func.count(func.distinct(player.c.person))).where(*_within(player, since, until, table))
    sums = {name: sum(getattr(one, name) for one in tables) for name in COUNTS}
    total = Totals(players=connection.execute(counted).scalar_one(), **sums)
    return Figures(since=since, until=until, total=total, tables=tables)


def _within(rows: Any, since: str, until: str, table: int | None) -> list[ColumnElement[bool]]:
    found = [rows.c.day >= since, rows.c.day <= until]
    return found if table is None else [*found, rows.c.table == table]


def today() -> str:
    """Today's day."""
    return day_of(time.time())


__all__ = ["Booking", "Figures", "TableDay", "Tally", "Totals", "day_of", "read_figures", "today"]
