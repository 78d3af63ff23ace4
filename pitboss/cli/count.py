"""`pitboss count`: the value of removed cards, counting systems and departures from basic strategy."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.common import (
    Game,
    Json,
    Odds,
    On,
    Set,
    Svg,
    Table,
    Unlawful,
    examples,
    layout_of,
    print_json,
    sheet_file,
    write_sheet,
)

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.library.counts import CountReport
    from pitboss.pricing.counting.moments import Interval, RampFigures

NAME = "count"
EXAMPLES = examples(
    "pitboss count blackjack --system hi-lo --set decks=6",
    "pitboss count blackjack --system hi-lo --set decks=6 --ramp 1-8",
    "pitboss count blackjack --ramp '-1:0,0:1,1:2,2:4,3:8' --bankroll 800 --trip 2000",
    "pitboss count blackjack --system zen --toml zen-play.toml",
    "pitboss count blackjack --wager over_13 --wager under_13",
    "pitboss count mini-baccarat --wager dragon7 --system dragon-7",
    "pitboss count spanish-21 --system my-count.toml --json",
)
LEGEND = "optimal: play for the cards left; fixed: the full shoe's strategy; one line where they agree"
RARE = 1e-4
"""Counts in a smaller share of rounds are not printed."""
LISTED = 22
"""The number of departures printed: the Illustrious 18 and the Fab 4."""


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
    ramp: Annotated[
        str,
        typer.Option(
            "--ramp",
            metavar="RAMP",
            help="Simulate by count, and price a spread (1-8) or a wager from each count on (0:1,1:2,2:4).",
        ),
    ] = "",
    departures: Annotated[
        int,
        typer.Option(
            "--departures", metavar="N", min=0, help="The number of departures that the simulated player makes."
        ),
    ] = LISTED,
    rounds: Annotated[str, typer.Option("--rounds", metavar="N", help="The rounds to simulate; 1e8 is fine.")] = "5e7",
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The same seed always gives the same counts.")] = 1,
    bankroll: Annotated[
        float, typer.Option("--bankroll", metavar="UNITS", min=1, max=1e9, help="In units of the minimum wager.")
    ] = 1000,
    risk: Annotated[
        float,
        typer.Option("--risk", metavar="SHARE", min=1e-6, max=0.99, help="The risk of ruin to find a bankroll for."),
    ] = 0.05,
    trip: Annotated[
        int, typer.Option("--trip", metavar="ROUNDS", min=1, max=10**9, help="The length of a trip.")
    ] = 1000,
    goal: Annotated[
        float, typer.Option("--goal", metavar="UNITS", min=1, max=1e9, help="The win at which a trip ends.")
    ] = 500,
    cut_card: Annotated[
        bool, typer.Option("--cut-card", metavar="", help="Also simulate what the cutting card costs.")
    ] = False,
    toml: Annotated[
        Path | None,
        typer.Option(
            "--toml",
            metavar="FILE",
            help="Write the departures as a strategy file for `simulate`.",
            callback=sheet_file,
        ),
    ] = None,
    csv: Annotated[
        Path | None,
        typer.Option("--csv", metavar="FILE", help="Write the results by count as CSV.", callback=sheet_file),
    ] = None,
    svg: Svg = None,
    json: Json = False,
) -> None:
    """Compute the value of removed cards and of counting systems.

    An effect of removal is the change of the player's expectation when one card is gone. The betting correlation is the
    correlation of a system's tags with these effects, the insurance correlation that with those on insurance. The
    playing efficiency is the share of the gain of perfect departures that the system's departures gain. Section 8.1
    forbids such help at a live table.
    """
    from pitboss.cli.progress import progress_bar
    from pitboss.cli.simulate import whole
    from pitboss.cli.terminal import console
    from pitboss.library.counts import MOST_ROUNDS, count, strategy_file
    from pitboss.pricing.counting.moments import Gambler

    if csv is not None and not ramp:
        raise ValueError("--csv needs --ramp: without a simulation there are no results by count")
    layout = layout_of(game, on, choices, odds, table, unlawful)
    with progress_bar(f"{game}: counting cards", quiet=json) as done:
        found = count(
            layout,
            system=system or None,
            wagers=wager or (),
            penetration=penetration,
            ramp=ramp,
            departures=departures,
            rounds=whole(rounds, "--rounds", MOST_ROUNDS),
            seed=seed,
            gambler=Gambler(bankroll, risk, trip, goal),
            cut_card=cut_card,
            progress=done,
        )
    if toml is not None:
        toml.write_text(strategy_file(layout, system or None, departures, penetration), "utf-8")
    if svg is not None:
        svg.write_text(found.to_svg(), "utf-8")
    if csv is not None:
        write_sheet(csv, by_count_csv(found))
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
    _show_betting(out, found)
    for one in found.best_tags:
        tags = ", ".join(f"{rank} {tag:+d}" if tag else f"{rank} 0" for rank, tag in one.tags.items())
        out.print(f"Best tags up to {one.level} for {one.wager}: {tags} (correlation {one.correlation:.4f})")


def by_count_csv(found: CountReport) -> str:
    """The results by count as CSV."""
    names = list(type(found.by_count[0]).model_fields)
    lines = [names, *([f"{getattr(row, name):.12g}" for name in names] for row in found.by_count)]
    return "".join(",".join(line) + "\n" for line in lines)


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


def _show_betting(out: Console, found: CountReport) -> None:
    from pitboss.cli.terminal import table

    if found.betting is not None:
        one = found.betting
        columns = ["share", "edge", "±", "bet"]
        rows = table("count", *columns, right=["count", *columns])
        for row in found.by_count:
            if row.share >= RARE:
                cells = (f"{row.share:.2%}", f"{row.edge:+.3%}", f"{row.error:.3%}", f"{row.bet:g}")
                rows.add_row(f"{row.count:+g}", *cells)
        out.print(f"Results by count before the deal, {one.rounds:,} rounds to a penetration of {one.penetration:.0%}:")
        out.print(rows)
        figures = table("figure", "value", "95 % interval", right=["value", "95 % interval"])
        for name, figure in _betting_figures(one):
            if figure is not None:
                figures.add_row(name, _number(figure.value), f"{_number(figure.low)} to {_number(figure.high)}")
        out.print(figures)
    if found.cut_card is not None:
        cut = found.cut_card
        out.print(
            f"Basic strategy, level wagers: {cut.fixed_rounds:+.4%} in a fixed number of rounds (exact),"
            f" {cut.cut_card.value:+.4%} with the cutting card (simulated); the card costs"
            f" {-cut.effect.value:.4%} ({-cut.effect.high:.4%} to {-cut.effect.low:.4%})"
        )


def _betting_figures(one: RampFigures) -> list[tuple[str, Interval | None]]:
    return [
        ("average wager, in units", one.average_bet),
        ("expectation of 100 rounds", one.per_100),
        ("deviation of 100 rounds", one.deviation_per_100),
        ("SCORE of the best ramp", one.score),
        ("c-SCORE of this ramp", one.c_score),
        ("N0, in rounds", one.n0),
        (f"certainty equivalent of 100 rounds, {one.bankroll:g} units", one.certainty_equivalent_per_100),
        ("risk of ruin, for ever", one.risk_of_ruin),
        (f"risk of ruin in {one.trip:,} rounds", one.trip_risk),
        ("risk of ruin at their end", one.trip_end_risk),
        (f"{one.goal:g} units won before ruin", one.goal_first),
        (f"bankroll for a risk of {one.risk:g}", one.bankroll_for_risk),
    ]


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
