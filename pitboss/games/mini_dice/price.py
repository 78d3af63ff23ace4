"""The exact price of every mini-dice wager over the 36 shakes; a place bet over those that decide it."""

from pitboss.families.one_draw.price import DrawPricing

PRICING = DrawPricing()

__all__ = ["PRICING"]
