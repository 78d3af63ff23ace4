"""The operator's page: this process's condition, and figures by table and day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from nicegui import ui
from sqlalchemy import Connection

from pitboss.chapter.odds import dollars
from pitboss.floor.api.operation import MOST_DAYS, OPERATORS
from pitboss.floor.condition import Fault
from pitboss.floor.figures import Figures, TableDay, Totals, read_figures
from pitboss.web import theme
from pitboss.web.addresses import Query, Refused
from pitboss.web.markup import Markup, el, table
from pitboss.web.visitor import Visitor, visitor

HEADINGS = ("Day", "Table", "Rounds", "Void", "Wagers", "Handle", "Hold", "Hold %", "Players", "Mistakes")


async def operator() -> Visitor:
    """Return the visitor if they are staff who may see figures; refuse anyone else."""
    who = await visitor()
    if who.role not in OPERATORS:
        says = "The figures are for floorpersons, surveillance, the regulator and administrators. Sign in with a token."
        raise Refused(403, "Staff only", says, {"Staff entrance": "/staff", "The tables": "/"})
    return who


async def figures_page(query: Query) -> None:
    """Show the figures for a span of days, by default today."""
    who = await operator()
    since, until = _span(query)

    def asked(connection: Connection) -> Figures:
        return read_figures(connection, since.isoformat(), until.isoformat())

    found = await who.floor.store.read(asked)
    with theme.frame("Figures", wide=True):
        theme.linked("live.css")
        theme.heading("Figures")
        theme.written(condition_markup(who.floor.store.condition.faults))
        theme.written(_form(since, until))
        theme.written(totals_markup(found.total))
        theme.written(figures_markup(found.tables))
        ui.label(
            "Handle is the sum of the wagers won, lost, surrendered or tied. Hold is what the table inventory gained, "
            "without fills, credits and the meter. Tournament chips are not money and are not counted."
        ).classes("quiet")


def _span(query: Query) -> tuple[date, date]:
    """Return the requested days."""
    try:
        until = date.fromisoformat(query.get("until") or query.get("since") or date.today().isoformat())
        since = date.fromisoformat(query.get("since") or until.isoformat())
    except ValueError:
        raise Refused(422, "Not a day", "Days are written like 2026-11-19.", {"Today": "/figures"}) from None
    if not timedelta(0) <= until - since < timedelta(MOST_DAYS):
        says = f"The first day must not be after the last, and they span at most {MOST_DAYS} days."
        raise Refused(422, "Not a span of days", says, {"Today": "/figures"})
    return since, until


def condition_markup(faults: Sequence[Fault]) -> Markup:
    """Render what is wrong with this process, if anything."""
    if not faults:
        return el("p", el("b", "All is well", class_="good"), ": database, disk and clock.")
    rows = [
        el(
            "li",
            el("b", "Play has stopped" if one.stops else "Look at this", class_="dear"),
            f": {one.reason} (since {datetime.fromtimestamp(one.since):%Y-%m-%d %H:%M:%S})",
        )
        for one in faults
    ]
    return el("ul", rows, role="alert")


def _form(since: date, until: date) -> Markup:
    fields = [
        el("label", el("span", label), el("input", name_=name, type="date", value=day.isoformat()), class_="field")
        for label, name, day in (("From", "since", since), ("To", "until", until))
    ]
    return el("form", fields, el("button", "Show", class_="press brass"), action="/figures", class_="form days")


def totals_markup(total: Totals) -> Markup:
    """Render the totals over all tables and days."""
    shown = {
        "Rounds": f"{total.rounds:,}",
        "Handle": dollars(total.handle),
        "Hold": f"{dollars(total.hold)}{_percent(total.hold, total.handle, ' ({})')}",
        "Players": f"{total.players:,}",
        "Mistakes": f"{total.mistakes:,}",
    }
    return el("dl", [el("div", el("dt", name), el("dd", value)) for name, value in shown.items()], class_="totals")


def figures_markup(tables: Sequence[TableDay]) -> Markup:
    """Render a row for each table and day."""
    if not tables:
        return el("p", "No round has ended in these days.", class_="quiet")
    return table(list(HEADINGS), [_row(one) for one in tables], "Tables and days", "table-days")


def _row(one: TableDay) -> Markup:
    name = f"{one.name} ({one.table})" + (", tournament" if one.tournament else "")
    values = (
        name,
        f"{one.rounds:,}",
        f"{one.voids:,}",
        f"{one.wagers:,}",
        dollars(one.handle),
        dollars(one.hold),
        _percent(one.hold, one.handle) or "–",
        f"{one.players:,}",
        f"{one.mistakes:,}",
    )
    cells = [el("td", value, data_label=label) for label, value in zip(HEADINGS[1:], values, strict=True)]
    return el("tr", el("th", one.day, scope="row"), cells)


def _percent(part: int, whole: int, form: str = "{}") -> str:
    return form.format(f"{100 * part / whole:.1f} %") if whole else ""
