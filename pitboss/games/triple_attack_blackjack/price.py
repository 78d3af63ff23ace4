"""The price of every wager of triple attack blackjack.

No figures were found published with this game's rules. The report rests on a reconstruction, and says so.
"""

from pitboss.families.twenty_one.price.pricing import TwentyOnePricing

PRICING = TwentyOnePricing()
