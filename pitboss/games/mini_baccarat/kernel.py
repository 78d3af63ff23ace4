"""Minibaccarat in the family's loop. With a continuous shuffler, a unit is a round."""

from pitboss.families.baccarat.kernel import SIMULATION

__all__ = ["SIMULATION"]
