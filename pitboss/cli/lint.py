"""`pitboss lint`: check files that people write, one line per problem."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.common import Json, examples, print_json

NAME = "lint"
EXAMPLES = examples("pitboss lint tables/*.toml", "pitboss lint my-chart.toml come-out.script --json")
Files = Annotated[
    list[Path],
    typer.Argument(metavar="FILE", help="Table files, strategies, counting systems and scripts.", show_default=False),
]


def command(files: Files, json: Json = False) -> None:
    """Check table files, strategies, counting systems and scripts: FILE:LINE: problem.

    Editors and CI systems understand these lines, and .pre-commit-hooks.yaml offers the command as a hook. A table file
    is checked as by pitboss check, a script is played. Exit code 0: no breaches; 1: breaches; 2: a file could not be
    read or played.
    """
    from pitboss.library.linting import lint

    found = lint(files)
    if json:
        print_json(found)
    else:
        for one in found.problems:
            print(one)
    if found.errors or found.breaches:
        raise typer.Exit(2 if found.errors else 1)
