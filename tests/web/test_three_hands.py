"""Seven cards are set into three hands on the page, by mouse, by keys and by touch, unseen by others."""

import re

from playwright.sync_api import expect

from tests.shared.at_table import Seat, go_on, wagering
from tests.shared.browser import PHONE, shot
from tests.shared.looks import in_good_order, readable
from tests.shared.set_cards import lie, to_the_setting

GAME = "asia-poker"


def test_seven_cards_are_set_into_three_hands_and_the_hint_shows_the_cost(seat: Seat) -> None:
    page = seat(GAME)
    to_the_setting(page, 7)
    expect(page.locator(".set-hand")).to_have_count(3)
    for place in (1, 2, 3, 4, 5):
        page.locator(f"[data-place='{place}']").click()
    lie(page, [1, 2, 3, 4], [5], [6, 7])
    page.wait_for_function("pitbossLive.hears()")
    page.keyboard.press("6")
    lie(page, [1, 2, 3, 4], [5, 6], [7])
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".asking .hint")).to_contain_text(re.compile("Best: high .*, medium .*, low"), timeout=120_000)
    expect(page.locator(".set-made")).to_have_count(3)
    shot(page, "play/three-hands")
    readable(page)
    in_good_order(page)
    go_on(page, page.locator("[data-choice=house_way]").click)
    expect(wagering(page)).to_be_visible()
    shot(page, "play/three-hands-over")


def test_a_hand_is_surrendered_by_touch_on_a_phone(seat: Seat) -> None:
    page = seat(GAME, **PHONE)
    to_the_setting(page, 7)
    shot(page, "play/three-hands-phone")
    go_on(page, page.locator("[data-choice=surrender]").tap)
    expect(page.locator(".log-entry", has_text="surrenders")).to_have_count(1)
    expect(wagering(page)).to_be_visible()
