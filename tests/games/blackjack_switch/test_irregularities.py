"""Irregularities of 2A.15, called at the table by scripts: what each does is what the table then shows."""

from pathlib import Path

import pytest

from pitboss.table.script import play_script

SCRIPTS = sorted((Path(__file__).parent / "irregularities").glob("*.script"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_2A_15_an_irregularity_is_called_and_done(script: Path) -> None:
    play_script(script.read_text("utf-8"), script.name)
