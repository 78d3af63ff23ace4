"""8.3 in the browser: a change is noticed by a sign on everybody's page, the regulator is told, and it comes."""

from playwright.sync_api import expect

from at_table import Seat, big, staff
from browser import NewPage, shot
from looks import fits
from served import Served


def test_8_3_a_sign_tells_of_a_change_and_the_page_is_another_when_it_comes(
    seat: Seat, new_page: NewPage, server: Served
) -> None:
    ann = seat("roulette")
    boss = staff(new_page, server, "floorperson")
    boss.goto(ann.url)
    boss.locator(".change summary").click()
    boss.locator(".change-to input").fill("much")
    boss.locator(".notice-change").click()
    expect(boss.locator(".change .form-trouble")).to_contain_text("Amounts are dollars and cents")
    boss.locator(".change-to input").fill("25")
    boss.locator(".notice-change").click()
    for page in (ann, boss):
        expect(page.locator(".change-sign")).to_contain_text("becomes $25. Wagers that stand keep their odds.")
    expect(boss.locator(".cancel-change")).to_be_visible()
    shot(ann, "changes/sign")
    shot(boss, "changes/staff")
    fits(ann)
    division = staff(new_page, server, "regulator")
    division.goto("/staff")
    expect(division.locator(".coming-changes")).to_contain_text("becomes $25")
    shot(division, "changes/regulator")
    ann.locator("[data-does=again]").click()
    expect(ann.locator("[data-does=clear]")).to_be_visible()
    with ann.expect_navigation():  # the round is finished by the old rule; then the page is loaded anew
        big(ann).click()
    expect(ann.locator(".change-sign")).to_be_hidden()
    expect(ann.locator(".seat.you")).to_be_visible()
    expect(ann.locator(".about")).to_contain_text("$25")
