"""The house's rake from a pot; `pitboss equity` gives the value of a hand."""

from pitboss.families.poker_room.price import PokerPricing

PRICING = PokerPricing()
