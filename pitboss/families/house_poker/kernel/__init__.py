"""House poker as compiled loops: what the kernels of these games are declared on.

Theory of operation
1. A round is a unit of its own: one deck, shuffled once. `simulation/dealing` deals the first cards of it for many
   units at a time.
2. A round comes to a *cell* (`cells`). The main cells are the keys of the exact tally of `price/`: an end, a row of the
   pay tables, a result against the dealer. What a wager comes to in a cell is what the price's `Wagering` says, times
   the stake. So the loop settles nothing: it finds the cell. A wager that hangs on more than the main cell, because it
   looks at other cards, has cells of its own: a further *part*.
3. A game's loop is one compiled function that deals, and notes for every round its cell in each part. `PokerKernel`
   makes a `Kernel` of it: counts, paths for sessions, the replies to the real round.
4. A strategy is an array by *place*: sets of cards are numbered by their sum of binomials from the lowest card up, as
   in `pricing/deals`; in loops `place2` to `place5` give the number, of cards that are in order. The entries
   are the price's own decisions, spread from classes to places: `decisions[classes(n).class_of]`.
5. A progressive meter stands, for counts, at the reading that the price is for, once the round's own share is on it:
   so a unit is a function of itself. In paths it begins there and moves as the rule has it (`meter`).
6. What the position has on the layout, in which order the cards leave the deck, and how the real round is answered, is
   `standing_wagers.py`; how a strategy is told, in words or by a file, is `price/wording.py`.

Another game
1. The loop, in its kernel.py; `order` says which row of the cards is whose. It allocates nothing (its buffers are the
   `ScratchBuffers`), so that another target can compile it too:

       @compiled
       def _note(seed, first, units, buffers, order, <tables>, events):
           dealt = buffers.dealt
           a, b, c = dealt[order[0]], dealt[order[1]], dealt[order[2]]
           for begin in range(0, units, TOGETHER):
               deal(seed, first + np.uint64(begin), buffers)
               three_in_order(a, b, c)
               for at in range(min(TOGETHER, units - begin)):
                   end = ends[place3(a[at], b[at], c[at])]
                   events[0, begin + at] = (end * rows + graded[strength]) * len(RESULTS) + result(strength, ...)
                   events[1, begin + at] = <a cell of the second part>

   Strengths are those of `hands.fast`: `strength5(key, mask)` of the sums of `KEYS` and `MASKS`. Rows are put in order
   all columns at once, which is all but free. Tables are arguments; those of `hands.fast` are constants.
2. `SIMULATION = PokerKernel(PRICING, _note, tables).simulation`, where `tables(at)` makes what the loop
   reads from `Simulated`: `at.played.decisions`, `at.graded`, `at.side("three_card_bonus")`, `leaving(at.table)`.
3. `tests/simulation/test_every_kernel.py` and the list of games in `test_kernel.py` do the rest.

Let it ride is the short example, three card poker the one with a second part, Caribbean stud the one with a meter and a
card that the dealer shows. Ultimate Texas hold 'em has cards that come later, after burns, and decisions by the cards
held with those that lie there: too many for arrays by place, so they are bits by class and kind.
"""
