from fractions import Fraction

from pitboss.contract import Pricing
from pitboss.equipment import outcomes
from pitboss.pricing import Distribution, price_report, wager_price

WINS = sum(dice.total > 7 for dice in outcomes(2))


class OverSevenPricing(Pricing):
    def price(self, layout, given):
        nets = Distribution.from_counts({layout.odds("over").ratio: WINS, Fraction(-1): 36 - WINS})
        return price_report(layout, [wager_price(layout, "over", nets)])


PRICING = OverSevenPricing()
