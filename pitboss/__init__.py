"""Pitboss: the casino regulation *Rules of the Games* (N.J.A.C. 19:47, since 2012 13:69F) as running software.

    >>> import pitboss
    >>> pitboss.price("craps", on="2008-06-01")["pass"].exact
    '7/495'

The verbs below are functions of `pitboss.library`. Each is imported when it is first used, so that `import pitboss` is
fast: NumPy, Numba and pydantic are loaded by those that need them.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from pitboss.version import __version__

if TYPE_CHECKING:
    from pitboss.library.checks import check, diff
    from pitboss.library.equities import equity
    from pitboss.library.layouts import layout
    from pitboss.library.listing import games
    from pitboss.library.prices import price
    from pitboss.library.simulations import simulate
    from pitboss.library.strategies import strategy
    from pitboss.library.tables import deal

__all__ = ["__version__", "check", "deal", "diff", "equity", "games", "layout", "price", "simulate", "strategy"]

MODULES = {
    "check": "checks",
    "deal": "tables",
    "diff": "checks",
    "equity": "equities",
    "layout": "layouts",
    "price": "prices",
    "simulate": "simulations",
    "strategy": "strategies",
}


def __getattr__(name: str) -> Any:
    if name == "games":
        return import_module("pitboss.games")
    if name not in MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"pitboss.library.{MODULES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _Games(ModuleType):
    """`pitboss.games` is the room of the games, and lists them when it is called."""

    def __call__(self, on: Any = None) -> Any:
        return import_module("pitboss.library.listing").games(on)


class _House(ModuleType):
    """As Python puts the room of the games into the house, it learns to list them."""

    def __setattr__(self, name: str, value: object) -> None:
        if name == "games" and isinstance(value, ModuleType):
            value.__class__ = _Games
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _House
