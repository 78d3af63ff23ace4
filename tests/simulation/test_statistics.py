"""Statistics of histograms agree with independently known values."""

from __future__ import annotations

from fractions import Fraction
from math import inf, sqrt
from statistics import fmean, pstdev

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.chapter.layout import Layout
from pitboss.simulation.difference import difference_error
from pitboss.simulation.kernel import Result, Slot, kernel_of
from pitboss.simulation.statistics import ExactPrice, Statistics, proportion


def any_of(histogram: dict[int, int]) -> bool:
    return any(histogram.values())


def test_the_field_counted_over_all_rolls() -> None:
    found = Statistics.of({Result(4000, 2000): 2, Result(2000, 2000): 14, Result(-2000, 2000): 20})
    assert found is not None
    assert found.house_edge == pytest.approx(1 / 18)
    assert found.hit_rate == pytest.approx(16 / 36)
    assert found.push_rate == 0
    assert found.error == pytest.approx(1.959964 * found.std_dev / 6)
    assert found.confidence == pytest.approx((1 / 18 - found.error, 1 / 18 + found.error))
    assert found.z(ExactPrice(Fraction(1, 18), found.std_dev)) == pytest.approx(0, abs=1e-12)
    assert found.z(ExactPrice(Fraction(0), 1.0)) == pytest.approx(-6 / 18)


@given(st.dictionaries(st.integers(-500, 500), st.integers(0, 40), min_size=2, max_size=8).filter(any_of))
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


def test_undecided_wagers_have_no_statistics() -> None:
    assert Statistics.of({Result(100, 100): 0}) is None


def test_a_wager_with_one_possible_result_is_certain() -> None:
    certain = Statistics.of({Result(0, 100): 12})
    assert certain is not None
    assert (certain.error, certain.confidence, certain.doubtful) == (0, (0, 0), False)
    one_of_two = Statistics.of({Result(100, 100): 12, Result(-100, 100): 0})
    assert one_of_two is not None
    assert (one_of_two.error, one_of_two.doubtful) == (inf, True)


@pytest.mark.parametrize(("decided", "doubtful"), [(20_000, True), (200_000, False)])
def test_the_error_of_a_skewed_wager_is_doubtful_at_first(decided: int, doubtful: bool) -> None:
    """A wager that wins 1,000 to 1 once in 5,000 has a skewness of 70, and 25 times its square is about 125,000."""
    won = decided // 5000
    found = Statistics.of({Result(100_000, 100): won, Result(-100, 100): decided - won})
    assert found is not None
    assert found.skewness == pytest.approx(70.7, abs=0.1)
    assert found.doubtful == doubtful


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [(0, 10, 0.0, 0.2775), (1, 10, 0.0179, 0.4042), (81, 263, 0.2553, 0.3662), (10, 10, 0.7225, 1.0)],
)
def test_shares_have_wilsons_interval(count: int, of: int, low: float, high: float) -> None:
    """81 of 263 is the example of Newcombe (1998)."""
    assert proportion(count, of) == pytest.approx((low, high), abs=5e-5)


def test_the_hit_rate_has_an_interval() -> None:
    found = Statistics.of({Result(100, 100): 81, Result(-100, 100): 182})
    assert found is not None
    assert found.hit_interval == pytest.approx((0.2553, 0.3662), abs=5e-5)


def test_odds_are_measured_by_their_own_amount() -> None:
    """Three times the flat wager on 4, five times on 6: a unit of odds wins 2 on the 4 and 6/5 on the 6."""
    kernel = kernel_of(Layout.of("craps", options={"max_odds_pass": "3-4-5x"}), ["pass_odds"])
    odds = next(slot for slot in kernel.slots if slot.id == "pass_odds")
    assert {result.ratio for result in odds.results} == {Fraction(2), Fraction(3, 2), Fraction(6, 5), Fraction(-1)}
    assert {result.per // odds.stake for result in odds.results} == {3, 4, 5}


def test_counts_are_exact_beyond_what_a_float_holds() -> None:
    slot = Slot.of("x", "X", 100, [100, -100, None, 100])
    tally = np.array([1, 1, 2**60 + 1, 3, 7, 2**60], np.int64)
    assert slot.histogram(tally) == (2**61 + 1, 3)
    assert slot.results == (Result(100, 100), Result(-100, 100))


# ---- A strategy against a strategy


def test_the_error_of_a_difference_matches_its_observed_spread() -> None:
    """Repeated runs of three card poker with two strategies and different seeds."""
    layout = Layout.of("three-card-poker")
    best, always = (kernel_of(layout, ["ante"], strategy) for strategy in (None, "always"))
    slots = best.slots[0], always.slots[0]
    apart, errors = [], []
    for seed in range(80):
        ours, theirs = ([kernel.run(seed, at * 1000, 1000) for at in range(16)] for kernel in (best, always))
        edges = []
        for slot, pieces in zip(slots, (ours, theirs), strict=True):
            found = Statistics.of(dict(zip(slot.results, slot.histogram(sum(pieces)), strict=True)))
            assert found is not None
            edges.append(found.house_edge)
        apart.append(edges[0] - edges[1])
        error = difference_error(slots[0], ours, slots[1], theirs)
        assert error is not None
        errors.append(error)
    # With sixteen pieces, Student's 2.13 replaces 1.96. The spread of 80 runs is itself only known to within a fifth.
    assert fmean(errors) / 2.13 == pytest.approx(pstdev(apart), rel=0.2)
    # With the same cards most of the luck cancels out.
    alone = Statistics.of(best.histograms(sum(ours))["ante+play"])
    assert alone is not None
    assert fmean(errors) < 0.75 * alone.error * sqrt(2)


def test_too_few_pieces_give_no_error_of_a_difference() -> None:
    kernel = kernel_of(Layout.of("three-card-poker"), ["ante"])
    pieces = [kernel.run(1, at * 10, 10) for at in range(7)]
    assert difference_error(kernel.slots[0], pieces, kernel.slots[0], pieces) is None
    assert difference_error(kernel.slots[0], [*pieces, pieces[0]], kernel.slots[0], [*pieces, pieces[0]]) == 0
