"""The exact price of every craps wager, computed by the family."""

from pitboss.families.dice.price import CrapsPricing

PRICING = CrapsPricing()
