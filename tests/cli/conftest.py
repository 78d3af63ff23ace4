"""Commands run as people run them: words in, exit code and both outputs back."""

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
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output, which must be JSON and nothing else."""
        return json.loads(self.out)

    @property
    def refused(self) -> str:
        """The one line on standard error of a command that was refused."""
        assert self.code == 2
        assert self.out == ""
        assert self.err.count("\n") == 1
        assert self.err.startswith("pitboss: ")
        return self.err.removeprefix("pitboss: ").strip()


Run = Callable[..., Ran]


@pytest.fixture
def pitboss(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """`pitboss("price", "craps", "--json")`, in this process."""
    monkeypatch.setenv("COLUMNS", "120")

    def run(*words: object, stdin: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        code = main([str(word) for word in words])
        said = capsys.readouterr()
        return Ran(code, said.out, said.err)

    return run
