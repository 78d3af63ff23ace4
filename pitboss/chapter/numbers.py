"""The numbers of paragraphs: how they are ordered, what they cover, and what a paragraph's number was on a day.

An amendment that puts in a paragraph moves those behind it: what is 1.4(e) since 1993 was 1.4(d). A history note says
so once ("(d) recodified as (e)"), and so does the data: an amendment has `renumbered`, each number after it with the
one before. Everything else is cited by the number that it has now, or had last; `number_on` goes back from there,
amendment by amendment. So a citation prints the number of its day wherever it comes from. A citation of several
sections leaves out those that were not in the chapter on that day.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date, timedelta
from typing import Any

from pitboss.chapter.contents import contents, section_of

_SECTION = re.compile(r"(\d+)([A-Z]?)(?:\.(\d+)([A-Z]?))?")
_STEP = re.compile(r"\(\w+\)|\d+|[A-Za-z]+")
_PARAGRAPH = re.compile(r"\d+[A-Z]?\.\d+[A-Z]?\([A-Za-z]+\)[\w()]*")

Order = tuple[int, str, int, str, tuple[tuple[int, str], ...]]
Cites = str
"""A term of a wager that is a section: a step that asks for it cites that section, and the trace reads it so."""
Renumbered = tuple[date, Mapping[str, str]]
"""When an amendment took effect, and the paragraphs that it moved: the number after it → the number before."""


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


def covers(asked: str, sections: Iterable[str]) -> bool:
    """Whether one of the sections is the one asked for, or a paragraph below it.

    >>> covers("1.2(a)1", ["1.2(a)1i(2)"]), covers("1.2(a)1", ["1.2(a)10"]), covers("1.2", ["1.2(a)10"])
    (True, False, True)
    """
    wanted = order(asked)
    return any(found[:4] == wanted[:4] and found[4][: len(wanted[4])] == wanted[4] for found in map(order, sections))


def number_on(
    section: str,
    day: date,
    renumbered: Iterable[Renumbered],
    since: date | None = None,
    until: date | None = None,
) -> str:
    """The number on a day of what is cited as `section` now, or was when it ended.

    What began later than that day has its first number, what ended before it its last.

    >>> moved = [(date(1993, 3, 15), {"1.4(e)": "1.4(d)"})]
    >>> number_on("1.4(e)", date(1990, 1, 1), moved), number_on("1.4(e)", date(1993, 3, 15), moved)
    ('1.4(d)', '1.4(e)')
    >>> number_on("2.6, 2.6A", date(1990, 1, 1), []), number_on("2.6, 2.6A", date(2008, 6, 1), [])
    ('2.6', '2.6, 2.6A')
    """
    first = max(day, since) if since else day
    later = [moved for when, moved in renumbered if first < when and (until is None or when < until)]
    numbers = section.split(", ")
    for moved in reversed(later):
        numbers = [_before(number, moved) for number in numbers]
    last = until - timedelta(days=1) if until else date.max
    return ", ".join(in_chapter(dict.fromkeys(numbers), min(first, last)))


def number_after(section: str, renumbered: Iterable[Renumbered]) -> str:
    """The number that a paragraph has after some amendments; empty where it lost its number to another.

    >>> moved = [(date(2012, 3, 19), {"2.2(c)": "2.2(e)"})]
    >>> number_after("2.2(e)1", moved), number_after("2.2(c)", moved), number_after("2.2(d)", moved)
    ('2.2(c)1', '', '2.2(d)')
    """
    for _, moved in renumbered:
        above = [(before, now) for now, before in moved.items() if covers(before, [section])]
        if above:
            before, now = max(above, key=lambda pair: len(pair[0]))
            section = now + section[len(before) :]
        elif any(covers(now, [section]) for now in moved):
            return ""
    return section


def in_chapter(citations: Iterable[str], day: date) -> list[str]:
    """The citations whose sections are in the chapter on a day; all of them where none is.

    >>> in_chapter(["16.12(a)", "29.11(a)"], date(2001, 3, 9))
    ['16.12(a)']
    """
    listed = list(citations)
    if len(listed) == 1:
        return listed
    return [one for one in listed if contents().section(section_of(one)).provides_on(day)] or listed


def section_turns(citations: Iterable[str]) -> set[date]:
    """The days on which the section of one of several citations came into the chapter or left it."""
    listed = list(citations)
    if len(listed) == 1:
        return set()
    titles = [title for one in listed for title in contents().section(section_of(one)).titles]
    return {dating.day for title in titles for dating in (title.start, title.end) if dating}


def _before(number: str, moved: Mapping[str, str]) -> str:
    """The number before an amendment; a paragraph moves with the one that it stands under."""
    above = [now for now in moved if covers(now, [number])]
    if not above:
        return number
    nearest = max(above, key=len)
    return moved[nearest] + number[len(nearest) :]


def each_cited(terms: Any, change: Callable[[str], str]) -> Any:
    """A game's own terms with `change` made to every paragraph that they cite."""
    if isinstance(terms, Mapping):
        return {key: each_cited(value, change) for key, value in terms.items()}
    return change(terms) if is_paragraph(terms) else terms


def is_paragraph(value: object) -> bool:
    """Whether a value is the number of a paragraph, and nothing else."""
    return isinstance(value, str) and _PARAGRAPH.fullmatch(value) is not None
