"""The reference pages in a real browser: they show what the chapter, the prices, `check` and `diff` return."""

import re
import sys
from collections.abc import Callable, Iterator
from datetime import date
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from pitboss import check
from pitboss.chapter.check import findings
from pitboss.chapter.contents import contents
from pitboss.chapter.diff import diff
from pitboss.chapter.in_force import chapter_on
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import rules_of
from pitboss.pricing import PriceReport, price
from pitboss.web.checker_page import MOST, checked, example
from pitboss.web.figures import edge, net, percent, points
from pitboss.web.price_tables import _within, every_wager
from tests.shared.browser import DESKTOP, PHONE, NewPage, shot
from tests.shared.every_game import every_family, every_game
from tests.shared.looks import fits, in_good_order, readable
from tests.shared.served import Served, served

RUNNER = (sys.executable, str(Path(__file__).with_name("reference_pages.py")))
TODAY = date.today()


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served(program=RUNNER) as server:
        yield server


@pytest.fixture
def visit(new_page: NewPage, server: Served) -> Callable[..., Page]:
    """Open an address and wait for the page's heading."""

    def go(path: str, status: int = 200, page: Page | None = None, **options: Any) -> Page:
        page = page or new_page(base_url=server.url, **options)
        answer = page.goto(path)
        assert answer is not None
        assert answer.status == status
        expect(page.locator("h1")).to_have_count(1)
        return page

    return go


# ---- every page of every game


def well_made(page: Page, game: str) -> None:
    """Check that a page names its game, has valid markup and fits a phone."""
    assert rules_of(game).game.name in page.content()
    assert page.title().endswith("· Pitboss")
    in_good_order(page)
    page.set_viewport_size(PHONE["viewport"])
    fits(page)
    page.set_viewport_size(DESKTOP["viewport"])


@every_family()
def test_every_page_of_every_game_but_its_prices(visit: Callable[..., Page], game: str) -> None:
    page = None
    for path, ready in (
        (f"/rules/{game}", ".book h2"),
        (f"/check?game={game}", ".cm-content[aria-label]"),
        (f"/editions?first=1978-06-02&second={TODAY}&game={game}", "#history"),
    ):
        page = visit(path, page=page)
        expect(page.locator(ready).first).to_be_visible()
        well_made(page, game)


@pytest.mark.parametrize(
    "path", ["/rules", "/price", "/check", "/editions", "/rules/all-games", "/rules/craps", "/price/craps"]
)
def test_a_page_on_a_phone(visit: Callable[..., Page], path: str) -> None:
    page = visit(path, **PHONE)
    fits(page)
    header = page.locator(".header").bounding_box()
    assert header is not None
    assert header["height"] < 110
    shot(page, f"reading/phone{path.replace('/', '-')}")


@pytest.mark.parametrize(
    "path",
    ["/rules/three-card-poker", "/price/blackjack?options.decks=1", "/check", "/editions", "/rules", "/rules/nothing"],
)
def test_text_can_be_read(visit: Callable[..., Page], complaints: list[str], path: str) -> None:
    page = visit(path, 404 if path.endswith("nothing") else 200)
    page.wait_for_load_state("networkidle")
    readable(page)
    complaints.clear()
    shot(page, f"reading/desk{re.sub('[/?.=]', '-', path)}")


def test_the_links_in_the_header_work(visit: Callable[..., Page]) -> None:
    page = visit("/rules")
    for name, heading in (("Prices", "Prices of all games"), ("Check", "Check a table"), ("Editions", "What changed")):
        page.locator(".nav").get_by_role("link", name=name).click()
        expect(page.locator("h1")).to_have_text(heading)
        expect(page.locator(".nav [aria-current=page]")).to_have_text(name)


def test_by_keyboard_to_the_content(visit: Callable[..., Page]) -> None:
    page = visit("/rules")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Skip to content")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("main :focus")).to_have_count(1)


# ---- rules


def ids(page: Page, kind: str) -> list[str]:
    found: list[str] = page.locator(f"tr[id^='{kind}-']").evaluate_all("(rows) => rows.map((row) => row.id)")
    return [one.removeprefix(f"{kind}-") for one in found]


@pytest.mark.parametrize(
    ("game", "day"),
    [("craps", "2004-06-01"), ("craps", "2020-01-01"), ("blackjack", "1995-01-01"), ("roulette", "1980-01-01")],
)
def test_the_rules_are_those_of_the_day(visit: Callable[..., Page], game: str, day: str) -> None:
    page = visit(f"/rules/{game}?on={day}")
    held = chapter_on(date.fromisoformat(day)).game(game)
    assert sorted(ids(page, "wager")) == sorted(held.wagers)
    assert ids(page, "option") == list(held.options)
    assert ids(page, "irregularity") == list(held.irregularities)
    assert ids(page, "fact") == list(held.facts)
    prefix = contents().prefix(held.day)
    cited = page.locator(".book tr .cite").all_text_contents()
    assert cited
    assert {text.partition("-")[0] for text in cited} == {prefix}


def test_a_wager_on_the_rules_page(visit: Callable[..., Page]) -> None:
    page = visit("/rules/craps?on=2008-06-01")
    row = page.locator("[id='wager-six_seven_eight']")
    expect(row).to_contain_text("6-7-8")
    expect(row).to_contain_text("at least")
    expect(row).to_contain_text("2 to 1")
    expect(row).to_contain_text("since 2005-10-17")
    expect(row).to_contain_text("by R.2005 d.355")
    expect(row.get_by_role("link", name="19:47-1.2(a)39")).to_be_visible()
    expect(row).to_contain_text("offered with 6-7-8 wager offered: yes")
    # Identifiers for table files are shown on request only.
    expect(row.locator("code").first).to_be_hidden()
    page.get_by_label("show the names used in table files and code").check()
    expect(row.locator("code").first).to_have_text("six_seven_eight")
    expect(row.locator("code").first).to_be_visible()


def test_a_deep_link_unfolds_and_marks_its_place(visit: Callable[..., Page]) -> None:
    page = visit("/rules/craps?on=2008-06-01#1.2(a)39")
    place = page.locator("[id='1.2(a)39']")
    expect(place).to_be_in_viewport()
    expect(place).to_contain_class("here")
    # No paragraph has that number, so the one above it is shown.
    page.goto("/rules/craps?on=2008-06-01#1.2(a)39ix(4)")
    expect(page.locator("[id='1.2(a)39']")).to_contain_class("here")
    page.goto("/rules/craps#wager-field")
    expect(page.locator("[id='wager-field']")).to_be_in_viewport()


def test_find_on_the_page(visit: Callable[..., Page]) -> None:
    page = visit("/rules/craps?on=2008-06-01")
    box = page.get_by_label("Find on this page")
    box.fill("cocked")
    expect(page.locator("[id='irregularity-cocked_die']")).to_be_visible()
    expect(page.locator("[id='wager-pass']")).to_be_hidden()
    expect(page.locator("#find-count")).to_contain_text("found")
    assert parse_qs(urlsplit(page.url).query)["find"] == ["cocked"]
    box.fill("1.4(b)")
    expect(page.locator("[id='1.4(b)']")).to_be_visible()
    box.fill("")
    expect(page.locator("[id='wager-pass']")).to_be_visible()
    assert "find" not in page.url


def test_find_comes_from_the_address_and_is_not_markup(visit: Callable[..., Page]) -> None:
    page = visit("/rules/craps?find=%22%3E%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E")
    expect(page.get_by_label("Find on this page")).to_have_value('"><img src=x onerror=alert(1)>')
    assert page.locator(".find img").count() == 0


def test_another_day_by_hand(visit: Callable[..., Page]) -> None:
    page = visit("/rules/craps?on=2008-06-01")
    page.get_by_label("As in force on").fill("2004-06-01")
    expect(page).to_have_url(re.compile(r"on=2004-06-01"))
    expect(page.locator("[id='wager-six_seven_eight']")).to_have_count(0)
    page.get_by_label("As in force on").fill("1960-01-01")
    expect(page.get_by_text("the regulation begins on 1978-06-02")).to_be_visible()
    assert "on=2004-06-01" in page.url


# ---- prices


def rows(page: Page) -> dict[str, list[str]]:
    """The cells of the price table on the page, by wager."""
    found: list[list[str]] = page.locator(".prices tbody tr[id]").evaluate_all(
        """(rows) => rows.map((row) => [row.id, ...[...row.cells].slice(1).map((cell) =>
            (cell.querySelector('.figure') ?? cell).textContent.trim())])"""
    )
    return {id.removeprefix("wager-"): cells for id, *cells in found}


def expected_figures(report: PriceReport) -> dict[str, list[str]]:
    """The figures that the table must show."""
    return {
        one.id: [
            edge(one.house_edge),
            one.exact or _within(one),
            edge(one.element_of_risk),
            f"{one.std_dev:.3f}",
            percent(one.hit_rate, 2),
            percent(one.push_rate, 2),
            one.per,
        ]
        for one in every_wager(report)
    }


def figures(page: Page) -> dict[str, list[str]]:
    return {id: cells[1:8] for id, cells in rows(page).items()}


@every_family()
def test_prices_are_those_of_the_report(visit: Callable[..., Page], server: Served, game: str) -> None:
    page = visit(f"/price/{game}")
    expect(page.locator(".prices")).to_be_visible()
    well_made(page, game)
    report = price(Layout.of(game))
    assert figures(page) == expected_figures(report)
    link = page.get_by_role("link", name="As JSON").get_attribute("href")
    held = httpx.get(f"{server.url}{link}", timeout=60).json()
    assert {**held, "seconds": 0} == {**report.model_dump(mode="json"), "seconds": 0}
    assert bool(page.get_by_role("heading", name="Best strategy").count()) == (report.strategy is not None)


def test_a_choice_is_made_and_priced(visit: Callable[..., Page]) -> None:
    page = visit("/price/mini-baccarat")
    expect(page.locator(".prices")).to_be_visible()
    page.get_by_text("The licensee's choices").click()
    # Options that do not affect the price are folded away, and no identifiers of table files are visible.
    expect(page.locator("#option-vigorish_pct")).to_be_visible()
    expect(page.locator("#option-deal_method")).to_be_hidden()
    page.get_by_text("Choices that do not affect the price").click()
    expect(page.locator("#option-deal_method")).to_be_visible()
    choose(page, "vigorish_pct", "4")
    layout = Layout.of("mini-baccarat", options={"vigorish_pct": 4})
    usual = price(Layout.of("mini-baccarat"))["banker_hand"].house_edge
    row, now = page.locator("[id='wager-banker_hand'] td").nth(1), price(layout)["banker_hand"].house_edge
    expect(row.locator(".figure")).to_have_text(percent(now))
    expect(row.locator(".change")).to_have_text(points(now, usual))
    page.get_by_role("button", name="Banker's Hand").first.click()
    expect(page.locator("#chosen .change").first).to_have_text(f"usually {percent(usual, 4)}")
    assert "vigorish_pct" not in page.locator(".room").inner_text()
    assert figures(page) == expected_figures(price(layout))
    assert parse_qs(urlsplit(page.url).query)["options.vigorish_pct"] == ["4"]
    page.get_by_label("Decks in the shoe").fill("6")
    layout = Layout.of("mini-baccarat", options={"vigorish_pct": 4, "decks": 6})
    expect(row.locator(".figure")).to_have_text(percent(price(layout)["banker_hand"].house_edge))
    page.get_by_label("Decks in the shoe").fill("5")
    expect(page.get_by_text("permitted: a whole number, 6 or more (N.J.A.C. 13:69F-7.1)")).to_be_visible()
    page.reload()
    expect(page.locator(".prices")).to_be_visible()
    assert figures(page) == expected_figures(price(layout))


def choose(page: Page, option: str, value: str) -> None:
    page.locator(f"#option-{option}").click()
    page.get_by_role("option", name=value, exact=True).click()


def test_incompatible_choices_are_reported(visit: Callable[..., Page], complaints: list[str]) -> None:
    page = visit("/price/craps?on=2013-01-01&options.variant=mini_craps")
    expect(page.locator(".prices")).to_be_visible()
    choose(page, "offer_fire_bet", "yes")
    [one] = findings(rules_of("craps"), date(2013, 1, 1), {"variant": "mini_craps", "offer_fire_bet": True}, {}, None)
    finding = page.locator(".finding")
    expect(finding).to_contain_text(one.wrong)
    expect(finding).to_contain_text(one.permitted)
    expect(finding.get_by_role("link", name=one.citation)).to_have_attribute("href", "/rules/craps?on=2013-01-01#1.12")
    assert page.reload().status == 422
    expect(page.locator(".finding")).to_contain_text(one.wrong)
    expect(page.locator(".prices")).to_have_count(0)
    complaints.clear()
    choose(page, "variant", "craps")
    expect(page.locator(".prices")).to_be_visible()
    expect(page.locator(".finding")).to_have_count(0)


def test_a_meter_and_an_amount(visit: Callable[..., Page]) -> None:
    page = visit("/price/blackjack?options.progressive=on")
    expect(page.locator(".prices")).to_be_visible()
    page.get_by_label("Progressive meter, in dollars").fill("200,000")
    layout = Layout.of("blackjack", options={"progressive": "on"})
    expected = price(layout, meter=200_000_00)["progressive"]
    row = page.locator("[id='wager-progressive'] td").nth(1)
    expect(row.locator(".figure")).to_have_text(edge(expected.house_edge))
    assert parse_qs(urlsplit(page.url).query)["meter"] == ["200000"]
    assert visit("/price/craps").get_by_label("Progressive meter, in dollars").count() == 0


def test_odds_that_a_table_states(visit: Callable[..., Page]) -> None:
    page = visit("/price/craps?odds.field.12=3+to+1")
    expect(page.locator(".prices")).to_be_visible()
    assert figures(page) == expected_figures(price(Layout.of("craps", odds={"field.12": "3 to 1"})))


def test_the_games_table_can_be_sorted(visit: Callable[..., Page]) -> None:
    page = visit("/price/craps")
    report = price(Layout.of("craps"))
    head = page.get_by_role("button", name="House edge", exact=True)
    head.press("Enter")
    expect(page.locator("th[aria-sort=ascending]")).to_contain_text("House edge")
    expect(head).to_be_focused()
    edges = [report[id].house_edge for id in rows(page)]
    assert edges == sorted(edges)
    head.click()
    expect(page.locator("th[aria-sort=descending]")).to_contain_text("House edge")
    assert [report[id].house_edge for id in rows(page)] == sorted(edges, reverse=True)
    assert "sort=-edge" in page.url
    page = visit("/price/craps?sort=hit")
    rates = [report[id].hit_rate for id in rows(page)]
    assert rates == sorted(rates)


def test_the_price_page_shows_a_selected_wager(visit: Callable[..., Page]) -> None:
    page = visit("/price/craps")
    page.get_by_role("button", name="Field Bet").click()
    expect(page.locator("#chosen h2")).to_have_text("Field Bet")
    expect(page).to_have_url(re.compile("wager=field"))
    one = price(Layout.of("craps"))["field"]
    page.get_by_text("The results as a table").click()
    cells = page.locator(".chosen .outcomes tbody tr")
    shown = [text.split() for text in cells.evaluate_all("(rows) => rows.map((row) => row.innerText)")]
    assert [(row[0], row[1], row[2]) for row in shown] == [
        (net(outcome.net), percent(outcome.probability, 4), outcome.exact) for outcome in one.outcomes
    ]
    drawn: Locator = page.locator(".chosen .nicegui-echart svg")
    expect(drawn).to_be_visible()
    expect(drawn).to_contain_text(net(one.outcomes[0].net))
    expect(page.locator(".edges .nicegui-echart svg")).to_contain_text("▸ Field Bet")


def test_the_chart_of_blackjack(visit: Callable[..., Page]) -> None:
    page = visit("/price/blackjack?options.decks=6&options.soft17=hit")
    strategy = price(Layout.of("blackjack", options={"decks": 6, "soft17": "hit"})).strategy
    expect(page.locator(".chart")).to_be_visible()
    shown = page.locator(".chart tbody tr").evaluate_all(
        "(rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent))"
    )
    assert {name: cells for name, *cells in shown} == strategy["chart"]


def test_a_hand_is_analysed_and_a_holdem_game_has_its_first_hands(visit: Callable[..., Page]) -> None:
    page = visit("/price/texas-holdem-bonus")
    expect(page.locator(".starting-hands td")).to_have_count(169, timeout=60_000)
    for hand, choice in (("72o", "fold"), ("72s", "flop"), ("22", "flop"), ("AKs", "flop")):
        cell = page.locator(".starting-hands td", has_text=re.compile(f"^{hand}$"))
        expect(cell).to_have_attribute("title", choice)
    own, shown = page.get_by_label("Your cards"), page.get_by_label("Face-up cards")
    own.fill("7h 2s")
    shown.fill("")
    page.get_by_role("button", name="Analyse").click()
    answer = page.locator(".analysed")
    expect(answer).to_contain_text("7♥ 2♠: fold", timeout=60_000)
    expect(answer.locator("tbody th")).to_have_text(["fold", "flop"])
    own.fill("7h")
    own.press("Enter")
    expect(answer).to_contain_text(
        "Texas hold 'em bonus poker has no decision with 1 card of your own and 0 face up, only with"
    )
    own.fill("7h 7h")
    own.press("Enter")
    expect(answer).to_contain_text("the seven of hearts (7h) appears more than once")
    own.fill("7x")
    own.press("Enter")
    expect(answer).to_contain_text("'7x' is not a card")
    # There is one example for each kind of question; a tap fills it in and answers it.
    page.set_viewport_size(PHONE["viewport"])
    page.get_by_role("button", name="2 cards and 3 open").click()
    expect(answer).to_contain_text(re.compile(r" with .*: (turn|check)"), timeout=60_000)
    fits(page)
    shot(page, "phone/analyser")


@pytest.mark.parametrize("game", ["ultimate-texas-holdem", "blackjack-switch", "chemin-de-fer"])
def test_no_internal_name_is_visible(visit: Callable[..., Page], game: str) -> None:
    page = visit(f"/price/{game}")
    expect(page.locator(".strategy h2")).to_be_visible(timeout=60_000)
    assert re.findall(r"\b[a-z]+(?:_[a-z0-9]+)+\b", page.locator("main").inner_text()) == []


def test_a_hand_that_is_set_is_analysed_in_cards(visit: Callable[..., Page]) -> None:
    page = visit("/price/pai-gow-poker")
    page.get_by_role("button", name="7 cards").click()
    answer = page.locator(".analysed")
    expect(answer).to_contain_text(re.compile(": (House way|house way|low )"), timeout=60_000)
    expect(answer.locator("tbody th").filter(has_text="house way")).to_have_count(1)
    expect(answer.locator("tbody th").filter(has_text=re.compile("^low .+, high .+"))).not_to_have_count(0)
    expect(answer).not_to_contain_text(re.compile(r"\b\d-\d\b"))
    shot(page, "desk/analyser-of-a-setting")


def test_10_7_tiles_are_analysed(visit: Callable[..., Page]) -> None:
    page = visit("/price/pai-gow")
    page.get_by_role("button", name="4 tiles").click()
    answer = page.locator(".analysed")
    expect(
        answer.locator("tbody th").filter(has_text=re.compile(r"^high \d-\d \d-\d, low \d-\d \d-\d$"))
    ).not_to_have_count(0, timeout=60_000)
    expect(page.get_by_label("Tiles that lie open")).to_be_hidden()
    own = page.get_by_label("Your tiles")
    own.fill("6-6 Ks 1-1 1-3")
    own.press("Enter")
    expect(answer).to_contain_text("K♠ is a card: write tiles by the spots of their two ends")
    shot(page, "desk/analyser-of-tiles")


PAPER = """() => { const light = (colour) => { const [r, g, b] = colour.match(/[\\d.]+/g).map(Number);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
    return [...document.querySelectorAll('h1, h2, .chosen-figures b, .prices td, .chart th, .priced svg text')]
        .filter((one) => one.checkVisibility() && one.textContent.trim())
        .map((one) => one.matches('text') ? getComputedStyle(one).fill : getComputedStyle(one).color)
        .filter((colour) => light(colour) > 110); }"""
"""Colours that are too light to print on white paper."""


def test_a_price_is_printed_dark_on_white_with_date_choices_and_collapsed_parts(
    visit: Callable[..., Page],
) -> None:
    page = visit("/price/blackjack?options.decks=6&options.soft17=hit")
    expect(page.locator(".chart")).to_be_visible()
    expect(page.locator(".only-printed")).to_be_hidden()
    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate(PAPER) == []
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    head = page.locator(".only-printed")
    expect(head).to_contain_text(f"As in force on {TODAY} · printed {TODAY}")
    expect(head.locator(".chosen-here")).to_have_text(["Decks in play6", "Dealer on a soft 17hit"])
    for part in (".chart", ".outcomes", ".prices", ".chosen svg", ".edges svg"):
        expect(page.locator(part).first).to_be_visible()
    for part in (".header", ".controls", ".choices", ".footer"):
        expect(page.locator(part).first).to_be_hidden()
    shot(page, "reading/price-on-paper", whole=True)
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    expect(page.locator(".outcomes").first).to_be_hidden()


# ---- the checker


@every_game()
def test_every_example_is_lawful_under_every_edition(game: str) -> None:
    rules = rules_of(game)
    days = [edition.shows for edition in contents().editions if edition.shows >= rules.game.since]
    for day in (rules.game.since, *days, TODAY):
        assert check(example(rules, day)).findings == ()


def test_the_page_reports_the_same_open_table_findings_as_check() -> None:
    text = 'game = "craps"\non = 2008-06-01\n[limits.place_win_6]\nminimum = 10\n'
    found = checked(text)
    assert [one.where for one in found.findings] == ["limits.place_win_6.minimum"]
    assert found.findings == check(text).findings


def write(page: Page, text: str) -> None:
    """Replace the text in the editor in one input event."""
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)


def shown_findings(page: Page) -> list[tuple[str, str, str, str]]:
    return [
        (
            one.locator(".severity").inner_text(),
            one.locator("code").inner_text(),
            one.locator(".finding-wrong").inner_text(),
            one.locator(".cite").inner_text(),
        )
        for one in page.locator(".findings .finding").all()
    ]


FAULTY = """game = "blackjack"
on = 2004-06-01
[options]
decks = 9
soft17 = "hit"
dealt_from = "hand"
no_such_choice = true
[limits]
minimum = 50
maximum = 10
"""


def test_findings_are_those_of_check(visit: Callable[..., Page]) -> None:
    page = visit("/check?game=craps")
    expect(page.locator(".lawful")).to_have_text("The table is lawful")
    write(page, FAULTY)
    expect(page.locator(".unlawful")).to_have_text("The table is not lawful")
    expected = check(FAULTY).findings
    assert len(expected) > 3
    assert shown_findings(page) == [(one.severity, one.where, one.wrong, one.citation) for one in expected]
    lines = FAULTY.splitlines()
    for one in page.locator(".findings .finding").all():
        line = int(one.get_by_role("button").inner_text().removeprefix("line "))
        assert one.locator("code").inner_text().rsplit(".", 1)[-1] in lines[line - 1]
    marked = page.locator(".cm-line.line-breach").all_inner_texts()
    assert "no_such_choice = true" in marked
    link = page.locator(".finding .cite").first
    assert (link.get_attribute("href") or "").startswith("/rules/")
    page.reload()
    expect(page.locator(".unlawful")).to_be_visible()
    assert shown_findings(page) == [(one.severity, one.where, one.wrong, one.citation) for one in expected]


def test_findings_change_while_typing(visit: Callable[..., Page]) -> None:
    page = visit("/check?game=craps")
    write(page, 'game = "craps"\non = 2008-06-01\n[odds]\n"field.12" = "1 to 1"')
    expect(page.locator(".finding-wrong")).to_have_text("1 to 1 is too low")
    for _ in range(len('1 to 1"')):
        page.keyboard.press("Backspace")
    page.keyboard.type('3 to 1"')
    expect(page.locator(".lawful")).to_be_visible()
    expect(page.locator(".finding")).to_have_count(0)
    expect(page.locator(".cm-content")).to_contain_text('"field.12" = "3 to 1"')
    expect(page.locator(".line-breach")).to_have_count(0)


def test_a_lawful_table_is_priced(visit: Callable[..., Page]) -> None:
    page = visit("/check?game=craps")
    write(page, 'game = "craps"\non = 2008-06-01\n[options]\nvig_rate = 0.04\n[odds]\n"field.12" = "3 to 1"')
    expect(page.locator(".lawful")).to_be_visible()
    expect(page.get_by_text("Craps and mini-craps on 2008-06-01")).to_be_visible()
    page.get_by_role("link", name="Price this table").click()
    expect(page.locator(".prices")).to_be_visible()
    layout = Layout.of("craps", date(2008, 6, 1), {"vig_rate": 0.04}, {"field.12": "3 to 1"})
    assert figures(page) == expected_figures(price(layout))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("game = craps", "line 1 this is not TOML"),
        ('game = "crap"\n', "did you mean craps?"),
        ("x = " + "[" * 1500, "nested too deep"),
        ("x = " + "9" * 1990 + "\n", "no game is given"),
        ("x = '" + "y" * 2100 + "'", "longer than 2000 characters"),
        ("", "There is nothing here yet"),
        ('game = "craps"\n<img src=x onerror=alert(1)> = 1', "this is not TOML"),
    ],
)
def test_invalid_tables_are_refused(visit: Callable[..., Page], text: str, says: str) -> None:
    page = visit("/check?game=craps")
    write(page, text) if text else page.locator(".cm-content").press("Control+a+Backspace")
    if not text:
        page.keyboard.press("Backspace")
    expect(page.get_by_role("status").filter(has_text="This cannot be read as a table")).to_contain_text(says)
    expect(page.get_by_role("link", name="Price this table")).to_have_count(0)


def test_markup_in_a_table_is_text(visit: Callable[..., Page]) -> None:
    page = visit("/check?game=craps")
    write(page, 'game = "craps"\nname = "<img src=x onerror=alert(1)>"\n[options]\n"<b>x" = "<i>y"')
    expect(page.locator(".finding code")).to_have_text("options.<b>x")
    expect(page.get_by_role("status").first).to_contain_text("<img src=x onerror=alert(1)>")
    assert page.locator("main img").count() == 0


def test_a_paste_that_is_too_long_is_discarded(visit: Callable[..., Page]) -> None:
    page = visit("/check?game=craps")
    expect(page.locator(".lawful")).to_be_visible()
    page.locator(".cm-content").click()
    page.evaluate(
        """(size) => { const held = new DataTransfer(); held.setData("text/plain", "#".repeat(size));
        document.querySelector(".cm-content").dispatchEvent(
          new ClipboardEvent("paste", { clipboardData: held, bubbles: true, cancelable: true })); }""",
        MOST + 1,
    )
    expect(page.get_by_text("The pasted text is longer than 64 KB and was discarded.")).to_be_visible()
    expect(page.locator(".cm-content")).to_contain_text('game = "craps"')
    expect(page.locator(".cm-content")).not_to_contain_text("#####")


# ---- editions


@pytest.mark.parametrize(
    ("first", "second", "game"),
    [("2001-03-09", "2012-03-19", ""), ("2004-06-01", "2006-06-01", "craps"), ("2020-01-01", "2021-01-01", "")],
)
def test_changes_are_those_of_diff(
    visit: Callable[..., Page], server: Served, first: str, second: str, game: str
) -> None:
    page = visit(f"/editions?first={first}&second={second}&game={game}")
    found = diff(date.fromisoformat(first), date.fromisoformat(second), [game] if game else None)
    for one in found.games:
        rows = page.locator(f"#game-{one.game} .game-changes tbody tr").evaluate_all(
            "(rows) => rows.map((row) => ['.cite', '.kind', '.changed-name', 'del', 'ins'].map((part) =>"
            " row.querySelector(part)?.textContent ?? ''))"
        )
        assert sorted(row[0] for row in rows) == sorted(one.citation.split(" ")[1] for one in one.changes)
        assert sorted((kind[2:], name, was, now) for _, kind, name, was, now in rows) == sorted(
            (f"{change.what} {change.kind}", change.name, change.was, change.now) for change in one.changes
        )
    own = [one for one in found.contents if not game or one.section.partition(".")[0] == rules_of(game).game.subchapter]
    assert page.locator(".contents-changes tbody tr").count() == len(own)
    held = httpx.get(f"{server.url}/editions.json", params={"first": first, "second": second}).json()
    assert held == diff(date.fromisoformat(first), date.fromisoformat(second)).model_dump(mode="json")


def test_editions_by_shortcut(visit: Callable[..., Page]) -> None:
    page = visit("/editions")
    page.get_by_role("link", name="from the 1996 edition").click()
    expect(page).to_have_url(re.compile("first=2000-01-03"))
    page.get_by_role("link", name="to the 2001 edition").click()
    expect(page).to_have_url(re.compile("second=2004-12-20"))
    expect(page.get_by_text("From 2000-01-03 to 2004-12-20")).to_be_visible()


def test_the_contents_of_the_editions(visit: Callable[..., Page]) -> None:
    page = visit("/editions#subchapter-6")
    table = page.locator("#subchapter-6 table")
    expect(table).to_be_visible()
    assert table.locator("thead th").all_text_contents() == ["1996", "2001", "2006", "2008", "2012"]
    row = table.locator("tbody tr").filter(has=page.get_by_role("link", name="6.6", exact=True))
    assert row.locator("td").all_text_contents() == ["(Reserved)", "=", "Irregularities", "=", "="]


# ---- bad addresses


@pytest.mark.parametrize(
    ("path", "status", "says"),
    [
        ("/rules/crap", 404, "Did you mean Craps and mini-craps?"),
        ("/price/no-such-game", 404, "Available"),
        ("/price/all-games", 404, "Available"),
        ("/rules/craps?on=yesterday", 400, "Write one such as 2008-06-01"),
        ("/rules/craps?on=2008-02-31", 400, "is not a date"),
        ("/rules/craps?on=1901-01-01", 400, "The regulation begins on 1978-06-02"),
        ("/rules/ultimate-texas-holdem?on=2001-01-01", 404, "since 2008-04-21"),
        ("/price/ultimate-texas-holdem?on=2001-01-01", 404, "since 2008-04-21"),
        ("/price/craps?stake=lots", 400, "is not a valid amount"),
        ("/price/craps?meter=-5", 400, "is not a valid amount"),
        ("/price/craps?meter=5", 422, "does not depend on a meter"),
        ("/price/craps?options.x=" + "y" * 300, 400, "longer than 200 characters"),
        ("/price/craps?options.no_such=1", 422, "craps has no option no_such"),
        ("/price/mini-baccarat?options.decks=inf", 422, "decks is inf"),
        ("/price/mini-baccarat?options.decks=1e999999999", 422, "a whole number, 6 or more"),
        ("/price/blackjack?options.decks=999999999", 422, "a table can be dealt or priced with at most 100"),
        ("/price/blackjack?options.decks=17", 422, "decks is 17; this house has 1 to 16"),
        ("/price/craps?odds.field.12=1+to+1", 422, "1 to 1 is too low"),
        ("/check?game=nothing", 404, "Available"),
        ("/check?on=2008", 400, "is not a date"),
        ("/editions?first=x", 400, "is not a date"),
        ("/editions?first=2010-01-01&second=2001-01-01", 400, "is after the second"),
        ("/editions?game=nothing", 404, "Available"),
        ("/nowhere", 404, "There is nothing at /nowhere"),
        ("/rules/%3Cscript%3Ealert(1)%3C%2Fscript%3E", 404, "<script>alert(1)</script>"),
    ],
)
def test_a_bad_address_says_what_is_allowed(
    visit: Callable[..., Page], complaints: list[str], path: str, status: int, says: str
) -> None:
    page = visit(path, status)
    expect(page.locator("main")).to_contain_text(says)
    assert page.locator("main a").count() > 0
    assert "Traceback" not in page.content()
    assert complaints == [f"console: Failed to load resource: the server responded with a status of {_words(status)}"]
    complaints.clear()


def _words(status: int) -> str:
    return f"{status} ({httpx.codes.get_reason_phrase(status)})"


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/price/crap.json", 404),
        ("/price/craps.json?options.no_such=1", 422),
        ("/price/craps.json?meter=5", 422),
        ("/price/blackjack.json?options.decks=999999999", 422),
        ("/price/blackjack.json?options.decks=17", 422),
        ("/editions.json?first=x", 400),
        ("/nowhere", 404),
    ],
)
def test_unknown_data_is_dangling(server: Served, path: str, status: int) -> None:
    answer = httpx.get(server.url + path, headers={"accept": "application/json"})
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["status"] == status
    assert answer.json()["detail"]


def test_an_address_of_any_length_is_answered(server: Served) -> None:
    for size in (10_000, 60_000, 200_000):
        line = HTTPConnection("127.0.0.1", server.port)
        line.request("GET", f"/rules/craps?find={'x' * size}")
        assert line.getresponse().status in (200, 400, 413, 414, 431)
        line.close()
    assert httpx.get(f"{server.url}/rules").status_code == 200
