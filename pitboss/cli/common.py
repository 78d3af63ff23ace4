"""What the commands share: their parameters, and how a typed table becomes a layout."""

from __future__ import annotations

import re
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pydantic import BaseModel

    from pitboss.chapter.layout import Layout
    from pitboss.chapter.rules import Rules, Value

Game = Annotated[
    str, typer.Argument(metavar="GAME", help="A game, by the id that `pitboss games` lists.", show_default=False)
]
On = Annotated[
    str, typer.Option("--on", metavar="DATE", help="The day whose rules hold (YYYY-MM-DD).", show_default="today")
]
Set = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="OPTION=VALUE", help="A choice of the licensee; may be repeated."),
]
Odds = Annotated[
    list[str] | None,
    typer.Option("--odds", metavar="WAGER=ODDS", help="Odds that the table pays, like field.12='3 to 1'."),
]
Table = Annotated[
    Path | None, typer.Option("--table", metavar="FILE", help="A licensee's table file; --set and --odds go over it.")
]
Json = Annotated[bool, typer.Option("--json", metavar="", help="The same as JSON, and nothing else.")]

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def examples(*lines: str) -> str:
    """Example lines at the foot of a help text; each stays a line of its own."""
    escaped = (line.replace("[", chr(92) + "[") for line in lines)
    return "\n".join(["Examples:", *(f"[cyan]  {line}[/cyan]" for line in escaped)])


def print_json(model: BaseModel) -> None:
    """A typed model on standard output."""
    sys.stdout.write(model.model_dump_json(indent=2) + "\n")


def day_of(text: str, name: str = "--on") -> date | None:
    """A typed date; None for none."""
    if not text:
        return None
    from pitboss.chapter.contents import contents

    begins = f"the chapter begins {contents().first_day}"
    try:
        day = date.fromisoformat(text) if _DATE.fullmatch(text) else None
    except ValueError:
        day = None
    if day is None:
        raise ValueError(f"{name} {text!r} is not a date: write YYYY-MM-DD, like 2008-06-01; {begins}")
    if day < contents().first_day:
        raise ValueError(f"{name} {text}: {begins}; there is nothing before it")
    return day


def rules_named(game: str) -> Rules:
    """The rules of a game by its id; a name near it is offered."""
    from difflib import get_close_matches

    from pitboss.chapter.rules import registered, rules_of

    if game not in registered():
        near = get_close_matches(game, registered(), 1)
        meant = f"did you mean {near[0]}? " if near else ""
        raise ValueError(f"no game {game!r}: {meant}the games are: {', '.join(registered())}")
    return rules_of(game)


def layout_of(
    game: str,
    on: str = "",
    choices: list[str] | None = None,
    odds: list[str] | None = None,
    table: Path | None = None,
    unlawful: bool = False,
) -> Layout:
    """The layout that a command line describes; a table file first, then what was typed over it."""
    from dataclasses import replace

    from pitboss.chapter.layout import Layout
    from pitboss.chapter.table_file import read_table

    rules = rules_named(game)
    day = day_of(on)
    chosen = _chosen(rules, choices or [])
    stated = dict(_pair(given, "--odds", "field.12='3 to 1'") for given in odds or [])
    if table is None:
        return Layout.of(rules, day, chosen, stated, unlawful=unlawful)
    held = read_table(table)
    if held.game != game:
        raise ValueError(f"{table} is a table of {held.game}, not of {game}")
    held = replace(held, on=day or held.on, options={**held.options, **chosen}, odds={**held.odds, **stated})
    return held.layout(unlawful)


def _chosen(rules: Rules, choices: list[str]) -> dict[str, Value]:
    """Choices as typed, each read as the type that its option has; what there is no such option of stays as it is."""
    pairs = [_pair(given, "--set", "offer_678=true") for given in choices]
    return {name: rules.options[name].parse(text) if name in rules.options else text for name, text in pairs}


def _pair(given: str, flag: str, like: str) -> tuple[str, str]:
    name, equals, value = given.partition("=")
    if not (name.strip() and equals and value.strip()):
        raise ValueError(f"{flag} {given!r}: write a name, = and a value, like {flag} {like}")
    return name.strip(), value.strip()
