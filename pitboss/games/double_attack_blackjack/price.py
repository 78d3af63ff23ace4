"""The price of every wager at double attack blackjack.

The published edge is 0.62 % of the first wager with eight decks, with the attack made against 2 to 8, in 58.3 % of
rounds. The attack is the same here. The edge is 0.621 % if a pair is split once and only two cards may be surrendered;
by the rules in the fact sheet, with resplits to four hands and surrender at any time, it is 0.480 %.
"""

from pitboss.families.twenty_one.price.pricing import TwentyOnePricing

PRICING = TwentyOnePricing()
