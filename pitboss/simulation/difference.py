"""The error of the difference between two strategies.

Both strategies are dealt the same units, so most of the luck of the cards cancels out. The remaining error is estimated
from pairs of pieces of the two runs; combining the errors of the two runs would overstate it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np

from pitboss.simulation.kernel import Counts, Slot
from pitboss.simulation.statistics import WIDTH

FEWEST = 8
"""The minimum number of pairs of pieces for an estimate."""


def difference_error(one: Slot, ours: Sequence[Counts], other: Slot, theirs: Sequence[Counts]) -> float | None:
    """Return half the width of the confidence interval of the difference between two house edges.

    The tallies come from the pieces of two runs; each pair of pieces covers the same units.
    """
    pairs = min(len(ours), len(theirs))
    if pairs < FEWEST:
        return None
    left = _deviations(one, ours[:pairs]) - _deviations(other, theirs[:pairs])
    return _student(pairs - 1) * sqrt(float((left**2).sum()) / (pairs * (pairs - 1)))


def _deviations(slot: Slot, pieces: Sequence[Counts]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return each piece's deviation from the overall average, weighted by the units wagered and decided in it."""
    counts = np.array([slot.histogram(piece) for piece in pieces], np.float64)
    ratios = np.array([float(result.ratio) for result in slot.results])
    decided, nets = counts.sum(axis=1), counts @ ratios
    return np.asarray((nets - decided * nets.sum() / decided.sum()) / decided.mean())


def _student(freedom: int) -> float:
    """Return the approximate 95 % quantile of Student's t-distribution.

    >>> [round(_student(freedom), 2) for freedom in (7, 14, 47, 10**6)]
    [2.36, 2.14, 2.01, 1.96]
    """
    z = WIDTH
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
