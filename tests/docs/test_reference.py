"""The generated reference is complete: it leaves out nothing in the code."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import pytest

from docs.generator import architecture, docstrings, findings, games, reference
from docs.generator.installed import our_games
from pitboss.chapter.finding import Kind
from pitboss.chapter.rules import Provenance

PITBOSS = Path(__file__).parents[2] / "pitboss"
CHECKED = ("check", "posted_limits", "tournament", "uniform")
UNREACHABLE = {"posted_limits.py: _not_amount"}
"""Findings that no table file can cause, because parsing fails on the same fault first."""


def test_every_kind_of_finding_is_explained() -> None:
    assert set(findings.KINDS) == set(get_args(Kind))


def test_every_finding_of_the_code_has_an_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    reached: set[tuple[str, int]] = set()
    modules = [*(import_module(f"pitboss.chapter.{name}") for name in CHECKED), import_module("pitboss.library.checks")]
    made = import_module("pitboss.chapter.finding").finding

    def spy(*given: Any, **named: Any) -> Any:
        caller = sys._getframe(1)
        reached.add((Path(caller.f_code.co_filename).name, caller.f_lineno))
        return made(*given, **named)

    for module in modules:
        monkeypatch.setattr(module, "finding", spy)
    for example in findings.examples():
        assert example.findings(), example.title
    missing = [
        f"{name}: {function}"
        for module in modules
        for name, line, function in _places(Path(str(module.__file__)))
        if (name, line) not in reached
    ]
    assert set(missing) == UNREACHABLE


def _places(path: Path) -> list[tuple[str, int, str]]:
    """The lines of a file that create a finding, and the functions that contain them."""
    found, function = [], ""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if match := re.match(r"\s*(?:async )?def (\w+)", line):
            function = match[1]
        elif re.search(r"(?<![\w.])finding\(", line):
            found.append((path.name, number, function))
    return found


def test_every_environment_variable_that_the_code_reads_is_explained() -> None:
    texts = [path.read_text("utf-8") for path in PITBOSS.rglob("*.py")]
    read = {name for text in texts for name in re.findall(r"\bPITBOSS_[A-Z_]+\b", text)}
    assert read <= set(reference.ENVIRONMENT)
    for name in reference.ENVIRONMENT:
        assert any(name in text for text in texts), name


def test_every_command_and_every_address_has_an_entry() -> None:
    commands, http = reference.commands(), reference.http_api()
    assert "### pitboss price\n" in commands
    assert "### GET /tables\n" in http
    for page in (commands, http):
        assert "None" not in re.sub(r"`[^`]*`", "", page)


@pytest.mark.parametrize("name", docstrings.API)
def test_python_reference_has_every_public_name(name: str) -> None:
    title, modules = docstrings.API[name]
    page = docstrings.api_page(title, modules)
    for module in modules:
        for public in docstrings.public_names(import_module(module)):
            assert public in page


def test_every_ask_of_a_round_has_its_reply_in_the_diagram() -> None:
    assert set(architecture.REPLIES) == {name for name, _ in architecture.asks_of_a_round()}


def test_every_family_and_provenance_has_a_name() -> None:
    assert set(games.FAMILIES) >= {game.family for game in our_games()}
    assert set(games.PROVENANCE) == set(get_args(Provenance))
