"""`pitboss audit`: check a floor's database against its tapes, seals and signed heads."""

from __future__ import annotations

import os
import sys
from itertools import zip_longest
from typing import TYPE_CHECKING

import typer

from pitboss.cli.common import Anchors, Certificate, Database, Folder, Json, examples, print_json

if TYPE_CHECKING:
    from rich.table import Table

    from pitboss.floor.audit import FloorAudit
    from pitboss.floor.sources import MoneyProof

NAME = "audit"
EXAMPLES = examples(
    "pitboss audit",
    "pitboss audit --folder /var/lib/pitboss --json",
    "pitboss audit --folder /backup --anchor /mnt/vault/heads.jsonl",
)


def command(
    database: Database = "",
    folder: Folder = None,
    anchor: Anchors = None,
    time_stamps_certificate: Certificate = None,
    json: Json = False,
) -> None:
    """Audit a floor: check its ledger, tapes, shuffles, seals, seats and times against one another.

    Nothing is written, and the floor may be running. Everything is compared with the signed checkpoints in the folder
    and in the anchors, which are named. Exit code 0: no findings; 1:
    findings, each with its place. A game that is not installed here is reported as a notice, since its rounds cannot
    be replayed.
    """
    from pitboss.cli.server import database_errors, database_given
    from pitboss.floor.anchors.keeper import read_settings
    from pitboss.floor.audit import audit_floor
    from pitboss.floor.floor import default_folder, sealer_of
    from pitboss.floor.store import Store

    folder = folder or default_folder()
    if not folder.is_dir():
        raise ValueError(f"{folder}: there is no floor here; use --folder to name another folder")
    url = database_given(database)
    if url is None and not (folder / "floor.db").is_file():
        raise ValueError(f"{folder}: there is no floor here; use --folder to name another folder")
    if "PITBOSS_KEY" not in os.environ and not (folder / "key").is_file():
        raise ValueError(f"{folder / 'key'}: no key found; the floor's key must be there or in PITBOSS_KEY")
    store = Store(url or f"sqlite:///{folder / 'floor.db'}")
    try:
        settings = read_settings(anchor or (), certificate=time_stamps_certificate)
        with database_errors(f"{folder}: the floor cannot be audited"):
            found = audit_floor(store, sealer_of(folder), folder, settings)
    finally:
        store.close()
    if json:
        print_json(found)
    else:
        show(found)
    if found.findings:
        raise typer.Exit(1)


def _money(money: MoneyProof) -> Table:
    """Return where the players' money came from and where it is, side by side."""
    from rich.table import Table

    from pitboss.table import dollars

    table = Table("the players' money comes from", "", "and is", "", box=None, pad_edge=False, header_style="dim")
    for place in (1, 3):
        table.columns[place].justify = "right"
    for source, held in zip_longest(money.sources, money.held):
        cells = [(one.name, dollars(one.cents)) if one is not None else ("", "") for one in (source, held)]
        table.add_row(*cells[0], *cells[1])
    both = [dollars(sum(one.cents for one in lines)) for lines in (money.sources, money.held)]
    table.add_row("in all", both[0], "in all", both[1], style="bold")
    return table


def show(found: FloorAudit) -> None:
    from rich.text import Text

    from pitboss.cli.terminal import console

    out = console()
    counts = (
        f"{found.tables:,} tables, {found.entries:,} entries, {found.journals:,} journals, {found.accounts:,} accounts"
    )
    out.print(Text(f"{counts}, {found.heads:,} signed heads", "dim"))
    for anchor in found.anchors:
        stamped = f"; {anchor.stamps:,} time stamps, the last of {anchor.stamped}" if anchor.stamps else ""
        compared = (
            f"compared with {anchor.name}: {anchor.checkpoints:,} checkpoints, the last is {anchor.last}{stamped}"
        )
        out.print(Text(compared, "dim"), soft_wrap=True)
    if found.money.sources:
        out.print(_money(found.money))
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
                "everything is consistent" if not found.notices else "everything that could be checked is consistent",
            ),
            soft_wrap=True,
        )
