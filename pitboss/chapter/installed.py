"""The modules of an installed game, found through its entry point.

A game's package is known by name only, so that a stranger's game needs no change here. This is the one place where a
part of a game is imported by name.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from pitboss.chapter.rules import registered


def part_of(game: str, part: str) -> ModuleType | None:
    """Returns a module of a registered game's package, such as `price`; None where the package has no such module.

    >>> part_of("craps", "round").GAME.__name__
    'Craps'
    """
    return import_module(f"{registered()[game]}.{part}") if has_part(game, part) else None


def has_part(game: str, part: str) -> bool:
    """Whether a registered game's package has a module of this name."""
    package = registered()[game]
    return find_spec(package) is not None and find_spec(f"{package}.{part}") is not None
