"""Sic bo as the loop of games that one draw decides: a number of 216 is a roll."""

from pitboss.families.one_draw.kernel import simulation

SIMULATION = simulation("roll")

__all__ = ["SIMULATION"]
