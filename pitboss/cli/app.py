"""The command line application with all commands."""

from __future__ import annotations

from inspect import cleandoc
from typing import Annotated

import typer

from pitboss.cli import (
    audit,
    check,
    cite,
    count,
    deal,
    diff,
    equity,
    games,
    guide,
    history,
    lawful_range,
    lint,
    mcp,
    options,
    petition,
    price,
    protect,
    replay,
    report,
    schema,
    serve,
    sign,
    simulate,
    strategy,
    tour,
    trace,
    verify,
)
from pitboss.cli.common import escaped, examples
from pitboss.version import __version__

ClickError: type[Exception] = typer.BadParameter.__mro__[2]
"""Typer's exception for an invalid command line; Click moved between versions."""

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
    version: Annotated[
        bool,
        typer.Option("--version", metavar="", help="Print version, commit and the chapter's hash, and exit."),
    ] = False,
) -> None:
    if version:
        from pitboss.digest import chapter_digest, commit

        print(f"pitboss {__version__} (commit {commit()[:12] or 'unknown'}, chapter sha256:{chapter_digest()[:16]})")
        raise typer.Exit
    if context.invoked_subcommand is None:
        context.get_help()
        raise typer.Exit


for module, panel in (
    (serve, "Getting started"),
    (tour, "Getting started"),
    (games, "Getting started"),
    (deal, "At the table"),
    (replay, "At the table"),
    (verify, "At the table"),
    (audit, "At the table"),
    (price, "Mathematics"),
    (options, "Mathematics"),
    (strategy, "Mathematics"),
    (equity, "Mathematics"),
    (simulate, "Mathematics"),
    (count, "Mathematics"),
    (protect, "Mathematics"),
    (history, "Mathematics"),
    (lawful_range, "Mathematics"),
    (report, "Documents"),
    (guide, "Documents"),
    (sign, "Documents"),
    (petition, "Documents"),
    (check, "The regulation"),
    (lint, "The regulation"),
    (schema, "The regulation"),
    (diff, "The regulation"),
    (cite, "The regulation"),
    (trace, "The regulation"),
    (mcp, "For programs"),
):
    text = escaped(cleandoc(module.command.__doc__ or ""))
    app.command(module.NAME, help=text, epilog=module.EXAMPLES, rich_help_panel=panel)(module.command)
