"""Wheels: the betting grid of a layout, derived from the position of its numbers or cards.

Roulette and pokette use it. Wheel games decided by a single spin are built on `families/one_draw`.
"""
