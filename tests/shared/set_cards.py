"""Sets cards or tiles into hands on a table's page."""

from playwright.sync_api import Page, expect

from tests.shared.at_table import big, go_on

LIES = """() => [...document.querySelectorAll('.set-hand')].map((hand) =>
    [...hand.querySelectorAll('[data-place]')].map((card) => Number(card.dataset.place)))"""


def to_the_setting(page: Page, pieces: int) -> None:
    """Repeat the last wager and get this many cards or tiles to set."""
    page.locator("[data-does=again]").click()
    expect(page.locator("[data-does=clear]")).to_be_visible()
    go_on(page, big(page).click)
    expect(page.locator(".set-card")).to_have_count(pieces)


def lie(page: Page, *hands: list[int]) -> None:
    """Wait until the hands are arranged this way."""
    page.wait_for_function(f"(wanted) => JSON.stringify(({LIES})()) === wanted", arg=str(list(hands)).replace(" ", ""))
