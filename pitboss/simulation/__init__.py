"""Simulation at scale: billions of rounds that come out the same everywhere.

Theory of operation
1. Chance is a function. A block of random words follows from (seed, unit, stream, block number) by Philox (`philox`);
   nothing is handed on from one unit to the next. A unit is what a game can deal on its own: a shooter, a shoe, a spin.
   What stands between rounds (a point, a shoe, a wager en prison) stands within a unit.
2. Draws are unbiased. A word is divided into as many draws as fit; one of the few words that would favour an outcome
   is thrown away. Cards are shuffled only as far as they are dealt (`shuffles`); where a round is one deck, many rounds
   are dealt side by side (`dealing`).
3. A game's `kernel.py` is a compiled loop that counts events into cells, and slots that say what a cell is to each
   wager (`kernel`). Tallies are whole numbers, and add up.
4. Any unit can be dealt again by the real round: `Kernel.source` gives it the same dice and cards, told in plain
   Python, and `Kernel.standing` keeps the same wagers up. That both come to the same cents is the test of a kernel.
5. A run is defined by units alone: the fewest, from unit 0 on, that have the rounds asked for (`run`). Who deals them
   (`runners`: a thread, cores, a Ray cluster), in what order, and from which checkpoint, leaves no trace.
6. Statistics are computed from the exact counts (`statistics`), for a unit wagered, as the price report has them; the
   exact price is given by whoever has it, for this room knows no prices. Sessions follow a bankroll (`sessions`).

A new game needs a `kernel.py` with `kernel(layout, wagers=None, strategy=None) -> Kernel`, and nothing here.
"""
