"""The page's parts, its index, and the number of provisions by provenance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.web.citations import MEANS, badge
from pitboss.web.markup import Markup, el
from pitboss.web.rulebook.choices import facts_markup, irregularities_markup, options_markup
from pitboss.web.rulebook.history import amendments_markup, sources_markup
from pitboss.web.rulebook.reading import Reading
from pitboss.web.rulebook.sections import sections_markup, sections_of
from pitboss.web.rulebook.wagers import pay_tables_markup, wagers_markup


def book_markup(found: Reading, find: str = "") -> Markup:
    """Render the subchapter with an index and a filter box."""
    parts = [part for part in _parts(found) if part.inside]
    sections = sections_of(found)
    index = el(
        "nav",
        _filter_box(find),
        el("p", "On this page", class_="index-title"),
        el(
            "ul",
            [
                el("li", el("a", part.title, href=f"#{part.id}"), el("span", part.count, class_="count"))
                for part in parts
            ],
        ),
        el("p", "Sections", class_="index-title"),
        el("ul", [el("li", el("a", f"{one.id} {one.title}", href=f"#{one.id}")) for one in sections]),
        class_="index",
        aria_label="On this page",
    )
    body = [
        # On phones the parts are collapsed; following a link into one opens it.
        el(
            "details",
            el(
                "summary",
                el("h2", part.title),
                el("a", "#", href=f"#{part.id}", class_="anchor", aria_label=f"link to {part.title}"),
                el("span", part.count, class_="count"),
            ),
            el("p", part.lead, class_="quiet") if part.lead else None,
            part.inside,
            id=part.id,
            class_="part book-part",
            open=True,
        )
        for part in parts
    ]
    return el("div", index, el("div", _knowledge(found), body, id="book", class_="book"), class_="reading")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the page. `count` is its number of provisions."""

    id: str
    title: str
    inside: Markup | None
    count: int
    lead: str = ""


def _parts(found: Reading) -> Iterator[Part]:
    game, rules = found.game, found.rules
    sections = sections_of(found)
    yield Part(
        "sections",
        "Section by section",
        sections_markup(found, sections) if sections else None,
        len(sections),
        "Titles as on this date. Under each are its paragraphs in our own words, and where each is implemented.",
    )
    yield Part(
        "wagers",
        "Wagers",
        wagers_markup(found) if game.wagers else None,
        len(game.wagers),
        "Odds are those of a default table: minimum or exact odds.",
    )
    tables = game.pay_tables
    yield Part("pay-tables", "Pay tables", pay_tables_markup(found) if tables else None, sum(map(len, tables.values())))
    yield Part(
        "options",
        "Licensee's options",
        options_markup(found) if game.options else None,
        len(game.options),
        "Default values are bold.",
    )
    yield Part(
        "irregularities",
        "Irregularities",
        irregularities_markup(found) if game.irregularities else None,
        len(game.irregularities),
    )
    yield Part(
        "facts",
        "Facts of equipment and procedure",
        facts_markup(found) if game.facts else None,
        len(game.facts),
    )
    past = [one for one in rules.amendments if one.effective <= found.day]
    yield Part(
        "amendments",
        "Amendments",
        amendments_markup(found) if past else None,
        len(past),
        "The rules that made the subchapter what it is on this date.",
    )
    yield Part("sources", "Sources", sources_markup(rules) if rules.sources else None, len(rules.sources))


def _filter_box(find: str) -> Markup:
    return el(
        "div",
        el("label", "Find on this page", for_="find"),
        el(
            "input",
            type="search",
            id="find",
            value=find,
            data_filters="book",
            autocomplete="off",
            placeholder="a word, a section, a name",
        ),
        el("p", id="find-count", class_="quiet", role="status"),
        el(
            "label",
            el("input", type="checkbox", id="names", autocomplete="off"),
            "  show the names used in table files and code",
            class_="names",
        ),
        class_="find",
    )


def _knowledge(found: Reading) -> Markup:
    """Count the provisions in force by provenance."""
    kinds = Counter(one.provenance for _, one in found.rules.provisions() if one.in_force(found.day))
    items = [
        el("li", badge(kind), " ", el("b", kinds[kind]), el("span", f" {MEANS[kind]}")) for kind in MEANS if kinds[kind]
    ]
    return el("ul", items, class_="knowledge", aria_label="Provenance")
