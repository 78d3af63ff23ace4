"""`pitboss guide`: the gaming guide of a table (8.5)."""

from __future__ import annotations

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
        typer.Option(
            "--check", metavar="GUIDE", help="Whether this guide is still true to the file; 1 if it is stale."
        ),
    ] = None,
    json: Json = False,
) -> None:
    """The gaming guide of one table in plain words (8.5).

    The points that 8.5 asks for, in their order; nothing that is not offered at the table. As PDF it is a sheet that
    folds to a leaflet. It carries the hash of the table file: when that changes it is stale, and --check says so.
    """
    from pitboss.cli.paper import put
    from pitboss.library.papers.guides import guide
    from pitboss.library.papers.table import PaperTable, stale

    held = PaperTable.read(table)
    if check is not None:
        gone = stale(check, table)
        cited = held.layout.cite("8.5")
        if json:
            import sys

            sys.stdout.write(f'{{"guide": "{check.name}", "table": "{table.name}", "stale": {str(gone).lower()}}}\n')
        elif gone:
            print(f"{check}: stale: {table} has changed since it was made; withdraw or correct it ({cited})")
        else:
            print(f"{check}: true to {table} ({cited})")
        if gone:
            raise typer.Exit(1)
        return
    from pitboss.cli.progress import progress_bar

    with progress_bar(f"{held.layout.rules.game.id}: the guide", quiet=json) as done:
        made = guide(held, done)
    put(made, out, json, table.with_suffix(".guide.pdf"))
