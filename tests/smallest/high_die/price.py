"""The price: the share of the six faces that win."""

from fractions import Fraction

from pitboss.chapter.layout import Layout
from pitboss.pricing.contract import PriceInputs, Pricing
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.report import PriceReport, price_report, wager_price


class HighDiePricing(Pricing):
    def price(self, layout: Layout, given: PriceInputs) -> PriceReport:
        wins = 7 - layout.fact("wins_from")
        nets = Distribution.from_counts({layout.odds("high").ratio: wins, Fraction(-1): 6 - wins})
        return price_report(layout, [wager_price(layout, "high", nets)])


PRICING = HighDiePricing()
