"""Spanish 21 for simulation: the kernel of all games of twenty-one, on Subchapter 19's layouts."""

from pitboss.families.twenty_one.kernel import SIMULATION

__all__ = ["SIMULATION"]
