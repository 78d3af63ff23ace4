"""Simulation at scale: billions of rounds with the same results on every machine.

Theory of operation
1. Randomness is a function: Philox maps (seed, unit, stream, block number) to a block of random words (`philox`). No
   state is passed from one unit to the next. A unit is whatever a game can deal independently, such as a shooter, a
   shoe or a spin. State that outlasts a round (a point, a shoe, a wager en prison) stays within a unit.
2. Draws are unbiased. Each word is divided into several draws, and the few words that would favour an outcome are
   rejected. Cards are shuffled only as far as they are dealt (`shuffles`). If a round uses one deck, many rounds are
   dealt in parallel (`dealing`).
3. A game's `kernel.py` is a compiled loop that counts events into cells, with slots that say what each cell means for
   each wager (`kernel`). Tallies are integers and can be added.
4. Any unit can be replayed by the real round: `Kernel.source` supplies the same dice and cards in plain Python, and
   `Kernel.standing` makes the same wagers. The results must agree to the cent; this is how a kernel is tested.
5. A run is defined by its units: the fewest, starting at unit 0, that contain the requested rounds (`run`). The runner
   (`runners`: one thread, all cores, a Ray cluster), the order of the work and checkpoints do not affect the result.
6. Statistics are computed from the exact counts (`statistics`), per unit wagered as in the price report. Exact prices
   are passed in by the caller, since this package cannot price. Sessions track a bankroll (`sessions`).

A new game only needs a `kernel.py` with `kernel(layout, wagers=None, strategy=None) -> Kernel`.
"""
