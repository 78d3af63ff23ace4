"""Makes the counts that games bring along: `make counts`, after a change by which they count otherwise.

A game has them if it has a folder `counts`; a game that is named (`GAMES=…`) has one from then on. What is made is what
the first price and the first simulation of a table ask for, counted now and found nowhere.
"""

from __future__ import annotations

import json
import lzma
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any
from unittest.mock import patch

from pitboss.chapter import Layout, registered
from pitboss.families.house_poker.price.solutions import loose, unpack
from pitboss.pricing import price
from pitboss.pricing.cache import BROUGHT, ENVIRONMENT, Entry
from pitboss.simulation import kernel_of

AS_SMALL_AS_CAN_BE = 9 | lzma.PRESET_EXTREME


def bringing() -> list[str]:
    """The games that bring counts along."""
    return [game for game in registered() if folder_of(game).is_dir()]


def folder_of(game: str) -> Path:
    return Path(str(files(registered()[game]))) / BROUGHT


def first_use(game: str) -> None:
    """What the first price and the first simulation of a game ask for."""
    price(Layout.of(game))
    kernel_of(Layout.of(game))


def counted(game: str) -> dict[str, str]:
    """Entries that a first use makes where nothing is kept or brought along: name → text."""
    with tempfile.TemporaryDirectory() as empty, nothing_brought(), patch.dict(os.environ, {ENVIRONMENT: empty}):
        first_use(game)
        return {path.stem: _loosened(path.read_text("utf-8")) for path in Path(empty).glob(f"{game}-*.json")}


@contextmanager
def nothing_brought() -> Iterator[None]:
    """As if no game brought anything along."""
    with patch.object(Entry, "_brought", lambda self: b""):
        yield


def brought(game: str) -> dict[str, str]:
    """What it brings along: name → text."""
    return {path.name.partition(".")[0]: _text(path) for path in folder_of(game).iterdir()}


def of_file(path: Path) -> Entry:
    """The entry that a game brings along in a file."""
    return _entry(json.loads(_text(path)))


def _text(path: Path) -> str:
    return lzma.decompress(path.read_bytes()).decode()


def _entry(held: dict[str, Any]) -> Entry:
    return Entry(*(held["identity"][name] for name in ("game", "algorithm", "configuration")))


def _loosened(text: str) -> str:
    """An entry whose arrays are not compressed by themselves."""
    held = json.loads(text)
    return _entry(held).told(_loose(held["value"]))


def _loose(value: Any) -> Any:
    if isinstance(value, dict):
        if set(value) == {"shape", "type", "bytes"}:
            return loose(unpack(value))
        return {name: _loose(one) for name, one in value.items()}
    return value


def make(games: list[str]) -> None:
    for game in games:
        folder = folder_of(game)
        made = counted(game)
        folder.mkdir(exist_ok=True)
        for old in folder.glob("*.json.xz"):
            old.unlink()
        for name, text in made.items():
            (folder / f"{name}.json.xz").write_bytes(lzma.compress(text.encode(), preset=AS_SMALL_AS_CAN_BE))
        print(f"{game}: {len(made)} counts, {sum(path.stat().st_size for path in folder.iterdir()):,} bytes")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--compare"]:
        sys.exit(None if all(counted(game) == brought(game) for game in sys.argv[2:]) else "counted otherwise")
    make(sys.argv[1:] or bringing())
