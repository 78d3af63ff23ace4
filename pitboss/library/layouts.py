"""Build a layout from user input: a game, a date, a table file, choices and odds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from pitboss.chapter.days import parse_date
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
    """Return the layout of a table: the regulation on a date as a licensee applies it.

    Choices are given by name or as `options`; both override those of a `table` file. `odds` are those that the table
    sets, such as {"field.12": "3 to 1"}. With `unlawful`, choices that the regulation does not permit are accepted.

    >>> layout("craps", on="2008-06-01", max_odds_pass="3-4-5x")
    Layout('craps', 2008-06-01, max_odds_pass=3-4-5x)
    """
    if isinstance(game, Layout):
        if on or options or odds or table or choices:
            raise ValueError("a layout already has a date and choices: pass a game's id, or no other arguments")
        return game
    rules = rules_named(game)
    chosen = read_choices(rules, {**(options or {}), **choices})
    if table is None:
        return Layout.of(rules, parse_date(on), chosen, odds, unlawful=unlawful)
    held = table if isinstance(table, TableFile) else read_table(table)
    if held.game != rules.game.id:
        raise ValueError(f"{held.name or table} is a table of {held.game}, not of {rules.game.id}")
    held = replace(
        held, on=parse_date(on) or held.on, options={**held.options, **chosen}, odds={**held.odds, **(odds or {})}
    )
    return held.layout(unlawful)


def rules_named(game: str) -> Rules:
    """Return the rules of a game by id; a misspelled id raises ValueError with a suggestion."""
    if not isinstance(game, str):
        raise ValueError(
            f"{game!r} is not a game: pass an id such as 'craps', or a layout; pass a table file as table=…"
        )
    return rules_of(game)


def read_choices(rules: Rules, given: Mapping[str, Any]) -> dict[str, Value]:
    """Convert each choice to the type of its option, and aliases to ids; unknown names are left as they are.

    >>> read_choices(rules_named("poker"), {"game": "omaha"})
    {'variant': 'omaha_high'}
    """
    aliases = {other: option.id for option in rules.options.values() for other in option.aka}
    named = {name if name in rules.options else aliases.get(name, name): value for name, value in given.items()}
    return {
        name: rules.options[name].parse(value) if name in rules.options and isinstance(value, str) else value
        for name, value in named.items()
    }
