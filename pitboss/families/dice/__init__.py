"""Dice: the procedure of craps, which craps and automated craps declare on.

`round.CrapsTable` is the table: a shooter, a point, and wagers whose terms rules.toml declares (`terms`). Which
paragraph provides for a step is a fact of each game; the words of who throws, and whether the dice are in the air or
in a covered shaker, are the game's to say. Games that one shake decides are on `families/one_draw`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.exports import exports

if TYPE_CHECKING:
    from pitboss.families.dice.craps_felt import FELT, CrapsFelt
    from pitboss.families.dice.dice_felt import SPELLED, DiceFelt
    from pitboss.families.dice.kernel import SIMULATION
    from pitboss.families.dice.price import CrapsPricing
    from pitboss.families.dice.round import CrapsState, CrapsTable, Words
    from pitboss.families.dice.terms import Terms, charged_share, landing

__getattr__, __dir__ = exports(__name__, __file__)

__all__ = [
    "FELT",
    "SIMULATION",
    "SPELLED",
    "CrapsFelt",
    "CrapsPricing",
    "CrapsState",
    "CrapsTable",
    "DiceFelt",
    "Terms",
    "Words",
    "charged_share",
    "landing",
]
