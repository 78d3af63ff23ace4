"""Animations and the clock: choices appear while there is time, and the default is taken when time is up."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.shared.at_table import BUY_IN, PATIENCE
from tests.shared.browser import NewPage
from tests.shared.served import Served


@pytest.mark.slow
def test_the_clock_of_a_poker_table_leaves_time_to_decide_before_the_default_applies(
    new_page: NewPage, server: Served
) -> None:
    page = new_page(base_url=server.url)  # with full animation the deal takes longer than a quarter of the clock
    page.set_default_timeout(PATIENCE)
    with httpx.Client(base_url=f"{server.url}/api/v1", timeout=60) as api:
        token = api.post("/people/guest").raise_for_status().json()["token"]
        api.headers["authorization"] = f"Bearer {token}"
        clock = {"clock": "always", "decision_seconds": 12}
        wanted = {"table": {"game": "poker", "options": {"small_blind": 1}}, "settings": clock}
        table = api.post("/tables", json=wanted).raise_for_status().json()["id"]
        at = f"/tables/{table}/commands"
        api.post(at, json={"do": "sit", "position": 1, "amount": BUY_IN}).raise_for_status()
        page.context.add_cookies([{"name": "pitboss", "value": token, "url": server.url}])
        page.goto(f"{server.url}/table/{table}")
        expect(page.locator(".seat.you")).to_be_visible()
        api.post(at, json={"do": "add_bot", "position": 2, "strategy": "cautious"}).raise_for_status()
    # The player does nothing hand after hand: the choices appear, and then the default is announced.
    expect(page.locator("[data-choice]").first).to_be_visible()
    expect(page.locator(".clock")).to_be_visible()
    expect(page.locator(".call")).to_contain_text("Guest")
    expect(page.locator(".log")).to_contain_text("folds")
