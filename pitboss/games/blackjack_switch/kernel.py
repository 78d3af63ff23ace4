"""Blackjack switch in the loop of all games of twenty-one."""

from pitboss.families.twenty_one.kernel import TWO_HANDS as SIMULATION

__all__ = ["SIMULATION"]
