"""The chapter: games, prices, checks, and what changed."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from datetime import date
from typing import Annotated, TypeVar

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from pitboss.chapter.check import Finding, check
from pitboss.chapter.contents import contents, prefix
from pitboss.chapter.diff import Diff, diff
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Rules, all_games, registered, rules_of
from pitboss.floor.api.auth import Anyone, address_of, limits_of
from pitboss.floor.api.problems import Trouble
from pitboss.floor.api.table_files import TableGiven
from pitboss.floor.commands import MOST
from pitboss.pricing import PriceReport, price
from pitboss.table.tape import canonical

T = TypeVar("T")
router = APIRouter(tags=["chapter"])
AT_ONCE = 1
"""Prices worked out at once: each takes a whole core, and the tables need the rest."""
WAITING = 8
"""So many may wait for theirs."""
KEPT = 64
Day = Annotated[date | None, Query(description="The day whose chapter applies; today, if left out")]
Pairs = Annotated[list[Annotated[str, Field(max_length=200, pattern=r"^[^\x00]*$")]], Query(max_length=40)]
GameId = Annotated[str, Path(max_length=60, description="A game, by its id")]


class GameSeen(BaseModel):
    """A game that is installed."""

    id: str
    name: str
    family: str
    citation: str
    since: date
    until: date | None
    summary: str
    wagers: list[str] = Field(description="The wagers that the chapter permits today, elective ones included")
    options: list[str] = Field(description="What a licensee may choose today")


class CheckWanted(BaseModel):
    """A table to be checked."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    table: TableGiven


class Checked(BaseModel):
    """What was found of a table."""

    game: str
    on: date
    lawful: bool
    findings: list[Finding]


@router.get("/games")
async def games(request: Request, person: Anyone) -> list[GameSeen]:
    """The games that are installed."""
    return [_game(rules_of(game)) for game in registered()]


def _game(rules: Rules) -> GameSeen:
    head, today = rules.game, date.today()
    return GameSeen(
        id=head.id,
        name=head.name,
        family=head.family,
        citation=f"N.J.A.C. {prefix(today)}-{head.home}",
        since=head.since,
        until=head.until,
        summary=head.summary,
        wagers=[id for id, wager in rules.wagers.items() if wager.in_force(today) and not wager.retired],
        options=[id for id, option in rules.options.items() if option.in_force(today)],
    )


@router.get("/games/{game}/price")
async def game_price(
    request: Request,
    game: GameId,
    person: Anyone,
    on: Day = None,
    set: Pairs = [],  # noqa: B006
    odds: Pairs = [],  # noqa: B006
    stake: Annotated[int | None, Query(ge=1, le=MOST, description="Cents, where the price hangs on it")] = None,
) -> PriceReport:
    """The exact price of every wager. `set` is OPTION=VALUE, `odds` is WAGER=ODDS; each may be repeated."""
    limits_of(request).spend("heavy", person.id if person is not None else address_of(request))
    rules = _rules(game)
    chosen = {name: rules.options[name].parse(text) if name in rules.options else text for name, text in _pairs(set)}
    layout = Layout.of(rules, _day(on), chosen, dict(_pairs(odds)))
    prices: Prices = request.state.prices
    return await prices.of(layout, stake)


@router.post("/check")
async def checked(request: Request, wanted: CheckWanted, person: Anyone) -> Checked:
    """A table against the chapter of its day."""
    limits_of(request).spend("heavy", person.id if person is not None else address_of(request))
    table = wanted.table.read()
    found = await _worked_out(lambda: check(table))
    breaches = [one for one in found if one.severity == "breach"]
    return Checked(game=table.game, on=table.on, lawful=not breaches, findings=list(found))


@router.get("/diff")
async def changes(
    request: Request,
    person: Anyone,
    first: Annotated[date, Query(description="A day")],
    second: Annotated[date, Query(description="Another day")],
    game: Annotated[list[Annotated[str, Field(max_length=60)]], Query(max_length=40)] = [],  # noqa: B006
) -> Diff:
    """What changed in the chapter between two days."""
    limits_of(request).spend("heavy", person.id if person is not None else address_of(request))
    for day in (first, second):
        _day(day)
    for one in game:
        if one != all_games().game.id:
            _rules(one)
    return await _worked_out(lambda: diff(first, second, game or None))


async def _worked_out(work: Callable[[], T]) -> T:
    """Whatever takes a moment, by a thread; what it does not take is a fault of who asked."""
    try:
        return await asyncio.to_thread(work)
    except ValueError as refused:
        raise Trouble("bad-input", str(refused)[:500]) from None


def _rules(game: str) -> Rules:
    if game not in registered():
        raise Trouble("not-found", f"there is no game {game[:60]!r}; the games are: {', '.join(registered())}")
    return rules_of(game)


def _day(day: date | None) -> date | None:
    if day is not None and day < contents().first_day:
        raise Trouble("bad-input", f"the chapter begins {contents().first_day}; there is nothing before it")
    return day


def _pairs(given: list[str]) -> list[tuple[str, str]]:
    pairs = []
    for one in given:
        name, equals, value = one.partition("=")
        if not (name.strip() and equals and value.strip()):
            raise Trouble("bad-input", f"{one[:60]!r}: write a name, = and a value")
        pairs.append((name.strip(), value.strip()))
    return pairs


class Prices:
    """Prices, worked out by a thread, few at once; the last ones are kept."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, PriceReport] = OrderedDict()
        self._working: dict[str, asyncio.Task[PriceReport]] = {}
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def of(self, layout: Layout, stake: int | None) -> PriceReport:
        """The price of a layout. Several who ask for the same wait for one answer."""
        key = f"{canonical(layout.plain())} {stake}"
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._working:
            if len(self._working) >= WAITING:
                raise Trouble("try-again", f"{WAITING} prices are being worked out", 5.0)
            task = asyncio.create_task(self._work(key, lambda: price(layout, stake)))
            self._working[key] = task
            task.add_done_callback(lambda _: self._working.pop(key, None))
        return await asyncio.shield(self._working[key])

    async def _work(self, key: str, work: Callable[[], PriceReport]) -> PriceReport:
        async with self._turn:
            report = await _worked_out(work)
        self._kept[key] = report
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return report
