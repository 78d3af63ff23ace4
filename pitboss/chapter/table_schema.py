"""The JSON Schema of a game's table files on a day, for editors.

It is written in draft 4, which taplo and Even Better TOML read, and follows two rules:

1. **It never rejects what the chapter permits.** Whatever a schema cannot express (odds that depend on a pay table,
   options that exclude one another, notice periods) is left to `check`.
2. **It rejects every value of an option that `check` calls a breach whatever else the table has.** Listed values are
   tried on `check` itself; a range becomes bounds. Each entry's description gives the permitted values and the section,
   so that an editor shows the law for the value it underlines.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from decimal import Decimal
from math import ceil
from typing import Any

from pitboss.chapter.check import NOTHING, odds_keys_on, option_fault, permits
from pitboss.chapter.contents import cite, prefix
from pitboss.chapter.finding import section_and_citation, when_in_force
from pitboss.chapter.in_force import game_in_force
from pitboss.chapter.odds import Odds
from pitboss.chapter.rules import (
    LARGEST_DOLLARS,
    Option,
    Pays,
    PayTable,
    Provision,
    Range,
    Rules,
    Value,
    all_games,
    rules_of,
    same_value,
    value_text,
)
from pitboss.chapter.table_file import LIMITS, MOST_CHANGES, NOTICE_OPTIONS, STEPS

DRAFT = "http://json-schema.org/draft-04/schema#"
Schema = dict[str, Any]
AMOUNT = r"^\s*\$?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{1,2})?\s*$"
DENOMINATORS = 10
"""Minimum odds are compared up to this stake ("7 to 11" is left to `check`), and exact odds up to this multiple."""
TRUE_OR_FALSE: Schema = {"type": "boolean"}
TEXT: Schema = {"type": "string"}


def table_schema(game: str, day: date) -> Schema:
    """Return the JSON Schema of a game's table files on a day.

    >>> table_schema("craps", date(2008, 6, 1))["properties"]["options"]["properties"]["offer_678"]["enum"]
    [True, False]
    """
    rules = rules_of(game).on(day)
    if not game_in_force(rules, day):
        raise ValueError(f"{rules.game.name} is not a game of the chapter on {day}: {_in_force_text(rules)}")
    return {
        "$schema": DRAFT,
        "title": f"A table of {rules.game.name} on {day}",
        "description": f"What {_subchapter(rules, day)} permits on {day}. `pitboss check` checks the rest.",
        "type": "object",
        "additionalProperties": False,
        "required": ["game"],
        "properties": {
            "game": {"enum": [game], "description": f"{rules.game.name}, {_subchapter(rules, day)}"},
            "on": {
                "enum": [str(day)],
                "description": f"This schema is for {day}. For another date: pitboss schema {game} --on DATE",
            },
            "name": TEXT | {"description": "The table's name; by default the file's"},
            "casino": TEXT | {"description": "The licensee, for signs, guides and reports"},
            "options": _section("The choices made for the table", dict(_options(rules, day))),
            "odds": _section("The odds that the table pays", _nested(dict(_odds(rules, day)))),
            "limits": _limits(rules, day),
            "notices": _notices(rules, day),
            "changes": _changes(rules, day),
            "tournament": {"type": "object", "description": f"A tournament, {cite('8.6', day)}"},
        },
    }


def _subchapter(rules: Rules, day: date) -> str:
    return f"N.J.A.C. {prefix(day)}-{rules.game.subchapter}"


def _cite(rests_on: Provision, day: date) -> str:
    return section_and_citation(day, rests_on)[1]


def _in_force_text(rules: Rules) -> str:
    until = f" until {rules.game.until}" if rules.game.until else ""
    return f"it is permitted from {rules.game.since}{until}"


def _section(says: str, properties: Schema) -> Schema:
    return {"type": "object", "description": says, "additionalProperties": False, "properties": properties}


# ---- Options


def _options(rules: Rules, day: date) -> Iterator[tuple[str, Schema]]:
    for option in rules.options.values():
        if option.in_force(day):
            yield option.id, option_schema(rules, option, day)
        elif lenient := [value for value in _candidates(option) if _accepted(rules, option, value, day)]:
            says = f"{option.name}: not on {day}, but {when_in_force(rules, option, day)} ({_cite(option, day)})"
            shown_later = isinstance(option.in_editions, date) and day < option.in_editions
            yield option.id, {"description": says} | ({} if shown_later else _enum(lenient))


def option_schema(rules: Rules, option: Option, day: date) -> Schema:
    """Return the schema for an option in force: its permitted values, described with the section."""
    listed = [value for value in _candidates(option) if _accepted(rules, option, value, day)]
    ways: list[Schema] = [_enum(listed)] if listed else []
    if option.sets_odds:
        ways += _odds_schema(rules, day, option.sets_odds)["anyOf"][1:]
    if option.range is not None:
        other = [choice.value for choice in option.values if choice.value not in listed]
        ways.append(_range(option.range) | ({"not": _enum(other)} if other else {}))
    if option.pattern:
        ways += _matching(option.pattern)
    if option.unit == "dollars" and any(isinstance(value, str) for value in listed):
        ways.append({"type": "string", "pattern": AMOUNT})  # 50, 50.0 and "50.00" are the same amount
    permitted = option.permitted(day)
    schema: Schema = ways[0] if len(ways) == 1 else {"anyOf": ways}
    return schema | {
        "title": option.name,
        "description": f"{option.name}. Permitted on {day}: {permitted}. {_cite(option, day)}",
        **({"default": _plain(option.default)} if _accepted(rules, option, option.default, day) else {}),
        **(_documented(option, listed, day) if len(ways) == 1 else {}),
    }


def _documented(option: Option, listed: Iterable[Value], day: date) -> Schema:
    """Annotate each value with the section that permits it, in the form that taplo shows in completions."""
    cited = [_cite(option.under(option.choice(value)), day) for value in listed]
    return {"x-taplo": {"docs": {"enumValues": cited}}} if len(set(cited)) > 1 else {}


def _candidates(option: Option) -> list[Value]:
    """Return the values worth trying: those listed for any date, and those that decline an option."""
    found: list[Value] = [choice.value for choice in option.values]
    found += [value for value in NOTHING if not any(same_value(value, one) for one in found)]
    return found


def _accepted(rules: Rules, option: Option, value: Value, day: date) -> bool:
    fault = option_fault(rules, day, option.id, value, {})
    return fault is None or fault.severity == "warning"


def _enum(values: Iterable[Value]) -> Schema:
    return {"enum": [_plain(value) for value in values]}


def _plain(value: Value) -> bool | int | float | str:
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return value


def _range(held: Range) -> Schema:
    """Return a range's bounds; multiples of a fraction are left to `check`, since a schema's numbers are binary."""
    found: Schema = {"type": "number"}
    if held.least is not None:
        found["minimum"] = _plain(held.least)
    if held.most is not None:
        found["maximum"] = _plain(held.most)
    steps = held.multiple_of if held.multiple_of is not None else 1 if held.whole else None
    if steps is not None and steps == int(steps):
        found["multipleOf"] = int(steps)
    return found


def _matching(pattern: str) -> Iterator[Schema]:
    """Yield the schema of strings that match a pattern, and of amounts that match it when written as a number.

    >>> list(_matching("[5-9][0-9]{4}|[1-9][0-9]{5,}"))[1]
    {'type': 'number', 'minimum': 50000, 'multipleOf': 1}
    """
    yield {"type": "string", "pattern": f"^(?:{pattern})$"}
    held = re.compile(pattern)
    if held.fullmatch(str(LARGEST_DOLLARS)):
        least = bisect_left(range(LARGEST_DOLLARS), True, key=lambda number: bool(held.fullmatch(str(number))))
        whole = {} if held.fullmatch(f"{least}.50") else {"multipleOf": 1}
        yield {"type": "number", "minimum": least, **whole}


# ---- Odds


def _odds(rules: Rules, day: date) -> Iterator[tuple[str, Schema]]:
    for key in odds_keys_on(rules, day):
        wager = rules.wagers[rules.odds_keys()[key][0]]
        if any(pays.in_force(day) and not pays.like for pays in wager.pays):
            yield key, _odds_schema(rules, day, key)


def _paying(rules: Rules, day: date, key: str) -> Iterator[tuple[PayTable, Odds | None]]:
    """Yield each table of odds that may apply to a key of [odds] on a day, with its odds for that key."""
    wager, outcome = rules.odds_keys()[key]
    for pays in rules.wagers[wager].pays:
        if pays.in_force(day) and not pays.like:
            for table in _tables_of(rules, day, pays):
                row = table.rows(pays.row)
                if outcome in row or outcome in table.further:
                    yield table, row.get(outcome, Odds(0, 1))


def _tables_of(rules: Rules, day: date, pays: Pays) -> Iterator[PayTable]:
    if pays.table is None:
        yield pays
        return
    option = rules.options[pays.table]
    for value, table in rules.pay_tables[pays.table].items():
        if any(value_text(one.value) == value and permits(rules, option, one.value, day) for one in option.values):
            yield table


def _exact(rules: Rules, day: date, key: str) -> bool:
    return all(table.exactly is not None for table, _ in _paying(rules, day, key))


def _odds_schema(rules: Rules, day: date, key: str) -> Schema:
    """Return the schema of the odds that a table may state for an outcome under any of its choices."""
    found = list(_paying(rules, day, key))
    wager = rules.wagers[rules.odds_keys()[key][0]]
    rests_on = next((table for table, _ in found), wager)
    owed = [odds for _, odds in found if odds is not None]
    word = _odds_words(rules, day)
    if not found or any(table.posted is not None for table, _ in found):
        pattern, permitted = _any_odds(word), "any odds"
    elif _exact(rules, day, key):
        pattern, permitted = _exactly(owed, word), " or ".join(dict.fromkeys(map(str, owed)))
    else:
        pattern, permitted = _at_least(min(owed), word), f"{min(owed)} or more"
    says = f"{wager.name}: {permitted} on {day}. {_cite(rests_on, day)}"
    usual = [str(odds) for odds in dict.fromkeys(owed) if odds.win]
    # Two alternatives, so that an editor completes the usual odds and its messages do not show the pattern.
    return {"description": says, "anyOf": [{"enum": usual}, {"type": "string", "pattern": pattern}]}


def _odds_words(rules: Rules, day: date) -> str:
    """Return a pattern for the words in which odds may be stated."""
    fact = rules.facts.get("odds_word")
    held = fact.value if fact is not None and fact.in_force(day) else "to"
    words = [held] if isinstance(held, str) else list(held)
    letters = ("".join(f"[{one.upper()}{one.lower()}]" for one in word) for word in words)
    return rf"\s+(?:{'|'.join(letters)})\s+"


def _any_odds(word: str) -> str:
    return rf"^\s*\d{{1,12}}{word}\d{{1,12}}\s*$"


def _exactly(owed: Iterable[Odds], word: str) -> str:
    """Return a pattern for these odds in any terms, not only the lowest: 6 to 2 is 3 to 1."""
    pairs = (
        (odds.ratio.numerator * times, odds.ratio.denominator * times)
        for odds in dict.fromkeys(owed)
        for times in range(1, DENOMINATORS + 1)
    )
    return rf"^\s*(?:{'|'.join(f'0*{win}{word}0*{stake}' for win, stake in pairs)})\s*$"


def _at_least(least: Odds, word: str) -> str:
    """Return a pattern for these odds or better; with a stake above `DENOMINATORS` it accepts any.

    >>> found = re.compile(_at_least(Odds.parse("3 to 2"), " to "))
    >>> [bool(found.match(f"{text}")) for text in ("3 to 2", "6 to 5", "7 to 5", "8 to 5", "2 to 1", "1 to 1")]
    [True, False, False, True, True, False]
    """
    ways = [rf"0*{_number_from(ceil(least.ratio * stake))}{word}0*{stake}" for stake in range(1, DENOMINATORS + 1)]
    return rf"^\s*(?:{'|'.join(ways)}|\d{{1,12}}{word}0*[1-9]\d{{1,11}})\s*$".replace(
        r"0*[1-9]\d{1,11}", r"0*(?:1[1-9]|[2-9]\d|[1-9]\d{2,11})"
    )


def _number_from(least: int) -> str:
    r"""Return a pattern for whole numbers from `least` up, to at most twelve digits.

    >>> found = re.compile(_number_from(95))
    >>> [number for number in range(200) if found.fullmatch(str(number))] == list(range(95, 200))
    True
    """
    text = str(least)
    if least == 0:
        return r"\d{1,12}"
    ways = [text]
    for place, digit in enumerate(text):
        if digit != "9":
            rest = len(text) - place - 1
            ways.append(rf"{text[:place]}[{int(digit) + 1}-9]" + (rf"\d{{{rest}}}" if rest else ""))
    return rf"(?:{'|'.join(ways)}|[1-9]\d{{{len(text)},11}})"


def _nested(flat: Mapping[str, Schema]) -> Schema:
    """Also accept a dotted key without quotes, which TOML reads as a table within a table."""
    found: Schema = dict(flat)
    inner: dict[str, dict[str, Schema]] = {}
    for key, schema in flat.items():
        first, dot, rest = key.partition(".")
        if dot:
            inner.setdefault(first, {})[rest] = schema
    for first, held in inner.items():
        table = {"type": "object", "additionalProperties": False, "properties": _nested(held)}
        found[first] = {"anyOf": [found[first], table]} if first in found else table
    return found


# ---- The other sections


def _limits(rules: Rules, day: date) -> Schema:
    amount = {"anyOf": [{"type": "number", "minimum": 0, "exclusiveMinimum": True}, TEXT | {"pattern": AMOUNT}]}
    say = {name: amount | {"description": f"In dollars, {cite('8.2', day)}"} for name in LIMITS}
    own = _section("This wager's own limits", {name: say[name] for name in LIMITS[:2]})
    wagers = {
        one.id: own | {"description": f"Limits of {one.name}"} for one in rules.wagers.values() if one.in_force(day)
    }
    individual = TRUE_OR_FALSE | {"description": f"A particular patron may be granted other limits, {cite('8.2', day)}"}
    return _section(f"The posted limits, {cite('8.2', day)}", {**wagers, **say, "individual": individual})


def _notices(rules: Rules, day: date) -> Schema:
    every = all_games().on(day)
    names = [*(one.id for one in rules.options.values()), *rules.odds_keys()]
    signs = {
        "limits": TRUE_OR_FALSE | {"description": f"A sign shows the minimum and the maximum, {cite('8.2', day)}"},
        "options": {
            "type": "array",
            "items": {"enum": list(dict.fromkeys(names))},
            "description": "The choices that signs show",
        },
        **{name: option_schema(every, every.options[name], day) for name in NOTICE_OPTIONS},
    }
    return _section(f"The content of the signs at the table, {cite('8.3', day)}", signs)


def _changes(rules: Rules, day: date) -> Schema:
    when = {name: {"description": "A local date and time, such as 2008-06-01T14:00:00"} for name in STEPS}
    any_value: Schema = {"description": "As under [options], [odds] or [limits]"}
    one = _section(
        f"A change at the open table, {cite('8.3', day)}",
        {
            "option": TEXT | {"description": "The option or the odds that change"},
            "limits": {"enum": [True], "description": "Instead of `option`: the limits change"},
            "from": any_value,
            "to": any_value,
            **when,
            "players_present": TRUE_OR_FALSE,
        },
    )
    return {"type": "array", "maxItems": MOST_CHANGES, "items": one}
