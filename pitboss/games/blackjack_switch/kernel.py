"""Blackjack switch for simulation: the kernel of all games of twenty-one, on Subchapter 2A's layouts."""

from pitboss.families.twenty_one.kernel import TWO_HANDS as SIMULATION

__all__ = ["SIMULATION"]
