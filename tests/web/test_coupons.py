"""A match play coupon from the staff page to the felt: issued once, placed by mouse and by touch."""

import json

import httpx
from playwright.sync_api import Page, expect

from tests.shared.at_table import POINT, STILL, Seat, choose, lay
from tests.shared.browser import PHONE, NewPage, shot
from tests.shared.looks import fits
from tests.shared.served import Served


def issue(page: Page, name: str, value: str) -> None:
    form = page.locator("form[action='/staff/coupons']")
    form.get_by_label("Player's name").fill(name)
    form.get_by_label("Value in dollars").fill(value)
    form.get_by_role("button").click()


def test_a_floorperson_issues_a_coupon_and_the_player_places_it_by_mouse_and_by_touch(
    seat: Seat, new_page: NewPage, server: Served, complaints: list[str]
) -> None:
    player = seat("craps", has_touch=True)
    name = player.locator(".person-name").inner_text()
    staff = new_page(base_url=server.url, **STILL)
    staff.goto("/staff")
    staff.get_by_label("Token").fill(json.loads((server.folder / "floor" / "staff.json").read_text())["floorperson"])
    staff.get_by_role("button", name="Sign in").click()
    expect(staff.locator(".person-name")).to_have_text("Floorperson")
    staff.goto("/staff")

    # A refusal is shown in one line, and the form keeps its input.
    issue(staff, "No one of that name", "10")
    expect(staff.locator(".form-trouble")).to_have_text("There is no player called 'No one of that name'.")
    issue(staff, name, "1000.01")
    expect(staff.locator(".form-trouble")).to_contain_text("from $0.01 to $1,000, not '1000.01'")
    expect(staff.get_by_label("Player's name")).to_have_value(name)
    # A form that is sent twice, for example by reloading the answer, issues one coupon.
    issue(staff, name, "10")
    expect(staff.locator(".form-done")).to_have_text(f"{name} now holds a match play coupon of $10.")
    shot(staff, "desk/coupon-issued")
    staff.reload()
    expect(staff.locator(".form-done")).to_contain_text("it was not issued again")

    # A seated player sees it next to the chips, even in the middle of a round.
    coupon = player.get_by_role("button", name="$10 match play coupon, 1 held")
    expect(coupon).to_be_visible()
    laid = player.locator(".tray .laid")
    # Where the rules accept no coupon, it is refused with the section, as chips are.
    coupon.click()
    lay(player, "field||0")
    expect(player.locator(".notice")).to_contain_text("match play coupon is accepted only on: Pass Bet")
    expect(player.locator(".notice .notice-cite")).to_contain_text("1.3")
    # It needs chips of at least its value; one press makes the lawful wager and places the coupon too.
    choose(player, "$5")
    lay(player, "pass||0")
    expect(player.locator(".notice")).to_contain_text("needs chips of at least its value, not $5")
    player.get_by_role("button", name="Bet $10 instead").click()
    expect(laid).to_have_text("$10+$10 bet")
    expect(player.locator(".felt")).to_contain_text("$10+$10")
    expect(coupon).to_be_hidden()
    shot(player, "desk/coupon-on-the-pass-line")
    # Undo takes back both.
    player.locator("[data-does=undo]").click()
    expect(laid).to_have_text("")

    # The same by touch on a phone: no chip was chosen, so the chips that the coupon needs are placed.
    player.set_viewport_size(PHONE["viewport"])
    player.reload()
    coupon.tap()
    expect(coupon).to_have_attribute("aria-pressed", "true")
    fits(player)
    shot(player, "phone/coupon-chosen")
    player.touchscreen.tap(*player.evaluate(POINT, "pass||0"))
    expect(laid).to_have_text("$10+$10 bet")
    shot(player, "phone/coupon-on-the-pass-line")
    token = next(one["value"] for one in player.context.cookies() if one["name"] == "pitboss")
    me = httpx.get(f"{server.url}/api/v1/people/me", headers={"authorization": f"Bearer {token}"}).json()
    assert me["coupons"] == {}, "one was issued, and it lies on the felt"

    # The lobby mentions a coupon that the player holds.
    issue(staff, name, "25")
    player.goto("/")
    expect(player.locator(".my-coupons")).to_contain_text("1 of $25")
    complaints[:] = [one for one in complaints if "422" not in one]
