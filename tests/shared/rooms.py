"""Prints each package's coverage in the last run with `--cov`: `make coverage`, or `python -m tests.shared.rooms`.

`coverage report` and `coverage html` show more details. Functions compiled by Numba are left out (see
`[tool.coverage.report]` in pyproject.toml).
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import coverage

COUNTED = ("covered_lines", "num_statements", "covered_branches", "num_branches")


def reached(report: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    """Add up the files of each package, and of all of them, in a JSON coverage report."""
    rooms: defaultdict[str, dict[str, int]] = defaultdict(lambda: dict.fromkeys(COUNTED, 0))
    for path, file in report["files"].items():
        parts = Path(path).parts
        inside = parts[parts.index("pitboss") + 1 :]
        for room in (inside[0] if len(inside) > 1 else "(top)", "all"):
            for name in COUNTED:
                rooms[room][name] += file["summary"][name]
    return dict(sorted(rooms.items(), key=lambda one: (one[0] == "all", one[0])))


def table(rooms: Mapping[str, Mapping[str, int]]) -> str:
    """Format the packages as text, one per line.

    >>> print(table({"all": {"covered_lines": 9, "num_statements": 10, "covered_branches": 1, "num_branches": 2}}))
    room              lines             branches
    all               90.0 % of     10   50.0 % of      2
    """
    lines = [f"{'room':<17} {'lines':<17} branches"]
    for room, of in rooms.items():
        share = [_share(of["covered_lines"], of["num_statements"]), _share(of["covered_branches"], of["num_branches"])]
        lines.append(f"{room:<17} {share[0]}  {share[1]}")
    return "\n".join(lines)


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole if whole else 100:5.1f} % of {whole:6}"


def main() -> int:
    kept = coverage.Coverage()
    kept.load()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "coverage.json"
        try:
            kept.json_report(outfile=str(file))
        except coverage.CoverageException as error:
            print(f"no coverage to report: {error}; run `make coverage`", file=sys.stderr)
            return 1
        print(table(reached(json.loads(file.read_text("utf-8")))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
