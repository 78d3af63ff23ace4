"""Baccarat: what punto banco, minibaccarat and chemin de fer share, two hands from one shoe.

`coup` has the hands and what each wager makes of them, `scoreboard` the roads that players read; `round`, `price`,
`kernel` and `felt` are a game's. A game of the family declares who deals, and how. Where participants decide on third
cards, a game takes the counts of all sequences (`pairs_of_hands`), the shoe of the loop (`fresh`, `coup_at`,
`shoe_maker`) and the felt, and says itself what is drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.exports import exports

if TYPE_CHECKING:
    from pitboss.families.baccarat.coup import HAND, NO_CARD, Coup, Rules, vigorish
    from pitboss.families.baccarat.felt import BLUE, RED, BaccaratFelt
    from pitboss.families.baccarat.kernel import (
        PAIRS,
        SIMULATION,
        Shoe,
        coup_at,
        fresh,
        loops,
        named_alone,
        rounds_of_shoe,
        shoe_maker,
        shoes_at_once,
    )
    from pitboss.families.baccarat.price import (
        USUAL_STAKE,
        BaccaratPricing,
        by_value,
        cards_in,
        dollar,
        pairs_of_hands,
    )
    from pitboss.families.baccarat.round import Baccarat, BaccaratState, Spare

__getattr__, __dir__ = exports(__name__, __file__)

__all__ = [
    "BLUE",
    "HAND",
    "NO_CARD",
    "PAIRS",
    "RED",
    "SIMULATION",
    "USUAL_STAKE",
    "Baccarat",
    "BaccaratFelt",
    "BaccaratPricing",
    "BaccaratState",
    "Coup",
    "Rules",
    "Shoe",
    "Spare",
    "by_value",
    "cards_in",
    "coup_at",
    "dollar",
    "fresh",
    "loops",
    "named_alone",
    "pairs_of_hands",
    "rounds_of_shoe",
    "shoe_maker",
    "shoes_at_once",
    "vigorish",
]
