"""The exact price of every area: all 216 rolls, by the round's own reading of them.

`atlantic_city` gives what is published for Atlantic City, to the digit: small and big 2.78%, one of a kind 7.87%,
totals from 9.72% (7 and 14) to 18.98% (9 and 12), any three of a kind 13.89%. Only the pay table changes a price.
"""

from pitboss.families.one_draw.price import DrawPricing

PRICING = DrawPricing()

__all__ = ["PRICING"]
