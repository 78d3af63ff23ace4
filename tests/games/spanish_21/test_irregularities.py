"""Irregularities in 19.15, called by scripts; the table then shows the effect of each."""

from pathlib import Path

import pytest

from pitboss.table.script import play_script

SCRIPTS = sorted((Path(__file__).parent / "irregularities").glob("*.script"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_19_15_an_irregularity_is_called_and_done(script: Path) -> None:
    play_script(script.read_text("utf-8"), script.name)
