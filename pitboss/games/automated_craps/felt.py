"""The layout of automated craps: that of craps with the shaker, and without the areas it does not have."""

from pitboss.families.dice.craps_felt import CrapsFelt


class AutomatedCrapsFelt(CrapsFelt):
    """The felt of an automated craps table."""

    covered = True


FELT = AutomatedCrapsFelt
