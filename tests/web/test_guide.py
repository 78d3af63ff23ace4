"""8.5 in the browser: a table's current guide as a page and as a leaflet, withdrawn when the table changes."""

from playwright.sync_api import expect

from pitboss.documents.files import MARK
from tests.shared.at_table import Seat, staff
from tests.shared.browser import NewPage, shot
from tests.shared.looks import fits
from tests.shared.served import Served


def test_8_5_the_table_has_its_guide_and_says_when_it_is_stale(seat: Seat, new_page: NewPage, server: Served) -> None:
    guide = seat("roulette")
    table = guide.url.split("?")[0]
    guide.get_by_role("button", name="Leave", exact=True).click()
    guide.wait_for_url("**/")
    guide.goto(f"{table}/guide")
    for heading in ("Object of the game", "The wagers", "How a round goes", "Chances", "The complete rules"):
        expect(guide.get_by_role("heading", name=heading)).to_be_visible()
    expect(guide.locator(".guide")).to_contain_text("35 to 1")
    expect(guide.locator(".stale")).to_be_hidden()
    fits(guide)
    shot(guide, "guide/table")
    printed = guide.request.get(f"{table}/guide.pdf")
    assert printed.headers["content-type"] == "application/pdf"
    assert MARK.encode() in printed.body()
    assert 'game = "roulette"' in guide.request.get(f"{table}/table.toml").text()
    assert guide.request.get(f"{table}9999/guide.pdf").status == 404
    boss = staff(new_page, server, "floorperson")
    boss.goto(table)
    boss.locator(".change summary").click()
    boss.locator(".change-to input").fill("25")
    with boss.expect_navigation():  # with no players the change takes effect at once, and the page reloads
        boss.locator(".notice-change").click()
    expect(boss.locator(".about")).to_contain_text("$25")
    expect(guide.locator(".stale")).to_contain_text("out of date")
