"""The price: so many faces of six win."""

from fractions import Fraction

from pitboss.chapter.layout import Layout
from pitboss.pricing.contract import Given, Pricing
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.report import PriceReport, priced, report


class HighDiePricing(Pricing):
    def price(self, layout: Layout, given: Given) -> PriceReport:
        wins = 7 - layout.fact("wins_from")
        nets = Distribution.from_counts({layout.odds("high").ratio: wins, Fraction(-1): 6 - wins})
        return report(layout, [priced(layout, "high", nets)])


PRICING = HighDiePricing()
