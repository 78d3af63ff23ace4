"""The way in: the price of any registered game, by the game's own `price.py`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from time import perf_counter
from types import ModuleType
from typing import Any

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import registered
from pitboss.pricing.report import PriceReport


def price(
    layout: Layout,
    stake: int | None = None,
    shoe: Sequence[int] | None = None,
    strategy: Any = None,
    meter: int | None = None,
    players: int | None = None,
    progress: Any = None,
) -> PriceReport:
    """The exact price of every wager that the chapter permits on the layout's date, under the layout's choices.

    `stake` (cents) is the amount wagered where the price hangs on it, as where a percentage is rounded to chips.
    `shoe` is what is left in the shoe, by card index, where a game is dealt from one; by default a full shoe.
    `strategy` is how the game is played, where it can be told (a chart of blackjack); by default the best.
    `meter` (cents) is what a progressive meter shows. `players` is how many have a wager that is settled among them; by
    default there is one at every position. `progress` is called with the share done, where that takes long.

    >>> report = price(Layout.of("craps"))
    >>> report["pass"]
    PricedWager('pass', house edge 7/495 = 1.4141% per initial wager)
    """
    began = perf_counter()
    priced = pricing_of(layout).price
    understood = signature(priced).parameters
    given: dict[str, Any] = {"shoe": shoe, "strategy": strategy, "meter": meter, "players": players}
    for name, value in given.items():
        if value is not None and name not in understood:
            raise ValueError(f"the price of {layout.rules.game.id} does not hang on the {name}")
    more = {name: value for name, value in given.items() if value is not None}
    if progress is not None and "progress" in understood:
        more["progress"] = progress
    found: PriceReport = priced(layout, stake, **more)
    return found.model_copy(update={"seconds": perf_counter() - began})


def pricing_of(layout: Layout) -> ModuleType:
    """The `price.py` of the game that is played on a layout."""
    game = layout.rules.game.id
    if game not in registered():
        raise ValueError(f"no game {game!r}; the games are: {', '.join(registered())}")
    module = f"{registered()[game]}.price"
    if find_spec(module) is None:
        raise ValueError(f"{game} has no price yet: there is no {module}")
    return import_module(module)


def advice(layout: Layout) -> Callable[[Sequence[Any], Sequence[Any], Sequence[str]], str | None]:
    """The best decision as a function of own cards, open cards and the choices: for bots, and for learners."""
    module = pricing_of(layout)
    if hasattr(module, "advice"):
        found: Callable[[Sequence[Any], Sequence[Any], Sequence[str]], str | None] = module.advice(layout)
        return found
    if not hasattr(module, "strategy"):
        raise ValueError(f"{layout.rules.game.id} has no decisions to advise on")
    best = module.strategy(layout)

    def choose(own: Sequence[Any], shown: Sequence[Any], choices: Sequence[str]) -> str | None:
        return str(best.decide(own, shown)) if own else None

    return choose


def worth(layout: Layout) -> Callable[[Sequence[Any], Sequence[Any], Sequence[str]], dict[str, float]]:
    """What each choice of a decision brings on average, for each unit of the first wager: for learners.

    Empty where the game has no such figures, or none for these cards.
    """
    module = pricing_of(layout)
    if hasattr(module, "worth"):
        found: Callable[[Sequence[Any], Sequence[Any], Sequence[str]], dict[str, float]] = module.worth(layout)
        return found
    if not hasattr(module, "strategy"):
        return lambda own, shown, choices: {}
    from pitboss.families.house_poker.price.worth import worth as worth_of

    best = module.strategy(layout)

    def told(own: Sequence[Any], shown: Sequence[Any], choices: Sequence[str]) -> dict[str, float]:
        found = worth_of(best, own, shown) if own else {}
        return {choice: value for choice, value in found.items() if choice in choices}

    return told
