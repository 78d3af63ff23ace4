"""Computations for pages, within the house's budget.

A page that exceeds the budget shows "try again in a moment". The event loop, and the tables on it, never wait for a
page.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import TypeVar

from nicegui import ui
from starlette.requests import HTTPConnection

from pitboss.chapter.layout import Layout
from pitboss.floor.api.auth import address_of
from pitboss.floor.policy import RequestTerms, default_policy
from pitboss.library import work as bounded
from pitboss.library.prices import Job, desk
from pitboss.table import Refused as RefusedByHouse
from pitboss.web.addresses import Refused

T = TypeVar("T")
AGAIN = 5.0
"""Seconds after which a page retries when the server is busy."""
CLIENT: ContextVar[str] = ContextVar("client", default="pages")
"""The network address of whoever requested the page."""


def terms_of(request: HTTPConnection) -> RequestTerms:
    """Return the request budget of the floor; the default budget for pages without a floor."""
    floor = getattr(request.state, "floor", None)
    terms: RequestTerms = default_policy().requests if floor is None else floor.policy.requests
    return terms


def client_here() -> str:
    """Return the network address of the browser whose page is being built or whose event is handled."""
    try:
        return address_of(ui.context.client.request)
    except (RuntimeError, AttributeError):  # outside of a page's elements
        return CLIENT.get()


async def computed(terms: RequestTerms | None, work: Callable[..., T], *given: object) -> T:
    """Run `work` in a worker process; raises `Refused` if the server is busy or it takes too long.

    The default `terms` are those of the package. `work` must be a module-level function, because it is sent to another
    process.
    """
    terms = terms or default_policy().requests
    try:
        return await bounded.computed(client_here(), terms.waiting, terms.seconds, work, *given)
    except bounded.Overloaded as busy:
        raise busy_page(str(busy)) from None


def price_job(layout: Layout, terms: RequestTerms, stake: int | None = None, meter: int | None = None) -> Job:
    """Return the job that computes a price; raises `ValueError` if it takes too long, or while the server is busy."""
    try:
        terms.check(layout)
    except RefusedByHouse as no:
        raise ValueError(no.answer.reason) from None
    return desk.job(layout, stake, meter, most=terms.waiting, client=client_here())


def busy_page(says: str) -> Refused:
    """Return the error page for a busy server."""
    return Refused(503, "Busy just now", f"{says[:1].upper()}{says[1:]}.", retry_after=AGAIN)
