"""The compiled loop for twenty-one: it deals to one box, shoe after shoe, and looks up every decision in tables.

Theory of operation
1. A card is a letter, one byte: its value in the low four bits (0 for an ace, 9 for a ten), its suit in the next two,
   and which of the tens it is in the top two. Code that only needs the value masks out the rest.
2. The rules of a table are `LoopRules`: records of arrays and numbers made from the layout. They hold the classes of
   hands, with the class that each becomes when it gets one more card, the action for each class against each up card,
   and the result in cents. The loop itself contains neither game rules nor strategy.
3. Most hands are never split. For these, `LoopRules.unsplit` is one automaton for the whole round, including the
   dealer's part: from the first three cards, one card at a time, to an end. A round that it cannot deal (a split, a
   shoe that runs out) is dealt again by `_round`.
4. `_round` covers everything: splits, several dealer hands, wagers that count cards or wait for the dealer's second
   card, a double shoe, and a shoe that runs out during a round, whose discards are shuffled again. Tables with any of
   these except splits are dealt by `_round` alone.
5. There are two sets of cells, one for the rounds that every shoe has and one for rounds that only longer shoes have.
   The cards after a round are in as random an order as all cards were, so round n has the same value as round 1 as long
   as it is certain to be dealt. Which shoes last longer depends on the cards dealt. This is the cutting-card effect,
   and it only appears in the later rounds.

`rules` declares the rules of a table, `loop` is the compiled part, and `automaton` deals an unsplit round. `table`
computes the rules for a layout (`classes` those of hands, `sides` those of side wagers, `letters` those of cards),
`slots` assigns the cells to wagers, `player` makes the same decisions at the real table, and `shoes` has the kernel.
"""

from pitboss.families.twenty_one.kernel.shoes import SIMULATION, TWO_HANDS, kernel

__all__ = ["SIMULATION", "TWO_HANDS", "kernel"]
