"""Mini-dice in the loop for games decided by one draw: shake after shake, with every wager on the layout standing."""

from pitboss.families.one_draw.kernel import simulation

SIMULATION = simulation("shake")
