"""The compiled loop of a game of twenty-one: one box, shoe after shoe, every figure and every decision from tables.

Theory of operation
1. A card is a letter, one byte: its value in the low four bits (0 the ace, 9 a ten), its suit in the next two, and
   which of the tens it is in the highest two. Who needs a value masks it out, who needs the very card has it.
2. A table is told as a `Game`: records of arrays and numbers that Python has made from the layout. There are hands (a
   class for every hand that is told apart, and what follows from each with one card more), what is done with each
   against each up card, and what comes of it in cents. No rule of a game and no strategy stands here.
3. Most hands are never split. For these `Game.unsplit` is one automaton of the whole rest of the round,
   the dealer's part included: from the first three cards, a card at a time, to an end. This is the usual way; what it
   cannot tell (a split, a shoe that runs out) is dealt again by `_round`, the round written out.
4. `_round` has everything: splits, several dealer hands, wagers that count cards or wait for the dealer's second, a
   double shoe, and a shoe that runs out in mid-round, whose discards are shuffled again. A table with any of these but
   the split is dealt by it alone.
5. Cells come twice: once for rounds that every shoe has, once for those that come only if the shoe lasts. Cards behind
   a point at which a round ends are in as random an order as all were, so round n is worth what round 1 is, as long as
   it is certain that there is a round n. Which shoes last longer hangs on what was dealt: that is the effect of a
   cutting card, and it is in the later rounds only.

`game` is what a table is told by, `loop` the compiled part, `automaton` the table of an unsplit round. `table` writes
all that for a layout (`classes` the hands, `sides` the side wagers, `letters` the cards), `slots` says what the cells
are to each wager, `player` plays the same at the real table, and `shoes` has the kernel.
"""

from pitboss.families.twenty_one.kernel.shoes import SIMULATION, TWO_HANDS, kernel

__all__ = ["SIMULATION", "TWO_HANDS", "kernel"]
