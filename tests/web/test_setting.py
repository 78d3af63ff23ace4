"""Cards are set into hands on the page: by mouse, by drag, by number keys and by touch; a foul is announced first."""

import re

from playwright.sync_api import expect

from tests.shared.at_table import STILL, Seat, go_on, wagering
from tests.shared.browser import PHONE, NewPage, shot
from tests.shared.looks import in_good_order, readable
from tests.shared.served import Served
from tests.shared.set_cards import lie, to_the_setting

GAME = "fast-action-holdem"


def test_cards_are_tapped_dragged_and_moved_by_keys_and_a_foul_is_reported_before_it_is_set(
    seat: Seat, new_page: NewPage, server: Served
) -> None:
    page = seat(GAME)
    to_the_setting(page, 4)
    lie(page, [], [1, 2, 3, 4])
    set_them = page.locator("[data-choice=set]")
    expect(set_them).to_have_attribute("aria-disabled", "true")
    # A spectator sees four cards face down, and not how they are set.
    other = new_page(base_url=server.url, **STILL)
    other.goto(page.url)
    expect(other.locator(".question")).to_contain_text("decides")
    # The price of the wager appears once it is computed.
    expect(other.locator(".felt-area").first).to_have_attribute("aria-label", re.compile("house edge"))
    before = other.locator(".felt").inner_html()

    page.locator("[data-place='2']").click()
    lie(page, [2], [1, 3, 4])
    page.wait_for_function("pitbossLive.hears()")
    page.keyboard.press("4")
    lie(page, [2, 4], [1, 3])
    page.locator("[data-place='1']").drag_to(page.locator("[data-hand='0'] .set-cards"))
    lie(page, [1, 4], [2, 3])
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".asking .hint")).to_contain_text(re.compile(r"Best: high \S+ \S+, low"), timeout=120_000)
    made = page.locator(".set-made")
    expect(made).to_have_count(2)
    expect(page.locator(".set-foul, .set-cost")).to_have_count(1)
    shot(page, "play/setting")
    readable(page)
    in_good_order(page)
    assert other.locator(".felt").inner_html() == before

    # Either a setting or its reverse is a foul, unless the hands are equal: it is announced, refused, and set on
    # request.
    if page.locator(".set-foul").count() == 0:
        for place, hands in (
            ("1", ([4], [1, 2, 3])),
            ("4", ([], [1, 2, 3, 4])),
            ("2", ([2], [1, 3, 4])),
            ("3", ([2, 3], [1, 4])),
        ):
            page.locator(f"[data-place='{place}']").click()
            lie(page, *hands)
        expect(page.locator(".set-foul, .set-cost")).to_have_count(1)
    if page.locator(".set-foul").count():
        expected = re.compile(r"A foul, which loses: the high hand, .* is lower")
        expect(page.locator(".set-foul")).to_contain_text(expected)
        set_them.click()
        expect(set_them).to_contain_text("Set it anyway")
        shot(page, "play/setting-foul")
        expect(page.locator(".set-card")).to_have_count(4)
        go_on(page, set_them.click)
        expect(page.locator(".log-entry", has_text="a foul")).to_have_count(1)
    expect(wagering(page)).to_be_visible()


def test_cards_are_set_by_touch_on_a_phone_and_the_house_way_is_one_button(seat: Seat) -> None:
    page = seat(GAME, **PHONE)
    to_the_setting(page, 4)
    shot(page, "play/setting-phone")
    page.locator("[data-place='1']").tap()
    lie(page, [1], [2, 3, 4])
    page.locator("[data-place='3']").tap()
    lie(page, [1, 3], [2, 4])
    shot(page, "play/setting-phone-set")
    go_on(page, page.locator("[data-choice=house_way]").tap)
    expect(wagering(page)).to_be_visible()
    shot(page, "play/setting-phone-over")
