"""The data about a section: its titles, the provisions under it, and the rules that changed it.

This is the way back from a citation to the data. A citation covers the paragraphs below it: "1.2(a)1" covers
"1.2(a)1i(2)" but not "1.2(a)10". On a given day a provision is found by its number on that day; without a day, by any
number it ever had.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import takewhile

from pydantic import BaseModel, ConfigDict

from pitboss.chapter.citation import read_citation
from pitboss.chapter.contents import cite, contents, section_of
from pitboss.chapter.figures import describe_provision
from pitboss.chapter.numbers import covers, is_paragraph, number_after, number_on, order
from pitboss.chapter.paragraphs import game_paragraphs, text_day
from pitboss.chapter.rules import (
    Amendment,
    Condition,
    Dated,
    Provenance,
    Provision,
    Rules,
    all_games,
    registered_games,
    rules_of,
    value_text,
)


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True)


class TitleInForce(_Model):
    """A title of the section and the editions that print it."""

    text: str
    since: date
    until: date | None
    by: str | None
    editions: tuple[str, ...]
    provenance: Provenance
    note: str


class FormerNumber(_Model):
    """A number that a provision had until an amendment moved it."""

    section: str
    until: date


class CitedProvision(_Model):
    """A provision under the section: its number and content on the day."""

    game: str
    path: str
    name: str
    section: str
    formerly: tuple[FormerNumber, ...]
    provides: str
    since: date | None
    until: date | None
    by: str | None
    provenance: Provenance
    source: str
    in_editions: bool
    """Whether an edition held shows it on the day; False if the text is known only from a copy."""
    note: str


class SectionAmendment(_Model):
    """A rule that changed the section, and what it changed there.

    If `after` is set, the exact date is unknown: the rule was made after that day and by `effective`.
    """

    game: str
    rule: str
    effective: date
    after: date | None
    when: str
    sections: tuple[str, ...]
    change: str
    see: str


class Reference(_Model):
    """Everything known about a section or paragraph, or only what was in force on a given day."""

    section: str
    citation: str
    on: date | None
    title: str
    since: date
    until: date | None
    by: str | None
    titles: tuple[TitleInForce, ...]
    provisions: tuple[CitedProvision, ...]
    amendments: tuple[SectionAmendment, ...]


@dataclass(frozen=True, slots=True)
class ProvisionRecord:
    """A provision with its path, its name, and the dates that apply to it."""

    path: str
    name: str
    section: str
    since: date | None
    until: date | None
    by: str | None
    provision: Provision
    note: str = ""
    provides: str = ""
    shown_in_editions: bool | date = True

    def in_force(self, day: date) -> bool:
        return (self.since is None or self.since <= day) and (self.until is None or day < self.until)


def reference(citation: str, on: date | None = None) -> Reference:
    """Look up a section, given as "1.4(e)", "19:47-1.4(e)" or "N.J.A.C. 13:69F-1.12".

    >>> found = reference("19:47-1.4(e)")
    >>> found.title, [provision.path for provision in found.provisions if provision.path.startswith("irregularity")]
    ('Payout odds', ['irregularity.unpayable_wager'])
    """
    read = read_citation(citation, on)
    asked, on = read.section, read.on
    section = contents().section(section_of(asked))
    if on is not None and (then := section.on(on)) is None:
        ended = f", until {section.until}" if section.until else ""
        raise ValueError(f"section {section.id} is not in force on {on}: since {section.since}{ended}")
    section = section if on is None else then or section
    every = (*(rules_of(game) for game in registered_games()), all_games())
    provisions = tuple(
        found
        for rules in every
        for one in provision_records(rules, on)
        if (on is None or one.in_force(on))
        and can_be_offered(rules, one.path)
        and (found := _cited_provision(rules, one, asked, on))
    )
    if "(" in asked and not provisions:
        _refuse_unknown(asked, every, on)
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
        provisions=provisions,
        amendments=tuple(
            _section_amendment(rules, amendment, section.id)
            for rules in every
            for amendment in rules.amendments
            if section.id in map(section_of, amendment.sections) and (on is None or amendment.effective <= on)
        ),
    )


def _section_amendment(rules: Rules, amendment: Amendment, section: str) -> SectionAmendment:
    return SectionAmendment(
        game=rules.game.id,
        rule=amendment.rule,
        effective=amendment.effective,
        after=amendment.after,
        when=amendment.when,
        sections=amendment.sections,
        change=amendment.change_in(section),
        see=amendment.see,
    )


def _refuse_unknown(asked: str, every: Iterable[Rules], on: date | None) -> None:
    """Raise an error that names the nearest paragraph, unless the paragraph is known."""
    own = [rules for rules in every if rules.game.subchapter == section_of(asked).partition(".")[0]]
    known = {number for rules in own for number in _known_numbers(rules, on)}
    if covers(asked, known):
        return
    when = f" on {on}" if on else ""
    same_section = sorted((one for one in known if section_of(one) == section_of(asked)), key=order)
    nearest = f"; the nearest is {_nearest(asked, same_section)}" if same_section else ""
    raise ValueError(f"there is no paragraph {asked}{when} in the data{_other_time(asked, own, on)}{nearest}")


def _known_numbers(rules: Rules, on: date | None) -> Iterator[str]:
    """Yield the paragraph numbers cited by provisions in force or listed in paragraphs.toml; without a day, all ever
    cited.
    """
    days = [on] if on else [date.max, *(when - timedelta(days=1) for when, _ in rules.renumberings())]
    provisions = list(provision_records(rules))
    for one in provisions:
        if on is None or one.in_force(on):
            moved = rules.renumberings(one.provision)
            for day in days:
                yield from number_on(one.section, day, moved, one.since, one.until).split(", ")
    later = [move for move in rules.renumberings() if move[0] > text_day(rules)]
    for listed in game_paragraphs(rules.game.id):
        number = number_after(listed.section, later)
        data = [one for one in provisions if number and covers(number, one.section.split(", "))]
        if number and (on is None or not data or any(one.in_force(on) for one in data)):
            yield from (number_on(number, day, rules.renumberings()) for day in days)


def _other_time(asked: str, own: Iterable[Rules], on: date | None) -> str:
    """Describe when a paragraph that does not exist on a day began or ended, if a provision says so."""
    for rules in own if on else ():
        for one in provision_records(rules):
            if on is not None and covers(asked, one.section.split(", ")) and not one.in_force(on):
                bound = f"since {one.since}" if one.since and on < one.since else f"until {one.until}"
                by = f" by {one.by}" if one.by else ""
                return f" ({one.name}: {bound}{by})"
    return ""


def _nearest(asked: str, known: Sequence[str]) -> str:
    """Return the known paragraph closest to the requested one."""
    wanted = order(asked)[4]
    place = bisect([order(one) for one in known], order(asked))

    def distance(index: int) -> tuple[int, int]:
        steps = order(known[index])[4]
        shared = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(wanted, steps, strict=False))))
        return -shared, place - index if index < place else index - place + 1

    return known[min(range(len(known)), key=distance)]


def _cited_provision(rules: Rules, one: ProvisionRecord, asked: str, on: date | None) -> CitedProvision | None:
    """Return the provision if it belongs to the section; without a day, former numbers count too."""
    day = on or date.max
    moved = rules.renumberings(one.provision)
    number = number_on(one.section, day, moved, one.since, one.until)
    earlier = [when for when, _ in moved if when <= day and (one.until is None or when < one.until)]
    numbers = {
        when: number_on(one.section, when - timedelta(days=1), moved, one.since, one.until)
        for when in earlier
        if one.since is None or one.since < when
    }
    formerly = {had: when for when, had in numbers.items() if had != number}
    if not any(covers(asked, had.split(", ")) for had in (number, *(formerly if on is None else ()))):
        return None
    return CitedProvision(
        game=rules.game.id,
        path=one.path,
        name=one.name,
        section=number,
        formerly=tuple(FormerNumber(section=had, until=until) for had, until in formerly.items()),
        provides=one.provides,
        since=one.since,
        until=one.until,
        by=one.by,
        provenance=one.provision.provenance,
        source=rules.sources.get(one.provision.source, ""),
        in_editions=one.shown_in_editions
        if isinstance(one.shown_in_editions, bool)
        else one.shown_in_editions <= (on or date.today()),
        note=one.note,
    )


def can_be_offered(rules: Rules, path: str) -> bool:
    """Whether a table can have the provision at a path; pay tables of wagers that are not offered do not count."""
    kind, *names = path.split(".", 2)
    return kind != "pay_table" or rules.pays_an_offered_wager(*names)


def provision_records(rules: Rules, on: date | None = None) -> Iterator[ProvisionRecord]:
    """Yield everything in the rules that cites a section, with its path.

    Each provision is summarized as on the day, or as it last was if no day is given or it is not in force then.
    """
    for path, provision in rules.provisions():
        whole = rules.wagers[path.split(".")[1]] if path.startswith("wager.") else provision
        found = _provision_record(path, name_of(rules, path, provision), provision.section, provision, whole, provision)
        yield replace(found, provides=describe_provision(provision, _day(found, on)))
    for option in rules.options.values():
        for choice in option.values:
            if choice.section:
                value = value_text(choice.value)
                path, name = f"option.{option.id}.{value}", f"{option.name}: {value}"
                yield replace(
                    _provision_record(path, name, choice.section, choice, option, option.under(choice)), provides=value
                )
    for wager in rules.wagers.values():
        for path, section in _paragraphs(wager.terms):
            yield _provision_record(f"wager.{wager.id}.terms.{path}", wager.name, section, wager, wager, wager)


def _day(found: ProvisionRecord, on: date | None) -> date:
    """Return the day as of which a provision is read."""
    if on is not None and found.in_force(on):
        return on
    return found.until - timedelta(days=1) if found.until else max(found.since or date.min, date.today())


def _provision_record(
    path: str, name: str, section: str, own: Dated, whole: Dated, provision: Provision
) -> ProvisionRecord:
    return ProvisionRecord(
        path,
        name,
        section,
        own.since or whole.since,
        own.until or whole.until,
        own.by if own.since or own.until else whole.by,
        provision,
        own.note,
        shown_in_editions=provision.in_editions if own.in_editions is True else own.in_editions,
    )


def name_of(rules: Rules, path: str, provision: Provision) -> str:
    """Return a provision's name for display.

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
    """Yield the paragraphs cited in a wager's own terms, with their keys."""
    if isinstance(terms, Mapping):
        for key, value in terms.items():
            yield from _paragraphs(value, f"{path}.{key}" if path else str(key))
    elif is_paragraph(terms):
        yield path, str(terms)
