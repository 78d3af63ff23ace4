"""Games in which one draw decides the wagers: three dice in a shaker, a money wheel, a ball.

A game declares on `round.OneDraw`: what can be drawn (`outcomes`, all equally likely), how it is asked for (`ask`) and
which outcome of its odds a wager lands on (`lands`). The price (`price.DrawPricing`) and the loop (`kernel.simulation`)
go over the same outcomes by the same `lands`: there is nothing more to declare.
"""
