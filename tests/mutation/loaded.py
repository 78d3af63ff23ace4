"""Runs trials in forks of a process that has already loaded Pitboss and collected the tests, the slowest part of a
trial.

Two such processes serve a game. Both give the result of a fresh process, because nothing in their memory comes from
the broken code:

1. For broken data, the tests are collected while the game's rules cannot be read. Test files that cannot be imported
   without the rules are left to each trial.
2. For broken steps, the broken code is put into the functions. If the original ran during collection, or is outside
   functions, the trial needs a fresh process.
"""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe
from types import CodeType, FrameType, FunctionType, TracebackType
from typing import Any

import pytest

from .data import BrokenData
from .steps import BrokenStep
from .trial import ROOT, Watch, golden, in_child, opens, put_in_place, run, try_mutant

Mutant = BrokenData | BrokenStep
Place = tuple[str, str, int]
"""A function's file, qualified name and first line."""
FUNCTION = 0x1
"""The flag of code that belongs to a function; a module or class body has none."""


class Trials:
    """Tries a game's mutants against its tests."""

    def __init__(self, game: str, rules: str, tests: Sequence[str]) -> None:
        self.game, self.rules = game, rules
        self.files = sorted({test.partition("::")[0] for test in tests})
        self._loaded: dict[type, _Loaded | None] = {}

    def __enter__(self) -> Trials:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        for loaded in self._loaded.values():
            if loaded is not None:
                loaded.close()

    def tried(self, mutant: Mutant, needed: Mapping[str, Sequence[str]], seconds: float) -> dict[str, Any]:
        """Return the paragraphs that a mutant's tests prove, as `try_mutant` does."""
        kind = type(mutant)
        if kind not in self._loaded:
            self._loaded[kind] = _Loaded(self.game, self.rules, self.files, kind is BrokenData)
        loaded = self._loaded[kind]
        if loaded is not None:
            try:
                result = loaded.tried(mutant, needed, seconds)
            except (EOFError, BrokenPipeError):  # the tests cannot be collected like that
                loaded.close()
                self._loaded[kind] = None
            else:
                if "fresh" not in result:
                    return result
        return try_mutant(self.game, self.rules, mutant, needed, seconds)


class _Loaded:
    """A process that has collected the tests, and forks a child for each mutant it receives."""

    def __init__(self, game: str, rules: str, files: Sequence[str], without_rules: bool) -> None:
        self.connection, theirs = Pipe()
        self.process = os.fork()
        if not self.process:
            try:
                self.connection.close()
                run(files, _Server(theirs, game, rules, without_rules))
            finally:
                os._exit(0)
        theirs.close()

    def tried(self, mutant: Mutant, needed: Mapping[str, Sequence[str]], seconds: float) -> dict[str, Any]:
        self.connection.send((mutant, dict(needed), seconds))
        result: dict[str, Any] = self.connection.recv()
        return result

    def close(self) -> None:
        with suppress(BrokenPipeError):
            self.connection.send(None)  # a later child would hold this end open, so that closing it would go unnoticed
        os.waitpid(self.process, 0)
        self.connection.close()


class _Server:
    """A pytest plugin that tries mutants with the collected tests instead of running them once."""

    def __init__(self, connection: Connection, game: str, rules: str, without_rules: bool) -> None:
        self.connection, self.game, self.rules = connection, game, rules
        self.late: set[str] = set()
        """The test files that could not be collected."""
        self.ran: set[Place] = set()
        """The functions that ran during collection."""
        if without_rules:
            _forbid(rules)
        else:
            sys.setprofile(self._note)

    def _note(self, frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(f"{ROOT}/pitboss"):
            self.ran.add(_place(code))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.late.add(report.nodeid.partition("::")[0])

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        sys.setprofile(None)
        items: dict[str, list[pytest.Item]] = {}
        for item in session.items:
            for name in {item.nodeid, item.nodeid.partition("[")[0]}:
                items.setdefault(name, []).append(item)
        functions = _functions()
        gc.freeze()  # keeps the garbage collector from scanning all this in every child
        while True:
            sent = self.connection.recv()
            if sent is None:
                return True
            mutant, needed, seconds = sent
            self.connection.send(in_child(lambda: self.tried(mutant, needed, items, functions), seconds))  # noqa: B023

    def tried(
        self,
        mutant: Mutant,
        needed: Mapping[str, Sequence[str]],
        items: Mapping[str, Sequence[pytest.Item]],
        functions: Mapping[Place, Sequence[FunctionType]],
    ) -> dict[str, Any]:
        """Put a mutant in place in this process and run its tests."""
        if isinstance(mutant, BrokenData):
            put_in_place(mutant, self.rules)
        elif not self.put_into_functions(mutant, functions):
            return {"fresh": True}
        if not opens(self.game):
            return {"no_game": True}
        watch = Watch(needed)
        kept = os.environ["PITBOSS_CACHE"] = tempfile.mkdtemp(prefix="mutation-")
        try:
            self.run(watch, [test for test in needed if not golden(test)], items)
            if late := [test for test in needed if test.partition("::")[0] in self.late and watch.undecided]:
                run(late, watch)
            self.run(watch, [test for test in needed if golden(test)], items)
        finally:
            shutil.rmtree(kept, ignore_errors=True)
        return {"failed": watch.failed}

    def run(self, watch: Watch, tests: Sequence[str], items: Mapping[str, Sequence[pytest.Item]]) -> None:
        """Run collected tests in this order, skipping those whose paragraphs are all decided."""
        for item in [item for test in tests for item in items.get(test, ())]:
            if watch.paragraphs_of(item.nodeid) & watch.undecided:
                plugins = item.config.pluginmanager
                plugins.register(watch, "watch")
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
                plugins.unregister(watch)

    def put_into_functions(self, mutant: BrokenStep, functions: Mapping[Place, Sequence[FunctionType]]) -> bool:
        """Put the broken code into the functions of this process; return whether that was possible."""
        file = str(ROOT / mutant.what.partition(":")[0])
        true = compile(open(file, encoding="utf-8").read(), file, "exec", dont_inherit=True)  # noqa: SIM115
        changed = list(changed_code(true, compile(mutant.module, file, "exec", dont_inherit=True)))
        for old, new in changed:
            live = functions.get(_place(old), ())
            if not new.co_flags & FUNCTION or not live or _place(old) in self.ran:
                return False
            for function in live:
                if function.__code__.co_freevars != new.co_freevars:
                    return False
                function.__code__ = new
        return bool(changed)


def _forbid(rules: str) -> None:
    """Make reading this rules text an error."""
    true = tomllib.loads

    def loads(text: str, **how: Any) -> dict[str, Any]:
        if text == rules:
            raise LookupError("these rules cannot be read while tests are collected")
        return true(text, **how)

    tomllib.loads = loads


def _place(code: CodeType) -> Place:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _functions() -> dict[Place, list[FunctionType]]:
    """Return Pitboss's functions in this process."""
    found: dict[Place, list[FunctionType]] = {}
    for one in gc.get_objects():
        if type(one) is FunctionType and one.__code__.co_filename.startswith(f"{ROOT}/pitboss"):
            found.setdefault(_place(one.__code__), []).append(one)
    return found


def changed_code(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Yield the outermost functions whose code differs, or a module or class body that differs itself."""
    pairs = list(zip(old.co_consts, new.co_consts, strict=False))
    both = [(a, b) for a, b in pairs if isinstance(a, CodeType) and isinstance(b, CodeType)]
    plain = [(a, b) for a, b in pairs if not (isinstance(a, CodeType) and isinstance(b, CodeType))]
    if old.co_code != new.co_code or len(old.co_consts) != len(new.co_consts) or any(a != b for a, b in plain):
        yield old, old
        return
    for a, b in both:
        if a == b:
            continue
        if a.co_flags & FUNCTION:
            yield a, b
        else:
            yield from changed_code(a, b)
