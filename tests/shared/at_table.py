"""A player's actions at a table in the browser, and ways for a test to wait for the table."""

import json
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, expect

from pitboss.chapter.odds import cents
from tests.shared.browser import NewPage
from tests.shared.served import Served
from tests.shared.waiting import wait_until

BUY_IN = 500_00
STILL = {"reduced_motion": "reduce"}
"""With reduced motion every animation ends at once; most tests want that."""

PATIENCE = 60_000
"""Milliseconds; a machine busy with other tests is no reason to fail."""

Seat = Callable[..., Page]

POINT = """(area) => {
    const node = document.querySelector(`[data-area="${area}"]`);
    const at = new DOMPoint(node.info.x, node.info.y).matrixTransform(node.ownerSVGElement.getScreenCTM());
    return [at.x, at.y];
}"""

_SHOWN = "Number(document.querySelector('.asking').dataset.entry ?? 0)"
"""Return the last tape entry shown on the page, which is updated together with the question."""

_SAID = "[...document.querySelectorAll('.log-said, .log-settled')].at(-1)?.id"
_SEEN_TEXT = f"({_SAID}) + document.querySelector('.question').innerText"


_AT_SKIP = """([when, press]) => { window.skip = null; new MutationObserver(() => {
    const button = document.querySelector('.press.big');
    if (window.skip || !button?.innerText.startsWith('Skip') || !document.querySelector(when)) return;
    window.skip = {key: button.dataset.key, shown: button.querySelector('.press-key')?.innerText,
        settled: document.querySelectorAll('.log-settled').length};
    if (press) button.click();
}).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true }); }"""


def watch_for_skip(page: Page, when: str = "body", press: bool = False) -> None:
    """Record the state when an animation begins with the element `when` present; optionally press "Skip".

    This runs within the page, because on a busy machine the animation may be over before it is seen from outside.
    """
    page.evaluate(_AT_SKIP, [when, press])


def at_skip(page: Page) -> dict[str, str | int]:
    """Return the state recorded when "Skip" was available."""
    page.wait_for_function("window.skip !== null")
    found: dict[str, str | int] = page.evaluate("window.skip")
    return found


def sit_down(page: Page, url: str, game: str, **settings: Any) -> None:
    """Seat a new player with chips at a new table and open its page; `settings` are the table's settings.

    The table is opened through the API, since the lobby has its own tests.
    """
    with httpx.Client(base_url=f"{url}/api/v1", timeout=60) as api:
        token = api.post("/people/guest").raise_for_status().json()["token"]
        api.headers["authorization"] = f"Bearer {token}"
        table = api.post("/tables", json={"table": {"game": game}, "settings": settings}).raise_for_status().json()
        middle = (table["seats"] + 1) // 2
        sit = {"do": "sit", "position": middle, "amount": BUY_IN}
        api.post(f"/tables/{table['id']}/commands", json=sit).raise_for_status()
    page.context.add_cookies([{"name": "pitboss", "value": token, "url": url}])
    page.goto(f"{url}/table/{table['id']}")
    seated(page)


def staff(new_page: NewPage, server: Served, role: str) -> Page:
    """Open a page for a staff member."""
    token = json.loads((server.folder / "floor" / "staff.json").read_text("utf-8"))[role]
    page = new_page(base_url=server.url, **STILL)
    page.goto("/staff")
    page.get_by_label("Token").fill(token)
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator(".person")).to_be_visible()
    return page


def seated(page: Page) -> None:
    """Wait until the table is shown, with the viewer seated and the betting areas highlighted."""
    expect(page.locator(".seat.you")).to_be_visible()
    expect(page.locator(".felt-area.lit").first).to_be_attached()


def wagering(page: Page) -> Locator:
    """Return the element that is only present while wagers are open."""
    return page.locator(".press.big .press-text", has_text=re.compile(r"^(Roll|Spin|Deal|Draw|Ready)"))


def asked(page: Page, choice: str = ".choice") -> bool:
    """Whether there is something to decide; waits until the table asks for anything."""
    expect(page.locator(".choice").or_(wagering(page)).first).to_be_visible()
    return page.locator(choice).count() > 0


def go_on(page: Page, press: Callable[[], None]) -> None:
    """Press a button and wait until the page shows a new announcement, settlement or question.

    Wagers made just before are tape entries too and may appear after the press; they do not count.
    """
    before = page.evaluate(f"[{_SHOWN}, {_SEEN_TEXT}]")
    press()
    page.wait_for_function(f"([shown, text]) => {_SHOWN} > shown && {_SEEN_TEXT} !== text", arg=before)


def play_on(page: Page) -> int:
    """Take the default decision until betting opens again; return the number of decisions."""
    decided = 0
    while asked(page):
        go_on(page, page.locator(".choice.usual").click)
        decided += 1
    return decided


# ---- mouse and touch actions


def comes_to(read: Callable[[], object], wanted: Callable[[], object]) -> None:
    """Wait until a value read from a page equals the expected one; pages follow the table with a short delay."""
    with suppress(TimeoutError):
        wait_until(lambda: read() == wanted(), PATIENCE / 1000)
    assert read() == wanted()


def big(page: Page) -> Locator:
    return page.locator(".press.big")


def choose(page: Page, dollars: str) -> None:
    page.get_by_role("radio", name=f"{dollars} chip", exact=True).click()


def lay(page: Page, area: str) -> None:
    """Click an area where chips are placed; the centre of some areas is a corner bet."""
    expect(page.locator(f'[data-area="{area}"]')).to_be_attached()
    x, y = page.evaluate(POINT, area)
    page.mouse.click(x, y)


def rack(page: Page) -> int:
    return cents(page.locator(".tray .rack").inner_text())


def laid(page: Page) -> int:
    bet_text = page.locator(".tray .laid").inner_text()
    return cents(bet_text.removesuffix(" bet")) if bet_text else 0


def to_a_decision(page: Page) -> None:
    """Play blackjack until there is a decision."""
    for _ in range(20):
        page.locator("[data-does=again]").click()
        expect(page.locator("[data-does=clear]")).to_be_visible()
        go_on(page, big(page).click)
        if asked(page, "[data-choice=decline]"):
            go_on(page, page.locator("[data-choice=decline]").click)
        if asked(page, "[data-choice=stand]"):
            # The player's two cards and the dealer's first.
            expect(page.locator(".felt [data-card]")).to_have_count(3)
            return
    raise AssertionError("twenty rounds, and nothing to decide")
