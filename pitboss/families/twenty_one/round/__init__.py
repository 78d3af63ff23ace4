"""The procedure of the twenty-one games: dealing, players' decisions, the dealer's drawing, settlement.

Theory of operation:

1. A position is a player, and a box is a place on the layout; positions up to the number of boxes are the seats. A
   wager's place is its spot: "3" is box 3, "3-2" the second hand of box 3, "3/2" the second circle of box 3.
2. A `Hand` is a box's cards, or those of one part after a split. A stake is a wager on a hand: the wagers that
   opened it, what a split placed next to it, what a double added. All stakes of a hand win or lose together.
3. `TwentyOne.round` is a whole round. A game declares it in its rules.toml, in the terms of `terms.py`: `House` has its
   options, and its facts are the figures and the sections that every step here cites. A game that differs in other ways
   overrides a method (`compare`, `odds_of`, `insurance_unit`, …).
4. Whether a choice may be made is decided in one place, `lawful`. It gives the choices for a decision, and the reason
   why any other is refused.
5. The class is built in five steps, each in its file: `questions` (what may be done), `cards` (what is dealt), `sides`
   (side wagers), `exchange` (two hands of a spot), `play` (the round). `hands` has the values they share.
6. An irregularity is called at a card, a decision, a shuffle or the wagers; what it does is its `effect` in rules.toml.
   A void round goes back to the moment when betting closed.
"""

from pitboss.families.twenty_one.round.hands import Box, Count, Hand, Place, Result, Score, TwentyOneState
from pitboss.families.twenty_one.round.play import TwentyOne

__all__ = ["Box", "Count", "Hand", "Place", "Result", "Score", "TwentyOne", "TwentyOneState"]
