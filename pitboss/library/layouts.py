"""From what people say of a table to its layout: a game, a day, a table file, choices and odds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from pitboss.chapter.days import day
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Rules, Value, rules_of
from pitboss.chapter.table_file import TableFile, read_table


def layout(
    game: str | Layout,
    on: str | date | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    odds: Mapping[str, str] | None = None,
    table: str | Path | TableFile | None = None,
    unlawful: bool = False,
    **choices: Any,
) -> Layout:
    """The layout of a table: the chapter of a day as a licensee applies it.

    Choices are given by name, or as `options`; both stand over those of a `table` file. `odds` are those that the table
    states, like {"field.12": "3 to 1"}. With `unlawful` they may be such as the chapter does not permit.

    >>> layout("craps", on="2008-06-01", max_odds_pass="3-4-5x")
    Layout('craps', 2008-06-01, max_odds_pass=3-4-5x)
    """
    if isinstance(game, Layout):
        if on or options or odds or table or choices:
            raise ValueError("a layout has its day and its choices already: give a game's id, or nothing more")
        return game
    rules = rules_named(game)
    chosen = read_choices(rules, {**(options or {}), **choices})
    if table is None:
        return Layout.of(rules, day(on), chosen, odds, unlawful=unlawful)
    held = table if isinstance(table, TableFile) else read_table(table)
    if held.game != rules.game.id:
        raise ValueError(f"{held.name or table} is a table of {held.game}, not of {rules.game.id}")
    held = replace(held, on=day(on) or held.on, options={**held.options, **chosen}, odds={**held.odds, **(odds or {})})
    return held.layout(unlawful)


def rules_named(game: str) -> Rules:
    """The rules of a game by its id; a name near it is offered."""
    if not isinstance(game, str):
        raise ValueError(f"{game!r} is no game: give its id, like 'craps', or a layout; a table's file is table=…")
    return rules_of(game)


def read_choices(rules: Rules, given: Mapping[str, Any]) -> dict[str, Value]:
    """Choices, each read as the type that its option has; what there is no such option of stays as it is.

    >>> read_choices(rules_named("poker"), {"game": "omaha"})
    {'variant': 'omaha_high'}
    """
    meant = {other: option.id for option in rules.options.values() for other in option.aka}
    named = {name if name in rules.options else meant.get(name, name): value for name, value in given.items()}
    return {
        name: rules.options[name].parse(value) if name in rules.options and isinstance(value, str) else value
        for name, value in named.items()
    }
