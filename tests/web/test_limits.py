"""Account pages: limits, sessions, the second factor, and the operator's figures."""

import json
import re
import time

import httpx
from playwright.sync_api import Page, expect

from pitboss.floor.second_factor import STEP, code_at
from tests.shared.at_table import STILL, Seat
from tests.shared.browser import PHONE, NewPage, shot
from tests.shared.looks import fits
from tests.shared.served import Served


def staff_page(new_page: NewPage, server: Served, role: str, code: str = "", **options: object) -> Page:
    """A page for a staff member who has signed in."""
    page = new_page(base_url=server.url, **STILL | options)
    page.goto("/staff")
    page.get_by_label("Token").fill(token_of(server, role))
    if code:
        page.get_by_label("Code of the second factor").fill(code)
    page.get_by_role("button", name="Sign in").click()
    return page


def token_of(server: Served, role: str) -> str:
    kept: dict[str, str] = json.loads((server.folder / "floor" / "staff.json").read_text())
    return kept[role]


def test_a_player_sets_a_limit_and_excludes_themselves(
    seat: Seat, new_page: NewPage, server: Served, complaints: list[str]
) -> None:
    page = seat("roulette", clock="never")
    page.goto("/limits")
    expect(page.get_by_role("heading", name="My limits")).to_be_visible()
    loss = page.locator(".door", has_text="lose in a day")
    loss.get_by_role("textbox").fill("20")
    loss.get_by_role("button", name="Set").click()
    expect(loss).to_contain_text("Now $20.")
    loss.get_by_role("textbox").fill("many")
    loss.get_by_role("button", name="Set").click()
    expect(page.locator(".form-trouble")).to_have_text("'many' is not a number of dollars.")
    loss.get_by_role("textbox").fill("500")
    loss.get_by_role("button", name="Set").click()
    expect(loss).to_contain_text(re.compile(r"Now \$20\. From 20\d\d-.*: \$500\."))
    shot(page, "desk/limits")
    page.set_viewport_size(PHONE["viewport"])
    fits(page)
    shot(page, "phone/limits")
    out = page.locator(".door", has_text="Exclude me")
    out.get_by_label("Days").fill("7")
    out.get_by_label("I am sure").check()
    out.get_by_role("button").click()
    expect(page.locator(".form-trouble")).to_contain_text("You excluded yourself from play until")
    complaints.clear()  # the browser complains about an answer of 422


def test_an_account_sees_and_ends_its_sessions(new_page: NewPage, server: Served) -> None:
    known = {"name": f"Ann {time.time_ns()}", "password": "correct horse"}
    other = httpx.post(f"{server.url}/api/v1/people/register", json=known).json()["token"]
    page = new_page(base_url=server.url, **STILL)
    page.goto("/people")
    door = page.locator(".door", has_text="Log in")
    door.get_by_label("Name").fill(known["name"])
    door.get_by_label("Password").fill(known["password"])
    door.get_by_role("button").click()
    expect(page.locator(".person-name")).to_have_text(known["name"])
    page.goto("/sessions")
    rows = page.locator(".sessions tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("this one")
    shot(page, "desk/sessions")
    page.set_viewport_size(PHONE["viewport"])
    fits(page)
    shot(page, "phone/sessions")
    rows.last.get_by_role("button", name="Sign out").click()
    expect(rows).to_have_count(1)
    asked = httpx.get(f"{server.url}/api/v1/people/me", headers={"Authorization": f"Bearer {other}"})
    assert asked.status_code == 401


def test_a_regulator_sets_up_a_second_factor(new_page: NewPage, server: Served, complaints: list[str]) -> None:
    page = staff_page(new_page, server, "regulator")
    page.goto("/sessions")
    page.get_by_role("button", name="Set it up").click()
    expect(page.locator(".qr svg")).to_be_visible()
    secret = page.locator(".door code").inner_text().replace(" ", "")
    shot(page, "desk/second-factor")
    page.get_by_label("Code that the app shows").fill(code_at(secret, int(time.time()) // STEP))
    page.get_by_role("button", name="Confirm").click()
    codes = page.locator(".recovery code")
    expect(codes).to_have_count(10)
    shot(page, "desk/recovery-codes")
    recovery = codes.first.inner_text()
    page.goto("/figures")
    expect(page.get_by_role("heading", name="Figures")).to_be_visible()
    again = staff_page(new_page, server, "regulator")
    expect(again.locator(".form-trouble")).to_contain_text("Enter the code of your authenticator app")
    once = staff_page(new_page, server, "regulator", recovery)
    expect(once.locator(".person-name")).to_have_text("Regulator")
    complaints.clear()  # the browser complains about the refusal without a code


def test_the_figures_page_shows_rounds_as_they_end(seat: Seat, new_page: NewPage, server: Served) -> None:
    made = httpx.post(f"{server.url}/api/v1/people/guest").json()["token"]
    headers = {"Authorization": f"Bearer {made}"}
    api = httpx.Client(base_url=f"{server.url}/api/v1", headers=headers, timeout=60.0)
    table = api.post("/tables", json={"table": {"game": "roulette"}, "settings": {"clock": "never"}}).json()["id"]
    commands = [{"do": "sit", "amount": 500_00}, {"do": "act", "verb": "make", "wager": "red", "amount": 25_00}]
    for command in [*commands, {"do": "ready"}]:
        assert api.post(f"/tables/{table}/commands", json=command).status_code == 200
    page = staff_page(new_page, server, "floorperson")
    expect(page.locator(".person-name")).to_have_text("Floorperson")
    page.goto("/figures")
    row = page.locator(".sheet.table-days tbody tr", has_text=f"({table})")
    expect(row).to_contain_text("$25")
    expect(page.locator(".room")).to_contain_text("All is well")
    shot(page, "desk/figures")
    page.set_viewport_size(PHONE["viewport"])
    fits(page)
    shot(page, "phone/figures")
