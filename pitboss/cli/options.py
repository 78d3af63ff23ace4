"""`pitboss options`: every option of a game, its values, and its effect on the price."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.common import Game, Json, Odds, On, Set, Table, Unlawful, examples, layout_of, print_json

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as RichTable

    from pitboss.library.options import OptionList, TableOption

NAME = "options"
EXAMPLES = examples(
    "pitboss options blackjack",
    "pitboss options blackjack --on 1985-06-01",
    "pitboss options craps --set vig_timing=on_win --priced",
    "pitboss options three-card-poker --table table-7.toml --json",
)


def command(
    game: Game,
    on: On = "",
    choices: Set = None,
    odds: Odds = None,
    table: Table = None,
    unlawful: Unlawful = False,
    priced: Annotated[
        bool,
        typer.Option("--priced", metavar="", help="Compute the effects at this table; may take minutes."),
    ] = False,
    json: Json = False,
) -> None:
    """List every option of a game: permitted values, default, section, and the effect that it alone has on a price.

    Options that the table changes come first. Without --priced, the effects are those at a default table today.
    """
    from pitboss.cli.progress import progress_bar
    from pitboss.library.options import options

    layout = layout_of(game, on, choices, odds, table, unlawful)
    found = options(layout, priced=priced, unlawful=unlawful, bars=partial(progress_bar, quiet=json))
    if json:
        print_json(found)
        return
    from pitboss.cli.terminal import console

    show(console(), found)


def show(out: Console, found: OptionList) -> None:
    """Print the options: the changed ones, those in effect, and the others in one line."""
    from rich.text import Text

    from pitboss.cli.terminal import legend, print_unlawful
    from pitboss.library.options import describe_effect

    out.print(Text.assemble((found.game, "bold"), f" on {found.on}: {len(found.options)} options"))
    print_unlawful(out, found.unlawful)
    if found.note:
        out.print(Text(found.note, "dim"))
    listing = rules_table(found.options, describe_effect)
    out.print(listing)
    if note := legend(one.provenance for one in found.options):
        out.print(note)
    out.print(Text(f"moves: the house edge over all values of the option alone, at {found.effects_of}", "dim"))
    out.print(Text("to change one: --set OPTION=VALUE; --unlawful accepts any value that can be computed", "dim"))


def rules_table(rules: tuple[TableOption, ...], effect: Callable[[TableOption], str] | None = None) -> RichTable:
    """Return a table of options, the changed ones first; with the effect of each if `effect` words it."""
    from rich.text import Text

    from pitboss.cli.terminal import marked, table

    listing = table("option", "here", "permitted" if effect else "what", *(["moves"] if effect else []), "section")
    for one in rules:
        style = "bold" if one.changed else "" if one.in_effect else "dim"
        here = f"{one.value} (default {one.default})" if one.changed else one.value
        listing.add_row(
            Text(one.id, style),
            Text(here, "yellow" if one.changed else style),
            Text(one.permitted if effect else one.name, "" if one.in_effect else "dim"),
            *([Text(effect(one), "dim")] if effect else []),
            marked(one.citation.removeprefix("N.J.A.C. "), one.provenance),
        )
    return listing
