"""Exact prices: distributions, chains, and the price report.

Theory of operation
1. A game's `price.py` turns the layout (the data in force, under the licensee's choices) into one `Distribution` of
   the net result for each permissible wager. How a game is played is the game's business; this room only counts.
2. Probabilities are counts over counts and results are ratios, so every price is a fraction. No float goes into a
   price; floats come out of it, in the report, each beside its fraction.
3. A wager decided at once is counted over the equally likely outcomes (`Distribution.from_counts`). One that waits
   is a chain of states (`decide`); loops are summed by elimination, not by repetition.
4. The house edge is the average loss for each unit of what `per` names. A void or tie counts as wagered; where
   people leave it out, `house_edge_resolved` is that figure. A percentage is a cost and not part of the base;
   `house_edge_with_percentage` has it in the base.
5. The element of risk is the average loss over the average total put at risk. It differs from the house edge only
   where more is wagered later (odds, raises, splits).
6. A price says what it rests on: section, odds, and the weakest provenance among the provisions it used.
7. Card games count deals up to suit symmetry (`deals`), and the dealer's hands that rank below the player's without
   dealing them (`census`). Long counts run in parts on all cores (`progress`).
8. Shoes that are played down are analysed by their composition: `twenty_one`.
"""

from pitboss.pricing.chain import Decision, EndlessError, decide
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.entry import price
from pitboss.pricing.report import PricedOutcome, PricedWager, PriceReport, priced, report

__all__ = [
    "Decision",
    "Distribution",
    "EndlessError",
    "PriceReport",
    "PricedOutcome",
    "PricedWager",
    "decide",
    "price",
    "priced",
    "report",
]
