"""A test that fails on a busy machine but passes alone does not block a landing; one that fails twice does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.shared import second_chance
from tests.shared.failures import DEFAULT, Run

ONCE = """
    from pathlib import Path
    path = Path("seen")
    seen = path.exists()
    path.touch()
    assert seen, "the first try"
"""


@pytest.fixture
def suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty test folder that uses our plug-in."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -p tests.shared.failures -q\n")
    return tmp_path


def run(suite: Path, **tests: Any) -> Run | None:
    """Run tests given by their function bodies, and return the record of the run."""
    written = "".join(f"def test_{name}():\n    {body.strip()}\n\n" for name, body in tests.items())
    (suite / "test_it.py").write_text(written)
    subprocess.run([sys.executable, "-m", "pytest"], cwd=suite, check=False, env=dict(os.environ), capture_output=True)
    return Run.read(suite / DEFAULT)


def test_a_test_that_passes_alone_is_flaky(suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = run(suite, good="pass", once=ONCE)
    assert first is not None
    assert list(first.failed) == ["test_it.py::test_once"]
    assert second_chance.main(suite, ()) == 0
    said = capsys.readouterr().out
    assert "FLAKY test_it.py::test_once" in said
    assert "the first try" in said


def test_a_test_that_fails_twice_fails_the_run(suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(suite, once=ONCE, bad="assert False")
    assert second_chance.main(suite, ()) == 1
    said = capsys.readouterr().out
    assert "FAILED TWICE test_it.py::test_bad" in said
    assert "FLAKY test_it.py::test_once" in said


def test_too_many_failures_get_no_second_run(suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(suite, **{f"bad_{n}": "assert False" for n in range(second_chance.MOST + 1)})
    assert second_chance.main(suite, ()) == 1
    assert "26 tests failed" in capsys.readouterr().out


def test_an_aborted_run_is_not_repeated(suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(suite, bad="assert False")  # leaves a record that the next run must remove
    assert run(suite, killed="import os; os._exit(1)") is None
    assert second_chance.main(suite, ()) == 1
    assert "did not reach its end" in capsys.readouterr().out


def test_a_run_with_an_unreadable_file_is_not_repeated(suite: Path) -> None:
    found = run(suite, broken="this is no Python")
    assert found is not None
    assert found.exit == 2
    assert second_chance.main(suite, ()) == 1
