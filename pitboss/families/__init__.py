"""What the games of a family share, one folder a family, with a game's own file names.

1. `terms`: what a game's rules.toml may declare, read once and strictly.
2. `round`: the procedure; `price`: the exact machinery; `kernel`: the compiled loop; `felt`: the layout.
3. A game uses its family and never another game: what two games share is here.
4. `family.toml`: the words that a person reads (`family_of`). A game names its family in rules.toml, `[game] family`; a
   stranger's may name one that has no folder here, and has the words that suit any game.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from pitboss.chapter.numbers import order
from pitboss.chapter.rules import Rules


@dataclass(frozen=True, slots=True)
class Family:
    """A family in words: its name, what one says so that play goes on, what one round is called, and how one wagers."""

    id: str
    name: str
    go: str = "Deal"
    round: str = "round"
    wagers: str = "Lay a chip on the felt"


@cache
def family_of(id: str) -> Family:
    """The family of that id.

    >>> family_of("dice")
    Family(id='dice', name='Dice', go='Roll', round='roll', wagers='Lay a chip on the felt')
    >>> family_of("tile_games").name
    'Tile games'
    """
    words = files("pitboss.families") / id / "family.toml"
    if words.is_file():
        return Family(id, **tomllib.loads(words.read_text("utf-8")))
    return Family(id, id.replace("_", " ").replace("-", " ").capitalize())


def by_family(games: Iterable[Rules]) -> dict[Family, list[Rules]]:
    """Games in the order of the chapter, and families in the order of their first games."""
    found: dict[Family, list[Rules]] = {}
    for rules in sorted(games, key=lambda rules: order(rules.game.home)):
        found.setdefault(family_of(rules.game.family), []).append(rules)
    return found
