"""The layout of automated craps: that of craps, without the areas that it does not have."""

from pitboss.families.dice.craps_felt import FELT

__all__ = ["FELT"]
