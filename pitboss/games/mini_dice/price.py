"""The exact price of every mini-dice wager over the 36 shakes; place bets over those that decide them."""

from pitboss.families.one_draw.price import DrawPricing

PRICING = DrawPricing()
