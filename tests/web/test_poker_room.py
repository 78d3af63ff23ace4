"""A poker table in the browser: bets by slider, field and word, discards by tapping, hints, sitting out."""

import re
from typing import Any

import httpx
from playwright.sync_api import Page, expect

from tests.shared.at_table import BUY_IN, PATIENCE, STILL, big
from tests.shared.browser import PHONE, NewPage, shot
from tests.shared.looks import fits
from tests.shared.served import Served

NEVER = {"clock": "never"}
"""The next hand starts when a player deals it, so that no test is hurried."""


def at_table(new_page: NewPage, server: Served, options: dict[str, Any], bots: int = 0, **device: Any) -> Page:
    """A new visitor at a private poker table, with cautious bots, which check and fold."""
    page = new_page(base_url=server.url, **STILL | device)
    page.set_default_timeout(PATIENCE)
    with httpx.Client(base_url=f"{server.url}/api/v1", timeout=60) as api:
        token = api.post("/people/guest").raise_for_status().json()["token"]
        api.headers["authorization"] = f"Bearer {token}"
        wanted = {"table": {"game": "poker", "options": options}, "settings": NEVER}
        table = api.post("/tables", json=wanted).raise_for_status().json()["id"]
        at = f"/tables/{table}/commands"
        api.post(at, json={"do": "sit", "position": 1, "amount": BUY_IN}).raise_for_status()
        for position in range(2, 2 + bots):
            bot = {"do": "add_bot", "position": position, "strategy": "cautious"}
            api.post(at, json=bot).raise_for_status()
    page.context.add_cookies([{"name": "pitboss", "value": token, "url": server.url}])
    page.goto(f"{server.url}/table/{table}")
    expect(page.locator(".seat.you")).to_be_visible()
    return page


def pressed(page: Page, choice: str) -> None:
    page.locator(f'[data-choice="{choice}"]').click()


def by_key(page: Page, choice: str) -> None:
    """Press a choice's key once, as soon as the choice has been visible long enough to count."""
    key = page.locator(f'[data-choice="{choice}"]').get_attribute("data-key")
    page.evaluate("window.came = performance.now()")
    page.wait_for_function("performance.now() - window.came > 350")
    page.keyboard.press(str(key))


OWN_PLATE_IN_SIGHT = """() => document.querySelector('[data-id="seat|2"]').getBoundingClientRect().bottom
    <= document.querySelector(".doing").getBoundingClientRect().top"""
"""The plate under the player's own cards is above the panel, so that the cards are visible during a decision."""


def test_two_browsers_play_no_limit_with_slider_field_and_words(new_page: NewPage, server: Served) -> None:
    ann = at_table(new_page, server, {"structure": "no_limit", "small_blind": 1, "big_blind": 2})
    expect(ann.locator(".question")).to_contain_text("two players")
    bob = new_page(base_url=server.url, **STILL | PHONE)
    bob.set_default_timeout(PATIENCE)
    bob.goto(ann.url)
    bob.get_by_role("button", name="Sit down with $500").click()
    expect(bob.locator(".seat.you")).to_be_visible()
    for page in (ann, bob):
        big(page).click()
    # Heads-up the button has the small blind and acts first: the last seat, Bob's.
    raises = bob.locator("[data-choice=raise]")
    expect(raises).to_contain_text("to $4")
    bob.wait_for_function(OWN_PLATE_IN_SIGHT)
    expect(bob.locator("[data-choice=call]")).to_contain_text("$1 more")
    expect(ann.locator(".question")).to_contain_text("decides")
    # After a word or a typed amount the button says what it would do.
    bob.get_by_role("button", name="Pot", exact=True).click()
    expect(raises).to_contain_text("to $6")
    bob.locator("[data-amount=raise]").fill("25")
    expect(raises).to_contain_text("to $25")
    fits(bob)
    shot(bob, "play/poker-phone")
    raises.click()
    # Ann sees the raise, increases it with the slider's arrow keys, and raises by key.
    expect(ann.locator(".call")).to_contain_text("raises to $25")
    expect(ann.locator("[data-choice=call]")).to_contain_text("$23 more")
    expect(ann.locator("[data-choice=raise]")).to_contain_text("to $48")
    ann.locator("[data-slider=raise] [tabindex]").first.press("ArrowRight")
    expect(ann.locator("[data-choice=raise]")).to_contain_text("to $49")
    shot(ann, "play/poker-desk")
    by_key(ann, "raise")
    expect(bob.locator("[data-choice=call]")).to_contain_text("$24 more")
    pressed(bob, "call")
    # The flop: the pot is drawn, the board is dealt, and each player sees only their own cards.
    for page in (ann, bob):
        expect(page.locator('[data-id="pot|0"]')).to_contain_text("Pot $98")
        expect(page.locator('[data-id^="card|board"] [data-card]')).to_have_count(3)
        expect(page.locator('[data-id^="card|hand"] [data-card]')).to_have_count(2)
    # Ann, first after the flop, bets all in; Bob calls: the hand is dealt to its end and shown with its name.
    ann.locator(".bet-words").get_by_role("button", name="All in").click()
    expect(ann.locator("[data-choice=bet]")).to_contain_text("to $451")
    by_key(ann, "all_in")
    pressed(bob, "call")
    for page in (ann, bob):
        expect(page.locator(".log")).to_contain_text("shows")
        expect(page.locator(".log")).to_contain_text("Rake of $4 from pots of $1,000")
        expect(page.locator('[data-id^="called|"]').first).to_be_attached()
        fits(page)
    shot(ann, "play/poker-desk-shown")
    shot(bob, "play/poker-phone-shown")


def test_a_lone_player_gets_opponents_with_one_button(new_page: NewPage, server: Served) -> None:
    page = at_table(new_page, server, {"variant": "badugi"}, **PHONE)
    expect(page.locator(".question")).to_contain_text("add a bot")
    page.get_by_role("button", name="Play against three bots").tap()
    expect(page.locator(".seat.bot")).to_have_count(3)
    expect(page.locator(".question")).not_to_contain_text("add a bot")


def test_discards_are_tapped_hints_show_the_odds_and_a_player_sitting_out_comes_back(
    new_page: NewPage, server: Served
) -> None:
    page = at_table(new_page, server, {"variant": "draw5_high"}, bots=2, **PHONE)
    expect(page.locator(".question")).to_have_text("The next hand is dealt automatically.")
    big(page).click()
    # The button, a cautious bot, has folded; the small blind is asked, and the big blind checks.
    expect(page.locator("[data-choice=call]")).to_contain_text("$2 more")
    page.locator(".hinting").click()
    expect(page.locator(".hint")).to_contain_text("of the pot is yours against 1 hand; a call needs 33%.")
    pressed(page, "call")
    cards = page.locator(".discards .set-card")
    expect(cards).to_have_count(5)
    for place in (0, 3):
        cards.nth(place).tap()
    draws = page.get_by_role("button", name="Draw 2")
    expect(draws).to_have_attribute("data-choice", "1-4")
    cards.nth(3).tap()
    expect(page.get_by_role("button", name="Draw 1")).to_have_attribute("data-choice", "1")
    fits(page)
    shot(page, "play/poker-draw-phone")
    page.get_by_role("button", name="Draw 1").click()
    expect(page.locator(".log")).to_contain_text("draws 1")
    expect(page.locator('[data-id^="card|hand"] [data-card]')).to_have_count(5)
    # In the middle of a hand the request is shown at the player's seat and takes effect afterwards.
    page.locator(".seat.you").tap()
    page.get_by_text("Sit out after this hand").tap()
    pressed(page, "check")
    expect(page.locator(".question")).to_have_text("You are sitting out. Come back whenever you like.")
    page.get_by_role("button", name="Come back").click()
    expect(page.locator(".question")).to_have_text("The next hand is dealt automatically.")
    expect(page.get_by_role("button", name="Sit out")).to_be_visible()


def test_every_game_of_the_poker_room_is_offered_by_name_with_its_limits(new_page: NewPage, server: Served) -> None:
    page = new_page(base_url=server.url, **STILL)
    page.set_default_timeout(PATIENCE)
    page.goto("/open/poker")
    expect(page.get_by_label("Lower limit", exact=True)).to_have_value("3")
    assert not page.get_by_label("Minimum wager, dollars").count()  # the betting structure sets the limits
    page.get_by_label("Variant", exact=True).click()
    page.get_by_role("option", name="Seven-card stud, low (razz)").click()
    expect(page.get_by_label("Lower limit", exact=True)).to_have_value("5")
    expect(page.get_by_label("Minimum buy-in")).to_have_value("50")
    page.get_by_label("Lower limit", exact=True).fill("8")
    expect(page.get_by_label("Minimum buy-in")).to_have_value("80")
    expect(page.locator(".open-costs")).to_contain_text("rake of the pot")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile(r"/table/\d+$"))
    expect(page.locator(".house-rules")).to_contain_text("Variant: Seven-card stud, low (razz)")
