"""The layout of automated craps: the craps layout with a shaker, minus the areas that this game lacks."""

from pitboss.families.dice.craps_felt import CrapsFelt


class AutomatedCrapsFelt(CrapsFelt):
    """The felt of an automated craps table."""

    covered = True


FELT = AutomatedCrapsFelt
