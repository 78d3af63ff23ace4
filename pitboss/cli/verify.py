"""`pitboss verify`: check an export of a table, a tape, or the opened cards of shuffles."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.common import Json, examples, print_json

if TYPE_CHECKING:
    from pitboss.floor.verify import VerificationResult

NAME = "verify"
EXAMPLES = examples(
    "pitboss verify table-4.json --key 5f2c…",
    "pitboss verify table-4.json --key 5f2c… --anchor heads.jsonl",
    "pitboss verify shuffles.json --key 5f2c… --earlier shuffles-at-noon.json",
    "pitboss verify evening.tape --json",
)
SHOWN = 20


def command(
    export: Annotated[
        Path,
        typer.Argument(
            metavar="EXPORT", help="An export of a table, a tape, or a list of shuffles.", show_default=False
        ),
    ],
    key: Annotated[
        str | None,
        typer.Option(
            "--key",
            metavar="KEY",
            help="The floor's public key, published at /api/v1/key.",
            show_default=False,
        ),
    ] = None,
    anchor: Annotated[
        Path | None,
        typer.Option(
            "--anchor",
            metavar="FILE",
            help="Checkpoints of the floor, kept elsewhere, that the tape of the export must agree with.",
            show_default=False,
        ),
    ] = None,
    earlier: Annotated[
        Path | None,
        typer.Option(
            "--earlier",
            metavar="FILE",
            help="The same list of shuffles, downloaded before their cards were opened.",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Check an export of a table: its seals, rounds, shuffles, ledger and signature.

    Or check a list of shuffles, which anyone can get from /api/v1/tables/N/shuffles: whether the cards shown are
    those committed to. With --key, the floor must have signed the commitments; with --earlier, they must be the same
    as before the cards were opened.

    An export is only trustworthy if it is signed with the floor's own key: without --key it counts as unverified.
    Exit code 0: verified; 1: something is wrong (the entry is named), or no key was given; 2: the file is not an
    export, tape or list of shuffles.
    """
    from pitboss.floor.verify import BadExport, verify_text

    try:
        before = None if earlier is None else earlier.read_bytes().decode("utf-8")
        found = verify_text(export.read_bytes().decode("utf-8"), key, anchor, before)
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


def show(export: Path, found: VerificationResult) -> None:
    from rich.text import Text

    from pitboss.cli.terminal import console, table

    out = console()
    what = " ".join(
        part for part in (found.name or found.game, f"(table {found.table})" if found.table else "") if part
    )
    if what:
        out.print(Text(what, "bold"))
    parts = table("", "", "", show_header=False, box=None, padding=(0, 2, 0, 0))
    wrong = {one.part for one in found.faults}
    for part, result in _results(found):
        sound = part not in wrong
        parts.add_row(Text("✓" if sound else "✗", "bold green" if sound else "bold red"), part, result)
    out.print(parts)
    for one in found.faults[:SHOWN]:
        where = f"entry {one.entry}: " if one.entry is not None else ""
        out.print(Text.assemble((f"{one.part}: ", "red"), where, one.what), soft_wrap=True)
    if len(found.faults) > SHOWN:
        out.print(Text(f"and {len(found.faults) - SHOWN} more; --json has them all", "dim"))
    if not found.faults and not found.true:
        out.print(
            Text.assemble(
                ("? ", "bold yellow"),
                f"{export}: it is consistent, but anyone can sign: is {found.signed_by} the floor's key? ",
                "Pass the key that the floor publishes with --key.",
            ),
            soft_wrap=True,
        )
        print(f"pitboss: {export}: unverified: no key was given", file=sys.stderr)
    elif found.true:
        out.print(Text.assemble(("✓ ", "bold green"), f"{export}: verified"), soft_wrap=True)
    else:
        print(f"pitboss: {export}: verification failed", file=sys.stderr)


def _results(found: VerificationResult) -> list[tuple[str, str]]:
    if found.kind == "shuffles":
        cards = f"{found.cards} cards opened, matching the commitments made before the deal"
        before = f"; {found.known} of these commitments were downloaded earlier" if found.known else ""
        results = [("shuffles", f"{found.shuffles} committed to, {found.opened} with opened cards; {cards}{before}")]
        return [*results, ("signature", found.signed_by)] if found.signed_by else results
    results = [("chain", f"{found.entries} entries, each sealed to the previous one")]
    if not any(one.part == "chain" for one in found.faults):
        rest = ", and one unfinished" if found.unfinished else ""
        results.append(("rounds", f"{found.rounds} replayed to the cent{rest}"))
        if found.commitments:
            drawn = f"{found.draws} rolls, draws and shuffles match the commitments made before the wagers"
            results.append(("chance", f"{found.commitments} committed seeds; {drawn}"))
    if found.kind == "export":
        cards = f"; {found.cards} cards in the committed order" if found.opened else ""
        results.append(("shuffles", f"{found.shuffles} committed to, {found.opened} opened{cards}"))
        results.append(("ledger", f"{found.journals} journals, each balanced and matching the tape"))
        if (anchor := found.anchor) is not None:
            last = f", the last in {anchor.last}" if anchor.last else ""
            later = f"; {anchor.later} are later than this export" if anchor.later else ""
            results.append(("anchor", f"{anchor.name}: {anchor.heads} signed heads compared{last}{later}"))
        vouched = "" if found.vouched else " (unverified)"
        results.append(("signature", f"{found.signed_by}{vouched}" if found.signed_by else "none"))
    return results
