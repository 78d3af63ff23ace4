"""Actions on a felt other than placing chips: undo, double, leave with chips on it, and a wager's card under a
finger."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pitboss.chapter.layout import Layout
from pitboss.pricing import price
from pitboss.web.house_choices import main_wager
from pitboss.web.live.session import signed
from tests.shared.at_table import Seat, asked, big, choose, go_on, lay, play_on, rack
from tests.shared.browser import PHONE, NewPage, shot
from tests.shared.served import Served

TABLET = {"viewport": {"width": 768, "height": 1024}, "is_mobile": True, "has_touch": True}
IN_SIGHT = """(area) => { const node = document.querySelector(`[data-area^="${area}"]`);
    const at = new DOMPoint(node.info.x, node.info.y).matrixTransform(node.ownerSVGElement.getScreenCTM());
    return at.y > 0 && at.y < document.querySelector('.doing').getBoundingClientRect().top; }"""
"""Whether chips on an area would be visible: on the screen and above the panel."""


FELL = r"""(coups) => [...document.querySelector('.roads').innerText.matchAll(/(?:Player|Banker|Tie) (\d+) \(/g)]
    .reduce((sum, found) => sum + Number(found[1]), 0) === coups"""
"""Whether a shoe's statistics include this number of coups."""


def laid(page: Page, text: str) -> None:
    expect(page.locator(".tray .laid")).to_have_text(text)


def test_the_last_chip_can_be_undone_and_a_leaving_player_is_asked_about_placed_wagers(seat: Seat) -> None:
    page = seat("craps")
    expect(page).to_have_title(re.compile(r"^Craps and mini-craps · "))
    undo = page.locator("[data-does=undo]")
    expect(undo).to_have_count(0)
    for text in ("$5 bet", "$10 bet"):
        lay(page, "field||0")
        laid(page, text)
    lay(page, "pass||0")
    laid(page, "$15 bet")
    undo.click()
    laid(page, "$10 bet")
    undo.click()
    laid(page, "$5 bet")
    page.locator("[data-does=double]").click()
    laid(page, "$10 bet")
    # A right click takes a wager down; help next to the felt explains this and the touch gestures.
    page.locator("[data-tab=table]").click()
    expect(page.locator(".hands-on")).to_contain_text("Right click")
    # Sound is off until the player turns it on.
    assert page.evaluate("pitbossLive.sound()") == 0
    page.get_by_role("button", name="Chips, cards and dice make sounds").click()
    page.wait_for_function("pitbossLive.sound() === 1")
    lay(page, "hard_10||0")
    laid(page, "$15 bet")
    page.wait_for_function("pitbossLive.sound() > 1")
    undo.click()
    laid(page, "$10 bet")
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.locator(".notice")).to_contain_text("You have $10 on the felt")
    shot(page, "desk/leaving-with-chips-on-the-felt")
    page.get_by_role("button", name="Take down $10 and leave").click()
    page.wait_for_url(re.compile(r"/$"))
    expect(page.locator(".person-bankroll")).to_have_text("$10,000")


@pytest.mark.parametrize("device", [pytest.param(TABLET, id="tablet"), pytest.param(PHONE, id="phone")])
def test_the_main_wager_is_visible_after_sitting_down_and_a_touch_opens_its_card(
    seat: Seat, device: dict[str, Any], request: pytest.FixtureRequest
) -> None:
    page = seat("craps", **device)
    page.wait_for_function(IN_SIGHT, arg="pass|")
    lay(page, "pass||0")
    laid(page, "$5 bet")
    page.locator("[data-area='pass||0']").evaluate(
        "node => node.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }))"
    )
    card = page.locator(".felt-tip.card")
    expect(card).to_contain_text("Pass Bet")
    expect(card).to_contain_text("Pays 1 to 1")
    expect(card).to_contain_text("1.41% house edge", timeout=60_000)
    expect(card).to_contain_text("N.J.A.C. 13:69F-1.")
    shot(page, f"{request.node.callspec.id}/wagers-card")
    card.get_by_role("button", name="Take down").tap()
    expect(page.locator(".tray .laid")).to_have_text("")


def test_a_player_refused_for_lack_of_chips_can_buy_in_there(seat: Seat) -> None:
    page = seat("casino-war")
    choose(page, "$500")
    lay(page, "initial||4")
    laid(page, "$500 bet")
    lay(page, "initial||4")
    expect(page.locator(".notice")).to_contain_text("more than the $0 available")
    page.locator(".notice").get_by_role("button", name="Buy in for $500").click()
    expect(page.locator(".tray .rack")).to_have_text("$500")
    expect(page.locator(".person-bankroll").first).to_have_text("$9,000")
    laid(page, "$500 bet")


@pytest.mark.parametrize("game", ["pai-gow-poker", "big-six"])
def test_a_tablet_in_portrait_mode_shows_the_whole_felt(seat: Seat, game: str) -> None:
    page = seat(game, **TABLET | {"viewport": {"width": 820, "height": 1180}})
    expect(page.locator(".felt-box.tall")).to_be_visible()
    page.wait_for_function(
        """() => { const felt = document.querySelector('.felt').getBoundingClientRect();
            return felt.top > 0 && felt.bottom <= document.querySelector('.doing').getBoundingClientRect().top; }"""
    )
    shot(page, f"tablet/{game}-whole")


def test_played_rounds_are_listed_with_the_expectation_and_can_be_replayed(seat: Seat) -> None:
    page = seat("three-card-poker")
    for _ in range(2):
        page.locator("[data-does=again]").click()
        expect(page.locator("[data-does=clear]")).to_be_visible()
        go_on(page, big(page).click)
        # The default is to fold, whatever the hand.
        play_on(page)
    result = rack(page) - 500_00
    page.locator("[data-tab=session]").click()
    session = page.locator(".session")
    expect(session.locator(".rounds li")).to_have_count(2)
    expect(session.locator(".session-figures dd").nth(0)).to_have_text("2")
    expect(session.locator(".session-figures dd").nth(1)).to_have_text(signed(result))
    edge = main_wager(price(Layout.of("three-card-poker"))).house_edge
    expect(session.locator(".session-figures dd").nth(2)).to_have_text(signed(round(-2 * 10_00 * edge)), timeout=60_000)
    expect(session.locator(".curve")).to_be_visible()
    shot(page, "desk/session")
    # A player who comes back finds the same table, restored from the tape.
    page.reload()
    page.locator("[data-tab=session]").click()
    expect(session.locator(".rounds li")).to_have_count(2)
    expect(session.locator(".session-figures dd").nth(1)).to_have_text(signed(result))
    table = page.url
    session.get_by_role("link", name="Replay round 2").click()
    page.wait_for_url(re.compile(r"/rounds\?round=2$"))
    expect(page.locator(".call-text")).to_contain_text("1 of ")
    page.locator(".step", has_text="Ante wager $10 loses").click()
    expect(page.locator(".step[aria-current]")).to_contain_text("Ante wager")
    expect(page.get_by_role("link", name="Next round")).to_have_count(0)
    shot(page, "desk/replay")
    page.get_by_role("link", name="Back to the table").click()
    page.wait_for_url(table)


@pytest.mark.parametrize("path", ["/table/1/rounds", "/table/1/rounds?round=1", "/table/1/rounds?round=x"])
def test_a_round_is_replayed_only_for_its_players(
    new_page: NewPage, server: Served, complaints: list[str], path: str
) -> None:
    page = new_page(base_url=server.url)
    answer = page.goto(path)
    assert answer is not None
    assert answer.status == 404
    expect(page.locator(".trouble")).to_contain_text("replay a round you played")
    complaints[:] = [one for one in complaints if "404" not in one]


def test_a_baccarat_table_draws_its_roads_and_lists_results(seat: Seat) -> None:
    page = seat("mini-baccarat")
    page.locator("[data-tab=roads]").click()
    roads = page.locator(".roads")
    expect(roads).to_contain_text("No coup has been played from this shoe")
    for _ in range(4):
        page.locator("[data-does=again]").click()
        expect(page.locator("[data-does=clear]")).to_be_visible()
        go_on(page, big(page).click)
        play_on(page)
    expect(page.locator(".felt [data-id^='bead|']")).to_have_count(4)
    page.wait_for_function(FELL, arg=4)
    counts = [int(count) for count in re.findall(r"(?:Player|Banker|Tie) (\d+) \(", roads.inner_text())]
    # A tie opens no cell of the big road: it is a mark on the last one.
    expect(roads.locator("svg circle[stroke-width='2.4']")).to_have_count(max(sum(counts[:2]), 1))
    expect(roads.locator("svg")).to_contain_text("Cockroach pig")
    shot(page, "desk/roads")


def test_face_down_cards_are_squeezed_before_their_count_is_shown(seat: Seat) -> None:
    page = seat("baccarat-punto-banco", reduced_motion="no-preference")
    page.locator("[data-does=again]").click()
    expect(page.locator("[data-does=clear]")).to_be_visible()
    # Observed inside the page: on a busy machine the test might look too late.
    page.evaluate(
        """() => { window.dim = []; new MutationObserver(() => {
            const count = document.querySelector("[data-id^='count|'] > g");
            if (count && document.querySelector('.felt-piece.squeezed'))
                window.dim.push(Number(getComputedStyle(count).opacity));
        }).observe(document.querySelector('.felt svg'), { subtree: true, childList: true, attributes: true }); }"""
    )
    big(page).click()
    page.wait_for_function("window.dim.length > 0")
    assert page.evaluate("window.dim[0]") == 0
    page.wait_for_function(
        """Number(getComputedStyle(document.querySelector("[data-id^='count|'] > g")).opacity) === 1"""
    )
    expect(page.locator(".felt-piece.squeezed")).to_have_count(0)


def test_23_a_choice_that_puts_a_card_aside_says_which(seat: Seat) -> None:
    page = seat("colorado-holdem")
    for _ in range(10):  # a hand that wins immediately has no decision
        page.locator("[data-does=again]").click()
        expect(page.locator("[data-does=clear]")).to_be_visible()
        go_on(page, big(page).click)
        if asked(page, "[data-choice=bet]"):
            go_on(page, page.locator("[data-choice=bet]").click)
            break
    expect(page.locator("[data-choice^=discard_]")).to_have_count(3)
    labels = page.locator("[data-choice^=discard_] .press-means").all_inner_texts()
    held = page.locator('.felt [data-id^="card|4|"] [data-card]').evaluate_all(
        "(all) => all.map((one) => one.dataset.card)"
    )
    marks = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
    assert labels == [f"{card[0].replace('T', '10')}{marks[card[1]]}" for card in held]
