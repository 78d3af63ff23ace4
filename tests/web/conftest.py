"""A server with tables for this process's browser tests, and a new player who sits down at one.

Every test has its own visitor and its own table, so what others do on the same floor does not matter.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.shared.at_table import PATIENCE, STILL, Seat, sit_down
from tests.shared.browser import NewPage
from tests.shared.served import Served, served

NO_LIMITS = {"PITBOSS_LIMITS": "off"}
"""More visitors arrive per minute from one address than a real floor would admit."""


@pytest.fixture(scope="session")
def server() -> Iterator[Served]:
    with served(environment=NO_LIMITS) as server:
        yield server


@pytest.fixture
def seat(new_page: NewPage, server: Served) -> Seat:
    """A new visitor seated at a table of a game. Pass `clock="never"` where a slow machine may take its time."""

    def sit(game: str, clock: str = "company", **options: Any) -> Page:
        page = new_page(base_url=server.url, **STILL | options)
        page.set_default_timeout(PATIENCE)
        sit_down(page, server.url, game, clock=clock)
        return page

    return sit
