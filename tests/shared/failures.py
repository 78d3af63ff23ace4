"""Records which tests failed and why, in a file that `second_chance.py` and `flaky.py` read."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

import pytest

DEFAULT = Path(".pytest_cache") / "failures.json"


@dataclass(frozen=True)
class Run:
    """How a run ended: pytest's exit status, and each failed test's first failure."""

    exit: int
    failed: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> Run | None:
        """Return the run recorded in a file, or None if no run finished."""
        try:
            return cls(**json.loads(path.read_text("utf-8")))
        except FileNotFoundError:
            return None


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--failures", type=Path, default=DEFAULT, help=f"where to record failures (default: {DEFAULT})")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # xdist workers send their reports to the process that started them
        config.pluginmanager.register(_Recorder(config.rootpath / config.getoption("--failures")))


class _Recorder:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.failed: dict[str, str] = {}

    def pytest_sessionstart(self) -> None:
        """Forget the last run, so that a killed run leaves no record rather than a stale one."""
        self.path.unlink(missing_ok=True)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.setdefault(report.nodeid, report.longreprtext)

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps({"exit": int(exitstatus), "failed": self.failed}, indent=1), "utf-8")
