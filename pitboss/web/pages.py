"""The reading rooms put on the application: every address of theirs, and what is shown where there is nothing.

`register()` is called once, before the application starts. It adds pages and plain JSON beside them; lobby, tables and
surveillance register themselves in the same way.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import time
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from inspect import Parameter, Signature
from typing import Any

from fastapi import Request, Response
from nicegui import Client, app, background_tasks, ui

from pitboss.floor.threads import Overloaded
from pitboss.table import Refused as RefusedByHouse
from pitboss.web import checker_page, editions_page, price_page, rules_page, theme
from pitboss.web.addresses import Query, Refused
from pitboss.web.greeting import greet
from pitboss.web.visitor import Guests
from pitboss.web.work import busy_page

MOST_WAITING = 30
"""So many pages are kept for browsers that have not connected to them yet: each takes more than a megabyte, and a
browser connects within a second or two."""
SLOWEST = 30.0
"""So many seconds may a page take to be made. What takes longer is computed after it is shown."""

Builder = Callable[..., Awaitable[None]]


def register() -> None:
    """Put all pages on NiceGUI's application."""
    reading_rooms()
    _tables()


def reading_rooms() -> None:
    """Put the pages there that need no floor."""
    theme.serve()
    page("/rules", _plain(rules_page.index_page))
    page("/rules/{game}", rules_page.rules_page)
    page("/price", price_page.index_page)
    app.add_api_route("/price/{game}.json", price_page.price_json, include_in_schema=False)
    page("/price/{game}", price_page.price_page)
    page("/check", checker_page.checker_page)
    page("/editions", editions_page.editions_page)
    app.add_api_route("/editions.json", editions_page.editions_json, include_in_schema=False)
    app.on_page_exception(_failed)
    app.add_exception_handler(404, _nothing_there)


def _tables() -> None:
    """Put lobby, tables and the staff's pages there; whoever comes to the tables is a guest."""
    from pitboss.web import (
        guide_page,
        lobby,
        open_page,
        people_pages,
        shuffles_page,
        surveillance_page,
        table_page,
        tournaments_page,
    )

    app.add_middleware(Guests)
    app.on_startup(lambda: background_tasks.create(_leftovers.mind(), name="what pages leave behind"))
    page("/", lobby.lobby_page)
    page("/open/{game}", open_page.open_page)
    page("/table/{table}", table_page.table_page)
    page("/table/{table}/shuffles", shuffles_page.shuffles_page)
    page("/table/{table}/guide", guide_page.guide_page)
    guide_page.serve()
    page("/table/{table}/rounds", surveillance_page.replay_page)
    page("/tournaments", tournaments_page.list_page)
    page("/tournaments/{tournament}", tournaments_page.one_page)
    page("/people", people_pages.people_page)
    page("/staff", people_pages.staff_page)
    people_pages.serve()
    page("/surveillance", surveillance_page.tables_page)
    page("/surveillance/{table}", surveillance_page.rounds_page)
    surveillance_page.serve()


def page(path: str, build: Builder) -> None:
    """Register a page. Its builder is given the query and the parts of the path that have a name.

    A builder refuses (`Refused`) before it makes anything; the refusal is then the page.
    """

    async def shown(**given: Any) -> None:
        request: Request = given.pop("request")
        make_room()
        try:
            await build(query_of(request), **given)
        except Refused as refused:
            theme.trouble(refused)
        except Overloaded as busy:
            theme.trouble(busy_page(str(busy)))
        except RefusedByHouse as no:
            theme.trouble(Refused(409, "Not possible here", no.answer.reason))
        await greet(request)

    names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    kind = Parameter.POSITIONAL_OR_KEYWORD
    # FastAPI and NiceGUI read from the signature what to hand in.
    shown.__signature__ = Signature(  # type: ignore[attr-defined]
        [Parameter("request", kind, annotation=Request), *(Parameter(name, kind, annotation=str) for name in names)]
    )
    ui.page(path, response_timeout=SLOWEST)(shown)


def make_room(most: int = MOST_WAITING) -> int:
    """Forget the oldest pages to which nobody has connected, beyond so many; returns how many were forgotten.

    Whoever asks for pages from many addresses and looks at none of them so costs a bounded part of the memory; who
    comes back to a page that was forgotten is shown it anew.
    """
    _leftovers.asked()
    waiting = [
        client
        for client in Client.instances.values()
        if not client.has_socket_connection and not client._delete_tasks  # who was there may come back in a moment
    ]
    old = waiting[: max(0, len(waiting) - most)]
    for client in old:
        client.delete()
    if old:
        _leftovers.forgotten(len(old))
        _give_back()
    return len(old)


def _give_back() -> None:
    """What was freed goes back to the system, now and then: else the allocator keeps it for ever."""
    global _given_back
    if time.monotonic() > _given_back + EVERY:
        _given_back = time.monotonic()
        _trim()


def _trim() -> None:
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


EVERY = 10.0
"""Seconds between looks at what can be given back."""
QUIET, FEW = 8, 20
"""When in so many looks no more pages were asked for than these few, a flood is over, and its pages are forgotten."""
FLOOD = 100
"""So many pages leave so much behind that it is worth a moment of everybody's time to look for it."""
HEAP = 20
"""So many pages that nobody looked at were forgotten: what they hold is let go before it takes new memory, which the
interpreter gives back only where nothing at all is left in it."""
_given_back = 0.0


class Leftovers:
    """What pages leave behind when they are forgotten: objects that hold one another, which nobody looks for until
    there are a million."""

    def __init__(self) -> None:
        self._lately: deque[int] = deque([0], QUIET)
        self._left = 0
        self._forgotten = 0

    def asked(self) -> None:
        """A page is asked for."""
        self._lately[-1] += 1
        self._left += 1

    def forgotten(self, count: int) -> None:
        """So many pages to which nobody had connected were forgotten, because others came."""
        self._forgotten += count
        if self._forgotten >= HEAP:
            self._forgotten = 0
            gc.collect()

    def look(self) -> bool:
        """Once in a while: whether a flood is over, and what it left was looked for."""
        over = self._left >= FLOOD and len(self._lately) == QUIET and sum(self._lately) <= FEW
        self._lately.append(0)
        if over:
            self._left = 0
            gc.collect()
            _trim()
        return over

    async def mind(self) -> None:
        """Look again and again."""
        while True:
            await asyncio.sleep(EVERY)
            self.look()


_leftovers = Leftovers()


def query_of(request: Request) -> Query:
    """What an address asks after its question mark; of a name given twice, the last."""
    return dict(request.query_params)


def _plain(build: Callable[[], Awaitable[None]]) -> Builder:
    async def shown(_: Query) -> None:
        await build()

    return shown


def _failed(_: Exception) -> None:
    """What a reader sees of a fault of ours. The log has the rest."""
    theme.trouble(Refused(500, "Something went wrong", "That is our fault, not yours, and has been written down."))


async def _nothing_there(request: Request, exception: Exception) -> Response:
    """A page where a browser asked for one that there is not; for whoever asked for data, data."""
    if "text/html" not in request.headers.get("accept", ""):
        return Refused(404, "Nothing there", f"There is nothing at {request.url.path[:100]}.").problem()
    make_room()
    with Client(ui.page(""), request=request) as client:
        theme.trouble(Refused(404, "No such page", f"There is nothing at {request.url.path[:100]}. These there are:"))
        await greet(request)
    return client.build_response(request, 404)
