"""`pitboss tour`: a minute with Pitboss. Lists the games, prices one, deals a round, and suggests commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.common import examples, layout_of

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.chapter.layout import Layout

NAME = "tour"
EXAMPLES = examples("pitboss tour")
SEED = "tour"
FEW = 8
"""How many wagers are shown, and the most rounds dealt."""


def command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game to show.", show_default="the first")] = "",
) -> None:
    """Take a short tour: the games, a price, a round, and what to type next."""
    from rich.panel import Panel

    from pitboss.chapter.rules import registered_games
    from pitboss.cli.games import games_table
    from pitboss.cli.terminal import console
    from pitboss.library.layouts import rules_named
    from pitboss.library.listing import catalogue

    shown = rules_named(game).game.id if game else next(iter(registered_games()))
    out = console()
    out.print(
        Panel.fit(
            "[bold]Pitboss[/bold] is New Jersey's casino regulation [italic]Rules of the Games[/italic] as running "
            "software:\neach game is dealt, priced and checked from one definition of its rules, and each "
            "step cites its section.",
            border_style="green",
        )
    )
    out.print("\n[bold green]1.[/bold green] The games   [dim]pitboss games[/dim]")
    out.print(games_table(catalogue()))
    layout = layout_of(shown)
    priced(out, layout)
    dealt(out, layout)
    out.print("\n[bold green]4.[/bold green] Your turn")
    for typed, why in (
        (f"pitboss deal {shown} --bots 2", "sit down at a table"),
        (f"pitboss price {shown}", "every wager, exactly"),
        ("pitboss check my-table.toml", "a licensee's table against the regulation"),
        ("pitboss diff 2001-03-09 2012-03-19", "what changed"),
        (f"pitboss trace {shown}", "each paragraph, and where it is implemented"),
        ("pitboss --help", "the rest"),
    ):
        out.print(f"   [cyan]{typed:<36}[/cyan] [dim]{why}[/dim]")


def priced(out: Console, layout: Layout) -> None:
    """Print a few wagers of the game, from the lowest house edge to the highest."""
    from pitboss.cli.price import price_table, round_of
    from pitboss.library.prices import price

    report = price(layout)
    offered = sorted((one for one in report.wagers if one.offered and one.house_edge), key=lambda one: one.house_edge)
    different = list({one.house_edge: one for one in reversed(offered)}.values())[::-1]
    step = max(1, (len(different) - 1) / (FEW - 1))
    few = [different[round(step * number)] for number in range(FEW) if round(step * number) < len(different)]
    plain = tuple(one.model_copy(update={"group": ""}) for one in few)
    out.print(
        f"\n[bold green]2.[/bold green] The exact price of a wager   "
        f"[dim]pitboss price {report.game}: {len(report.wagers)} wagers in {report.seconds:.2f} s[/dim]"
    )
    out.print(price_table(plain, out.width, round_of(layout)))


def dealt(out: Console, layout: Layout) -> None:
    """Deal rounds to two bots until at least two wagers were settled."""
    from pitboss.cli.terminal import short, table
    from pitboss.equipment import SeededSource
    from pitboss.library.record import notable_steps, record_step, signed
    from pitboss.table import Action, Dealer, game_on
    from pitboss.table.bots import RandomBot
    from pitboss.table.steps import AskDecision, Settled, Step

    steps: list[Step] = []
    dealer = Dealer(game_on(layout), SeededSource(SEED), watch=steps.append)
    for position, name in enumerate(("Ann", "Bob"), 1):
        dealer.act(position, Action("sit", amount=100_000, name=name))
    bot = RandomBot(SEED)
    for _ in range(FEW):
        steps.clear()
        dealer.finish(bot)
        if sum(isinstance(step, Settled) for step in steps) >= 2:
            break
    out.print(
        f"\n[bold green]3.[/bold green] A round, step by step, each with its section   "
        f"[dim]pitboss deal {layout.rules.game.id}[/dim]"
    )
    steps_table = table("", "", "", "", show_header=False, box=None, padding=(0, 2, 0, 0))
    steps_table.columns[2].justify = "right"
    for step in notable_steps(steps):
        if isinstance(step, AskDecision):
            continue
        record = record_step(step, layout)
        seat = step.state.seat(record.position)
        net = signed(step.net) if isinstance(step, Settled) else ""
        steps_table.add_row(f"  {seat.name if seat else ''}", record.text, net, f"[dim]{short(record.citation)}[/dim]")
    out.print(steps_table)
