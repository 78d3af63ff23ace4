"""House poker as compiled loops: what the kernels of these games are declared on.

Theory of operation
1. A round is a unit of its own: one deck, shuffled once. `deal` gives the first cards of the deck for `TOGETHER` units
   at a time, a row a card and a column a unit, in the order in which they leave the deck; they are those that
   `UnitSource` gives the real round. It is vectorised, and takes up to `MOST` cards.
2. A round comes to a *cell* (`cells`). The main cells are the keys of the exact tally of `price/`: an end, a row of the
   pay tables, a result against the dealer. What a wager comes to in a cell is what the price's `Wagering` says, times
   the stake. So the loop settles nothing: it finds the cell. A wager that hangs on more than the main cell, because it
   looks at other cards, has cells of its own: a further *part*.
3. A game's loop is one compiled function that deals, and notes for every round its cell in each part. `PokerKernel`
   makes a `Kernel` of it: counts, paths for sessions, the replies to the real round.
4. A strategy is an array by *place*: sets of cards are numbered by their sum of binomials from the lowest card up, as
   in `price/deals`; in loops `place2` to `place5` give the number, of cards that are in order. The entries
   are the price's own decisions, spread from classes to places: `decisions[classes(n).class_of]`.
5. A progressive meter stands, for counts, at the reading that the price is for, once the round's own share is on it:
   so a unit is a function of itself. In paths it begins there and moves as the rule has it (`meter`).
6. What the position has on the layout, in which order the cards leave the deck, and how the real round is answered, is
   `standing_wagers.py`; how a strategy is told, in words or by a file, is `price/wording.py`.

Another game
1. The loop, in its kernel.py; `order` says which row of the cards is whose. It allocates nothing (its buffers are the
   `Room`), so that another target can compile it too:

       @compiled
       def _note(seed, first, units, room, order, <tables>, events):
           dealt = room.dealt
           a, b, c = dealt[order[0]], dealt[order[1]], dealt[order[2]]
           for begin in range(0, units, TOGETHER):
               deal(seed, first + np.uint64(begin), room)
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

from pitboss.families.house_poker.kernel.cards import (
    MOST,
    TOGETHER,
    Room,
    deal,
    five_in_order,
    four_in_order,
    place2,
    place3,
    place4,
    place5,
    result,
    three_in_order,
    two_in_order,
)
from pitboss.families.house_poker.kernel.cells import Events, Key, Net, Parts, Wagered
from pitboss.families.house_poker.kernel.crosses import OnCross, ends_on_cross, on_cross
from pitboss.families.house_poker.kernel.kernels import BATCH, PLAYED_BY, PokerKernel, SidePart, Simulated
from pitboss.families.house_poker.kernel.meter import Meter, Prize
from pitboss.families.house_poker.kernel.up_card import AgainstShown, against_shown, end_against
from pitboss.families.house_poker.showdown import ALONE, RESULTS
from pitboss.families.house_poker.standing_wagers import Leaving, leaving, standing_at
from pitboss.simulation.compiled import Cells, Whole, compiled, inlined, inner
from pitboss.simulation.contract import Simulation

__all__ = [
    "ALONE",
    "BATCH",
    "MOST",
    "PLAYED_BY",
    "RESULTS",
    "TOGETHER",
    "AgainstShown",
    "Cells",
    "Events",
    "Key",
    "Leaving",
    "Meter",
    "Net",
    "OnCross",
    "Parts",
    "PokerKernel",
    "Prize",
    "Room",
    "SidePart",
    "Simulated",
    "Simulation",
    "Wagered",
    "Whole",
    "against_shown",
    "compiled",
    "deal",
    "end_against",
    "ends_on_cross",
    "five_in_order",
    "four_in_order",
    "inlined",
    "inner",
    "leaving",
    "on_cross",
    "place2",
    "place3",
    "place4",
    "place5",
    "result",
    "standing_at",
    "three_in_order",
    "two_in_order",
]
