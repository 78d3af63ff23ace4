"""Computations for pages, in their own threads and within the house's budget.

A page that exceeds the budget shows "try again in a moment". The event loop, and the tables on it, never wait for a
page.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from starlette.requests import HTTPConnection

from pitboss.chapter.layout import Layout
from pitboss.floor.policy import RequestTerms, default_policy
from pitboss.floor.threads import Overloaded, Workers
from pitboss.library.prices import Job, desk
from pitboss.table import Refused as RefusedByHouse
from pitboss.web.addresses import Refused

T = TypeVar("T")
AGAIN = 5.0
"""Seconds after which a page retries when the server is busy."""
_workers = Workers(2, "pitboss-pages")


def terms_of(request: HTTPConnection) -> RequestTerms:
    """Return the request budget of the floor; the default budget for pages without a floor."""
    floor = getattr(request.state, "floor", None)
    terms: RequestTerms = default_policy().requests if floor is None else floor.policy.requests
    return terms


async def computed(work: Callable[[], T], terms: RequestTerms | None = None) -> T:
    """Run work in a thread; raises `Refused` if the server is busy or the work takes too long."""
    terms = terms or default_policy().requests
    try:
        return await _workers.run(work, terms.waiting, terms.seconds)
    except Overloaded as busy:
        raise busy_page(str(busy)) from None


def price_job(layout: Layout, terms: RequestTerms, stake: int | None = None, meter: int | None = None) -> Job:
    """Return the job that computes a price; raises `ValueError` if it takes too long, or while the server is busy."""
    try:
        terms.check(layout)
    except RefusedByHouse as no:
        raise ValueError(no.answer.reason) from None
    return desk.job(layout, stake, meter, most=terms.waiting)


def busy_page(says: str) -> Refused:
    """Return the error page for a busy server."""
    return Refused(503, "Busy just now", f"{says[:1].upper()}{says[1:]}.", retry_after=AGAIN)
