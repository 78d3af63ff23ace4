"""Keys: what skips or deals decides nothing, whoever presses on."""

from playwright.sync_api import expect

from at_table import Seat, asked, big, play_on, wagering
from browser import shot


def test_the_key_that_deals_and_the_key_that_skips_decide_nothing(seat: Seat) -> None:
    page = seat("blackjack", reduced_motion="no-preference")
    for _ in range(20):
        page.locator("[data-does=again]").click()
        expect(page.locator("[data-does=clear]")).to_be_visible()
        assert big(page).get_attribute("data-key") == "d"
        page.keyboard.press("d")
        skip = page.get_by_role("button", name="Skip")
        expect(skip).to_have_attribute("data-key", "k")
        expect(skip.locator(".press-key")).to_have_text("K")
        page.keyboard.press("d")  # whoever presses on does not skip by it
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
