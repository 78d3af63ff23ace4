"""The exact price of every box over the 54 sections of the rim.

For Nevada's wheel (`--set wheel=vegas_54`, joker and flag at 40 to 1) casinospecialevent.com and lasvegasrater.com
print the same edges, 11.11% on $1 to 24.07% on the symbols; at 45 to 1 the former and Alan Krigman
(casinocitytimes.com) have 14.81% on a symbol. For New Jersey's 23 ones and 8 fives no matching table of edges was found
(everything2.com prints these counts next to Nevada's edges), so the edges on $1 and $5 have no published counterpart.
"""

from pitboss.families.one_draw.price import DrawPricing

PRICING = DrawPricing()
