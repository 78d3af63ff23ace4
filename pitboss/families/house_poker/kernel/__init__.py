"""House poker as compiled loops: how these games declare their kernels.

Theory of operation
1. Each round is a unit, with one deck shuffled once. `simulation/dealing` deals its first cards for many units
   at a time.
2. Each round falls into a *cell* (`cells`). The main cells are the keys of the exact tally of `price/`: an end, a pay
   table row, a result against the dealer. A wager's net in a cell comes from the price's `Wagering`, times the stake.
   So the loop settles nothing; it only finds the cell. A wager that depends on other cards has its own cells, in a
   further *part*.
3. A loop is one compiled function that deals rounds and records each one's cell in every part. `PokerKernel` turns it
   into a `Kernel` with counts, paths for sessions, and the replies to the real round.
4. A strategy is an array indexed by *place*: sets of cards are numbered by the sum of binomials over their cards in
   ascending order, as in `pricing/deals`. In loops, `place2` to `place5` return the number of a sorted set. The entries
   are the price's decisions, spread from classes to places: `decisions[classes(n).class_of]`.
5. For counts, a progressive meter always has the price's reading after the round's own contribution, so a unit depends
   on nothing else. For paths, it starts there and moves according to the rules (`meter`).
6. `standing_wagers.py` has the position's wagers on the layout, the order in which cards leave the deck, and the
   replies to the real round. `price/strategy_text.py` parses strategies.

Another game
1. Write the loop in its kernel.py; `order` gives the row of each card. It allocates nothing (its buffers are the
   `ScratchBuffers`), so that it can also be compiled for other targets:

       @compiled
       def _deal_rounds(seed, first, units, buffers, order, <tables>, events):
           dealt = buffers.dealt
           a, b, c = dealt[order[0]], dealt[order[1]], dealt[order[2]]
           for begin in range(0, units, TOGETHER):
               deal(seed, first + np.uint64(begin), buffers)
               three_in_order(a, b, c)
               for at in range(min(TOGETHER, units - begin)):
                   end = ends[place3(a[at], b[at], c[at])]
                   events[0, begin + at] = (end * rows + graded[strength]) * len(RESULTS) + result(strength, ...)
                   events[1, begin + at] = <a cell of the second part>

   Strengths are those of `hands.fast`: `strength5(key, mask)`, given the sums of `KEYS` and `MASKS`. Rows are sorted
   for all columns at once, which costs next to nothing. Tables are arguments; those of `hands.fast` are constants.
2. Declare `SIMULATION = PokerKernel(PRICING, _deal_rounds, tables).simulation`, where `tables(at)` builds the loop's
   arguments from `SimulationSetup`: `at.strategy.decisions`, `at.graded`, `at.side(...)`, `deal_order(at.table)`.
3. `tests/simulation/test_every_kernel.py` and the list of games in `test_kernel.py` do the rest.

Let it ride is a short example; three card poker has a second part, and Caribbean stud has a meter and an exposed card.
In ultimate Texas hold 'em cards are burned between deals, and decisions depend on both the holding and the community
cards. That is too many for arrays by place, so they are stored as bits by class and holding.
"""
