"""Makes the counts that games ship: `make counts`, after a change by which they count otherwise.

A game has them if it has a folder `counts`; a game that is named (`GAMES=…`) has one from then on. Shipped is what the
first price and the first simulation of a table make from scratch, each file with the program that made it.
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
from pitboss.library.recounts import loosened, made_from_scratch
from pitboss.pricing import price
from pitboss.pricing.cache import SHIPPED_FOLDER, Entry
from pitboss.simulation.kernel import kernel_of
from pitboss.version import __version__

AS_SMALL_AS_CAN_BE = 9 | lzma.PRESET_EXTREME


def bringing() -> list[str]:
    """The games that ship counts."""
    return [game for game in registered_games() if folder_of(game).is_dir()]


def folder_of(game: str) -> Path:
    return Path(str(files(registered_games()[game]))) / SHIPPED_FOLDER


def first_use(game: str) -> None:
    """What the first price and the first simulation of a game ask for."""
    price(Layout.of(game))
    kernel_of(Layout.of(game))


def made_by(game: str) -> str:
    """The program that makes a shipped count, for the file itself."""
    package = registered_games()[game]
    return (
        f"Pitboss {__version__}: `make counts GAMES={game}`, which runs {package}.price and .kernel on a "
        f"processor; `pitboss price {game} --recount` counts it again and compares"
    )


def counted(game: str) -> dict[str, str]:
    """The entries of a game that a first use makes from scratch: name → text."""
    made = made_from_scratch(Layout.of(game), lambda what: lambda share: None)
    return {name: _shipped(game, held) for name, held in made.items() if name.startswith(f"{game}-")}


def _shipped(game: str, held: dict[str, Any]) -> str:
    """An entry for a file that is compressed as a whole: its arrays are not compressed by themselves."""
    return _entry(held).serialize(loosened(held["value"]), made_by(game))


def of_file(path: Path) -> Entry:
    """The entry that a game ships in a file."""
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
    make(sys.argv[1:] or bringing())
