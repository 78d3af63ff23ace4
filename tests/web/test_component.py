"""The felt in a real browser: clicks are reported, moved chips glide, and only changes are sent."""

import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Locator, Page, expect

from pitboss.felts import Piece
from pitboss.web.felt import changes
from tests.shared.browser import PHONE, NewPage, shot
from tests.shared.needs import free_port, leashed
from tests.shared.waiting import wait_until

PAGE = Path(__file__).with_name("felt_page.py")


@pytest.fixture(scope="module")
def felts() -> Iterator[str]:
    """The address of the small pages."""
    port = free_port()
    # NiceGUI would mistake a pytest variable for one of its own tests.
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "NICEGUI_"))}
    process = subprocess.Popen(leashed([sys.executable, str(PAGE), str(port)], "KILL"), env=kept)
    url = f"http://127.0.0.1:{port}"
    try:
        wait_until(lambda: process.poll() is not None or _answers(url))
        assert process.poll() is None, "the pages ended before they answered"
        yield url
    finally:
        process.kill()
        process.wait()


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


@pytest.fixture
def opened(felts: str, request: pytest.FixtureRequest) -> Callable[[Page, str], Page]:
    """Open a page at a table of this test's own, and wait until wagers can be made."""

    def opened(page: Page, game: str = "craps") -> Page:
        page.goto(f"{felts}/{game}/{request.node.name.replace('[', '-').replace(']', '')}")
        expect(page.locator(".felt-area.lit").first).to_be_visible()
        return page

    return opened


def area(page: Page, id: str) -> Locator:
    return page.locator(f'[data-area="{id}"]')


def piece(page: Page, id: str) -> Locator:
    return page.locator(f'.felt-piece[data-id="{id}"]:not(.gone)')


def click(page: Page, id: str, **options: Any) -> None:
    """Click near the lower right corner, which is inside the area whatever its shape, even where the line bends."""
    expect(area(page, id)).to_be_visible()
    box = area(page, id).bounding_box()
    assert box is not None
    area(page, id).click(position={"x": box["width"] - 12, "y": box["height"] - 12}, **options)


def shows_event(page: Page, words: str) -> None:
    expect(page.locator("[data-event]")).to_contain_text(words)


Opened = Callable[..., Page]


def test_a_click_places_a_chip_and_a_right_click_takes_it_down(page: Page, opened: Opened) -> None:
    opened(page)
    click(page, "field||0")
    shows_event(page, "lay field||0")
    expect(piece(page, "chips|1|field|")).to_have_count(1)
    expect(area(page, "field||0")).to_have_attribute("aria-label", "Field Bet, pays 2 to 1 on 2, 2 to 1 on 12, "
                                                     "1 to 1 on other, you have $1 here")  # fmt: skip
    click(page, "field||0", button="right")
    shows_event(page, "take field||0")
    expect(page.locator(".felt-piece[data-id^='chips']")).to_have_count(0)


def test_every_craps_area_can_be_hit(page: Page, opened: Opened) -> None:
    """Nothing covers an area's own place: the browser finds the area there."""
    opened(page)
    missed = page.evaluate(
        """() => [...document.querySelectorAll('.felt-area')].filter((node) => {
            const box = node.getBoundingClientRect();
            const [x, y] = [box.right - 8, box.bottom - 8];
            return document.elementFromPoint(x, y)?.closest('.felt-area') !== node;
        }).map((node) => node.dataset.area)"""
    )
    assert missed == []


@pytest.mark.parametrize("device", ["desk", "phone"])
def test_every_roulette_place_can_be_hit(new_page: NewPage, opened: Opened, device: str) -> None:
    page = opened(new_page(**(PHONE if device == "phone" else {})), "roulette")
    missed = page.evaluate(
        """() => [...document.querySelectorAll('.felt-area')].filter((node) => {
            node.scrollIntoView({ block: 'center' });
            const box = node.getBoundingClientRect();
            const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
            return document.elementFromPoint(x, y)?.closest('.felt-area') !== node;
        }).map((node) => node.dataset.area)"""
    )
    assert missed == []
    shot(page, f"felt-roulette-{device}", whole=True)


def test_clicks_on_an_unlit_area_are_reported_so_that_the_page_can_explain(page: Page, opened: Opened) -> None:
    opened(page)
    expect(area(page, "come||0")).not_to_have_class("felt-area lit")
    expect(area(page, "come||0")).to_have_attribute("aria-label", "Come Bet, pays 1 to 1, not now")
    click(page, "come||0")
    shows_event(page, "Come Bet can only be made after the come-out roll")


def test_a_come_bet_glides_to_its_number(page: Page, opened: Opened) -> None:
    """The same node, with a different id and place."""
    opened(page)
    click(page, "pass||0")
    shows_event(page, "lay pass||0")
    page.get_by_role("button", name="Next").click()
    shows_event(page, "round 1")
    click(page, "come||0")
    shows_event(page, "lay come||0")
    piece(page, "chips|1|come|").evaluate("node => node.known = true")
    page.get_by_role("button", name="Next").click()
    shows_event(page, "round 2")
    moved = piece(page, "chips|1|come|8")
    expect(moved).to_have_count(1)
    assert moved.evaluate("node => node.known") is True
    assert piece(page, "puck").evaluate("node => node.textContent") == "ON"
    place = area(page, "come|8|0").evaluate("node => [node.info.x, node.info.y]")
    assert moved.evaluate("node => [node.lie.x, node.lie.y]") == place
    shot(page, "felt-craps-desk")


def test_dice_are_thrown_and_chips_placed(page: Page, opened: Opened) -> None:
    """New pieces enter with their own animation; the others are left alone."""
    opened(page)
    page.evaluate(
        """() => {
            window.entered = [];
            const note = (node) => {
                if (node.classList?.contains('felt-piece')) window.entered.push([node.dataset.id, [...node.classList]]);
            };
            new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach(note)))
                .observe(document.querySelector('.felt'), { childList: true, subtree: true });
        }"""
    )
    click(page, "pass||0")
    shows_event(page, "lay pass||0")
    page.get_by_role("button", name="Next").click()
    shows_event(page, "round 1")
    expect(piece(page, "die|0|4-2")).to_have_count(1)
    entered = dict(page.evaluate("window.entered"))
    assert "enter-laid" in entered["chips|1|pass|"]
    assert "enter-thrown" in entered["die|0|4-2"]
    assert "enter-thrown" in entered["die|1|4-2"]
    assert "puck" not in entered


def test_a_reloaded_page_shows_the_felt_at_once(page: Page, opened: Opened) -> None:
    opened(page)
    click(page, "pass||0")
    shows_event(page, "lay pass||0")
    page.reload()
    expect(piece(page, "chips|1|pass|")).to_have_count(1)
    assert page.locator("[class*=enter-]").count() == 0


def test_only_changes_are_sent(page: Page, opened: Opened) -> None:
    frames: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
    opened(page)
    click(page, "field||0")
    expect(piece(page, "chips|1|field|")).to_have_count(1)
    frames.clear()
    click(page, "pass||0")
    expect(piece(page, "chips|1|pass|")).to_have_count(1)
    sent = "".join(frames)
    assert re.findall(r"\bid\W+([\w|]+)", sent) == ["chips|1|pass|"]
    assert "PASS LINE" not in sent
    assert "any_seven" not in sent


def test_a_browser_that_missed_a_change_gets_the_whole_felt(page: Page, opened: Opened) -> None:
    opened(page)
    click(page, "field||0")
    shows_event(page, "lay field||0")
    page.evaluate(
        """() => {
            const felt = getElement(Number(document.querySelector('.felt').id.slice(1)));
            felt.remove('chips|1|field|', true);
            felt.at -= 1;
        }"""
    )
    assert piece(page, "chips|1|field|").count() == 0
    click(page, "pass||0")
    expect(piece(page, "chips|1|pass|")).to_have_count(1)
    expect(piece(page, "chips|1|field|")).to_have_count(1)


def test_an_area_invented_by_a_browser_is_ignored(page: Page, opened: Opened) -> None:
    opened(page)
    page.evaluate(
        """() => {
            const felt = getElement(Number(document.querySelector('.felt').id.slice(1)));
            for (const made of ['no_such|wager|0', '', null, 7, { wager: 'pass' }]) felt.$emit('lay', made);
            felt.$emit('take', 'pass||0" onclick="alert(1)');
            felt.$emit('ready', 'soon');
        }"""
    )
    click(page, "field||0")
    shows_event(page, "lay field||0")
    expect(page.locator(".felt-piece[data-id^='chips']")).to_have_count(1)


def test_by_keyboard_alone(page: Page, opened: Opened) -> None:
    opened(page)
    page.keyboard.press("Tab")
    expect(area(page, "pass||0")).to_be_focused()
    assert page.locator('.felt-area[tabindex="0"]').count() == 1, "the felt is one stop of the Tab key"
    area(page, "hard_4||0").focus()
    page.keyboard.press("ArrowRight")
    expect(area(page, "hard_6||0")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(area(page, "hard_10||0")).to_be_focused()
    expect(page.locator(".felt-tip")).to_contain_text("Ten the Hardway")
    page.keyboard.press("Enter")
    shows_event(page, "lay hard_10||0")
    expect(area(page, "hard_10||0")).to_be_focused()
    page.keyboard.press("Delete")
    shows_event(page, "take hard_10||0")
    page.keyboard.press("Space")
    shows_event(page, "lay hard_10||0")
    page.keyboard.press("Tab")
    expect(page.locator(".felt-area:focus")).to_have_count(0)


def test_every_area_can_be_reached_by_arrow_keys(page: Page, opened: Opened) -> None:
    opened(page, "roulette")
    lost = page.evaluate(
        """() => {
            const felt = getElement(Number(document.querySelector('.felt').id.slice(1)));
            const reached = new Set();
            const next = [felt.areaNodes.values().next().value];
            while (next.length) {
                const node = next.pop();
                if (!node || reached.has(node)) continue;
                reached.add(node);
                for (const step of [[-1, 0], [1, 0], [0, -1], [0, 1]]) next.push(felt.nearest(node, ...step));
            }
            return [...felt.areaNodes].filter(([, node]) => !reached.has(node)).map(([id]) => id);
        }"""
    )
    assert lost == []


def test_a_tooltip_has_name_odds_and_price(page: Page, opened: Opened) -> None:
    opened(page)
    area(page, "pass||0").hover(position={"x": 300, "y": 510})
    tip = page.locator(".felt-tip")
    expect(tip).to_be_visible()
    expect(tip).to_contain_text("Pass Bet")
    expect(tip).to_contain_text("Pays 1 to 1")
    expect(tip).to_contain_text("house edge 1.414 %")
    # It appears at the pointer, even in a long area.
    box = area(page, "pass||0").bounding_box()
    assert box is not None
    for x in (200, 600):
        page.mouse.move(0, 0)
        expect(tip).to_be_hidden()
        area(page, "pass||0").hover(position={"x": x, "y": 510})
        expect(tip).to_be_visible()
        left = page.evaluate("document.querySelector('.felt-tip').getBoundingClientRect().left")
        assert abs(left - box["x"] - x) < 60


def test_a_phone_has_the_upright_felt(phone: Page, opened: Opened) -> None:
    opened(phone)
    assert phone.locator(".felt > svg").get_attribute("viewBox", timeout=30_000).startswith("0 0 400 ")
    assert phone.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    area(phone, "pass||0").tap()
    shows_event(phone, "lay pass||0")
    expect(piece(phone, "chips|1|pass|")).to_have_count(1)
    shot(phone, "felt-craps-phone", whole=True)


def rest_on(page: Page, id: str) -> None:
    """Hold a finger on an area."""
    area(page, id).evaluate(
        "node => node.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }))"
    )


def test_a_long_press_opens_the_wagers_card_from_which_it_is_taken_down(phone: Page, opened: Opened) -> None:
    opened(phone)
    rest_on(phone, "pass||0")
    card = phone.locator(".felt-tip.card")
    expect(card).to_contain_text("Pass Bet")
    expect(card).to_contain_text("house edge 1.414 %")
    expect(card.get_by_role("button", name="Take down")).to_have_count(0)
    card.get_by_role("button", name="Close").tap()
    expect(card).to_have_count(0)
    area(phone, "field||0").tap()
    shows_event(phone, "lay field||0")
    rest_on(phone, "field||0")
    expect(card).to_contain_text("You have $1 here")
    shot(phone, "felt-card-phone")
    card.get_by_role("button", name="Take down").tap()
    shows_event(phone, "take field||0")
    expect(card).to_have_count(0)


def test_the_felt_is_rearranged_when_the_window_becomes_narrow(page: Page, opened: Opened) -> None:
    opened(page)
    click(page, "pass||0")
    shows_event(page, "lay pass||0")
    page.set_viewport_size({"width": 500, "height": 800})
    expect(page.locator(".felt > svg")).to_have_attribute("viewBox", "0 0 400 1084")
    expect(piece(page, "chips|1|pass|")).to_have_count(1)
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator(".felt > svg")).to_have_attribute("viewBox", "0 0 1280 614")
    click(page, "field||0")
    shows_event(page, "lay field||0")


def test_reduced_motion_is_respected(new_page: NewPage, opened: Opened) -> None:
    page = opened(new_page(reduced_motion="reduce"), "roulette")
    area(page, "red||0").click()
    shows_event(page, "lay red||0")
    page.get_by_role("button", name="Next").click()
    shows_event(page, "round 1")
    ball = piece(page, "ball")
    expect(ball).to_have_count(1)
    assert ball.evaluate("node => getComputedStyle(node).transitionDuration") == "0s"
    assert page.evaluate("document.getAnimations().filter((one) => one.effect.target.closest('.felt')).length") == 0


def test_the_wheel_is_spun(page: Page, opened: Opened) -> None:
    opened(page, "roulette")
    area(page, "red||0").click()
    shows_event(page, "lay red||0")
    for number in (1, 2):
        page.get_by_role("button", name="Next").click()
        shows_event(page, f"round {number}")
    page.wait_for_function("document.querySelector('[data-id=ball]')?.lie.turn > 2 * 360")
    expect(page.locator(".felt-piece[data-id^='crown']:not(.gone)")).to_have_count(1)


def test_a_bystander_cannot_wager(page: Page, opened: Opened) -> None:
    opened(page)
    click(page, "pass||0")
    shows_event(page, "lay pass||0")
    page.get_by_role("button", name="Leave").click()
    shows_event(page, "left")
    expect(page.locator(".felt-area.lit")).to_have_count(0)
    expect(piece(page, "chips|1|pass|")).to_have_count(1)
    assert "you have" not in (area(page, "pass||0").get_attribute("aria-label") or "")


# ---- messages to the browser

pieces = st.lists(
    st.builds(
        Piece,
        st.sampled_from("abcdef"),
        st.sampled_from(["<g/>", "<circle/>"]),
        st.integers(0, 3),
        st.integers(0, 3),
        st.sampled_from(["laid", "dealt"]),
        st.sampled_from([0, 90]),
        st.sampled_from(["", "kin", "other"]),
    ),
    unique_by=lambda piece: piece.id,
)


@given(pieces, pieces)
def test_changes_turn_one_set_of_pieces_into_the_other(before: list[Piece], after: list[Piece]) -> None:
    change = changes(before, after)
    lying = {piece.id: {name: getattr(piece, name) for name in NAMES} for piece in before}
    for was, now in change.get("moved", []):
        assert now not in lying
        lying[now] = lying.pop(was)
    for id in change.get("gone", []):
        del lying[id]
    for put in change.get("put", []):
        lying.setdefault(put["id"], {}).update({name: put[name] for name in NAMES if name in put})
    assert lying == {piece.id: {name: getattr(piece, name) for name in NAMES} for piece in after}
    assert bool(change) == (set(before) != set(after)) or {*before} == {*after}


NAMES = ("svg", "x", "y", "turn", "enters")


@given(pieces)
def test_nothing_is_sent_for_unchanged_pieces(same: list[Piece]) -> None:
    assert changes(same, list(same)) == {}


def test_a_new_piece_names_the_piece_it_follows() -> None:
    one, two, three = (Piece(id, "<g/>", 0, 0) for id in "abc")
    assert [put["after"] for put in changes([two], [one, two, three])["put"]] == ["", "b"]
