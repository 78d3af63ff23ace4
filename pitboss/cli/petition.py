"""`pitboss petition`: a new game's package against 8.4(d), and as a paper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.common import Json, Out, examples, print_json

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.library.papers.petitions import Petition

NAME = "petition"
EXAMPLES = examples(
    "pitboss petition my_game/",
    "pitboss petition my_game/ --out petition.pdf",
    "pitboss petition my_game/ --json",
)


def command(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A game's package.", show_default=False)],
    out: Out = None,
    json: Json = False,
) -> None:
    """A new game's package as a petition (8.4).

    What of 8.4(d) is there (rules, odds, advantage, layout drawn from its felt, equipment) and what is missing; with
    --out, all of it put together as a paper. What no code can know stands in its petition.toml: petitioners, kind,
    patents, other_jurisdictions, training, supervision, equipment_samples. Exit code 1: something is missing.
    """
    from pitboss.library.papers.petitions import Package, petition, petition_paper

    package = Package.read(folder)
    found = petition(package)
    if out is not None:
        from pitboss.documents.files import write

        write(petition_paper(package), out)
    if json:
        print_json(found)
    else:
        from pitboss.cli.terminal import console

        show(console(), found)
    if not found.complete:
        raise typer.Exit(1)


def show(out: Console, found: Petition) -> None:
    """Point by point."""
    from rich.text import Text

    from pitboss.cli.terminal import short, table

    out.print(Text.assemble((f"Petition for {found.name}", "bold"), f" on {found.on}"))
    made = table("", "point", "section", "where, or what is missing")
    for one in found.points:
        mark = Text("✓", "green") if one.there else Text("✗", "red")
        made.add_row(mark, one.item, short(one.citation), Text(one.found), style="" if one.there else "red")
    out.print(made)
    out.print("complete" if found.complete else f"{found.missing} points are missing")
