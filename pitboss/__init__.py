"""Pitboss: the casino regulation *Rules of the Games* (N.J.A.C. 19:47, since 2012 13:69F) as running software.

    >>> import pitboss
    >>> pitboss.price("craps", on="2008-06-01")["pass"].exact
    '7/495'

The functions below live in `pitboss.library` and are imported on first use, so that `import pitboss` is fast and loads
NumPy, Numba and pydantic only when needed.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pitboss.version import __version__

if TYPE_CHECKING:
    from pitboss.library.checks import check, diff
    from pitboss.library.counts import count
    from pitboss.library.equities import equity
    from pitboss.library.layouts import layout
    from pitboss.library.listing import catalogue
    from pitboss.library.options import options
    from pitboss.library.prices import price
    from pitboss.library.protection import protect
    from pitboss.library.simulations import simulate
    from pitboss.library.strategies import strategy
    from pitboss.library.tables import deal

__all__ = [
    "__version__",
    "catalogue",
    "check",
    "count",
    "deal",
    "diff",
    "equity",
    "layout",
    "options",
    "price",
    "protect",
    "simulate",
    "strategy",
]

MODULES = {
    "catalogue": "listing",
    "check": "checks",
    "count": "counts",
    "deal": "tables",
    "diff": "checks",
    "equity": "equities",
    "layout": "layouts",
    "options": "options",
    "price": "prices",
    "protect": "protection",
    "simulate": "simulations",
    "strategy": "strategies",
}
"""The module of `pitboss.library` that defines each function."""


def __getattr__(name: str) -> Any:
    if name not in MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    verb = getattr(import_module(f"pitboss.library.{MODULES[name]}"), name)
    globals()[name] = verb
    return verb


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
