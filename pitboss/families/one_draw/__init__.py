"""Games in which one draw decides the wagers: three dice in a shaker, a money wheel, a ball.

A game declares on `round.OneDraw`: what can be drawn (`outcomes`, all equally likely), how it is asked for (`ask`) and
which outcome of its odds a wager lands on (`lands`). The price (`price.DrawPricing`) and the loop (`kernel.simulation`)
go over the same outcomes by the same `lands`: there is nothing more to declare.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.exports import exports

if TYPE_CHECKING:
    from pitboss.families.one_draw.kernel import draw_kernel, simulation
    from pitboss.families.one_draw.price import DrawPricing, price_wager
    from pitboss.families.one_draw.round import STAYS, DrawState, Lands, OneDraw

__getattr__, __dir__ = exports(__name__, __file__)

__all__ = ["STAYS", "DrawPricing", "DrawState", "Lands", "OneDraw", "draw_kernel", "price_wager", "simulation"]
