"""The price of every pokette wager, counted over the sections of the wheel.

A poker hand wager is priced at the moment it may be made. The number of sections that complete it is the same for all
standing cards that allow it; this is checked for every hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Provision
from pitboss.families.one_draw.price import draw_exposures, price_wager
from pitboss.games.pokette.round import Pokette
from pitboss.pricing.contract import PriceInputs, Pricing
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.events import LOSES
from pitboss.pricing.exposures import Exposure
from pitboss.pricing.report import PricedWager, PriceReport, price_report, wager_price

LOST = Fraction(-1)


class PokettePricing(Pricing):
    """The prices of all wagers at a table."""

    def price(self, layout: Layout, given: PriceInputs) -> PriceReport:
        game = Pokette(layout)
        return price_report(layout, [_price_anywhere(game, kind) for kind in layout.permissible])

    def exposures(self, layout: Layout, bias: Fraction) -> Iterator[Exposure]:
        return draw_exposures(Pokette(layout), bias)


def _price_anywhere(game: Pokette, kind: str) -> PricedWager:
    """The price of one wager, for any of its spots or standing cards."""
    rests: list[Provision] = [game.layout.rules.options["wheel_positions"]]
    if not game.places.terms[kind].standing:
        return price_wager(game, kind, tuple(game.places.on_layout[kind]), rests)
    winning = set(completions(game, kind))
    completed = winning.pop()
    assert not winning, f"{kind} has different prices for different standing cards"
    left = len(game.outcomes) - completed
    events = {("hand completed", game.layout.odds(kind).ratio): completed, (LOSES, LOST): left}
    note = "At the moment it may be made; the same for all standing cards that allow it."
    return wager_price(game.layout, kind, Distribution.from_events(events), rests_on=rests, note=note)


def completions(game: Pokette, kind: str) -> Iterator[int]:
    """The number of sections that win a poker hand wager, for every hand that allows it."""
    for hand in product(game.places.cards, repeat=game.places.terms[kind].standing):
        if winning := game.places.completing(kind, hand):
            yield len(winning)


PRICING = PokettePricing()

__all__ = ["PRICING"]
