"""`pitboss sign`: the sign of a table, and of a coming change (8.3)."""

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
        typer.Option("--change", metavar="N", help=escaped("The sign of the Nth of its [[changes]], to come.")),
    ] = 0,
    out: Out = None,
    json: Json = False,
) -> None:
    """The sign of a table, or of a coming change (8.3).

    Game, table, minimum and maximum of every wager offered, every choice in force; of a change the old value, the new
    one and when it takes effect. A change that 8.3 does not permit has no sign: what is wrong is said.
    """
    from pitboss.cli.paper import put
    from pitboss.library.papers.signs import change_sign, sign
    from pitboss.library.papers.table import PaperTable

    held = PaperTable.read(table)
    made = change_sign(held, change) if change else sign(held)
    put(made, out, json, table.with_suffix(".sign.pdf"))
