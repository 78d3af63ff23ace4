"""`pitboss check`: a licensee's table against the chapter of its date."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.common import Json, examples, print_json

if TYPE_CHECKING:
    from pitboss.library.checks import CheckedTable

NAME = "check"
EXAMPLES = examples("pitboss check table-7.toml", "pitboss check table-7.toml --json")
File = Annotated[Path, typer.Argument(metavar="FILE", help="A licensee's table file (TOML).", show_default=False)]


def command(file: File, json: Json = False) -> None:
    """A table file against the chapter of its date.

    Every breach with its section. Exit code 0: none; 1: breaches; 2: the file cannot be understood.
    """
    from pitboss.library.checks import check

    found = check(file)
    if json:
        print_json(found)
    else:
        show(found)
    if found.breaches:
        raise typer.Exit(1)


def show(found: CheckedTable) -> None:
    from rich.text import Text

    from pitboss.cli.paper import console, legend, marked, short, table

    out = console()
    what = Text.assemble((found.name, "bold"), f": {found.game} on {found.on}")
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
    made = table("", "section", "where", "what is wrong", "what is permitted")
    for one in found.findings:
        made.add_row(
            Text(one.severity, "red" if one.severity == "breach" else "yellow"),
            marked(short(one.citation), one.provenance),
            one.where,
            one.wrong,
            one.permitted,
        )
    made.columns[0].no_wrap = made.columns[1].no_wrap = True
    made.columns[2].min_width = min(24, max(len(one.where) for one in found.findings))
    made.columns[2].overflow = "fold"
    out.print(made)
    if note := legend(one.provenance for one in found.findings):
        out.print(note)
