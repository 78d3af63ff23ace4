"""Shared by the commands: their parameters, and parsing a table's description into a layout."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pydantic import BaseModel

    from pitboss.chapter.layout import Layout


_MARKUP = re.compile(r"\[[a-z#/@][^\[\]]*\]")
"""Matches what Rich treats as a markup tag."""


def _there(path: Path | None) -> Path | None:
    """Check that the file's folder exists, before a possibly long computation starts."""
    if path is not None and not path.parent.is_dir():
        raise ValueError(f"{path}: folder {path.parent} does not exist")
    return path


def document_file(path: Path | None) -> Path | None:
    """Validate the path of a document."""
    from pitboss.documents.files import ending

    if path is not None:
        ending(path)
    return _there(path)


def picture_file(path: Path | None) -> Path | None:
    """Validate the path of a chart."""
    if path is not None and path.suffix.lower() != ".svg":
        raise ValueError(f"--svg {path}: the file name must end in .svg")
    return _there(path)


def sheet_file(path: Path | None) -> Path | None:
    """Validate the path of a CSV file."""
    return _there(path)


def write_sheet(path: Path, text: str) -> None:
    """Write CSV text to a file and report the number of rows on standard error."""
    path.write_text(text, "utf-8")
    print(f"{path}: {text.count(chr(10)) - 1} rows", file=sys.stderr)


Game = Annotated[
    str, typer.Argument(metavar="GAME", help="A game's id, as listed by `pitboss games`.", show_default=False)
]
On = Annotated[
    str, typer.Option("--on", metavar="DATE", help="The date whose rules apply (YYYY-MM-DD).", show_default="today")
]
Set = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="OPTION=VALUE", help="A choice made by the licensee; may be repeated."),
]
Odds = Annotated[
    list[str] | None,
    typer.Option("--odds", metavar="WAGER=ODDS", help="Odds paid by the table, such as field.12='3 to 1'."),
]
Table = Annotated[
    Path | None, typer.Option("--table", metavar="FILE", help="A licensee's table file; --set and --odds override it.")
]
Unlawful = Annotated[
    bool,
    typer.Option("--unlawful", metavar="", help="Accept any odds, rows and values that can be computed."),
]
Json = Annotated[bool, typer.Option("--json", metavar="", help="Print only JSON.")]
TableFile = Annotated[Path, typer.Argument(metavar="TABLE.toml", help="A licensee's table file.", show_default=False)]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="FILE",
        help="Write the document to FILE.pdf or FILE.html.",
        show_default=False,
        callback=document_file,
    ),
]
Svg = Annotated[
    Path | None,
    typer.Option("--svg", metavar="FILE", help="Write the chart to this file as SVG.", callback=picture_file),
]
Database = Annotated[
    str,
    typer.Option(
        "--database",
        metavar="URL",
        help="Such as postgresql://user@host/floor, or @FILE to read it from a file.",
        show_default="$PITBOSS_DATABASE, or SQLite in the folder",
    ),
]
Anchors = Annotated[
    list[str] | None,
    typer.Option(
        "--anchor",
        metavar="PLACE",
        help="A file on another volume, or an http(s) URL, that keeps the floor's checkpoints; may be repeated.",
        show_default="$PITBOSS_ANCHORS",
    ),
]
Certificate = Annotated[
    Path | None,
    typer.Option(
        "--time-stamps-certificate",
        metavar="FILE",
        help="The root certificate (PEM) of the time-stamping authority.",
        show_default="$PITBOSS_TIME_STAMPS_CERTIFICATE",
    ),
]
Folder = Annotated[
    Path | None,
    typer.Option("--folder", metavar="DIR", help="The floor's data folder.", show_default="a folder in your home"),
]


def escaped(text: str) -> str:
    """Escape brackets in a help text, which Rich would otherwise read as markup and drop.

    >>> print(escaped("one of its [[changes]], in [2008]"))
    one of its [\\[changes]], in [2008]
    """
    return _MARKUP.sub(r"\\\g<0>", text)


def examples(*lines: str) -> str:
    """Format example lines for the end of a help text, one per line."""
    return "\n".join(["Examples:", *_listing(lines)])


def sample_file(heading: str, text: str) -> str:
    """Show a sample file at the end of a help text."""
    return "\n".join([heading, *_listing(text.splitlines())])


def _listing(lines: Iterable[str]) -> Iterator[str]:
    return (f"[cyan]  {escaped(line)}[/cyan]" if line else "" for line in lines)


def print_json(model: BaseModel) -> None:
    """Print a typed model as JSON on standard output."""
    sys.stdout.write(model.model_dump_json(indent=2) + "\n")


def day_of(text: str, name: str = "--on") -> date | None:
    """Parse a date argument; None if it is empty."""
    from pitboss.chapter.days import parse_date

    return parse_date(text, name)


def layout_of(
    game: str,
    on: str = "",
    choices: list[str] | None = None,
    odds: list[str] | None = None,
    table: Path | None = None,
    unlawful: bool = False,
) -> Layout:
    """Build the layout from the command line: the table file first, then arguments that override it."""
    from pitboss.library.layouts import layout

    chosen = pairs_of(choices, "--set", "offer_678=true")
    stated = stated_odds(odds)
    return layout(game, day_of(on), options=chosen, odds=stated, table=table, unlawful=unlawful)


def stated_odds(given: list[str] | None) -> dict[str, str]:
    """Parse the arguments of --odds."""
    return pairs_of(given, "--odds", "field.12='3 to 1'")


def pairs_of(given: list[str] | None, flag: str, like: str) -> dict[str, str]:
    """Parse NAME=VALUE arguments into a dict."""
    return dict(_pair(one, flag, like) for one in given or [])


def _pair(given: str, flag: str, like: str) -> tuple[str, str]:
    name, equals, value = given.partition("=")
    if not (name.strip() and equals and value.strip()):
        raise ValueError(f"{flag} {given!r}: expected NAME=VALUE, such as {flag} {like}")
    return name.strip(), value.strip()
