"""Imports the modules of installed games, found through their entry points.

Packages are known by name only, so that a third-party game needs no change here. No other module imports parts of a
game by name.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from pitboss.chapter.rules import registered_games


def game_module(game: str, part: str) -> ModuleType | None:
    """Return a module of a registered game's package, such as `price`, or None if the package has none.

    >>> game_module("craps", "round").GAME.__name__
    'Craps'
    """
    return import_module(f"{registered_games()[game]}.{part}") if has_game_module(game, part) else None


def has_game_module(game: str, part: str) -> bool:
    """Whether a registered game's package has a module with this name."""
    package = registered_games()[game]
    return find_spec(package) is not None and find_spec(f"{package}.{part}") is not None
