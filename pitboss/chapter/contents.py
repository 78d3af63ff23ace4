"""The contents of the chapter by date: its subchapters and sections, with their numbers and titles.

The editions held are excerpts, so a date is known in one of two ways: from the rule that made the change, or from the
first edition that shows it. In the second case the date given is the last day that the edition covers; the true date is
later than the last day of the previous edition, as the date's note says. A section that is merely missing from an
excerpt is never treated as removed. The facts are in `contents.toml`, which this module reads strictly.

>>> from datetime import date
>>> cite("1.4(b)", date(2008, 6, 1)), cite("1.4(b)", date(2012, 3, 19))
('N.J.A.C. 19:47-1.4(b)', 'N.J.A.C. 13:69F-1.4(b)')
>>> contents().section("6.6").on(date(2001, 3, 9))
Section('6.6', '(Reserved)', since 1991-11-04)
>>> for change in contents().changes(date(2001, 3, 9), date(2007, 1, 1)):
...     if change.section == "6.6":
...         print(change)
2006-07-17 section removed 6.6 (Reserved): the number is now Irregularities; first in the 2006 edition; after 2004-12-20
2006-07-17 section renumbered 6.6 Irregularities, was 6.7: first in the 2006 edition; after 2004-12-20
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any, Literal, TypeVar, get_args

FILE = "contents.toml"
RESERVED = "(Reserved)"
ABSENT = "-"

Day = date
Provenance = Literal["text", "sister", "published", "reconstructed"]
Kind = Literal[
    "chapter recodified",
    "subchapter added",
    "subchapter renamed",
    "section added",
    "section removed",
    "section renamed",
    "section renumbered",
]
Found = TypeVar("Found")

_SUBCHAPTER = re.compile(r"(\d+)([A-Z]?)")
_SECTION = re.compile(r"(\d+)([A-Z]?)(?:\.(\d+)([A-Z]?))?")
"""A number without a section stands for a subchapter whose sections are unknown."""
_CITATION = re.compile(rf"(?P<section>{_SECTION.pattern})(?:\([A-Za-z]+\)[\w()-]*)?")
_EDITION = re.compile(r"\d{4}")


@dataclass(frozen=True, slots=True)
class Readoption:
    """An adoption of the whole chapter."""

    chapter: str
    rule: str
    effective: date
    see: tuple[str, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Edition:
    """A printed text of the chapter, in effect from `effective` and including amendments up to `shows`.

    `subchapters` are the ones whose contents it shows in full; `parts` are the sections it shows of incomplete ones.
    """

    id: str
    chapter: str
    rule: str
    effective: date
    shows: date
    see: tuple[str, ...]
    subchapters: tuple[str, ...]
    parts: tuple[str, ...] = ()

    def covers(self, section: str) -> bool:
        """Whether this edition would show the section if it existed."""
        return section.partition(".")[0] in self.subchapters or section in self.parts

    def touches(self, subchapter: str) -> bool:
        """Whether this edition shows the subchapter, in full or in part."""
        return subchapter in self.subchapters or any(part.startswith(f"{subchapter}.") for part in self.parts)

    def __repr__(self) -> str:
        return f"Edition({self.id!r}, {self.chapter}, {self.rule}, {self.effective} to {self.shows})"


@dataclass(frozen=True, slots=True)
class Dating:
    """A day and how it is known: from a rule, or only as a bound, with the true day later than `after`."""

    day: date
    rule: str | None = None
    after: date | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Adoption:
    """How a subchapter was adopted."""

    dating: Dating
    see: tuple[str, ...] = ()
    proved_by: str | None = None
    or_after: bool = False

    @property
    def rule(self) -> str | None:
        return self.dating.rule

    @property
    def effective(self) -> date:
        return self.dating.day


@dataclass(frozen=True, slots=True)
class Title:
    """The title of a number from `start` until `end` (the first day without it)."""

    text: str
    start: Dating
    end: Dating | None = None
    editions: tuple[str, ...] = ()
    provenance: Provenance = "text"

    def stands(self, day: date) -> bool:
        return self.start.day <= day and (self.end is None or day < self.end.day)


@dataclass(frozen=True, slots=True, repr=False)
class Section:
    """A numbered section. `title` is the title on the day it was looked up, or the latest one known."""

    id: str
    subchapter: str
    titles: tuple[Title, ...]
    title: str

    @property
    def since(self) -> date:
        return self.titles[0].start.day

    @property
    def until(self) -> date | None:
        return self.titles[-1].end.day if self.titles[-1].end else None

    @property
    def after(self) -> date | None:
        """The day before which the section cannot have begun, if `since` is only the first day that a text proves."""
        return self.titles[0].start.after

    @property
    def by(self) -> str | None:
        """The rule that introduced the section, if known."""
        return self.titles[0].start.rule

    @property
    def note(self) -> str:
        return self.titles[0].start.note

    @property
    def provenance(self) -> Provenance:
        return self.titles[0].provenance

    @property
    def editions(self) -> tuple[str, ...]:
        """The editions that list the section."""
        return tuple(edition for title in self.titles for edition in title.editions)

    @property
    def reserved(self) -> bool:
        """Whether the number is reserved, so that it has no rule."""
        return self.title == RESERVED

    def titled(self, day: date) -> Title | None:
        """Return the dated title on a day, or None if the number did not exist."""
        return next((title for title in self.titles if title.stands(day)), None)

    def provides_on(self, day: date) -> bool:
        """Whether a provision can be cited under this number on a day: it exists and is not reserved."""
        title = self.titled(day)
        return title is not None and title.text != RESERVED

    def title_in(self, edition: str) -> str | None:
        """Return the title in an edition, or None if the edition does not show the section."""
        return next((title.text for title in self.titles if edition in title.editions), None)

    def on(self, day: date) -> Section | None:
        """Return the section with its title on a day, or None if the number did not exist."""
        title = self.titled(day)
        return replace(self, title=title.text) if title else None

    def __repr__(self) -> str:
        until = f", until {self.until}" if self.until else ""
        return f"Section({self.id!r}, {self.title!r}, since {self.since}{until})"


@dataclass(frozen=True, slots=True, repr=False)
class Subchapter:
    """A subchapter with its sections on the day it was looked up, or all sections it ever had.

    `temporary` is a trial adoption before `adopted`; `reserved` is the adoption that reserved its number.
    """

    id: str
    titles: tuple[Title, ...]
    title: str
    sections: tuple[Section, ...]
    adopted: Adoption
    temporary: Adoption | None = None
    reserved: Adoption | None = None
    provenance: Provenance = "text"

    @property
    def since(self) -> date:
        return self.adopted.effective

    @property
    def editions(self) -> tuple[str, ...]:
        """The editions that list the subchapter, in full or in part."""
        return tuple(edition for title in self.titles for edition in title.editions)

    def titled(self, day: date) -> Title | None:
        """Return the dated title on a day, or None before the subchapter's adoption."""
        return next((title for title in self.titles if title.stands(day)), None)

    def on(self, day: date) -> Subchapter | None:
        """Return the subchapter with its title and sections on a day, or None before its adoption."""
        title = self.titled(day)
        if title is None:
            return None
        sections = tuple(found for section in self.sections if (found := section.on(day)))
        return replace(self, title=title.text, sections=sections)

    def __repr__(self) -> str:
        return f"Subchapter({self.id!r}, {self.title!r}, {len(self.sections)} sections, since {self.since})"


@dataclass(frozen=True, slots=True)
class ContentsChange:
    """One difference between the contents on two days.

    `was` is the old title, the old number of a renumbered section, or the old number of the chapter. `date` is when the
    change took effect; `note` says if that date is only a bound.
    """

    kind: Kind
    section: str
    title: str
    was: str
    date: Day
    rule: str | None
    note: str

    def __str__(self) -> str:
        was = f", was {self.was}" if self.was else ""
        known = f" by {self.rule}" if self.rule else ""
        return f"{self.date} {self.kind} {self.section} {self.title}{was}{known}{f': {self.note}' if self.note else ''}"


@dataclass(frozen=True, slots=True, repr=False)
class Contents:
    """The tables of contents of all editions combined, for lookups by day."""

    title: str
    readoptions: tuple[Readoption, ...]
    editions: tuple[Edition, ...]
    subchapters: tuple[Subchapter, ...]
    _subchapters: Mapping[str, Subchapter] = field(init=False, compare=False)
    _sections: Mapping[str, Section] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        sections = {section.id: section for one in self.subchapters for section in one.sections}
        object.__setattr__(self, "_subchapters", {one.id: one for one in self.subchapters})
        object.__setattr__(self, "_sections", sections)

    @property
    def first_day(self) -> date:
        return self.readoptions[0].effective

    def on(self, day: date) -> tuple[Subchapter, ...]:
        """Return the subchapters in force on a day, with their sections and titles on that day."""
        self._check(day)
        return tuple(found for subchapter in self.subchapters if (found := subchapter.on(day)))

    def subchapter(self, id: str) -> Subchapter:
        if id not in self._subchapters:
            raise ValueError(f"there is no subchapter {id}; the chapter has {_join(self._subchapters)}")
        return self._subchapters[id]

    def has(self, id: str) -> bool:
        """Whether the chapter has, or ever had, a section with this number."""
        return id in self._sections

    def section(self, id: str) -> Section:
        if id not in self._sections:
            subchapter = self.subchapter(id.partition(".")[0])
            known = _join(section.id for section in subchapter.sections) or "none known"
            raise ValueError(f"there is no section {id}; subchapter {subchapter.id} has {known}")
        return self._sections[id]

    def edition(self, id: str) -> Edition:
        found = next((edition for edition in self.editions if edition.id == id), None)
        if found is None:
            raise ValueError(
                f"there is no edition {id}; the editions held are {_join(one.id for one in self.editions)}"
            )
        return found

    def edition_on(self, day: date) -> Edition | None:
        """Return the edition to read for a day, or None before the first edition held.

        It is the first edition of the latest readoption that includes the amendments up to that day.
        """
        self._check(day)
        taken = [edition for edition in self.editions if edition.effective <= day]
        latest = [edition for edition in taken if edition.effective == taken[-1].effective]
        return next((edition for edition in latest if day <= edition.shows), latest[-1] if latest else None)

    def readoption_on(self, day: date) -> Readoption:
        """Return the readoption of the whole chapter in effect on a day."""
        self._check(day)
        return [readoption for readoption in self.readoptions if readoption.effective <= day][-1]

    def prefix(self, day: date) -> str:
        """Return the chapter's number on a day."""
        return self.readoption_on(day).chapter

    def changes(self, first: date, second: date) -> list[ContentsChange]:
        """Return the differences between two days, in chapter order.

        Changes that were undone between the two days are left out. A new subchapter counts as one change.
        """
        before = {subchapter.id: subchapter for subchapter in self.on(first)}
        after = self.on(second)
        if second < first:
            raise ValueError(f"the second day, {second}, is before the first, {first}")
        changes = list(self._recodified(first, second))
        for subchapter in after:
            if subchapter.id in before:
                changes += _renamed(subchapter, first, second)
                changes += _moved(before[subchapter.id], subchapter, first, second)
            else:
                changes.append(_change("subchapter added", subchapter.id, subchapter.title, subchapter.adopted.dating))
        return changes

    def _recodified(self, first: date, second: date) -> Iterator[ContentsChange]:
        was, now = self.prefix(first), self.readoption_on(second)
        if was != now.chapter:
            start = next(one for one in self.readoptions if one.chapter == now.chapter)
            dating = Dating(start.effective, start.rule)
            yield _change("chapter recodified", now.chapter, self.title, dating, was=was)

    def _check(self, day: date) -> None:
        if day < self.first_day:
            raise ValueError(f"the chapter begins on {self.first_day}; {day} is too early")

    def __repr__(self) -> str:
        return (
            f"Contents({len(self.subchapters)} subchapters, {len(self._sections)} sections, "
            f"editions {_join(edition.id for edition in self.editions)})"
        )


@cache
def contents() -> Contents:
    """Return the chapter's contents, read once."""
    return parse(files("pitboss.chapter").joinpath(FILE).read_text(encoding="utf-8"))


def prefix(day: date) -> str:
    """Return the chapter's number on a day: 19:47, later 13:69F."""
    return contents().prefix(day)


def section_of(citation: str) -> str:
    """Return the section of a citation, or the subchapter if the numbers of its sections are unknown.

    >>> section_of("1.4(b)2i"), section_of("36")
    ('1.4', '36')
    """
    found = _CITATION.fullmatch(citation)
    if found is None or ("." not in found["section"] and not contents().has(citation)):
        raise ValueError(f"{citation!r} is not a citation; write a section and its paragraphs, like 1.4 or 1.4(b)2i")
    return found["section"]


@cache
def cite(citation: str, day: date) -> str:
    """Return a citation as printed on a day; the section must be one that the chapter has or had."""
    contents().section(section_of(citation))
    return f"N.J.A.C. {prefix(day)}-{citation}"


# What changed ---------------------------------------------------------------------------------------------------------


def _change(kind: Kind, section: str, title: str, dating: Dating, was: str = "", note: str = "") -> ContentsChange:
    notes = "; ".join(part for part in (note, dating.note) if part)
    return ContentsChange(kind, section, title, was, dating.day, dating.rule, notes)


def _renamed(subchapter: Subchapter, first: date, second: date) -> Iterator[ContentsChange]:
    was, now = subchapter.titled(first), subchapter.titled(second)
    if was and now and was.text != now.text:
        yield _change("subchapter renamed", subchapter.id, now.text, now.start, was=was.text)


def _moved(was: Subchapter, now: Subchapter, first: date, second: date) -> list[ContentsChange]:
    """Return the changes among a subchapter's sections; a title that moved to another number was renumbered."""
    old = {section.id: title for section in was.sections if (title := section.titled(first))}
    new = {section.id: title for section in now.sections if (title := section.titled(second))}
    for id in old.keys() & new.keys():
        if old[id].text == new[id].text:
            del old[id], new[id]
    starts = {section.id: section.titles[0].start for section in now.sections}
    left, come = _unique_titles(old), _unique_titles(new)
    moves = {come[text]: left[text] for text in left.keys() & come.keys()}
    changes = []
    for id in sorted(old.keys() | new.keys(), key=_order):
        before = None if id in moves.values() else old.get(id)
        after = None if id in moves else new.get(id)
        if before and after and RESERVED not in (before.text, after.text):
            changes.append(_change("section renamed", id, after.text, after.start, was=before.text))
        elif after and after.text != RESERVED:
            start = after.start if before else starts[id]
            changes.append(_change("section added", id, after.text, start, was=before.text if before else ""))
        elif before and before.end:
            note = f"the number is now {new[id].text}" if id in new else ""
            changes.append(_change("section removed", id, before.text, before.end, note=note))
        if id in moves:
            changes.append(_change("section renumbered", id, new[id].text, new[id].start, was=moves[id]))
    return changes


def _unique_titles(titles: Mapping[str, Title]) -> dict[str, str]:
    """Map each unique title to its number, leaving out reserved numbers."""
    count = Counter(title.text for title in titles.values())
    return {title.text: id for id, title in titles.items() if count[title.text] == 1 and title.text != RESERVED}


def _order(section: str) -> tuple[int, str, int, str]:
    found = _SECTION.fullmatch(section)
    assert found is not None
    return int(found[1]), found[2], int(found[3] or 0), found[4] or ""


def _join(words: Iterable[str]) -> str:
    return ", ".join(words)


# Reading contents.toml ------------------------------------------------------------------------------------------------


def parse(text: str) -> Contents:
    """Parse the text of `contents.toml`; anything unknown or impossible raises a ValueError that names it."""
    try:
        read = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{FILE}: {error}") from error
    top = _Table(FILE, read)
    title = top.need("title", str)
    readoptions = tuple(_readoption(table) for table in top.tables("readoption"))
    _ascending(FILE, "readoptions", [readoption.effective for readoption in readoptions])
    editions = tuple(_edition(table, readoptions) for table in top.tables("edition"))
    _ascending(FILE, "editions", [edition.id for edition in editions])
    _ascending(FILE, "dates that the editions show", [edition.shows for edition in editions])
    subchapters = tuple(_subchapter(table, editions) for table in top.tables("subchapter"))
    _ascending(FILE, "subchapters", [subchapter.id for subchapter in subchapters], _subchapter_order)
    top.close()
    _check_references(editions, subchapters)
    return Contents(title, readoptions, editions, subchapters)


class _Table:
    """A TOML table whose keys are consumed one by one; leftover keys are an error."""

    def __init__(self, where: str, table: Mapping[str, object]) -> None:
        self.where = where
        self._left = dict(table)

    def fail(self, problem: str) -> ValueError:
        return ValueError(self.where + ": " + problem)

    def get(self, key: str, kind: type[Found]) -> Found | None:
        value = self._left.pop(key, None)
        if value is not None and (not isinstance(value, kind) or value == ""):
            raise self.fail(f"{key} = {value!r} must be a {kind.__name__}")
        return value

    def need(self, key: str, kind: type[Found]) -> Found:
        value = self.get(key, kind)
        if value is None:
            raise self.fail(f"{key} is missing")
        return value

    def strings(self, key: str) -> tuple[str, ...]:
        values = self.get(key, list) or []
        for value in values:
            if not isinstance(value, str):
                raise self.fail(f"{key} must list strings, not {value!r}")
        if len(set(values)) < len(values):
            raise self.fail(f"{key} contains a duplicate")
        return tuple(values)

    def tables(self, key: str) -> Iterator[_Table]:
        for number, table in enumerate(self.need(key, list), 1):
            if not isinstance(table, dict):
                raise self.fail(f"{key} must be written [[{key}]]")
            yield _Table(f"{FILE}: {key} {table.get('id') or table.get('rule') or number}", table)

    def table(self, key: str) -> _Table | None:
        table = self.get(key, dict)
        return None if table is None else _Table(f"{self.where}, {key}", table)

    def provenance(self, key: str) -> Provenance | None:
        value = self.get(key, str)
        for known in get_args(Provenance):
            if value == known:
                return known  # type: ignore[no-any-return]
        if value is not None:
            raise self.fail(f"{key} = {value!r} must be one of {_join(get_args(Provenance))}")
        return None

    def __contains__(self, key: str) -> bool:
        return key in self._left

    def editions(self) -> list[str]:
        """Return the keys that look like editions."""
        return [key for key in self._left if _EDITION.fullmatch(key)]

    def close(self) -> None:
        if self._left:
            raise self.fail(f"unknown key {_join(self._left)}")


def _readoption(table: _Table) -> Readoption:
    read = Readoption(
        chapter=table.need("chapter", str),
        rule=table.need("rule", str),
        effective=table.need("effective", date),
        see=table.strings("see"),
    )
    table.close()
    return read


def _edition(table: _Table, readoptions: Sequence[Readoption]) -> Edition:
    read = Edition(
        id=table.need("id", str),
        chapter=table.need("chapter", str),
        rule=table.need("rule", str),
        effective=table.need("effective", date),
        shows=table.need("shows", date),
        see=table.strings("see"),
        subchapters=table.strings("subchapters"),
        parts=table.strings("parts"),
    )
    table.close()
    if Readoption(read.chapter, read.rule, read.effective, read.see) not in readoptions:
        raise table.fail(
            f"{read.rule} of {read.chapter}, effective {read.effective}, is not a readoption with these references"
        )
    if read.shows < read.effective:
        raise table.fail(f"it shows the text to {read.shows}, before it takes effect")
    for part in read.parts:
        if part.partition(".")[0] in read.subchapters:
            raise table.fail(f"part {part} belongs to a subchapter that is shown in full")
    return read


def _subchapter(table: _Table, editions: Sequence[Edition]) -> Subchapter:
    id = table.need("id", str)
    if not _SUBCHAPTER.fullmatch(id):
        raise table.fail("id must be a number with an optional letter, like 2 or 2A")
    provenance = table.provenance("provenance") or "text"
    sections_from = table.provenance("sections_from") or provenance
    adopted = _adoption(table, "adopted", editions, provenance)
    if adopted is None:
        raise table.fail("adopted is missing")
    titles = _subchapter_titles(table, id, editions, adopted.dating, provenance)
    sections = tuple(
        _section(section, value, id, editions, adopted.dating, sections_from)
        for section, value in (table.get("sections", dict) or {}).items()
    )
    read = Subchapter(
        id=id,
        titles=titles,
        title=titles[-1].text,
        sections=sections,
        adopted=adopted,
        temporary=_adoption(table, "temporary", editions, provenance),
        reserved=_adoption(table, "reserved", editions, provenance),
        provenance=provenance,
    )
    table.close()
    _ascending(table.where, "sections", [section.id for section in sections], _order)
    return read


def _subchapter_titles(
    table: _Table, id: str, editions: Sequence[Edition], adopted: Dating, provenance: Provenance
) -> tuple[Title, ...]:
    showing = [edition for edition in editions if edition.touches(id)]
    title = table.need("title", object)
    if isinstance(title, dict):
        return _titles(_Table(f"{table.where}, title", title), showing, adopted, provenance, editions)
    if not isinstance(title, str) or not title:
        raise table.fail(f"title = {title!r} must be a title, or titles by edition")
    return (Title(title, adopted, editions=tuple(edition.id for edition in showing), provenance=provenance),)


def _adoption(table: _Table, key: str, editions: Sequence[Edition], provenance: Provenance) -> Adoption | None:
    inner = table.table(key)
    if inner is None:
        return None
    proof = _proof(inner, editions)
    effective = proof.effective if proof else inner.need("effective", date)
    rule, after = inner.get("rule", str), inner.get("after", date)
    note = "" if rule else _note(proof.id if proof else None, after, provenance)
    see, or_after = inner.strings("see"), inner.get("or_after", bool) or False
    inner.close()
    return Adoption(Dating(effective, rule, after, note), see, proof.id if proof else None, or_after)


def _section(
    id: str, value: object, subchapter: str, editions: Sequence[Edition], adopted: Dating, sections_from: Provenance
) -> Section:
    table = _Table(f"{FILE}: section {id}", value if isinstance(value, dict) else {"title": value})
    if not _SECTION.fullmatch(id) or id.partition(".")[0] != subchapter:
        raise table.fail(f"it is not a section number of subchapter {subchapter}")
    provenance = table.provenance("provenance") or sections_from
    titles = _titles(table, [edition for edition in editions if edition.covers(id)], adopted, provenance, editions)
    return Section(id, subchapter, titles, titles[-1].text)


def _titles(
    table: _Table,
    showing: Sequence[Edition],
    adopted: Dating,
    provenance: Provenance,
    editions: Sequence[Edition],
) -> tuple[Title, ...]:
    """Return the titles of one number in order; `showing` are the editions that would show the number."""
    first = _first_dating(table, editions, showing, provenance)
    later = _later(table)
    if provenance != "text":
        title = Title(table.need("title", str), first or adopted, provenance=provenance)
        if beyond := [edition.id for edition in showing if edition.shows >= title.start.day]:
            raise table.fail(f"it is {provenance}, but the edition {beyond[0]} would show it")
        titles = [title]
    elif showing:
        titles = _runs(table, showing, first or adopted, forced=first is not None)
    else:
        raise table.fail("no edition shows it; give its provenance, or add it to an edition's parts")
    table.close()
    if not titles:
        raise table.fail("it has no title")
    if later:
        titles[-1] = replace(titles[-1], end=later.start)
        titles.append(later)
    _ascending(table.where, "titles", [title.start.day for title in titles])
    return tuple(titles)


def _first_dating(
    table: _Table, editions: Sequence[Edition], showing: Sequence[Edition], provenance: Provenance
) -> Dating | None:
    """Return the date on which the table says a number begins, if it does."""
    since, rule, after = table.get("since", date), table.get("by", str), table.get("after", date)
    proof = _proof(table, editions)
    if proof:
        if since or rule or after:
            raise table.fail("proved_by excludes other dates: the date is that of the edition")
        return Dating(proof.effective, note=_note(proof.id, None, provenance))
    named = [edition for edition in showing if edition.id in table]
    shown = next(iter(named or showing), None) if provenance == "text" else None
    if rule and not since and shown:
        return Dating(shown.shows, rule)
    if since:
        return Dating(since, rule, after, "" if rule else _note(shown.id if shown else None, after, provenance))
    if after or rule:
        raise table.fail("since is missing")
    return None


def _runs(table: _Table, showing: Sequence[Edition], first: Dating, forced: bool) -> list[Title]:
    """Build titles from the editions; each lasts until an edition shows the number with another title or none."""
    given = _by_edition(table, showing)
    titles: list[Title] = []
    before: Edition | None = None
    for edition in showing:
        text, dating = given.get(edition.id, (None, None))
        if text is None:
            if titles and titles[-1].end is None:
                titles[-1] = replace(titles[-1], editions=(*titles[-1].editions, edition.id))
        elif text == ABSENT:
            if before is None or not titles or titles[-1].end:
                raise table.fail(f"{edition.id} = {ABSENT!r}, but it did not exist before")
            note = f"no longer in the {edition.id} edition; after {before.shows}"
            titles[-1] = replace(titles[-1], end=Dating(edition.shows, after=before.shows, note=note))
        else:
            if dating is None and (not titles and (forced or before is None)):
                dating = first
            elif dating is None:
                assert before is not None
                dating = Dating(edition.shows, None, before.shows, _note(edition.id, before.shows, "text"))
            if titles and titles[-1].end is None:
                titles[-1] = replace(titles[-1], end=dating)
            titles.append(Title(text, dating, editions=(edition.id,)))
        before = edition
    return titles


def _by_edition(table: _Table, showing: Sequence[Edition]) -> dict[str, tuple[str, Dating | None]]:
    """Map each edition to the title first seen there, with a date if the table gives one."""
    shows = {edition.id: edition.shows for edition in showing}
    given: dict[str, tuple[str, Dating | None]] = {}
    if "title" in table:
        given[showing[0].id] = table.need("title", str), None
    for id in table.editions():
        if id not in shows:
            raise table.fail(f"no edition {id} shows it; {_join(shows)} do")
        if id in given:
            raise table.fail(f"it has two titles in the {id} edition")
        value = table.need(id, object)
        if isinstance(value, dict):
            inner = _Table(f"{table.where}, {id}", value)
            proof = _proof(inner, showing)
            dating = (
                Dating(proof.effective, note=_note(proof.id, None, "text"))
                if proof
                else Dating(shows[id], inner.need("by", str))
            )
            given[id] = inner.need("title", str), dating
            inner.close()
        elif isinstance(value, str) and value:
            given[id] = value, None
        else:
            raise table.fail(f"{id} = {value!r} must be a title")
    return given


def _later(table: _Table) -> Title | None:
    inner = table.table("later")
    if inner is None:
        return None
    provenance = inner.provenance("provenance")
    if provenance is None or provenance == "text":
        raise inner.fail("give its provenance, which cannot be text")
    after, rule = inner.get("after", date), inner.get("by", str)
    dating = Dating(inner.need("since", date), rule, after, "" if rule else _note(None, after, provenance))
    title = Title(inner.need("title", str), dating, provenance=provenance)
    inner.close()
    return title


def _proof(table: _Table, editions: Sequence[Edition]) -> Edition | None:
    id = table.get("proved_by", str)
    found = next((edition for edition in editions if edition.id == id), None)
    if id and not found:
        raise table.fail(f"there is no edition {id}; the editions held are {_join(edition.id for edition in editions)}")
    return found


def _note(edition: str | None, after: date | None, provenance: Provenance) -> str:
    source = f"first in the {edition} edition" if edition else f"in no edition held ({provenance})"
    return f"{source}; after {after}" if after else source + ("; its own date is not known" if edition else "")


def _check_references(editions: Sequence[Edition], subchapters: Sequence[Subchapter]) -> None:
    """Check that every subchapter and part listed by an edition exists."""
    known = {subchapter.id for subchapter in subchapters}
    shown = {(edition, section.id) for one in subchapters for section in one.sections for edition in section.editions}
    for edition in editions:
        where = f"{FILE}: edition {edition.id}"
        for id in edition.subchapters:
            if id not in known:
                raise ValueError(f"{where}: there is no subchapter {id}")
        for part in edition.parts:
            if (edition.id, part) not in shown:
                raise ValueError(f"{where}: part {part} is not in this edition")


def _subchapter_order(id: str) -> tuple[int, str]:
    found = _SUBCHAPTER.fullmatch(id)
    assert found is not None
    return int(found[1]), found[2]


def _ascending(
    where: str, what: str, values: Sequence[Found], key: Callable[[Found], Any] = lambda value: value
) -> None:
    for one, other in pairwise(values):
        if not key(one) < key(other):
            raise ValueError(f"{where}: {what} must be given once each and in order, not {one} before {other}")
