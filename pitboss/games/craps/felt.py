"""Craps uses the family's felt."""

from pitboss.families.dice.craps_felt import FELT

__all__ = ["FELT"]
