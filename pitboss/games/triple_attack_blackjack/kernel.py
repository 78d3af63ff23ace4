"""Triple attack blackjack in the loop of all games of twenty-one."""

from pitboss.families.twenty_one.kernel import SIMULATION

__all__ = ["SIMULATION"]
