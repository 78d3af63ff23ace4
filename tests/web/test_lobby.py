"""The lobby, log-in and surveillance in a real browser: identity, permissions, and the record of what was dealt."""

import json
import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import registered_games, rules_of
from pitboss.equipment import SeededSource
from pitboss.equipment.decks import composition, spread
from pitboss.families import family_of
from pitboss.floor.card_proofs import commitment_to_cards
from pitboss.floor.commitments import chance_of
from pitboss.floor.verify import verify_text
from pitboss.pricing import price
from pitboss.web.figures import percent
from pitboss.web.house_choices import best_wager, main_wager
from tests.shared.at_table import comes_to, go_on, lay, play_on, staff
from tests.shared.browser import PHONE, NewPage, shot
from tests.shared.looks import fits, in_good_order, readable
from tests.shared.served import Served, served

GAMES = [game for game in registered_games() if not (until := rules_of(game).game.until) or until > date.today()]
"""Games that can be played today."""
STILL = {"reduced_motion": "reduce"}
WITH_PRICES_AND_WITHOUT = """() => {
    const edges = [...document.querySelectorAll('td.at-edge')], one = document.querySelector('td.at-edge:has(b)');
    const places = () => [...document.querySelectorAll('.play')].map((one) => one.getBoundingClientRect().top);
    const price = [...one.childNodes].map((node) => node.cloneNode(true));
    for (const edge of edges) edge.replaceChildren(...price.map((node) => node.cloneNode(true)));
    const priced = places();
    for (const edge of edges) edge.replaceChildren();
    return [priced, places()]; }"""
"""The buttons' positions when every game has its price, and when none has."""


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with pytest.MonkeyPatch.context() as patch:
        # More visitors arrive per minute from one address than a real floor would admit.
        patch.setenv("PITBOSS_LIMITS", "off")
        with served() as server:
            yield server


@pytest.fixture
def newcomer(new_page: NewPage, server: Served) -> Any:
    """A first-time visitor in the lobby."""

    def come(**options: Any) -> Page:
        page = new_page(base_url=server.url, **STILL | options)
        page.goto("/")
        expect(page.locator(".game-row")).to_have_count(len(GAMES))
        return page

    return come


@pytest.fixture
def tokens(server: Served) -> dict[str, str]:
    found: dict[str, str] = json.loads((server.folder / "floor" / "staff.json").read_text("utf-8"))
    return found


def come_in(page: Page, token: str) -> None:
    page.goto("/staff")
    page.get_by_label("Token").fill(token)
    page.get_by_role("button", name="Sign in").click()


# ---- new visitors


def test_a_newcomer_is_a_guest_with_play_money_whose_token_is_only_in_the_cookie(newcomer: Any) -> None:
    page = newcomer()
    expect(page.locator(".person-name")).to_have_text(re.compile(r"^Guest \d{6}$"))
    expect(page.locator(".person-bankroll")).to_have_text("$10,000")
    (cookie,) = [one for one in page.context.cookies() if one["name"] == "pitboss"]
    assert cookie["httpOnly"]
    assert cookie["sameSite"] == "Lax"
    assert cookie["value"] not in page.content()
    assert page.evaluate("document.cookie") == ""
    name = page.locator(".person-name").inner_text()
    page.reload()
    expect(page.locator(".person-name")).to_have_text(name)
    shot(page, "lobby/newcomer", whole=True)


FAMILIES = """() => { const found = {}; let family = '';
    for (const row of document.querySelectorAll('.games-table tbody tr')) {
        if (row.matches('.group')) found[family = row.innerText.trim()] = [];
        else if (row.dataset.game) found[family].push(row.dataset.game);
    } return found; }"""
"""The games as listed under their families."""


def test_every_game_is_listed_in_its_family_with_the_edge_of_its_best_wager(newcomer: Any) -> None:
    page = newcomer()
    found = page.evaluate(FAMILIES)
    assert sum(map(len, found.values())) == len(GAMES)
    assert all(family_of(rules_of(game).game.family).name == family for family in found for game in found[family])
    # Free odds have no house edge but need a line bet: craps is listed at the price of its cheapest line.
    for game, wager in (("craps", "dont_pass"), ("roulette", "red"), ("mini-baccarat", "banker_hand")):
        # Games that match the search are priced first.
        page.goto(f"/?find={game}")
        row, report = page.locator(f".game-row[data-game={game}]"), price(Layout.of(game))
        expect(row.locator(".at-edge b")).to_have_text(percent(report[wager].house_edge, 2), timeout=60_000)
        expect(row.locator(".at-wager")).to_contain_text(best_wager(report).name)
        expect(row.locator(".game-name")).to_have_text(rules_of(game).game.name)
        expect(row.locator(".at-section a")).to_have_attribute("href", f"/rules/{game}")
    # The price page lists the same games under the same families.
    page.goto("/price")
    assert list(page.evaluate(FAMILIES)) == list(found)
    row = page.locator(".game-row[data-game=craps]")
    expect(row.locator(".at-edge b")).to_have_text("1.36%", timeout=60_000)
    row.get_by_role("link", name="All prices").click()
    page.wait_for_url("**/price/craps")


def shown(page: Page) -> list[str]:
    """The games that are listed now, from top to bottom."""
    script = "(all) => all.filter((one) => one.checkVisibility()).map((one) => one.dataset.game)"
    found: list[str] = page.locator(".game-row").evaluate_all(script)
    return found


def test_games_are_found_by_words_by_family_and_in_order(newcomer: Any) -> None:
    page = newcomer()
    every = shown(page)
    page.get_by_label("Find a game").fill("hardway")
    expect(page.locator(".game-row[data-game=roulette]")).to_be_hidden()
    assert shown(page) == ["craps", "automated-craps"]
    expect(page).to_have_url(re.compile(r"find=hardway"))
    # The address can be bookmarked and shows the same list again.
    page.reload()
    expect(page.locator(".game-row[data-game=roulette]")).to_be_hidden()
    # Games whose name matches come before games that only have a matching wager.
    page.get_by_label("Find a game").fill("pai")
    expect(page.locator(".game-row[data-game=sic-bo]")).to_be_visible()
    comes_to(lambda: set(shown(page)[:2]), lambda: {"pai-gow", "pai-gow-poker"})
    page.get_by_label("Find a game").fill("no such thing")
    expect(page.get_by_text("No game matches all of these words.")).to_be_visible()
    page.get_by_label("Find a game").fill("")
    expect(page.locator(".game-row[data-game=mini-baccarat]")).to_be_visible()
    page.get_by_role("button", name="Baccarat", exact=True).click()
    expect(page.locator(".game-row[data-game=craps]")).to_be_hidden()
    assert shown(page) == [game for game in every if rules_of(game).game.family == "baccarat"]
    page.get_by_role("button", name="All", exact=True).click()
    page.locator("[data-sort=game]").click()
    expect(page.locator(".group").first).to_be_hidden()
    first = min(every, key=lambda game: rules_of(game).game.name.casefold())
    page.wait_for_function(f"() => document.querySelector('.game-row').dataset.game === '{first}'")
    names = [rules_of(game).game.name.casefold() for game in shown(page)]
    assert names == sorted(names)
    page.locator("[data-sort=game]").click()
    expect(page.locator("th.at-game[aria-sort]")).to_have_attribute("aria-sort", "descending")
    page.wait_for_function(f"() => document.querySelector('.game-row').dataset.game !== '{first}'")
    assert [rules_of(game).game.name.casefold() for game in shown(page)] == names[::-1]


def test_favourites_and_recent_games_work_by_touch(newcomer: Any) -> None:
    page = newcomer(**PHONE)
    expect(page.get_by_role("button", name="★ Favourites")).to_be_hidden()
    page.get_by_role("button", name="Red dog as a favourite").tap()
    page.get_by_role("button", name="★ Favourites").tap()
    expect(page.locator(".game-row[data-game=craps]")).to_be_hidden()
    assert shown(page) == ["red-dog"]
    page.locator(".game-row[data-game=red-dog] .play").tap()
    page.wait_for_url(re.compile(r"/table/\d+$"))
    expect(page.locator(".seat.you")).to_be_visible()
    page.goto("/")
    page.get_by_role("button", name="Recent").tap()
    expect(page.locator(".game-row[data-game=craps]")).to_be_hidden()
    assert shown(page) == ["red-dog"]
    expect(page.get_by_role("button", name="Red dog as a favourite")).to_have_attribute("aria-pressed", "true")
    fits(page)
    shot(page, "phone/lobby-recent")


def test_a_seat_is_seen_in_the_lobby_and_leads_back_to_the_table(newcomer: Any) -> None:
    page = newcomer()
    page.locator(".game-row[data-game=roulette] .play").click()
    page.wait_for_url(re.compile(r"/table/\d+$"))
    at = page.url
    expect(page.locator(".person-bankroll")).to_have_text("$9,500")
    page.get_by_role("link", name="Pitboss, to the tables").click()
    mine = page.locator("[data-tables-of=roulette] .open-table", has_text="Your seat")
    expect(mine).to_contain_text("1 of 8 seats")
    expect(page.locator(".my-seats")).to_contain_text("Roulette $500")
    mine.click()
    page.wait_for_url(at)
    other = newcomer()
    there = other.locator(f".open-table[href='{at.removeprefix(at.split('/table')[0])}']")
    expect(there).to_contain_text("1 of 8 seats")
    # "Play" opens a private table.
    other.locator(".game-row[data-game=roulette] .play").click()
    other.wait_for_url(re.compile(r"/table/\d+$"))
    assert other.url != at
    # Leaving cashes in: the chips return to the bankroll, including one on the felt, and the seat is free.
    lay(other, "red||0")
    expect(other.locator(".tray .laid")).to_have_text("$5 bet")
    other.goto("/")
    other.get_by_role("button", name="Cash in all").click()
    expect(other.locator(".my-seats")).to_be_hidden()
    expect(other.locator(".person-bankroll")).to_have_text("$10,000")


@pytest.mark.parametrize("path", ["/", "/open/craps", "/people", "/staff", "/table/1", "/table/2", "/table/1/shuffles"])
def test_every_page_can_be_read_is_in_good_order_and_fits_a_phone(newcomer: Any, path: str) -> None:
    page = newcomer()
    page.goto(path)
    expect(page.locator("h1")).to_have_count(1)
    page.wait_for_load_state("networkidle")
    readable(page)
    in_good_order(page)
    page.set_viewport_size({"width": 390, "height": 844})
    fits(page)
    shot(page, f"phone/page{path.replace('/', '-')}")


def test_nothing_moves_when_prices_arrive(newcomer: Any) -> None:
    page = newcomer()
    # The first price to arrive is shown on every card, so that no card waits for the slowest.
    expect(page.locator("td.at-edge b").first).to_be_visible(timeout=60_000)
    with_prices, without = page.evaluate(WITH_PRICES_AND_WITHOUT)
    assert len(with_prices) == len(GAMES)
    assert without == pytest.approx(with_prices, abs=1)


# ---- opening a table


def test_a_table_is_opened_with_choices_of_the_game(newcomer: Any) -> None:
    page = newcomer()
    page.locator(".game-row[data-game=blackjack]").get_by_role("link", name="Open a table").click()
    page.get_by_label("Name of the table").fill("Two decks")
    page.get_by_label("Minimum wager, dollars").fill("25")
    page.get_by_label("Decks in play").fill("2")
    # The form shows the price of the chosen rules next to that of a default table.
    edge = main_wager(price(Layout.of("blackjack", options={"decks": 2}))).house_edge
    usual = main_wager(price(Layout.of("blackjack"))).house_edge
    against = f"compared with the usual {percent(usual, 2)}"
    expect(page.locator(".open-costs")).to_contain_text(f"{percent(edge, 2)} house edge", timeout=60_000)
    expect(page.locator(".open-costs")).to_contain_text(against)
    shot(page, "lobby/open-a-table", whole=True)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile(r"/table/\d+$"))
    # A table lists the rules in which it differs, with its own price, above the felt and next to it.
    rules = page.locator(".house-rules")
    expect(rules).to_contain_text("Decks in play: 2")
    expect(rules).to_contain_text(f"{percent(edge, 2)} house edge", timeout=60_000)
    expect(page.locator(".own-price")).to_be_hidden()
    rules.click()
    expect(page.locator(".differences")).to_contain_text("usually 8")
    expect(page.locator(".own-price")).to_contain_text(against)
    expect(page.locator(".about")).to_contain_text("Two decks")
    expect(page.locator(".about")).to_contain_text("$25 to $5,000")
    expect(page.locator(".seat.you")).to_contain_text("$500")
    # Prices of this table's wagers are in its list and in the tooltip of each area.
    page.locator("[data-tab=wagers]").click()
    expect(page.locator(".price-edge b").first).to_have_text(percent(edge, 2), timeout=60_000)
    place = page.locator(".felt-area[data-area^='blackjack|']").first
    expect(place).to_have_attribute("aria-label", re.compile(re.escape(f"{percent(edge, 2)} house edge")))
    page.get_by_role("link", name="Prices").last.click()
    page.wait_for_url(re.compile(r"/price/blackjack\?"))
    assert page.url.endswith("options.decks=2")
    expect(page.locator("[id='wager-blackjack'] td").nth(1)).to_contain_text(percent(edge))
    # The lobby shows them too, before anyone has sat down.
    page.goto("/")
    line = page.locator("[data-tables-of=blackjack] .open-table", has_text="Your seat")
    expect(line).to_contain_text("Decks in play: 2")
    expect(line).to_contain_text(f"{percent(edge, 2)} house edge", timeout=60_000)
    expect(line).to_contain_text(against)


@pytest.mark.parametrize("path", ["/rules", "/rules/craps", "/price", "/check", "/editions", "/people", "/nowhere"])
def test_every_page_shows_the_visitors_name(newcomer: Any, complaints: list[str], path: str) -> None:
    page = newcomer()
    name = page.locator(".person-name").inner_text()
    page.goto(path)
    expect(page.locator(".person-name")).to_have_text(name)
    expect(page.locator(".person-bankroll")).to_have_text("$10,000")
    expect(page.locator(".person").get_by_role("link", name="Log in")).to_be_visible()
    complaints[:] = [one for one in complaints if "404" not in one]


def test_a_visitor_who_only_reads_has_no_account(new_page: NewPage, server: Served) -> None:
    page = new_page(base_url=server.url)
    page.goto("/rules/craps")
    expect(page.locator(".person").get_by_role("link", name="Log in")).to_be_visible()
    expect(page.locator(".person-name")).to_have_count(0)
    assert page.context.cookies() == []


def test_choices_that_do_not_go_together_are_refused_with_findings(newcomer: Any) -> None:
    page = newcomer()
    page.goto("/open/blackjack")
    page.get_by_label("Surrender offered").click()
    page.get_by_role("option", name="late").click()
    page.get_by_label("Multiple action").click()
    page.get_by_role("option").filter(has_not_text="off").first.click()
    findings = page.locator(".open-found .finding")
    expect(findings.first).to_be_visible()
    expect(findings.first.locator(".cite")).to_have_text(re.compile(r"13:69F-2\."))
    expect(page.get_by_role("button", name="Open the table")).to_have_attribute("aria-disabled", "true")
    shot(page, "lobby/unlawful-table")


def test_invalid_limits_are_reported(newcomer: Any) -> None:
    page = newcomer()
    page.goto("/open/craps")
    page.get_by_label("Minimum wager, dollars").fill("five")
    expect(page.locator(".open-found")).to_contain_text("dollars and cents")
    expect(page.get_by_role("button", name="Open the table")).to_have_attribute("aria-disabled", "true")


def test_the_house_policy_is_shown_before_a_table_is_opened(newcomer: Any) -> None:
    page = newcomer()
    page.goto("/open/blackjack")
    go = page.get_by_role("button", name="Open the table")
    page.get_by_label("Decks in play").fill("9")
    expect(page.locator(".open-found")).to_contain_text("Decks is 9; this house has 1 to 8.")
    expect(go).to_have_attribute("aria-disabled", "true")
    page.goto("/open/caribbean-stud")
    expect(page.get_by_text("The meter, in dollars")).to_have_count(0)
    page.get_by_label("Maximum wager, dollars").fill("20000")
    expect(page.locator(".open-found")).to_contain_text("Posted limits are at most $10,000 at this table.")


@pytest.mark.parametrize("path", ["/table/999999", "/table/x", "/open/whist", "/table/999999/shuffles"])
def test_a_missing_page_lists_those_that_exist(newcomer: Any, complaints: list[str], path: str) -> None:
    page = newcomer()
    answer = page.goto(path)
    assert answer is not None
    assert answer.status == 404
    expect(page.locator(".trouble")).to_be_visible()
    complaints[:] = [one for one in complaints if "404" not in one]


# ---- log in, register, staff


def test_a_visitor_registers_logs_out_and_logs_in_again(newcomer: Any, complaints: list[str]) -> None:
    page = newcomer()
    page.get_by_role("link", name="Log in").click()
    shot(page, "lobby/account")
    door = page.locator(".door", has_text="Register")
    door.get_by_label("Name").fill("Ann of the tests")
    door.get_by_label("Password").fill("short")
    door.get_by_role("button", name="Register").click()
    expect(page.locator(".form-trouble")).to_contain_text("8")
    door = page.locator(".door", has_text="Register")
    expect(door.get_by_label("Name")).to_have_value("Ann of the tests")
    door.get_by_label("Password").fill("a long enough one")
    door.get_by_role("button", name="Register").click()
    expect(page.locator(".person-name")).to_have_text("Ann of the tests")
    page.locator(".game-row[data-game=craps] .play").click()
    page.wait_for_url(re.compile(r"/table/\d+$"))
    page.goto("/people")
    page.get_by_role("button", name="Log out").click()
    expect(page.locator(".person-name")).to_have_text(re.compile(r"^Guest"))
    page.goto("/people")
    door = page.locator(".door", has_text="Log in")
    door.get_by_label("Name").fill("Ann of the tests")
    door.get_by_label("Password").fill("another long one")
    door.get_by_role("button", name="Log in").click()
    expect(page.locator(".form-trouble")).to_contain_text("Wrong name or password")
    door = page.locator(".door", has_text="Log in")
    door.get_by_label("Password").fill("a long enough one")
    door.get_by_role("button", name="Log in").click()
    expect(page.locator(".person-bankroll")).to_have_text("$9,500")
    complaints[:] = [one for one in complaints if "401" not in one and "422" not in one]


def test_a_token_opens_the_staff_area_which_can_be_left_again(
    newcomer: Any, tokens: dict[str, str], server: Served, complaints: list[str]
) -> None:
    page = newcomer()
    guest = page.locator(".person-name").inner_text()
    come_in(page, "x" * 43)
    expect(page.locator(".form-trouble")).to_contain_text("not a valid staff token")
    # A link may carry the token after the #, which browsers do not send.
    page.goto("/")
    page.goto(f"/staff#{tokens['floorperson']}")
    expect(page.get_by_label("Token")).to_have_value(tokens["floorperson"])
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator(".person-name")).to_have_text("Floorperson")
    expect(page.locator(".play")).to_have_count(0)
    assert tokens["floorperson"] not in page.content()
    inside = next(one["value"] for one in page.context.cookies() if one["name"] == "pitboss_staff")
    assert inside != tokens["floorperson"], "the browser has a token of its own"
    page.goto("/staff")
    page.get_by_role("button", name="Go back to playing").click()
    expect(page.locator(".person-name")).to_have_text(guest)
    at = f"{server.url}/api/v1/people/me"
    assert httpx.get(at, headers={"Authorization": f"Bearer {inside}"}).status_code == 401, "the player has left"
    assert httpx.get(at, headers={"Authorization": f"Bearer {tokens['floorperson']}"}).status_code == 200
    complaints[:] = [one for one in complaints if "401" not in one]


@pytest.mark.parametrize(
    "path", ["/staff", "/people/log-in", "/people/register", "/people/log-out", "/staff/leave", "/staff/coupons"]
)
def test_a_form_of_another_site_is_refused(server: Served, path: str) -> None:
    answer = httpx.post(server.url + path, data={"token": "x"}, headers={"origin": "https://elsewhere.example"})
    assert answer.status_code == 403
    assert not answer.cookies


# ---- shuffles and surveillance


def play(page: Page, game: str, rounds: int) -> str:
    """Play a few rounds of a game by default; return the address of the table."""
    page.locator(f".game-row[data-game={game}] .play").click()
    page.wait_for_url(re.compile(r"/table/\d+$"))
    for _ in range(rounds):
        page.locator("[data-does=again]").click()
        expect(page.locator("[data-does=clear]")).to_be_visible()
        go_on(page, page.locator(".press.big").click)
        play_on(page)
    return page.url


def test_the_commitment_of_a_shuffle_is_shown_and_its_order_is_not(newcomer: Any) -> None:
    page = newcomer()
    at = play(page, "blackjack", 1)
    page.locator("[data-tab=table]").click()
    committed = re.compile(r"shoe ([0-9a-f]{64}) · rolls [0-9a-f]{64} · shuffles [0-9a-f]{64}")
    expect(page.locator(".commitment")).to_have_text(committed)
    found = committed.search(page.locator(".commitment").inner_text())
    assert found
    page.goto(f"{at}/shuffles")
    expect(page.locator(".shuffles").last).to_contain_text(found[1])
    expect(page.locator(".shuffles").last).to_contain_text("in play: its order is still secret")
    expect(page.locator(".shuffles").first).to_contain_text("its seed stays secret")


SPOIL = "(node, name) => { node.dataset[name] = node.dataset[name].replace(/[0-9a-f]{64}/, 'ab'.repeat(32)); }"
"""Change the first hash of a proof: the browser must notice."""


def test_the_cards_that_were_shown_are_opened_and_verified(newcomer: Any) -> None:
    page = newcomer()
    at = play(page, "three-card-poker", 2)
    page.goto(f"{at}/shuffles")
    listed = page.locator(".shuffles").last
    expect(listed.locator(".good", has_text="verified in your browser").first).to_be_visible()
    expect(listed.locator(".good", has_text="which saw the commitment before").first).to_be_visible()
    expect(listed).to_contain_text(re.compile(r"(3|6) of 52 cards"))
    expect(page.locator(".shuffles").first).to_contain_text("its seed stays secret")
    shot(page, "lobby/shuffles", whole=True)
    page.locator(".verdict[data-disclosure]").first.evaluate(SPOIL, "disclosure")
    page.evaluate("pitbossLive.verify()")
    expect(page.locator(".shuffles .verdict.dear", has_text="DOES NOT MATCH the commitment")).to_have_count(1)
    _works_out_every_kind(page)


def test_surveillance_sees_every_card_of_a_shuffle_and_its_seed(
    newcomer: Any, new_page: NewPage, server: Served
) -> None:
    at = play(newcomer(), "three-card-poker", 2)
    page = staff(new_page, server, "surveillance")
    page.goto(f"{at}/shuffles")
    for listed in (page.locator(".shuffles").first, page.locator(".shuffles").last):
        expect(listed.locator(".good", has_text="verified in your browser").first).to_be_visible()
    expect(page.locator(".shuffles").last).to_contain_text("52 of 52 cards")
    page.locator(".verdict[data-draw]").first.evaluate(SPOIL, "draw")
    page.evaluate("pitbossLive.verify()")
    expect(page.locator(".shuffles .verdict.dear", has_text="DOES NOT MATCH the commitment")).to_have_count(1)


def _commitment(source: SeededSource, shoe: Sequence[int]) -> str:
    source.shuffle("shoe", shoe)
    source.finish("shoe")
    return commitment_to_cards(source.opening("shoe"))


def _works_out_every_kind(page: Page) -> None:
    """The browser computes the same dice, wheels, balls and shoes of every size as the library."""
    for head in map(str, range(8)):
        said = {"seed": "ab" * 32, "head": head}
        source = partial(chance_of, "ab" * 32, head)
        shoe = composition(8)
        asked: list[tuple[dict[str, Any], Any]] = [
            *(({"kind": "dice", "number": count}, str(source().dice(count))) for count in (1, 2, 3)),
            ({"kind": "number", "below": 38, "shows": []}, source().number(38)),
            ({"kind": "number", "below": 2, "shows": ["red", "black"]}, ("red", "black")[source().number(2)]),
            ({"kind": "number", "below": 1, "shows": []}, 0),
            ({"kind": "number", "below": 70_000, "shows": []}, source().number(70_000)),
            ({"kind": "draw", "of": 80, "take": 20, "out": [7, 8]}, list(source().draw(80, 20, [7, 8]))),
            ({"kind": "shuffle", "cards": " ".join(map(str, spread(shoe)))}, _commitment(source(), shoe)),
        ]
        for ask, came in asked:
            assert page.evaluate("asked => pitbossLive.answered(asked)", said | ask) == came, ask


def test_surveillance_sees_every_card_of_a_past_round_step_by_step(
    newcomer: Any, new_page: NewPage, server: Served, tokens: dict[str, str]
) -> None:
    player = newcomer()
    at = play(player, "blackjack", 2)
    page = new_page(base_url=server.url, **STILL)
    come_in(page, tokens["surveillance"])
    page.wait_for_url(re.compile(r"/surveillance$"))
    expect(page.get_by_text("The books are correct")).to_be_visible()
    shot(page, "staff/surveillance")
    number = at.rsplit("/", 1)[1]
    page.get_by_role("link", name=f"Table {number}", exact=True).click()
    expect(page.locator(".table-title")).to_contain_text("round 2")
    # Stop at the last round on the tape, because there is no link to a future one.
    while page.get_by_role("link", name="Next round").count():
        was = page.locator(".table-title").inner_text()
        page.get_by_role("link", name="Next round").click()
        expect(page.locator(".table-title")).not_to_have_text(was)
        expect(page.locator(".call-text")).to_contain_text("1 of ")
    page.goto(f"/surveillance/{number}?round=1")
    expect(page.locator(".table-title")).to_contain_text("round 1")
    expect(page.locator(".call-text")).to_contain_text("1 of ")
    steps = int(page.locator(".call-text").inner_text().split(":")[0].split(" of ")[1])
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".call-text")).to_contain_text(f"4 of {steps}")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".call-text")).to_contain_text(f"3 of {steps}")
    face_down = page.locator(".step", has_text="face down")
    face_down.click()
    expect(page.locator(".step[aria-current]")).to_contain_text("face down")
    # The player's two cards, the dealer's first, and the one that is face down.
    expect(page.locator(".felt [data-card]")).to_have_count(4)
    shot(page, "staff/surveillance-round")
    page.locator("[data-tab=tape]").click()
    expect(page.locator("#part-tape")).to_contain_text("Verified:", timeout=60_000)
    expect(page.locator(".tape li").first).to_contain_text('"entry"')
    page.locator("[data-tab=books]").click()
    expect(page.locator(".balances").first).to_contain_text(f"table:{number}:rack")
    page.set_viewport_size(PHONE["viewport"])
    fits(page)
    expect(page.get_by_role("link", name="Next round")).to_be_visible()
    shot(page, "phone/surveillance")


def test_an_export_from_surveillance_can_be_verified_by_anyone(server: Served, tokens: dict[str, str]) -> None:
    cookie = {"pitboss_staff": tokens["surveillance"]}
    answer = httpx.get(f"{server.url}/surveillance/1/export.json", cookies=cookie)
    assert answer.status_code == 200
    found = verify_text(answer.text, httpx.get(f"{server.url}/api/v1/key").json()["key"])
    assert found.true
    assert found.table == 1


@pytest.mark.parametrize("path", ["/surveillance", "/surveillance/1"])
def test_only_surveillance_sees_the_surveillance_pages(
    newcomer: Any, tokens: dict[str, str], complaints: list[str], path: str
) -> None:
    page = newcomer()
    for token in ("", tokens["floorperson"]):
        if token:
            come_in(page, token)
            expect(page.locator(".person-name")).to_have_text("Floorperson")
        answer = page.goto(path)
        assert answer is not None
        assert answer.status == 403
        expect(page.locator(".trouble")).to_contain_text("Surveillance only")
    complaints[:] = [one for one in complaints if "403" not in one]


@pytest.mark.parametrize("role", ["", "floorperson", "dealer", "admin"])
def test_only_surveillance_and_admins_get_an_export(server: Served, tokens: dict[str, str], role: str) -> None:
    cookies = {"pitboss_staff": tokens[role]} if role else {}
    assert httpx.get(f"{server.url}/surveillance/1/export.json", cookies=cookies).status_code == 403
