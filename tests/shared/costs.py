"""Reports a test run's processor time at the end, by part, and with `--costs` by file.

Elapsed time depends on what else the machine is doing; processor time, including that of started programs, hardly does.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Generator
from typing import Any

import pytest

SHOWN = 40
"""How many of the most expensive files and tests to list."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--costs", action="store_true", help="processor seconds by file and test, not only by part")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[Any]) -> Generator[None, Any, Any]:
    report = yield
    used = _used()
    report.cpu = used - item.config.stash.get(_BEFORE, used)
    item.config.stash[_BEFORE] = used
    return report


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    by_test: dict[str, float] = defaultdict(float)
    for report in (one for found in terminalreporter.stats.values() for one in found if hasattr(one, "cpu")):
        by_test[report.nodeid] += report.cpu
    total = sum(by_test.values())
    terminalreporter.section(f"processor time: {total:.0f} s in {len(by_test)} tests")
    lists = [_sums(by_test, _part)]
    if config.getoption("--costs"):
        lists += [_sums(by_test, _file)[:SHOWN], _sums(by_test, str)[:SHOWN]]
    for one in lists:
        for name, seconds in one:
            terminalreporter.write_line(f"{seconds:8.1f} s  {name}")
        terminalreporter.write_line("")


_BEFORE = pytest.StashKey[float]()


def _used() -> float:
    """Return the processor seconds of this process, its threads, and the programs it started that have finished."""
    return sum(os.times()[:4])


def _file(nodeid: str) -> str:
    return nodeid.partition("::")[0]


def _part(nodeid: str) -> str:
    """Return the package that a test belongs to, or its file if it tests every game; all doctests form one part."""
    words = _file(nodeid).split("/")
    if words[0] != "tests":
        return "doctests"
    return "/".join(words[:2])


def _sums(by_test: dict[str, float], whole: Any) -> list[tuple[str, float]]:
    sums: dict[str, float] = defaultdict(float)
    for nodeid, seconds in by_test.items():
        sums[whole(nodeid)] += seconds
    return sorted(sums.items(), key=lambda one: -one[1])
