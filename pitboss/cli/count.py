"""`pitboss count`: what removed cards, counting systems and departures from basic strategy are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.common import Game, Json, Odds, On, Set, Table, Unlawful, examples, layout_of, print_json

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.library.counts import CountReport

NAME = "count"
EXAMPLES = examples(
    "pitboss count blackjack --system hi-lo --set decks=6",
    "pitboss count blackjack --wager over_13 --wager under_13",
    "pitboss count mini-baccarat --wager dragon7 --system dragon-7",
    "pitboss count spanish-21 --system my-count.toml --json",
)
LEGEND = "optimal: play for the cards left; fixed: the full shoe's strategy; one line where they agree"
LISTED = 22
"""Departures that are printed: as many as the Illustrious 18 and the Fab 4."""


def command(
    game: Game,
    on: On = "",
    choices: Set = None,
    odds: Odds = None,
    table: Table = None,
    unlawful: Unlawful = False,
    system: Annotated[
        str,
        typer.Option(
            "--system",
            metavar="NAME|FILE",
            help="The counting system of the departures.",
            show_default="hi-lo, or one for the game",
        ),
    ] = "",
    wager: Annotated[
        list[str] | None,
        typer.Option("--wager", metavar="ID", help="A wager to show; may be repeated.", show_default="all"),
    ] = None,
    penetration: Annotated[
        float | None,
        typer.Option(
            "--penetration", metavar="SHARE", help="The share of the shoe that is dealt.", show_default="the layout's"
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Compute what removed cards and counting systems are worth.

    An effect of removal is the change of the player's expectation when one card is gone. The betting correlation is the
    correlation of a system's tags with these effects, the insurance correlation that with those on insurance. The
    playing efficiency is the share of the gain of perfect departures that the system's departures gain. Section 8.1
    forbids such help at a live table.
    """
    from pitboss.cli.progress import progress_bar
    from pitboss.cli.terminal import console
    from pitboss.library.counts import count

    layout = layout_of(game, on, choices, odds, table, unlawful)
    with progress_bar(f"{game}: effects of removal", quiet=json) as done:
        found = count(layout, system=system or None, wagers=wager or (), penetration=penetration, progress=done)
    if json:
        print_json(found)
    else:
        show(console(), found)


def show(out: Console, found: CountReport) -> None:
    """Print the report."""
    from rich.text import Text

    out.print(Text.assemble((found.title(), "bold")))
    _show_effects(out, found)
    _show_systems(out, found)
    _show_indices(out, found)
    for one in found.best_tags:
        tags = ", ".join(f"{rank} {tag:+d}" if tag else f"{rank} 0" for rank, tag in one.tags.items())
        out.print(f"Best tags up to {one.level} for {one.wager}: {tags} (correlation {one.correlation:.4f})")


def _show_effects(out: Console, found: CountReport) -> None:
    from pitboss.cli.terminal import table

    ranks = list(next(iter(found.wagers.values())).fixed)
    rows = table("wager", "play", "full shoe", *ranks, right=["full shoe", *ranks])
    for wager, one in found.wagers.items():
        plays = ("optimal", "fixed") if any(abs(one.optimal[r] - one.fixed[r]) >= 5e-6 for r in ranks) else ("fixed",)
        for number, play in enumerate(plays):
            effects = getattr(one, play)
            rows.add_row(
                wager if number == 0 else "",
                play if len(plays) > 1 else "",
                f"{one.full_shoe:.3%}" if number == 0 else "",
                *(f"{100 * effects[rank]:+.3f}" for rank in ranks),
            )
    out.print(rows)
    cards = [wager for wager, one in found.wagers.items() if one.fixed_by_card]
    out.print(LEGEND, style="dim")
    if cards:
        out.print(f"cards of one rank differ for {', '.join(cards)}; --json lists them", style="dim")


def _show_systems(out: Console, found: CountReport) -> None:
    from pitboss.cli.terminal import table

    columns = ["betting", "with side counts", "insurance", "playing"]
    rows = table("system", "tags", "wager", *columns, right=columns)
    for id, one in found.systems.items():
        tags = " ".join(f"{tag:+g}" if tag else "0" for tag in one.tags.values())
        rows.add_row(
            id,
            tags,
            one.wager,
            *(
                "" if figure is None else f"{figure:.3f}"
                for figure in (
                    one.betting_correlation,
                    one.betting_correlation_with_side_counts,
                    one.insurance_correlation,
                    one.playing_efficiency,
                )
            ),
        )
    out.print(rows)
    out.print("betting and insurance: correlations with the effects of removal; playing: efficiency", style="dim")


def _show_indices(out: Console, found: CountReport) -> None:
    from pitboss.cli.terminal import table

    if not found.indices:
        return
    numbers = ["count", "true count", "per 100 rounds"]
    rows = table("hand", "up", "basic", "departure", *numbers, right=numbers)
    for one in found.indices[:LISTED]:
        exact = "" if one.exact is None else f"{one.exact:+.2f}"
        rows.add_row(
            one.hand,
            one.up,
            one.basic,
            one.departure,
            f"{one.at} {one.index:+g}",
            exact,
            f"{one.worth_per_100:.4f}",
        )
    out.print(f"Departures by {found.system}, the most valuable first ({len(found.indices)} in all):")
    out.print(rows)
