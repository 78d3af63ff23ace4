"""Computations for pages: in threads of their own, within the budget of the house.

A page that asks for more than the budget says "try again in a moment". The event loop, and the tables on it, never wait
for a page.
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
"""Seconds after which a page that found the server busy asks again."""
_workers = Workers(2, "pitboss-pages")


def terms_of(request: HTTPConnection) -> RequestTerms:
    """The budget of the floor that a request came to; pages without a floor have the default one."""
    floor = getattr(request.state, "floor", None)
    terms: RequestTerms = default_policy().requests if floor is None else floor.policy.requests
    return terms


async def computed(work: Callable[[], T], terms: RequestTerms | None = None) -> T:
    """The result of some work; `Refused` while too much is being computed, or if it takes too long."""
    terms = terms or default_policy().requests
    try:
        return await _workers.run(work, terms.waiting, terms.seconds)
    except Overloaded as busy:
        raise busy_page(str(busy)) from None


def price_job(layout: Layout, terms: RequestTerms, stake: int | None = None, meter: int | None = None) -> Job:
    """The job of a price; a `ValueError` for one that takes too long to compute, or while too many are computed."""
    try:
        terms.check(layout)
    except RefusedByHouse as no:
        raise ValueError(no.answer.reason) from None
    return desk.job(layout, stake, meter, most=terms.waiting)


def busy_page(says: str) -> Refused:
    """The page that is shown while the server is busy."""
    return Refused(503, "Busy just now", f"{says[:1].upper()}{says[1:]}.", retry_after=AGAIN)
