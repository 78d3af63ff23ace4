"""Automated craps uses the family's loop: shooter after shooter, with every wager on the layout standing."""

from pitboss.families.dice.kernel import SIMULATION

__all__ = ["SIMULATION"]
