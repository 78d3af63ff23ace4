"""Keno tickets in a real browser: marked by mouse, touch and keyboard, and handed in."""

from playwright.sync_api import expect

from tests.shared.at_table import STILL, big, go_on, lay, rack, sit_down
from tests.shared.browser import PHONE, NewPage, shot
from tests.shared.served import Served

MARKED = ("number 1", "number 2", "pen 1", "number 33", "number 34", "way 0", "way 1")


def test_a_way_ticket_is_marked_with_the_mouse_written_and_drawn(new_page: NewPage, server: Served) -> None:
    page = new_page(**STILL)
    sit_down(page, server.url, "keno")
    for cell in MARKED:
        lay(page, f"|{cell}|0")
    expect(page.locator(".felt")).to_contain_text("[1 2][33 34] 2/2 1/4 @1.00")
    expect(page.locator(".felt")).to_contain_text("way ticket, 3 ways: $3")
    lay(page, "|write|0")
    expect(page.locator(".tray .laid")).to_have_text("$3 bet")
    shot(page, "keno-desk-marked")
    assert rack(page) == 497_00
    go_on(page, big(page).click)
    expect(page.locator('[data-id^="ball|1|"]')).to_have_count(20)
    shot(page, "keno-desk-drawn")


def test_a_quick_pick_is_touched_on_a_phone(new_page: NewPage, server: Served) -> None:
    page = new_page(**STILL | PHONE)
    sit_down(page, server.url, "keno")
    page.locator('[data-area="|quick 8|0"]').tap()
    expect(page.locator(".tray .laid")).to_have_text("$1 bet")
    shot(page, "keno-phone-picked", whole=True)
    expect(page.locator('[data-id^="ticket|"]')).to_have_count(8)


def test_a_number_is_marked_by_key(new_page: NewPage, server: Served) -> None:
    page = new_page(**STILL)
    sit_down(page, server.url, "keno")
    page.locator('[data-area="|number 12|0"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".felt")).to_contain_text("[12 13] 1/2 @1.00")
