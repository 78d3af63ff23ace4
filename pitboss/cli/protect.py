"""`pitboss protect`: what information is worth at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.common import Game, Json, Odds, On, Out, Set, Table, Unlawful, examples, layout_of, print_json

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.library.protection import ExposureReport, ProtectReport

NAME = "protect"
EXAMPLES = examples(
    "pitboss protect three-card-poker",
    "pitboss protect mini-baccarat --set decks=8 --exposure next_card",
    "pitboss protect roulette --bias 0.05",
    "pitboss protect craps --success 0.5 --all",
    "pitboss protect casino-war --out report.pdf",
    "pitboss protect red-dog --json",
)
LATE_SHOWN = 5
"""Wagers made after the result that are printed: the most valuable."""
LONGEST_USE = 70


def command(
    game: Game,
    on: On = "",
    choices: Set = None,
    odds: Odds = None,
    table: Table = None,
    unlawful: Unlawful = False,
    exposure: Annotated[
        list[str] | None,
        typer.Option("--exposure", metavar="ID", help="An exposure to compute; may be repeated.", show_default="all"),
    ] = None,
    bias: Annotated[
        float,
        typer.Option("--bias", metavar="SHARE", help="How much more often an unfair die or wheel shows one result."),
    ] = 0.1,
    success: Annotated[
        float,
        typer.Option("--success", metavar="SHARE", help="The probability that a chip added after the result is paid."),
    ] = 1.0,
    every: Annotated[
        bool, typer.Option("--all", metavar="", help="Print every late wager, not only the best.")
    ] = False,
    out: Out = None,
    json: Json = False,
) -> None:
    """Compute what each piece of information is worth to a player who makes the best use of it.

    The edge is the player's expectation per initial wager made with the information: a card seen, a die or wheel that
    is not fair, a chip added after the result. Beside it stand the section that should prevent it and the irregularity
    it is when it happens. Section 8.1 forbids such help at a live table.
    """
    from pitboss.cli.progress import progress_bar
    from pitboss.cli.terminal import console
    from pitboss.library.protection import protect, vulnerability_report

    layout = layout_of(game, on, choices, odds, table, unlawful)
    with progress_bar(f"{game}: exposures", quiet=json) as done:
        found = protect(layout, exposures=exposure or (), bias=bias, success=success, progress=done)
    if out is not None:
        from pitboss.documents.files import write

        write(vulnerability_report(found, layout), out)
    if json:
        print_json(found)
    else:
        show(console(), found, every)


def show(out: Console, found: ProtectReport, every: bool = False) -> None:
    """Print the report."""
    from rich.text import Text

    from pitboss.cli.terminal import table

    out.print(Text.assemble((found.title(), "bold")))
    if not found.exposures:
        out.print(found.none)
    else:
        late = [one for one in found.exposures if one.late]
        hidden = set() if every else {one.id for one in late[LATE_SHOWN:]}
        rows = table("exposure", "edge", "±", "rounds", "section", "becomes", right=["edge", "±", "rounds"])
        for one in found.exposures:
            if one.id not in hidden:
                rows.add_row(*_row(one))
        out.print(rows)
        for one in found.exposures:
            if one.use and not one.late:
                out.print(Text(f"{one.id}: {_shortened(one.use)}"), style="dim")
        if hidden:
            out.print(f"{len(hidden)} more late wagers; --all prints them", style="dim")
        out.print("edge: the player's, per initial wager; rounds: those in which the player bets", style="dim")
    out.print(Text(found.notice), style="dim")


def _row(one: ExposureReport) -> tuple[str, ...]:
    error = "exact" if one.method == "exact" else f"{one.error:.3%}"
    becomes = ", ".join(each.id for each in one.irregularities) or "none held"
    return one.description, f"{one.edge:+.3%}", error, f"{one.rounds:.1%}", one.section or "none held", becomes


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_USE else f"{text[:LONGEST_USE].rsplit(' ', 1)[0]} … (--json has all)"
