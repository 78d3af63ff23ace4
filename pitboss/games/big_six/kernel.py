"""The big six wheel in the loop for games decided by one draw: a number below 54 is a section of the rim."""

from pitboss.families.one_draw.kernel import simulation

SIMULATION = simulation("spin")
