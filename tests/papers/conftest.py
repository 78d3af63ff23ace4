"""A table file for a test, written to a temporary folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

Made = Callable[..., Path]


@pytest.fixture
def table(tmp_path: Path) -> Made:
    """Write a table file with these options and usual limits: `table("craps", "2008-06-01", 'offer_678 = true')`."""

    def make(game: str, on: str, options: str = "", more: str = "", name: str = "table-7") -> Path:
        path = tmp_path / f"{name}.toml"
        limits = "" if "[limits]" in more else "[limits]\nminimum = 10\nmaximum = 500\n"
        head = f'game = "{game}"\non = {on}\nname = "Table 7"\ncasino = "The Boardwalk"\n'
        path.write_text(f"{head}[options]\n{options}\n{limits}{more}\n", "utf-8")
        return path

    return make
