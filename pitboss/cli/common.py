"""What the commands share: their parameters, and how a typed table becomes a layout."""

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
"""What Rich takes for a tag."""


def _there(path: Path | None) -> Path | None:
    """A file that can be written: said before what goes into it is computed, which may take long."""
    if path is not None and not path.parent.is_dir():
        raise ValueError(f"{path}: there is no folder {path.parent}; make it, or name another")
    return path


def document_file(path: Path | None) -> Path | None:
    """Where a document goes."""
    from pitboss.documents.files import ending

    if path is not None:
        ending(path)
    return _there(path)


def picture_file(path: Path | None) -> Path | None:
    """Where a chart goes."""
    if path is not None and path.suffix.lower() != ".svg":
        raise ValueError(f"--svg {path}: a chart is written as .svg; name the file so")
    return _there(path)


def sheet_file(path: Path | None) -> Path | None:
    """Where rows go as CSV."""
    return _there(path)


def write_sheet(path: Path, text: str) -> None:
    """Rows as CSV into a file; a line on standard error says so, since nothing else is printed."""
    path.write_text(text, "utf-8")
    print(f"{path}: {text.count(chr(10)) - 1} rows", file=sys.stderr)


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
Unlawful = Annotated[
    bool, typer.Option("--unlawful", metavar="", help="What the chapter does not permit is taken, too.")
]
Json = Annotated[bool, typer.Option("--json", metavar="", help="The same as JSON, and nothing else.")]
TableFile = Annotated[Path, typer.Argument(metavar="TABLE.toml", help="A licensee's table file.", show_default=False)]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="FILE",
        help="The document, as FILE.pdf or FILE.html.",
        show_default=False,
        callback=document_file,
    ),
]
Svg = Annotated[
    Path | None,
    typer.Option("--svg", metavar="FILE", help="The chart as SVG, into this file.", callback=picture_file),
]
Database = Annotated[
    str,
    typer.Option(
        "--database",
        metavar="URL",
        help="Like postgresql://user@host/floor, or @FILE that holds it.",
        show_default="$PITBOSS_DATABASE, or SQLite in the folder",
    ),
]
Folder = Annotated[
    Path | None,
    typer.Option("--folder", metavar="DIR", help="Where the floor keeps its things.", show_default="a folder of yours"),
]


def escaped(text: str) -> str:
    """Returns a help text with its brackets kept: Rich would read [changes] as markup and print nothing.

    >>> print(escaped("one of its [[changes]], in [2008]"))
    one of its [\\[changes]], in [2008]
    """
    return _MARKUP.sub(r"\\\g<0>", text)


def examples(*lines: str) -> str:
    """Example lines at the foot of a help text; each stays a line of its own."""
    return "\n".join(["Examples:", *_listing(lines)])


def sample_file(heading: str, text: str) -> str:
    """A file shown whole at the foot of a help text."""
    return "\n".join([heading, *_listing(text.splitlines())])


def _listing(lines: Iterable[str]) -> Iterator[str]:
    return (f"[cyan]  {escaped(line)}[/cyan]" if line else "" for line in lines)


def print_json(model: BaseModel) -> None:
    """A typed model on standard output."""
    sys.stdout.write(model.model_dump_json(indent=2) + "\n")


def day_of(text: str, name: str = "--on") -> date | None:
    """A typed date; None for none."""
    from pitboss.chapter.days import day

    return day(text, name)


def layout_of(
    game: str,
    on: str = "",
    choices: list[str] | None = None,
    odds: list[str] | None = None,
    table: Path | None = None,
    unlawful: bool = False,
) -> Layout:
    """The layout that a command line describes; a table file first, then what was typed over it."""
    from pitboss.library.layouts import layout

    chosen = pairs_of(choices, "--set", "offer_678=true")
    stated = pairs_of(odds, "--odds", "field.12='3 to 1'")
    return layout(game, day_of(on), options=chosen, odds=stated, table=table, unlawful=unlawful)


def pairs_of(given: list[str] | None, flag: str, like: str) -> dict[str, str]:
    """Names with their values, as they were typed."""
    return dict(_pair(one, flag, like) for one in given or [])


def _pair(given: str, flag: str, like: str) -> tuple[str, str]:
    name, equals, value = given.partition("=")
    if not (name.strip() and equals and value.strip()):
        raise ValueError(f"{flag} {given!r}: write a name, = and a value, like {flag} {like}")
    return name.strip(), value.strip()
