"""Blackjack switch in the loop for all twenty-one games."""

from pitboss.families.twenty_one.kernel import TWO_HANDS as SIMULATION

__all__ = ["SIMULATION"]
