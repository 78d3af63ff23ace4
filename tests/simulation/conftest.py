"""Runs commands as users do: arguments in; exit code, standard output and standard error out."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from pitboss.cli import main


@dataclass(frozen=True)
class Ran:
    """A command's result."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Parse standard output, which must be a single JSON document."""
        assert self.code == 0, self.err
        return json.loads(self.out)

    @property
    def refused(self) -> str:
        """Return the only line that a refused command writes to standard error."""
        assert (self.code, self.out) == (2, "")
        assert self.err.count("\n") == 1
        return self.err.removeprefix("pitboss: ").strip()


@pytest.fixture
def simulate(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Run `simulate("craps", "--rounds", "1e6")` in this process."""
    monkeypatch.setenv("COLUMNS", "120")

    def run(*words: object) -> Ran:
        code = main(["simulate", *map(str, words)])
        said = capsys.readouterr()
        return Ran(code, said.out, said.err)

    return run
