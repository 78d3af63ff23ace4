"""The exact price of every wager of automated craps: the family's, without a percentage on any."""

from pitboss.families.dice.price import CrapsPricing

PRICING = CrapsPricing()

__all__ = ["PRICING"]
