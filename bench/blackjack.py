"""Exact blackjack analysis: seconds for one set of rules, compared with a public analyser if one is available.

`PITBOSS_ANALYSER` is the path to a compiled strategy program from possibly-wrong/blackjack. It is given the same rules,
with split hands played like unsplit ones; the two values must agree to within 1e-9.
"""

from __future__ import annotations

import os
import re
import resource
import subprocess
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

PROGRAM = "PITBOSS_ANALYSER"
RULES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("1 deck, up to 4 hands", 1, {"max_split_hands": 4}),
    ("2 decks, up to 4 hands", 2, {"max_split_hands": 4}),
    (
        "6 decks, hits soft 17, late surrender, up to 4 hands",
        6,
        {"max_split_hands": 4, "hit_soft_17": True, "surrender": "late"},
    ),
    ("8 decks, up to 4 hands", 8, {"max_split_hands": 4}),
)
SAME = 1e-9


def measure() -> list[dict[str, Any]]:
    from pitboss.pricing.twenty_one.analysis import Analysis
    from pitboss.pricing.twenty_one.terms import Terms

    rows: list[dict[str, Any]] = []

    def row(what: str, who: str, figure: float | None, ratio: str = "-") -> None:
        rows.append({"what": what, "who": who, "figure": figure, "unit": "seconds", "ratio": ratio})

    for name, decks, rules in RULES:
        terms = Terms(blackjack_pays=Fraction(3, 2), **rules)
        shoe = [4 * decks] * 9 + [16 * decks]
        value = Analysis(terms, shoe).as_unsplit.value
        ours = _best(lambda terms=terms, shoe=shoe: Analysis(terms, shoe).as_unsplit)
        what = f"blackjack, exact: {name}"
        program = os.environ.get(PROGRAM)
        theirs = None
        if program:
            theirs, printed = _analyser(Path(program), decks, rules)
            if abs(printed - value) > SAME:
                raise ArithmeticError(f"{name}: {value} here, {printed} there")
        row(what, "pitboss", ours, f"{theirs / ours:.1f}x" if theirs else "-")
        row(what, "possibly-wrong/blackjack", theirs)
        played = Analysis(terms, shoe)
        row(f"{what}, basic strategy too", "pitboss", _best(lambda t=terms, s=shoe: Analysis(t, s).basic))
        _ = played.basic.spread
        row(f"{what}, distribution with resplits", "pitboss", _best(lambda p=played: _spread(p)))
    return rows


def _spread(analysis: Any) -> None:
    from pitboss.pricing.twenty_one.spread import spread

    spread(analysis.basic)


def _best(work: Callable[[], object], times: int = 5) -> float:
    def once() -> float:
        begun = time.process_time()
        work()
        return time.process_time() - begun

    return min(once() for _ in range(times))


def _analyser(program: Path, decks: int, rules: dict[str, Any], times: int = 3) -> tuple[float, float]:
    """Return the computing time in seconds and the value that the program prints for these rules."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.txt"
        yes = {True: "y", False: "n"}
        answers = [decks, yes["hit_soft_17" in rules], "y", "y", "n", "y", yes[rules["max_split_hands"] > 2], "n", "y"]
        answers += [yes[rules.get("surrender") == "late"], 1.5, out, 0, 0]
        said = "\n".join(map(str, answers)) + "\n"
        seconds = []
        for _ in range(times):
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            subprocess.run([program], input=said, text=True, capture_output=True, check=True)
            seconds.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
        found = re.search(r"Total \|\s*(-?[\d.]+)", out.read_text("utf-8"))
    if found is None:
        raise ValueError(f"{program} printed no total")
    return min(seconds), float(found[1]) / 100


if __name__ == "__main__":
    for one in measure():
        print(f"{one['what']:90} {one['who']:26} {one['figure'] or 0:8.3f} {one['unit']} {one['ratio']}")
