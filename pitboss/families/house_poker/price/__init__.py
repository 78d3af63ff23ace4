"""House poker, counted exactly: what every game of poker against the house, or against a pay table, is priced with.

Theory of operation
1. A game is a declaration: a class on one of the `kinds`, with what no terms say. `Wagering` has its wagers, how each
   is settled, and its *ends*: which wagers are at risk when the round is over. All of that comes from the same terms
   that deal the game (`families/house_poker/terms.py`).
2. A round ends in an end, with a hand of some *row* of the pay tables, and a *result* against the dealer. A kind's
   solver counts how many of all deals come to each such triple: a `Tally`. Every wager is priced from it (`quotes`),
   side wagers on other cards from a census of those (`side_wagers`).
3. Decisions are made by backward induction: at the last one the value of each choice is known, before it the best of
   what can follow. Of choices with equal values the cheapest is taken.
4. Counts and amounts are whole numbers, in 64 bits where compiled; each solver's docstring says why they fit. What is
   divided is divided as a `Fraction`. A tally that does not add up to the number of deals is an error.
5. A `Strategy` is the outcome: it decides, describes itself in words, and knows the cost of a simpler one; `wording`
   parses strategies that people write.
6. Results are cached on disk by the configuration that they follow from (`solutions`), so that only the first call
   needs compiled code. `strategy` and the solvers need NumPy and Numba; they are imported where something is counted.
"""
