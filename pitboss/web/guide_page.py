"""The gaming guide of an open table (8.5): on screen, as a leaflet to print, and whether it is up to date.

The guide is generated from the table's current state, written as a table file, and carries that file's hash. A reader
with an older guide (`?of=`), or with the page open when the table changes, is told that it is out of date.
"""

from __future__ import annotations

from collections import OrderedDict

from fastapi import Request, Response
from nicegui import app, background_tasks, ui

from pitboss.documents.html import fragment
from pitboss.documents.paper import pdf
from pitboss.floor.api.auth import address_of
from pitboss.floor.floor import Floor
from pitboss.library.papers.guides import guide
from pitboss.library.papers.table import PaperTable, table_file
from pitboss.web import theme
from pitboss.web.addresses import Query, Refused
from pitboss.web.markup import Markup, el
from pitboss.web.table_page import price_query
from pitboss.web.visitor import visitor
from pitboss.web.work import CLIENT, computed, terms_of

EVERY = 3.0
"""Seconds between checks whether the table has changed."""
KEPT = 16
STALE = (
    "This guide is out of date: the table has changed since it was written. It is withdrawn (8.5); the table's "
    "current rules apply."
)
_leaflets: OrderedDict[str, bytes] = OrderedDict()
"""Recently requested leaflets, by the hash of their table files."""


async def table_of(floor: Floor, table: str) -> PaperTable:
    """Return an open table as a document's subject."""
    shown = await price_query(floor, table)
    return PaperTable.of(shown.game.layout, shown.info.name, file=f"table-{shown.info.id}.toml")


async def guide_page(query: Query, table: str) -> None:
    """Show the guide to a table in its current state."""
    who = await visitor()
    held = await table_of(who.floor, table)
    number = held.path.stem.removeprefix("table-")
    with theme.frame(f"Gaming guide: {held.held.name}") as page:
        page.main.classes("guide-room")
        theme.heading(f"Gaming guide: {held.game}")
        stale = ui.label(STALE).classes("form-trouble stale").props('role="alert"')
        stale.set_visibility(False)
        if (asked := query.get("of", "")[:64]) and not held.digest.startswith(asked):
            theme.written(
                el(
                    "p",
                    f"The guide {asked} is out of date. This is the current one.",
                    class_="form-trouble",
                )
            )
        with ui.element("p"):
            ui.link("Leaflet to print and fold (PDF)", f"/table/{number}/guide.pdf")
            theme.written(Markup(" · "), "span")
            ui.link("Table file", f"/table/{number}/table.toml")
            theme.written(Markup(" · "), "span")
            ui.link("Back to the table", f"/table/{number}")
        content = ui.element("div").classes("guide").props('aria-live="polite"')
        with content:
            ui.label("Writing the guide…").classes("quiet")
    client = ui.context.client

    async def fill() -> None:
        try:
            document = await computed(who.floor.policy.requests, guide, held)
        except Refused as refused:
            with client.content:
                ui.label(refused.says).classes("form-trouble")
            return
        if not client.is_deleted:
            with client.content:
                content.clear()
                with content:
                    # The document was escaped when it was rendered as HTML.
                    theme.written(Markup(fragment(document)))

    async def look() -> None:
        try:
            now = await table_of(who.floor, table)
        except Refused:
            return
        stale.set_visibility(now.digest != held.digest)

    background_tasks.create(fill(), name="guide of a table")
    ui.timer(EVERY, look)


async def leaflet(request: Request, table: str) -> Response:
    """Serve the guide as a sheet that folds into a leaflet."""
    try:
        held = await table_of((await visitor(request)).floor, table)
    except Refused as refused:
        return refused.problem()
    if held.digest not in _leaflets:
        try:
            CLIENT.set(address_of(request))
            document = await computed(terms_of(request), _leaflet, held)
        except Refused as refused:
            return refused.problem()
        _leaflets[held.digest] = document
        while len(_leaflets) > KEPT:
            _leaflets.popitem(last=False)
    named = {"content-disposition": f'inline; filename="guide-{held.path.stem}.pdf"'}
    return Response(_leaflets[held.digest], media_type="application/pdf", headers=named)


def _leaflet(held: PaperTable) -> bytes:
    return pdf(guide(held))


async def file_of(request: Request, table: str) -> Response:
    """Serve the table file that describes the table."""
    try:
        held = await table_of((await visitor(request)).floor, table)
    except Refused as refused:
        return refused.problem()
    return Response(table_file(held.layout, held.held.name), media_type="application/toml")


def serve() -> None:
    """Add the leaflet and the table file to the application."""
    app.add_api_route("/table/{table}/guide.pdf", leaflet, include_in_schema=False)
    app.add_api_route("/table/{table}/table.toml", file_of, include_in_schema=False)
