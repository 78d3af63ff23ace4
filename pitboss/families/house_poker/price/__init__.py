"""Exact prices of house poker: every poker game against the dealer or a pay table.

Theory of operation
1. A game declares its price as a subclass of one of the `kinds`, and adds what its terms do not say. `Wagering` has
   its wagers, how each is settled, and its *ends*: which wagers are at risk when the round is over. All of that comes
   from the same terms by which the game is dealt (`families/house_poker/terms.py`).
2. A round has an end, a pay table *row* for the player's hand, and a *result* against the dealer. Each kind's
   solver counts how many deals produce each such triple: a `Tally`. Every wager is priced from it (`quotes`), except
   side wagers on other cards, which are priced from a census of those cards (`side_wagers`).
3. Decisions are made by backward induction: the value of each choice is known at the last decision, and earlier
   decisions assume the best later choices. Ties go to the cheapest choice.
4. Counts and amounts are integers, 64 bits wide in compiled code; each solver's docstring explains why they fit.
   Quotients are `Fraction`s. A tally that does not add up to the number of deals is an error.
5. The outcome is a `Strategy`: it decides, describes itself in words, and can compute what a simpler one would cost.
   `strategy_text` parses strategies that people write.
6. Results are cached on disk by the configuration they depend on (`solutions`), so only the first call needs compiled
   code. `strategy` and the solvers need NumPy and Numba, so they are imported only where something is counted.
"""
