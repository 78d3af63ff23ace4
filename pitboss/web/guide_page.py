"""The gaming guide of an open table (8.5): on the screen, as a leaflet to print, and whether it is still true.

The guide is made from the table as it stands, written as a table file, and carries that file's hash. Who holds one made
from another file (`?of=`), or has the page open when the table changes, is told that it is stale.
"""

from __future__ import annotations

from collections import OrderedDict

from fastapi import Request, Response
from nicegui import app, background_tasks, ui

from pitboss.documents.html import fragment
from pitboss.documents.paper import pdf
from pitboss.floor.floor import Floor
from pitboss.library.papers.guides import guide
from pitboss.library.papers.table import PaperTable, table_file
from pitboss.web import theme
from pitboss.web.addresses import Query, Refused
from pitboss.web.markup import Markup, el
from pitboss.web.table_page import price_query
from pitboss.web.visitor import visitor
from pitboss.web.work import computed, terms_of

EVERY = 3.0
"""Seconds after which an open page looks whether its table has changed."""
KEPT = 16
STALE = (
    "This guide is stale: the table has changed since it was made. It is withdrawn (8.5); the table plays by its rules."
)
_leaflets: OrderedDict[str, bytes] = OrderedDict()
"""The leaflets asked for last, by the hash of their table files."""


async def table_of(floor: Floor, table: str) -> PaperTable:
    """An open table, as papers tell of it."""
    shown = await price_query(floor, table)
    return PaperTable.of(shown.game.layout, shown.info.name, file=f"table-{shown.info.id}.toml")


async def guide_page(query: Query, table: str) -> None:
    """The guide of a table as it stands now."""
    who = await visitor()
    held = await table_of(who.floor, table)
    number = held.path.stem.removeprefix("table-")
    with theme.frame(f"Gaming guide: {held.held.name}") as room:
        room.main.classes("guide-room")
        theme.heading(f"Gaming guide: {held.game}")
        stale = ui.label(STALE).classes("form-trouble stale").props('role="alert"')
        stale.set_visibility(False)
        if (asked := query.get("of", "")[:64]) and not held.digest.startswith(asked):
            theme.written(
                el(
                    "p",
                    f"A guide made from {asked} is stale. This one is of the table as it is now.",
                    class_="form-trouble",
                )
            )
        with ui.element("p"):
            ui.link("As a leaflet to print and fold (PDF)", f"/table/{number}/guide.pdf")
            theme.written(Markup(" · "), "span")
            ui.link("The table's file", f"/table/{number}/table.toml")
            theme.written(Markup(" · "), "span")
            ui.link("Back to the table", f"/table/{number}")
        said = ui.element("div").classes("guide").props('aria-live="polite"')
        with said:
            ui.label("The guide is made…").classes("quiet")
    client = ui.context.client

    async def fill() -> None:
        try:
            made = await computed(lambda: guide(held), who.floor.policy.requests)
        except Refused as refused:
            with client.content:
                ui.label(refused.says).classes("form-trouble")
            return
        if not client.is_deleted:
            with client.content:
                said.clear()
                with said:
                    # What stands in a document was escaped when it became HTML.
                    theme.written(Markup(fragment(made)))

    async def look() -> None:
        try:
            now = await table_of(who.floor, table)
        except Refused:
            return
        stale.set_visibility(now.digest != held.digest)

    background_tasks.create(fill(), name="guide of a table")
    ui.timer(EVERY, look)


async def leaflet(request: Request, table: str) -> Response:
    """The guide as a sheet that folds."""
    try:
        held = await table_of((await visitor(request)).floor, table)
    except Refused as refused:
        return refused.problem()
    if held.digest not in _leaflets:
        try:
            made = await computed(lambda: pdf(guide(held)), terms_of(request))
        except Refused as refused:
            return refused.problem()
        _leaflets[held.digest] = made
        while len(_leaflets) > KEPT:
            _leaflets.popitem(last=False)
    named = {"content-disposition": f'inline; filename="guide-{held.path.stem}.pdf"'}
    return Response(_leaflets[held.digest], media_type="application/pdf", headers=named)


async def file_of(request: Request, table: str) -> Response:
    """The table file that says what the table is."""
    try:
        held = await table_of((await visitor(request)).floor, table)
    except Refused as refused:
        return refused.problem()
    return Response(table_file(held.layout, held.held.name), media_type="application/toml")


def serve() -> None:
    """Put leaflet and table file on the application."""
    app.add_api_route("/table/{table}/guide.pdf", leaflet, include_in_schema=False)
    app.add_api_route("/table/{table}/table.toml", file_of, include_in_schema=False)
