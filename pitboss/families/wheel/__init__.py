"""Wheels: the grid of a layout on which chips lie over numbers or cards, from where these lie.

Roulette and pokette have it. A wheel game that one spin decides is on `families/one_draw`.
"""
