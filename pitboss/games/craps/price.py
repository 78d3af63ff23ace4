"""The exact price of every craps wager: the family's, from the data of `rules.toml` and the outcomes of the dice."""

from pitboss.families.dice.price import CrapsPricing

PRICING = CrapsPricing()

__all__ = ["PRICING"]
