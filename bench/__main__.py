"""`make bench`: compare Pitboss with its peers in one run. Look at the ratios; the figures depend on the machine."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from pathlib import Path
from typing import Any

from bench import (
    blackjack,
    counting,
    dealing,
    floods,
    floor,
    hands,
    poker_room,
    prices,
    showdowns,
    simulation,
    start,
    streams,
    takeover,
)

BENCHES = {
    module.__name__.removeprefix("bench."): module
    for module in (
        dealing,
        hands,
        poker_room,
        blackjack,
        simulation,
        counting,
        prices,
        showdowns,
        start,
        floor,
        streams,
        floods,
        takeover,
    )
}
OUT = Path("artifacts/bench")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("benches", nargs="*", metavar="BENCH", help=f"some of: {', '.join(BENCHES)}; else all")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--out", type=Path, default=OUT, help=f"folder for bench.md and bench.json, else {OUT}")
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.benches if name not in BENCHES]:
        parser.error(f"no bench {unknown[0]!r}; use one of: {', '.join(BENCHES)}")
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    heading = (
        f"Python {platform.python_version()} on {platform.machine()}, {os.cpu_count()} cores; figures are of one core "
        f"unless they say so. The load before the run was {load:.1f} processes."
    )
    rows = [row for name in arguments.benches or BENCHES for row in BENCHES[name].measure()]
    table = table_of(heading, rows, busy=load > 0.5)
    document = json.dumps({"machine": heading, "rows": rows}, indent=2)
    print(document if arguments.json else table)
    arguments.out.mkdir(parents=True, exist_ok=True)
    (arguments.out / "bench.md").write_text(table + "\n", "utf-8")
    (arguments.out / "bench.json").write_text(document + "\n", "utf-8")
    print(f"written: {arguments.out / 'bench.md'}, {arguments.out / 'bench.json'}", file=sys.stderr)


def table_of(heading: str, rows: list[dict[str, Any]], busy: bool) -> str:
    """Format the rows as Markdown tables: first those with a target, then all of them.

    The tables say so if the machine was `busy`, because wall-clock times are then unreliable.
    """
    aimed = [row for row in rows if "target" in row]
    parts = [heading]
    if aimed:
        head = ["| target | measured | wanted | unit | |", "| --- | ---: | ---: | --- | --- |"]
        lines = [
            f"| {row['what']} | {_shown(row['figure'])} | {_wanted(row)} | {row['unit']} | {_verdict(row, busy)} |"
            for row in aimed
        ]
        met = sum(row["met"] for row in aimed)
        parts += [f"{met} of {len(aimed)} targets met.", "\n".join([*head, *lines])]
    head = ["| what | who | figure | unit | ratio |", "| --- | --- | ---: | --- | ---: |"]
    lines = [
        f"| {row['what']} | {row['who']} | {_shown(row['figure'])} | {row['unit']} | {row['ratio']} |" for row in rows
    ]
    return "\n\n".join([*parts, "\n".join([*head, *lines])])


def _wanted(row: dict[str, Any]) -> str:
    return f"{'at most' if row['unit'].endswith('seconds') else 'at least'} {_shown(row['target'])}"


def _verdict(row: dict[str, Any], busy: bool) -> str:
    if row["met"]:
        return "met"
    return "missed, machine busy" if busy and row["what"].endswith("by the clock") else "**missed**"


def _shown(figure: float | None) -> str:
    if figure is None:
        return "not installed"
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.3f}"


if __name__ == "__main__":
    sys.exit(main())
