"""Checks of shipped counts: a full recount, or a different count of a random sample."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from pitboss.pricing.contract import CountCheck, Progress

ROUNDING = 1e-9
"""Floats that differ by less count as equal; other processors round differently."""
TOO_FAR = 5.0
"""The number of standard errors at which a sample contradicts the shipped value."""


def check_in_full(
    shipped: Mapping[str, Any], again: Callable[[Progress], Mapping[str, Any]], progress: Progress
) -> CountCheck:
    """Check shipped values by counting all of them again."""
    found = dict(again(progress))
    return CountCheck("full recount", count_values(found), first_difference(dict(shipped), found))


@dataclass(frozen=True, slots=True)
class Sample:
    """A random sample: the value of each draw, and the mean that the shipped count predicts."""

    values: Sequence[float]
    mean: float
    of: str


def check_by_sample(how: str, samples: Sequence[Sample]) -> CountCheck:
    """Check means by random draws, each counted exactly."""
    said, wrong = [], []
    for one in samples:
        number = len(one.values)
        found = sum(one.values) / number
        error = sqrt(sum((value - found) ** 2 for value in one.values) / (number - 1) / number)
        z = (found - one.mean) / error if error else 0.0
        said.append(f"{one.of} {found:.5f} ± {error:.5f}, shipped {one.mean:.5f} (z {z:+.2f})")
        if abs(z) > TOO_FAR or (not error and found != one.mean):
            wrong.append(said[-1])
    return CountCheck(f"{how}: {'; '.join(said)}", len(samples), "; ".join(wrong))


def first_difference(one: Any, other: Any, where: str = "") -> str:
    """Describe the first difference between two sets of values, or return "" if they agree up to rounding."""
    if isinstance(one, dict) and isinstance(other, dict):
        if one.keys() != other.keys():
            return f"{where or 'figures'}: {', '.join(sorted(one.keys() ^ other.keys()))} in only one of the two"
        pairs = [(one[key], other[key], f"{where}.{key}" if where else str(key)) for key in one]
    elif isinstance(one, list) and isinstance(other, list):
        if len(one) != len(other):
            return f"{where}: {len(one)} figures, and {len(other)} counted again"
        pairs = [(a, b, f"{where}[{at}]") for at, (a, b) in enumerate(zip(one, other, strict=True))]
    else:
        return "" if _same(one, other) else f"{where}: {one}, and {other} counted again"
    return next((found for a, b, place in pairs if (found := first_difference(a, b, place))), "")


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, float) or isinstance(other, float):
        return bool(abs(one - other) <= ROUNDING * max(1.0, abs(one)))
    return bool(one == other)


def count_values(value: Any) -> int:
    """Count the values in plain data; an array stored as text counts by its shape."""
    if isinstance(value, dict):
        if {"shape", "type"} <= value.keys():
            return _product(value["shape"])
        return sum(map(count_values, value.values()))
    if isinstance(value, list | tuple):
        return sum(map(count_values, value))
    return 1


def _product(shape: Sequence[int]) -> int:
    found = 1
    for one in shape:
        found *= one
    return found
