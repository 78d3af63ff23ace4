"""`pitboss serve`: the floor, in the browser and for programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.common import Database, Folder, examples

NAME = "serve"
EXAMPLES = examples(
    "pitboss serve",
    "pitboss serve --port 9000 --no-browser",
    "pitboss serve --database postgresql://pitboss@localhost/floor",
    "pitboss serve --database @/etc/pitboss/database",
    "pitboss serve --host 0.0.0.0 --allow casino.example",
    "pitboss serve --policy house.toml",
)


def command(
    port: Annotated[
        int | None,
        typer.Option(
            "--port", metavar="PORT", min=0, max=65535, help="0: any that is free.", show_default="8080, or the next"
        ),
    ] = None,
    host: Annotated[
        str, typer.Option("--host", metavar="HOST", help="Where to listen; 0.0.0.0: for everybody on the network.")
    ] = "127.0.0.1",
    allow: Annotated[
        list[str] | None,
        typer.Option("--allow", metavar="NAME", help="A name that the server goes by, too; may be repeated."),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", metavar="", help="Open no browser.")] = False,
    database: Database = "",
    folder: Folder = None,
    address: Annotated[
        str,
        typer.Option(
            "--address", metavar="URL", help="Where other processes of the floor reach this one.", show_default="here"
        ),
    ] = "",
    policy: Annotated[
        Path | None,
        typer.Option(
            "--policy",
            metavar="FILE",
            help="What the house takes on: figures that replace those of pitboss/floor/policy.toml.",
            show_default="$PITBOSS_POLICY",
        ),
    ] = None,
) -> None:
    """Open the floor: live tables in the browser, and an API.

    Everything is kept in a database; Ctrl-C ends it, and the next start goes on where it was.
    """
    from pitboss.cli.server import Wanted, database_given, serve
    from pitboss.floor.policy import read_policy

    names = tuple(allow or ())
    serve(Wanted(port, host, names, not no_browser, database_given(database), folder, address, read_policy(policy)))
