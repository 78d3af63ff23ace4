"""`pitboss schema`: the JSON Schema of files that people write, for their editors."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.common import On, day_of, examples

NAME = "schema"
EXAMPLES = examples(
    "pitboss schema craps --on 2008-06-01 > craps.schema.json",
    "pitboss schema table-7.toml",
    "pitboss schema my-chart.toml",
    "pitboss schema strategy --out strategy.schema.json",
)


def command(
    name: Annotated[
        str,
        typer.Argument(
            metavar="GAME|strategy|system|FILE",
            help="A game's id, `strategy`, `system` (counting), or the TOML file that you write.",
            show_default=False,
        ),
    ],
    on: On = "",
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write the schema to this file.")] = None,
) -> None:
    """Print the JSON Schema of a game's table files on a date.

    An editor that knows it (VS Code with Even Better TOML, or anything with taplo) completes options and their values,
    shows each section, and underlines what was not permitted on that date. Given a FILE, the schema is written next to
    it, and the file's first line names it, so that the editor finds it automatically.

    A schema cannot express every rule; pitboss lint and pitboss check test all of them.
    """
    from pitboss.library.schemas import schema, schema_text, write_schema_beside

    if name.endswith(".toml"):
        if on or out:
            raise ValueError("a file has its own date, and its schema is written next to it: omit --on and --out")
        print(f"{write_schema_beside(Path(name))}: named in the first line of {name}")
        return
    text = schema_text(schema(name, day_of(on)))
    if out is None:
        sys.stdout.write(text)
    else:
        out.write_text(text, "utf-8")
        print(f"{out}: write `#:schema ./{out.name}` in the first line of files in its folder", file=sys.stderr)
