"""How far each of a game's options moves its prices: computes the cached figures for `pitboss options`.

`python -m docs.generator.options` computes them again (minutes); `GAME …` limits it to some games.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pitboss.library
from docs.generator.installed import our_games
from pitboss.chapter.layout import Layout
from pitboss.library.options import EFFECTS, cached_effects, effects_in
from pitboss.library.sweeps import ALL, sweep

FILE = Path(pitboss.library.__file__).parent / EFFECTS
DIGITS = 6
Rows = dict[str, list[Any]]


def of_game(game: str) -> dict[str, str]:
    """Return how far each of a game's options moves the price, in words."""
    found = {}
    for option, effects in cached_effects(Layout.of(game)).items():
        found[option] = "does not move a price"
        if effects:
            first = effects[0]
            found[option] = f"{', '.join(first.wagers[:2])}: {first.least:.4%} to {first.most:.4%}"
    return found


def computed(game: str) -> Rows:
    """Price a game under every value of each option, one option at a time: the wagers moved, and how far."""
    effects = effects_in(sweep(Layout.of(game), ALL))
    return {
        option: [[list(one.wagers), round(one.least, DIGITS), round(one.most, DIGITS)] for one in some]
        for option, some in sorted(effects.items())
    }


def write(data: dict[str, Rows]) -> None:
    """Write the figures with one line per option."""
    games = (
        f" {json.dumps(game)}: {{\n"
        + ",\n".join(f"  {json.dumps(option)}: {json.dumps(rows)}" for option, rows in found.items())
        + "\n }"
        for game, found in sorted(data.items())
    )
    FILE.write_text("{\n" + ",\n".join(games) + "\n}\n", "utf-8")


def main(games: list[str]) -> None:
    data = json.loads(FILE.read_text("utf-8"))
    for game in games or [one.id for one in our_games()]:
        data[game] = computed(game)
        write(data)
        print(game, len(data[game]), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
