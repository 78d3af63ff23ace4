"""Responsible play: limits that players set for themselves, reality checks, and exclusion.

1. Players may limit their losses in a day and in seven days, and their time at tables in a day. Lowering a limit counts
   at once; raising or removing it counts after 24 hours, so that no one does it in the heat of the moment.
2. A loss is the cost of finished rounds plus the chips on layouts now. A wager that could exceed the limit is refused,
   with the figures. A wager during a hand (a double, a raise) is not, because refusing it could cost the chips already
   wagered. Nobody is ever kept from leaving or cashing out.
3. A reality check interrupts the page at intervals with the day's time, wagers and result.
4. People who are excluded, by themselves or by staff, get no seat, make no wager and take no money from the cage until
   the exclusion ends. Neither the player nor staff can shorten it.
5. Few people have limits. This process keeps theirs in memory, and rereads them every two seconds in case other
   processes have changed them; changes made here count at once.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Connection, func, insert, select, text, update

from pitboss.floor import schema
from pitboss.floor.commands import WrongRole
from pitboss.floor.figures import day_of
from pitboss.floor.people import DAY, Person, Role, id_of_name
from pitboss.floor.refusals import refusal
from pitboss.floor.store import Store
from pitboss.table import dollars

if TYPE_CHECKING:
    from pitboss.floor.live import LiveTable

LimitKind = Literal["loss_day", "loss_week", "time_day", "reality_check"]
RAISED_AFTER = DAY
"""Seconds after which a raised limit counts."""
WEEK_DAYS = 7
SHORTEST_EXCLUSION, LONGEST_EXCLUSION = 1, 5 * 366
"""The numbers of days for which someone can be excluded."""
HIGHEST: dict[LimitKind, int] = {"loss_day": 10**12, "loss_week": 10**12, "time_day": 24 * 60, "reality_check": 24 * 60}
LEAST: dict[LimitKind, int] = {"loss_day": 0, "loss_week": 0, "time_day": 0, "reality_check": 5}

_MORE_TIME = text(
    "INSERT INTO player_time (person, day, seconds) VALUES (:person, :day, :seconds) "
    "ON CONFLICT (person, day) DO UPDATE SET seconds = player_time.seconds + excluded.seconds"
)


class PlayerLimit(BaseModel):
    """A limit that a player has set: cents for a loss, minutes for time and for reality checks."""

    model_config = ConfigDict(frozen=True)

    kind: LimitKind
    value: int | None = Field(description="In force now; none if there is no limit yet")
    coming: int | None = Field(None, description="A higher limit that will count later, or none if it is removed then")
    from_: float | None = Field(None, alias="from", description="When the coming limit counts, in seconds since 1970")


class Exclusion(BaseModel):
    """An exclusion from play. It cannot be shortened."""

    model_config = ConfigDict(frozen=True)

    until: float = Field(description="In seconds since 1970")
    by: str = Field(description="Who excluded the player: themselves, or a member of staff")
    at: float


class Play(BaseModel):
    """A person's play today, and the limits that they have set."""

    model_config = ConfigDict(frozen=True)

    rounds: int = Field(description="Rounds today in which they had a wager decided")
    wagered: int = Field(description="The sum of these wagers in cents")
    net: int = Field(description="What they won today in cents, below zero for a loss")
    net_week: int = Field(description="The same over seven days")
    on_layouts: int = Field(description="Chips on layouts now, in cents")
    minutes: int = Field(description="Time at tables today, counted while there is a limit or a reality check")
    limits: list[PlayerLimit]
    exclusion: Exclusion | None = None


@dataclass(slots=True)
class Standing:
    """What this process knows about a player with limits or an exclusion."""

    limits: dict[str, int] = field(default_factory=dict)
    excluded: float = 0.0
    net_day: int = 0
    net_week: int = 0
    elsewhere: dict[int, int] = field(default_factory=dict)
    """Chips on the layout, by table."""
    seconds: float = 0.0


class Protection:
    """The limits and exclusions of a floor's players, as this process knows them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[int, Standing] = {}
        self._counted = time.monotonic()

    # ---- checks, from memory

    def check_playing(self, person: Person) -> None:
        """`Refused` for anyone who is excluded, or has used up their time at tables."""
        known = self._known.get(person.id)
        if known is None:
            return
        if known.excluded > time.time():
            raise refusal(f"you are excluded from play until {_moment(known.excluded)}")
        limit = known.limits.get("time_day")
        if limit is not None and known.seconds >= 60 * limit:
            raise refusal(f"your own limit of {limit} minutes at tables in a day is reached; you may leave at any time")

    def check_wager(self, table: LiveTable, person: Person, position: int, amount: int) -> None:
        """`Refused` for a wager that could exceed the player's own limit for losses."""
        known = self._known.get(person.id)
        if known is None or table.info.tournament is not None:
            return
        here = sum(wager.amount for wager in table.state.wagers_of(position))
        at_risk = here + sum(held for other, held in known.elsewhere.items() if other != table.info.id)
        for kind, net, name in (("loss_day", known.net_day, "a day"), ("loss_week", known.net_week, "seven days")):
            limit = known.limits.get(kind)
            if limit is not None and at_risk + amount - net > limit:
                lost = f"you have lost {dollars(-net)}" if net < 0 else f"you have won {dollars(net)}"
                raise refusal(
                    f"your own limit for losses in {name} is {dollars(limit)}: {lost}, {dollars(at_risk)} is on the "
                    f"layout, and {dollars(amount)} more could exceed it"
                )

    def note_result(self, person: int, net: int) -> None:
        """Count a round's result here at once; the next read of the database makes it final."""
        if (known := self._known.get(person)) is not None:
            known.net_day += net
            known.net_week += net

    def excluded(self) -> list[int]:
        """The people who are excluded now."""
        now = time.time()
        return [person for person, known in self._known.items() if known.excluded > now]

    def reality_check(self, person: int) -> int | None:
        """The minutes between reality checks that a player has asked for."""
        known = self._known.get(person)
        return None if known is None else known.limits.get("reality_check")

    # ---- the database

    async def refresh(self, seated: Iterable[int] = ()) -> None:
        """Read the limits again, and count the time of those `seated` who have limits on it."""
        now = time.monotonic()
        passed, self._counted = now - self._counted, now
        counted = sorted({person for person in seated if self._counts_time(person)})
        if counted and 0 < passed < 60:
            rows = [{"person": person, "day": day_of(time.time()), "seconds": passed} for person in counted]
            await self._store.change(lambda connection: connection.execute(_MORE_TIME, rows))
        self._known = await self._store.read(_standings)

    def _counts_time(self, person: int) -> bool:
        known = self._known.get(person)
        return known is not None and not known.limits.keys().isdisjoint({"time_day", "reality_check"})

    async def set_limit(self, person: Person, kind: LimitKind, value: int | None) -> None:
        """Set a player's own limit: lowered now, raised or removed after 24 hours."""
        if person.role is not Role.PLAYER:
            raise WrongRole(f"limits are for players; this token is a {person.role.value}'s")
        if value is not None and not LEAST[kind] <= value <= HIGHEST[kind]:
            raise refusal(f"{kind} must be from {LEAST[kind]} to {HIGHEST[kind]}, not {value}")
        row, now = schema.player_limit, time.time()

        def changed(connection: Connection) -> None:
            mine = (row.c.person == person.id) & (row.c.kind == kind)
            held = connection.execute(select(row).where(mine).with_for_update()).first()
            current = None if held is None else _in_force(held, now)
            lower = kind == "reality_check" or current is None or (value is not None and value <= current)
            values: dict[str, Any] = {"value": value, "coming": None, "since": None}
            if not lower:
                values = {"value": current, "coming": value, "since": now + RAISED_AFTER}
            if held is None:
                connection.execute(insert(row).values(person=person.id, kind=kind, **values))
            else:
                connection.execute(update(row).where(mine).values(**values))

        await self._store.change(changed)
        self._known = await self._store.read(_standings)

    async def exclude(self, by: Person, days: int, name: str | None = None) -> Exclusion:
        """Exclude a player for a number of days: themselves, or someone else as staff. It can only be extended."""
        if not SHORTEST_EXCLUSION <= days <= LONGEST_EXCLUSION:
            raise refusal(f"an exclusion lasts {SHORTEST_EXCLUSION} to {LONGEST_EXCLUSION} days, not {days}")
        if name is None and by.role is not Role.PLAYER:
            raise WrongRole("name the player to exclude")
        if name is not None and by.role not in (Role.FLOORPERSON, Role.ADMIN):
            raise WrongRole(f"only staff can exclude others; this token is a {by.role.value}'s")
        row, now = schema.exclusion, time.time()
        who = "the player" if name is None else by.name

        def excluded(connection: Connection) -> Exclusion:
            person = by.id if name is None else id_of_name(connection, name)
            held = connection.execute(select(row).where(row.c.person == person).with_for_update()).first()
            if held is not None and held.until >= now + days * DAY:
                return Exclusion(until=held.until, by=held.by, at=held.at)
            values = {"until": now + days * DAY, "by": who[:40], "at": now}
            if held is None:
                connection.execute(insert(row).values(person=person, **values))
            else:
                connection.execute(update(row).where(row.c.person == person).values(**values))
            return Exclusion.model_validate(values)

        made = await self._store.change(excluded)
        self._known = await self._store.read(_standings)
        return made

    async def play_of(self, person: Person) -> Play:
        """A person's play today, and their limits."""

        def asked(connection: Connection) -> Play:
            standing = Standing()
            _add_results(connection, {person.id: standing})
            _add_time(connection, {person.id: standing})
            played = schema.player_day
            mine = (played.c.person == person.id) & (played.c.day == day_of(time.time()))
            rounds, handle = connection.execute(
                select(func.sum(played.c.rounds), func.sum(played.c.handle)).where(mine)
            ).one()
            held = schema.exclusion
            out = connection.execute(select(held).where(held.c.person == person.id, held.c.until > time.time())).first()
            return Play(
                rounds=rounds or 0,
                wagered=handle or 0,
                net=standing.net_day,
                net_week=standing.net_week,
                on_layouts=sum(standing.elsewhere.values()),
                minutes=int(standing.seconds // 60),
                limits=_limits_of(connection, person.id),
                exclusion=None if out is None else Exclusion(until=out.until, by=out.by, at=out.at),
            )

        return await self._store.read(asked)


def _in_force(row: Any, now: float) -> int | None:
    """The limit currently in force."""
    value = row.coming if row.since is not None and row.since <= now else row.value
    return None if value is None else int(value)


def _limits_of(connection: Connection, person: int) -> list[PlayerLimit]:
    row, now = schema.player_limit, time.time()
    found = connection.execute(select(row).where(row.c.person == person).order_by(row.c.kind))
    return [
        PlayerLimit.model_validate(
            {"kind": one.kind, "value": _in_force(one, now)}
            | ({"coming": one.coming, "from": one.since} if one.since is not None and one.since > now else {})
        )
        for one in found
    ]


def _standings(connection: Connection) -> dict[int, Standing]:
    """Everyone who has a limit or is excluded."""
    limit, exclusion, now = schema.player_limit, schema.exclusion, time.time()
    found: dict[int, Standing] = {}
    for row in connection.execute(select(limit)):
        if (value := _in_force(row, now)) is not None:
            found.setdefault(int(row.person), Standing()).limits[row.kind] = value
    for row in connection.execute(select(exclusion).where(exclusion.c.until > now)):
        found.setdefault(int(row.person), Standing()).excluded = float(row.until)
    limited = {person: standing for person, standing in found.items() if standing.limits}
    if limited:
        _add_results(connection, limited)
        _add_time(connection, limited)
    return found


def _add_results(connection: Connection, standings: dict[int, Standing]) -> None:
    played, seat, table, account = schema.player_day, schema.seat, schema.gaming_table, schema.account
    today = day_of(time.time())
    first = (datetime.fromisoformat(today) - timedelta(days=WEEK_DAYS - 1)).date().isoformat()
    mine = played.c.person.in_(list(standings)) & (played.c.day >= first)
    for row in connection.execute(select(played.c.person, played.c.day, played.c.net).where(mine)):
        standing = standings[int(row.person)]
        standing.net_week += int(row.net)
        standing.net_day += int(row.net) if row.day == today else 0
    seats = select(seat.c.person, seat.c.table, seat.c.position).join(table, table.c.id == seat.c.table)
    seats = seats.where(seat.c.person.in_(list(standings)), table.c.tournament.is_(None))
    names = {f"table:{row.table}:wagers:{row.position}": row for row in connection.execute(seats)}
    held = select(account.c.id, account.c.balance).where(account.c.id.in_(list(names)), account.c.balance > 0)
    for name, balance in connection.execute(held):
        row = names[name]
        at = standings[int(row.person)].elsewhere
        at[int(row.table)] = at.get(int(row.table), 0) + int(balance)


def _add_time(connection: Connection, standings: dict[int, Standing]) -> None:
    spent = schema.player_time
    mine = spent.c.person.in_(list(standings)) & (spent.c.day == day_of(time.time()))
    for row in connection.execute(select(spent.c.person, spent.c.seconds).where(mine)):
        standings[int(row.person)].seconds = float(row.seconds)


def _moment(at: float) -> str:
    return f"{datetime.fromtimestamp(at):%Y-%m-%d %H:%M}"


__all__ = ["Exclusion", "LimitKind", "Play", "PlayerLimit", "Protection"]
