"""Mini-dice as the loop of all games that one draw decides: shake after shake, every wager of the layout standing."""

from pitboss.families.one_draw.kernel import simulation

SIMULATION = simulation("shake")

__all__ = ["SIMULATION"]
