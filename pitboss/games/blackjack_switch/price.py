"""The price of every wager at blackjack switch.

The published edge is 0.58 % of both wagers (wizardofodds.com/blackjackswitch: a dealer who checks and hits soft 17,
pairs split into up to four hands, basic strategy for eight decks). Here it is 0.587 % by the chart and 0.585 % by the
best play for the cards, with eight decks; with six it is 0.543 % and 0.541 %. If pairs are split once, which is the
layout's default, it is 0.567 % with six and 0.611 % with eight. The source does not say how it rounded the last digit.
The 0.16 % and 0.18 % that are also published are for a game in which an ace and a ten made by a switch are a blackjack.
"""

from pitboss.families.twenty_one.price.pricing import TwentyOnePricing

PRICING = TwentyOnePricing()
