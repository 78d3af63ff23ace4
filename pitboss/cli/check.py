"""`pitboss check`: check a licensee's tables against the regulation on their dates."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.common import Json, examples, print_json, sample_file

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.chapter.check import Finding
    from pitboss.library.checks import CheckedTable, CheckedTables

NAME = "check"
TABLE_FILE = """\
game = "craps"
on = 2026-06-01

[options]
offer_678 = true

[limits]
minimum = 10
maximum = 5000

[notices]  # what the signs at the table show
limits = true
options = ["offer_678"]

[[changes]]  # a change of an option, of odds or of the limits
option = "field.12"
from = "2 to 1"
to = "3 to 1"
effective_at = 2026-06-01T14:00:00
sign_posted_at = 2026-06-01T13:30:00
announced_at = 2026-06-01T13:30:00
regulator_notified_at = 2026-06-01T13:30:00

[tournament]  # a tournament at this table
name = "Boardwalk Open"
kind = "ordinary"
fee = 100
chips = 1000
prizes = ["50%", "30%"]
[[tournament.stages]]
hands = 10
[tournament.notice]
filed_at = 2026-05-18T09:00:00
starts_at = 2026-06-01T10:00:00
locations = "pit 3"
equipment = ["one craps table"]
participants = 20
security = "two officers"
surveillance = "cameras 1 to 4"
supervisors_certification = true
controller_certification = true
key_licensee_certification = true
[tournament.controls]
fees_and_rebuys = "IC-1"
rules_and_eligibility = "IC-2"
prizes = "IC-3"
tournament_chips = "IC-4"
revenue_and_tax = "IC-5"
complaints = "IC-6"
"""
"""A table file with every section except [odds]; a test checks it."""
EXAMPLES = "\n".join(
    [
        examples("pitboss check table-7.toml", "pitboss check tables/*.toml", "pitboss check table-7.toml --json"),
        "",
        sample_file("A table file with all three sections:", TABLE_FILE),
    ]
)
Files = Annotated[
    list[Path],
    typer.Argument(metavar="FILE", help="A licensee's table files (TOML).", show_default=False),
]


def command(files: Files, json: Json = False) -> None:
    """Check table files against the regulation on their dates.

    Lists every breach with its section. Several files are treated as tables of one licensee: odds that must be
    uniform are compared between tables of the same game and date. With --json, several files produce a list of
    tables. Exit code 0: no breaches; 1: breaches; 2: a file could not be read (the others are still checked).

    Besides its choices, a file may have three sections: [notices] states what the signs at the table show (8.2, 8.3),
    each [[changes]] is a change at the open table (8.3), and [tournament] is a tournament played at it (8.6).
    """
    from pitboss.library.checks import check_together

    found = check_together(files)
    if json:
        print_json((*found.tables, *found.unread)[0] if len(files) == 1 else found)
    else:
        show(found)
    for one in found.unread:
        print(f"pitboss: {one.problem}", file=sys.stderr)
    if found.unread or found.breaches:
        raise typer.Exit(2 if found.unread else 1)


def show(found: CheckedTables) -> None:
    """Print table by table, with the legend of marks at the end."""
    from pitboss.cli.terminal import console, legend

    out = console()
    for one in found.tables:
        show_table(out, one)
    if note := legend(finding.provenance for one in found.tables for finding in one.findings):
        out.print(note)


def show_table(out: Console, found: CheckedTable) -> None:
    from rich.text import Text

    what = Text.assemble((found.name, "bold"), f": {found.game} on {found.on}")
    if found.note:
        out.print(Text(found.note, "dim"))
    if not found.findings:
        out.print(what, "–", "[green]no breaches[/green]")
        return
    breaches, warnings = found.breaches, len(found.findings) - found.breaches
    count = ", ".join(
        f"{number} {word}{'s' if word == 'warning' and number != 1 else 'es' if number != 1 else ''}"
        for number, word in ((breaches, "breach"), (warnings, "warning"))
        if number
    )
    out.print(what, "–", f"[{'red' if breaches else 'yellow'}]{count}[/]")
    for one in found.findings:
        show_finding(out, one)
    out.print()


def show_finding(out: Console, one: Finding) -> None:
    """Print a finding in wrapped lines; in a table column, the permitted values might be cut off."""
    from rich.padding import Padding
    from rich.text import Text

    from pitboss.cli.terminal import marked, short

    colour = "red" if one.severity == "breach" else "yellow"
    head = Text.assemble((f"{one.severity:8}", colour), marked(short(one.citation), one.provenance, "bold"), "  ")
    # Never break a citation; fold a path that is too long for the rest of the line.
    out.print()
    out.print(Text.assemble(head, one.where), overflow="fold")
    out.print(Padding(Text(one.wrong, overflow="fold"), (0, 0, 0, 8), expand=False))
    out.print(
        Padding(Text.assemble(("permitted: ", "dim"), one.permitted, overflow="fold"), (0, 0, 0, 8), expand=False)
    )
