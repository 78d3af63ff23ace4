"""`pitboss serve`: the floor, for browsers and programs."""

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
            "--port",
            metavar="PORT",
            min=0,
            max=65535,
            help="Port to listen on; 0 for any free port.",
            show_default="8080, or the next",
        ),
    ] = None,
    host: Annotated[
        str, typer.Option("--host", metavar="HOST", help="Address to listen on; 0.0.0.0 for the whole network.")
    ] = "127.0.0.1",
    allow: Annotated[
        list[str] | None,
        typer.Option("--allow", metavar="NAME", help="Another host name of the server; may be repeated."),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", metavar="", help="Do not open a browser.")] = False,
    database: Database = "",
    folder: Folder = None,
    address: Annotated[
        str,
        typer.Option(
            "--address",
            metavar="URL",
            help="Address at which other processes of the floor reach this one.",
            show_default="here",
        ),
    ] = "",
    policy: Annotated[
        Path | None,
        typer.Option(
            "--policy",
            metavar="FILE",
            help="House limits that override those in pitboss/floor/policy.toml.",
            show_default="$PITBOSS_POLICY",
        ),
    ] = None,
) -> None:
    """Open the floor: live tables in the browser, and an API.

    Everything is saved in a database. Stop with Ctrl-C; the next start resumes where it left off.
    """
    from pitboss.cli.server import ServerOptions, database_given, serve
    from pitboss.floor.policy import read_policy

    names = tuple(allow or ())
    serve(
        ServerOptions(port, host, names, not no_browser, database_given(database), folder, address, read_policy(policy))
    )
