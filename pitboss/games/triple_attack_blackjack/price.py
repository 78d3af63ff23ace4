"""The price of every wager of triple attack blackjack: that of all games of twenty-one, on Subchapter 36's layouts.

No figure of this game was found published with its rules: what the report gives rests on a reconstruction, and says so.
"""

from pitboss.families.twenty_one.price.pricing import TwentyOnePricing

PRICING = TwentyOnePricing()
