"""A server with tables for the browser tests of this process, and somebody who sits down at one.

Everybody is somebody new, at a table of his own: what others do on the same floor does not matter to him.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.shared.at_table import PATIENCE, STILL, Seat, sit_down
from tests.shared.browser import NewPage
from tests.shared.served import Served, served

NO_LIMITS = {"PITBOSS_LIMITS": "off"}
"""More people come here in a minute, from one address, than a house would let in."""


@pytest.fixture(scope="session")
def server() -> Iterator[Served]:
    with served(environment=NO_LIMITS) as server:
        yield server


@pytest.fixture
def seat(new_page: NewPage, server: Served) -> Seat:
    """Somebody new, at a table of a game; where others come too, `clock="never"` lets a slow machine take its time."""

    def sit(game: str, clock: str = "company", **options: Any) -> Page:
        page = new_page(base_url=server.url, **STILL | options)
        page.set_default_timeout(PATIENCE)
        sit_down(page, server.url, game, clock=clock)
        return page

    return sit
