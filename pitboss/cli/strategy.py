"""`pitboss strategy`: the best way to play a game, and what a simpler one costs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.common import Game, Json, Odds, On, Set, Svg, Table, Unlawful, examples, layout_of

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.chapter.layout import Layout

NAME = "strategy"
EXAMPLES = examples(
    "pitboss strategy blackjack --set decks=6 --set soft17=hit",
    "pitboss strategy blackjack --set decks=1 --svg chart.svg",
    "pitboss strategy three-card-poker --simple 'play with Q-6-4 or better'",
    "pitboss strategy blackjack --play my-chart.toml",
)
COLOURS = {
    "S": "white on red3",
    "H": "black on green3",
    "D": "black on gold3",
    "P": "white on blue",
    "R": "black on white",
}
LISTED = 15
IN_A_CELL = 80
"""A strategy of more letters than this is told below the table, a line for each decision."""


def command(
    game: Game,
    on: On = "",
    choices: Set = None,
    odds: Odds = None,
    table: Table = None,
    unlawful: Unlawful = False,
    simple: Annotated[
        list[str] | None,
        typer.Option("--simple", metavar="RULE", help="A simpler strategy, by name or in words: what does it cost?"),
    ] = None,
    play: Annotated[
        Path | None, typer.Option("--play", metavar="FILE", help="A strategy file (TOML or CSV chart): its price.")
    ] = None,
    svg: Svg = None,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="The chart as a page.")] = None,
    toml: Annotated[
        Path | None, typer.Option("--toml", metavar="FILE", help="The chart as a strategy file, to change and --play.")
    ] = None,
    json: Json = False,
) -> None:
    """The best way to play, computed from the rules of the table.

    A chart or a few lines, what exceptions are worth, and what a simpler strategy costs.
    """
    import sys

    from pitboss.cli.progress import progress_bar
    from pitboss.cli.terminal import console
    from pitboss.library.strategies import chart_of, strategy

    layout = layout_of(game, on, choices, odds, table, unlawful)
    with progress_bar(f"{game}: the best strategy", quiet=json) as done:
        found = strategy(layout, simple=simple or [], play=play, progress=done)
    if svg or html or toml:
        chart = chart_of(layout)
        for path, drawn in ((svg, chart.svg), (html, chart.html), (toml, chart.to_toml)):
            if path is not None:
                path.write_text(drawn(), "utf-8")
    if json:
        sys.stdout.write(found.to_json() + "\n")
        return
    show(console(), layout, found.told)


def show(out: Console, layout: Layout, told: Mapping[str, Any]) -> None:
    """The strategy, to look at."""
    from rich.text import Text

    from pitboss.cli.terminal import LEGEND, percent, print_future_note

    edge = percent(told["house_edge"], 4) + (f" = {told['exact']}" if told["exact"] and len(told["exact"]) < 24 else "")
    out.print(Text.assemble((layout.rules.game.name, "bold"), f" on {layout.on}: house edge {edge} with this strategy"))
    known = LEGEND.get(str(told["provenance"]), "an edition's own words")
    out.print(Text(f"for each unit of the {told['per']}; {told['citation']}, known by: {known}", "dim"))
    print_future_note(out, layout.on)
    if "chart" in told:
        _show_chart(out, told)
    for line in told.get("summary", ()):
        out.print(f"  {line}")
    if rows := [*told.get("simpler", ()), *told.get("asked", ())]:
        _show_costs(out, rows)


def _show_chart(out: Console, told: Mapping[str, Any]) -> None:
    from rich.table import Table
    from rich.text import Text

    from pitboss.cli.terminal import percent, table

    made = Table(box=None, padding=(0, 0), header_style="bold")
    made.add_column("")
    for column in told["columns"]:
        made.add_column(column, justify="center", min_width=4)
    for name, cells in told["chart"].items():
        made.add_row(Text(f"{name}  "), *(Text(f" {cell:^2} ", COLOURS.get(cell[:1], "")) for cell in cells))
    out.print(made)
    letters = ", ".join(f"{letter} {word}" for letter, word in told["letters"].items())
    out.print("; ".join([letters, *told.get("reading", ())]), style="dim")
    out.print(
        ", ".join(f"{name.replace('_', ' ')}: {percent(one['house_edge'], 4)}" for name, one in told["prices"].items())
    )
    if told["exceptions"]:
        many = told["exceptions_in_all"]
        total = f"{many} hands are better played by their cards; all together worth"
        if many == 1:
            total = "1 hand is better played by its cards; that is worth"
        out.print(f"{total} {told['exceptions_worth']:.6f} of a unit a round. The dearest:")
        figures = ["when met", "a round"]
        rows = table("hand", "up", "chart", "better", *figures, right=figures)
        for one in told["exceptions"][:LISTED]:
            rows.add_row(
                one["hand"], one["up"], one["chart"], one["better"], f"{one['gain']:.5f}", f"{one['worth']:.7f}"
            )
        out.print(rows)
    if told.get("assumptions"):
        out.print(told["assumptions"], style="dim")


def _show_costs(out: Console, rows: list[dict[str, Any]]) -> None:
    from pitboss.cli.terminal import percent, table

    made = table("simpler strategy", "in words", "edge", "costs", right=["edge", "costs"])
    for one in rows:
        says = one["says"] if len(one["says"]) <= IN_A_CELL else "as below"
        made.add_row(one["name"], says, percent(one["house_edge"], 3), percent(one["cost"], 4))
    out.print(made)
    for one in rows:
        if len(one["says"]) > IN_A_CELL:
            out.print(f"{one['name']}, to learn; it costs {percent(one['cost'], 4)}:")
            for step in one["says"].split("; "):
                out.print(f"  - {step}")
