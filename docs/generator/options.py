"""How much each option of a game moves its price: the cached figures in `docs/data/options.json`.

`python -m docs.generator.options` computes them again (minutes); `GAME …` limits it to some games.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path
from typing import Any

from docs.generator.installed import our_games
from pitboss.chapter.layout import Layout
from pitboss.cli.sweep import ALL, sweep

FILE = Path(__file__).parents[1] / "data" / "options.json"


@cache
def _data() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    return found


def of_game(game: str) -> dict[str, str]:
    """Return for each option of a game how far it moves the price, in words."""
    found = {}
    for option, (wager, low, high) in _data().get(game, {}).items():
        found[option] = f"{wager}: {low} to {high}" if wager else "does not move a price"
    return found


def computed(game: str) -> dict[str, tuple[str, str, str]]:
    """Price a game under every value of each option, one option at a time.

    Return for each option the wager that it moves most, with its lowest and highest house edge.
    """
    swept = sweep(Layout.of(game), ALL, "", quiet=True)
    widest: dict[str, tuple[float, str, float, float]] = {}
    groups = [([swept.wager, *swept.alike], swept.rows), *((moved.wagers, moved.rows) for moved in swept.also)]
    for wagers, rows in groups:
        edges: dict[str, list[float]] = {}
        for row in rows:
            if "option" in row.options:
                edges.setdefault(row.options["option"], []).append(row.house_edge)
        for option, found in edges.items():
            best = (max(found) - min(found), ", ".join(wagers[:2]), min(found), max(found))
            widest[option] = max(widest.get(option, best), best)
    moved = {option: (name, f"{low:.4%}", f"{high:.4%}") for option, (_, name, low, high) in widest.items()}
    return moved | dict.fromkeys(swept.still, ("", "", ""))


def main(games: list[str]) -> None:
    data = dict(_data())
    for game in games or [one.id for one in our_games()]:
        data[game] = {option: list(found) for option, found in sorted(computed(game).items())}
        FILE.write_text(json.dumps(dict(sorted(data.items())), indent=1) + "\n", "utf-8")
        print(game, len(data[game]))


if __name__ == "__main__":
    main(sys.argv[1:])
