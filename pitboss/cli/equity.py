"""`pitboss equity`: the equity of poker hands against one another."""

from __future__ import annotations

from typing import Annotated

import typer

from pitboss.cli.common import Json, examples, print_json

NAME = "equity"
EXAMPLES = examples(
    "pitboss equity AhKh QsQd",
    "pitboss equity AhKh QsQd 7c7d --board 'Qh Jh 2c'",
    "pitboss equity AsAhKsKh 9d8d7c6c --game omaha --json",
)
HandArguments = Annotated[
    list[str], typer.Argument(metavar="HAND HAND...", help="Hands, such as AhKh.", show_default=False)
]
Board = Annotated[str, typer.Option("--board", metavar="CARDS", help="Community cards already dealt.")]
Dead = Annotated[str, typer.Option("--dead", metavar="CARDS", help="Cards removed from the deck.")]
Of = Annotated[str, typer.Option("--game", metavar="VARIANT", help="holdem, omaha, omaha8, stud, razz, …")]
Samples = Annotated[
    int | None, typer.Option("--samples", min=1, help="Sample this many deals instead of enumerating all.")
]
Seed = Annotated[int, typer.Option("--seed", min=0, help="The seed for sampled deals.")]


def command(
    hands: HandArguments,
    board: Board = "",
    dead: Dead = "",
    game: Of = "holdem",
    samples: Samples = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Compute the equity of poker hands against one another."""
    from pitboss.library.equities import equity

    found = equity(*hands, board=board, dead=dead, game=game, samples=samples, seed=seed)
    if json:
        print_json(found)
        return
    from pitboss.cli.terminal import console, table

    out = console()
    out.print(found.title(), style="bold")
    equities = table("hand", "equity", "exactly", "wins", "ties", "most often")
    for one, shown in zip(found.hands, found.display_rows(), strict=True):
        often = sorted(one.distribution.items(), key=lambda kind: -kind[1])[:3]
        kinds = ", ".join(f"{kind} {count / found.deals:.1%}" for kind, count in often)
        if one.low_distribution:
            kinds += f"; a low {1 - one.low_distribution.get('no low', 0) / found.deals:.1%}"
        equities.add_row(one.hand, shown["equity"], one.exact or "sampled", shown["wins"], shown["ties"], kinds)
    out.print(equities)
    out.print(f"{found.seconds:.2f} s", style="dim")
