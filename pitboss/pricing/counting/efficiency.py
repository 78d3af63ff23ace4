"""How well a count measures a wager, and the tags that measure it best.

Definitions. All sums are over the cards of the full shoe, so each rank is weighted by its number in the shoe.
- *Betting correlation*: the correlation of the tags with the effects of removal on a wager, strategy held. Both are
  taken from their means, so an unbalanced count has the same correlation as the balanced one it differs from by a
  constant.
- *Insurance correlation*: the same with the effects on insurance.
- With side counts, the multiple correlation: of the best combination of the count and the side counts.
- *Playing efficiency*: the share of what perfect departures from basic strategy gain that departures by the count gain
  (see `departures`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import gcd, sqrt

import numpy as np

from pitboss.pricing.removal import Floats

MOST_LEVEL = 3


def correlation(tags: Floats, effects: Floats, weights: Floats) -> float | None:
    """The correlation of tags with effects, each card weighted by its number; None if either is constant.

    >>> correlation(np.array([1.0, 0.0, -1.0]), np.array([2.0, 0.0, -2.0]), np.ones(3))
    1.0
    """
    one, other = (values - np.average(values, weights=weights) for values in (tags, effects))
    spread = float((weights * one * one).sum() * (weights * other * other).sum())
    # An effect that is the same for all cards differs only by rounding.
    if spread <= 1e-20 * float(weights.sum()) ** 2 * max(float(np.abs(effects).max()), 1e-300) ** 2:
        return None
    return round(float((weights * one * other).sum()) / sqrt(spread), 12)


def multiple_correlation(counts: Sequence[Floats], effects: Floats, weights: Floats) -> float | None:
    """The correlation of effects with the best combination of several counts."""
    if len(counts) == 1:
        return correlation(counts[0], effects, weights)
    root = np.sqrt(weights)
    design = np.stack([count - np.average(count, weights=weights) for count in counts], axis=1)
    target = effects - np.average(effects, weights=weights)
    fitted, *_ = np.linalg.lstsq(design * root[:, None], target * root, rcond=None)
    return correlation(design @ fitted, effects, weights)


@dataclass(frozen=True)
class BestTags:
    """The integer tags of a level that correlate best with a wager's effects."""

    level: int
    tags: tuple[int, ...]
    correlation: float


def best_tags(effects: Floats, weights: Floats, level: int, balanced: bool = False) -> BestTags | None:
    """The integer tags up to a level, by rank, with the greatest correlation; None if all effects are equal.

    `effects` and `weights` are by rank. For the best tags, a card with a greater effect never has a smaller tag, so
    only rising sequences of tags have to be searched. With `balanced`, the tags of the deck add up to zero.
    """
    if not 1 <= level <= MOST_LEVEL:
        raise ValueError(f"tags of level {level}: levels 1 to {MOST_LEVEL} can be searched")
    order = np.argsort(effects, kind="stable")
    sorted_effects, sorted_weights = effects[order], weights[order]
    if correlation(np.sign(effects - np.average(effects, weights=weights)), effects, weights) is None:
        return None
    tags = np.array(list(_rising(len(effects), level)), dtype=np.float64)
    sums = tags @ sorted_weights
    if balanced:
        tags, sums = tags[sums == 0], sums[sums == 0]
        if not len(tags):
            return None
    whole = sorted_weights.sum()
    centred = sorted_effects - np.average(sorted_effects, weights=sorted_weights)
    covariance = tags @ (sorted_weights * centred)
    variance = (tags * tags) @ sorted_weights - sums * sums / whole
    found = covariance / np.sqrt(np.where(variance > 0, variance, np.inf) * float((sorted_weights * centred**2).sum()))
    # Of equal correlations, take the tags that are nearest to balance, then the smallest.
    best = max(
        np.flatnonzero(found > found.max() - 1e-12), key=lambda at: (-abs(sums[at]), -float(np.abs(tags[at]).sum()))
    )
    by_rank = np.zeros(len(effects), dtype=np.int64)
    by_rank[order] = tags[best].astype(np.int64)
    return BestTags(level, tuple(int(tag) for tag in by_rank), round(float(found[best]), 12))


def _rising(ranks: int, level: int) -> Iterator[tuple[int, ...]]:
    """All rising sequences of tags that use the level and cannot be divided."""
    for tags in combinations_with_replacement(range(-level, level + 1), ranks):
        if tags[0] < tags[-1] and gcd(*tags) == 1:
            yield tags
