"""Wheels: a layout's betting grid, derived from the positions of its numbers or cards.

Roulette and pokette use it. Wheel games decided by a single spin are built on `families/one_draw`.
"""
