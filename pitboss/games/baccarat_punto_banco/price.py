"""The exact price of every wager at baccarat-punto banco."""

from pitboss.families.baccarat.price import BaccaratPricing

PRICING = BaccaratPricing()
