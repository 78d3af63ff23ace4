"""House poker, counted exactly: what every game of poker against the house, or against a pay table, is priced with.

Theory of operation
1. A game is a declaration: a class on one of the kinds in `kinds`, which says what no terms say. `Wagering` has its
   wagers, how each is settled, and its *ends*: what lies where when the round is over. All of that comes from the same
   terms that deal the game (`families/house_poker/terms.py`).
2. A round ends in an end, with a hand of some *row* of the pay tables, and a *result* against the dealer. The machinery
   counts how many of all deals come to each such triple: a `Tally`. Every wager is priced from it (`quotes`), side
   wagers on other cards from a census of those (`side_wagers`).
3. Machines count, a module each. `stud`: own cards against the dealer's own, by a census of what avoids the player's.
   `ladder`: cards that come one by one, against a pay table. `flops`: three own cards and two of a flop. `boards`: hold
   'em, by sorting all holdings of a board once. All of them take deals up to suits (`pricing/deals`).
4. Decisions are made by backward induction: at the last one what each choice is worth is known, before it the best of
   what can follow. Of choices that are worth the same the cheapest is taken.
5. Counts and amounts are whole numbers, in 64 bits where compiled, each machine's docstring saying why they fit; what
   is divided is divided as a `Fraction`. A tally that does not add up to the number of deals is an error.
6. A `Strategy` is what comes out: it decides, says itself in words, and knows what a simpler one would cost; `wording`
   reads those that people tell. For loops that deal instead of counting, `rivers` has the last decisions of hold 'em
   in a table.
7. What was counted is stored on disk by the configuration that it follows from (`solutions`), so that only the first
   asks for compiled code. The modules that need NumPy and Numba are imported by those who count, not by those who read:
   what is exported here is light, and `strategy`, `boards` are asked for by name.
"""

from pitboss.families.house_poker.price.kinds import (
    BoardPricing,
    CrossPricing,
    DiscardPricing,
    EarlyStudPricing,
    FlopPricing,
    LadderPricing,
    ShortBoardPricing,
    StreetPricing,
    StudPricing,
)
from pitboss.families.house_poker.price.payoffs import Prizes, payoffs, prizes, stake_for
from pitboss.families.house_poker.price.pricing import Figures, Note, PokerPricing
from pitboss.families.house_poker.price.progressive import Progressive
from pitboss.families.house_poker.price.rows import Payoffs, Rows, floor
from pitboss.families.house_poker.price.solutions import ALGORITHM, Solution
from pitboss.families.house_poker.price.tally import Tally
from pitboss.families.house_poker.price.wagering import Wagering
from pitboss.families.house_poker.terms import Terms

__all__ = [
    "ALGORITHM",
    "BoardPricing",
    "CrossPricing",
    "DiscardPricing",
    "EarlyStudPricing",
    "Figures",
    "FlopPricing",
    "LadderPricing",
    "Note",
    "Payoffs",
    "PokerPricing",
    "Prizes",
    "Progressive",
    "Rows",
    "ShortBoardPricing",
    "Solution",
    "StreetPricing",
    "StudPricing",
    "Tally",
    "Terms",
    "Wagering",
    "floor",
    "payoffs",
    "prizes",
    "stake_for",
]
