"""Every game has a playthrough: rounds as readable text, to the last citation."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.chapter import registered
from pitboss.cli.playthrough import playthrough

HERE = Path(__file__).parent


@pytest.mark.parametrize("game", list(registered()))
def test_the_playthrough_is_the_golden_one(game: str) -> None:
    """Made again by `make playthroughs`; read the difference before you keep it."""
    script, golden = HERE / f"{game}.script", HERE / f"{game}.txt"
    assert script.exists(), f"{game} has no playthrough: write {script}, a round as a script, then `make playthroughs`"
    assert golden.exists(), f"{script.name} was never played: `make playthroughs` makes {golden.name}; read it, keep it"
    assert playthrough(script.read_text("utf-8"), script.name) == golden.read_text("utf-8")
