"""Baccarat: what punto banco and minibaccarat share, two hands on fixed rules from one shoe.

`coup` has the hands and what each wager makes of them, `scoreboard` the roads that players read; `round`, `price`,
`kernel` and `felt` are a game's. A game of the family declares who deals, and how.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.exports import exports

if TYPE_CHECKING:
    from pitboss.families.baccarat.kernel import SIMULATION
    from pitboss.families.baccarat.price import BaccaratPricing
    from pitboss.families.baccarat.round import Baccarat, BaccaratState

__getattr__, __dir__ = exports(__name__, __file__)

__all__ = ["SIMULATION", "Baccarat", "BaccaratPricing", "BaccaratState"]
