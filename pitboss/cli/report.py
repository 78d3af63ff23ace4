"""`pitboss report`: the mathematical report of a table, ready to sign."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.common import Json, Out, TableFile, Unlawful, examples

NAME = "report"
EXAMPLES = examples(
    "pitboss report table-7.toml --out report.pdf",
    "pitboss report table-7.toml --out report.html --rounds 1e7 --seed 3",
    "pitboss report table-7.toml --json",
)


def command(
    table: TableFile,
    out: Out = None,
    unlawful: Unlawful = False,
    rounds: Annotated[
        str, typer.Option("--rounds", metavar="N", help="Rounds of the confirming simulation; 0 for none.")
    ] = "1e6",
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="The simulation's seed.")] = 1,
    json: Json = False,
) -> None:
    """Write the mathematical report of a table, as HTML or PDF.

    It contains the rules in force with their sections, every wager's combinations, true odds, payout odds and exact
    edge, the house's average win by number of rounds, the best strategy and the cost of simpler ones, limits and
    meters, and a confirming simulation. It carries the hash of the table file.
    """
    from pitboss.cli.paper import put
    from pitboss.cli.progress import progress_bar
    from pitboss.cli.simulate import whole
    from pitboss.library.papers.reports import Simulated, report
    from pitboss.library.papers.table import PaperTable
    from pitboss.simulation.run import MOST_ROUNDS

    held = PaperTable.read(table, unlawful)
    parameters = Simulated(whole(rounds, "--rounds", MOST_ROUNDS) if rounds.strip() != "0" else 0, seed)
    with progress_bar(f"{held.layout.rules.game.id}: the report", quiet=json) as done:
        document = report(held, parameters, done)
    put(document, out, json, Path(table).with_suffix(".report.pdf"))
