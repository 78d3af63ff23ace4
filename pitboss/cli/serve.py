"""`pitboss serve`: the floor, for browsers and programs."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.common import Anchors, Certificate, Database, Folder, examples

NAME = "serve"
EXAMPLES = examples(
    "pitboss serve",
    "pitboss serve --port 9000 --no-browser",
    "pitboss serve --database postgresql://pitboss@localhost/floor",
    "pitboss serve --database @/etc/pitboss/database",
    "pitboss serve --host 0.0.0.0 --allow casino.example",
    "pitboss serve --policy house.toml",
    "pitboss serve --anchor /mnt/vault/heads.jsonl --anchor https://witness.example/floor",
    "pitboss serve --accept-restore 'disk failed, restored the backup of 06:00'",
    "pitboss serve --log-format json --open-metrics",
)


class LogFormat(StrEnum):
    """How the log is written."""

    TEXT = "text"
    JSON = "json"


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
    anchor: Anchors = None,
    time_stamps: Annotated[
        str,
        typer.Option(
            "--time-stamps",
            metavar="URL",
            help="A time-stamping authority (RFC 3161) that confirms the checkpoints.",
            show_default="$PITBOSS_TIME_STAMPS",
        ),
    ] = "",
    time_stamps_certificate: Certificate = None,
    accept_restore: Annotated[
        str,
        typer.Option(
            "--accept-restore",
            metavar="REASON",
            help="Open a floor that its anchors prove to be rewound. The reason is recorded in every anchor.",
            show_default=False,
        ),
    ] = "",
    log_format: Annotated[
        LogFormat, typer.Option("--log-format", help="Warnings as lines for people, or as JSON for a log collector.")
    ] = LogFormat.TEXT,
    open_metrics: Annotated[
        bool, typer.Option("--open-metrics", metavar="", help="Serve /metrics without a staff token.")
    ] = False,
) -> None:
    """Open the floor: live tables in the browser, and an API.

    Everything is saved in a database. Stop with Ctrl-C; the next start resumes where it left off.
    """
    from pitboss.cli.server import ServerOptions, database_given, serve
    from pitboss.floor.anchors.keeper import read_settings
    from pitboss.floor.policy import read_policy

    serve(
        ServerOptions(
            port,
            host,
            tuple(allow or ()),
            not no_browser,
            database_given(database),
            folder,
            address,
            read_policy(policy),
            read_settings(anchor or (), time_stamps, time_stamps_certificate),
            accept_restore,
            open_metrics,
            log_format.value,
        )
    )
