"""`pitboss trace`: every paragraph of a game's subchapter, and where Pitboss answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.common import Game, Json, examples, print_json, rules_named

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.chapter.trace import Trace

NAME = "trace"
EXAMPLES = examples("pitboss trace craps", "pitboss trace craps --gaps", "pitboss trace craps --json")


def command(
    game: Game,
    gaps: Annotated[bool, typer.Option("--gaps", help="Only the paragraphs that have no answer.")] = False,
    json: Json = False,
) -> None:
    """The paragraphs of the chapter against data, steps and tests: exit code 1 if one has no answer."""
    from pitboss.chapter.trace import trace

    found = trace(rules_named(game).game.id)
    if gaps:
        found = found.model_copy(
            update={"paragraphs": tuple(one for one in found.paragraphs if not one.answered)}
        )
    if json:
        print_json(found)
    else:
        from pitboss.cli.paper import console

        show(console(), found)
    if found.gaps or found.dangling:
        raise typer.Exit(1)


def show(out: Console, found: Trace) -> None:
    from rich.text import Text

    from pitboss.cli.paper import legend, marked, table

    made = table("", "paragraph", "in short", "data", "steps", "tests")
    for one in found.paragraphs:
        gist = marked(one.gist, one.provenance)
        if one.nothing:
            gist.append(f"\nnothing for software: {one.nothing}", "dim")
        made.add_row(
            Text("✓", "green") if one.answered else Text("✗", "bold red"),
            one.id,
            gist,
            _some(one.data),
            _some(one.steps),
            _some(one.tests),
        )
    made.columns[1].no_wrap = True
    made.columns[2].ratio = 2
    if found.paragraphs:
        out.print(made)
    if note := legend(one.provenance for one in found.paragraphs):
        out.print(note)
    for where in found.dangling:
        out.print(Text(f"cites what is no paragraph: {where}", "red"))
    gaps = len(found.gaps)
    out.print(Text(f"{gaps} without an answer", "bold red") if gaps else Text("no gap", "bold green"))


def _some(places: object, most: int = 3) -> object:
    """The first few places, and how many more there are."""
    from rich.text import Text

    listed = [str(place) for place in places] if isinstance(places, (list, tuple)) else []
    more = [f"and {len(listed) - most} more"] if len(listed) > most else []
    return Text("\n".join([*listed[:most], *more]), "dim", overflow="fold")
