"""Chemin de fer in two browsers: the bank is offered around, both see what it covers, and both play it."""

from playwright.sync_api import Page, expect

from tests.shared.at_table import STILL, Seat, big, rack
from tests.shared.browser import PHONE, NewPage, shot
from tests.shared.looks import fits
from tests.shared.served import Served
from tests.shared.waiting import wait_until

BANK = '.felt-piece[data-id="bank"]'
SETTLED = ".log-settled"


def played_out(*pages: Page) -> None:
    """Take the first choice at every question until the bank is settled, without starting another round."""

    def over() -> bool:
        if all(one.locator(SETTLED, has_text="Bank $60").count() for one in pages):
            return True
        page = next((one for one in pages if one.locator("[data-choice]").count()), None)
        if page is not None:
            entry = page.locator(".asking").get_attribute("data-entry")
            page.locator("[data-choice]").first.click()
            page.wait_for_function("(entry) => document.querySelector('.asking').dataset.entry !== entry", arg=entry)
        return False

    wait_until(over)


def test_two_browsers_play_chemin_de_fer_against_each_other(seat: Seat, new_page: NewPage, server: Served) -> None:
    ann = seat("chemin-de-fer", clock="never")
    bob = new_page(base_url=server.url, **STILL | PHONE)
    bob.goto(ann.url)
    bob.get_by_role("button", name="Sit down with $500").click()
    expect(bob.locator(".seat.you")).to_be_visible()
    expect(ann.locator(".seat.taken")).to_have_count(2)
    # Ann's seat comes before Bob's: she may put up a bank already, and he waits.
    expect(bob.locator(".question")).to_contain_text("nothing for you to wager on yet")
    for page in (bob, ann):
        big(page).click()
    # The bank is offered around: Ann is asked, and Bob sees it.
    expect(ann.locator("[data-choice=bank]")).to_be_visible()
    expect(bob.locator(".question")).to_contain_text("decides")
    ann.locator('[data-amount="bank"]').fill("100")
    ann.locator('[data-wager="bank"]').click()
    # Both see what it covers. Bob is offered all of it first, then a part.
    expect(bob.locator("[data-choice=banco]")).to_contain_text("$100 more")
    for page in (ann, bob):
        expect(page.locator(BANK)).to_contain_text("$0 covered, $100 left")
    shot(ann, "play/chemin-de-fer-desk")
    shot(bob, "play/chemin-de-fer-phone")
    bob.locator("[data-choice=pass]").click()
    expect(bob.locator("[data-choice=cover]")).to_contain_text("$100 more")
    bob.locator('[data-amount="against_bank"]').fill("60")
    bob.locator('[data-wager="against_bank"]').click()
    played_out(ann, bob)
    for page in (ann, bob):
        expect(page.locator(SETTLED, has_text="Wager against the bank $60").first).to_be_attached()
        expect(page.locator(SETTLED, has_text="Bank $60").first).to_be_attached()
        fits(page)
    # One player's loss is the other's win, less the vigorish; the tray follows the log.
    wait_until(lambda: rack(ann) + rack(bob) in (1000_00, 997_00))
    shot(bob, "play/chemin-de-fer-phone-after")
