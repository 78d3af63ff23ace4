"""Every game has a playthrough: rounds as readable text, to the last citation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pitboss.chapter.contents import contents, section_of
from pitboss.chapter.rules import registered_games
from pitboss.cli.playthrough import playthrough

HERE = Path(__file__).parent


@pytest.mark.parametrize("game", list(registered_games()))
def test_the_playthrough_is_the_golden_one(game: str) -> None:
    """Made again by `make playthroughs`; read the difference before you keep it."""
    script, golden = HERE / f"{game}.script", HERE / f"{game}.txt"
    assert script.exists(), f"{game} has no playthrough: write {script}, a round as a script, then `make playthroughs`"
    assert golden.exists(), f"{script.name} was never played: `make playthroughs` makes {golden.name}; read it, keep it"
    assert playthrough(script.read_text("utf-8"), script.name) == golden.read_text("utf-8")


EQUIPMENT = re.compile(r"number of (decks|dice)|rankings?$|rankings; cards")


@pytest.mark.parametrize("game", list(registered_games()))
def test_no_act_cites_a_section_that_only_describes_cards_or_dice(game: str) -> None:
    """Who throws, what wins and what loses is in the sections on procedure and payouts."""
    lines = (HERE / f"{game}.txt").read_text("utf-8").splitlines()
    cited = [(line, found[1]) for line in lines if (found := re.search(r"  (?:19:47|13:69F)-(\S+)$", line))]
    assert [line for line, citation in cited if EQUIPMENT.search(contents().section(section_of(citation)).title)] == []
