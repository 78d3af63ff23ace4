"""`pitboss strategy`: the best strategy for a game, and the cost of simpler ones."""

from __future__ import annotations

import sys
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
"""Strategies longer than this are printed below the table, one decision per line."""


def command(
    game: Game,
    on: On = "",
    choices: Set = None,
    odds: Odds = None,
    table: Table = None,
    unlawful: Unlawful = False,
    simple: Annotated[
        list[str] | None,
        typer.Option("--simple", metavar="RULE", help="A simpler strategy to compare, by name or in words."),
    ] = None,
    play: Annotated[
        Path | None, typer.Option("--play", metavar="FILE", help="Price a strategy file (TOML or CSV chart) instead.")
    ] = None,
    svg: Svg = None,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write the chart as a page.")] = None,
    toml: Annotated[
        Path | None,
        typer.Option("--toml", metavar="FILE", help="Write the chart as a strategy file, to edit and --play."),
    ] = None,
    json: Json = False,
) -> None:
    """Compute the best strategy from the rules of the table.

    Shows a chart or a few lines, the value of exceptions, and the cost of simpler strategies.
    """
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
    show(console(), layout, found.data)


def show(out: Console, layout: Layout, data: Mapping[str, Any]) -> None:
    """Print the strategy."""
    from rich.text import Text

    from pitboss.cli.terminal import LEGEND, percent, print_future_note

    edge = percent(data["house_edge"], 4) + (f" = {data['exact']}" if data["exact"] and len(data["exact"]) < 24 else "")
    out.print(Text.assemble((layout.rules.game.name, "bold"), f" on {layout.on}: house edge {edge} with this strategy"))
    known = LEGEND.get(str(data["provenance"]), "the text of an edition")
    out.print(Text(f"per unit of the {data['per']}; {data['citation']}, source: {known}", "dim"))
    print_future_note(out, layout.on)
    if "chart" in data:
        _show_chart(out, data)
    for line in data.get("summary", ()):
        out.print(f"  {line}")
    if rows := [*data.get("simpler", ()), *data.get("asked", ())]:
        _show_costs(out, rows)


def _show_chart(out: Console, data: Mapping[str, Any]) -> None:
    from rich.table import Table
    from rich.text import Text

    from pitboss.cli.terminal import percent, table

    chart = Table(box=None, padding=(0, 0), header_style="bold")
    chart.add_column("")
    for column in data["columns"]:
        chart.add_column(column, justify="center", min_width=4)
    for name, cells in data["chart"].items():
        chart.add_row(Text(f"{name}  "), *(Text(f" {cell:^2} ", COLOURS.get(cell[:1], "")) for cell in cells))
    out.print(chart)
    letters = ", ".join(f"{letter} {word}" for letter, word in data["letters"].items())
    out.print("; ".join([letters, *data.get("reading", ())]), style="dim")
    out.print(
        ", ".join(f"{name.replace('_', ' ')}: {percent(one['house_edge'], 4)}" for name, one in data["prices"].items())
    )
    if data["exceptions"]:
        many = data["exceptions_in_all"]
        total = f"{many} exceptions for particular hands, worth"
        if many == 1:
            total = "1 exception for a particular hand, worth"
        out.print(f"{total} {data['exceptions_worth']:.6f} of a unit per round in total. The most valuable:")
        figures = ["when it occurs", "per round"]
        rows = table("hand", "up", "chart", "better", *figures, right=figures)
        for one in data["exceptions"][:LISTED]:
            rows.add_row(
                one["hand"], one["up"], one["chart"], one["better"], f"{one['gain']:.5f}", f"{one['worth']:.7f}"
            )
        out.print(rows)
    if data.get("assumptions"):
        out.print(data["assumptions"], style="dim")


def _show_costs(out: Console, rows: list[dict[str, Any]]) -> None:
    from pitboss.cli.terminal import percent, table

    costs = table("simpler strategy", "in words", "edge", "cost", right=["edge", "cost"])
    for one in rows:
        says = one["says"] if len(one["says"]) <= IN_A_CELL else "see below"
        costs.add_row(one["name"], says, percent(one["house_edge"], 3), percent(one["cost"], 4))
    out.print(costs)
    for one in rows:
        if len(one["says"]) > IN_A_CELL:
            out.print(f"{one['name']} (costs {percent(one['cost'], 4)}):")
            for step in one["says"].split("; "):
                out.print(f"  - {step}")
