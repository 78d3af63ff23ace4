"""One-line summaries of provisions as of a day."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date

from pitboss.chapter.rules import (
    Condition,
    Fact,
    Irregularity,
    Option,
    Pays,
    PayTable,
    Provision,
    Requirement,
    Value,
    WagerRule,
    describe_requirement,
    value_text,
)


def describe_provision(provision: Provision, day: date) -> str:
    """Summarize a provision as of a day.

    >>> from pitboss.chapter.rules import rules_of
    >>> describe_provision(rules_of("craps").wagers["field"], date(2008, 6, 1))
    'at least 2 to 1 (2), 2 to 1 (12), 1 to 1 (other)'
    """
    match provision:
        case WagerRule():
            paying = pays_on(provision, day)
            return format_pays(paying) if paying else "odds not known"
        case Option():
            return f"{provision.permitted(day)}; default {value_text(provision.default)}"
        case PayTable():
            return format_pays(provision)
        case Irregularity():
            return provision.effect.replace("_", " ")
        case Condition():
            return f"{_choices(provision.when)} needs {_choices(provision.then)}"
        case Fact():
            return format_fact(provision)
    raise TypeError(f"a {type(provision).__name__} is not a provision of a game")


def format_fact(fact: Fact) -> str:
    """Format a fact's value."""
    value = fact.value
    return value_text(value) if isinstance(value, Value) else _in_words(value)


def _in_words(value: object) -> str:
    """Format a list or table of values.

    >>> _in_words({"fb2": {"royal_match": 1000, "five_aces": 250}, "wagers": ["ante", "play"], "paid": True})
    'fb2: (royal match: 1000, five aces: 250), wagers: (ante and play), paid: true'
    """
    match value:
        case Mapping():
            items = (f"{key.replace('_', ' ')}: {_nested(item)}" for key, item in value.items())
            return ", ".join(items)
        case list() | tuple():
            *most, last = map(_nested, value) if value else ["none"]
            return f"{', '.join(most)} and {last}" if most else last
        case str():
            return value.replace("_", " ")
    return json.dumps(value, default=str)


def _nested(value: object) -> str:
    return f"({_in_words(value)})" if isinstance(value, Mapping | list | tuple) else _in_words(value)


def pays_on(wager: WagerRule, day: date) -> Pays | None:
    """Return how a wager is paid on a day, or None if that is unknown."""
    found = next((pays for pays in wager.pays if pays.in_force(day)), None)
    return None if found is None or not (found.odds or found.table or found.like) else found


def format_pays(paying: PayTable) -> str:
    """Format a pay table's odds on one line."""
    if rest := _otherwise(paying):
        return rest
    rows = ", ".join(f"{odds} ({outcome})" if outcome else str(odds) for outcome, odds in paying.odds.items())
    return f"{_word(paying)} {rows}"


def format_rows(paying: Pays | None) -> dict[str, str]:
    """Format each outcome's odds."""
    if paying is None:
        return {}
    if rest := _otherwise(paying):
        return {"": rest}
    return {outcome: f"{_word(paying)} {odds}" for outcome, odds in paying.odds.items()}


def _otherwise(paying: PayTable) -> str:
    """Describe how a wager without its own odds is paid."""
    if isinstance(paying, Pays) and paying.table:
        return f"by the pay table that {paying.table} names"
    return f"paid as {', '.join(paying.like)}" if isinstance(paying, Pays) and paying.like else ""


def _word(paying: PayTable) -> str:
    return paying.held


def _choices(choices: Mapping[str, Requirement]) -> str:
    return " and ".join(f"{name} = {describe_requirement(asked)}" for name, asked in choices.items())
