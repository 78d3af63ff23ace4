"""Statistics of a histogram: averages with their errors, and their deviation from the exact price.

Sums are exact and converted to float only at the end. Every figure is per unit of the wager's base amount, as in the
price report, and every estimate has an error.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import inf, sqrt

from pitboss.simulation.kernel import Result

CONFIDENCE = 0.95
WIDTH = 1.959963984540054
"""The half-width of the confidence interval in standard errors."""
NORMAL = 25
"""An average is close enough to normal once the sample exceeds this many times the squared skewness (Cochran)."""


def proportion(count: int, of: int) -> tuple[float, float]:
    """Return the Wilson confidence interval of a proportion, which is also valid near 0 and 1.

    >>> [round(end, 4) for end in proportion(0, 1000)], [round(end, 4) for end in proportion(500, 1000)]
    ([0.0, 0.0038], [0.4691, 0.5309])
    """
    share, square = count / of, WIDTH**2
    middle = (share + square / (2 * of)) / (1 + square / of)
    width = WIDTH * sqrt(share * (1 - share) / of + square / (4 * of**2)) / (1 + square / of)
    return max(0.0, middle - width) if count else 0.0, min(1.0, middle + width) if count < of else 1.0


@dataclass(frozen=True)
class ExactPrice:
    """A wager's exact price. `counted` is True if it is a fraction of counts, not a float with an error bound."""

    house_edge: Fraction
    std_dev: float
    counted: bool = True


@dataclass(frozen=True)
class Statistics:
    """The statistics of a wager's results. `certain` means that only one result is possible.

    >>> field = Statistics.of({Result(200, 100): 2, Result(100, 100): 14, Result(-100, 100): 20})
    >>> field.decided, round(field.house_edge, 4), round(field.hit_rate, 4)
    (36, 0.0556, 0.4444)
    """

    decided: int
    house_edge: float
    std_dev: float
    skewness: float | None
    hit_rate: float
    push_rate: float
    certain: bool = False

    @classmethod
    def of(cls, histogram: Mapping[Result, int]) -> Statistics | None:
        """Compute the statistics of a histogram, or None if nothing was decided."""
        counts: dict[Fraction, int] = {}
        for result, count in histogram.items():
            counts[result.ratio] = counts.get(result.ratio, 0) + count
        decided = sum(counts.values())
        if not decided:
            return None
        first, second, third = (
            sum((net**power * count for net, count in counts.items()), Fraction()) / decided for power in (1, 2, 3)
        )
        variance = second - first**2
        std_dev = sqrt(variance)
        around = third - 3 * first * second + 2 * first**3
        return cls(
            decided=decided,
            house_edge=float(-first),
            std_dev=std_dev,
            skewness=float(around) / std_dev**3 if variance else None,
            hit_rate=sum(count for net, count in counts.items() if net > 0) / decided,
            push_rate=sum(count for net, count in counts.items() if net == 0) / decided,
            certain=len(counts) == 1,
        )

    @property
    def error(self) -> float:
        """Half the width of the house edge's confidence interval; infinite if only one of several results was seen."""
        if self.certain:
            return 0.0
        return WIDTH * self.std_dev / sqrt(self.decided) if self.std_dev else inf

    @property
    def doubtful(self) -> bool:
        """Whether the error is unreliable, because too few wagers were decided for rare results to show."""
        return not self.certain and (self.skewness is None or self.decided < NORMAL * self.skewness**2)

    @property
    def hit_interval(self) -> tuple[float, float]:
        """The confidence interval of the hit rate."""
        return proportion(round(self.hit_rate * self.decided), self.decided)

    @property
    def confidence(self) -> tuple[float, float]:
        return self.house_edge - self.error, self.house_edge + self.error

    def z(self, exact: ExactPrice) -> float | None:
        """Return how many standard errors the average net result is above the exact one."""
        if not exact.std_dev:
            return None
        return (float(exact.house_edge) - self.house_edge) * sqrt(self.decided) / exact.std_dev
