"""Parses citations as people write them, with or without the chapter's number and with or without a day.

The chapter was 19:47 and became 13:69F on 2012-03-19. A citation with the chapter number of another time is read as of
the time that number was in use. If its section has a different number on the requested day, it is refused and the new
number is given: 19:47-4.5 must not be answered with 13:69F-4.5, which is a different section.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from difflib import get_close_matches

from pitboss.chapter.contents import RESERVED, contents, prefix, section_of
from pitboss.chapter.numbers import number_after, number_on, order
from pitboss.chapter.rules import registered_games, rules_of

_WRITTEN = re.compile(
    r"\s*(?:N\.?\s?J\.?\s?A\.?\s?C\.?\s*)?(?:§+\s*)?(?:(?P<chapter>19:47|13:69F)-)?(?P<section>.*?)\s*", re.IGNORECASE
)
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Citation:
    """A section or paragraph, and the day to look it up on (None for no particular day)."""

    section: str
    on: date | None


def read_citation(text: str, on: date | None = None, today: date | None = None) -> Citation:
    """Parse a citation such as "1.4(e)", "19:47-1.4(e)" or "N.J.A.C. 13:69F-1.12".

    >>> read_citation("N.J.A.C. 19:47-1.4(e)")
    Citation(section='1.4(e)', on=None)
    >>> read_citation("19:47-4.5")
    Citation(section='4.5', on=datetime.date(2012, 3, 18))
    """
    found = _WRITTEN.fullmatch(text)
    assert found is not None
    section = _in_contents(found["section"])
    chapter = (found["chapter"] or "").upper()
    day = on or today or date.today()
    if not chapter or chapter == prefix(day):
        return Citation(section, on)
    then = _day_under(chapter, section_of(section), day)
    now = number_of_another_day(section, then, day)
    if now == section:
        return Citation(section, on)
    if on is None:
        return Citation(section, then)
    title = contents().section(section_of(section)).titled(then)
    called = f" ({title.text})" if title and title.text != RESERVED else ""
    became = f"is {prefix(on)}-{now}" if now else f"has no number in {prefix(on)}"
    raise ValueError(
        f"on {on} the chapter is {prefix(on)}: {chapter}-{section}{called} {became}; look it up on {then} instead"
    )


def _in_contents(citation: str) -> str:
    """Return the citation if its section exists; otherwise raise an error that lists the nearest sections."""
    known = [section.id for subchapter in contents().subchapters for section in subchapter.sections]
    section = section_of(citation)
    if section in known:
        return citation
    own = [one for one in known if one.partition(".")[0] == section.partition(".")[0]]
    near = sorted(own, key=lambda one: abs(order(one)[2] - order(section)[2]))[:5]
    near = near or get_close_matches(section, known, n=5, cutoff=0)
    raise ValueError(f"there is no section {section}; the nearest are {', '.join(sorted(near, key=order))}")


def _day_under(chapter: str, section: str, day: date) -> date:
    """Return the day closest to `day` on which the section existed under this chapter number."""
    began = next(one.effective for one in contents().readoptions if one.chapter == chapter)
    next_chapter = [one.effective for one in contents().readoptions if one.effective > began and one.chapter != chapter]
    last = next_chapter[0] - _DAY if next_chapter else date.max
    titles = contents().section(section).titles
    spans = [
        (max(began, title.start.day), min(last, title.end.day - _DAY if title.end else date.max)) for title in titles
    ]
    days = [first if day < first else min(day, end) for first, end in spans if first <= end]
    if not days:
        known = contents().section(section)
        raise ValueError(
            f"there is no {chapter}-{section}: the section dates from {known.since}, when the chapter was "
            f"{prefix(known.since)}"
        )
    return min(days, key=lambda one: abs(one - day))


def number_of_another_day(section: str, then: date, day: date) -> str:
    """Return the number on `day` of the section numbered `section` on `then`, or "" if it has none.

    >>> number_of_another_day("4.5", date(2012, 3, 18), date(2012, 3, 19))
    '4.4'
    >>> number_of_another_day("4.2", date(2012, 3, 18), date(2012, 3, 19))
    ''
    """
    own = section_of(section)
    moved = _moved_sections(min(then, day), max(then, day))
    if day < then:
        moved = {before: now for now, before in moved.items()}
    number = next((now for now, before in moved.items() if before == own), None)
    if number is None and (own in moved or not contents().section(own).provides_on(day)):
        return ""
    return _moved_paragraph((number or own) + section[len(own) :], then, day)


def _moved_sections(first: date, second: date) -> dict[str, str]:
    """Map the new number of each section renumbered between two days to its old number."""
    changes = contents().changes(first, second)
    return {one.section: one.was for one in changes if one.kind == "section renumbered"}


def _moved_paragraph(section: str, then: date, day: date) -> str:
    """Return the number that a paragraph has on another day, for a section that kept its number."""
    for rules in map(rules_of, registered_games()):
        if not rules.game.holds(section):
            continue
        moves = [
            (when, {now: before for now, before in pairs.items() if "(" in now})
            for when, pairs in rules.renumberings()
            if min(then, day) < when <= max(then, day)
        ]
        section = number_on(section, day, moves) if day < then else number_after(section, moves)
        if not section:
            return ""
    return section
