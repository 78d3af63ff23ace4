"""What changed in the regulation between two dates, the tables of contents by edition, and the history.

The changes come from `pitboss.chapter.diff`; this page arranges them by game and section. Our editions are excerpts:
sections that an edition does not include are distinguished from sections it does not have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache

from fastapi import Request, Response
from nicegui import run, ui

from pitboss.chapter.contents import ContentsChange, Section, Subchapter, contents
from pitboss.chapter.diff import Diff, GameDiff, ProvisionChange, diff
from pitboss.chapter.numbers import order
from pitboss.chapter.rules import Amendment, Rules, all_games, registered_games, rules_of
from pitboss.floor.api.auth import address_of
from pitboss.web.addresses import Query, Refused, address, parse_day, parse_game
from pitboss.web.citations import badge, rules_at
from pitboss.web.dates import day_input, edition_days
from pitboss.web.markup import Markup, el, table
from pitboss.web.theme import frame, heading, written
from pitboss.web.work import CLIENT, computed, terms_of

FEW = 30
"""Games with more changes than this are collapsed."""
_SIGNS = {"added": "+", "removed": "−", "changed": "~", "renamed": "~", "renumbered": "→", "recodified": "→"}


@dataclass(frozen=True, slots=True)
class Compared:
    """Two dates to compare, for one game or for all."""

    first: date
    second: date
    game: str = ""

    def address(self) -> str:
        return address("/editions", {"first": self.first, "second": self.second, "game": self.game})

    def diff(self) -> Diff:
        """Return the changes; for a single game, the contents are limited to its own sections."""
        if not self.game:
            return diff(self.first, self.second)
        found = diff(self.first, self.second, [self.game])
        own = _rules(self.game).game
        # Changes of the regulation's number or of other subchapters belong to no section of this game.
        own_changes = (
            one
            for one in found.contents
            if one.section == own.subchapter or ("." in one.section and own.holds(one.section))
        )
        return found.model_copy(update={"contents": tuple(own_changes)})


# ---- The page


async def editions_page(query: Query) -> None:
    """Show what changed between two dates."""
    asked = await run.io_bound(parse_comparison, query)
    assert asked is not None
    found = await computed(None, asked.diff)
    book = await computed(None, book_markup, asked, found)
    history = await computed(None, history_markup, asked)
    with frame("What changed"):
        heading("What changed")
        ui.label("The regulation on one date compared with another.").classes("lead")
        with ui.element("div").classes("compared"):
            _day("From", asked, first=True)
            _day("To", asked, first=False)
            ui.select(
                {"": "Every game", **_names()},
                label="Game",
                value=asked.game,
                on_change=lambda event: ui.navigate.to(replace(asked, game=event.value).address()),
            ).props("outlined dense options-dense stack-label").classes("of-game")
        written(book or Markup())
        written(editions_markup())
        written(history or Markup())
    ui.run_javascript("pitboss.ready()")


async def editions_json(request: Request) -> Response:
    """Return the changes as JSON, like `pitboss diff --json`."""
    try:
        asked = await run.io_bound(parse_comparison, dict(request.query_params))
        assert asked is not None
        CLIENT.set(address_of(request))
        found = await computed(terms_of(request), asked.diff)
    except Refused as refused:
        return refused.problem()
    return Response(found.model_dump_json(indent=2), media_type="application/json")


def parse_comparison(query: Query) -> Compared:
    """Return the dates to compare in an address; by default those of the last two editions."""
    *_, before, last = edition_days().values()
    first = parse_day(query, "first", "/editions") or before
    second = parse_day(query, "second", "/editions") or max(last, first)
    game = query.get("game", "")
    if game:
        parse_game(game, "/editions?game={}", everything=True)
    if second < first:
        turned = Compared(second, first, game)
        says = f"The first day, {first}, is after the second, {second}."
        raise Refused(400, "Dates in the wrong order", says, {f"from {second} to {first}": turned.address()})
    return Compared(first, second, game)


def _names() -> dict[str, str]:
    """Map the ids of all games and of subchapter 8 to their names."""
    return {rules.game.id: rules.game.name for rules in map(_rules, (*registered_games(), all_games().game.id))}


def _rules(game: str) -> Rules:
    return all_games() if game == all_games().game.id else rules_of(game)


def _day(label: str, asked: Compared, first: bool) -> None:
    """Create one of the two date inputs, with the editions as shortcuts."""
    day = asked.first if first else asked.second

    def leads_to(picked: date) -> str:
        return (replace(asked, first=picked) if first else replace(asked, second=picked)).address()

    with ui.element("div").classes("compared-day"):
        day_input(label, day, leads_to)
        links = [
            el(
                "a",
                name,
                href=leads_to(shows),
                class_="chip",
                aria_current="date" if shows == day else None,
                aria_label=f"{label.lower()} the {name} edition",
            )
            for name, shows in edition_days().items()
        ]
        written(el("div", links, class_="chips"))


# ---- What changed


def book_markup(asked: Compared, found: Diff) -> Markup:
    """Render everything that changed."""
    every = [change for game in found.games for change in game.changes]
    counts = Counter(change.kind for change in every)
    head = el(
        "p",
        f"From {found.first} to {found.second}: ",
        el("b", f"{len(found.contents)} in the contents"),
        ", ",
        el("b", f"{len(every)} in the games"),
        f" ({', '.join(f'{number} {kind}' for kind, number in counts.items())})" if every else "",
        ". ",
        el("a", "As JSON", href=asked.address().replace("/editions", "/editions.json", 1)),
    )
    games = [game for game in found.games if game.changes or game.amendments]
    index = el(
        "nav",
        [
            el(
                "a",
                game.name,
                " ",
                el("span", len(game.changes), class_="count"),
                href=f"#game-{game.game}",
                class_="chip",
            )
            for game in games
        ],
        class_="chips",
        aria_label="Games that changed",
    )
    nothing = el("p", "Nothing changed between these dates.", class_="lead")
    return el(
        "div",
        head,
        index if games else None,
        None if every or found.contents else nothing,
        _contents_markup(found.contents) if found.contents else None,
        [_game_markup(game, asked) for game in games],
        class_="changes",
    )


def _contents_markup(changes: Sequence[ContentsChange]) -> Markup:
    rows = [
        el(
            "tr",
            el("th", one.section, scope="row"),
            el("td", _kind(one.kind), data_label="What"),
            el(
                "td",
                el("div", one.title, el("p", f"was {one.was}", class_="aka") if one.was else None),
                data_label="Title",
            ),
            el("td", el("div", str(one.date), el("p", one.rule or one.note, class_="aka")), data_label="When"),
            class_="item",
        )
        for one in changes
    ]
    inside = table(("Section", "What", "Title", "When"), rows, "Changes of the contents", "contents-changes")
    counts = Counter(one.kind for one in changes)
    summary = ", ".join(f"{number} {kind}" for kind, number in counts.items())
    fold = el("details", el("summary", summary), inside, open=len(rows) <= FEW)
    return el("section", el("h2", "The contents"), fold, id="contents")


def _game_markup(game: GameDiff, asked: Compared) -> Markup:
    ordered = sorted(game.changes, key=lambda one: (order(one.section), one.date))
    rows = [_change_row(one) for one in ordered]
    columns = ("Section", "What", "From … to", "When", "Source")
    inside = table(columns, rows, f"Changes of {game.name}", "game-changes") if rows else None
    counts = Counter(change.kind for change in game.changes)
    summary = ", ".join(f"{number} {kind}" for kind, number in counts.items()) or "no provision changed"
    rules = [el("li", _amendment(one)) for one in game.amendments]
    return el(
        "section",
        el("h2", el("a", game.name, href=rules_at(game.subchapter, asked.second).partition("#")[0])),
        el("ul", rules, class_="plain quiet") if rules else None,
        el("details", el("summary", summary), inside, open=len(rows) <= FEW or bool(asked.game)) if inside else None,
        None if inside else el("p", summary, class_="quiet"),
        id=f"game-{game.game}",
    )


def _change_row(one: ProvisionChange) -> Markup:
    return el(
        "tr",
        el(
            "th",
            el("a", one.citation.removeprefix("N.J.A.C. "), href=rules_at(one.section, one.date), class_="cite"),
            scope="row",
        ),
        el(
            "td",
            el("div", _kind(f"{one.what} {one.kind}"), el("p", one.name, class_="changed-name")),
            data_label="What",
        ),
        el(
            "td",
            el(
                "div",
                el("p", el("del", one.was)) if one.was else None,
                el("p", el("ins", one.now)) if one.now else None,
                el("p", one.note, class_="note") if one.note else None,
            ),
            data_label="From … to",
        ),
        el("td", el("div", str(one.date), el("p", one.rule, class_="aka") if one.rule else None), data_label="When"),
        el("td", badge(one.provenance), data_label="Source"),
        class_="item",
    )


def _kind(kind: str) -> Markup:
    """Render the kind of a change with a sign."""
    happened = kind.rpartition(" ")[2]
    return el("span", f"{_SIGNS.get(happened, '~')} {kind}", class_=f"kind kind-{happened}")


def _amendment(one: Amendment) -> Markup:
    return Markup("{} {}: {}").format(one.when, one.rule, one.change)


# ---- The tables of contents


@cache
def editions_markup() -> Markup:
    """Render every subchapter with its sections, as in each of our editions."""
    whole = contents()
    editions = [
        el(
            "li",
            el("b", edition.id),
            f" {edition.chapter}, {edition.rule}, in effect {edition.effective}, text up to {edition.shows}; ",
            f"contains the contents of {len(edition.subchapters)} subchapters",
            " and parts of others" if edition.parts else "",
            ".",
        )
        for edition in whole.editions
    ]
    return el(
        "section",
        el("h2", "The tables of contents of the editions"),
        el("ul", editions, class_="plain"),
        el("p", "= as in the previous edition, – does not exist, · not in our copy", class_="quiet"),
        [_subchapter_markup(subchapter) for subchapter in whole.subchapters],
        id="editions",
    )


def _subchapter_markup(subchapter: Subchapter) -> Markup:
    adopted = subchapter.adopted
    by = f" by {adopted.rule}" if adopted.rule else ""
    head = el(
        "summary",
        el("span", subchapter.id, class_="number"),
        f" {subchapter.title} ",
        el("span", f"{adopted.effective}{by}", class_="quiet"),
    )
    editions = [edition for edition in contents().editions if edition.touches(subchapter.id)]
    if not (editions and subchapter.sections):
        inside = el("p", "None of its sections is in our editions.", class_="quiet")
    else:
        columns = [el("th", edition.id, scope="col") for edition in editions]
        inside = el(
            "div",
            el(
                "table",
                el("caption", f"Sections of subchapter {subchapter.id} by edition", class_="unseen"),
                el("thead", el("tr", el("td"), columns)),
                el("tbody", [_section_row(section, [one.id for one in editions]) for section in subchapter.sections]),
                class_="sheet figures titles",
            ),
            class_="scrolls",
            tabindex="0",
            role="region",
            aria_label=f"Sections of subchapter {subchapter.id}",
        )
    return el("details", head, inside, id=f"subchapter-{subchapter.id}", class_="subchapter")


def _section_row(section: Section, editions: Iterable[str]) -> Markup:
    cells = []
    before = None
    for name in editions:
        edition = contents().edition(name)
        title = section.title_in(name)
        cell = "·" if not edition.covers(section.id) else "–" if title is None else "=" if title == before else title
        before = title if edition.covers(section.id) else before
        cells.append(el("td", cell))
    return el("tr", el("th", el("a", section.id, href=rules_at(section.id, None)), scope="row"), cells)


# ---- The history


def history_markup(asked: Compared) -> Markup:
    """Render the adoptions of the regulation, and the rules that changed the installed games, by date."""
    entries: dict[tuple[date, str], list[Markup]] = {}
    for one in contents().readoptions:
        whole = el("b", f"The whole chapter adopted as {one.chapter}")
        entries.setdefault((one.effective, one.rule), []).append(_noted(whole, "; ".join(one.see)))
    for rules in map(_rules, [asked.game] if asked.game else _names()):
        for change in rules.amendments:
            inside = Markup("{}: {}").format(rules.game.name, change.change)
            entries.setdefault((change.effective, change.rule), []).append(_noted(inside, change.see))
    rows = [
        el(
            "li",
            el(
                "a",
                str(day),
                href=Compared(max(day - timedelta(days=1), contents().first_day), day, asked.game).address(),
                class_="number",
                aria_label=f"changes on {day}",
            ),
            el("div", el("p", rule), changes),
            class_="between" if asked.first < day <= asked.second else None,
        )
        for (day, rule), changes in sorted(entries.items(), key=lambda one: one[0])
    ]
    return el(
        "section",
        el("h2", "History"),
        el("p", "Rules between the two dates are highlighted. Each date links to its changes.", class_="quiet"),
        el("details", el("summary", f"{len(rows)} rules"), el("ol", rows, class_="history"), open=bool(asked.game)),
        id="history",
    )


def _noted(change: Markup, see: str) -> Markup:
    return el("p", change, el("span", f" {see}", class_="quiet") if see else None)
