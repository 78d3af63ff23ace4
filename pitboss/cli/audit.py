"""`pitboss audit`: a floor's database held against its tapes, its seals and its signed heads."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import typer

from pitboss.cli.common import Database, Folder, Json, examples, print_json

if TYPE_CHECKING:
    from pitboss.floor.audit import FloorAudit

NAME = "audit"
EXAMPLES = examples("pitboss audit", "pitboss audit --folder /var/lib/pitboss --json")


def command(
    database: Database = "",
    folder: Folder = None,
    json: Json = False,
) -> None:
    """Audit a floor: its ledger, every tape, shuffle, seal, seat and time, against one another and its signed heads.

    Nothing is written, and the floor may be open. Exit code 0: all is right; 1: what is not is named, and where.
    A game that is not installed here is noticed, and no finding: its rounds cannot be played again.
    """
    from pitboss.cli.server import database_given
    from pitboss.floor.audit import audit_floor
    from pitboss.floor.floor import default_folder, sealer_of
    from pitboss.floor.store import Store

    folder = folder or default_folder()
    if not folder.is_dir():
        raise ValueError(f"{folder}: there is no floor here; --folder names another")
    url = database_given(database)
    if url is None and not (folder / "floor.db").is_file():
        raise ValueError(f"{folder}: there is no floor here; --folder names another")
    if "PITBOSS_KEY" not in os.environ and not (folder / "key").is_file():
        raise ValueError(f"{folder / 'key'}: there is no key; it is there that the floor has it, or in PITBOSS_KEY")
    store = Store(url or f"sqlite:///{folder / 'floor.db'}")
    try:
        found = audit_floor(store, sealer_of(folder), folder)
    finally:
        store.close()
    if json:
        print_json(found)
    else:
        show(found)
    if found.findings:
        raise typer.Exit(1)


def show(found: FloorAudit) -> None:
    from rich.text import Text

    from pitboss.cli.terminal import console

    out = console()
    looked = (
        f"{found.tables:,} tables, {found.entries:,} entries, {found.journals:,} journals, {found.accounts:,} accounts"
    )
    out.print(Text(f"{looked}, {found.heads:,} signed heads", "dim"))
    for one in found.findings:
        out.print(Text.assemble(("✗ ", "bold red"), (f"{one.where}: ", "red"), one.what), soft_wrap=True)
    for one in found.notices:
        out.print(Text.assemble(("! ", "bold yellow"), (f"{one.where}: ", "yellow"), one.what), soft_wrap=True)
    if found.findings:
        print(f"pitboss: {len(found.findings)} findings", file=sys.stderr)
    else:
        out.print(
            Text.assemble(
                ("✓ ", "bold green"),
                "all is as the rest says" if not found.notices else "what was looked at is as the rest says",
            ),
            soft_wrap=True,
        )
