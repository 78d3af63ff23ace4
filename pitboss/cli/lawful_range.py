"""`pitboss range`: the best and the worst lawful table of a game, and the effect of each choice."""

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
    Unlawful,
    examples,
    pairs_of,
    print_json,
    stated_odds,
)

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from pitboss.library.ranges import LawfulRange, WagerRange

NAME = "range"
EXAMPLES = examples(
    "pitboss range roulette",
    "pitboss range blackjack --on 2008-04-21 --svg tornado.svg",
    "pitboss range three-card-poker --wager pair_plus --tables tables/",
    "pitboss range blackjack --set decks=6 --set soft17=hit",
    "pitboss range craps --json",
)
BAR = 24


def command(
    game: Game,
    on: On = "",
    choices: Set = None,
    odds: Odds = None,
    unlawful: Unlawful = False,
    wager: Annotated[
        str, typer.Option("--wager", metavar="ID", help="The wager whose choices are charted.", show_default="the hand")
    ] = "",
    svg: Svg = None,
    tables: Annotated[
        Path | None,
        typer.Option(
            "--tables", metavar="DIR", help="Write the best and worst table file of every wager to this folder."
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Find the best and the worst lawful table of a game.

    For each wager and for the whole hand: the lowest and the highest house edge that the regulation permits on a
    date, the tables that attain them, and how far each choice alone changes the price. Choices given with --set and
    --odds are the same in every table searched. The output says which choices
    were searched exhaustively and which were settled by proof. Odds are the regulation's; where a licensee may pay
    more, there is no best table. Results are cached on disk.
    """
    from pitboss.cli.progress import progress_bar
    from pitboss.library.ranges import lawful_range

    with progress_bar(f"{game}: the lawful tables", quiet=json) as done:
        held = {"options": pairs_of(choices, "--set", "soft17=hit"), "odds": stated_odds(odds)}
        found = lawful_range(game, on or None, done, unlawful=unlawful, **held)
    drawn = wager or found.whole
    if drawn not in {one.id for one in found.wagers}:
        raise ValueError(f"no range for {drawn!r}; use one of: {', '.join(one.id for one in found.wagers)}")
    if svg is not None:
        svg.write_text(found.tornado(drawn), "utf-8")
    if tables is not None:
        write_tables(found, tables)
    if json:
        print_json(found)
    elif svg is None and tables is None:
        from pitboss.cli.terminal import console

        show(console(), found, drawn)


def write_tables(found: LawfulRange, folder: Path) -> None:
    """Write two table files per wager, and the schema with which an editor checks them."""
    from pitboss.library.schemas import schema, schema_text, with_directive

    folder.mkdir(parents=True, exist_ok=True)
    beside = folder / f"{found.game}-{found.on}.schema.json"
    beside.write_text(schema_text(schema(found.game, found.on)), "utf-8")
    for one in found.wagers:
        for name, end in (("best", one.best), ("worst", one.worst)):
            (folder / f"{found.game}-{one.id}-{name}.toml").write_text(with_directive(end.table, beside.name), "utf-8")


def show(out: Console, found: LawfulRange, drawn: str) -> None:
    """Print the ranges, then the tornado chart of one wager, then how it was searched."""
    from rich.text import Text

    from pitboss.cli.terminal import heat, percent, print_unlawful, table

    out.print(Text.assemble((found.name, "bold"), f" on {found.on}: the lawful range of house edges"))
    if found.fixed:
        fixed = ", ".join(f"{name} = {value}" for name, value in found.fixed.items())
        out.print(Text(f"every table with {fixed}", "dim"))
    print_unlawful(out, found.unlawful)
    figures = ["best", "default", "worst", "tables"]
    ranges = table("wager", *figures, "the best table", "the worst table", right=figures)
    for one in found.wagers:
        style = "bold" if one.id == found.whole else ""
        ranges.add_row(
            Text(one.name + ("°" if one.reconstructed else ""), style),
            Text(percent(one.best.house_edge, 4) + ("↓" if one.may_pay_more else ""), heat(one.best.house_edge)),
            percent(one.usual, 4),
            Text(percent(one.worst.house_edge, 4), heat(one.worst.house_edge)),
            f"{one.tables:,}" + ("*" if one.partly else ""),
            *(", ".join(f"{name}={value}" for name, value in end.options.items()) for end in (one.best, one.worst)),
        )
    out.print(ranges)
    one = found[drawn]
    out.print(Text.assemble(("Effect of each choice alone: ", "bold"), one.name, f", default {percent(one.usual, 4)}"))
    for line in tornado(one):
        out.print(line)
    for words in searched(found, one):
        out.print(Text(words, "dim"))


def tornado(one: WagerRange) -> list[Text]:
    """Draw bars around the default price: better for the player on the left, worse on the right."""
    from rich.text import Text

    from pitboss.cli.terminal import percent

    most = max((max(one.usual - move.least, move.most - one.usual) for move in one.moved), default=0) or 1
    lines = []
    for move in one.moved:
        left = round((one.usual - move.least) / most * BAR)
        right = round((move.most - one.usual) / most * BAR)
        least = f"{percent(move.least, 3)} {move.least_by}" if move.least != one.usual else ""
        greatest = f"{percent(move.most, 3)} {move.most_by}" if move.most != one.usual else ""
        lines.append(
            Text.assemble(
                f"{move.option[:22]:22} {least[:22]:>22} ",
                ("█" * left).rjust(BAR),
                "│",
                ("█" * right).ljust(BAR),
                f" {greatest}",
            )
        )
    return lines or [Text("no choice changes it")]


def searched(found: LawfulRange, one: WagerRange) -> list[str]:
    """Describe how the range of a wager was found."""
    lines = []
    if one.exhaustively:
        how = "one choice at a time (too many combinations)" if one.partly else "every lawful combination"
        lines.append(f"searched, {how}: {', '.join(one.exhaustively)}")
    if one.by_dominance:
        lines.append(
            "by dominance (a right, or higher odds: the best strategy cannot lose by it): "
            f"{', '.join(one.by_dominance)}"
        )
    if one.by_ends:
        lines.append(f"by the ends of a range, between which the price is monotonic: {', '.join(one.by_ends)}")
    still = [name for name in found.read if name not in (*one.exhaustively, *one.by_dominance, *one.by_ends)]
    if still:
        lines.append(f"varied alone, from the default table and from both ends, without effect: {', '.join(still)}")
    if found.not_read:
        lines.append(f"never read by a price, so it cannot affect one: {', '.join(found.not_read)}")
    if found.open_ended:
        lines.append(f"without an upper limit, listed values only: {', '.join(found.open_ended)}")
    if any(row.may_pay_more for row in found.wagers):
        lines.append("↓ odds may be raised above the regulation's, so there is no best table")
    if read := dict.fromkeys(name for row in found.wagers for name in row.reconstructed):
        lines.append(f"° an end depends on a reconstruction; no text was found: {', '.join(read)}")
    if any(row.partly for row in found.wagers):
        lines.append("* compared one choice at a time")
    return lines
