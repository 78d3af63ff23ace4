"""The price of every wager at triple attack blackjack.

No published figures were found for this game's rules. The report rests on a reconstruction, and says so.
"""

from pitboss.families.twenty_one.price.pricing import TwentyOnePricing

PRICING = TwentyOnePricing()
