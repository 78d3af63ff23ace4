"""A game of two in which one mixes two ways to play, and the other answers by what he has seen.

The one idea: let x be how often the first takes his first way. Whatever the other has seen, each of his two answers
then brings him so much, a straight line in x; he takes the higher one. So the game is worth a sum of higher lines to
him, which bends upwards, and the first takes the x at its lowest point. That point is 0, 1 or where two lines cross:
there are few, and each is an exact fraction. At a crossing the other must mix too, just so that the sum is level.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Line:
    """What something brings if the first never takes his first way, and if he always does."""

    never: Fraction
    always: Fraction

    @property
    def slope(self) -> Fraction:
        return self.always - self.never

    def at(self, x: Fraction) -> Fraction:
        return self.never + x * self.slope


@dataclass(frozen=True, slots=True)
class Duel(Generic[K]):
    """The solution: how often the first takes his first way, how often the other gives his first answer to what he has
    seen, and what the game then brings the other, whatever either of them tries instead."""

    mix: Fraction
    answers: Mapping[K, Fraction]
    value: Fraction


def solve(sure: Line, seen: Mapping[K, tuple[Line, Line]]) -> Duel[K]:
    """The solution of a game: `sure` is what it brings without an answer, `seen` the lines of each two answers.

    Matching pennies, where the other guesses: he is right half of the time.

    >>> one, minus = Fraction(1), Fraction(-1)
    >>> solve(Line(Fraction(), Fraction()), {"": (Line(minus, one), Line(one, minus))})
    Duel(mix=Fraction(1, 2), answers={'': Fraction(1, 2)}, value=Fraction(0, 1))
    """

    def brings(x: Fraction) -> Fraction:
        return sure.at(x) + sum((max(one.at(x), other.at(x)) for one, other in seen.values()), Fraction())

    mix = min(sorted({Fraction(), Fraction(1), *_crossings(seen)}), key=brings)
    return Duel(mix, _answers(mix, sure, seen), brings(mix))


def _crossings(seen: Mapping[K, tuple[Line, Line]]) -> set[Fraction]:
    """Where two answers bring the same, between never and always."""
    found = set()
    for one, other in seen.values():
        if one.slope != other.slope:
            x = (other.never - one.never) / (one.slope - other.slope)
            found |= {x} if 0 < x < 1 else set()
    return found


def _answers(x: Fraction, sure: Line, seen: Mapping[K, tuple[Line, Line]]) -> dict[K, Fraction]:
    """The higher answer to each; of equal ones so much of both that the first gains nothing by another mix."""
    answers = {key: Fraction(one.at(x) >= other.at(x)) for key, (one, other) in seen.items()}
    level = [key for key, (one, other) in seen.items() if one.at(x) == other.at(x) and one.slope != other.slope]
    # From the least slope upwards, as far as is wanted: level inside, and not down at 0 nor up at 1.
    for key in level:
        answers[key] = Fraction(seen[key][0].slope < seen[key][1].slope)
    slope = sure.slope + sum(
        (
            a * one.slope + (1 - a) * other.slope
            for a, (one, other) in zip(answers.values(), seen.values(), strict=True)
        ),
        Fraction(),
    )
    for key in level if x < 1 else ():
        one, other = seen[key]
        span = abs(one.slope - other.slope)
        more = max(Fraction(), min(Fraction(1), -slope / span))
        answers[key] += more if one.slope > other.slope else -more
        slope += more * span
    return answers


__all__ = ["Duel", "Line", "solve"]
