"""A two-player game in which the first player mixes two plays and the second chooses between two answers.

Let x be the probability of the first player's first play. Whatever the second player has seen, each of the two answers
is worth a linear function of x to that player, and the player takes the larger. So the second player's value is a sum
of maxima, which is convex, and the first player takes the x at its lowest point. That is 0, 1 or a point where two
lines cross: there are few of these, and each is an exact fraction. At a crossing the second player must mix as well, so
that the sum is level there.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Line:
    """The value of an answer as a function of x: at x = 0 and at x = 1."""

    never: Fraction
    always: Fraction

    @property
    def slope(self) -> Fraction:
        return self.always - self.never

    def at(self, x: Fraction) -> Fraction:
        return self.never + x * self.slope


@dataclass(frozen=True, slots=True)
class Duel(Generic[K]):
    """The solution of a game.

    `mix` is the probability of the first player's first play, and `answers` that of the second player's first answer,
    by what the second player has seen. `value` is the second player's value, whatever either player tries instead.
    """

    mix: Fraction
    answers: Mapping[K, Fraction]
    value: Fraction


def solve(sure: Line, seen: Mapping[K, tuple[Line, Line]]) -> Duel[K]:
    """Solve a game: `sure` is its value without an answer, `seen` the lines for each pair of answers.

    In matching pennies the guesser is right half of the time:

    >>> one, minus = Fraction(1), Fraction(-1)
    >>> solve(Line(Fraction(), Fraction()), {"": (Line(minus, one), Line(one, minus))})
    Duel(mix=Fraction(1, 2), answers={'': Fraction(1, 2)}, value=Fraction(0, 1))
    """

    def brings(x: Fraction) -> Fraction:
        return sure.at(x) + sum((max(one.at(x), other.at(x)) for one, other in seen.values()), Fraction())

    mix = min(sorted({Fraction(), Fraction(1), *_crossings(seen)}), key=brings)
    return Duel(mix, _answers(mix, sure, seen), brings(mix))


def _crossings(seen: Mapping[K, tuple[Line, Line]]) -> set[Fraction]:
    """The values of x between 0 and 1 at which two answers cross."""
    found = set()
    for one, other in seen.values():
        if one.slope != other.slope:
            x = (other.never - one.never) / (one.slope - other.slope)
            found |= {x} if 0 < x < 1 else set()
    return found


def _answers(x: Fraction, sure: Line, seen: Mapping[K, tuple[Line, Line]]) -> dict[K, Fraction]:
    """The better answer of each pair; equal ones are mixed so that the first player cannot gain by changing x."""
    answers = {key: Fraction(one.at(x) >= other.at(x)) for key, (one, other) in seen.items()}
    level = [key for key, (one, other) in seen.items() if one.at(x) == other.at(x) and one.slope != other.slope]
    # Start each level pair at the answer with the smaller slope, then move towards the other until the total is level.
    # At x = 1 the total may fall, so nothing is moved.
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
