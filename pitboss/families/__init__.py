"""Code shared by the games of a family: one folder per family, with the same file names as a game.

1. `terms`: what a game's rules.toml may declare, read once and strictly.
2. `round`: the procedure; `price`: the exact calculation; `kernel`: the compiled loop; `felt`: the layout.
3. A game imports from its family and never from another game; code that two games share is here.
4. `family.toml`: the words shown to people (`family_of`). A game names its family in rules.toml, `[game] family`; a
   third-party game may name one that has no folder here; it then gets generic words.
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
    """A family's words: its name, its call to continue play, its name for a round, and how to place a wager."""

    id: str
    name: str
    go: str = "Deal"
    round: str = "round"
    wagers: str = "Put a chip on the felt"


@cache
def family_of(id: str) -> Family:
    """Return the family with this id.

    >>> family_of("dice")
    Family(id='dice', name='Dice', go='Roll', round='roll', wagers='Put a chip on the felt')
    >>> family_of("tile_games").name
    'Tile games'
    """
    words = files("pitboss.families") / id / "family.toml"
    if words.is_file():
        return Family(id, **tomllib.loads(words.read_text("utf-8")))
    return Family(id, id.replace("_", " ").replace("-", " ").capitalize())


def by_family(games: Iterable[Rules]) -> dict[Family, list[Rules]]:
    """Group the games by family: games in chapter order, families in the order of their first games."""
    found: dict[Family, list[Rules]] = {}
    for rules in sorted(games, key=lambda rules: order(rules.game.home)):
        found.setdefault(family_of(rules.game.family), []).append(rules)
    return found
