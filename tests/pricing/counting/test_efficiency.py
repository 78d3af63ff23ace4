"""Correlations, and the search for the best tags."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from pitboss.pricing.counting.efficiency import best_tags, correlation, multiple_correlation

EFFECTS = np.array([-0.6, 0.38, 0.44, 0.1])
WEIGHTS = np.array([4.0, 4.0, 4.0, 16.0])


def test_a_count_that_differs_by_a_constant_correlates_alike() -> None:
    tags = np.array([-1.0, 1.0, 1.0, 0.0])
    assert correlation(tags, EFFECTS, WEIGHTS) == correlation(tags + 3, EFFECTS, WEIGHTS)


def test_equal_effects_have_no_correlation() -> None:
    assert correlation(np.arange(4.0), np.full(4, 0.1), WEIGHTS) is None


def test_a_side_count_never_measures_worse() -> None:
    tags, side = np.array([0.0, 1.0, 1.0, -1.0]), np.array([1.0, 0.0, 0.0, 0.0])
    alone, together = correlation(tags, EFFECTS, WEIGHTS), multiple_correlation([tags, side], EFFECTS, WEIGHTS)
    assert alone is not None
    assert together is not None
    assert together > alone


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("balanced", [False, True])
def test_the_best_tags_are_the_best_of_all(level: int, balanced: bool) -> None:
    """Compare with a search that tries every combination of tags."""
    found = best_tags(EFFECTS, WEIGHTS, level, balanced)
    every = (np.array(tags, dtype=np.float64) for tags in product(range(-level, level + 1), repeat=4))
    fits = [
        correlation(tags, EFFECTS, WEIGHTS) or 0.0
        for tags in every
        if len(set(tags)) > 1 and (not balanced or (tags * WEIGHTS).sum() == 0)
    ]
    assert found is not None
    assert found.correlation == pytest.approx(max(fits), abs=1e-12)


def test_a_level_out_of_range_is_refused() -> None:
    with pytest.raises(ValueError, match="levels 1 to 3 can be searched"):
        best_tags(EFFECTS, WEIGHTS, 4)
