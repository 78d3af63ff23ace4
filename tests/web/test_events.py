"""Events on the felt, in order: cards are dealt once, taken up once, and announced when they are at rest."""

from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.shared.at_table import Seat, at_skip, big, go_on, lay, play_on, wagering, watch_for_skip
from tests.shared.browser import PHONE, shot

MOVING = {"reduced_motion": "no-preference"}
TABLET = {"viewport": {"width": 820, "height": 1180}, "is_mobile": True, "has_touch": True}
DEVICES: dict[str, dict[str, Any]] = {"desk": {}, "tablet": TABLET, "phone": PHONE}


def at_length(*given: str) -> Any:
    """Mark parameters whose animations take long; they are checked by `make slow`."""
    return pytest.param(*given, marks=pytest.mark.slow)


WATCH_CARDS = """() => {
    window.came = [];
    window.taken = [];
    const felt = document.querySelector('.felt svg');
    const card = (node) => node.dataset?.id?.startsWith('card|');
    new MutationObserver((all) => {
        for (const one of all) {
            if (one.type === 'childList') for (const node of one.addedNodes) if (card(node)) came.push(node.dataset.id);
            if (one.type === 'attributes' && card(one.target) && one.target.classList.contains('taken-up'))
                taken.push([one.target.dataset.id, one.target.style.transform]);
        }
    }).observe(felt, { subtree: true, childList: true, attributes: true, attributeFilter: ['class', 'style'] });
}"""
WATCH_LOG = """(moving) => {
    window.early = [];
    window.announced = 0;
    const still = () => [...document.querySelectorAll(moving)]
        .every((node) => !node.getAnimations({ subtree: true }).some((one) => one.playState === 'running'));
    const listen = (node) => new MutationObserver((all) => {
        if (!all.some((one) => one.addedNodes.length)) return;
        window.announced += 1;
        if (!still()) early.push(node.innerText.slice(-80));
    }).observe(node, { childList: true, subtree: true, characterData: true });
    listen(document.querySelector('.log'));
    listen(document.querySelector('.call'));
}"""


WATCH_BALLS = """() => {
    window.drawn = null;
    const all = (part) => [...document.querySelectorAll(part)];
    const times = (nodes, what) => nodes.flatMap((one) => one.getAnimations({ subtree: true }))
        .map((one) => one.effect.getComputedTiming()[what]);
    new MutationObserver(() => {
        const balls = all('[data-id^="ball|"]');
        if (window.drawn || !balls.length) return;
        window.drawn = { balls: balls.length, log: document.querySelector('.log').innerText,
            seen: balls.filter((one) => getComputedStyle(one).opacity > 0).length,
            over: Math.max(...times(balls, 'endTime')),
            listed: Math.min(...times(all('[data-id^="past|"]'), 'delay')) };
    }).observe(document.querySelector('.felt svg'), { subtree: true, childList: true });
}"""
"""Record the felt as the first ball arrives, and the time by which the last one will have arrived."""


def play(page: Page) -> None:
    """Make the proposed wager and play the round to its end, by mouse."""
    page.locator("[data-does=again]").click()
    expect(page.locator(".tray .laid")).not_to_be_empty()
    go_on(page, big(page).click)
    play_on(page)
    expect(wagering(page)).to_be_visible()


GAMES = ("mini-baccarat", "blackjack", "three-card-poker")
EACH_ONCE = tuple(zip(GAMES, DEVICES, strict=True))


@pytest.mark.parametrize(
    ("game", "device"),
    [*EACH_ONCE, *(at_length(*one) for one in product(GAMES, DEVICES) if one not in EACH_ONCE)],
)
def test_a_finished_hand_stays_until_a_chip_is_placed_and_is_then_discarded(seat: Seat, game: str, device: str) -> None:
    page = seat(game, **MOVING | DEVICES[device])
    page.evaluate(WATCH_CARDS)
    play(page)
    came = page.evaluate("came")
    assert came, "no card was dealt"
    assert len(set(came)) == len(came), "a card was dealt twice"
    assert page.evaluate("taken") == []
    expect(page.locator('.felt-piece[data-id^="card|"]')).to_have_count(len(came))
    shot(page, f"events/{game}-{device}-over")
    page.locator("[data-does=again]").click()
    expect(page.locator('.felt-piece[data-id^="card|"]')).to_have_count(0)
    taken = page.evaluate("taken")
    assert {id for id, _ in taken} == set(came)
    assert len({place for _, place in taken if "scale" in place}) == 1, "all cards go to one place"
    assert page.evaluate("came") == came


def test_3_11_a_coup_lies_there_although_the_shoe_goes_on_and_its_wager_is_offered_again(seat: Seat) -> None:
    page = seat("baccarat-punto-banco")
    for _ in range(3):  # after the Player's Hand wins, the next round begins with the shoe
        play(page)
        expect(page.locator("[data-does=again]")).to_contain_text("Same again, $10")
        expect(page.locator('.felt-piece[data-id^="card|"]').nth(3)).to_be_attached()


@pytest.mark.parametrize("device", ["phone", at_length("desk"), at_length("tablet")])
def test_the_number_is_announced_when_the_ball_has_come_to_rest(seat: Seat, device: str) -> None:
    page = seat("roulette", **MOVING | DEVICES[device])
    page.evaluate(WATCH_LOG, '[data-id="ball"]')
    for spins in (1, 2):  # the second time the ball is already on the wheel
        page.locator("[data-does=again]").click()
        expect(page.locator(".tray .laid")).not_to_be_empty()
        big(page).click()
        expect(page.locator(".log-settled", has_text="You:")).to_have_count(spins)
        expect(wagering(page)).to_be_visible()
    assert page.evaluate("announced") > 0
    assert page.evaluate("early") == []
    shot(page, f"events/ball-{device}")


def test_dice_are_read_when_they_have_come_to_rest(seat: Seat) -> None:
    page = seat("craps", **MOVING)
    page.evaluate(WATCH_LOG, '[data-id^="die|"]')
    lay(page, "pass||0")
    expect(page.locator(".tray .laid")).not_to_be_empty()
    page.evaluate(
        """() => { window.unread = 0; new MutationObserver(() => {
            const pips = document.querySelector('.enter-thrown .pips');
            if (pips && getComputedStyle(pips).opacity === '0') window.unread += 1;
        }).observe(document.querySelector('.felt svg'), { subtree: true, childList: true, attributes: true }); }"""
    )
    go_on(page, big(page).click)
    expect(wagering(page)).to_be_visible()
    assert page.evaluate("unread") > 0, "dice in the air showed their faces"
    assert page.evaluate("early") == []


def test_15_5_balls_appear_one_after_the_other_and_are_not_revealed_before(seat: Seat) -> None:
    page = seat("keno", **MOVING)
    page.evaluate(WATCH_BALLS)
    page.locator("[data-does=again]").click()
    expect(page.locator(".tray .laid")).not_to_be_empty()
    big(page).click()
    page.wait_for_function("window.drawn !== null")
    drawn = page.evaluate("window.drawn")
    assert drawn["balls"] == 20
    # No number is visible before its ball arrives, and the list of numbers only after the last.
    assert drawn["seen"] == 0
    assert drawn["listed"] >= drawn["over"] > 0
    assert "Game 1:" not in drawn["log"]
    expect(page.locator(".log")).to_contain_text("Game 1:")


def test_skipping_shows_the_end_at_once(seat: Seat) -> None:
    page = seat("roulette", **MOVING)
    page.locator("[data-does=again]").click()
    expect(page.locator(".tray .laid")).not_to_be_empty()
    watch_for_skip(page, press=True)
    big(page).click()
    assert at_skip(page)["settled"] == 0
    expect(page.locator(".log-settled", has_text="You:")).to_have_count(1)
    expect(page.locator("[data-id=ball]")).to_be_attached()
    assert page.evaluate("document.querySelector('[data-id=ball]').getAnimations().length") == 0
