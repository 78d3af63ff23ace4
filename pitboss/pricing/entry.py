"""The way in: the price of any registered game, by the game's own `price.py`."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from time import perf_counter

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import registered
from pitboss.pricing.report import PriceReport


def price(layout: Layout, stake: int | None = None, shoe: Sequence[int] | None = None) -> PriceReport:
    """The exact price of every wager that the chapter permits on the layout's date, under the layout's choices.

    `stake` (cents) is the amount wagered where the price hangs on it, as where a percentage is rounded to chips.
    `shoe` is what is left in the shoe, by card index, where a game is dealt from one; by default a full shoe.

    >>> report = price(Layout.of("craps"))
    >>> report["pass"]
    PricedWager('pass', house edge 7/495 = 1.4141% per initial wager)
    """
    began = perf_counter()
    game = layout.rules.game.id
    if game not in registered():
        raise ValueError(f"no game {game!r}; the games are: {', '.join(registered())}")
    module = f"{registered()[game]}.price"
    if find_spec(module) is None:
        raise ValueError(f"{game} has no price yet: there is no {module}")
    priced = import_module(module).price
    if shoe is None:
        found: PriceReport = priced(layout, stake)
    elif "shoe" not in signature(priced).parameters:
        raise ValueError(f"{game} is not dealt from a shoe whose composition would matter")
    else:
        found = priced(layout, stake, shoe=shoe)
    return found.model_copy(update={"seconds": perf_counter() - began})
