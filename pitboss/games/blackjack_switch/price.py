"""The price of every wager of blackjack switch: that of all games of twenty-one, on Subchapter 2A's layouts."""

from pitboss.families.twenty_one.price.pricing import TwentyOnePricing

PRICING = TwentyOnePricing()
