"""Pai gow in the browser: tiles are set by mouse, drag, keys and touch; then the bank is offered."""

import re

from playwright.sync_api import Page, expect

from tests.shared.at_table import STILL, Seat, big, go_on, wagering
from tests.shared.browser import PHONE, NewPage, shot
from tests.shared.looks import in_good_order, readable
from tests.shared.served import Served
from tests.shared.set_cards import lie, to_the_setting

GAME = "pai-gow"


def test_tiles_are_set_by_mouse_and_keys_and_a_bank_is_taken_against_the_dealers_wager(seat: Seat) -> None:
    page = seat(GAME)
    to_the_setting(page, 4)
    expect(page.locator(".felt [data-card]")).to_have_count(4)  # the player's own tiles and no others
    page.locator("[data-place='2']").click()
    lie(page, [2], [1, 3, 4])
    page.wait_for_function("pitbossLive.hears()")
    page.keyboard.press("4")
    lie(page, [2, 4], [1, 3])
    page.locator("[data-place='1']").drag_to(page.locator("[data-hand='0'] .set-cards"))
    lie(page, [1, 4], [2, 3])
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".asking .hint")).to_contain_text(re.compile(r"Best: "), timeout=120_000)
    expect(page.locator(".set-cost")).to_contain_text(re.compile("Average result .*"))
    expect(page.locator(".set-foul")).to_have_count(0)
    shot(page, "pai-gow/setting")
    readable(page)
    in_good_order(page)
    go_on(page, page.locator("[data-choice=set]").click)
    # The bank is offered to a player who has wagered against the dealer.
    expect(page.locator(".asking")).to_contain_text("The bank is offered to you")
    shot(page, "pai-gow/bank-offered")
    go_on(page, page.locator("[data-choice=bank]").click)
    expect(page.locator(".asking")).to_contain_text("dealer's wager against you")
    go_on(page, page.locator("[data-choice=same]").click)
    expect(wagering(page)).to_be_visible()
    expect(page.locator(".felt")).to_contain_text("against it")
    shot(page, "pai-gow/bank-taken")
    go_on(page, big(page).click)
    expect(page.locator(".set-card")).to_have_count(4)
    shot(page, "pai-gow/bank-sets")
    go_on(page, page.locator("[data-choice=house_way]").click)
    expect(page.locator(".log-entry", has_text="The dealer beats the bank in")).to_have_count(1)
    expect(wagering(page)).to_be_visible()  # not twice in a row: the dealer has the bank


def test_tiles_are_set_by_touch_on_a_phone_and_the_house_way_is_one_button(seat: Seat) -> None:
    page = seat(GAME, **PHONE)
    to_the_setting(page, 4)
    page.locator("[data-place='1']").tap()
    lie(page, [1], [2, 3, 4])
    page.locator("[data-place='3']").tap()
    lie(page, [1, 3], [2, 4])
    shot(page, "pai-gow/phone-setting")
    readable(page)
    in_good_order(page)
    go_on(page, page.locator("[data-choice=house_way]").tap)
    expect(page.locator(".asking")).to_contain_text("The bank is offered to you")
    shot(page, "pai-gow/phone-bank-offered")
    go_on(page, page.locator("[data-choice=pass]").tap)
    expect(wagering(page)).to_be_visible()


def has_the_bank(page: Page, other: Page) -> None:
    """One player takes the bank alone, without the dealer. The other wagers against it and sets first, unseen."""
    expect(other.locator(".question")).to_contain_text("decides")
    go_on(page, page.locator("[data-choice=bank]").click)
    go_on(page, page.locator("[data-choice=none]").click)
    expect(page.locator(".question")).to_contain_text("There are no wagers against your bank yet")
    expect(page.locator("[data-does=again]")).to_have_count(0)  # and makes no other wager
    expect(other.locator(".felt")).to_contain_text("against it")
    other.locator("[data-does=again]").click()
    expect(other.locator("[data-does=clear]")).to_be_visible()
    for one in (other, page):
        expect(big(one)).to_be_enabled()
        big(one).click()
    expect(other.locator(".set-card")).to_have_count(4)
    expect(page.locator(".question")).to_contain_text("decides")
    expect(page.locator(".felt [data-card]")).to_have_count(0)  # neither the other player's tiles nor, yet, their own
    go_on(other, other.locator("[data-choice=house_way]").click)
    expect(page.locator(".set-card")).to_have_count(4)
    expect(other.locator(".set-card")).to_have_count(0)
    go_on(page, page.locator("[data-choice=house_way]").click)


def test_two_browsers_set_in_private_and_the_bank_passes_from_one_to_the_other(
    seat: Seat, new_page: NewPage, server: Served
) -> None:
    ann = seat(GAME, clock="never")
    bob = new_page(base_url=server.url, **STILL | PHONE)
    bob.goto(ann.url)
    bob.get_by_role("button", name="Sit down with $500").click()
    for page in (ann, bob):
        page.locator("[data-does=again]").click()
        expect(page.locator("[data-does=clear]")).to_be_visible()
    for page in (ann, bob):
        big(page).click()
    # The dealer banks the first round. Both are asked at once: each has a board, sees no other tile, and Ann's
    # arrangement stays when Bob has set his.
    for page in (ann, bob):
        expect(page.locator(".set-card")).to_have_count(4)
        expect(page.locator(".felt [data-card]")).to_have_count(4)
    ann.locator(".set-card").first.click()
    laid = ann.locator(".set-hand").first.locator(".set-card")
    expect(laid).to_have_count(1)
    go_on(bob, bob.locator("[data-choice=house_way]").click)
    expect(bob.locator(".set-card")).to_have_count(0)
    expect(bob.locator(".question")).to_contain_text("decides")
    expect(laid).to_have_count(1)
    go_on(ann, ann.locator("[data-choice=house_way]").click)
    has_the_bank(ann, bob)
    shot(bob, "pai-gow/phone-bank-passed")
    has_the_bank(bob, ann)
    expect(ann.locator("[data-choice=bank]")).to_be_visible()
