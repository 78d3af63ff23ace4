"""The exact price of every wager at baccarat-punto banco: the family's, over its shoe."""

from pitboss.families.baccarat.price import BaccaratPricing

PRICING = BaccaratPricing()

__all__ = ["PRICING"]
