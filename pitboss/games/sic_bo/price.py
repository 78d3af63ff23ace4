"""The exact price of every area over all 216 rolls; it depends only on the pay table.

These published edges agree to the last digit: wizardofodds.com on small, big and the totals 4 to 6 of each pay table;
onlinesicbo.org on three, two and one of a kind; high-rollercasinos.com on a two dice combination at 5 to 1. No page was
found with the edges of totals 7 to 14 at these odds; those are checked only by `tests/games/sic_bo`.
"""

from pitboss.families.one_draw.price import DrawPricing

PRICING = DrawPricing()
