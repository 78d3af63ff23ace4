"""The felt of craps is the family's."""

from pitboss.families.dice.craps_felt import FELT

__all__ = ["FELT"]
