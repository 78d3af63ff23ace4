"""Baccarat-punto banco as the family's loop, shoe after shoe."""

from pitboss.families.baccarat.kernel import SIMULATION

__all__ = ["SIMULATION"]
