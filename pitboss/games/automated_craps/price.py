"""The exact price of every wager of automated craps, computed by the family; no wager costs vigorish."""

from pitboss.families.dice.price import CrapsPricing

PRICING = CrapsPricing()
