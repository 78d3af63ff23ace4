"""Automated craps as the family's loop: shooter after shooter, every wager of the layout standing."""

from pitboss.families.dice.kernel import SIMULATION

__all__ = ["SIMULATION"]
