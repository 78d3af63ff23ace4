"""Everything a player needs is within reach: opponents at a table for two, lobby links and keno tickets on a phone, and
the player's own cards next to the question.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.shared.at_table import PATIENCE, STILL, Seat, big, sit_down
from tests.shared.browser import PHONE, NewPage, shot
from tests.shared.served import Served

FINGER = 44
"""Touch targets are at least this many pixels wide and high."""

SEEN_WHOLE = """(selector) => {
    const box = document.querySelector(selector).getBoundingClientRect();
    const panel = document.querySelector('.doing').getBoundingClientRect();
    return box.top >= 0 && box.bottom <= panel.top + 1 && box.left >= 0 && box.right <= innerWidth + 1;
}"""
"""Whether a part of the felt is inside the window and not covered by the panel below."""


def test_a_lone_player_gets_opponents_with_one_button(new_page: NewPage, server: Served) -> None:
    page = new_page(**STILL | PHONE)
    sit_down(page, server.url, "chemin-de-fer")
    expect(page.locator(".question")).to_contain_text("add a bot")
    page.get_by_role("button", name="Play against three bots").tap()
    expect(page.locator(".seat.bot")).to_have_count(3)
    expect(page.get_by_role("button", name="Play against three bots")).to_have_count(0)
    expect(page.locator(".question")).not_to_contain_text("add a bot")


def test_a_house_table_for_two_seats_a_bot(new_page: NewPage, server: Served) -> None:
    page = new_page(base_url=server.url, **STILL | PHONE)
    page.goto("/?find=chemin")
    page.locator(".game-row[data-game=chemin-de-fer]").get_by_role("button", name="Play").tap()
    page.wait_for_url("**/table/*")
    expect(page.locator(".seat.taken").nth(1)).to_be_visible()  # a bot, or a visitor from another test
    expect(page.locator(".question")).not_to_contain_text("add a bot")


def test_a_phone_opens_tables_and_finds_prices(new_page: NewPage, server: Served) -> None:
    page = new_page(base_url=server.url, **STILL | PHONE)
    page.goto("/")
    for name, address in (("Open a table", "/open/"), ("Price", "/price/")):
        ways = page.locator(".game-row .at-does a", has_text=name)
        for way in ways.all():
            expect(way).to_be_visible()
            box = way.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= FINGER, f"{name}: {box}"
        assert ways.count() == page.locator(".game-row").count()
        expect(ways.first).to_have_attribute("href", re.compile(f"^{address}"))
    shot(page, "lobby/phone-ways")
    page.locator(".game-row[data-game=craps]").get_by_role("link", name="Open a table").tap()
    page.wait_for_url("**/open/craps")


def test_a_keno_ticket_is_written_beside_the_draw_button_on_a_phone(new_page: NewPage, server: Served) -> None:
    page = new_page(**STILL | PHONE)
    sit_down(page, server.url, "keno")
    write = page.locator(".answers").get_by_role("button", name="Write the ticket")
    expect(write).to_have_count(0)  # no number is marked yet
    for number in (3, 17, 44):
        page.locator(f'[data-area="|number {number}|0"]').tap()
    expect(write).to_be_in_viewport(ratio=1)
    shot(page, "keno-phone-marked")
    write.tap()
    expect(page.locator(".tray .laid")).to_have_text("$1 bet")
    expect(big(page)).not_to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize("game", ["asia-poker", "pai-gow-poker", "pai-gow"])
def test_the_panel_leaves_the_players_seat_visible(seat: Seat, game: str) -> None:
    page = seat(game, reduced_motion="no-preference", viewport={"width": 1440, "height": 900})
    to_the_question(page)
    page.wait_for_function(SEEN_WHOLE, arg="[data-id=turn]", timeout=PATIENCE)
    shot(page, f"play/own-seat-{game}")


def to_the_question(page: Page) -> None:
    """Make the proposed wager and watch the deal until there are cards to set."""
    page.locator('[data-does="again"]').click()
    expect(big(page)).not_to_have_attribute("aria-disabled", "true")
    big(page).click()
    expect(page.locator(".setting")).to_be_visible()
