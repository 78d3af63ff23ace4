"""Card counting: systems as data, how well they measure a wager, and what a bettor makes of it.

Theory of operation
1. A `CountingSystem` (in `systems`, data files next to it) gives each card a tag. Tags are fractions, and may depend on
   the suit. Everything is computed for the shoe that is dealt, so a system made for 52 cards may be used for any deck.
2. `efficiency` correlates tags with effects of removal: betting correlation, insurance correlation, playing efficiency.
   `best_tags` searches the integer tags with the greatest correlation.
3. `moments` holds the integer tallies of a simulation by count, and `bets` does the arithmetic on them: expectation,
   deviation, SCORE, the optimal ramp. `risk` has the formulas for ruin.
This package knows no game.
"""
