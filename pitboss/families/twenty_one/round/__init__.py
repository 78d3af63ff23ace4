"""The procedure of the twenty-one games: dealing, players' decisions, the dealer's drawing, settlement.

Theory of operation:

1. A position is a person, a box a place of the layout; positions up to the number of boxes are the seats. Where a
   wager lies is its spot: "3" is box 3, "3-2" the second hand of box 3, "3/2" the second circle of box 3.
2. A `Hand` is the cards of a box, or of a part of it after a split. A stake is a wager that follows a hand: the wagers
   that opened it, what a split put beside it, what a double added. All stakes of a hand win or lose together.
3. `TwentyOne.round` is the whole of a round. A game declares it in its rules.toml, by the words of `terms.py`: `House`
   is what its options come to, its facts are the figures and the sections that every step here cites. Where a game
   differs in more than that it overrides a question (`compare`, `odds_of`, `insurance_unit`, …).
4. What may be decided is one question, `lawful`: it makes the choices of a decision, and says why another is refused.
5. The class is built in five steps, each in its file: `questions` (what may be done), `cards` (what is dealt), `sides`
   (wagers beside the hands), `exchange` (two hands of a spot), `play` (the round). `hands` has the values that they
   speak of.
6. An irregularity is thrown at a card, a decision, a shuffle or the wagers; what it does is its `effect` in rules.toml.
   A void round goes back to the moment when its wagers were complete.
"""

from pitboss.families.twenty_one.round.hands import Box, Count, Hand, Place, Result, Score, TwentyOneState
from pitboss.families.twenty_one.round.play import TwentyOne

__all__ = ["Box", "Count", "Hand", "Place", "Result", "Score", "TwentyOne", "TwentyOneState"]
