"""The exact price of every box: the 54 sections of the rim, by the round's own reading of them.

On New Jersey's wheel the edges are those published for Atlantic City: 14.81% on $1, 16.67% on $2, 11.11% on $5,
18.52% on $10, 22.22% on $20, 14.81% on joker and flag at 45 to 1. Nevada's: `--set wheel=vegas_54`.
"""

from pitboss.families.one_draw.price import DrawPricing

PRICING = DrawPricing()

__all__ = ["PRICING"]
