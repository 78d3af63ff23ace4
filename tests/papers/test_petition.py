"""`pitboss petition` (8.4): which items in 8.4(d) a new game's package contains, and which are missing."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import pitboss.games.three_card_poker as three_card_poker
from pitboss.cli import main
from pitboss.library.papers.petitions import Package, Petition, petition, petition_paper

STRANGER = Path(__file__).parents[1] / "stranger" / "high_card"
WHOLE = """
kind = "variation"
patents = "none"
other_jurisdictions = "none"
training = "an hour"
supervision = "as casino war"
equipment_samples = "a deck"
[[petitioners]]
name = "Ann, who invented it"
address = "1 Ocean Avenue"
role = "owner_of_rights"
signed = true
[[petitioners]]
name = "Boardwalk Casino Corporation"
address = "1 Boardwalk"
role = "casino_licensee"
agrees_to_test = true
signed = true
"""
INVENTOR = WHOLE.partition('[[petitioners]]\nname = "Boardwalk')[0]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of the third-party package that is not installed."""
    made = tmp_path / "high_card"
    shutil.copytree(STRANGER, made, ignore=shutil.ignore_patterns("__pycache__"))
    return made


def of(folder: Path, said: str) -> Petition:
    (folder / "petition.toml").write_text(said, "utf-8")
    return petition(Package.read(folder))


def missing(found: Petition) -> dict[str, str]:
    return {one.item: one.found for one in found.points if not one.there}


def test_8_4_d_a_stranger_package_gives_rules_odds_advantage_layout_and_equipment() -> None:
    found = {one.item: one.there for one in petition(Package.read(STRANGER)).points}
    for item in ("equipment rules", "play rules", "true odds", "payout odds", "house advantage", "layout", "summary"):
        assert found[item], item


def test_8_4_d_what_no_code_can_know_is_missing_until_it_is_said() -> None:
    lacks = missing(petition(Package.read(STRANGER)))
    assert {"patents", "training", "other jurisdictions", "kind", "signatures"} <= set(lacks)
    assert "petition.toml" in lacks["patents"]


def test_8_4_b_a_petition_of_the_inventor_alone_is_incomplete(folder: Path) -> None:
    lacks = missing(of(folder, INVENTOR))
    assert lacks["licensee who tests it"] == "no casino licensee among the petitioners"
    assert "licensee who tests it" not in missing(of(folder, WHOLE))
    unwilling = WHOLE.replace("agrees_to_test = true\n", "")
    assert missing(of(folder, unwilling))["licensee who tests it"] == "no licensee has agreed to hold the test"


def test_8_4_a_only_those_named_may_petition(folder: Path) -> None:
    wrong = of(folder, WHOLE.replace("owner_of_rights", "passer_by"))
    assert "Ann, who invented it: a petitioner is a casino licensee or" in missing(wrong)["role of the petitioners"]


def test_8_4_c_there_are_three_kinds_of_new_game(folder: Path) -> None:
    assert "variation, composite, other" in missing(of(folder, WHOLE.replace("variation", "novelty")))["kind"]


def test_8_4_d_all_petitioners_sign(folder: Path) -> None:
    unsigned = WHOLE.replace("agrees_to_test = true\nsigned = true", "agrees_to_test = true")
    assert "Boardwalk Casino Corporation" in missing(of(folder, unsigned))["signatures"]


def test_a_package_that_is_not_installed_cannot_be_priced_or_drawn(folder: Path) -> None:
    assert set(missing(of(folder, WHOLE))) == {"true odds", "house advantage", "layout"}


def test_the_document_is_complete_and_lists_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = petition_paper(Package.read(STRANGER))
    words = " ".join(str(block) for block in made.blocks)
    assert "Incomplete. Missing:" in words
    assert "<svg" in words
    assert "High card wager" in words
    out = tmp_path / "petition.pdf"
    assert main(["petition", str(STRANGER), "--out", str(out)]) == 1
    assert "points are missing" in capsys.readouterr().out
    assert out.read_bytes().startswith(b"%PDF")
    assert main(["petition", str(STRANGER), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["complete"] is False


def test_a_bad_folder_gives_a_one_line_error(tmp_path: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["petition", str(tmp_path)]) == 2
    assert "no rules.toml" in capsys.readouterr().err
    (folder / "petition.toml").write_text('colour = "red"', "utf-8")
    assert main(["petition", str(folder)]) == 2
    said = capsys.readouterr().err
    assert "a petition has: kind" in said
    assert said.count("\n") == 1


def test_a_game_of_the_chapter_is_a_package_like_any_other() -> None:
    assert three_card_poker.__file__ is not None
    found = petition(Package.read(Path(three_card_poker.__file__).parent))
    assert found.name == "Three card poker"
    assert not found.complete
