"""The felt of craps, that of the family."""

from pitboss.families.dice.craps_felt import FELT

__all__ = ["FELT"]
