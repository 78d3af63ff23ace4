"""Distributions have probabilities that add up to exactly 1, and their statistics are right."""

from fractions import Fraction
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.pricing.distribution import Distribution, square_root

NETS = st.fractions(min_value=-50, max_value=50, max_denominator=40)
COUNTED = st.dictionaries(NETS, st.integers(0, 1000), min_size=1, max_size=8).filter(
    lambda counts: any(counts.values())
)
DISTRIBUTIONS = COUNTED.map(Distribution.from_counts)


def test_field_bet_counted_over_the_36_rolls() -> None:
    field = Distribution.from_counts({-1: 20, 1: 14, 2: 2})
    assert field.mean == Fraction(-1, 18)
    assert field.variance == Fraction(36, 36) - Fraction(1, 324) + Fraction(6, 36)
    assert field.hit_rate == Fraction(16, 36)
    assert field.push_rate == 0
    assert field.space == 36
    assert field.counts == {Fraction(2): 2, Fraction(1): 14, Fraction(-1): 20}
    assert list(field.probabilities) == [2, 1, -1]


@pytest.mark.parametrize(
    ("given_probabilities", "error", "says"),
    [
        ({1: Fraction(1, 2)}, ValueError, "add up to 1/2"),
        ({1: Fraction(3, 2), -1: Fraction(-1, 2)}, ValueError, "below 0"),
        ({1: 0.5, -1: 0.5}, TypeError, "0.5 is not exact"),
        ({0.5: 1}, TypeError, "not exact"),
        ({}, ValueError, "add up to 0"),
    ],
)
def test_an_invalid_distribution_is_refused(
    given_probabilities: dict[Fraction, Fraction], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        Distribution(given_probabilities)


def test_nothing_to_count_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing to count"):
        Distribution.from_counts({})


def test_a_result_that_cannot_happen_is_left_out() -> None:
    assert Distribution.from_counts({5: 0, 1: 1, -1: 1}) == Distribution.from_counts({-1: 7, 1: 7})


def test_it_cannot_be_changed() -> None:
    even = Distribution.from_counts({1: 1, -1: 1})
    with pytest.raises(TypeError):
        even.probabilities[Fraction(1)] = Fraction(1)  # type: ignore[index]
    assert hash(even) == hash(Distribution.from_counts({-1: 3, 1: 3}))


def test_repr_reads_like_the_game() -> None:
    assert repr(Distribution.from_counts({4: 6, -1: 30})) == "Distribution(4: 6/36, -1: 30/36)"
    assert "<td>4</td><td>6/36</td><td>16.666667%</td>" in Distribution.from_counts({4: 6, -1: 30})._repr_html_()


@given(DISTRIBUTIONS)
def test_probabilities_add_up_to_exactly_one(distribution: Distribution) -> None:
    assert sum(distribution.probabilities.values()) == 1
    rest = distribution.probability(lambda net: net < 0)
    assert distribution.hit_rate + distribution.push_rate + rest == 1


@given(DISTRIBUTIONS, NETS, NETS)
def test_scaling_and_shifting(distribution: Distribution, factor: Fraction, by: Fraction) -> None:
    changed = distribution.scaled(factor).shifted(by)
    assert changed.mean == factor * distribution.mean + by
    assert changed.variance == factor**2 * distribution.variance
    assert changed.space == distribution.space


@given(DISTRIBUTIONS, DISTRIBUTIONS, st.fractions(min_value=0, max_value=1))
def test_mean_of_a_mixture(one: Distribution, other: Distribution, share: Fraction) -> None:
    mixed = Distribution.mixture([(share, one), (1 - share, other)])
    assert mixed.mean == share * one.mean + (1 - share) * other.mean


@given(st.fractions(min_value=0))
def test_square_root_is_right_to_the_last_digit(value: Fraction) -> None:
    root = square_root(value)
    assert isclose(root, float(value) ** 0.5, rel_tol=1e-15)
    assert square_root(value * value) == float(value)
