"""Selects the games that a test runs on; tests of common behaviour name no game.

Cheap tests, and tests of behaviour that can differ by game, run on all games. Expensive tests of a family's or the
floor's behaviour (live tables, recovery, spies, pages) run on one game per family in `make test`, and on all others in
`make slow`. A game without a family counts as a family of its own. The amount of random play is fixed and divided among
the games (`shared_out`), with many times more in `make slow`.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import registered_games, rules_of
from pitboss.table import game_on

GAMES = tuple(registered_games())


def shared_out(examples: int) -> int:
    """Return one game's share of a total number of random examples; each game gets a few."""
    return max(5, examples // len(GAMES))


def family_of(game: str) -> str:
    """Return a game's family, or the game itself if it has none."""
    return rules_of(game).game.family or game


def one_of_each_family(having: Callable[[str], bool] = lambda game: True) -> tuple[str, ...]:
    """Return the first game of every family that satisfies a predicate."""
    first: dict[str, str] = {}
    for game in filter(having, GAMES):
        first.setdefault(family_of(game), game)
    return tuple(first.values())


def every_game(name: str = "game", having: Callable[[str], bool] = lambda game: True) -> pytest.MarkDecorator:
    """Parametrize a test over every game that satisfies a predicate."""
    return pytest.mark.parametrize(name, list(filter(having, GAMES)))


def every_family(name: str = "game", having: Callable[[str], bool] = lambda game: True) -> pytest.MarkDecorator:
    """Parametrize a test over one game per family, and over all games in `make slow`."""
    now = one_of_each_family(having)
    games = [pytest.param(game, marks=() if game in now else pytest.mark.slow) for game in filter(having, GAMES)]
    return pytest.mark.parametrize(name, games)


def has_cards(game: str) -> bool:
    """Whether a game is dealt from a shoe."""
    return hasattr(game_on(Layout.of(game)).opening(), "shoe")


def has_decisions(game: str) -> bool:
    """Whether players make decisions after wagering."""
    return bool(game_on(Layout.of(game)).decisions)
