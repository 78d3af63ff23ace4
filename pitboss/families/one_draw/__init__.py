"""Games in which one draw decides all wagers: three dice in a shaker, a money wheel, a ball.

A game subclasses `round.OneDraw` and defines the equally likely `outcomes`, how to `ask` for one, and which of its odds
a wager `lands` on. The price (`price.DrawPricing`) and the loop (`kernel.simulation`) use the same `outcomes` and
`lands`, so nothing else is needed.
"""
