"""Business days in New Jersey, for notice periods: Monday to Friday except State holidays.

Holidays are written in words: "july 4", "third monday of january", "tuesday after first monday of november",
"good friday". A fixed date that falls on a Sunday is observed on Monday, on a Saturday on the Friday before.
"""

from __future__ import annotations

import calendar
from datetime import date, timedelta
from functools import cache

from pitboss.chapter.rules import all_games

_MONTHS = {name.lower(): number for number, name in enumerate(calendar.month_name) if name}
_DAYS = {name.lower(): number for number, name in enumerate(calendar.day_name)}
_WHICH = {"first": 0, "second": 1, "third": 2, "fourth": 3, "last": -1}


def business_days(first: date, before: date) -> tuple[date, ...]:
    """Return the business days from `first` up to, but not including, `before`.

    >>> len(business_days(date(2026, 11, 16), date(2026, 11, 23)))
    5
    >>> len(business_days(date(2026, 11, 23), date(2026, 11, 28)))  # with Thanksgiving between
    4
    """
    count = max(0, min((before - first).days, 400))
    days = (first + timedelta(days=number) for number in range(count))
    return tuple(day for day in days if day.weekday() < 5 and day not in holidays(day.year))


@cache
def holidays(year: int) -> frozenset[date]:
    """Return the State holidays observed in a year."""
    found = {_observed(name, each) for each in (year, year + 1) for name in _holiday_names(each)}
    return frozenset(day for day in found if day.year == year)


def _holiday_names(year: int) -> list[str]:
    return list(all_games().on(date(year, 1, 1)).fact("state_holidays"))


def _observed(name: str, year: int) -> date:
    """Return the day on which a holiday is observed in a year."""
    words = name.split()
    if name == "good friday":
        return easter(year) - timedelta(days=2)
    if len(words) == 2:
        day = date(year, _MONTHS[words[0]], int(words[1]))
        return day + timedelta(days={5: -1, 6: 1}.get(day.weekday(), 0))
    if words[1] == "after":  # tuesday after first monday of november
        held = _observed(" ".join(words[2:]), year)
        return held + timedelta(days=(_DAYS[words[0]] - held.weekday()) % 7)
    month = _MONTHS[words[3]]
    days = [date(year, month, number) for number in range(1, calendar.monthrange(year, month)[1] + 1)]
    return [day for day in days if day.weekday() == _DAYS[words[1]]][_WHICH[words[0]]]


def easter(year: int) -> date:
    """Return Easter Sunday in the Gregorian calendar.

    >>> easter(2026)
    datetime.date(2026, 4, 5)
    """
    golden, century = year % 19, year // 100
    moon = (19 * golden + century - century // 4 - (8 * century + 13) // 25 + 15) % 30
    moon -= (moon // 28) * (1 - (29 // (moon + 1)) * ((21 - golden) // 11))
    weekday = (year + year // 4 + moon + 2 - century + century // 4) % 7
    offset = moon - weekday
    month = 3 + (offset + 40) // 44
    return date(year, month, offset + 28 - 31 * (month // 4))
