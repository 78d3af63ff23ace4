"""Checks of shipped counts: counted again in full, or a random part of them counted in another way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from pitboss.pricing.contract import Checked, Progress

ROUNDING = 1e-9
"""Floats that differ by less are the same count on another processor."""
TOO_FAR = 5.0
"""Standard errors: a sample that lies farther from the shipped figure contradicts it."""


def in_full(shipped: Mapping[str, Any], again: Callable[[Progress], Mapping[str, Any]], progress: Progress) -> Checked:
    """A check by counting every figure again."""
    found = dict(again(progress))
    return Checked("counted again in full", figures_of(found), difference(dict(shipped), found))


@dataclass(frozen=True, slots=True)
class Sample:
    """What was drawn at random: for each draw a figure, and the mean that the shipped count says they have."""

    values: Sequence[float]
    mean: float
    of: str


def by_sample(how: str, samples: Sequence[Sample]) -> Checked:
    """A check of means by random draws, each counted exactly."""
    said, wrong = [], []
    for one in samples:
        number = len(one.values)
        found = sum(one.values) / number
        error = sqrt(sum((value - found) ** 2 for value in one.values) / (number - 1) / number)
        z = (found - one.mean) / error if error else 0.0
        said.append(f"{one.of} {found:.5f} ± {error:.5f}, shipped {one.mean:.5f} (z {z:+.2f})")
        if abs(z) > TOO_FAR or (not error and found != one.mean):
            wrong.append(said[-1])
    return Checked(f"{how}: {'; '.join(said)}", len(samples), "; ".join(wrong))


def difference(one: Any, other: Any, where: str = "") -> str:
    """The first difference between two sets of figures, in words; none if they are the same up to rounding."""
    if isinstance(one, dict) and isinstance(other, dict):
        if one.keys() != other.keys():
            return f"{where or 'figures'}: {', '.join(sorted(one.keys() ^ other.keys()))} in one of the two only"
        pairs = [(one[key], other[key], f"{where}.{key}" if where else str(key)) for key in one]
    elif isinstance(one, list) and isinstance(other, list):
        if len(one) != len(other):
            return f"{where}: {len(one)} figures, and {len(other)} counted again"
        pairs = [(a, b, f"{where}[{at}]") for at, (a, b) in enumerate(zip(one, other, strict=True))]
    else:
        return "" if _same(one, other) else f"{where}: {one}, and {other} counted again"
    return next((found for a, b, place in pairs if (found := difference(a, b, place))), "")


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, float) or isinstance(other, float):
        return bool(abs(one - other) <= ROUNDING * max(1.0, abs(one)))
    return bool(one == other)


def figures_of(value: Any) -> int:
    """How many figures some plain data has; an array written as one text counts by its shape."""
    if isinstance(value, dict):
        if {"shape", "type"} <= value.keys():
            return _product(value["shape"])
        return sum(map(figures_of, value.values()))
    if isinstance(value, list | tuple):
        return sum(map(figures_of, value))
    return 1


def _product(shape: Sequence[int]) -> int:
    found = 1
    for one in shape:
        found *= one
    return found


__all__ = ["Sample", "by_sample", "difference", "figures_of", "in_full"]
