"""Invalid table files, including some found by fuzzing, give findings or one clear line, never a traceback.

Random files come from `fuzz/`, briefly in `tests/test_fuzz.py` and at length with `make fuzz TARGET=tables`.
`tests/test_any_day.py` covers single options on every day.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pitboss.cli import main


class Answers:
    """Runs the commands for a table file and checks the guarantees that hold for every command."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.path, self.capsys, self.out = folder / "table.toml", capsys, ""

    def check(self, text: str) -> int:
        """Return the exit code of `check`, which always writes JSON; also run `sign`."""
        self.path.write_bytes(text.encode("utf-8"))
        code = self.run("check", str(self.path), "--json", always_json=True)
        found = self.out
        self.run("sign", str(self.path), "--json")
        self.out = found
        return code

    def run(self, *words: str, always_json: bool = False) -> int:
        code = main(words)
        out, err = self.capsys.readouterr()
        self.out = out
        said = (words, self.path.read_bytes(), err)
        assert code in (0, 1, 2), said
        if code == 2:
            assert err.count("\n") == 1, said
            assert err.startswith("pitboss: "), said
        if "--json" in words and (always_json or code != 2):
            json.loads(out)
        return code


@pytest.fixture
def answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Answers:
    return Answers(tmp_path, capsys)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe\x00",
        b"\0" * 50,
        b"[[[[[[[[[[",
        b"a." * 5000 + b"b = 1",
        b"= 1",
        b'"" = 1',
        b"on = 1e9999999999999999999",
    ],
)
def test_a_file_that_is_not_text_is_refused_in_one_line(
    data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(data)
    for command in ("check", "sign", "guide", "report"):
        assert main([command, str(path), "--json"]) == 2
        out, err = capsys.readouterr()
        assert err.count("\n") == 1
        assert (command != "check") or str(path) in json.loads(out)["problem"]


def test_a_figure_that_no_table_has_costs_no_other_files_findings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    large, both, wrong = (tmp_path / f"{name}.toml" for name in ("large", "both", "wrong"))
    meter = 'game = "caribbean-stud"\non = 2012-06-01\n[options]\nprogressive_meter = 0x7fffffffffffffffffff\n'
    large.write_text(meter)
    both.write_text(f'{meter}positions = "banana"\n')
    wrong.write_text('game = "craps"\non = 2008-06-01\n[options]\nvariant = "banana"\n')
    assert main(["check", str(large), str(both), str(wrong), "--json"]) == 2
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert [one["game"] for one in found["tables"]] == ["caribbean-stud", "craps"]
    assert [one["breaches"] for one in found["tables"]] == [1, 1]
    [unread] = found["unread"]
    assert "a table can be dealt or priced with at most" in unread["problem"]
    assert err == f"pitboss: {unread['problem']}\n"


CHANGED = 'game = "triple-attack-blackjack"\non = 2012-03-19\n[[changes]]\noption = "attacks"\nfrom = "best"\n'
AT_ONCE = "effective_at = 2100-12-31T23:59:59\nsign_posted_at = 2100-12-31T23:59:59\n"


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        (f"{CHANGED}effective_at = 1970-01-01T00:00:00\n", 2, "but the chapter begins on 1978-06-02"),
        (
            f"{CHANGED}{AT_ONCE}[notices]\nnotice_minutes = 0x7fffffffffffffffffff\n",
            1,
            "minutes",
        ),
        (
            'game = "spanish-21"\non = 2000-01-03\n[options]\nredouble = 2\n[limits.spanish21]\nmaximum = 500\n',
            1,
            "redouble is 2",
        ),
    ],
)
def test_faults_once_found_by_random_files(text: str, code: int, says: str, answers: Answers) -> None:
    assert answers.check(text) == code
    assert says in answers.out
