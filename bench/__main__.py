"""`make bench`: Pitboss beside its peers, measured in one run. Ratios count; the figures are this machine's."""

from __future__ import annotations

import argparse
import json
import platform
import sys
from pathlib import Path

from bench import blackjack, dealing, floor, hands, prices, showdowns, simulation, start

BENCHES = (dealing, hands, blackjack, simulation, prices, showdowns, start, floor)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--out", type=Path, help="also write bench.md and bench.json into this folder")
    arguments = parser.parse_args()
    rows = [row for bench in BENCHES for row in bench.measure()]
    heading = f"Python {platform.python_version()} on {platform.machine()}, one core"
    lines = ["| what | who | figure | unit | ratio |", "| --- | --- | ---: | --- | ---: |"]
    lines += [
        f"| {row['what']} | {row['who']} | {_shown(row['figure'])} | {row['unit']} | {row['ratio']} |" for row in rows
    ]
    table = "\n".join([f"{heading}\n", *lines])
    document = json.dumps({"machine": heading, "rows": rows}, indent=2)
    print(document if arguments.json else table)
    if arguments.out:
        arguments.out.mkdir(parents=True, exist_ok=True)
        (arguments.out / "bench.md").write_text(table + "\n", "utf-8")
        (arguments.out / "bench.json").write_text(document + "\n", "utf-8")


def _shown(figure: float | None) -> str:
    if figure is None:
        return "not installed"
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.3f}"


if __name__ == "__main__":
    sys.exit(main())
