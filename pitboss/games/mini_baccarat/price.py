"""The exact price of every wager at minibaccarat.

With a continuous shuffler every round is dealt from all the cards, so every round has this price.
"""

from pitboss.families.baccarat.price import BaccaratPricing

PRICING = BaccaratPricing()
