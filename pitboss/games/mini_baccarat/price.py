"""The exact price of every mini-baccarat wager: the mathematics is that of punto banco.

With a continuous shuffler every round is dealt from all the cards, so this price is that of every round.
"""

from pitboss.games.baccarat_punto_banco.price import PRICING, price

__all__ = ["PRICING", "price"]
