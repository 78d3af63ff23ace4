"""`pitboss petition`: check a new game's package against 8.4(d), or write the petition."""

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
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A game's package (folder).", show_default=False)],
    out: Out = None,
    json: Json = False,
) -> None:
    """Check a new game's package and write its petition (8.4).

        Lists which points of 8.4(d) are covered (rules, odds, advantage, layout drawn from its felt, equipment) and
        which
    Lists which points of 8.4(d) are covered (rules, odds, advantage, layout drawn from its felt, equipment) and which
        petitioners, kind, patents, other_jurisdictions, training, supervision, equipment_samples. Exit code 1:
        something is missing.
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
    """Print point by point."""
    from rich.text import Text

    from pitboss.cli.terminal import short, table

    out.print(Text.assemble((f"Petition for {found.name}", "bold"), f" on {found.on}"))
    points = table("", "point", "section", "where it is, or what is missing")
    for one in found.points:
        mark = Text("✓", "green") if one.there else Text("✗", "red")
        points.add_row(mark, one.item, short(one.citation), Text(one.found), style="" if one.there else "red")
    out.print(points)
    out.print("complete" if found.complete else f"{found.missing} points are missing")
