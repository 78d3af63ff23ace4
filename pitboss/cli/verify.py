"""`pitboss verify`: an export of a table, a tape, or the opened cards of shuffles, checked from first to last."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.common import Json, examples, print_json

if TYPE_CHECKING:
    from pitboss.floor.verify import Verified

NAME = "verify"
EXAMPLES = examples("pitboss verify table-4.json --key 5f2c…", "pitboss verify evening.tape --json")
SHOWN = 20


def command(
    export: Annotated[
        Path, typer.Argument(metavar="EXPORT", help="An export of a table, a tape, or shuffles.", show_default=False)
    ],
    key: Annotated[
        str | None,
        typer.Option(
            "--key",
            metavar="KEY",
            help="The floor's public key, which it publishes at /api/v1/key.",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Check an export of a table: its seals, rounds, shuffles, ledger and signature.

    Or check what anybody may ask for at /api/v1/tables/N/shuffles: that the cards which were shown are those that were
    committed to before the deal.

    An export is true only if the floor's own key has signed it: without --key it is named, and unverified.
    Exit code 0: all is true; 1: something is not, and the entry is named, or whose key it is was not said;
    2: the file is no export and no tape.
    """
    from pitboss.floor.verify import BadExport, verify_text

    try:
        found = verify_text(export.read_bytes().decode("utf-8"), key)
    except UnicodeDecodeError:
        raise ValueError(f"{export}: cannot be read: an export is text in UTF-8") from None
    except BadExport as error:
        raise ValueError(f"{export}: {error}") from None
    if json:
        print_json(found)
    else:
        show(export, found)
    if not found.true:
        raise typer.Exit(1)


def show(export: Path, found: Verified) -> None:
    from rich.text import Text

    from pitboss.cli.terminal import console, table

    out = console()
    what = " ".join(
        part for part in (found.name or found.game, f"(table {found.table})" if found.table else "") if part
    )
    if what:
        out.print(Text(what, "bold"))
    made = table("", "", "", show_header=False, box=None, padding=(0, 2, 0, 0))
    wrong = {one.part for one in found.faults}
    for part, told in _told(found):
        sound = part not in wrong
        made.add_row(Text("✓" if sound else "✗", "bold green" if sound else "bold red"), part, told)
    out.print(made)
    for one in found.faults[:SHOWN]:
        where = f"entry {one.entry}: " if one.entry is not None else ""
        out.print(Text.assemble((f"{one.part}: ", "red"), where, one.what), soft_wrap=True)
    if len(found.faults) > SHOWN:
        out.print(Text(f"and {len(found.faults) - SHOWN} more; --json has them all", "dim"))
    if not found.faults and not found.true:
        out.print(
            Text.assemble(
                ("? ", "bold yellow"),
                f"{export}: nothing in it contradicts itself, but anybody can sign: is {found.signed_by} the floor's? ",
                "Give the key that the floor publishes with --key.",
            ),
            soft_wrap=True,
        )
        print(f"pitboss: {export}: unverified: the floor's key was not given", file=sys.stderr)
    elif found.true:
        out.print(Text.assemble(("✓ ", "bold green"), f"{export}: all is true"), soft_wrap=True)
    else:
        print(f"pitboss: {export}: not true", file=sys.stderr)


def _told(found: Verified) -> list[tuple[str, str]]:
    if found.kind == "shuffles":
        cards = f"{found.cards} cards are opened, as they were committed to before the first card was dealt"
        return [("shuffles", f"{found.shuffles} committed to, {found.opened} with opened cards; {cards}")]
    told = [("chain", f"{found.entries} entries, each sealed to the one before")]
    if not any(one.part == "chain" for one in found.faults):
        rest = ", and one that is not over" if found.unfinished else ""
        told.append(("rounds", f"{found.rounds} played again to the cent{rest}"))
        if found.commitments:
            drawn = f"{found.draws} rolls, draws and shuffles follow from what was committed to before the wagers"
            told.append(("chance", f"{found.commitments} seeds committed to; {drawn}"))
    if found.kind == "export":
        cards = f"; {found.cards} cards in the order that was committed to" if found.opened else ""
        told.append(("shuffles", f"{found.shuffles} committed to, {found.opened} opened{cards}"))
        told.append(("ledger", f"{found.journals} journals, each balanced and what the tape says"))
        vouched = "" if found.vouched else " (unverified)"
        told.append(("signature", f"{found.signed_by}{vouched}" if found.signed_by else "none"))
    return told
