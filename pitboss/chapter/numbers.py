"""Paragraph numbers: how they are ordered, what they cover, and which number a paragraph had on a day.

An amendment that inserts a paragraph renumbers the following ones: 1.4(e), so numbered since 1993, was 1.4(d). A
history note records this once ("(d) recodified as (e)"), and so does the data: an amendment's `renumbered` maps each
new number to the old one. Everything else is cited by its current or last number, and `number_on` works back from
there, amendment by amendment. A citation of several sections leaves out those not in the chapter on that day.
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
"""A wager term that holds a section: steps cite that section, and `trace` finds it there."""
Renumbered = tuple[date, Mapping[str, str]]
"""An amendment's effective date, and a map from each new paragraph number to the old one."""


def order(section: str) -> Order:
    """Return a sort key for a section or paragraph; a subchapter sorts before its sections.

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
    """Whether any of the sections is the given one or a paragraph below it.

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
    """Return the number on a day of a provision now cited as `section`.

    A provision that began after that day has its first number; one that ended before it, its last.

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
    """Return a paragraph's number after some amendments, or "" if another paragraph took its number.

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
    """Return the citations whose sections are in the chapter on a day, or all of them if none is.

    >>> in_chapter(["16.12(a)", "29.11(a)"], date(2001, 3, 9))
    ['16.12(a)']
    """
    listed = list(citations)
    if len(listed) == 1:
        return listed
    return [one for one in listed if contents().section(section_of(one)).provides_on(day)] or listed


def section_change_days(citations: Iterable[str]) -> set[date]:
    """Return the days on which a section of a multi-section citation entered or left the chapter."""
    listed = list(citations)
    if len(listed) == 1:
        return set()
    titles = [title for one in listed for title in contents().section(section_of(one)).titles]
    return {dating.day for title in titles for dating in (title.start, title.end) if dating}


def _before(number: str, moved: Mapping[str, str]) -> str:
    """Return the number before an amendment; a paragraph moves with its parent."""
    above = [now for now in moved if covers(now, [number])]
    if not above:
        return number
    nearest = max(above, key=len)
    return moved[nearest] + number[len(nearest) :]


def map_citations(terms: Any, change: Callable[[str], str]) -> Any:
    """Apply `change` to every paragraph cited in a game's own terms."""
    if isinstance(terms, Mapping):
        return {key: map_citations(value, change) for key, value in terms.items()}
    return change(terms) if is_paragraph(terms) else terms


def is_paragraph(value: object) -> bool:
    """Whether a value is a paragraph number and nothing else."""
    return isinstance(value, str) and _PARAGRAPH.fullmatch(value) is not None
