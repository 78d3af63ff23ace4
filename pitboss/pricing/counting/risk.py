"""Ruin of a bankroll whose rounds add up to a random walk with drift: closed formulas of Brownian motion.

`mean` and `variance` are those of one round. The formulas treat the walk as continuous, which overstates nothing as
long as the bankroll is many wagers.
"""

from __future__ import annotations

from math import erfc, exp, expm1, inf, log, sqrt

MOST = 700.0
"""The greatest exponent of a float."""


def _normal(x: float) -> float:
    """The probability that a standard normal variable is at most x."""
    return erfc(-x / sqrt(2)) / 2


def ruin_ever(mean: float, variance: float, bankroll: float) -> float:
    """The risk of ever losing the bankroll; 1 for a player who does not win on average.

    >>> round(ruin_ever(0.01, 1.3, 200), 4)
    0.0461
    """
    return exp(-2 * mean * bankroll / variance) if mean > 0 else 1.0


def ruin_at_end(mean: float, variance: float, bankroll: float, rounds: float) -> float:
    """The risk of being down by more than the bankroll after some rounds."""
    return _normal((-bankroll - mean * rounds) / sqrt(variance * rounds))


def ruin_within(mean: float, variance: float, bankroll: float, rounds: float) -> float:
    """The risk of losing the bankroll at some time during some rounds.

    >>> round(ruin_within(0.01, 1.3, 200, 10**9), 4) == round(ruin_ever(0.01, 1.3, 200), 4)
    True
    """
    spread = sqrt(variance * rounds)
    power = -2 * mean * bankroll / variance
    back = (-bankroll + mean * rounds) / spread
    # Both factors are extreme together for a losing player.
    reflected = exp(power) * _normal(back) if power < MOST else 1 - _normal(-back)
    return min(1.0, _normal((-bankroll - mean * rounds) / spread) + reflected)


def goal_first(mean: float, variance: float, bankroll: float, goal: float) -> float:
    """The probability of winning a goal before losing the bankroll.

    >>> goal_first(0, 1, 100, 50)
    0.6666666666666666
    """
    rate = 2 * mean / variance
    if abs(rate) * (bankroll + goal) < 1e-9:
        return bankroll / (bankroll + goal)
    if rate * (bankroll + goal) < -MOST:
        return exp(rate * goal)
    return expm1(-rate * bankroll) / expm1(-rate * (bankroll + goal))


def bankroll_for(mean: float, variance: float, risk: float) -> float:
    """The bankroll with this risk of ruin.

    >>> round(bankroll_for(0.01, 1.3, ruin_ever(0.01, 1.3, 200)), 6)
    200.0
    """
    return -log(risk) * variance / (2 * mean) if mean > 0 else inf


__all__ = ["bankroll_for", "goal_first", "ruin_at_end", "ruin_ever", "ruin_within"]
