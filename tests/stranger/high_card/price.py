"""High card, priced: for whoever stays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import ClassVar

from pitboss.chapter.layout import Layout
from pitboss.contract import Given, Pricing
from pitboss.equipment import composition
from pitboss.equipment.decks import spread
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.report import PriceReport, priced, report


def price(layout: Layout, stake: int | None = None) -> PriceReport:
    cards = spread(composition(layout.fact("decks")))
    win = layout.odds("high").ratio
    nets = Counter(
        win if mine.rank > theirs.rank else -1 if mine.rank < theirs.rank else 0
        for i, mine in enumerate(cards)
        for j, theirs in enumerate(cards)
        if i != j
    )
    return report(layout, [priced(layout, "high", Distribution.from_counts(nets))])


class HighCardPricing(Pricing):
    lacks: ClassVar[Mapping[str, str]] = {"advice": "nobody has worked out when to give up half"}

    def price(self, layout: Layout, given: Given) -> PriceReport:
        return price(layout, given.stake)


PRICING = HighCardPricing()
