"""`pitboss sign`: the sign of a table, or of an upcoming change (8.3)."""

from __future__ import annotations

from typing import Annotated

import typer

from pitboss.cli.common import Json, Out, TableFile, escaped, examples

NAME = "sign"
EXAMPLES = examples(
    "pitboss sign table-7.toml --out sign.pdf",
    "pitboss sign table-7.toml --change 1 --out change.pdf",
)


def command(
    table: TableFile,
    change: Annotated[
        int,
        typer.Option("--change", metavar="N", help=escaped("Write the sign of the Nth of its [[changes]].")),
    ] = 0,
    out: Out = None,
    json: Json = False,
) -> None:
    """Write the sign of a table, or of an upcoming change (8.3).

    It shows the game, the table, the minimum and maximum of every wager offered, and every choice in force; for a
    change, the old and the new value and when it takes effect. A change that 8.3 does not permit is refused with the
    reason.
    """
    from pitboss.cli.paper import put
    from pitboss.library.papers.signs import change_sign, sign
    from pitboss.library.papers.table import PaperTable

    held = PaperTable.read(table)
    document = change_sign(held, change) if change else sign(held)
    put(document, out, json, table.with_suffix(".sign.pdf"))
