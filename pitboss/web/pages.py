"""Adds the pages to the application, and shows an error page for everything else.

`register()` is called once before the application starts. It adds the pages and some plain JSON; lobby, tables and
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
from sqlalchemy.exc import OperationalError

from pitboss.floor.api.auth import address_of
from pitboss.floor.api.problems import problem_of
from pitboss.floor.store import CommitFailed
from pitboss.library.work import Overloaded
from pitboss.table import Refused as RefusedByHouse
from pitboss.web import checker_page, csp, editions_page, price_page, rules_page, theme
from pitboss.web.addresses import Query, Refused
from pitboss.web.greeting import greet
from pitboss.web.visitor import TROUBLE, Guests
from pitboss.web.work import AGAIN, CLIENT, busy_page

MOST_WAITING = 30
"""The maximum number of pages kept for browsers that have not connected yet. Each takes over a megabyte, and a browser
connects within a second or two."""
SLOWEST = 30.0
"""The maximum time for building a page, in seconds. Anything slower is computed after the page is shown."""

_being_built: set[str] = set()
"""Ids of the pages that are being built; they are not deleted meanwhile."""
Builder = Callable[..., Awaitable[None]]


def register() -> None:
    """Add all pages to NiceGUI's application."""
    register_reference_pages()
    _tables()


def register_reference_pages() -> None:
    """Add the pages that work without a floor."""
    theme.serve()
    csp.use_nonces()
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
    """Add the lobby, the tables and the staff's pages; visitors to the tables become guests."""
    from pitboss.web import (
        figures_page,
        guide_page,
        limits_page,
        lobby,
        open_page,
        people_pages,
        sessions_page,
        shuffles_page,
        surveillance_page,
        table_page,
        tournaments_page,
    )

    app.add_middleware(Guests)
    app.on_startup(lambda: background_tasks.create(_leftovers.mind(), name="memory of closed pages"))
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
    page("/sessions", sessions_page.sessions_page)
    sessions_page.serve()
    page("/limits", limits_page.limits_page)
    limits_page.serve()
    page("/figures", figures_page.figures_page)
    people_pages.serve()
    page("/surveillance", surveillance_page.tables_page)
    page("/surveillance/{table}", surveillance_page.rounds_page)
    surveillance_page.serve()


def page(path: str, build: Builder) -> None:
    """Register a page. Its builder receives the query and the named parts of the path.

    A builder raises `Refused` before creating anything; the refusal then becomes the page.
    """

    async def shown(**given: Any) -> None:
        request: Request = given.pop("request")
        delete_unused_pages()
        CLIENT.set(address_of(request))
        building = ui.context.client.id
        try:
            if len(_being_built) >= MOST_WAITING:
                raise busy_page("too many pages are being built; try again in a few seconds")
            _being_built.add(building)
            if trouble := request.scope.get(TROUBLE):
                raise _nothing_saved(trouble)
            await build(query_of(request), **given)
        except Refused as refused:
            theme.trouble(refused)
        except Overloaded as busy:
            theme.trouble(busy_page(str(busy)))
        except (CommitFailed, OperationalError) as problem:
            theme.trouble(_nothing_saved(problem_of(problem).detail))
        except RefusedByHouse as no:
            theme.trouble(Refused(409, "Not possible here", no.answer.reason))
        finally:
            _being_built.discard(building)
        await greet(request)

    names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    kind = Parameter.POSITIONAL_OR_KEYWORD
    # FastAPI and NiceGUI read the arguments from the signature.
    shown.__signature__ = Signature(  # type: ignore[attr-defined]
        [Parameter("request", kind, annotation=Request), *(Parameter(name, kind, annotation=str) for name in names)]
    )
    ui.page(path, response_timeout=SLOWEST)(shown)


def delete_unused_pages(most: int = MOST_WAITING) -> int:
    """Delete the oldest pages that were never connected, beyond `most`; returns how many were deleted.

    This bounds the memory taken by clients that request pages without opening them. A browser that returns to a deleted
    page gets a new one.
    """
    _leftovers.asked()
    waiting = [
        client
        for client in Client.instances.values()
        # A disconnected browser may come back shortly.
        if not (client.has_socket_connection or client._delete_tasks or client.id in _being_built)
    ]
    old = waiting[: max(0, len(waiting) - most)]
    for client in old:
        client.delete()
    if old:
        _leftovers.forgotten(len(old))
        _give_back()
    return len(old)


def _give_back() -> None:
    """Return freed memory to the system now and then; otherwise the allocator would keep it."""
    global _given_back
    if time.monotonic() > _given_back + EVERY:
        _given_back = time.monotonic()
        _trim()


def _trim() -> None:
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


EVERY = 10.0
"""Seconds between checks for memory to return."""
QUIET, FEW = 8, 20
"""A flood of requests is over once at most `FEW` pages were requested in `QUIET` checks."""
FLOOD = 100
"""The number of pages after which garbage collection is worth a brief pause for everyone."""
HEAP = 20
"""Collect garbage right away after this many unconnected pages were deleted: a block of memory is only returned to the
system once it is empty.
"""
_given_back = 0.0


class Leftovers:
    """Collects the reference cycles of deleted pages, which the garbage collector would otherwise ignore until there
    are a million objects."""

    def __init__(self) -> None:
        self._lately: deque[int] = deque([0], QUIET)
        self._left = 0
        self._forgotten = 0

    def asked(self) -> None:
        """Count a page request."""
        self._lately[-1] += 1
        self._left += 1

    def forgotten(self, count: int) -> None:
        """Count deleted pages that were never connected."""
        self._forgotten += count
        if self._forgotten >= HEAP:
            self._forgotten = 0
            gc.collect()

    def look(self) -> bool:
        """Check whether a flood of requests is over; if so, collect its garbage."""
        over = self._left >= FLOOD and len(self._lately) == QUIET and sum(self._lately) <= FEW
        self._lately.append(0)
        if over:
            self._left = 0
            gc.collect()
            _trim()
        return over

    async def mind(self) -> None:
        """Check periodically."""
        while True:
            await asyncio.sleep(EVERY)
            self.look()


_leftovers = Leftovers()


def query_of(request: Request) -> Query:
    """Return the query parameters; for repeated names, the last."""
    return dict(request.query_params)


def _nothing_saved(why: str) -> Refused:
    """Return the error page for a failing database: nothing is lost, and reloading continues."""
    says = f"Nothing can be saved at the moment: {why}. Everything acknowledged before is safe. Reload in a while."
    return Refused(503, "The floor cannot save", says, retry_after=AGAIN)


def _plain(build: Callable[[], Awaitable[None]]) -> Builder:
    async def shown(_: Query) -> None:
        await build()

    return shown


def _failed(_: Exception) -> None:
    """Show an error page for an unexpected exception; details are in the log."""
    theme.trouble(Refused(500, "Something went wrong", "This is our fault, not yours. The error was logged."))


async def _nothing_there(request: Request, exception: Exception) -> Response:
    """Return a 404 page for browsers, or JSON for other clients."""
    if "text/html" not in request.headers.get("accept", ""):
        return Refused(404, "Not found", f"There is nothing at {request.url.path[:100]}.").problem()
    delete_unused_pages()
    with Client(ui.page(""), request=request) as client:
        theme.trouble(Refused(404, "No such page", f"There is nothing at {request.url.path[:100]}. Available pages:"))
        await greet(request)
    return client.build_response(request, 404)
