"""`pitboss strategy`: the best way to play a game, and what a simpler one costs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.common import Game, Json, Odds, On, Set, Table, examples, layout_of

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.chapter.layout import Layout
    from pitboss.contract import Pricing, Progress, Strategy

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


def command(
    game: Game,
    on: On = "",
    choices: Set = None,
    odds: Odds = None,
    table: Table = None,
    simple: Annotated[
        list[str] | None,
        typer.Option("--simple", metavar="RULE", help="A simpler strategy, by name or in words: what does it cost?"),
    ] = None,
    play: Annotated[
        Path | None, typer.Option("--play", metavar="FILE", help="A strategy file (TOML or CSV chart): its price.")
    ] = None,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="The chart as a picture.")] = None,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="The chart as a page.")] = None,
    toml: Annotated[
        Path | None, typer.Option("--toml", metavar="FILE", help="The chart as a strategy file, to change and --play.")
    ] = None,
    json: Json = False,
) -> None:
    """The best way to play, computed from the rules of the table.

    A chart or a few lines, what exceptions are worth, and what a simpler strategy costs.
    """
    import json as json_module
    import sys

    from pitboss.cli.paper import console
    from pitboss.cli.working import working

    layout = layout_of(game, on, choices, odds, table)
    with working(f"{game}: the best strategy", quiet=json) as done:
        told = strategy_of(layout, simple or [], play, done)
    for path, form in ((svg, "svg"), (html, "html"), (toml, "toml")):
        if path is not None:
            path.write_text(_chart(layout, form), "utf-8")
    if json:
        sys.stdout.write(json_module.dumps(told, indent=2, ensure_ascii=False) + "\n")
        return
    show(console(), layout, told)


def strategy_of(layout: Layout, simple: list[str], play: Path | None, progress: Progress) -> dict[str, Any]:
    """The strategy of a game's report as plain data, with what was asked about it."""
    from pitboss.contract import Given
    from pitboss.pricing.entry import price, pricing_of

    pricing = pricing_of(layout)
    game = layout.rules.game.id
    given = None
    if play is not None:
        _needs_chart(pricing, game)
        given = pricing.read_chart(play)
    report = price(layout, strategy=given, progress=progress)
    if report.strategy is None:
        raise ValueError(f"{game} has no strategy to tell: {pricing.lacks.get('strategy', 'it has no decisions')}")
    told = dict(report.strategy)
    main = report.combinations[0] if report.combinations else report.wagers[0]
    told |= {"game": game, "wager": main.id, "house_edge": main.house_edge, "exact": main.exact}
    if simple:
        if "strategy" not in pricing.gives:
            raise ValueError(f"{game} is played by a chart: give one with --play")
        best = pricing.strategy(layout, Given(progress=progress))
        told["asked"] = [_cost(best, rule) for rule in simple]
    return told


def _cost(best: Strategy, rule: str) -> dict[str, Any]:
    named = best.named(rule)
    cost = best.cost(named or rule)
    return {
        "name": rule,
        "says": named.says if named else rule,
        "house_edge": float(best.house_edge + cost),
        "cost": float(cost),
        "cost_exact": str(cost),
    }


def _needs_chart(pricing: Pricing, game: str) -> None:
    if "chart" not in pricing.gives:
        raise ValueError(f"{game} is not played by a chart; name a simpler strategy with --simple")


def _chart(layout: Layout, form: str) -> str:
    from pitboss.pricing.entry import pricing_of

    pricing = pricing_of(layout)
    _needs_chart(pricing, layout.rules.game.id)
    chart = pricing.chart(layout)
    return {"svg": chart.svg, "html": chart.html, "toml": chart.to_toml}[form]()


def show(out: Console, layout: Layout, told: dict[str, Any]) -> None:
    """The strategy, to look at."""
    from rich.text import Text

    from pitboss.cli.paper import percent

    edge = percent(told["house_edge"], 4) + (f" = {told['exact']}" if told["exact"] and len(told["exact"]) < 24 else "")
    out.print(Text.assemble((layout.rules.game.name, "bold"), f" on {layout.on}: house edge {edge} with this strategy"))
    if "chart" in told:
        _show_chart(out, told)
    for line in told.get("summary", ()):
        out.print(f"  {line}")
    if rows := [*told.get("simpler", ()), *told.get("asked", ())]:
        _show_costs(out, rows)


def _show_chart(out: Console, told: dict[str, Any]) -> None:
    from rich.table import Table
    from rich.text import Text

    from pitboss.cli.paper import percent, table

    made = Table(box=None, padding=(0, 0), header_style="bold")
    made.add_column("")
    for column in told["columns"]:
        made.add_column(column, justify="center", min_width=4)
    for name, cells in told["chart"].items():
        made.add_row(Text(f"{name}  "), *(Text(f" {cell:^2} ", COLOURS.get(cell[:1], "")) for cell in cells))
    out.print(made)
    letters = ", ".join(f"{letter} {word}" for letter, word in told["letters"].items())
    out.print(f"{letters}; a small letter: what to do where the first is not permitted", style="dim")
    out.print(
        ", ".join(f"{name.replace('_', ' ')}: {percent(one['house_edge'], 4)}" for name, one in told["prices"].items())
    )
    if told["exceptions"]:
        total = f"{told['exceptions_in_all']} hands are better played by their cards; all together worth"
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
    from pitboss.cli.paper import percent, table

    made = table("simpler strategy", "in words", "edge", "costs", right=["edge", "costs"])
    for one in rows:
        made.add_row(one["name"], one["says"], percent(one["house_edge"], 3), percent(one["cost"], 4))
    out.print(made)
