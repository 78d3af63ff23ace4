"""The operator's figures, and metrics for Prometheus."""

from __future__ import annotations

import csv
import io
from datetime import date, timedelta
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from sqlalchemy import Connection

from pitboss.floor.api.auth import CurrentPerson, OptionalPerson, floor_of, limits_of, require_role
from pitboss.floor.api.problems import ProblemError
from pitboss.floor.figures import Figures, TableDay, read_figures
from pitboss.floor.metrics import scrape
from pitboss.floor.people import Role

router = APIRouter(tags=["operation"])
metrics_router = APIRouter()
OPERATORS = (Role.FLOORPERSON, Role.SURVEILLANCE, Role.REGULATOR, Role.ADMIN)
MOST_DAYS = 366
Day = Annotated[date | None, Query(description="A day, such as 2026-11-19; by default today")]
Table = Annotated[int | None, Query(ge=1, le=2**53 - 1, description="Only this table")]
CSV = "text/csv"


async def figures_between(
    request: Request, person: CurrentPerson, since: date | None, until: date | None, table: int | None
) -> Figures:
    """The figures that a request asks for."""
    require_role(person, *OPERATORS)
    limits_of(request).spend("heavy", person.id)
    last = until or since or date.today()
    first = since or last
    if not timedelta(0) <= last - first < timedelta(MOST_DAYS):
        raise ProblemError("bad-input", f"since must not be after until, and they span at most {MOST_DAYS} days")

    def asked(connection: Connection) -> Figures:
        return read_figures(connection, first.isoformat(), last.isoformat(), table)

    return await floor_of(request).store.read(asked)


@router.get("/figures")
async def figures(
    request: Request, person: CurrentPerson, since: Day = None, until: Day = None, table: Table = None
) -> Figures:
    """Report rounds, handle, hold, players and mistakes per table and day. Staff only, except dealers."""
    return await figures_between(request, person, since, until, table)


@router.get("/figures.csv", response_class=Response, responses={200: {"content": {CSV: {}}}})
async def figures_csv(
    request: Request, person: CurrentPerson, since: Day = None, until: Day = None, table: Table = None
) -> Response:
    """Report the same figures for a spreadsheet, with amounts in dollars."""
    found = await figures_between(request, person, since, until, table)
    return Response(as_csv(found.tables), media_type=CSV)


def as_csv(tables: list[TableDay]) -> str:
    """The figures as comma-separated values. A name that a spreadsheet would mistake for a formula is quoted."""
    out = io.StringIO()
    names = ["day", "table", "name", "game", "rounds", "voids", "wagers", "handle", "hold", "players", "mistakes"]
    rows = csv.writer(out)
    rows.writerow(names)
    for one in tables:
        name = f"'{one.name}" if one.name[:1] in "=+-@" else one.name
        cents = one.model_dump() | {"name": name, "handle": f"{one.handle / 100:.2f}", "hold": f"{one.hold / 100:.2f}"}
        rows.writerow([cents[column] for column in names])
    return out.getvalue()


@metrics_router.get("/metrics", include_in_schema=False)
async def metrics(request: Request, person: OptionalPerson) -> Response:
    """Metrics for Prometheus, open to staff, or to everybody if the server was started with --open-metrics."""
    if not request.app.state.open_metrics:
        if person is None:
            raise ProblemError("no-token", "metrics need a staff token; Prometheus sends one with bearer_token_file")
        require_role(person, *OPERATORS)
    content, kind = await scrape(floor_of(request))
    return Response(content, media_type=kind)
