"""Makes the counts that games ship (`make counts`); run it after changing how they are counted.

A game ships counts if it has a folder `counts`; naming a game (`GAMES=…`) creates one. The shipped counts are what the
first price and the first simulation of a table compute from scratch, each with the program that made it.
"""

from __future__ import annotations

import json
import lzma
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import registered_games
from pitboss.library.recounts import counted_from_scratch, decompressed
from pitboss.pricing import price
from pitboss.pricing.cache import SHIPPED_FOLDER, Entry
from pitboss.simulation.kernel import kernel_of
from pitboss.version import __version__

AS_SMALL_AS_CAN_BE = 9 | lzma.PRESET_EXTREME


def games_with_counts() -> list[str]:
    """Return the games that ship counts."""
    return [game for game in registered_games() if folder_of(game).is_dir()]


def folder_of(game: str) -> Path:
    return Path(str(files(registered_games()[game]))) / SHIPPED_FOLDER


def first_use(game: str) -> None:
    """Load the counts that the first price and the first simulation of a game need."""
    price(Layout.of(game))
    kernel_of(Layout.of(game))


def made_by(game: str) -> str:
    """Describe the program that makes the shipped counts."""
    package = registered_games()[game]
    return (
        f"Pitboss {__version__}: `make counts GAMES={game}`, which runs {package}.price and .kernel on a "
        f"processor; `pitboss price {game} --recount` counts it again and compares"
    )


def counted(game: str) -> dict[str, str]:
    """Return the entries that a game's first use computes from scratch, as name → text."""
    made = counted_from_scratch(Layout.of(game), lambda what: lambda share: None)
    return {name: _shipped(game, held) for name, held in made.items() if name.startswith(f"{game}-")}


def _shipped(game: str, held: dict[str, Any]) -> str:
    """Serialize an entry with uncompressed arrays, since the file is compressed as a whole."""
    return _entry(held).serialize(decompressed(held["value"]), made_by(game))


def of_file(path: Path) -> Entry:
    """Return the entry in a shipped file."""
    return _entry(json.loads(lzma.decompress(path.read_bytes())))


def _entry(held: dict[str, Any]) -> Entry:
    return Entry(*(held["identity"][name] for name in ("game", "algorithm", "configuration")))


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
    make(sys.argv[1:] or games_with_counts())
