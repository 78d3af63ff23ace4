"""Runs commands as users do: arguments in; exit code, standard output and standard error out."""

from __future__ import annotations

import io
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
        return json.loads(self.out)

    @property
    def refused(self) -> str:
        """Return the only line that a refused command writes to standard error."""
        assert self.code == 2
        assert self.out == ""
        assert self.err.count("\n") == 1
        assert self.err.startswith("pitboss: ")
        return self.err.removeprefix("pitboss: ").strip()


Run = Callable[..., Ran]


@pytest.fixture
def pitboss(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `pitboss("price", "craps", "--json")` in this process."""
    monkeypatch.setenv("COLUMNS", "120")

    def run(*words: object, stdin: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        code = main([str(word) for word in words])
        said = capsys.readouterr()
        return Ran(code, said.out, said.err)

    return run
