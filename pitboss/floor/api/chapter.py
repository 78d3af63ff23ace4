"""The chapter: games, prices, checks and changes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import date
from typing import Annotated, TypeVar

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from pitboss.chapter.check import Unlawful
from pitboss.chapter.days import BadDate, parse_date
from pitboss.chapter.diff import Diff
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import all_games, registered_games, unknown_game_message
from pitboss.chapter.table_file import BadTable
from pitboss.floor.api.auth import OptionalPerson, address_of, floor_of, limits_of
from pitboss.floor.api.problems import ProblemError
from pitboss.floor.api.table_files import TableDocument
from pitboss.floor.commands import MOST
from pitboss.library import work
from pitboss.library.checks import CheckedTable, check, diff
from pitboss.library.layouts import layout as layout_of
from pitboss.library.listing import ListedGame, catalogue
from pitboss.library.prices import Busy, desk
from pitboss.pricing import PriceReport

T = TypeVar("T")
AGAIN = 5.0
"""Seconds after which a client may retry when the server is busy."""
router = APIRouter(tags=["chapter"])
_listed: list[ListedGame] = []
Day = Annotated[date | None, Query(description="The date whose chapter applies; by default today")]
Pairs = Annotated[list[Annotated[str, Field(max_length=200, pattern=r"^[^\x00]*$")]], Query(max_length=40)]
GameId = Annotated[str, Path(max_length=60, description="A game, by its id")]


class CheckRequest(BaseModel):
    """A table to check."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    table: TableDocument


@router.get("/games")
async def every_game(request: Request, person: OptionalPerson) -> list[ListedGame]:
    """List the installed games."""
    if not _listed:
        _listed[:] = (await compute(request, catalogue)).games
    return _listed


@router.get("/games/{game}/price")
async def game_price(
    request: Request,
    game: GameId,
    person: OptionalPerson,
    on: Day = None,
    set: Pairs = [],  # noqa: B006
    odds: Pairs = [],  # noqa: B006
    stake: Annotated[int | None, Query(ge=1, le=MOST, description="Cents, if the price depends on the amount")] = None,
    unlawful: Annotated[
        bool, Query(description="Accept odds, rows and values that the chapter does not permit")
    ] = False,
) -> PriceReport:
    """Compute the exact price of every wager. `set` is OPTION=VALUE, `odds` is WAGER=ODDS; both may be repeated.

    With `unlawful`, the report lists in `unlawful` what the chapter does not permit. No table can be opened with it.
    """
    limits_of(request).spend("heavy", person.id if person is not None else address_of(request))
    _rules(game)
    terms = floor_of(request).policy.requests
    options, changed = dict(_pairs(set)), dict(_pairs(odds))
    layout = await compute(request, _laid, game, _day(on), options, changed, unlawful)
    try:
        terms.check(layout)
        async with asyncio.timeout(terms.seconds):
            return await desk.job(layout, stake, most=terms.waiting, client=address_of(request)).report()
    except Busy as busy:
        raise ProblemError("try-again", str(busy), AGAIN) from None
    except TimeoutError:
        raise ProblemError("try-again", f"the price was not computed within {terms.seconds:g} seconds", AGAIN) from None
    except ValueError as refused:
        raise ProblemError("bad-input", str(refused)[:500]) from None


@router.post("/check")
async def checked(request: Request, wanted: CheckRequest, person: OptionalPerson) -> CheckedTable:
    """Check a table against the chapter in force on its date."""
    limits_of(request).spend("heavy", person.id if person is not None else address_of(request))
    return await compute(request, _checked, wanted.table)


@router.get("/diff")
async def changes(
    request: Request,
    person: OptionalPerson,
    first: Annotated[date, Query(description="A day")],
    second: Annotated[date, Query(description="Another date")],
    game: Annotated[list[Annotated[str, Field(max_length=60)]], Query(max_length=40)] = [],  # noqa: B006
) -> Diff:
    """List what changed in the chapter between two dates."""
    limits_of(request).spend("heavy", person.id if person is not None else address_of(request))
    for one in (first, second):
        _day(one)
    for id in game:
        if id != all_games().game.id:
            _rules(id)
    return await compute(request, diff, first, second, game or None)


async def compute(request: Request, function: Callable[..., T], *given: object) -> T:
    """The result of a function in a worker process, within the house's budget; a `ValueError` means bad input."""
    terms = floor_of(request).policy.requests
    try:
        return await work.computed(address_of(request), terms.waiting, terms.seconds, function, *given)
    except (BadTable, Unlawful):
        raise
    except work.Overloaded as busy:
        raise ProblemError("try-again", str(busy), AGAIN) from None
    except ValueError as refused:
        raise ProblemError("bad-input", str(refused)[:500]) from None


def _laid(game: str, on: date | None, options: dict[str, str], odds: dict[str, str], unlawful: bool) -> Layout:
    return layout_of(game, on, options=options, odds=odds, unlawful=unlawful)


def _checked(table: TableDocument) -> CheckedTable:
    return check(table.read())


def _rules(game: str) -> None:
    if game not in registered_games():
        raise ProblemError("not-found", unknown_game_message(game[:60]))


def _day(given: date | None) -> date | None:
    try:
        return parse_date(given)
    except BadDate as no:
        raise ProblemError("bad-input", str(no)) from None


def _pairs(given: list[str]) -> list[tuple[str, str]]:
    pairs = []
    for one in given:
        name, equals, value = one.partition("=")
        if not (name.strip() and equals and value.strip()):
            raise ProblemError("bad-input", f"{one[:60]!r}: write a name, = and a value")
        pairs.append((name.strip(), value.strip()))
    return pairs
