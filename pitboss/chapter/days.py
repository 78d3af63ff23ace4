"""Parses dates given by users."""

from __future__ import annotations

import re
from datetime import date, datetime

from pitboss.chapter.contents import contents

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


class BadDate(ValueError):
    """A value that is not a date of the chapter. `early` is set for a date before the chapter began."""

    def __init__(self, says: str, early: bool = False) -> None:
        super().__init__(says)
        self.early = early


def parse_date(given: str | date | None, name: str = "on") -> date | None:
    """Parse a date on which the chapter exists; an empty value gives None.

    >>> parse_date("2008-06-01"), parse_date(None), parse_date("")
    (datetime.date(2008, 6, 1), None, None)
    >>> parse_date("June 2008")
    Traceback (most recent call last):
    pitboss.chapter.days.BadDate: on 'June 2008' is not a date: write YYYY-MM-DD, like 2008-06-01; the chapter ...
    """
    if given is None or given == "":
        return None
    begins = f"the chapter begins on {contents().first_day}"
    found = given.date() if isinstance(given, datetime) else given if isinstance(given, date) else _read(given)
    if found is None:
        raise BadDate(f"{name} {given!r} is not a date: write YYYY-MM-DD, like 2008-06-01; {begins}")
    if found < contents().first_day:
        raise BadDate(f"{name} {found} is too early: {begins}", early=True)
    return found


def future_note(day: date) -> str:
    """Return the assumption made for a future day, or "" for any other day.

    >>> future_note(date(2008, 6, 1))
    ''
    """
    if day <= date.today():
        return ""
    newest = contents().editions[-1]
    return (
        f"{day} is in the future: the rules known today are assumed to stay in force; the newest edition held is that "
        f"of {newest.effective}"
    )


def _read(given: object) -> date | None:
    try:
        return date.fromisoformat(given) if isinstance(given, str) and _DATE.fullmatch(given) else None
    except ValueError:
        return None
