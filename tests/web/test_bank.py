"""Chemin de fer between two browsers: the bank is offered around, everybody sees what it covers, both play it."""

from playwright.sync_api import Page, expect

from at_table import STILL, Seat, big
from browser import PHONE, NewPage, shot
from looks import fits
from served import Served

GAME = "chemin-de-fer"


def played(pages: tuple[Page, Page]) -> int:
    """Whoever is asked takes the first of his choices, until people may come and go again; how often that was."""
    decided = 0
    ann, bob = pages
    while True:
        asked = ann.locator(".choice").or_(bob.locator(".choice")).or_(big(ann)).first
        expect(
            ann.locator(".choice").or_(big(ann)).or_(ann.locator(".question", has_text="decides")).first
        ).to_be_visible()
        page = next((one for one in pages if one.locator("[data-choice]").count()), None)
        if page is None:
            if big(ann).is_visible() and big(bob).is_visible():
                return decided
            ann.wait_for_timeout(50)
            continue
        assert asked is not None
        entry = page.locator(".asking").get_attribute("data-entry")
        page.locator("[data-choice]").first.click()
        page.wait_for_function(f"document.querySelector('.asking').dataset.entry !== '{entry}'")
        decided += 1


def test_two_browsers_play_chemin_de_fer_against_each_other(seat: Seat, new_page: NewPage, server: Served) -> None:
    ann = seat(GAME)
    expect(big(ann)).to_have_attribute("aria-disabled", "true")
    bob = new_page(base_url=server.url, **STILL | PHONE)
    bob.goto(ann.url)
    bob.get_by_role("button", name="Sit down with $500").click()
    expect(bob.locator(".seat.you")).to_be_visible()
    expect(ann.locator(".seat.taken")).to_have_count(2)
    for page in (ann, bob):
        big(page).click()
    # The bank is offered around: whose seat comes first is asked, and the other sees that.
    banker, other = (bob, ann) if bob.locator("[data-choice=bank]").count() else (ann, bob)
    expect(banker.locator("[data-choice=bank]").or_(other.locator("[data-choice=bank]"))).to_be_visible()
    banker, other = (bob, ann) if bob.locator("[data-choice=bank]").count() else (ann, bob)
    expect(other.locator(".question")).to_contain_text("decides")
    banker.locator('[data-amount="bank"]').fill("100")
    banker.locator('[data-wager="bank"]').click()
    # Everybody sees what the bank covers.
    expect(other.locator("[data-choice=banco]")).to_contain_text("$100 more")
    for page in (ann, bob):
        expect(page.locator('.felt-piece[data-id="bank"]')).to_contain_text("$0 covered, $100 left")
    other.locator("[data-choice=pass]").click()
    expect(other.locator("[data-choice=cover]")).to_contain_text("$100 more")
    other.locator('[data-amount="against_bank"]').fill("60")
    other.locator('[data-wager="against_bank"]').click()
    for page in (ann, bob):
        expect(
            page.locator('.felt-piece[data-id="bank"]').or_(page.locator(".log-settled").first).first
        ).to_be_visible()
    shot(ann, "play/chemin-de-fer-desk")
    shot(bob, "play/chemin-de-fer-phone")
    played((ann, bob))
    for page in (ann, bob):
        expect(page.locator(".log-settled", has_text="Wager against the bank $60").first).to_be_visible()
        expect(page.locator(".log-settled", has_text="Bank $60").first).to_be_visible()
        fits(page)
    assert ann.locator(".log-said").all_inner_texts() == bob.locator(".log-said").all_inner_texts()
