"""Sic bo in the loop for games decided by one draw: a number below 216 is a roll."""

from pitboss.families.one_draw.kernel import simulation

SIMULATION = simulation("roll")
