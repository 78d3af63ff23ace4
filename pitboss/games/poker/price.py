"""What the house takes of a pot, by its own rake; what a hand is worth is `pitboss equity`."""

from pitboss.families.poker_room.price import PokerPricing

PRICING = PokerPricing()

__all__ = ["PRICING"]
