"""Spanish 21 in the loop for all twenty-one games."""

from pitboss.families.twenty_one.kernel import SIMULATION

__all__ = ["SIMULATION"]
