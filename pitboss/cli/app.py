"""The commands, put together."""

from __future__ import annotations

from inspect import cleandoc
from typing import Annotated

import typer

from pitboss.cli import (
    audit,
    check,
    cite,
    deal,
    diff,
    equity,
    games,
    guide,
    history,
    lawful_range,
    petition,
    price,
    replay,
    report,
    serve,
    sign,
    simulate,
    strategy,
    tour,
    trace,
    verify,
)
from pitboss.cli.common import escaped, examples

ClickError: type[Exception] = typer.BadParameter.__mro__[2]
"""What Typer raises for a command line that it does not understand, wherever it keeps its Click."""

app = typer.Typer(
    name="pitboss",
    help="New Jersey's casino regulation Rules of the Games (N.J.A.C. 19:47, since 2012 13:69F) as running software.",
    epilog=examples(
        "pitboss tour", "pitboss deal craps --bots 2", "pitboss price craps --on 2008-06-01 --set offer_678=true"
    ),
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def pitboss(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", metavar="", help="The version of Pitboss.")] = False,
) -> None:
    if version:
        from pitboss.version import __version__

        print(f"pitboss {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        context.get_help()
        raise typer.Exit


for module, panel in (
    (serve, "Begin here"),
    (tour, "Begin here"),
    (games, "Begin here"),
    (deal, "At the table"),
    (replay, "At the table"),
    (verify, "At the table"),
    (audit, "At the table"),
    (price, "The figures"),
    (strategy, "The figures"),
    (equity, "The figures"),
    (simulate, "The figures"),
    (history, "The figures"),
    (lawful_range, "The figures"),
    (report, "Papers"),
    (guide, "Papers"),
    (sign, "Papers"),
    (petition, "Papers"),
    (check, "The chapter"),
    (diff, "The chapter"),
    (cite, "The chapter"),
    (trace, "The chapter"),
):
    told = escaped(cleandoc(module.command.__doc__ or ""))
    app.command(module.NAME, help=told, epilog=module.EXAMPLES, rich_help_panel=panel)(module.command)
