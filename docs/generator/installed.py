"""The games in the documentation: those that come with the package, and no others installed alongside it."""

from __future__ import annotations

from functools import cache

from pitboss import catalogue
from pitboss.chapter.rules import registered_games
from pitboss.library.listing import ListedGame


@cache
def our_games() -> tuple[ListedGame, ...]:
    packages = registered_games()
    return tuple(game for game in catalogue() if packages[game.id].startswith("pitboss."))
