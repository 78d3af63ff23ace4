"""Poker hands in the family's loop, for every variant declared in rules.toml."""

from pitboss.families.poker_room.kernel import SIMULATION

__all__ = ["SIMULATION"]
