"""Which games a test runs over. No test of what all games have in common names a game.

What is cheap and what can differ in every game runs over all of them. What is dear and rests on what a family or the
house does (live tables, recovery, spies, pages) runs over one game of each family in `make test`, and over all the
others in `make slow`. A game without a family stands for itself. Random play is shared out: so much in all, however
many games there are (`shared_out`), and many times as much in `make slow`.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import registered_games, rules_of
from pitboss.table import game_on

GAMES = tuple(registered_games())


def shared_out(examples: int) -> int:
    """So many random examples in all, shared out among the games; each has a few."""
    return max(5, examples // len(GAMES))


def family_of(game: str) -> str:
    """What a game shares its procedure with: its family, else itself."""
    return rules_of(game).game.family or game


def one_of_each_family(having: Callable[[str], bool] = lambda game: True) -> tuple[str, ...]:
    """The first game of every family, of those that have something."""
    first: dict[str, str] = {}
    for game in filter(having, GAMES):
        first.setdefault(family_of(game), game)
    return tuple(first.values())


def every_game(name: str = "game", having: Callable[[str], bool] = lambda game: True) -> pytest.MarkDecorator:
    """A test of each game, of those that have something."""
    return pytest.mark.parametrize(name, list(filter(having, GAMES)))


def every_family(name: str = "game", having: Callable[[str], bool] = lambda game: True) -> pytest.MarkDecorator:
    """A test of one game of each family, and in `make slow` of all the others."""
    now = one_of_each_family(having)
    games = [pytest.param(game, marks=() if game in now else pytest.mark.slow) for game in filter(having, GAMES)]
    return pytest.mark.parametrize(name, games)


def has_cards(game: str) -> bool:
    """Whether it is dealt from a shoe."""
    return hasattr(game_on(Layout.of(game)).opening(), "shoe")


def has_decisions(game: str) -> bool:
    """Whether a player decides anything after the wagers are down."""
    return bool(game_on(Layout.of(game)).decisions)
