"""`pitboss diff`: what changed in the regulation between two dates."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.common import Json, examples, print_json

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from pitboss.chapter.diff import Diff, GameDiff
    from pitboss.library.histories import Move, PricedGame, RangeMove

NAME = "diff"
EXAMPLES = examples(
    "pitboss diff 2001-03-09 2012-03-19",
    "pitboss diff 2005-01-01 2006-01-01 --game craps --json",
    "pitboss diff 1990-01-01 2012-03-19 --game blackjack --priced",
)
Day = Annotated[str, typer.Argument(metavar="DATE", help="A date (YYYY-MM-DD).", show_default=False)]
_AFTER = re.compile(r"(?:(?:first in|no longer in) the \S+ edition)?;? ?after (\d{4}-\d{2}-\d{2})")
_SIGN = {"added": "+", "removed": "-", "changed": "~", "renamed": "~", "renumbered": "→"}
_STYLE = {"added": "green", "removed": "red", "changed": "yellow", "renamed": "yellow", "renumbered": "yellow"}


def command(
    first: Day,
    second: Day,
    game: Annotated[
        list[str] | None, typer.Option("--game", metavar="GAME", help="Only this game; may be repeated.")
    ] = None,
    priced: Annotated[
        bool,
        typer.Option(
            "--priced",
            metavar="",
            help="Also show the effect on the prices of a default table and on the lawful range.",
        ),
    ] = False,
    json: Json = False,
) -> None:
    """List what changed in the regulation between two dates.

    With --priced, also show the effect on the house edge of every wager, in basis points: change by change for the
    default table, and from the first date to the second for the best and the worst table that the regulation permits.
    """
    from pitboss.library.checks import diff

    found = diff(first, second, game)
    if priced:
        from pitboss.cli.progress import progress_bar
        from pitboss.library.histories import priced_diff

        with progress_bar("prices before and after", quiet=json) as done:
            found = priced_diff(found, done)
    if json:
        print_json(found)
        return
    from pitboss.cli.terminal import console

    show(console(), found)


def show(out: Console, found: Diff) -> None:
    from rich.text import Text

    from pitboss.cli.terminal import WIDE, legend, table
    from pitboss.library.histories import PricedDiff

    wide = out.width >= WIDE

    out.print(Text(f"The regulation from {found.first} to {found.second}", "bold"))
    if not found.contents and not found.games:
        out.print("nothing changed")
    if found.contents:
        out.print()
        out.print(Text.assemble(("Contents", "bold cyan"), (f"  {len(found.contents)} changes", "dim")))
        contents = table("date", "", "section", "title", "rule")
        for one in found.contents:
            after = _AFTER.search(one.note)
            note = _AFTER.sub("", one.note).strip("; ")
            was = f"was {one.was}" if one.was else ""
            contents.add_row(
                str(one.date),
                _kind(one.kind, wide),
                one.section,
                Text("\n").join([Text(one.title), *(Text(line, "dim") for line in (was, note) if line)]),
                one.rule or Text(f"after {after[1]}" if after else "", "dim"),
            )
        _keep(contents, 0, 2, 4)
        out.print(contents)
        if any(_AFTER.search(one.note) for one in found.contents):
            out.print(
                Text("after …: dated by the first edition that shows the change; the amendment is not known", "dim")
            )
    for game in found.games:
        out.print()
        show_game(out, game)
        for priced in found.priced if isinstance(found, PricedDiff) else ():
            if priced.game == game.game:
                show_prices(out, priced)
    if marks := legend(change.provenance for game in found.games for change in game.changes):
        out.print(marks)
    if not wide:
        out.print(Text("+ added, - removed, ~ changed or renamed, → renumbered", "dim"))


def show_game(out: Console, game: GameDiff) -> None:
    from rich.text import Text

    from pitboss.cli.terminal import WIDE, marked, short, table

    out.print(Text.assemble((game.name, "bold cyan"), (f"  {len(game.changes)} changes", "dim")))
    if game.changes:
        changes = table("date", "", "section", "what", "rule")
        for one in game.changes:
            provides = " → ".join(part for part in (one.was, one.now) if part)
            what = Text.assemble(marked(one.name, one.provenance, "bold"), f": {provides}" if provides else "")
            if one.note:
                what.append(f"\n{one.note}", "dim")
            changes.add_row(
                str(one.date),
                _kind(f"{one.what} {one.kind}", out.width >= WIDE),
                short(one.citation),
                what,
                one.rule or "",
            )
        _keep(changes, 0, 2, 4)
        out.print(changes)
    for rule in game.amendments:
        out.print(Text(f"{rule.when} {rule.rule}, {', '.join(rule.sections)}: {rule.change}", "dim"))


def show_prices(out: Console, game: PricedGame) -> None:
    """Print the price changes of the default table with their amendments, and the changes of the lawful range."""
    from rich.text import Text

    if game.why:
        out.print(Text(f"no prices: {game.why}", "dim"))
        return
    if not game.moves:
        out.print(Text("no price of the default table changed", "dim"))
    else:
        show_moves(out, game)
    if game.ranges:
        show_ranges(out, game)
    else:
        out.print(Text("no lawful range changed", "dim"))


def show_moves(out: Console, game: PricedGame) -> None:
    """Print the price changes of the default table; several changes of one wager get a total."""
    from rich.text import Text

    from pitboss.cli.terminal import table

    moves = table("date", "wager", "house edge", "bp", "by", right=["bp"])
    for one in game.moves:
        moves.add_row(str(one.date), one.wager, one.summary(), _points(one), _by(one))
    for one in game.total:
        if sum(move.wager == one.wager for move in game.moves) > 1:
            moves.add_row("total", one.wager, one.summary(), _points(one), "", style="bold")
    _keep(moves, 0, 2)
    out.print(Text("prices of the default table", "cyan"))
    out.print(moves)


def show_ranges(out: Console, game: PricedGame) -> None:
    """Print the best and the worst lawful table before and after, and how much each changed."""
    from rich.text import Text

    from pitboss.cli.terminal import table

    right = ["best, bp", "worst, bp"]
    ranges = table("date", "wager", "best to worst before", "after", *right, "by", right=right)
    for whole in game.ranges:
        for one in whole.steps or (whole,):
            ranges.add_row(str(one.date), one.wager, *_ends(one), _by(one))
        if whole.steps:
            ranges.add_row("total", whole.wager, *_ends(whole), "", style="bold")
    _keep(ranges, 0, 2, 3)
    out.print(Text("the lawful range, for a player", "cyan"))
    out.print(ranges)


def _ends(one: RangeMove) -> list[str]:
    points = [f"{move:+,.2f}" for move in one.basis_points] if one.basis_points else ["", ""]
    return [_between(one.was, "new"), _between(one.now, "removed"), *points]


def _between(ends: tuple[float, float] | None, without: str) -> str:
    if ends is None:
        return without
    best, worst = (f"{edge:.4%}" for edge in ends)
    return best if best == worst else f"{best} to {worst}"


def _points(move: Move) -> str:
    return "" if move.basis_points is None else f"{move.basis_points:+,.2f}"


def _by(move: Move | RangeMove) -> str:
    """Cite the amendments behind a change; if none is known, the sections."""
    from pitboss.cli.terminal import short

    named = [rule.rule for rule in move.rules if rule.rule]
    return "; ".join(dict.fromkeys(named or [short(rule.citation) for rule in move.rules]))


def _kind(kind: str, wide: bool) -> Text:
    """Describe the kind of change in words, or by a sign on a narrow terminal."""
    from rich.text import Text

    what, _, happened = kind.rpartition(" ")
    text = kind if wide else f"{_SIGN.get(happened, '~')} {'' if what == 'section' else what}"
    return Text(text, _STYLE.get(happened, "cyan"))


def _keep(made: Table, *columns: int) -> None:
    """Keep these columns from wrapping."""
    for number in columns:
        made.columns[number].no_wrap = True
