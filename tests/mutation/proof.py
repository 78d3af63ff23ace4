"""What mutation has proven, kept in a file a game: `pitboss trace` gives no tick without it.

A file says of each paragraph how many breaches were tried, how many a test named for it found, and one such test.
A tick lasts as long as that test is there under its name: who changes a rule or its test runs `make mutation` again.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .trial import run_id

HERE = Path(__file__).parent / "proven"
HEAD = """\
# Made by `make mutation GAME={game}`: of so many breaches of a paragraph, how many a test named for it found, and one
# such test. `pitboss trace` gives no tick without.
"""
Found = tuple[Mapping[str, str], Sequence[str]]
"""Of a paragraph: the breaches that were found, each with the test that found it; and those that were not."""


def keep(game: str, tests: Mapping[str, Sequence[str]], outcomes: Mapping[str, Found], folder: Path = HERE) -> None:
    """Put what was found now in place of what was found before; `tests` are those of every paragraph there is."""
    found = proven(game, folder)
    for id, (killed, survived) in outcomes.items():
        found[id] = _said(tests[id], killed, survived)
    folder.mkdir(exist_ok=True)
    lines = "".join(_line(id, found[id]) for id in tests if id in found)
    (folder / f"{game}.toml").write_text(HEAD.format(game=game) + lines, "utf-8")


def proven(game: str, folder: Path = HERE) -> dict[str, Any]:
    """What was found before."""
    file = folder / f"{game}.toml"
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


def _said(tests: Sequence[str], killed: Mapping[str, str], survived: Sequence[str]) -> dict[str, Any]:
    """A paragraph's proof. The test is the first in the order of the trace, so that a file changes only with the proof.

    What never ends or breaks down with a mutant fails by its first test.
    """
    failed = {one for test in killed.values() for one in (test, test.partition("[")[0])}
    by = [one for one in tests if run_id(one) in failed]
    return {"found": len(killed), "of": len(killed) + len(survived), "by": (by or tests)[0] if killed else ""}


def _line(id: str, one: Mapping[str, Any]) -> str:
    by = f", by = {_quoted(one['by'])}" if one.get("by") else ""
    return f"{_quoted(id)} = {{ found = {one['found']}, of = {one['of']}{by} }}\n"


def _quoted(text: str) -> str:
    return f"'{text}'" if '"' in text else f'"{text}"'
