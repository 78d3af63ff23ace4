"""Hands of poker as the family's loop, for every variant that rules.toml declares."""

from pitboss.families.poker_room.kernel import SIMULATION

__all__ = ["SIMULATION"]
