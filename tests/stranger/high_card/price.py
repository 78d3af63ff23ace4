"""High card, priced: for whoever stays."""

from __future__ import annotations

from collections import Counter

from pitboss.chapter.layout import Layout
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
