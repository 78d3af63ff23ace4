"""Blackjack for simulation: the kernel of all games of twenty-one, on Subchapter 2's layouts.

What the cutting card costs the player (`families/twenty_one/kernel/shoes.py` tells why), measured for shoes dealt to
three quarters, over 4e8 to 1e9 rounds: 0.12 % with one deck, 0.06 % with two, 0.026 % with six and 0.018 % with eight,
each give or take 0.005 %.
"""

from pitboss.families.twenty_one.kernel import SIMULATION

__all__ = ["SIMULATION"]
