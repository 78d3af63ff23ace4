"""Exact prices: distributions, Markov chains, and the price report.

Theory of operation
1. A game's `price.py` turns a layout (the rules in force and the licensee's choices) into one `Distribution` of the net
   result for each permissible wager. How the game is played is up to the game; this package only counts.
2. Probabilities are quotients of counts and results are ratios, so every price is a fraction. Floats appear only in the
   report, each next to its fraction.
3. A wager decided at once is counted over equally likely outcomes (`Distribution.from_counts`). One that takes several
   rolls or deals is a chain of states (`decide`), whose loops are solved exactly by elimination.
4. The house edge is the average loss per unit of whatever `per` names. Voids and ties count as wagered;
   `house_edge_resolved` leaves them out. A percentage is a cost and not part of the base; `house_edge_with_percentage`
   includes it in the base.
5. The element of risk is the average loss over the average total amount put at risk. It differs from the house edge
   only if more is wagered later (odds, raises, splits).
6. Every price names its basis: section, odds, and the weakest provenance among the provisions it used.
7. Card games count deals up to suit symmetry (`deals`), and count the dealer's hands that rank below the player's
   without dealing them (`census`). Long counts are split over all cores (`progress`).
8. Shoes that are dealt down are analysed by composition (`twenty_one`).
"""

from pitboss.pricing.chain import Decision, EndlessError, decide
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.entry import price
from pitboss.pricing.report import PricedOutcome, PricedWager, PriceReport, price_report, wager_price

__all__ = [
    "Decision",
    "Distribution",
    "EndlessError",
    "PriceReport",
    "PricedOutcome",
    "PricedWager",
    "decide",
    "price",
    "price_report",
    "wager_price",
]
