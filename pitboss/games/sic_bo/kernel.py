"""Sic bo as the loop of games decided by one draw: a number below 216 is a roll."""

from pitboss.families.one_draw.kernel import simulation

SIMULATION = simulation("roll")
