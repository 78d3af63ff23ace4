"""The way in: the price of any registered game, by the `PRICING` that its `price.py` declares."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from time import perf_counter
from typing import Any

from pitboss.chapter.game_modules import game_module
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import registered_games, unknown_game_message
from pitboss.pricing.contract import Advice, Given, NotGiven, Pricing, Progress, Worth
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
    """The exact price of every wager that the chapter permits on the layout's date, under the layout's choices.

    `stake` (cents) is the amount wagered where the price hangs on it, as where a percentage is rounded to chips.
    `shoe` is what is left in the shoe, by card index, where a game is dealt from one; by default a full shoe.
    `strategy` is how the game is played, where it can be told (a chart of blackjack); by default the best.
    `meter` (cents) is what a progressive meter shows. `players` is how many have a wager that is settled among them; by
    default there is one at every position. `ticket` is one in the game's notation, priced as a whole. `progress` is
    called with the share done, where that takes long.

    >>> report = price(Layout.of("craps"))
    >>> report["pass"]
    PricedWager('pass', house edge 7/495 = 1.4141% per initial wager)
    """
    began = perf_counter()
    pricing = pricing_of(layout)
    given = Given(stake, shoe, strategy, meter, players, ticket, progress)
    for name in given.stated:
        # A stake may be told of any game: most prices are the same for all of them.
        if name != "stake" and name not in pricing.hangs_on:
            raise NotGiven(f"the price of {layout.rules.game.id} does not hang on the {name}")
    found = pricing.price(layout, given)
    return found.model_copy(update={"seconds": perf_counter() - began})


@cache
def declared_pricing(game: str) -> Pricing | None:
    """What the `price.py` of a registered game declares; None if it has none."""
    module = game_module(game, "price")
    if module is None:
        return None
    found = getattr(module, "PRICING", None)
    if not isinstance(found, Pricing):
        raise TypeError(f"{module.__name__} must end with PRICING, an object of a class on pitboss.contract.Pricing")
    return found


def pricing_of(layout: Layout) -> Pricing:
    """The pricing of the game that is played on a layout."""
    game = layout.rules.game.id
    if game not in registered_games():
        raise ValueError(unknown_game_message(game))
    found = declared_pricing(game)
    if found is None:
        raise NotGiven(f"{game} has no price yet: there is no {registered_games()[game]}.price")
    return found


def advice(layout: Layout) -> Advice:
    """The best decision as a function of own cards, open cards and the choices: for bots, and for learners."""
    pricing, game = pricing_of(layout), layout.rules.game.id
    if "advice" in pricing.gives:
        return pricing.advice(layout)
    why = pricing.lacks.get("advice")
    raise NotGiven(f"{game} gives no advice: {why}" if why else f"{game} has no decisions to advise on")


def worth(layout: Layout) -> Worth:
    """What each choice of a decision brings on average, for each unit of the first wager: for learners.

    Empty where the game has no such figures, or none for these cards.
    """
    pricing = pricing_of(layout)
    return pricing.worth(layout) if "worth" in pricing.gives else lambda *on: {}
