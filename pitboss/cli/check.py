"""`pitboss check`: a licensee's tables against the chapter of their dates."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.common import Json, examples, print_json

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.chapter.check import Finding
    from pitboss.library.checks import CheckedTable, CheckedTables

NAME = "check"
EXAMPLES = examples("pitboss check table-7.toml", "pitboss check tables/*.toml", "pitboss check table-7.toml --json")
Files = Annotated[
    list[Path],
    typer.Argument(metavar="FILE", help="A licensee's table files (TOML).", show_default=False),
]


def command(files: Files, json: Json = False) -> None:
    """Table files against the chapter of their dates.

    Every breach with its section. Several files are tables of one licensee: odds that must be uniform are compared
    between those of the same game and day. With --json, several files give their tables in a list. Exit code 0: none;
    1: breaches; 2: a file cannot be understood, and the others are checked all the same.
    """
    from pitboss.library.checks import check_together

    found = check_together(files)
    if json:
        print_json((*found.tables, *found.unread)[0] if len(files) == 1 else found)
    else:
        show(found)
    for one in found.unread:
        print(f"pitboss: {one.problem}", file=sys.stderr)
    if found.unread or found.breaches:
        raise typer.Exit(2 if found.unread else 1)


def show(found: CheckedTables) -> None:
    """Table by table; what the marks mean stands once, at the end."""
    from pitboss.cli.terminal import console, legend

    out = console()
    for one in found.tables:
        show_table(out, one)
    if note := legend(finding.provenance for one in found.tables for finding in one.findings):
        out.print(note)


def show_table(out: Console, found: CheckedTable) -> None:
    from rich.text import Text

    what = Text.assemble((found.name, "bold"), f": {found.game} on {found.on}")
    if found.note:
        out.print(Text(found.note, "dim"))
    if not found.findings:
        out.print(what, "–", "[green]nothing that the chapter does not permit[/green]")
        return
    breaches, warnings = found.breaches, len(found.findings) - found.breaches
    count = ", ".join(
        f"{number} {word}{'s' if word == 'warning' and number != 1 else 'es' if number != 1 else ''}"
        for number, word in ((breaches, "breach"), (warnings, "warning"))
        if number
    )
    out.print(what, "–", f"[{'red' if breaches else 'yellow'}]{count}[/]")
    for one in found.findings:
        show_finding(out, one)
    out.print()


def show_finding(out: Console, one: Finding) -> None:
    """A finding in lines that wrap: in a column, what is permitted would be cropped where there is little room."""
    from rich.padding import Padding
    from rich.text import Text

    from pitboss.cli.terminal import marked, short

    colour = "red" if one.severity == "breach" else "yellow"
    head = Text.assemble((f"{one.severity:8}", colour), marked(short(one.citation), one.provenance, "bold"), "  ")
    # A citation is never broken: a place too long for the rest of the line folds.
    out.print()
    out.print(Text.assemble(head, one.where), overflow="fold")
    out.print(Padding(Text(one.wrong, overflow="fold"), (0, 0, 0, 8), expand=False))
    out.print(
        Padding(Text.assemble(("permitted: ", "dim"), one.permitted, overflow="fold"), (0, 0, 0, 8), expand=False)
    )
