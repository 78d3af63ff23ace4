"""Baccarat-punto banco in the family's loop."""

from pitboss.families.baccarat.kernel import SIMULATION

__all__ = ["SIMULATION"]
