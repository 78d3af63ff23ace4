"""Applies the [[changes]] of a table file one after another.

1. Changes take effect chronologically. Changes with the same time take effect together, except that a second change to
   the same thing follows the first. A change without a time follows the one before it in the file.
2. Each moment holds the table before and after it, both as table files. `check` judges the later table like any other.
3. The old value is the one the table has, whatever `from` says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, time
from typing import Any

from pitboss.chapter.finding import Finding
from pitboss.chapter.layout import Limits
from pitboss.chapter.rules import Rules, Value, rules_of, value_text
from pitboss.chapter.table_file import TableChange, TableFile

INCREMENT = "wager_increment"
"""The option of subchapter 8 that a change may name: the wager increment in [limits]."""
LIMITS_READ = '25 (the minimum), "$25 to $500", "steps of $5", or { minimum = 25, maximum = 500 }'
"""The accepted forms of `from` and `to` in a change to the limits."""
_AMOUNT = r"(-?\$?-?[\d.,]*\d)"
_PARTS = (
    (re.compile(rf"(?:minimum )?{_AMOUNT}"), ("minimum",)),
    (re.compile(rf"maximum {_AMOUNT}"), ("maximum",)),
    (re.compile(rf"{_AMOUNT} to {_AMOUNT}"), ("minimum", "maximum")),
    (re.compile(rf"(?:in )?steps of {_AMOUNT}"), ("increment",)),
)


@dataclass(frozen=True, slots=True)
class Moment:
    """The changes that take effect at the same moment, by number, with the table before and after them."""

    numbers: tuple[int, ...]
    before: TableFile
    after: TableFile
    places: Mapping[str, str]
    """Maps the location of each new value in the resulting table to its location in the file."""

    def placed(self, one: Finding) -> Finding:
        """Move a finding about the resulting table to the matching location in the file."""
        return one.model_copy(update={"where": self._place(one)})

    def _place(self, one: Finding) -> str:
        change = f"changes.{self.numbers[-1]}"
        if one.where == "on":
            return f"{change}.effective_at"
        stated = self.places.get(one.where)
        if stated is None:
            return f"{change}.{one.where}"
        named = one.kind in ("unknown", "not in force") and not one.where.startswith("limits.")
        return f"{stated.removesuffix('.to')}.option" if named else stated


def moments(table: TableFile) -> Iterator[Moment]:
    """Yield the moments at which a table changes, in order."""
    rules = rules_of(table.game)
    before = table
    for numbers in _group_by_moment(table):
        after = before
        places: dict[str, str] = {}
        for number in numbers:
            change = table.changes[number]
            if change.effective_at is not None:
                after = replace(after, on=change.effective_at.date())
            after = apply_change(rules, after, change)
            places |= _places(rules, change, f"changes.{number}.to")
        yield Moment(numbers, before, after, places)
        before = after


def apply_change(rules: Rules, table: TableFile, change: TableChange) -> TableFile:
    """Return a table with a change applied; an unreadable value leaves the table unchanged.

    Odds are stated in one place only: under [odds], or by the option that sets them.
    """
    if change.to is None:
        return table
    if change.of_limits:
        return replace(table, limits=merge_limits(table.limits, read_limits(change.to) or {}))
    name = str(change.option)
    if name == INCREMENT:
        return replace(table, limits=merge_limits(table.limits, {"increment": change.to}))
    options, odds = drop_duplicates(rules, table.options, table.odds, {name})
    if name in rules.options:
        return replace(table, options=options | {name: change.to}, odds=odds)
    if name in rules.odds_keys():
        return replace(table, options=options, odds=odds | {name: value_text(change.to)})
    return table


def drop_duplicates(
    rules: Rules, options: Mapping[str, Value], odds: Mapping[str, str], changed: set[str]
) -> tuple[dict[str, Value], dict[str, str]]:
    """Drop entries that duplicate a changed one under another name, such as `field_12` and `field.12`."""
    sets = {name: option.sets_odds for name, option in rules.options.items() if option.sets_odds}
    return (
        {name: value for name, value in options.items() if name in changed or sets.get(name) not in changed},
        {
            key: text
            for key, text in odds.items()
            if key in changed or not any(sets.get(name) == key for name in changed)
        },
    )


def read_limits(value: Any) -> Mapping[str, Any] | None:
    """Parse the limits in a change into the form of [limits]; None if they cannot be read.

    >>> read_limits(25), read_limits("$25 to $500, in steps of $5")
    ({'minimum': 25}, {'minimum': '$25', 'maximum': '$500', 'increment': '$5'})
    >>> read_limits({"field": {"maximum": 100}})
    {'field': {'maximum': 100}}
    >>> read_limits("as posted")
    """
    if isinstance(value, Mapping):
        return value
    if not isinstance(value, str):
        return {"minimum": value}
    found: dict[str, Any] = {}
    for part in value.strip().split(", "):
        read = next(((match, keys) for form, keys in _PARTS if (match := form.fullmatch(part))), None)
        if read is None:
            return None
        found |= dict(zip(read[1], read[0].groups(), strict=True))
    return found


def changes_steps(change: TableChange) -> bool:
    """Whether a change to the limits also changes the wager increment, which counts as a rule change."""
    return change.of_limits and "increment" in (read_limits(change.to) or {})


def limits_in_change(table: TableFile, value: Any) -> dict[str, int | bool] | None:
    """Return the limits stated in a change, in cents, keyed "minimum" or "field.minimum"; None if any is unreadable."""
    read = read_limits(value)
    limits, unread = (None, ()) if read is None else replace(table, limits=read).amounts()
    if read is None or limits is None or unread:
        return None
    own = [f"{key}.{name}" for key, held in read.items() if isinstance(held, Mapping) for name in held]
    paths = [*(key for key, held in read.items() if not isinstance(held, Mapping)), *own]
    return {path: value for path in paths if (value := _limit(limits, path)) is not None}


def posted_limits(table: TableFile, paths: Iterable[str]) -> dict[str, int | bool | None]:
    """Return the limits in effect at a table by path, with None for those not posted."""
    limits = table.amounts()[0] or Limits()
    return {path: _limit(limits, path) for path in paths}


def _limit(limits: Limits, path: str) -> int | bool | None:
    wager, _, name = path.rpartition(".")
    if name in ("minimum", "maximum"):
        least, most = limits.of(wager)
        return (least or None) if name == "minimum" else most
    return limits.increment if name == "increment" else limits.individual


def format_change_value(value: Any) -> str:
    """Format a value in a change the way its file states it."""
    if not isinstance(value, Mapping):
        return value_text(value)
    return ", ".join(f"{key} {format_change_value(one)}" for key, one in value.items())


def _group_by_moment(table: TableFile) -> list[tuple[int, ...]]:
    """Group the changes' numbers by moment, in chronological order."""
    rules = rules_of(table.game)
    at, times = datetime.combine(table.on, time()), []
    for change in table.changes:
        at = change.effective_at or at
        times.append(at)
    groups: list[list[int]] = []
    for number in sorted(range(len(times)), key=times.__getitem__):
        group = groups[-1] if groups else []
        timed = all(table.changes[one].effective_at is not None for one in (*group, number))
        if group and timed and times[group[0]] == times[number] and not _repeats(rules, table, group, number):
            group.append(number)
        else:
            groups.append([number])
    return [tuple(group) for group in groups]


def _repeats(rules: Rules, table: TableFile, group: list[int], number: int) -> bool:
    """Whether a change states something that the group already states."""
    stated = [_subjects(rules, table.changes[one]) for one in (*group, number)]
    return any(stated[-1] & one for one in stated[:-1])


def _subjects(rules: Rules, change: TableChange) -> set[str]:
    """Return the things that a change sets, using one name for odds that can be stated in two ways."""
    sets = {f"options.{name}": f"odds.{option.sets_odds}" for name, option in rules.options.items() if option.sets_odds}
    return {sets.get(place, place) for place in _places(rules, change, "")}


def _places(rules: Rules, change: TableChange, where: str) -> dict[str, str]:
    """Map the location of each value that a change states in the table to its location in the file."""
    if change.of_limits:
        read = read_limits(change.to) or {}
        places = [f"{key}.{name}" for key, own in read.items() if isinstance(own, Mapping) for name in own]
        keyed = isinstance(change.to, Mapping)
        return {f"limits.{key}": f"{where}.{key}" if keyed else where for key in (*read, *places)}
    if change.option == INCREMENT:
        return {"limits.increment": where}
    return {f"{'options' if change.option in rules.options else 'odds'}.{change.option}": where}


def merge_limits(limits: Mapping[str, Any], changed: Mapping[str, Any]) -> dict[str, Any]:
    """Merge changed limits into [limits], keeping a wager's other limits."""
    merged = dict(limits)
    for key, value in changed.items():
        held = merged.get(key)
        merged[key] = {**held, **value} if isinstance(held, Mapping) and isinstance(value, Mapping) else value
    return merged
