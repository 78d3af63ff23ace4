"""Wheels: the grid of a layout on which chips lie over numbers or cards, from where these lie.

Roulette and pokette have it. A wheel game that one spin decides is on `families/one_draw`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.exports import exports

if TYPE_CHECKING:
    from pitboss.families.wheel.grid import WIDTH, Cell, Where, in_rows, under_a_chip

__getattr__, __dir__ = exports(__name__, __file__)

__all__ = ["WIDTH", "Cell", "Where", "in_rows", "under_a_chip"]
