"""The price of every wager at Spanish 21.

Published figures (best play of a fresh shoe, suits considered, without the super bonus) and ours: six decks 0.37 % and
0.364 %, eight 0.38 % and 0.385 %; with the dealer hitting soft 17, 0.78 % and 0.777 %, 0.80 % and 0.797 %; and with
redoubling, 0.42 % and 0.417 %. They are `composition_dependent` in the report. The wager's edge is for the best chart,
which considers the number of cards in a hand but not their suits.
"""

from pitboss.families.twenty_one.price.pricing import TwentyOnePricing

PRICING = TwentyOnePricing()
