"""`pitboss diff`: what changed in the chapter between two dates."""

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
Day = Annotated[str, typer.Argument(metavar="DATE", help="A day (YYYY-MM-DD).", show_default=False)]
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
            "--priced", metavar="", help="What it did to the prices of a usual table, and to the lawful range."
        ),
    ] = False,
    json: Json = False,
) -> None:
    """What changed in the chapter between two dates.

    With --priced, what the changes did to the house edge of every wager, in basis points: at the usual table, change by
    change, and at the best and the worst that the chapter permits, from the first date to the second.
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

    out.print(Text(f"The chapter from {found.first} to {found.second}", "bold"))
    if not found.contents and not found.games:
        out.print("nothing changed")
    if found.contents:
        out.print()
        out.print(Text.assemble(("Contents", "bold cyan"), (f"  {len(found.contents)} changes", "dim")))
        made = table("date", "", "section", "title", "rule")
        for one in found.contents:
            after = _AFTER.search(one.note)
            note = _AFTER.sub("", one.note).strip("; ")
            was = f"was {one.was}" if one.was else ""
            made.add_row(
                str(one.date),
                _kind(one.kind, wide),
                one.section,
                Text("\n").join([Text(one.title), *(Text(line, "dim") for line in (was, note) if line)]),
                one.rule or Text(f"after {after[1]}" if after else "", "dim"),
            )
        _keep(made, 0, 2, 4)
        out.print(made)
        if any(_AFTER.search(one.note) for one in found.contents):
            out.print(
                Text("after …: the date is that of the first edition which shows it; the rule is not known", "dim")
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
        made = table("date", "", "section", "what", "rule")
        for one in game.changes:
            provides = " → ".join(part for part in (one.was, one.now) if part)
            what = Text.assemble(marked(one.name, one.provenance, "bold"), f": {provides}" if provides else "")
            if one.note:
                what.append(f"\n{one.note}", "dim")
            made.add_row(
                str(one.date),
                _kind(f"{one.what} {one.kind}", out.width >= WIDE),
                short(one.citation),
                what,
                one.rule or "",
            )
        _keep(made, 0, 2, 4)
        out.print(made)
    for rule in game.amendments:
        out.print(Text(f"{rule.when} {rule.rule}, {', '.join(rule.sections)}: {rule.change}", "dim"))


def show_prices(out: Console, game: PricedGame) -> None:
    """What it did to the prices of the usual table: each move with its rule; several of a wager with their sum."""
    from rich.text import Text

    if game.why:
        out.print(Text(f"no prices: {game.why}", "dim"))
        return
    if not game.moves:
        out.print(Text("no price of the usual table moved", "dim"))
    else:
        show_moves(out, game)
    if game.ranges:
        show_ranges(out, game)
    else:
        out.print(Text("no lawful range moved", "dim"))


def show_moves(out: Console, game: PricedGame) -> None:
    """The moves of the usual table's prices."""
    from rich.text import Text

    from pitboss.cli.terminal import table

    made = table("date", "wager", "house edge", "bp", "by", right=["bp"])
    for one in game.moves:
        made.add_row(str(one.date), one.wager, one.told(), _points(one), _by(one))
    for one in game.total:
        if sum(move.wager == one.wager for move in game.moves) > 1:
            made.add_row("in all", one.wager, one.told(), _points(one), "", style="bold")
    _keep(made, 0, 2)
    out.print(Text("the usual table's prices", "cyan"))
    out.print(made)


def show_ranges(out: Console, game: PricedGame) -> None:
    """The best and the worst lawful table for a player, before and after, and by how much each moved."""
    from rich.text import Text

    from pitboss.cli.terminal import table

    right = ["best, bp", "worst, bp"]
    made = table("date", "wager", "best to worst before", "after", *right, "by", right=right)
    for whole in game.ranges:
        for one in whole.steps or (whole,):
            made.add_row(str(one.date), one.wager, *_ends(one), _by(one))
        if whole.steps:
            made.add_row("in all", whole.wager, *_ends(whole), "", style="bold")
    _keep(made, 0, 2, 3)
    out.print(Text("the lawful range, for a player", "cyan"))
    out.print(made)


def _ends(one: RangeMove) -> list[str]:
    points = [f"{move:+,.2f}" for move in one.basis_points] if one.basis_points else ["", ""]
    return [_between(one.was, "new"), _between(one.now, "gone"), *points]


def _between(ends: tuple[float, float] | None, without: str) -> str:
    if ends is None:
        return without
    best, worst = (f"{edge:.4%}" for edge in ends)
    return best if best == worst else f"{best} to {worst}"


def _points(move: Move) -> str:
    return "" if move.basis_points is None else f"{move.basis_points:+,.2f}"


def _by(move: Move | RangeMove) -> str:
    """The rules that moved it; where none is known, the sections."""
    from pitboss.cli.terminal import short

    named = [rule.rule for rule in move.rules if rule.rule]
    return "; ".join(dict.fromkeys(named or [short(rule.citation) for rule in move.rules]))


def _kind(kind: str, wide: bool) -> Text:
    """What happened, in words or by a sign."""
    from rich.text import Text

    what, _, happened = kind.rpartition(" ")
    text = kind if wide else f"{_SIGN.get(happened, '~')} {'' if what == 'section' else what}"
    return Text(text, _STYLE.get(happened, "cyan"))


def _keep(made: Table, *columns: int) -> None:
    """Dates, sections and rules stay in one line."""
    for number in columns:
        made.columns[number].no_wrap = True
