"""Tables in a real browser: sitting down, placing chips, playing and reloading, with company and on a phone."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pitboss.chapter.rules import rules_of
from pitboss.table.game import game_class
from tests.shared.at_table import (
    PATIENCE,
    STILL,
    Seat,
    asked,
    at_skip,
    big,
    choose,
    comes_to,
    go_on,
    laid,
    lay,
    play_on,
    rack,
    seated,
    to_a_decision,
    wagering,
    watch_for_skip,
)
from tests.shared.browser import PHONE, NewPage, shot
from tests.shared.every_game import every_family
from tests.shared.looks import fits, in_good_order, readable
from tests.shared.served import Served

LYING = """(felt) => [...felt.querySelectorAll('.felt-piece:not(.gone)')].map((one) => one.dataset.id)"""

PLACES = """() => Object.fromEntries(['.felt', '.doing', '.call', '.seats'].map((part) => {
    const at = document.querySelector(part).getBoundingClientRect();
    return [part, [at.x, at.y, at.width, at.height].map(Math.round)]; }))"""
"""The positions of a table page's parts."""
PLACES_WITH_TWO_LINES = f"""() => {{
    const status = document.querySelector('.table-status'), said = status.textContent;
    status.textContent = 'the shoe, the point, who deals and who owes what, '.repeat(9);
    const places = ({PLACES})();
    status.textContent = said;
    return places; }}"""
"""The same when the table's description does not fit on one line."""

NAMELESS = """() => [...document.querySelectorAll('button, a, [role=button], [role=radio], [role=tab], [tabindex="0"]')]
    .filter((one) => one.checkVisibility() && !(one.getAttribute('aria-label') ?? one.innerText).trim())
    .map((one) => one.outerHTML)"""
SMALL = """() => [...document.querySelectorAll('button, .table-ways a, .game-foot a, .person-way')]
    .filter((one) => one.checkVisibility() && !one.closest('.side'))
    .filter((one) => { const at = one.getBoundingClientRect(); return Math.min(at.width, at.height) < 38; })
    .map((one) => one.outerHTML)"""
"""Targets that are too small for a finger."""
LARGE = """() => {
    const lit = [...document.querySelectorAll('.felt-area.lit')].map((one) => one.getBoundingClientRect());
    return lit.length > 0 && Math.min(...lit.map((at) => Math.min(at.width, at.height))) > 38; }"""
"""Whether all highlighted areas are large enough for a finger."""
HIDDEN = """() => { const foot = document.querySelector('.doing').getBoundingClientRect().top;
    return [...document.querySelectorAll('.felt [data-card]')].map((one) => one.getBoundingClientRect())
        .filter((at) => at.top < 0 || at.bottom > foot).length; }"""
"""Cards that are face up but out of sight or under the panel."""

COVERED = """() => {
    const floats = document.querySelector('.floats');
    const ante = document.querySelector(".felt-area.lit[data-area^='ante|']");
    const beside = ['ante', 'raise_left', 'raise_right', 'raise_top', 'raise_bottom', 'three_card'].map((wager) => {
        const area = ante.dataset.area.replace('ante', wager);
        const at = document.querySelector(`.felt-area[data-area="${area}"]`).getBoundingClientRect();
        const felt = floats.getBoundingClientRect();
        return [(at.x + at.width / 2 - felt.x) / felt.width, (at.y + at.height / 2 - felt.y) / felt.height];
    });
    const moved = () => floats.getAnimations({subtree: true});
    for (const [number, [x, y]] of beside.entries()) {
        moved().forEach((one) => { one.pause(); one.currentTime += 250; });
        pitbossLive.float(floats.id, number ? '+$1,000' : 'returned', number ? 'won' : 'even', x, y);
    }
    const found = [];
    moved().forEach((one) => { one.pause(); one.currentTime += 300; });
    for (let step = 0; step < 4; step += 1) {
        const lie = [...floats.children].map((one) => one.getBoundingClientRect());
        lie.forEach((one, at) => lie.slice(at + 1).forEach((other) => {
            const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
            const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
            if (wide > 1 && high > 1) found.push([step, at, Math.round(wide), Math.round(high)]);
        }));
        moved().forEach((one) => { one.currentTime += 250; });
    }
    return [beside.length, floats.children.length, found];
}"""
"""The announcements of six wagers in quick succession: how many are shown, and which overlap when."""


@pytest.fixture
def newcomer(new_page: NewPage, server: Served) -> Seat:
    """A new visitor who presses "Play" on a game in the lobby."""

    def play(game: str, **options: Any) -> Page:
        page = new_page(base_url=server.url, **STILL | options)
        page.set_default_timeout(PATIENCE)
        page.goto("/")
        page.locator(f".game-row[data-game={game}] .play").click()
        page.wait_for_url(re.compile(r"/table/\d+$"))
        seated(page)
        return page

    return play


@pytest.fixture
def staff(new_page: NewPage, server: Served) -> Callable[[str], Page]:
    """A member of staff who has logged in with a staff token (see `test_lobby`)."""
    tokens = json.loads((server.folder / "floor" / "staff.json").read_text("utf-8"))

    def come_in(role: str) -> Page:
        page = new_page(base_url=server.url, **STILL)
        page.context.add_cookies([{"name": "pitboss_staff", "value": tokens[role], "url": server.url}])
        return page

    return come_in


# ---- what a player does


def lying(page: Page) -> list[str]:
    """The pieces on the felt."""
    found: list[str] = page.locator(".felt").evaluate(LYING)
    return found


def cards(page: Page) -> list[str]:
    """The cards on the felt that are face up."""
    found: list[str] = page.locator(".felt [data-card]").evaluate_all("(all) => all.map((one) => one.dataset.card)")
    return found


def play_round(page: Page) -> int:
    """Make the proposed wager and play the round to its end."""
    page.locator("[data-does=again]").click()
    expect(page.locator(".tray .laid")).not_to_be_empty()
    go_on(page, big(page).click)
    return play_on(page)


# ---- every kind of table


@every_family(having=lambda game: game_class(game).hosting_type.least_players == 1)
def test_a_round_is_played_by_keyboard_alone_at_every_kind_of_table(newcomer: Seat, game: str) -> None:
    page = newcomer(game)
    comes_to(lambda: (rack(page), laid(page)), lambda: (500_00, 0))
    # Screen readers announce it, like everything said at the table.
    expect(page.get_by_role("status").filter(has_text=re.compile(r", then \w+\.$"))).to_be_visible()
    in_sight, places = page.locator(".felt").bounding_box(), page.evaluate(PLACES)
    assert page.evaluate(PLACES_WITH_TWO_LINES) == places
    page.keyboard.press("a")
    expect(page.locator(".tray .laid")).not_to_be_empty()
    comes_to(lambda: rack(page) + laid(page), lambda: 500_00)
    expect(page.locator(".felt .felt-piece").first).to_be_attached()
    go = big(page).get_attribute("data-key") or ""
    settled = page.locator(".log-entry.log-settled", has_text="You:")
    made_room = False
    while not settled.count():  # a roll of craps may leave the wager where it is
        go_on(page, lambda: page.keyboard.press(go))
        while asked(page):
            if page.locator(".setting").count():
                made_room = True  # setting cards needs some room, and the felt scrolls into view above it
            else:
                comes_to(lambda: page.evaluate(PLACES), lambda: places)
            key = page.locator(".choice.usual").get_attribute("data-key") or ""
            page.wait_for_function("pitbossLive.hears()")
            go_on(page, lambda: page.keyboard.press(key))  # noqa: B023 (pressed at once)
    shot(page, f"play/{game}-over")
    if made_room:
        page.evaluate("scrollTo(0, 0)")
    # Whatever was asked, nothing has moved, and the whole felt is visible.
    comes_to(lambda: page.evaluate(PLACES), lambda: places)
    assert in_sight is not None
    assert in_sight["y"] + in_sight["height"] <= places[".doing"][1] + 4
    readable(page)
    in_good_order(page)
    assert page.evaluate(NAMELESS) == []
    cited = page.locator(".log-entry .cite")
    assert cited.count() > 0
    assert (cited.first.get_attribute("href") or "").startswith("/rules/")
    expect(page.locator(".table-title")).to_have_text(rules_of(game).game.name)


def test_winnings_go_to_the_rack_and_the_wagers_can_be_repeated(seat: Seat) -> None:
    page = seat("roulette")
    choose(page, "$25")
    lay(page, "red||0")
    lay(page, "black||0")
    expect(page.locator(".tray .laid")).to_have_text("$50 bet")
    big(page).click()
    expect(page.locator(".log-settled", has_text="You:")).to_have_count(2)
    # Red and black together break even, except on a zero, which takes half of each.
    assert rack(page) in (500_00, 475_00)
    before = rack(page)
    page.get_by_role("button", name="Same again, $50").click()
    expect(page.locator(".tray .laid")).to_have_text("$50 bet")
    page.get_by_role("button", name="Double").click()
    expect(page.locator(".tray .laid")).to_have_text("$100 bet")
    assert rack(page) == before - 100_00
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".tray .laid")).to_be_empty()
    assert rack(page) == before


def test_moments_are_played_one_after_the_other_and_can_be_skipped(
    new_page: NewPage, server: Served, seat: Seat
) -> None:
    page = seat("mini-baccarat", reduced_motion="no-preference")
    page.locator("[data-does=again]").click()
    expect(page.locator(".tray .laid")).not_to_be_empty()
    watch_for_skip(page, ".felt [data-card]", press=True)
    big(page).click()
    assert at_skip(page)["settled"] == 0
    expect(page.locator(".log-settled", has_text="You:")).to_have_count(1)
    expect(wagering(page)).to_be_visible()


# ---- refusals


def test_results_of_adjacent_wagers_do_not_overlap(seat: Seat) -> None:
    page = seat("double-cross-poker")
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(COVERED) == [6, 6, []]
    shot(page, "play/results-side-by-side")


def test_a_refused_wager_shows_the_reason_with_its_section_and_what_is_lawful(seat: Seat) -> None:
    page = seat("craps")
    choose(page, "$5")
    lay(page, "place_win_6||0")
    notice = page.get_by_role("alert").locator(".notice")
    expect(notice).to_contain_text("$5 on Place Bet 6 to Win cannot be paid exactly at 7 to 6")
    expect(notice.locator(".cite")).to_have_text("13:69F-1.4(e)")
    shot(page, "play/refused")
    assert (rack(page), laid(page)) == (500_00, 0)
    notice.get_by_role("button", name="Bet $6 instead").click()
    expect(page.locator(".tray .laid")).to_have_text("$6 bet")
    expect(notice).to_have_count(0)


def test_a_wager_that_is_not_offered_now_says_why(seat: Seat) -> None:
    page = seat("craps")
    lay(page, "come||0")
    notice = page.locator(".notice")
    expect(notice.locator(".cite")).to_have_text(re.compile(r"^13:69F-1\."))
    notice.get_by_role("button", name="Close").click()
    expect(notice).to_have_count(0)


def test_leaving_asks_first_if_wagers_are_on_the_layout(seat: Seat) -> None:
    page = seat("roulette")
    lay(page, "red||0")
    expect(page.locator(".tray .laid")).to_have_text("$5 bet")
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.locator(".notice")).to_contain_text("You have $5 on the felt that can be taken down")
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".tray .laid")).to_be_empty()
    page.get_by_role("button", name="Leave", exact=True).click()
    page.wait_for_url(re.compile(r"/$"))
    expect(page.locator(".person-bankroll")).to_have_text("$10,000")


# ---- reloading


def test_a_refresh_in_the_middle_of_a_hand_resumes_it(seat: Seat) -> None:
    page = seat("blackjack")
    to_a_decision(page)
    question, held, there = page.locator(".question").inner_text(), cards(page), (rack(page), laid(page))
    page.reload()
    expect(page.locator(".question")).to_have_text(question)
    expect(page.locator(".felt [data-card]")).to_have_count(3)
    assert cards(page) == held
    assert (rack(page), laid(page)) == there
    shot(page, "play/after-a-refresh")
    go_on(page, page.locator("[data-choice=stand]").click)
    play_on(page)
    expect(page.locator(".log-settled", has_text="You:").first).to_be_visible()


def test_the_page_reconnects_automatically_after_a_server_restart(
    seat: Seat, server: Served, complaints: list[str]
) -> None:
    page = seat("blackjack")
    to_a_decision(page)
    question, held = page.locator(".question").inner_text(), cards(page)
    server.kill()
    expect(page.locator("#popup")).to_be_visible()
    expect(page.locator("#popup")).to_contain_text("Connection lost")
    server.start()
    page.wait_for_event("load", timeout=60_000)
    expect(page.locator(".question")).to_have_text(question)
    expect(page.locator(".felt [data-card]")).to_have_count(3)
    assert cards(page) == held
    go_on(page, page.locator("[data-choice=stand]").click)
    play_on(page)
    # While the server was down, the browser logged errors.
    complaints[:] = [one for one in complaints if "ERR_CONNECTION" not in one and "WebSocket" not in one]


# ---- company


def test_two_browsers_at_one_table_see_each_others_chips_at_once(seat: Seat, new_page: NewPage, server: Served) -> None:
    ann = seat("craps")
    bob = new_page(base_url=server.url, **STILL)
    bob.goto(ann.url)
    expect(bob.locator(".question")).to_contain_text("sit down")
    bob.get_by_role("button", name="Sit down with $500").click()
    expect(bob.locator(".seat.you")).to_be_visible()
    expect(ann.locator(".seat.taken")).to_have_count(2)
    before = lying(bob)
    lay(ann, "pass||0")
    bob.wait_for_function(
        "(before) => document.querySelectorAll('.felt-piece:not(.gone)').length > before", arg=len(before)
    )
    expect(bob.locator(".log-acted", has_text="Pass Bet made for $5")).to_be_visible()
    choose(bob, "$25")
    lay(bob, "field||0")
    expect(ann.locator(".log-acted", has_text="Field Bet made for $25")).to_be_visible()
    expect(ann.locator(".clock")).to_be_visible()
    shot(ann, "play/two-at-a-table")
    big(ann).click()
    expect(bob.locator(".seat-ready")).to_have_count(1)
    expect(big(ann)).to_contain_text("Waiting for 1")
    big(bob).click()
    for page in (ann, bob):
        expect(page.locator(".log-said", has_text="come-out roll")).to_be_visible()
        expect(page.locator(".log-settled", has_text="Field Bet $25")).to_be_visible()
    comes_to(ann.locator(".log-said").all_inner_texts, bob.locator(".log-said").all_inner_texts)


def test_a_bot_takes_an_empty_seat_plays_along_and_goes(seat: Seat) -> None:
    page = seat("three-card-poker")
    page.locator("[data-seat='2']").click()
    page.get_by_text("Add a bot: cautious").click()
    expect(page.locator(".seat.bot")).to_contain_text("Bot 2")
    play_round(page)
    expect(page.locator(".log-settled", has_text="Bot 2:").first).to_be_visible()
    page.locator(".seat.bot").click()
    page.get_by_text("Remove Bot 2").click()
    expect(page.locator(".notice").or_(page.locator("[data-seat='2']")).first).to_be_visible()


def test_no_one_sees_another_players_cards(seat: Seat, new_page: NewPage, server: Served) -> None:
    page = seat("caribbean-stud")
    page.locator("[data-does=again]").click()
    expect(page.locator("[data-does=clear]")).to_be_visible()
    big(page).click()
    expect(page.locator("[data-choice]").first).to_be_visible()
    # One of the dealer's cards and the player's own five.
    expect(page.locator(".felt [data-card]")).to_have_count(6)
    mine = cards(page)
    other = new_page(base_url=server.url, **STILL)
    other.goto(page.url)
    expect(other.locator(".question")).to_contain_text("decides")
    expect(other.locator(".felt [data-card]")).to_have_count(1)
    hidden = set(mine) - set(cards(other))
    assert not any(
        f'data-card=\\"{card}\\"' in other.content() or f'data-card="{card}"' in other.content() for card in hidden
    )


# ---- hints


def test_a_hint_names_the_best_choice_and_what_each_is_worth(seat: Seat) -> None:
    page = seat("blackjack")
    to_a_decision(page)
    page.get_by_role("button", name="Hint").click()
    hint = page.locator(".asking .hint")
    expect(hint).to_contain_text("Best:", timeout=120_000)
    best = page.locator(".choice.best")
    expect(best).to_have_count(1)
    worth = {
        one.get_attribute("data-choice"): float(one.locator(".press-worth").inner_text().replace("$", ""))
        for one in page.locator("[data-choice]").all()
    }
    assert best.get_attribute("data-choice") == max(worth, key=lambda choice: worth[choice])
    shot(page, "play/hint")


# ---- by keyboard, and on a phone


def test_craps_can_be_played_with_the_keyboard_alone(seat: Seat) -> None:
    page = seat("craps")
    page.keyboard.press("3")
    expect(page.get_by_role("radio", name="$25 chip", exact=True)).to_be_checked()
    page.locator(".felt-area[tabindex='0']").focus()
    here = "document.activeElement.dataset.area"
    first = page.evaluate(here)
    page.keyboard.press("ArrowRight")
    page.wait_for_function(f"(first) => {here} !== first", arg=first)
    page.locator("[data-area='pass||0']").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".tray .laid")).to_have_text("$25 bet")
    page.keyboard.press("Backspace")
    expect(page.locator(".tray .laid")).to_be_empty()
    page.keyboard.press("Space")
    expect(page.locator(".tray .laid")).to_have_text("$25 bet")
    page.keyboard.press("r")
    expect(page.locator(".log-said", has_text="come-out roll")).to_be_visible()


def test_blackjack_is_decided_by_letters(seat: Seat) -> None:
    page = seat("blackjack")
    to_a_decision(page)
    key = page.locator("[data-choice=stand]").get_attribute("data-key")
    assert key == "s"
    page.wait_for_function("pitbossLive.hears()")
    page.keyboard.press("s")
    expect(page.locator("[data-choice=stand]")).to_have_count(0)


@pytest.mark.parametrize("game", ["craps", "blackjack", "roulette"])
def test_a_table_is_played_by_touch_on_a_phone(seat: Seat, game: str) -> None:
    page = seat(game, **PHONE)
    fits(page)
    readable(page)
    assert page.evaluate(SMALL) == []
    shot(page, f"phone/{game}")
    page.locator("[data-does=again]").tap()
    expect(page.locator(".tray .laid")).not_to_be_empty()
    go_on(page, big(page).tap)
    play_on(page)
    page.locator(".sheet-opens").tap()
    expect(page.locator(".side.open .log-entry").last).to_be_visible()
    shot(page, f"phone/{game}-log")
    page.get_by_role("button", name="Close").tap()
    expect(page.locator(".side.open")).to_have_count(0)


def test_a_chip_can_be_placed_between_numbers_by_touch(seat: Seat) -> None:
    page = seat("roulette", **PHONE)
    corner = page.locator("[data-area^='four_numbers|']").first
    corner.tap()
    expect(page.locator(".tray .laid")).to_have_text("$5 bet")
    expect(page.locator(".log-acted").last).to_contain_text("5")


def test_in_portrait_mode_on_a_tablet_places_are_large_enough_to_touch(seat: Seat) -> None:
    page = seat("craps", **PHONE | {"viewport": {"width": 820, "height": 1180}})
    fits(page)
    # The felt is drawn again when the page has reported its width.
    page.wait_for_function(LARGE)
    shot(page, "play/tablet")


@pytest.mark.parametrize(("game", "turned"), [("caribbean-stud", 6), ("ultimate-texas-holdem", 2)])
def test_the_cards_of_a_decision_are_visible_on_a_small_phone(seat: Seat, game: str, turned: int) -> None:
    page = seat(game, **PHONE | {"viewport": {"width": 360, "height": 640}})
    fits(page)
    page.locator("[data-does=again]").tap()
    expect(page.locator("[data-does=clear]")).to_be_visible()
    go_on(page, big(page).tap)
    expect(page.locator(".choice").first).to_be_visible()
    expect(page.locator(".felt [data-card]")).to_have_count(turned)
    page.wait_for_function(f"({HIDDEN})() === 0")
    fits(page)
    shot(page, f"phone/small-{game}")
    page.reload()
    expect(page.locator(".felt [data-card]")).to_have_count(turned)
    page.wait_for_function(f"({HIDDEN})() === 0")


# ---- staff


def test_a_floorperson_takes_the_dealing_calls_an_irregularity_and_sees_what_the_rule_does(
    seat: Seat, staff: Callable[[str], Page]
) -> None:
    player = seat("craps")
    floor = staff("floorperson")
    floor.goto(player.url)
    floor.get_by_role("button", name="Switch to dealing by a person").click()
    expect(floor.get_by_role("button", name="Switch to automatic dealing")).to_be_visible()
    player.locator("[data-does=again]").click()
    expect(player.locator(".tray .laid")).to_have_text("$10 bet")
    dealer = staff("dealer")
    dealer.goto(player.url)
    dealer.get_by_role("button", name="No more bets").click()
    expect(dealer.locator(".staff-waits")).to_have_text("The table is waiting for the dice.")
    event = floor.locator("[data-irregularity=die_off_table]")
    expect(event).to_be_visible()
    event.click()
    expect(floor.locator(".staff-done")).to_contain_text("A die or both leave the table: no roll")
    expect(floor.locator(".staff-done .cite")).to_have_text("13:69F-1.9")
    expect(player.locator(".call")).to_contain_text("no roll")
    assert (rack(player), laid(player)) == (490_00, 10_00)
    shot(floor, "staff/irregularity")
    dealer.get_by_role("button", name="No more bets").click()
    dealer.get_by_role("button", name="Roll", exact=True).click()
    expect(player.locator(".log-said", has_text="on the come-out roll")).to_be_visible()
    shot(dealer, "staff/dealer")
    floor.get_by_role("button", name="Switch to automatic dealing").click()
    expect(big(player)).to_have_text(re.compile("^Roll"))


def test_a_dealer_may_not_place_chips_or_call_irregularities(seat: Seat, staff: Callable[[str], Page]) -> None:
    player = seat("roulette")
    dealer = staff("dealer")
    dealer.goto(player.url)
    expect(dealer.locator(".staff-waits")).to_be_visible()
    expect(dealer.locator("[data-irregularity]")).to_have_count(0)
    expect(dealer.get_by_role("button", name="Buy in")).to_have_count(0)
    lay(dealer, "red||0")
    expect(dealer.locator(".notice")).to_contain_text("Only players can bet")


def test_a_closed_table_shows_that_it_is_closed_to_every_viewer(seat: Seat, staff: Callable[[str], Page]) -> None:
    player = seat("roulette")
    floor = staff("floorperson")
    floor.goto(player.url)
    floor.get_by_role("button", name="Close the table").click()
    expect(floor.locator(".question")).to_have_text("This table is closed.")
    expect(player.locator(".question")).to_have_text("This table is closed. Chips were returned to the players.")
    expect(player.locator(".person-bankroll")).to_have_text("$10,000")
    player.get_by_role("link", name="To the other tables").click()
    player.wait_for_url(re.compile(r"/$"))


# ---- an empty rack


def test_a_player_without_chips_buys_in_at_the_table(seat: Seat) -> None:
    for _ in range(20):  # a winner still has chips: a new player tries again
        page = seat("roulette")
        choose(page, "$500")
        lay(page, "straight|7|0")
        expect(page.locator(".tray .laid")).to_have_text("$500 bet")
        go_on(page, big(page).click)
        if page.locator(".log-settled.lost").count():
            break
    expect(page.locator(".question")).to_have_text("Buy in to continue, then spin.")
    page.get_by_role("button", name="Buy in for $500").click()
    expect(page.locator(".tray .rack")).to_have_text("$500")
    expect(page.locator(".person-bankroll")).to_have_text("$9,000")


OVERFULL = """() => [...document.querySelectorAll('.choice')].filter((one) => one.checkVisibility())
    .filter((one) => [...one.children].some((inner) => inner.getBoundingClientRect().width > one.clientWidth))
    .map((one) => one.innerText)"""
"""Choices whose labels do not fit."""


def test_choices_fit_their_labels_on_a_phone(seat: Seat) -> None:
    page = seat("double-attack-blackjack", **PHONE)
    for _ in range(10):  # until there is a hand to surrender, which is no blackjack and not against one
        page.locator("[data-does=again]").tap()
        expect(page.locator("[data-does=clear]")).to_be_visible()
        go_on(page, big(page).tap)
        assert asked(page, "[data-choice=raise]")
        expect(page.locator(".amount .choice")).to_be_visible()
        comes_to(lambda: page.evaluate(OVERFULL), list)
        go_on(page, page.locator("[data-choice=pass]").tap)
        if asked(page, "[data-choice=surrender]"):
            break
        play_on(page)
    comes_to(lambda: page.evaluate(OVERFULL), list)
    shot(page, "phone/four-choices")
