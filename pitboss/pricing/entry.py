"""Prices any registered game through the `PRICING` of its `price.py`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from time import perf_counter
from typing import Any

from pitboss.chapter.game_modules import game_module
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import registered_games, unknown_game_message
from pitboss.pricing.contract import Advice, ChoiceValues, NotSupported, PriceInputs, Pricing, Progress
from pitboss.pricing.report import PriceReport


def price(
    layout: Layout,
    stake: int | None = None,
    shoe: Sequence[int] | None = None,
    strategy: Any = None,
    meter: int | None = None,
    players: int | None = None,
    ticket: str | None = None,
    progress: Progress | None = None,
) -> PriceReport:
    """Return the exact price of every wager that the chapter permits on the layout's date.

    - `stake` (cents): the amount wagered, if the price depends on it (a percentage may be rounded to chips).
    - `shoe`: the cards left in the shoe by card index; default: a full shoe.
    - `strategy`: how the game is played, if it takes one (such as a blackjack chart); default: the best strategy.
    - `meter` (cents): the progressive meter.
    - `players`: the number of players whose wagers are settled against one another; default: one at every position.
    - `ticket`: a whole ticket to price, in the game's notation.
    - `progress`: called with the fraction done during long computations.

    >>> report = price(Layout.of("craps"))
    >>> report["pass"]
    PricedWager('pass', house edge 7/495 = 1.4141% per initial wager)
    """
    began = perf_counter()
    pricing = pricing_of(layout)
    given = PriceInputs(stake, shoe, strategy, meter, players, ticket, progress)
    for name in given.given_names:
        # Every game accepts a stake, since most prices are the same for all stakes.
        if name != "stake" and name not in pricing.depends_on:
            raise NotSupported(f"the price of {layout.rules.game.id} does not depend on the {name}")
    found = pricing.price(layout, given)
    return found.model_copy(update={"seconds": perf_counter() - began})


@cache
def declared_pricing(game: str) -> Pricing | None:
    """Return the `PRICING` of a registered game, or None if it has no `price.py`."""
    module = game_module(game, "price")
    if module is None:
        return None
    found = getattr(module, "PRICING", None)
    if not isinstance(found, Pricing):
        raise TypeError(
            f"{module.__name__} must end with PRICING, an instance of a subclass of pitboss.contract.Pricing"
        )
    return found


def pricing_of(layout: Layout) -> Pricing:
    """Return the pricing of a layout's game."""
    game = layout.rules.game.id
    if game not in registered_games():
        raise ValueError(unknown_game_message(game))
    found = declared_pricing(game)
    if found is None:
        raise NotSupported(f"{game} has no price yet: there is no {registered_games()[game]}.price")
    return found


def advice(layout: Layout) -> Advice:
    """Return a function that gives the best decision for own cards, open cards and choices."""
    pricing, game = pricing_of(layout), layout.rules.game.id
    if "advice" in pricing.gives:
        return pricing.advice(layout)
    why = pricing.lacks.get("advice")
    raise NotSupported(f"{game} gives no advice: {why}" if why else f"{game} has no decisions to advise on")


def choice_values(layout: Layout) -> ChoiceValues:
    """Return a function that gives the average result of each choice, per unit of the first wager.

    Its result is empty if the game has no values for a decision.
    """
    pricing = pricing_of(layout)
    return pricing.worth(layout) if "worth" in pricing.gives else lambda *on: {}
