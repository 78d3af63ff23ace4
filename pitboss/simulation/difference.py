"""A strategy against a strategy: how well the difference between them is known.

Both are dealt the same units, so the luck of the cards largely falls away when one is taken from the other. How much is
left of it is seen from the pieces of the two runs, pair by pair; the errors of the two alone would tell too much of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np

from pitboss.simulation.kernel import Counts, Slot
from pitboss.simulation.statistics import WIDTH

FEWEST = 8
"""With fewer pairs of pieces nothing is said."""


def difference_error(one: Slot, ours: Sequence[Counts], other: Slot, theirs: Sequence[Counts]) -> float | None:
    """Half the width of the confidence interval of the difference between two house edges.

    The tallies are those of the pieces of two runs, which have the same units pair by pair.
    """
    pairs = min(len(ours), len(theirs))
    if pairs < FEWEST:
        return None
    left = _apart(one, ours[:pairs]) - _apart(other, theirs[:pairs])
    return _student(pairs - 1) * sqrt(float((left**2).sum()) / (pairs * (pairs - 1)))


def _apart(slot: Slot, pieces: Sequence[Counts]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """How far the average of each piece is from that of all, a piece that decided more counting for more."""
    counts = np.array([slot.histogram(piece) for piece in pieces], np.float64)
    ratios = np.array([float(result.ratio) for result in slot.results])
    decided, nets = counts.sum(axis=1), counts @ ratios
    return np.asarray((nets - decided * nets.sum() / decided.sum()) / decided.mean())


def _student(freedom: int) -> float:
    """So many standard errors to either side, where these are estimated from few: Student's distribution, nearly.

    >>> [round(_student(freedom), 2) for freedom in (7, 14, 47, 10**6)]
    [2.36, 2.14, 2.01, 1.96]
    """
    z = WIDTH
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
