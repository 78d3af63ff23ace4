"""`pitboss trace`: every paragraph of a game's subchapter, and where Pitboss answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.common import Game, Json, examples, print_json

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.chapter.trace import Trace, TracedParagraph

NAME = "trace"
EXAMPLES = examples("pitboss trace craps", "pitboss trace craps --gaps", "pitboss trace craps --json")
FEW = 3
"""So many provisions are named for a paragraph."""


def command(
    game: Game,
    gaps: Annotated[bool, typer.Option("--gaps", metavar="", help="Only the paragraphs that have no answer.")] = False,
    json: Json = False,
) -> None:
    """Every paragraph of a subchapter, and where it is answered.

    As data, as a step, shown by a test; or why it is nothing for software. Exit code 1 if one has no answer.
    """
    from pitboss.chapter.trace import trace
    from pitboss.library.layouts import rules_named

    found = trace(rules_named(game).game.id)
    if gaps:
        found = found.model_copy(update={"paragraphs": tuple(one for one in found.paragraphs if not one.answered)})
    if json:
        print_json(found)
    else:
        from pitboss.cli.terminal import console

        show(console(), found)
    if found.gaps or found.dangling:
        raise typer.Exit(1)


def show(out: Console, found: Trace) -> None:
    from rich.text import Text

    from pitboss.cli.terminal import legend, marked, table

    made = table("", "paragraph", "in short", "answered by")
    for one in found.paragraphs:
        made.add_row(
            Text("✓", "green") if one.answered else Text("✗", "bold red"),
            one.id,
            marked(one.gist, one.provenance),
            Text(_answer(one), "dim"),
        )
    made.columns[1].max_width = 18
    made.columns[2].ratio, made.columns[3].ratio = 3, 2
    if found.paragraphs:
        out.print(made)
    if note := legend(one.provenance for one in found.paragraphs):
        out.print(note)
    for where in found.dangling:
        out.print(Text(f"answers no paragraph: {where}", "red"))
    gaps = len(found.gaps)
    out.print(Text(f"{gaps} without an answer", "bold red") if gaps else Text("no gap", "bold green"))


def _answer(one: TracedParagraph) -> str:
    """Where a paragraph is answered, in short; --json has every place in full."""
    files: dict[str, list[str]] = {}
    for step in one.steps:
        file, _, line = step.rsplit("/", 1)[-1].partition(":")
        files.setdefault(file, []).append(line)
    tests = len(one.tests or ())
    parts = [
        ", ".join(one.data[:FEW]) + (f" and {len(one.data) - FEW} more" if len(one.data) > FEW else ""),
        *(f"{file}:{', '.join(dict.fromkeys(lines))}" for file, lines in files.items()),
        f"{tests} test{'s' if tests > 1 else ''}" if tests else "",
        f"nothing for software: {one.nothing}" if one.nothing else "",
    ]
    return "; ".join(part for part in parts if part)
