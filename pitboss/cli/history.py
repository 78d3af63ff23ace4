"""`pitboss history`: the price of an unchanging table since 1978."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.common import Game, Json, Odds, Out, Set, Svg, Table, day_of, examples, pairs_of, print_json
from pitboss.version import __version__

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.documents.document import Document
    from pitboss.library.histories import History

NAME = "history"
EXAMPLES = examples(
    "pitboss history blackjack",
    "pitboss history craps --wager field --odds field.12='3 to 1'",
    "pitboss history blackjack --set decks=8 --svg blackjack.svg",
    "pitboss history baccarat-punto-banco --table table-3.toml --out history.pdf",
)
WIDE = 48
"""Width of a line of steps in the terminal, in columns."""


def command(
    game: Game,
    choices: Set = None,
    odds: Odds = None,
    table: Table = None,
    wager: Annotated[
        list[str] | None, typer.Option("--wager", metavar="ID", help="Only this wager; may be repeated.")
    ] = None,
    first: Annotated[
        str,
        typer.Option("--from", metavar="DATE", help="The first day.", show_default="the first day of the regulation"),
    ] = "",
    last: Annotated[str, typer.Option("--to", metavar="DATE", help="The last day.", show_default="today")] = "",
    svg: Svg = None,
    out: Out = None,
    json: Json = False,
) -> None:
    """Show the price of one table since 1978.

    The table file (or the default table) stays the same while the regulation changes. Every price change is listed
    with its date and the amendment behind it. Without --table or --set, all choices are defaults.
    """
    from pitboss.cli.progress import progress_bar
    from pitboss.library.histories import history

    with progress_bar(f"{game}: the prices since 1978", quiet=json) as done:
        found = history(
            game,
            first=day_of(first, "--from"),
            last=day_of(last, "--to"),
            options=pairs_of(choices, "--set", "decks=8"),
            odds=pairs_of(odds, "--odds", "field.12='3 to 1'"),
            table=table,
            progress=done,
        )
    if wager:
        found = only(found, wager)
    if svg is not None:
        svg.write_text(found.to_svg(), "utf-8")
    if out is not None:
        from pitboss.documents.files import write

        write(document(found), out)
    if json:
        print_json(found)
    elif svg is None and out is None:
        from pitboss.cli.terminal import console

        show(console(), found)


def only(found: History, asked: list[str]) -> History:
    """Restrict a history to the given wagers."""
    known = {one.id for span in found.spans for one in span.wagers}
    for name in asked:
        if name not in known:
            raise ValueError(f"no wager {name!r} in {found.game} since {found.first}; use one of: {', '.join(known)}")
    return found.model_copy(
        update={
            "spans": tuple(
                span.model_copy(update={"wagers": tuple(one for one in span.wagers if one.id in asked)})
                for span in found.spans
            ),
            "moves": tuple(one for one in found.moves if one.wager in asked),
        }
    )


def show(out: Console, found: History) -> None:
    """Print the step lines, then every price change."""
    from rich.text import Text

    from pitboss.cli.terminal import heat, legend, marked, percent, short, table
    from pitboss.plots import steps_line

    out.print(Text.assemble((found.name, "bold"), f" from {found.first} to {found.last}"))
    if found.options or found.odds:
        chosen = {**found.options, **found.odds}
        out.print(Text("with " + ", ".join(f"{name} = {value}" for name, value in chosen.items()), "dim"))
    lines = found.lines()
    figures = [figure for line in lines for _, figure in line.points if figure is not None]
    low, high = min(0.0, *figures), max(0.0, *figures)
    chart = table("wager", f"{found.first.year} to {found.last.year}", "now", right=["now"])
    for line in lines:
        now = line.points[-1][1]
        drawn = steps_line(line, found.first, found.last, WIDE, low, high)
        chart.add_row(
            line.name,
            Text(drawn, heat(now or 0)),
            "no longer offered" if now is None else percent(now, 4),
        )
    out.print(chart)
    moved = table("date", "wager", "house edge", "bp", "by", right=["bp"])
    for one in found.moves:
        by = Text("\n").join(
            marked(f"{short(rule.citation)}{f' {rule.rule}' if rule.rule else ''}: {rule.what}", rule.provenance)
            for rule in one.rules
        )
        points = "" if one.basis_points is None else f"{one.basis_points:+,.2f}"
        moved.add_row(str(one.date), one.wager, one.summary(), points, by)
    moved.columns[0].no_wrap = moved.columns[2].no_wrap = True
    if found.moves:
        out.print(moved)
    else:
        out.print("no amendment changed a price of this table")
    for span in found.spans:
        if span.why:
            until = span.until or found.last
            out.print(Text(f"{span.since} to {until}: the regulation does not permit this table: {span.why}", "dim"))
    if note := legend(rule.provenance for one in found.moves for rule in one.rules):
        out.print(note)


def document(found: History) -> Document:
    """Return the history as a document."""
    from pitboss.documents.document import Document, Grid, Heading, Picture, Text

    chosen = ", ".join(f"{name} = {value}" for name, value in {**found.options, **found.odds}.items())
    rows = tuple(
        (
            str(one.date),
            one.name,
            one.summary(),
            "" if one.basis_points is None else f"{one.basis_points:+,.2f}",
            "; ".join(f"{rule.citation}{f' by {rule.rule}' if rule.rule else ''} ({rule.what})" for rule in one.rules),
        )
        for one in found.moves
    )
    return Document(
        title=f"{found.name}: the price since {found.first.year}",
        overline="One table under every edition of the regulation",
        subtitle=f"{found.first} to {found.last}",
        blocks=(
            Text(f"The table: {chosen or 'all choices are defaults'}."),
            Picture(found.to_svg()),
            Heading("Price changes"),
            Grid(("date", "wager", "house edge", "bp", "by"), rows, right=(3,), wide=(4,))
            if rows
            else Text("No amendment changed a price of this table."),
        ),
        stamp=(("made by", f"Pitboss {__version__}, pitboss history {found.game}"),),
        foot=f"Pitboss {__version__} · pitboss history {found.game}",
    )
