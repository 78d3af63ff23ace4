"""Cards, pai gow tiles, decks, shoes, dice and random sources.

Only the random source knows a shoe's order. A table's state holds how many of each card are left (`Shoe`); a
round asks the source (`RandomSource`) for a shuffle and then for one card at a time.
"""

from pitboss.equipment.cards import CARDS, FACE_DOWN, JOKER, Card, Rank, Suit, cards, distinct
from pitboss.equipment.decks import PAI_GOW, SPANISH, STANDARD, Deck, composition, pieces, spread
from pitboss.equipment.dice import Dice, outcomes
from pitboss.equipment.opaque import Hidden
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
from pitboss.equipment.tiles import TILES, Tile, tiles

__all__ = [
    "CARDS",
    "FACE_DOWN",
    "JOKER",
    "PAI_GOW",
    "SPANISH",
    "STANDARD",
    "TILES",
    "Card",
    "Deck",
    "Dice",
    "Hidden",
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
    "Tile",
    "cards",
    "composition",
    "distinct",
    "outcomes",
    "pieces",
    "spread",
    "tiles",
    "verify_opening",
]
