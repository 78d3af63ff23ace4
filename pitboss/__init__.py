"""Pitboss: the casino regulation *Rules of the Games* (N.J.A.C. 19:47, since 2012 13:69F) as running software.

    >>> import pitboss
    >>> pitboss.price("craps", on="2008-06-01")["pass"].exact
    '7/495'

The verbs below are those of `pitboss.library`, loaded when they are first used: importing Pitboss costs nothing.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from pitboss.version import __version__

if TYPE_CHECKING:
    from pitboss.library import check, deal, diff, equity, games, layout, price, simulate, strategy

__all__ = ["__version__", "check", "deal", "diff", "equity", "games", "layout", "price", "simulate", "strategy"]


def __getattr__(name: str) -> Any:
    if name == "games":
        return import_module("pitboss.games")
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module("pitboss.library"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _Games(ModuleType):
    """`pitboss.games` is the room of the games, and lists them when it is called."""

    def __call__(self, on: Any = None) -> Any:
        return import_module("pitboss.library").games(on)


class _House(ModuleType):
    """As Python puts the room of the games into the house, it learns to list them."""

    def __setattr__(self, name: str, value: object) -> None:
        if name == "games" and isinstance(value, ModuleType):
            value.__class__ = _Games
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _House
