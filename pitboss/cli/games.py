"""`pitboss games`: the installed games and what they support."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cli.common import Json, examples, print_json

if TYPE_CHECKING:
    from rich.console import RenderableType

    from pitboss.library.listing import GameList, ListedGame

NAME = "games"
EXAMPLES = examples("pitboss games", "pitboss games --json")


def command(json: Json = False) -> None:
    """List the installed games by family."""
    from pitboss.library.listing import catalogue

    found = catalogue()
    if json:
        print_json(found)
        return
    from pitboss.cli.terminal import console, legend

    out = console()
    out.print(games_table(found))
    if note := legend(game.provenance for game in found.games):
        out.print(note)
    lacking = any(game.lacks for game in found.games)
    out.print(f"[dim]Each can be dealt, priced, simulated and checked{', but:' if lacking else '.'}[/dim]")
    for game in found.games:
        for what, why in game.lacks.items():
            out.print(f"{game.id}: no {what}: {why}", style="dim")
    out.print("[dim]Try pitboss deal GAME or pitboss price GAME; every command has --help.[/dim]")


def _played_by(game: ListedGame) -> str:
    """Return how the best strategy is presented, for a game with decisions."""
    return next((label for gift, label in (("chart", "a chart"), ("strategy", "rules")) if gift in game.gives), "")


def games_table(found: GameList) -> RenderableType:
    from rich.text import Text

    from pitboss.cli.terminal import marked, table
    from pitboss.families import family_of

    listing = table("game", "name", "subchapter", "since", "wagers", "strategy", right=["wagers"])
    listing.columns[0].no_wrap = True
    listing.columns[1].min_width = 14
    family = ""
    for game in found.games:
        if game.family != family:
            family = game.family
            listing.add_row(Text(family_of(family).name, "bold magenta"))
        until = f" until {game.until}" if game.until else ""
        listing.add_row(
            Text(f"  {game.id}", "bold cyan"),
            marked(game.name, game.provenance),
            game.citation.removeprefix("N.J.A.C. "),
            f"{game.since}{until}",
            str(len(game.wagers)),
            _played_by(game),
        )
    return listing
