"""Statistics of histograms, against figures known from elsewhere."""

from __future__ import annotations

from fractions import Fraction
from math import inf
from statistics import fmean, pstdev

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.chapter import Layout
from pitboss.simulation import Exact, Result, Slot, Statistics, kernel_of


def test_the_field_counted_over_all_rolls() -> None:
    found = Statistics.of({Result(4000, 2000): 2, Result(2000, 2000): 14, Result(-2000, 2000): 20})
    assert found is not None
    assert found.house_edge == pytest.approx(1 / 18)
    assert found.hit_rate == pytest.approx(16 / 36)
    assert found.push_rate == 0
    assert found.error == pytest.approx(1.959964 * found.std_dev / 6)
    assert found.confidence == pytest.approx((1 / 18 - found.error, 1 / 18 + found.error))
    assert found.z(Exact(Fraction(1, 18), found.std_dev)) == pytest.approx(0, abs=1e-12)
    assert found.z(Exact(Fraction(0), 1.0)) == pytest.approx(-6 / 18)


@given(st.dictionaries(st.integers(-500, 500), st.integers(1, 40), min_size=1, max_size=8))
def test_moments_are_those_of_the_results_written_out(histogram: dict[int, int]) -> None:
    found = Statistics.of({Result(net, 100): count for net, count in histogram.items()})
    written_out = [net / 100 for net, count in histogram.items() for _ in range(count)]
    assert found is not None
    assert found.decided == len(written_out)
    assert found.house_edge == pytest.approx(-fmean(written_out), abs=1e-9)
    assert found.std_dev == pytest.approx(pstdev(written_out), abs=1e-9)
    if found.skewness is None:
        assert len(set(written_out)) == 1
        assert found.error == inf
    else:
        mean, deviation = fmean(written_out), pstdev(written_out)
        skewness = fmean([((one - mean) / deviation) ** 3 for one in written_out])
        assert found.skewness == pytest.approx(skewness, abs=1e-6)


def test_nothing_decided_says_nothing() -> None:
    assert Statistics.of({Result(100, 100): 0}) is None


def test_odds_are_measured_by_their_own_amount() -> None:
    """Three times the flat wager on 4, five times on 6: a unit of odds wins 2 on the one, 6/5 on the other."""
    kernel = kernel_of(Layout.of("craps", options={"max_odds_pass": "3-4-5x"}), ["pass_odds"])
    odds = next(slot for slot in kernel.slots if slot.id == "pass_odds")
    assert {result.ratio for result in odds.results} == {Fraction(2), Fraction(3, 2), Fraction(6, 5), Fraction(-1)}
    assert {result.per // odds.stake for result in odds.results} == {3, 4, 5}


def test_counts_are_exact_beyond_what_a_float_holds() -> None:
    slot = Slot.of("x", "X", 100, [100, -100, None, 100])
    tally = np.array([1, 1, 2**60 + 1, 3, 7, 2**60], np.int64)
    assert slot.histogram(tally) == (2**61 + 1, 3)
    assert slot.results == (Result(100, 100), Result(-100, 100))
