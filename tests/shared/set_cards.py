"""Cards or tiles that a person puts into hands on a table's page: the way there, and how they lie."""

from playwright.sync_api import Page, expect

from tests.shared.at_table import big, go_on

LIES = """() => [...document.querySelectorAll('.set-hand')].map((hand) =>
    [...hand.querySelectorAll('[data-place]')].map((card) => Number(card.dataset.place)))"""


def to_the_setting(page: Page, pieces: int) -> None:
    """Wager as before, and be dealt so many cards or tiles to set."""
    page.locator("[data-does=again]").click()
    expect(page.locator("[data-does=clear]")).to_be_visible()
    go_on(page, big(page).click)
    expect(page.locator(".set-card")).to_have_count(pieces)


def lie(page: Page, *hands: list[int]) -> None:
    """Wait until they lie so."""
    page.wait_for_function(f"(wanted) => JSON.stringify(({LIES})()) === wanted", arg=str(list(hands)).replace(" ", ""))
