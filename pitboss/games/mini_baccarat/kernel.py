"""Minibaccarat as the family's loop, shoe after shoe. With a continuous shuffler a unit is a round."""

from pitboss.families.baccarat.kernel import SIMULATION

__all__ = ["SIMULATION"]
