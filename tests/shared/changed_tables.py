"""Tables that change by one option, for any game on any day, and the text of table files."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from pitboss.chapter.check import file_findings, permits
from pitboss.chapter.rules import Option, Rules, Value, rules_of
from pitboss.chapter.table_file import read_table


def toml(value: object) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {toml(one)}" for key, one in value.items()) + " }"
    return str(value) if isinstance(value, (Decimal, date)) else json.dumps(value)


def table_text(game: str, on: date | str, **sections: Mapping[str, Any]) -> str:
    """Return the text of a table file: `table_text("craps", "2008-06-01", options={"vig_rate": 0})`."""
    text = f'game = "{game}"\non = {on}\n'
    for name, held in sections.items():
        text += f"[{name}]\n" + "".join(f"{json.dumps(key)} = {toml(value)}\n" for key, value in held.items())
    return text


def breaches(text: str) -> Counter[tuple[str, ...]]:
    """Return a file's breaches without locations: section, citation, what is wrong, what is permitted."""
    found = file_findings(read_table(text))
    return Counter((one.section, one.citation, one.wrong, one.permitted) for one in found if one.severity == "breach")


def changed_options(game: str, most: int) -> Iterator[tuple[date, dict[str, Value], str, Value, Value]]:
    """Yield a day, the other options of a lawful table, an option, its value there, and another permitted value."""
    rng, rules = random.Random(game), rules_of(game)
    first = max(rules.game.since, date(1996, 3, 11))
    for _ in range(most):
        day = first + timedelta(days=rng.randrange((date(2014, 1, 1) - first).days))
        there = rules.on(day)
        choices = {name: _values(there, one, day) for name, one in there.options.items() if one.in_force(day)}
        several = [name for name, values in choices.items() if len(values) > 1]
        name = rng.choice(several)
        old, new = rng.sample(choices[name], 2)
        others = {one: rng.choice(choices[one]) for one in rng.sample(several, k=min(3, len(several))) if one != name}
        if not breaches(table_text(game, day, options=others | {name: old})):
            yield day, others, name, old, new


def _values(rules: Rules, option: Option, day: date) -> list[Value]:
    """Return an option's permitted values; for a range, its ends and its default."""
    ends = [] if option.range is None else [option.range.least, option.range.most, option.default]
    known = [*(one.value for one in option.values), *(one for one in ends if one is not None)]
    return [one for one in dict.fromkeys(known) if permits(rules, option, one, day)]
