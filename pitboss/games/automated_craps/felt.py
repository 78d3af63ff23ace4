"""The layout of automated craps: that of craps, without the areas that it does not have, and with the shaker."""

from pitboss.families.dice.craps_felt import CrapsFelt


class AutomatedCrapsFelt(CrapsFelt):
    """The felt of an automated craps table."""

    covered = True


FELT = AutomatedCrapsFelt

__all__ = ["FELT", "AutomatedCrapsFelt"]
