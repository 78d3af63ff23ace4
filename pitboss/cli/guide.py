"""`pitboss guide`: the gaming guide of a table (8.5)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.common import Json, Out, TableFile, examples

NAME = "guide"
EXAMPLES = examples(
    "pitboss guide table-7.toml --out guide.pdf",
    "pitboss guide table-7.toml --out guide.html",
    "pitboss guide table-7.toml --check guide.pdf",
)


def command(
    table: TableFile,
    out: Out = None,
    check: Annotated[
        Path | None,
        typer.Option("--check", metavar="GUIDE", help="Check whether this guide is up to date; exit code 1 if not."),
    ] = None,
    json: Json = False,
) -> None:
    """Write the gaming guide of one table in plain words (8.5).

    It has the points that 8.5 asks for, in order, and leaves out anything not offered at the table. The PDF is a
    sheet that folds to a leaflet. It carries the hash of the table file: if the file changes, the guide is out of
    date, and --check reports it.
    """
    from pitboss.cli.paper import put
    from pitboss.library.papers.guides import guide
    from pitboss.library.papers.table import PaperTable, stale

    held = PaperTable.read(table)
    if check is not None:
        outdated = stale(check, table)
        cited = held.layout.cite("8.5")
        if json:
            sys.stdout.write(
                f'{{"guide": "{check.name}", "table": "{table.name}", "stale": {str(outdated).lower()}}}\n'
            )
        elif outdated:
            print(f"{check}: out of date: {table} has changed since it was written; withdraw or correct it ({cited})")
        else:
            print(f"{check}: up to date with {table} ({cited})")
        if outdated:
            raise typer.Exit(1)
        return
    from pitboss.cli.progress import progress_bar

    with progress_bar(f"{held.layout.rules.game.id}: the guide", quiet=json) as done:
        document = guide(held, done)
    put(document, out, json, table.with_suffix(".guide.pdf"))
