"""The price of every blackjack wager: that of all games of twenty-one, on Subchapter 2's layouts."""

from pitboss.families.twenty_one.price.pricing import TwentyOnePricing

PRICING = TwentyOnePricing()
