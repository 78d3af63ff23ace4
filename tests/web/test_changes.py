"""8.2 and 8.3 in the browser: every page shows the sign for a change, the regulator is notified, and the change takes
effect; a patron is granted individual limits.
"""

from typing import Any

import httpx
from playwright.sync_api import expect

from tests.shared.at_table import Seat, big, staff
from tests.shared.browser import NewPage, shot
from tests.shared.looks import fits
from tests.shared.served import Served


def test_8_3_a_sign_announces_a_change_and_the_page_follows_when_it_comes(
    seat: Seat, new_page: NewPage, server: Served
) -> None:
    ann = seat("roulette")
    boss = staff(new_page, server, "floorperson")
    boss.goto(ann.url)
    boss.locator(".change summary").click()
    boss.locator(".change-to input").fill("much")
    boss.locator(".notice-change").click()
    expect(boss.locator(".change .form-trouble")).to_contain_text("Enter dollars and cents")
    boss.locator(".change-to input").fill("25")
    ann.locator("[data-does=again]").click()  # with nothing on the layout the change would take effect at once
    expect(ann.locator("[data-does=clear]")).to_be_visible()
    boss.locator(".notice-change").click()
    for page in (ann, boss):
        expect(page.locator(".change-sign")).to_contain_text("becomes $25. Existing wagers keep their odds.")
    expect(ann.locator(".call-text")).to_contain_text("becomes $25")  # it is announced as well
    expect(boss.locator(".cancel-change")).to_be_visible()
    shot(ann, "changes/sign")
    shot(boss, "changes/staff")
    fits(ann)
    division = staff(new_page, server, "regulator")
    division.goto("/staff")
    expect(division.locator(".coming-changes")).to_contain_text("becomes $25")
    shot(division, "changes/regulator")
    with ann.expect_navigation():  # the round finishes under the old rule; then the page reloads
        big(ann).click()
    expect(ann.locator(".change-sign")).to_contain_text("Changed at")
    expect(ann.locator(".change-sign")).to_contain_text("minimum: none becomes $25.")
    expect(ann.locator(".seat.you")).to_be_visible()
    expect(ann.locator(".about")).to_contain_text("$25")


def test_8_2_a_floorperson_grants_a_patron_limits_and_a_round_that_goes_on_leaves_the_form_alone(
    new_page: NewPage, server: Served
) -> None:
    with httpx.Client(base_url=f"{server.url}/api/v1", timeout=60) as api:
        api.headers["authorization"] = f"Bearer {api.post('/people/guest').raise_for_status().json()['token']}"
        held = {"game": "roulette", "limits": {"minimum": 10, "maximum": 500, "individual": True}}
        table = api.post("/tables", json={"table": held}).raise_for_status().json()["id"]

        def do(**command: Any) -> int:
            return api.post(f"/tables/{table}/commands", json=command).status_code

        assert do(do="sit", amount=500_00) == 200
        boss = staff(new_page, server, "floorperson")
        boss.goto(f"/table/{table}")
        boss.locator(".limits summary").click()
        least, most = boss.locator(".limits-least input"), boss.locator(".limits-most input")
        least.fill("50")
        most.fill("20")
        boss.locator(".grant-limits").click()
        expect(boss.locator(".limits .form-trouble")).to_have_text("The minimum is above the maximum")
        assert do(do="act", verb="make", wager="red", amount=5_00) == 409
        least.fill("5")
        most.fill("900")
        boss.locator(".grant-limits").click()
        expect(boss.locator(".granted")).to_have_text("Position 1 now plays within individual limits.")
        assert do(do="act", verb="make", wager="red", amount=5_00) == 200
        least.fill("7")
        assert do(do="ready") == 200
        expect(boss.locator(".table-status")).not_to_contain_text("no number yet")
        expect(least).to_have_value("7")
        expect(least).to_be_visible()
        shot(boss, "changes/limits")


def test_18_11_c_a_payout_limit_at_an_open_table_falls_after_half_an_hour_and_rises_at_once(
    seat: Seat, new_page: NewPage, server: Served
) -> None:
    """Example 9 of subchapter 8 in the browser: the sign, the time of the change, and the changes that are never
    lawful."""
    ann = seat("let-it-ride")
    boss = staff(new_page, server, "floorperson")
    boss.goto(ann.url)

    def change(to: str, now: str) -> None:
        boss.locator(".change summary").click()
        boss.locator(".change-what input").fill("Payout limit")
        boss.get_by_role("option").first.click()
        expect(boss.locator(".change-now")).to_contain_text(now)
        boss.locator(".change-to input").fill(to)
        boss.locator(".notice-change").click()

    change("40000", "50000")
    expect(boss.locator(".notice")).to_contain_text("18.11(c)")
    expect(ann.locator(".change-sign")).to_be_hidden()
    boss.reload()
    change("75000", "50000")  # an increase needs no notice, and with no wager on the layout it takes effect at once
    for page in (ann, boss):
        expect(page.locator(".change-sign")).to_contain_text("Changed at")
        expect(page.locator(".change-sign")).to_contain_text("$50,000 becomes $75,000.")
    change("50000", "75000")
    for page in (ann, boss):
        expect(page.locator(".change-sign")).to_contain_text("From")
        expect(page.locator(".change-sign")).to_contain_text("$75,000 becomes $50,000.")
    expect(boss.locator(".cancel-change")).to_be_visible()
    shot(ann, "changes/payout-limit")
    boss.locator(".cancel-change").click()
    expect(boss.locator(".cancel-change")).to_be_hidden()
