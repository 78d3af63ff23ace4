"""Cards, decks, shoes, dice, and where chance comes from.

The one idea: the order of a shoe is known to the random source only. What stands in a table's state is how many of
each card are left (`Shoe`); a round asks the source (`RandomSource`) for a shuffle and then for one card at a time.
"""

from pitboss.equipment.cards import CARDS, FACE_DOWN, JOKER, Card, Rank, Suit, cards, distinct
from pitboss.equipment.decks import SPANISH, STANDARD, Deck, composition, spread
from pitboss.equipment.dice import Dice, outcomes
from pitboss.equipment.shoe import Shoe
from pitboss.equipment.sources import (
    Opening,
    RandomSource,
    ScriptedSource,
    ScriptExhausted,
    SeededSource,
    Snapshot,
    SystemSource,
    verify_opening,
)

__all__ = [
    "CARDS",
    "FACE_DOWN",
    "JOKER",
    "SPANISH",
    "STANDARD",
    "Card",
    "Deck",
    "Dice",
    "Opening",
    "RandomSource",
    "Rank",
    "ScriptExhausted",
    "ScriptedSource",
    "SeededSource",
    "Shoe",
    "Snapshot",
    "Suit",
    "SystemSource",
    "cards",
    "composition",
    "distinct",
    "outcomes",
    "spread",
    "verify_opening",
]
