"""Games of twenty-one: their procedure, their prices, their loops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.exports import exports

if TYPE_CHECKING:
    from pitboss.families.twenty_one.kernel import SIMULATION, TWO_HANDS
    from pitboss.families.twenty_one.price.pricing import TwentyOnePricing
    from pitboss.families.twenty_one.round import Box, Count, Hand, Place, Result, Score, TwentyOne, TwentyOneState
    from pitboss.families.twenty_one.terms import House

__getattr__, __dir__ = exports(__name__, __file__)

__all__ = [
    "SIMULATION",
    "TWO_HANDS",
    "Box",
    "Count",
    "Hand",
    "House",
    "Place",
    "Result",
    "Score",
    "TwentyOne",
    "TwentyOnePricing",
    "TwentyOneState",
]
