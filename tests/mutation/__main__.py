"""`make mutation GAME=craps`: break the implementation of each paragraph, and see whether a test named for it fails."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from .data import BrokenData, broken_data
from .loaded import Trials
from .proof import digest, keep, proven
from .steps import BrokenStep, broken_step
from .trial import PATIENCE, ROOT, baseline, golden, in_child, run_id, warm

SLOW = 6.0
"""Tests that take longer than this many seconds are left out, since they would run a hundred times."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A broken version, and the paragraphs that the broken part implements."""

    broken: BrokenData | BrokenStep
    paragraphs: tuple[str, ...]


@dataclass(slots=True)
class Outcome:
    """The results of a paragraph's mutants: the test that failed, or none."""

    killed: dict[str, str] = field(default_factory=dict)
    survived: list[str] = field(default_factory=list)

    @property
    def by_a_rule(self) -> bool:
        """Whether a test that states the rule failed, rather than only the golden playthrough."""
        return not all(map(golden, self.killed.values()))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("game", help="the game's id")
    parser.add_argument("paragraphs", nargs="*", metavar="PARAGRAPH", help="some of its paragraphs; else all")
    parser.add_argument(
        "--quick",
        action="store_true",
        help="break no paragraph that a test has found out, now or (unless stale) before",
    )
    parser.add_argument(
        "--golden", action="store_true", help="only paragraphs that nothing but the golden playthrough proves; quick"
    )
    parser.add_argument("--stale", action="store_true", help="only paragraphs whose rule or tests have changed since")
    parser.add_argument("--dry", action="store_true", help="leave the file that says what is proven as it is")
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")
    arguments = parser.parse_args()
    sys.dont_write_bytecode = False  # every mutant imports all modules again
    started = time.perf_counter()
    found = in_child(lambda: _traced(arguments.game), 600)
    if "error" in found:
        parser.error(found["error"])
    paragraphs = {
        one["id"]: one
        for one in found["paragraphs"]
        if one["tests"]
        and (one["data"] or one["steps"])
        and (not arguments.paragraphs or not {one["id"], one["id"].partition(" ")[0]}.isdisjoint(arguments.paragraphs))
    }
    rules = _rules_of(found["package"])
    known = proven(arguments.game)
    if arguments.stale:
        paragraphs = {
            id: one for id, one in paragraphs.items() if known.get(id, {}).get("digest") != digest(rules, one)
        }
        if not paragraphs:
            sys.exit(print(f"{arguments.game}: nothing has changed since it was tried"))
    if arguments.golden:
        arguments.quick = True
        paragraphs = {id: one for id, one in paragraphs.items() if golden(known.get(id, {}).get("by", ""))}
    elif arguments.quick and not arguments.stale:
        paragraphs = {
            id: one
            for id, one in paragraphs.items()
            if (by := known.get(id, {}).get("by", "")) not in (one["tests"] or ()) or golden(by)
        }
        if not paragraphs:
            sys.exit(print(f"{arguments.game}: all of it is proven already"))
    if not paragraphs:
        parser.error(f"{arguments.game} has no such paragraph with a test; `pitboss trace {arguments.game}` lists them")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # saves the results found so far
    outcomes = {id: Outcome() for id in paragraphs}
    excluded: list[str] = []
    spent = 0
    try:
        excluded, spent = try_all(
            arguments.game, found["package"], paragraphs, outcomes, arguments.quick, arguments.json
        )
    finally:
        if not arguments.dry:
            tried = {id: one for id, one in outcomes.items() if spent or one.killed or one.survived}
            listed = {str(one["id"]): one["tests"] for one in found["paragraphs"]}
            digests = {id: digest(rules, paragraphs[id]) for id in tried}
            found_out = {id: (one.killed, one.survived) for id, one in tried.items()}
            keep(arguments.game, listed, found_out, digests, arguments.quick)
    hollow = [id for id, one in outcomes.items() if not one.killed]
    if arguments.json:
        records = {id: {"killed": one.killed, "survived": one.survived} for id, one in outcomes.items()}
        print(
            json.dumps({"game": arguments.game, "paragraphs": records, "hollow": hollow, "not_run": excluded}, indent=1)
        )
    else:
        show(arguments.game, outcomes, paragraphs, excluded, spent, time.perf_counter() - started)
    sys.exit(1 if hollow else 0)


def _traced(game: str) -> dict[str, Any]:
    from pitboss.chapter.rules import registered_games
    from pitboss.traceability.trace import trace

    found = trace(game)
    return {
        "package": registered_games()[game],
        "paragraphs": [one.model_dump(mode="json") for one in found.paragraphs],
    }


def _rules_of(package: str) -> str:
    return (ROOT.joinpath(*package.split(".")) / "rules.toml").read_text("utf-8")


def try_all(
    game: str,
    package: str,
    paragraphs: dict[str, dict[str, Any]],
    outcomes: dict[str, Outcome],
    quick: bool = False,
    quiet: bool = False,
) -> tuple[list[str], int]:
    """Try every mutant of these paragraphs; return the tests that were not run, and the number of mutants."""
    named = {id: [run_id(test) for test in one["tests"]] for id, one in paragraphs.items()}
    tests = sorted({test for of_one in named.values() for test in of_one})
    first = baseline(tests)
    seconds: dict[str, float] = {}
    for test, took in first["seconds"].items():
        key = test if test in tests else test.partition("[")[0]
        seconds[key] = seconds.get(key, 0) + took
    failing = {test if test in tests else test.partition("[")[0] for test in first["failed"]}
    excluded = sorted(test for test in tests if test in failing or seconds.get(test, SLOW + 1) > SLOW)
    warm(first["modules"])
    text = _rules_of(package)
    tried = 0
    with Trials(game, text, [test for test in tests if test not in excluded]) as trials:
        for mutant in mutants(text, paragraphs):
            ids = [id for id in mutant.paragraphs if not (quick and outcomes[id].by_a_rule)]
            if not ids:
                continue
            needed: dict[str, list[str]] = {}
            for id in ids:
                for test in named[id]:
                    if test not in excluded:
                        needed.setdefault(test, []).append(id)
            # The fastest tests run first, since most mutants need no other. Golden ones run last: they prove only what
            # no rule does.
            needed = dict(sorted(needed.items(), key=lambda item: (golden(item[0]), seconds[item[0]])))
            usual = sum(seconds[test] for test in needed)
            result = trials.tried(mutant.broken, needed, 3 * usual + PATIENCE) if needed else {}
            if result.get("no_game"):
                continue
            tried += 1
            for id in ids:
                if id in result.get("failed", {}):
                    outcomes[id].killed[mutant.broken.what] = result["failed"][id]
                elif ("hung" in result or "error" in result) and any(test in needed for test in named[id]):
                    outcomes[id].killed[mutant.broken.what] = "never ends" if "hung" in result else result["error"]
                else:
                    outcomes[id].survived.append(mutant.broken.what)
            if not quiet and sys.stderr.isatty():
                print(f"\r{tried} mutants", end="", file=sys.stderr, flush=True)
    return excluded, tried


def mutants(text: str, paragraphs: dict[str, dict[str, Any]]) -> Iterator[Mutant]:
    """Yield a broken version of each thing that implements these paragraphs, once for all of its paragraphs."""
    raw = tomllib.loads(text, parse_float=Decimal)
    found: dict[str, tuple[BrokenData | BrokenStep, list[str]]] = {}
    for id, one in paragraphs.items():
        for path in one["data"]:
            for data in broken_data(raw, path, id.partition(" ")[0]):
                found.setdefault(data.what, (data, []))[1].append(id)
        for step in one["steps"]:
            file, _, line = step.rpartition(":")
            broken = broken_step(file, (ROOT / file).read_text("utf-8"), int(line))
            if broken is not None:
                found.setdefault(broken.what, (broken, []))[1].append(id)
    yield from (Mutant(broken, tuple(dict.fromkeys(ids))) for broken, ids in found.values())


def show(
    game: str,
    outcomes: dict[str, Outcome],
    paragraphs: dict[str, dict[str, Any]],
    excluded: list[str],
    tried: int,
    seconds: float,
) -> None:

    for id, one in outcomes.items():
        killed, survived = len(one.killed), len(one.survived)
        mark = "✓" if killed else "✗" if survived else "?"
        print(f"{mark} {id}: {killed} of {killed + survived} killed")
        for what in one.survived:
            print(f"      survived: {what}")
    for test in excluded:
        print(f"not run (slow, or fails as it is): {test}")
    proven = sum(bool(one.killed) for one in outcomes.values())
    broken = sum(bool(one.killed or one.survived) for one in outcomes.values())
    killed = sum(len(one.killed) for one in outcomes.values())
    alive = sum(len(one.survived) for one in outcomes.values())
    print(
        f"{game}: {proven} of {broken} paragraphs with tests are proven; "
        f"{killed} of {killed + alive} breaches found by a test named for their paragraph "
        f"({tried} mutants, {seconds:.0f} s)"
    )


if __name__ == "__main__":
    main()
