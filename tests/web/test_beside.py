"""Refusals and advice appear next to the felt, covering and moving nothing."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.shared.at_table import Seat, asked, big, choose, comes_to, go_on, laid, lay
from tests.shared.browser import PHONE, shot

TABLET = {"viewport": {"width": 820, "height": 1180}, "is_mobile": True, "has_touch": True}
DEVICES = [pytest.param({}, id="desk"), pytest.param(TABLET, id="tablet"), pytest.param(PHONE, id="phone")]

PLACES = """() => Object.fromEntries(['.felt', '.doing', '.press.big'].map((part) => {
    const at = document.querySelector(part).getBoundingClientRect();
    return [part, [at.x, at.y, at.width, at.height].map(Math.round)]; }))"""
BROUGHT_UP = """() => {
    const felt = document.querySelector('.felt-box').getBoundingClientRect();
    const foot = document.querySelector('.doing').getBoundingClientRect().top;
    return felt.top >= 0 && (felt.bottom <= foot + 8 || felt.top < 6);
}"""
"""A question scrolls the felt up as far as it can go, and it must stay there."""
OUTSIDE = """(part) => {
    const inner = document.querySelector(part).getBoundingClientRect();
    const outer = document.querySelector('.doing').getBoundingClientRect();
    const aside = Math.max(outer.left - inner.left, inner.right - outer.right);
    return Math.max(outer.top - inner.top, inner.bottom - outer.bottom, aside);
}"""
"""The number of pixels by which an element sticks out of its part of the page."""


TOO_WIDE = """() => [...document.querySelectorAll('.choice .press-worth')].map((one) => {
        const words = document.createRange();
        words.selectNodeContents(one);
        return [one.innerText, words.getBoundingClientRect().width - one.closest('.choice').clientWidth];
    }).filter(([, over]) => over > 0)"""
"""Figures that stick out of their buttons."""


@pytest.mark.parametrize("device", DEVICES)
def test_a_refusal_does_not_cover_the_felt(seat: Seat, device: dict[str, Any], request: pytest.FixtureRequest) -> None:
    page = seat("craps", **device)
    choose(page, "$5")
    before = page.evaluate(PLACES)
    lay(page, "place_win_6||0")
    expect(page.locator(".notice")).to_contain_text("cannot be paid exactly")
    shot(page, f"beside/refused-{request.node.callspec.id}")
    comes_to(lambda: page.evaluate(PLACES), lambda: before)
    assert page.evaluate(OUTSIDE, ".notice") <= 1
    # The felt accepts the next chip as usual.
    lay(page, "field||0")
    expect(page.locator(".tray .laid")).to_have_text("$5 bet")
    expect(page.locator(".notice")).to_have_count(0)


@pytest.mark.parametrize("device", DEVICES)
def test_a_hint_does_not_cover_the_felt(seat: Seat, device: dict[str, Any], request: pytest.FixtureRequest) -> None:
    page = seat("blackjack", **device)
    to_a_hand(page)
    page.wait_for_function(BROUGHT_UP)
    before = page.evaluate(PLACES.replace(", '.press.big'", ""))
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint")).to_contain_text("Best:", timeout=120_000)
    shot(page, f"beside/hint-{request.node.callspec.id}")
    comes_to(lambda: page.evaluate(PLACES.replace(", '.press.big'", "")), lambda: before)
    assert page.evaluate(OUTSIDE, ".hint") <= 1
    comes_to(lambda: page.evaluate(TOO_WIDE), list)


def to_a_hand(page: Page) -> None:
    """Play until the player has a hand that can stand."""
    for _ in range(20):
        page.locator("[data-does=again]").click()
        expect(page.locator("[data-does=clear]")).to_be_visible()
        go_on(page, big(page).click)
        if asked(page, "[data-choice=decline]"):
            go_on(page, page.locator("[data-choice=decline]").click)
        if asked(page, "[data-choice=stand]"):
            return
    raise AssertionError("twenty rounds, and nothing to decide")


def test_1_4_e_the_chip_that_lies_ready_fits_the_place_that_is_clicked(seat: Seat) -> None:
    page = seat("craps")
    lay(page, "place_win_6||0")
    expect(page.locator(".tray .laid")).to_have_text("$6 bet")
    expect(page.locator(".notice")).to_have_count(0)
    lay(page, "place_win_5||0")
    expect(page.locator(".tray .laid")).to_have_text("$11 bet")
    assert laid(page) == 11_00
