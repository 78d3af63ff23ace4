"""The exact price of every area: all 216 rolls, by the round's own reading of them. Only the pay table changes one.

Looked up, and the same to the digit: wizardofodds.com on small, big and the totals 4 to 6 of each pay table;
onlinesicbo.org on three, two and one of a kind; high-rollercasinos.com on a two dice combination at 5 to 1. No page was
found that prints the edges on the totals 7 to 14 at these odds: those are ours alone (`tests/games/sic_bo`).
"""

from pitboss.families.one_draw.price import DrawPricing

PRICING = DrawPricing()

__all__ = ["PRICING"]
