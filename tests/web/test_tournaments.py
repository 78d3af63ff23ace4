"""A tournament in the browser is filed, entered by two people and two bots, and played; missing filings are named."""

import re

import httpx
from playwright.sync_api import Page, expect

from tests.shared.at_table import STILL, big, staff
from tests.shared.browser import PHONE, NewPage, shot
from tests.shared.looks import fits, readable
from tests.shared.served import Served
from tests.shared.waiting import wait_until

STAGES = re.compile(r"\[\[tournament\.stages\]\].*?(?=\[tournament\.notice\])", re.DOTALL)


def played_out(server: Served, page: Page, *people: Page) -> None:
    """All players press the big button until no more hands are dealt."""
    address = page.url.rpartition("/")[2]

    def over() -> bool:
        seen = httpx.get(f"{server.url}/api/v1/tournaments/{address}", timeout=60).json()
        if seen["status"] != "playing":
            return True
        for one in people:
            button = big(one)
            if button.count() and button.is_enabled() and button.get_attribute("aria-disabled") != "true":
                button.click(force=True)
        return False

    wait_until(over)


def test_8_6_two_people_and_two_bots_finish_a_tournament(new_page: NewPage, server: Served) -> None:
    boss = staff(new_page, server, "floorperson")
    boss.goto("/tournaments")
    file = boss.get_by_label("The file of the tournament")
    text = file.input_value()
    # It may not be held without the controller's certification.
    file.fill(text.replace("controller_certification = true\n", ""))
    boss.locator(".press.file").click()
    expect(boss.locator(".tournament-found")).to_contain_text("the certification of the casino controller is missing")
    expect(boss.locator(".tournament-found")).to_contain_text("8.6(b)")
    shot(boss, "tournaments/filing")
    stages = '[[tournament.stages]]\ngame = "roulette"\nhands = 2\n'
    file.fill(STAGES.sub(stages, text))
    boss.locator(".press.file").click()
    boss.wait_for_url(re.compile(r"/tournaments/\d+"))
    for _ in range(2):
        before = boss.locator(".standings tbody tr").count()
        boss.locator(".press.add-bot").click()
        expect(boss.locator(".standings tbody tr")).to_have_count(before + 1)
    people = [new_page(base_url=server.url, **STILL), new_page(base_url=server.url, **STILL | PHONE)]
    for page in people:
        page.goto(boss.url)
        page.locator(".press.enter").click()
        expect(page.locator(".standings tr.you")).to_have_count(1)
        expect(page.locator(".press.enter")).to_have_count(0)
        expect(page.locator(".person-bankroll")).to_have_text("$9,900")
    expect(boss.locator(".standings tbody tr")).to_have_count(4)
    boss.locator(".press.start").click()
    for page in people:
        page.locator(".to-table").click()
        expect(page.locator(".seat.you")).to_be_visible()
        expect(page.locator(".tournament-line")).to_contain_text(
            "Tournament chips have no cash value. 2 hands are dealt."
        )
    # The house assigns seats and chips: players cannot leave, and no seat is offered.
    expect(people[0].get_by_role("button", name="Leave", exact=True)).to_be_hidden()
    expect(people[0].locator(".seat-plus")).to_have_count(0)
    shot(people[0], "tournaments/table")
    shot(people[1], "tournaments/table-phone")
    played_out(server, boss, *people)
    expect(boss.locator(".tournament-status")).to_contain_text("Finished; the prizes have been paid.")
    expect(boss.locator(".standings thead")).to_contain_text("Won")
    expect(boss.locator(".standings tbody tr")).to_have_count(4)
    shot(boss, "tournaments/over")
    readable(boss)
    people[1].get_by_role("link", name="To the tournament").click()
    expect(people[1].locator(".standings tr.you")).to_have_count(1)
    fits(people[1])
    shot(people[1], "tournaments/over-phone")
    boss.goto("/tournaments")
    expect(boss.locator(".revenue")).to_contain_text("Tournament gross revenue: $")


def test_8_6_c_the_regulators_office_stops_one(new_page: NewPage, server: Served) -> None:
    boss = staff(new_page, server, "floorperson")
    boss.goto("/tournaments")
    boss.locator(".press.file").click()
    boss.wait_for_url(re.compile(r"/tournaments/\d+"))
    division = staff(new_page, server, "regulator")
    division.goto(boss.url)
    division.get_by_label("Reason").fill("prizes differ from the controls")
    division.locator(".press.stop").click()
    expect(boss.locator(".tournament-status")).to_contain_text("Stopped under 8.6(c).")
    expect(boss.locator(".tournament-status")).to_contain_text("prizes differ from the controls")
    shot(division, "tournaments/stopped")
