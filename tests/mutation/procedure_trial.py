"""Try breaks of procedure: `make mutation FILE=pitboss/games/casino_war/round.py` (see `procedure` for the kinds).

How it works:

1. The tests of every game built on the file are collected once, and run once on unbroken code, to learn which test
   calls which function. Golden playthroughs are left out: they change with any wording, so they do not state a rule.
2. For each break a child process is forked. It puts the broken code into the function and runs the tests that call it,
   those named for the nearest paragraphs first, until one fails.
3. `procedure.toml` records for each file how many breaks were tried and found, and every break that survived, with the
   reason: it cannot be observed, no rule covers it, or (open) a test is missing.
"""

from __future__ import annotations

import argparse
import ast
import gc
import importlib
import json
import os
import re
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper, cache, partial
from itertools import accumulate
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from .procedure import BrokenProcedure, broken_procedure, names
from .proof import keep_procedure, proven_procedure
from .trial import OWN, ROOT, Watch, in_child, put_in_place, run, run_id

SLOW = 3.0
"""Tests that take longer than this are left out, since they would run for every break."""
PATIENCE = 30
"""If a break's tests exceed their usual time by this many seconds, it counts as hanging."""

RULES = re.compile(r"tests/games/\w+/(?!test_(?:price|kernel|walk|simulation)\.py).*(?:\.py::|\.script)")
"""Tests that state a rule: not golden playthroughs, page tests, or comparisons of the round with a computation."""

FAMILY_RULES = ("test_procedure.py", "test_order_of_settlement.py")
"""Tests of rules shared by all games in a family, in the family's folder."""
AT_ONCE = "tests/table/test_at_once.py"
"""What every game settles immediately, each case with the provision that says so."""

BUDGET = 10.0
"""One break's tests take at most this many seconds: those of the nearest paragraphs first, then the quickest."""

Called = tuple[str, str]
"""A file and the qualified name of a function in it."""


@dataclass
class Named:
    """The tests of all games built on a file, and those for the paragraphs nearest to each function."""

    all: set[str] = field(default_factory=set)
    nearest: dict[str, set[str]] = field(default_factory=dict)


class Trials:
    """A pytest plugin that runs the collected tests against every break instead of once."""

    def __init__(
        self,
        files: Sequence[str],
        named: Mapping[str, Named],
        known: Mapping[str, Mapping[str, str]],
        keep: Callable[[Mapping[str, Mapping[str, str]]], None],
    ) -> None:
        self.files, self.named, self.known, self.keep = files, named, known, keep
        self.results: dict[str, dict[str, str]] = {file: {} for file in files}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        baseline = in_child(lambda: _baseline(items, set(self.files)), 3600)
        if "error" in baseline:
            raise RuntimeError(baseline["error"])
        gc.unfreeze()  # frozen objects are not listed
        for file in self.files:
            importlib.import_module(file.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
        functions = _functions(set(self.files))
        for file in self.files:
            for broken in broken_procedure(file, (ROOT / file).read_text("utf-8")):
                name = broken.what.removeprefix(f"{file}:")
                if name in self.known.get(file, {}):
                    self.results[file][name] = self.known[file][name]
                    continue
                found = self.results[file][name] = self.tried(file, broken, items, baseline, functions)
                print(f"{found or 'SURVIVED':60.60} {broken.what}", file=sys.stderr, flush=True)
            self.keep({file: self.results[file]})  # an interrupted run loses only the current file
        return True

    def tried(
        self,
        file: str,
        broken: BrokenProcedure,
        items: Mapping[str, pytest.Item],
        baseline: Mapping[str, Any],
        functions: Mapping[Called, list[FunctionType]],
    ) -> str:
        """Return how a break was detected: "named: test", "elsewhere: test", or "" if it survived."""
        named = self.named[file]
        nearest = named.nearest.get(broken.function, set())
        function = f"{file}:{broken.qualified}"
        tests = [test for test, called in baseline["calls"].items() if function in called]
        if tests:  # a cached function is called only in the first of its tests
            tests += [test for test in items if _plain(test, nearest) and test not in tests]
        tests = [test for test in tests if test not in baseline["failed"] and baseline["seconds"][test] <= SLOW]
        tests.sort(key=lambda test: (_plain(test, nearest) is None, baseline["seconds"][test]))
        spent = accumulate(baseline["seconds"][test] for test in tests)
        tests = [test for test, total in zip(tests, spent, strict=True) if total <= BUDGET or _plain(test, nearest)]
        limit = 3 * sum(baseline["seconds"][test] for test in tests) + PATIENCE
        if tests:
            result = in_child(lambda: _trial(broken, functions, [items[test] for test in tests]), limit)
        else:
            result = in_child(lambda: _trial_from_the_start(broken, self.whole(items, nearest, baseline)), limit)
        if "error" in result:
            raise RuntimeError(f"{broken.what}: {result['error']}")
        if "hung" in result:
            return "elsewhere: never ends"
        if not result["failed"]:
            return ""
        return f"{'named' if _plain(result['failed'], nearest) else 'elsewhere'}: {result['failed']}"

    def whole(self, items: Iterable[str], nearest: Collection[str], baseline: Mapping[str, Any]) -> list[str]:
        """Return the tests for code that runs only on import: those of the nearest paragraphs, or else the fastest
        overall.
        """
        if near := [test for test in items if _plain(test, nearest)]:
            return near
        usual = [test for test in items if test not in baseline["failed"]]
        usual.sort(key=lambda test: baseline["seconds"][test])
        spent = accumulate(baseline["seconds"][test] for test in usual)
        return [test for test, total in zip(usual, spent, strict=True) if total <= BUDGET]


def _plain(test: str, tests: Iterable[str]) -> str | None:
    """Return a test's name in the trace, with or without its case, if it is one of these."""
    return next((one for one in (test, test.partition("[")[0]) if one in tests), None)


def _baseline(items: Mapping[str, pytest.Item], files: set[str]) -> dict[str, Any]:
    """Run every test on unbroken code: which functions of these files it calls, how long it takes, and which fail."""
    paths = {str(ROOT / file): file for file in files}
    calls: dict[str, list[str]] = {}
    seconds: dict[str, float] = {}
    failed: list[str] = []
    signal.signal(signal.SIGVTALRM, _too_slow)
    for name, item in items.items():
        called: set[CodeType] = set()

        def note(frame: FrameType, event: str, _: Any, called: set[CodeType] = called) -> None:
            if event == "call" and frame.f_code.co_filename in paths:
                called.add(frame.f_code)

        began = time.process_time()
        signal.setitimer(signal.ITIMER_VIRTUAL, 2 * SLOW)
        sys.setprofile(note)
        try:
            wrong = any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))
        finally:
            sys.setprofile(None)
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        seconds[name] = time.process_time() - began
        calls[name] = sorted({f"{paths[one.co_filename]}:{_outermost(one.co_qualname)}" for one in called})
        if wrong:
            failed.append(name)
    return {"calls": calls, "seconds": seconds, "failed": failed}


def _too_slow(*_: object) -> None:
    raise TimeoutError("too slow to be run for every break")


def _outermost(qualified: str) -> str:
    return qualified.partition(".<locals>")[0]


def _functions(files: set[str]) -> dict[Called, list[FunctionType]]:
    """Return these files' functions in this process."""
    paths = {str(ROOT / file): file for file in files}
    found: dict[Called, list[FunctionType]] = {}
    for one in gc.get_objects():
        if type(one) is FunctionType and one.__code__.co_filename in paths:
            found.setdefault((paths[one.__code__.co_filename], one.__code__.co_qualname), []).append(one)
    return found


def _trial(
    broken: BrokenProcedure, functions: Mapping[Called, list[FunctionType]], items: Sequence[pytest.Item]
) -> dict[str, Any]:
    """Put a break in place in this process and run tests until one fails."""
    file = broken.what.partition(":")[0]
    codes = {code.co_qualname: code for code in _codes(compile(broken.module, str(ROOT / file), "exec"))}
    for function in functions[file, broken.qualified]:
        function.__code__ = codes[broken.qualified]
    for one in gc.get_objects():
        if isinstance(one, _lru_cache_wrapper) and one.__module__.startswith("pitboss."):
            one.cache_clear()
    for item in items:
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=None)):
            return {"failed": item.nodeid}
    return {"failed": ""}


def _trial_from_the_start(broken: BrokenProcedure, tests: Sequence[str]) -> dict[str, Any]:
    """Import Pitboss again with the break in it: some functions run only during a module's import."""
    for name, module in list(sys.modules.items()):
        file = str(getattr(module, "__file__", None) or "")
        if name.partition(".")[0] in OWN or file.startswith((f"{ROOT}/pitboss", f"{ROOT}/tests")):
            del sys.modules[name]
    put_in_place(broken, "")
    watch = Watch({test: ["any"] for test in tests})
    run(tests, watch)
    return {"failed": watch.failed.get("any", "")}


def _codes(code: CodeType) -> Iterator[CodeType]:
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from _codes(one)


# ---- Which tests


def named_tests(file: str, games: Sequence[str]) -> Named:
    """Return the tests of these games, and for each function in a file those of the nearest paragraphs."""
    from pitboss.traceability.trace import trace

    named = Named()
    shared = {f"tests/families/{family}/{name}" for family in families_of(file, games) for name in FAMILY_RULES}
    named.all |= {test for test in (*shared, AT_ONCE) if (ROOT / test).is_file()}
    functions = _lines_of(file)
    for game in games:
        tests: dict[str, set[str]] = {}
        traced = trace(game)
        named.all |= {run_id(test) for of_one in traced.section_tests.values() for test in of_one if RULES.match(test)}
        for one in traced.paragraphs:
            shown = {run_id(test) for test in one.tests or () if RULES.match(test)}
            named.all |= shown
            for step in one.steps:
                path, _, line = step.rpartition(":")
                for name, lines in functions.items():
                    if path == file and int(line) in lines:
                        tests.setdefault(name, set()).update(shown)
        for name in functions:
            named.nearest.setdefault(name, set()).update(_nearest(name, tests, _callers(file)))
    return named


def _nearest(name: str, tests: Mapping[str, set[str]], callers: Mapping[str, set[str]]) -> set[str]:
    """Return the tests of a function, or else of its callers, or of their callers."""
    seen, level = {name}, {name}
    while level:
        if found := set[str]().union(*(tests.get(one, set()) for one in level)):
            return found
        level = set[str]().union(*(callers.get(one, set()) for one in level)) - seen
        seen |= level
    return set()


def _lines_of(file: str) -> dict[str, range]:
    return {
        node.name: range(node.lineno, (node.end_lineno or 0) + 1)
        for node in ast.walk(ast.parse((ROOT / file).read_text("utf-8")))
        if isinstance(node, ast.FunctionDef)
    }


def _callers(file: str) -> dict[str, set[str]]:
    """Return, for each name, the functions in the same file that use it."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(ast.parse((ROOT / file).read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef):
            for one in ast.walk(node):
                if isinstance(one, (ast.Name, ast.Attribute)):
                    found.setdefault(getattr(one, "id", getattr(one, "attr", "")), set()).add(node.name)
    return found


def families_of(file: str, games: Sequence[str]) -> set[str]:
    """Return the families of these games."""
    from pitboss.traceability.sources import files_of_round

    paths = [Path(file), *(Path(one) for game in games for one in files_of_round(game))]
    return {path.parts[2] for path in paths if path.parts[:2] == ("pitboss", "families") and len(path.parts) > 3}


def games_on(file: str) -> list[str]:
    """Return the games whose rounds are built on a file."""
    return [game for game, files in _files_of_rounds().items() if file in files]


@cache
def _files_of_rounds() -> dict[str, set[str]]:
    """Return the files behind every game's round. Finding them takes seconds."""
    from pitboss.chapter.rules import registered_games
    from pitboss.traceability.sources import files_of_round

    return {game: set(files_of_round(game)) for game in registered_games()}


def known_before(files: Iterable[str], survived: bool) -> dict[str, dict[str, str]]:
    """Return the breaks that need not be tried again, with their results: those detected and, unless `survived`, those
    with a reason.
    """
    kept = proven_procedure()
    known: dict[str, dict[str, str]] = {}
    for file in files:
        if file in kept:
            reasons = kept[file].get("survived", {})
            tried = {one: reasons.get(one) for one in names((ROOT / file).read_text("utf-8"))}
            known[file] = {one: "" if why else "before" for one, why in tried.items() if why != "open"}
            if survived:
                known[file] = {one: result for one, result in known[file].items() if result}
    return known


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation.procedure_trial", description=__doc__)
    parser.add_argument("files", nargs="+", metavar="FILE", help="modules that a round is made of")
    parser.add_argument("--games", default="", help="only the tests of these games, separated by commas")
    parser.add_argument("--survived", action="store_true", help="only the breaks that procedure.toml lists as survived")
    parser.add_argument("--open", action="store_true", help="only the breaks that procedure.toml lists as open")
    parser.add_argument("--json", type=Path, help="write what was found here, and leave procedure.toml as it is")
    arguments = parser.parse_args()
    os.environ |= {"CI": "1", "PITBOSS_CACHE": tempfile.mkdtemp(prefix="mutation-")}
    named = {
        file: named_tests(file, arguments.games.split(",") if arguments.games else games_on(file))
        for file in arguments.files
    }
    tests = sorted({test for one in named.values() for test in one.all})
    known = known_before(arguments.files, arguments.survived) if arguments.survived or arguments.open else {}
    keep = partial(add_to, arguments.json) if arguments.json else keep_procedure
    trials = Trials(arguments.files, named, known, keep)
    options = ["-q", "--no-header", "--tb=no", "--assert=plain", "--import-mode=importlib", "-o", "addopts="]
    idle = ("cacheprovider", "unraisableexception", "threadexception", "doctest", "warnings")
    options += [part for name in idle for part in ("-p", f"no:{name}")]
    pytest.main([*options, "-m", "not slow and not crash", *tests], plugins=[trials])


def add_to(file: Path, results: Mapping[str, Mapping[str, str]]) -> None:
    """Add the results for some files to those in a JSON file."""
    before = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    file.write_text(json.dumps(before | dict(results), indent=1), "utf-8")


if __name__ == "__main__":
    main()
