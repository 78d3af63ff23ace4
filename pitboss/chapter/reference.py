"""What is known of a section: its titles, the provisions that rest on it, the rules that changed it.

The way back from a citation to the data. A citation may go down to a paragraph; it covers the paragraphs below it,
and "1.2(a)1" covers "1.2(a)1i(2)" but not "1.2(a)10".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches

from pydantic import BaseModel, ConfigDict

from pitboss.chapter.contents import cite, contents, section_of
from pitboss.chapter.rules import (
    Condition,
    Dated,
    Provenance,
    Provision,
    Rules,
    all_games,
    registered,
    rules_of,
    shown,
)

_PREFIX = re.compile(r"\s*(?:N\.?\s?J\.?\s?A\.?\s?C\.?\s*)?(?:§+\s*)?(?:(?:19:47|13:69F)-)?(.*?)\s*", re.IGNORECASE)
_SECTION = re.compile(r"(\d+)([A-Z]?)(?:\.(\d+)([A-Z]?))?")
_STEP = re.compile(r"\(\w+\)|\d+|[A-Za-z]+")
_PARAGRAPH = re.compile(r"\d+[A-Z]?\.\d+[A-Z]?\([A-Za-z]+\)[\w()]*")

Order = tuple[int, str, int, str, tuple[tuple[int, str], ...]]


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True)


class TitleInForce(_Model):
    """A title of the section, and the editions that print it."""

    text: str
    since: date
    until: date | None
    by: str | None
    editions: tuple[str, ...]
    provenance: Provenance
    note: str


class Cited(_Model):
    """Something in the rules of a game that rests on the section."""

    game: str
    path: str
    name: str
    section: str
    since: date | None
    until: date | None
    by: str | None
    provenance: Provenance
    source: str
    note: str


class Amended(_Model):
    """A rule that changed the section."""

    game: str
    rule: str
    effective: date
    sections: tuple[str, ...]
    change: str
    see: str


class Reference(_Model):
    """What is known of a section or paragraph; on a day, what was in force of it."""

    section: str
    citation: str
    on: date | None
    title: str
    since: date
    until: date | None
    by: str | None
    titles: tuple[TitleInForce, ...]
    provisions: tuple[Cited, ...]
    amendments: tuple[Amended, ...]


@dataclass(frozen=True, slots=True)
class Held:
    """A provision in its rules, with its name and the dates that hold for it, its own or those of the whole."""

    path: str
    name: str
    section: str
    since: date | None
    until: date | None
    by: str | None
    provision: Provision
    note: str = ""

    def in_force(self, day: date) -> bool:
        return (self.since is None or self.since <= day) and (self.until is None or day < self.until)


def reference(citation: str, on: date | None = None) -> Reference:
    """What is known of a section, given as "1.4(e)", "19:47-1.4(e)" or "N.J.A.C. 13:69F-1.12".

    >>> found = reference("19:47-1.4(e)")
    >>> found.title, [provision.path for provision in found.provisions if provision.path.startswith("irregularity")]
    ('Payout odds', ['irregularity.unpayable_wager'])
    """
    asked = _asked(citation)
    section = contents().section(section_of(asked))
    if on is not None and (then := section.on(on)) is None:
        ended = f", until {section.until}" if section.until else ""
        raise ValueError(f"section {section.id} is not in force on {on}: since {section.since}{ended}")
    section = section if on is None else then or section
    every = (*(rules_of(game) for game in registered()), all_games())
    return Reference(
        section=asked,
        citation=cite(asked, on or date.today()),
        on=on,
        title=section.title,
        since=section.since,
        until=section.until,
        by=section.by,
        titles=tuple(
            TitleInForce(
                text=title.text,
                since=title.start.day,
                until=title.end.day if title.end else None,
                by=title.start.rule,
                editions=title.editions,
                provenance=title.provenance,
                note=title.start.note,
            )
            for title in section.titles
            if on is None or title.stands(on)
        ),
        provisions=tuple(
            _cited(rules, one)
            for rules in every
            for one in held(rules)
            if covers(asked, one.section.split(", ")) and (on is None or one.in_force(on))
        ),
        amendments=tuple(
            Amended(game=rules.game.id, **amendment.model_dump())
            for rules in every
            for amendment in rules.amendments
            if section.id in map(section_of, amendment.sections) and (on is None or amendment.effective <= on)
        ),
    )


def _asked(citation: str) -> str:
    """The section out of a citation with or without the chapter's number."""
    found = _PREFIX.fullmatch(citation)
    asked = found[1] if found else citation
    known = [section.id for subchapter in contents().subchapters for section in subchapter.sections]
    try:
        if section_of(asked) in known:
            return asked
    except ValueError as error:
        raise ValueError(str(error)) from None
    section = section_of(asked)
    own = [one for one in known if one.partition(".")[0] == section.partition(".")[0]]
    near = sorted(own, key=lambda one: abs(order(one)[2] - order(section)[2]))[:5]
    near = near or get_close_matches(section, known, n=5, cutoff=0)
    raise ValueError(f"there is no section {section}; near it are {', '.join(sorted(near, key=order))}")


def covers(asked: str, sections: Iterable[str]) -> bool:
    """Whether one of the sections is the one asked for, or a paragraph below it.

    >>> covers("1.2(a)1", ["1.2(a)1i(2)"]), covers("1.2(a)1", ["1.2(a)10"]), covers("1.2", ["1.2(a)10"])
    (True, False, True)
    """
    wanted = order(asked)
    return any(found[:4] == wanted[:4] and found[4][: len(wanted[4])] == wanted[4] for found in map(order, sections))


def order(section: str) -> Order:
    """Where a section or paragraph stands in the chapter, for sorting; a subchapter stands before its sections.

    >>> sorted(["2A.1", "1.10", "1.4(b)", "2.1", "1.2(a)39", "1.2(a)4", "1"], key=order)
    ['1', '1.2(a)4', '1.2(a)39', '1.4(b)', '1.10', '2.1', '2A.1']
    """
    found = _SECTION.match(section)
    if found is None:
        raise ValueError(f"{section!r} is not a section")
    steps = (step.strip("()") for step in _STEP.findall(section[found.end() :]))
    return (
        int(found[1]),
        found[2],
        int(found[3] or 0),
        found[4] or "",
        tuple((int(step), "") if step.isdecimal() else (0, step) for step in steps),
    )


def _cited(rules: Rules, one: Held) -> Cited:
    return Cited(
        game=rules.game.id,
        path=one.path,
        name=one.name,
        section=one.section,
        since=one.since,
        until=one.until,
        by=one.by,
        provenance=one.provision.provenance,
        source=rules.sources.get(one.provision.source, ""),
        note=one.note,
    )


def held(rules: Rules) -> Iterator[Held]:
    """Everything in the rules that cites a section, with the path at which the file has it."""
    for path, provision in rules.provisions():
        whole = rules.wagers[path.split(".")[1]] if path.startswith("wager.") else provision
        yield _held(path, name_of(rules, path, provision), provision.section, provision, whole, provision)
    for option in rules.options.values():
        for choice in option.values:
            if choice.section:
                value = shown(choice.value)
                path, name = f"option.{option.id}.{value}", f"{option.name}: {value}"
                yield _held(path, name, choice.section, choice, option, option)
    for wager in rules.wagers.values():
        for path, section in _paragraphs(wager.terms):
            yield _held(f"wager.{wager.id}.terms.{path}", wager.name, section, wager, wager, wager)


def _held(path: str, name: str, section: str, own: Dated, whole: Dated, provision: Provision) -> Held:
    return Held(
        path,
        name,
        section,
        own.since or whole.since,
        own.until or whole.until,
        own.by if own.since or own.until else whole.by,
        provision,
        own.note,
    )


def name_of(rules: Rules, path: str, provision: Provision) -> str:
    """What a provision is called, for a reader.

    >>> name_of(rules_of("craps"), "wager.field.pays", rules_of("craps").wagers["field"].pays[0])
    'Odds of the Field Bet'
    """
    kind, *rest = path.split(".")
    if kind == "wager":
        wager = rules.wagers[rest[0]].name
        return wager if len(rest) == 1 else f"Odds of the {wager}"
    if kind == "pay_table":
        return f"{rules.options[rest[0]].name}: {rest[1]}"
    if isinstance(provision, Condition):
        return provision.says
    return str(getattr(provision, "name", "")) or rest[0].replace("_", " ")


def _paragraphs(terms: object, path: str = "") -> Iterator[tuple[str, str]]:
    """The paragraphs that a wager's own terms cite, and where."""
    if isinstance(terms, Mapping):
        for key, value in terms.items():
            yield from _paragraphs(value, f"{path}.{key}" if path else str(key))
    elif isinstance(terms, str) and _PARAGRAPH.fullmatch(terms):
        yield path, terms
