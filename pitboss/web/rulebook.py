"""A subchapter on a day as a book: sections, wagers, pay tables, choices, irregularities, facts, amendments, sources.

Pure functions of the rules and the day. Every provision shows its section, since when it stands and how we know; every
paragraph, where it is data and where it is a step. Anchors are the citations themselves (`#1.4(b)`) and the kinds and
ids of rules.toml (`#wager-pass`), so that any finding, step or price can lead here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

from pitboss.chapter.check import chosen_on
from pitboss.chapter.contents import Section, contents, section_of
from pitboss.chapter.in_force import Game
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import (
    Dated,
    Fact,
    Irregularity,
    Option,
    Pays,
    PayTable,
    Provision,
    Rules,
    Value,
    WagerRule,
    registered,
    same,
    shown,
)
from pitboss.chapter.trace import BadParagraphs, TracedParagraph, trace
from pitboss.web.asked import address
from pitboss.web.cited import MEANS, badge, citation, in_force, known_by, rules_at
from pitboss.web.markup import Markup, el, join, table

_AT = {
    "wagers": "while wagers are made",
    "dice": "at the throw",
    "card": "when a card is drawn",
    "decision": "at a decision",
    "number": "at the spin",
    "shuffle": "at the shuffle",
}
_SLUG = re.compile(r"[^\w().-]+")


@dataclass(frozen=True, slots=True)
class Reading:
    """What a rules page shows: the rules of a game, a day, and whether the day was asked for or is today."""

    rules: Rules
    day: date
    asked: bool

    @property
    def game(self) -> Game:
        return Game(self.rules, self.day)

    @property
    def link_day(self) -> date | None:
        """The day for links to other pages: none where it is today anyway."""
        return self.day if self.asked else None

    def cite(self, provision: Provision | str) -> Markup:
        section = provision if isinstance(provision, str) else provision.section
        return citation(section, self.day, self.link_day)

    def dates(self, dated: Dated) -> Markup | None:
        return in_force(dated, self.rules.game.since)


# ---- The book


def book_markup(found: Reading, find: str = "") -> Markup:
    """The whole subchapter, with an index beside it and a box to filter it."""
    parts = [part for part in _parts(found) if part.inside]
    sections = _sections(found)
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
        el(
            "section",
            el(
                "h2", part.title, " ", el("a", "#", href=f"#{part.id}", class_="anchor", aria_label="link to this part")
            ),
            el("p", part.lead, class_="quiet") if part.lead else None,
            part.inside,
            id=part.id,
            class_="part",
        )
        for part in parts
    ]
    return el("div", index, el("div", _knowledge(found), body, id="book", class_="book"), class_="reading")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the page. `count` is how many provisions it has."""

    id: str
    title: str
    inside: Markup | None
    count: int
    lead: str = ""


def _parts(found: Reading) -> Iterator[Part]:
    game, rules = found.game, found.rules
    sections = _sections(found)
    yield Part(
        "sections",
        "Section by section",
        _sections_markup(found, sections) if sections else None,
        len(sections),
        "Titles as on this day. Under each, its paragraphs in our own words, and where each is answered.",
    )
    yield Part(
        "wagers",
        "Wagers",
        _wagers_markup(found) if game.wagers else None,
        len(game.wagers),
        "Odds are those of a table that chooses nothing: at least so much, or exactly so much.",
    )
    tables = game.pay_tables
    yield Part(
        "pay-tables", "Pay tables", _pay_tables_markup(found) if tables else None, sum(map(len, tables.values()))
    )
    yield Part(
        "options",
        "What a licensee may choose",
        _options_markup(found) if game.options else None,
        len(game.options),
        "The value in bold is what a table has that chooses nothing.",
    )
    yield Part(
        "irregularities",
        "Irregularities",
        _irregularities_markup(found) if game.irregularities else None,
        len(game.irregularities),
    )
    yield Part(
        "facts",
        "Facts of equipment and procedure",
        _facts_markup(found) if game.facts else None,
        len(game.facts),
    )
    past = [one for one in rules.amendments if one.effective <= found.day]
    yield Part(
        "amendments",
        "Amendments",
        _amendments_markup(found) if past else None,
        len(past),
        "The rules that made the subchapter what it is on this day.",
    )
    yield Part("sources", "Sources", _sources_markup(rules) if rules.sources else None, len(rules.sources))


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
        el("p", id="find-told", class_="quiet", role="status"),
        class_="find",
    )


def _knowledge(found: Reading) -> Markup:
    """How much of what is in force rests on which kind of source."""
    kinds = Counter(one.provenance for _, one in found.rules.provisions() if one.in_force(found.day))
    told = [
        el("li", badge(kind), " ", el("b", kinds[kind]), el("span", f" {MEANS[kind]}")) for kind in MEANS if kinds[kind]
    ]
    return el("ul", told, class_="knowledge", aria_label="How we know")


def _row(*cells: tuple[str, object], id: str | None = None) -> Markup:
    """A row of a table; on a phone every cell stands under the name of its column."""
    (_, first), *rest = cells
    return el(
        "tr",
        el("th", first, scope="row"),
        [el("td", el("div", inside) if inside else None, data_label=label) for label, inside in rest],
        id=id,
        class_="item",
    )


def _note(text: str) -> Markup | None:
    return el("p", text, class_="note") if text else None


def _named(name: str, id: str, kind: str) -> Markup:
    own = el("a", name, href=f"#{kind}-{id}", class_="name")
    return el("span", own, [" ", el("code", id)] if name != id else None)


def _standing(found: Reading, provision: Provision) -> Markup:
    """Under which section something stands, and since when."""
    return el("div", found.cite(provision), el("div", found.dates(provision)))


# ---- Sections and paragraphs


def _sections(found: Reading) -> tuple[Section, ...]:
    whole = contents().subchapter(found.rules.game.subchapter).on(found.day)
    return whole.sections if whole else ()


@cache
def paragraphs_of(game: str) -> tuple[TracedParagraph, ...]:
    """The paragraphs of a game's subchapter with what answers each; none where nobody listed them."""
    if game not in registered():
        return ()
    try:
        return trace(game, tests=False).paragraphs
    except BadParagraphs:
        return ()


def _sections_markup(found: Reading, sections: Iterable[Section]) -> Markup:
    below: dict[str, list[TracedParagraph]] = {}
    for one in paragraphs_of(found.rules.game.id):
        below.setdefault(section_of(one.id.partition(" ")[0]), []).append(one)
    return el("div", [_section_markup(found, one, below.get(one.id, [])) for one in sections], class_="sections")


def _section_markup(found: Reading, section: Section, below: list[TracedParagraph]) -> Markup:
    title = section.titled(found.day)
    made = f" by {title.start.rule}" if title and title.start.rule else ""
    since = f"This title since {title.start.day}{made}." if title and title.start.day != found.rules.game.since else ""
    note = title.start.note if title else ""
    held = el("ol", [_paragraph_markup(found, one) for one in below], class_="paragraphs")
    count = f"{len(below)} paragraph{'' if len(below) == 1 else 's'}"
    return el(
        "article",
        el(
            "h3",
            el("a", section.id, href=f"#{section.id}", class_="number"),
            el(
                "span",
                section.title,
                [" ", badge(title.provenance)] if title and title.provenance != "text" else None,
            ),
        ),
        el("p", join((part for part in (since, note) if part), " "), class_="quiet") if since or note else None,
        el("details", el("summary", count), held) if below else None,
        id=section.id,
        class_="section item part" if not below else "section part",
    )


def anchor_of(paragraph: str) -> str:
    """The anchor of a paragraph.

    >>> anchor_of("1.2(a)1i(2)"), anchor_of('1.1 "come out roll"')
    ('1.2(a)1i(2)', '1.1-come-out-roll')
    """
    return _SLUG.sub("-", paragraph).strip("-")


def _paragraph_markup(found: Reading, one: TracedParagraph) -> Markup:
    number, _, name = one.id.partition(" ")
    label = name.strip('"') or number.removeprefix(section_of(number)) or number
    where = [*(_data_link(path) for path in one.data), *(el("code", _step(step)) for step in one.steps)]
    return el(
        "li",
        el("a", label, href=f"#{anchor_of(one.id)}", class_="number"),
        el(
            "div",
            one.gist,
            " ",
            badge(one.provenance) if one.provenance != "text" else None,
            el("div", join(where, " · "), class_="where") if where else None,
            el("div", f"Not for software: {one.nothing}", class_="where") if one.nothing else None,
        ),
        id=anchor_of(one.id),
        class_="item",
        data_find=one.citation,
    )


def _data_link(path: str) -> Markup:
    """A provision by its path in rules.toml, leading to where this page has it."""
    kind, id = path.split(".")[:2]
    return el("a", el("code", path), href=f"#{'pay' if kind == 'pay_table' else kind}-{id}")


def _step(step: str) -> str:
    """File and line of a step, short."""
    return step.rsplit("/", 1)[-1]


# ---- Wagers and pay tables


def _wagers_markup(found: Reading) -> Markup:
    groups: dict[str, list[WagerRule]] = {}
    for wager in found.game.wagers.values():
        groups.setdefault(wager.group, []).append(wager)
    layout = Layout.of(found.rules, found.day)
    tables = [
        el(
            "div",
            el("h3", group.replace("_", " ").capitalize()) if group else None,
            table(
                ("Wager", "Pays", "Section", "Known by"),
                [_wager_row(found, layout, one) for one in wagers],
                f"Wagers: {group}" if group else "Wagers",
                "wagers",
            ),
            class_="part",
        )
        for group, wagers in groups.items()
    ]
    return el("div", tables)


def _wager_row(found: Reading, layout: Layout, wager: WagerRule) -> Markup:
    offered = " and ".join(f"{name} = {' or '.join(map(shown, values))}" for name, values in wager.offered.items())
    about = [
        el("p", "players say: ", join(wager.aka), class_="aka") if wager.aka else None,
        el("p", "offered with ", el("code", offered), class_="aka") if offered else None,
        el("p", "made with ", _reference("wager", wager.tied), class_="aka") if wager.tied else None,
        el("p", "no longer offered", class_="aka") if wager.retired else None,
        _note(wager.note),
    ]
    return _row(
        ("Wager", [_named(wager.name, wager.id, "wager"), about]),
        ("Pays", _pays_markup(found, layout, wager)),
        ("Section", _standing(found, wager)),
        ("Known by", known_by(found.rules, wager)),
        id=f"wager-{wager.id}",
    )


def _reference(kind: str, id: str) -> Markup:
    return el("a", el("code", id), href=f"#{kind}-{id}")


def _pays_markup(found: Reading, layout: Layout, wager: WagerRule) -> Markup:
    """What a wager is paid on this day at a table that chooses nothing, and under which section."""
    pays = next((one for one in wager.pays if one.in_force(found.day)), None)
    if pays is None:
        return el("span", "not known for this day", class_="quiet")
    if pays.like:
        told = el("span", "as ", join((_reference("wager", other) for other in pays.like), ", "))
    elif pays.table:
        chosen = shown(layout.options[pays.table])
        told = el(
            "div",
            el("p", "by pay table ", el("a", chosen, href=f"#pay-{pays.table}"), class_="aka"),
            _odds_markup({key: str(odds) for key, odds in layout.odds_table(wager.id).items()}),
        )
    else:
        word = "at least" if pays.least is not None else "exactly"
        told = _odds_markup({key: str(odds) for key, odds in layout.odds_table(wager.id).items()}, word)
    own = pays.section != wager.section or pays.provenance != wager.provenance
    by = (
        el("p", found.cite(pays), " ", known_by(found.rules, pays) if pays.provenance != "text" else None)
        if own
        else None
    )
    return el("div", told, by, _paid_note(found, pays))


def _paid_note(found: Reading, pays: Pays) -> Markup | None:
    dates = found.dates(pays)
    return el("div", dates, _note(pays.note)) if dates or pays.note else None


def _odds_markup(odds: Mapping[str, str], word: str = "") -> Markup:
    """Odds of one outcome in a line, of several as a list; outcomes that are paid alike stand together."""
    if list(odds) == [""]:
        return el("span", f"{word} " if word else "", el("b", odds[""]), class_="odds")
    alike: dict[str, list[str]] = {}
    for outcome, told in odds.items():
        alike.setdefault(told, []).append(outcome.replace("_", " "))
    rows = [el("div", el("dt", ", ".join(outcomes)), el("dd", told)) for told, outcomes in alike.items()]
    return el("div", el("span", word, class_="quiet") if word else None, el("dl", rows, class_="odds-list"))


def _pay_tables_markup(found: Reading) -> Markup:
    return el("div", [_pay_table_markup(found, option, tables) for option, tables in found.game.pay_tables.items()])


def _pay_table_markup(found: Reading, option: str, tables: Mapping[str, PayTable]) -> Markup:
    """The pay tables of one option side by side."""
    outcomes = dict.fromkeys(outcome for one in tables.values() for outcome in one.odds)
    rule = found.rules.options[option]
    known = {name: known_by(found.rules, one) for name, one in tables.items()}
    alike = len(set(known.values())) == 1
    head = [el("th", name, None if alike else el("div", known[name]), scope="col") for name in tables]
    rows = [
        el(
            "tr",
            el("th", outcome.replace("_", " ") or "wins", scope="row"),
            [el("td", one.odds.get(outcome, "–")) for one in tables.values()],
        )
        for outcome in outcomes
    ]
    words = {"at least" if one.least is not None else "exactly" for one in tables.values()}
    notes = [
        el(
            "p",
            el("b", name),
            ": ",
            join((part for part in (found.dates(one), one.note or None) if part), ", "),
            class_="note",
        )
        for name, one in tables.items()
        if found.dates(one) or one.note
    ]
    cited = dict.fromkeys(one.section for one in tables.values())
    return el(
        "div",
        el("h3", rule.name, " ", el("code", option)),
        el(
            "p",
            f"Paid {' or '.join(sorted(words))}, under ",
            join(map(found.cite, cited)),
            [" ", next(iter(known.values()))] if alike else None,
            class_="quiet",
        ),
        el(
            "div",
            el(
                "table",
                el("caption", rule.name, class_="unseen"),
                el("thead", el("tr", el("td"), head)),
                el("tbody", rows),
                class_="sheet figures pay-table",
            ),
            class_="scrolls",
            tabindex="0",
            role="region",
            aria_label=rule.name,
        ),
        notes,
        id=f"pay-{option}",
        class_="item pay",
    )


# ---- Options, irregularities, facts


def _options_markup(found: Reading) -> Markup:
    default = chosen_on(found.rules, found.day, {}, {})
    made = table(
        ("Choice", "Permitted", "Section", "Known by"),
        [_option_row(found, option, default.get(id, option.default)) for id, option in found.game.options.items()],
        "What a licensee may choose",
        "options",
    )
    conditions = [
        el(
            "li",
            condition.says[:1].upper() + condition.says[1:],
            ". ",
            found.cite(condition),
            " ",
            known_by(found.rules, condition) if condition.provenance != "text" else None,
            id=f"condition-{found.rules.conditions.index(condition)}",
            class_="item",
        )
        for condition in found.game.conditions
    ]
    together = el("div", el("h3", "Choices that hang together"), el("ul", conditions, class_="plain"), class_="part")
    return el("div", made, together if conditions else None)


def _option_row(found: Reading, option: Option, default: Value) -> Markup:
    return _row(
        ("Choice", [_named(option.name, option.id, "option"), _note(option.note)]),
        ("Permitted", _permitted_markup(found, option, default)),
        ("Section", _standing(found, option)),
        ("Known by", known_by(found.rules, option)),
        id=f"option-{option.id}",
    )


def _permitted_markup(found: Reading, option: Option, default: Value) -> Markup:
    if option.range is not None:
        unit = {"dollars": " dollars", "share": " (a share of 1)"}.get(option.unit, "")
        return el("span", f"{option.range}{unit}; ", el("b", shown(default)))
    values = [
        el("b" if same(choice.value, default) else "span", shown(choice.value), _value_note(choice))
        for choice in option.values
        if choice.in_force(found.day)
    ]
    return join([*values, option.pattern_says or None], ", ")


def _value_note(dated: Dated) -> Markup | None:
    told = in_force(dated)
    return el("span", " (", told, ")", class_="quiet") if told else None


def _irregularities_markup(found: Reading) -> Markup:
    return table(
        ("What happens", "What is done", "Section", "Known by"),
        [_irregularity_row(found, one) for one in found.game.irregularities.values()],
        "Irregularities",
        "irregularities",
    )


def _irregularity_row(found: Reading, one: Irregularity) -> Markup:
    when = ", ".join(_AT.get(step, step) for step in one.at)
    return _row(
        ("What happens", [_named(one.name, one.id, "irregularity"), el("p", when, class_="aka") if when else None]),
        (
            "What is done",
            [el("b", one.effect.replace("_", " ")), f". {one.says}" if one.says else None, _note(one.note)],
        ),
        ("Section", _standing(found, one)),
        ("Known by", known_by(found.rules, one)),
        id=f"irregularity-{one.id}",
    )


def _facts_markup(found: Reading) -> Markup:
    return table(
        ("Fact", "Value", "Section", "Known by"),
        [_fact_row(found, fact) for fact in found.game.facts.values()],
        "Facts of equipment and procedure",
        "facts",
    )


def _fact_row(found: Reading, fact: Fact) -> Markup:
    return _row(
        ("Fact", _named(fact.id.replace("_", " "), fact.id, "fact")),
        ("Value", [_value_markup(fact.value), _note(fact.note)]),
        ("Section", _standing(found, fact)),
        ("Known by", known_by(found.rules, fact)),
        id=f"fact-{fact.id}",
    )


def _value_markup(value: object) -> Markup:
    """Plain data as a reader would have it."""
    if isinstance(value, bool):
        return el("span", "yes" if value else "no")
    if isinstance(value, Mapping):
        rows = [
            el("div", el("dt", str(key).replace("_", " ")), el("dd", _value_markup(one))) for key, one in value.items()
        ]
        return el("dl", rows, class_="value")
    if isinstance(value, (list, tuple)):
        return join(map(_value_markup, value))
    return el("span", str(value).replace("_", " "))


# ---- Amendments and sources


def _amendments_markup(found: Reading) -> Markup:
    game = found.rules.game.id
    rows = [
        _row(
            ("In effect", str(one.effective)),
            ("Rule", one.rule),
            (
                "What changed",
                [
                    one.change,
                    " ",
                    el(
                        "a",
                        "compare",
                        href=address(
                            "/editions",
                            {"first": one.effective - timedelta(days=1), "second": one.effective, "game": game},
                        ),
                        aria_label=f"compare the day before {one.effective} with that day",
                    )
                    if one.effective > contents().first_day
                    else None,
                ],
            ),
            ("Sections", _sections_cited(one.sections, found)),
            ("See", one.see),
        )
        for one in found.rules.amendments
        if one.effective <= found.day
    ]
    return table(("In effect", "Rule", "What changed", "Sections", "See"), rows, "Amendments", "amendments")


def _sections_cited(sections: tuple[str, ...], found: Reading) -> Markup:
    """The sections that a rule changed; of many, the first and the last."""
    few = sections if len(sections) <= 4 else (sections[0], "…", sections[-1])
    return join((one if one == "…" else el("a", one, href=rules_at(one, found.link_day)) for one in few), " ")


def _sources_markup(rules: Rules) -> Markup:
    rows = [el("div", el("dt", key), el("dd", text), class_="item") for key, text in rules.sources.items()]
    return el("dl", rows, class_="sources")
