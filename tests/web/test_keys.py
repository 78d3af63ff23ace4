"""Keyboard shortcuts: the key that skips or deals never decides anything, even when repeated, and a key means the same
at every table.
"""

import pytest
from playwright.sync_api import expect

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import registered_games
from pitboss.table import game_on
from pitboss.web.live.keys import DECISIONS, PAGE, keys_of
from tests.shared.at_table import Seat, asked, at_skip, big, go_on, play_on, to_a_decision, wagering, watch_for_skip
from tests.shared.browser import shot


def test_no_two_common_decisions_have_one_key_and_none_is_the_pages() -> None:
    assert len(set(DECISIONS.values())) == len(DECISIONS)
    assert not set(DECISIONS.values()) & set(PAGE)


@pytest.mark.parametrize("game", list(registered_games()))
def test_a_key_means_the_same_choice_at_every_table(game: str) -> None:
    """Every choice of a game has its own key, and a key used at other tables means the same here."""
    keys = keys_of(game_on(Layout.of(game)).decisions)
    assert all(keys.values())
    assert len(set(keys.values())) == len(keys)
    common = {key: word for word, key in DECISIONS.items()}
    assert all(common.get(key, word) == word for word, key in keys.items())


def test_a_choice_common_to_several_tables_has_one_key_at_all_of_them() -> None:
    found: dict[str, set[str]] = {}
    for game in registered_games():
        for word, key in keys_of(game_on(Layout.of(game)).decisions).items():
            found.setdefault(word, set()).add(key)
    assert {word: keys for word, keys in found.items() if len(keys) > 1} == {}


def test_14_7_declared_by_a_key_a_call_is_never_all_in() -> None:
    """At a poker table the choices change from turn to turn; the key of one never means another in the next turn."""
    decisions = game_on(Layout.of("poker")).decisions
    facing = keys_of(("call", "raise", "all_in", "fold"), decisions)
    free = keys_of(("check", "bet", "all_in", "fold"), decisions)
    assert facing["all_in"] == free["all_in"]
    assert not {facing[word] for word in ("call", "raise", "fold")} & {free["all_in"], free["check"], free["bet"]}


@pytest.mark.parametrize("game", ["pai-gow-poker", "pai-gow"])
def test_the_key_of_the_house_way_takes_no_bank_in_the_next_question(seat: Seat, game: str) -> None:
    """The bank would take the player's whole rack."""
    page = seat(game)
    page.locator("[data-does=again]").click()
    expect(page.locator("[data-does=clear]")).to_be_visible()
    go_on(page, big(page).click)
    house_way = page.locator("[data-choice=house_way]")
    key = house_way.get_attribute("data-key") or ""
    assert key
    cards = page.locator(".setting [data-key]").evaluate_all("(all) => all.map((one) => one.dataset.key)")
    go_on(page, house_way.click)
    expect(page.locator(".question")).to_contain_text("The bank is offered to you")
    offered = page.locator(".choice").evaluate_all("(all) => all.map((one) => one.dataset.key)")
    assert not {key, *cards} & set(offered)
    page.wait_for_function("pitbossLive.hears()")
    page.keyboard.press(key)
    go_on(page, page.locator("[data-choice=pass]").click)
    expect(page.locator(".log")).to_contain_text("No one banks; the dealer does.")


def test_the_key_that_deals_and_the_key_that_skips_decide_nothing(seat: Seat) -> None:
    page = seat("blackjack", reduced_motion="no-preference")
    for _ in range(20):
        page.locator("[data-does=again]").click()
        expect(page.locator("[data-does=clear]")).to_be_visible()
        expect(big(page)).to_have_attribute("data-key", "d")
        watch_for_skip(page)
        page.keyboard.press("d")
        skip = at_skip(page)
        assert (skip["key"], skip["shown"]) == ("k", "K")
        page.keyboard.press("d")  # repeated presses do not skip
        page.keyboard.press("k")
        if asked(page, "[data-choice=draw]"):
            break
        play_on(page)
        expect(wagering(page)).to_be_visible()
    keys = page.locator(".choice").evaluate_all("(all) => all.map((one) => one.dataset.key)")
    assert not {"d", "k"} & set(keys)
    assert len(set(keys)) == len(keys)
    question = page.locator(".question").inner_text()
    for key in "dkdk":
        page.keyboard.press(key)
    expect(page.locator(".question")).to_have_text(question)
    expect(page.locator("[data-choice=draw]")).to_be_visible()
    shot(page, "keys/decision")


def test_a_new_choice_ignores_a_key_pressed_before_it_appeared(seat: Seat) -> None:
    """A decision appears while the player keeps pressing: nothing is decided before there was time to read it."""
    page = seat("blackjack")
    page.evaluate(
        """() => new MutationObserver(() => {
          const draw = document.querySelector("[data-choice=draw]");
          if (!draw || draw.tried) return;
          draw.tried = true;
          draw.dispatchEvent(new KeyboardEvent("keydown", { key: draw.dataset.key, bubbles: true }));
        }).observe(document, { childList: true, subtree: true })"""
    )
    to_a_decision(page)
    page.wait_for_function("pitbossLive.hears()")
    expect(page.locator("[data-choice=draw]")).to_be_visible()
    # If the key had counted, a card would have been drawn before this decision.
    page.locator("[data-choice=stand]").click()
    expect(wagering(page)).to_be_visible()
    _, _, this_round = page.locator(".log").inner_text().rpartition("Round ")
    assert this_round.count("to box 3") == 2
