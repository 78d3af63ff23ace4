"""The exact price of every wager at minibaccarat: the family's, over its shoe.

With a continuous shuffler every round is dealt from all the cards, so this price is that of every round.
"""

from pitboss.families.baccarat.price import BaccaratPricing

PRICING = BaccaratPricing()

__all__ = ["PRICING"]
