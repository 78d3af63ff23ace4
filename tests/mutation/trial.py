"""A trial: runs the tests named for a paragraph on one mutant in its own process, to see which fail.

The parent has imported everything the tests import except Pitboss and the tests themselves, so a fork is cheap and the
child loads Pitboss again, with the broken rules or module instead of the real ones.
"""

from __future__ import annotations

import ast
import gc
import importlib
import io
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import tomllib
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from time import process_time
from types import CodeType, ModuleType
from typing import Any

import pytest

from .data import BrokenData
from .steps import BrokenStep

ROOT = Path(__file__).parents[2]
PATIENCE = 60
"""Seconds beyond its tests' usual time after which a mutant counts as hanging."""
MEMORY = 12 * 2**30
DEALT = "tests/test_every_example.py::test_it_is_dealt_as_the_sheet_says_with_chips_conserved_and_its_tape_replays"
GOLDEN = "tests/playthroughs/test_playthroughs.py::test_the_playthrough_is_the_golden_one"
OWN = ("pitboss", "tests", "conftest")


def golden(test: str) -> bool:
    """Whether a test is a golden playthrough, which detects a change but does not state a rule."""
    return test.endswith(".txt") or test.startswith(GOLDEN)


def run_id(test: str) -> str:
    """Return pytest's id of a test named by the trace; scripts and playthroughs are cases of a single test.

    >>> run_id("tests/games/craps/examples/02-come-out-twelve.script").rpartition("[")[2]
    'craps-02-come-out-twelve]'
    """
    path = Path(test)
    if path.parent.name == "playthroughs":
        return f"{GOLDEN}[{path.stem}]"
    return f"{DEALT}[{path.parents[1].name}-{path.stem}]" if path.suffix == ".script" else test


class Watch:
    """Records passed and failed tests. With `needed`, tests whose paragraphs are all decided are skipped."""

    def __init__(self, needed: Mapping[str, Sequence[str]]) -> None:
        self.named = {test: frozenset(paragraphs) for test, paragraphs in needed.items()}
        self.failed: dict[str, str] = {}
        self.undecided = {one for paragraphs in needed.values() for one in paragraphs}
        self.seconds: dict[str, float] = {}
        self.wrong: list[str] = []
        self.collected = True

    def paragraphs_of(self, node: str) -> frozenset[str]:
        return self.named.get(node) or self.named.get(node.partition("[")[0], frozenset())

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> bool | None:
        return None if self.paragraphs_of(item.nodeid) & self.undecided else True

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.seconds[nodeid] = -process_time()  # processor time, so that tests do not seem slow on a busy machine

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self.seconds[nodeid] += process_time()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        test = report.nodeid
        if report.failed:
            self.wrong.append(test)
            for one in self.paragraphs_of(test) & self.undecided:
                self.failed[one] = test
                self.undecided.discard(one)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Fail all tests in a file that cannot be loaded with the mutant."""
        if report.failed:
            self.wrong.append(report.nodeid)
            for test, paragraphs in self.named.items():
                if test.startswith(report.nodeid):
                    for one in paragraphs & self.undecided:
                        self.failed[one] = test
                        self.undecided.discard(one)


class _Broken(SourceFileLoader):
    """Loads a module from its broken tree."""

    tree: ast.Module

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.tree, self.path, "exec")


class _Instead(MetaPathFinder):
    """Finds the broken module instead of the real one."""

    def __init__(self, name: str, tree: ast.Module) -> None:
        self.name, self.tree = name, tree

    def find_spec(self, name: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != self.name:
            return None
        file = ROOT.joinpath(*name.split("."))
        file = file / "__init__.py" if file.is_dir() else file.with_suffix(".py")
        loader = _Broken(name, str(file))
        loader.tree = self.tree
        return spec_from_file_location(name, file, loader=loader)


def put_in_place(mutant: BrokenData | BrokenStep | None, rules: str) -> None:
    """Install a mutant in this process; `rules` is the text of the game's rules.toml."""
    if isinstance(mutant, BrokenStep):
        name = mutant.what.partition(":")[0].removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        sys.meta_path.insert(0, _Instead(name, mutant.module))
    elif mutant is not None:
        true, raw = tomllib.loads, mutant.raw
        tomllib.loads = lambda text, **how: raw if text == rules else true(text, **how)


def opens(game: str) -> bool:
    """Whether a table can still be opened; if not, failures prove nothing."""
    from pitboss.chapter.layout import Layout
    from pitboss.table import game_on

    try:
        game_on(Layout.of(game))
    except Exception:
        return False
    return True


def in_child(work: Callable[[], dict[str, Any]], seconds: float) -> dict[str, Any]:
    """Run some work in a child process and return its result, or `{"hung": True}` if it does not finish in time."""
    reads, writes = os.pipe()
    child = os.fork()
    if not child:
        os.close(reads)
        for ends in (signal.SIGPROF, signal.SIGALRM):
            signal.signal(ends, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, seconds)  # processor time, so that a busy machine hangs no mutant
        signal.alarm(10 * int(seconds) + 1)
        with os.fdopen(writes, "w") as out:
            try:
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
                json.dump(work(), out)
            except BaseException as error:
                json.dump({"error": f"{type(error).__name__}: {error}"}, out)
        os._exit(0)
    os.close(writes)
    with os.fdopen(reads) as answer:
        text = answer.read()
    _, status = os.waitpid(child, 0)
    return json.loads(text) if text else {"hung": True, "status": status}


def run(tests: Sequence[str], plugin: object) -> None:
    """Run tests in this process without output."""
    kept = tempfile.mkdtemp(prefix="mutation-")
    os.environ |= {"CI": "1", "PITBOSS_CACHE": kept, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    # A mutant's tests take less time than pytest's own work, so unneeded plug-ins are disabled.
    idle = ("cacheprovider", "unraisableexception", "threadexception", "doctest", "warnings")
    options = ["-q", "--no-header", "--tb=no", "--assert=plain", "--import-mode=importlib", "-o", "addopts="]
    options += [part for name in idle for part in ("-p", f"no:{name}")]
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            pytest.main([*options, "-m", "not slow and not crash", *tests], plugins=[plugin])
    finally:
        shutil.rmtree(kept, ignore_errors=True)


def baseline(tests: Sequence[str]) -> dict[str, Any]:
    """Run the tests with nothing broken; return how long each takes, which fail, and what they import."""

    def work() -> dict[str, Any]:
        watch = Watch({test: [test] for test in tests})  # a test that already fails must not stop the others
        run(tests, watch)
        homes = {str(ROOT)}
        modules = [
            name
            for name, module in list(sys.modules.items())
            if name.partition(".")[0] not in OWN
            and not any(str(getattr(module, "__file__", None) or "").startswith(f"{home}/tests") for home in homes)
        ]
        return {"seconds": watch.seconds, "failed": watch.wrong, "modules": modules}

    return in_child(work, 3600)


def warm(modules: Sequence[str]) -> None:
    """Import what every child would import, except what may be broken."""
    for name in modules:
        try:
            importlib.import_module(name)
        except Exception:  # can only be imported by its own package
            continue
    # These two packages contain no step named by the trace, so their tables are computed once.
    for name in ("pitboss.equipment", "pitboss.hands"):
        for one in vars(importlib.import_module(name)).values():
            getattr(one, "ladder", None)
    gc.freeze()  # keeps the garbage collector from scanning these objects in every child


def try_mutant(
    game: str, rules: str, mutant: BrokenData | BrokenStep, needed: Mapping[str, Sequence[str]], seconds: float
) -> dict[str, Any]:
    """Return the paragraphs that a mutant's tests prove, `{"failed": {paragraph: test}}`, or note that it is no longer
    a game.
    """

    def work() -> dict[str, Any]:
        put_in_place(mutant, rules)
        if not opens(game):
            return {"no_game": True}
        watch = Watch(needed)
        run(list(needed), watch)
        return {"failed": watch.failed}

    return in_child(work, seconds)
