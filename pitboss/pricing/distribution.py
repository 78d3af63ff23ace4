"""The possible net results of a wager with exact probabilities.

A probability is a quotient of two counts. Floats appear only in the standard deviation, and a `Distribution` whose
probabilities do not add up to exactly 1 cannot be created.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt
from types import MappingProxyType

Rational = int | Fraction
Event = tuple[str, Fraction]
"""What happened, in words, and its net result; events with the same result stay apart."""


def to_fraction(value: Rational) -> Fraction:
    """Convert an integer or fraction to a Fraction; floats are refused because they are rarely exact."""
    if isinstance(value, bool) or not isinstance(value, (int, Fraction)):
        raise TypeError(f"{value!r} is not exact: use an integer or a Fraction")
    return Fraction(value)


def square_root(value: Fraction) -> float:
    """Return the square root of an exact number, correct to float precision at any magnitude.

    >>> square_root(Fraction(9, 4)), square_root(Fraction(2, 10**40))
    (1.5, 1.414213562373095e-20)
    """
    shift = 64 + value.denominator.bit_length()
    return float(Fraction(isqrt((value.numerator << 2 * shift) // value.denominator), 1 << shift))


@dataclass(frozen=True, repr=False)
class Distribution:
    """The net results of a wager per unit wagered with their exact probabilities, best result first.

    >>> field = Distribution.from_counts({2: 2, 1: 14, -1: 20})
    >>> field
    Distribution(2: 2/36, 1: 14/36, -1: 20/36)
    >>> field.house_edge, field.hit_rate, field.counts[Fraction(1)]
    (Fraction(1, 18), Fraction(4, 9), 14)
    >>> Distribution({1: Fraction(1, 2), -1: Fraction(1, 3)})
    Traceback (most recent call last):
    ValueError: the probabilities add up to 5/6, not to 1
    """

    probabilities: Mapping[Fraction, Fraction]
    space: int | None = field(default=None, compare=False)
    """The number of equally likely outcomes that were counted, if any."""
    events: Mapping[Event, Fraction] = field(default_factory=dict, compare=False)
    """The probability of each event, if they were named; together they are the probabilities."""

    def __post_init__(self) -> None:
        held = {to_fraction(net): to_fraction(probability) for net, probability in self.probabilities.items()}
        if any(probability < 0 for probability in held.values()):
            raise ValueError("a probability is below 0")
        if (total := sum(held.values())) != 1:
            counts = "; for counts use from_counts" if total > 1 and total.denominator == 1 else ""
            raise ValueError(f"the probabilities add up to {total}, not to 1{counts}")
        ordered = {net: held[net] for net in sorted(held, reverse=True) if held[net]}
        object.__setattr__(self, "probabilities", MappingProxyType(ordered))
        if self.events:
            named = {event: chance for event, chance in self.events.items() if chance}
            if (merged := _merged(named)) != ordered:
                raise ValueError(f"the events add up to {merged}, not to {ordered}")
            object.__setattr__(self, "events", MappingProxyType(named))

    @classmethod
    def from_events(cls, counts: Mapping[Event, int] | Mapping[tuple[str, int], int]) -> Distribution:
        """Create a distribution from the number of equally likely outcomes in each event.

        >>> found = Distribution.from_events({("12", 2): 1, ("2", 2): 1, ("other", 1): 14, ("loses", -1): 20})
        >>> found, found.events["12", Fraction(2)]
        (Distribution(2: 2/36, 1: 14/36, -1: 20/36), Fraction(1, 36))
        """
        space = sum(counts.values())
        if space < 1:
            raise ValueError("there is nothing to count")
        shares = {(event, to_fraction(net)): Fraction(count, space) for (event, net), count in counts.items()}
        return cls.of_events(shares, space)

    @classmethod
    def of_events(
        cls, chances: Mapping[Event, Fraction] | Mapping[tuple[str, int], Fraction], space: int | None = None
    ) -> Distribution:
        """Create a distribution from the probability of each event."""
        events = {(event, to_fraction(net)): chance for (event, net), chance in chances.items() if chance}
        return cls(_merged(events), space, events)

    @classmethod
    def from_counts(cls, counts: Mapping[Fraction, int] | Mapping[int, int] | Mapping[Rational, int]) -> Distribution:
        """Create a distribution from the number of equally likely outcomes with each net result."""
        space = sum(counts.values())
        if space < 1:
            raise ValueError("there is nothing to count")
        return cls({to_fraction(net): Fraction(count, space) for net, count in counts.items()}, space)

    @classmethod
    def certain(cls, net: Rational) -> Distribution:
        """Create a distribution with a single result."""
        return cls.from_counts({to_fraction(net): 1})

    @classmethod
    def mixture(cls, parts: Iterable[tuple[Rational, Distribution]]) -> Distribution:
        """Combine several distributions, each with its probability.

        >>> even = Distribution.from_counts({1: 1, -1: 1})
        >>> Distribution.mixture([(Fraction(1, 3), even), (Fraction(2, 3), Distribution.certain(0))])
        Distribution(1: 1/6, 0: 2/3, -1: 1/6)
        """
        mixed: dict[Fraction, Fraction] = {}
        events: dict[Event, Fraction] = {}
        all_named = True
        for weight, part in parts:
            for net, probability in part.probabilities.items():
                mixed[net] = mixed.get(net, Fraction()) + weight * probability
            all_named = all_named and bool(part.events)
            for event, probability in part.events.items():
                events[event] = events.get(event, Fraction()) + weight * probability
        return cls(mixed, None, events if all_named else {})

    @property
    def counts(self) -> dict[Fraction, int] | None:
        """The number of outcomes with each net result, or None if they were not counted."""
        if self.space is None:
            return None
        return {net: int(probability * self.space) for net, probability in self.probabilities.items()}

    @property
    def mean(self) -> Fraction:
        return sum((net * probability for net, probability in self.probabilities.items()), Fraction())

    @property
    def house_edge(self) -> Fraction:
        """The average loss per unit wagered."""
        return -self.mean

    @property
    def variance(self) -> Fraction:
        squares = sum((net * net * probability for net, probability in self.probabilities.items()), Fraction())
        return squares - self.mean**2

    @property
    def std_dev(self) -> float:
        return square_root(self.variance)

    @property
    def hit_rate(self) -> Fraction:
        """The probability of a net win."""
        return self.probability(lambda net: net > 0)

    @property
    def push_rate(self) -> Fraction:
        """The probability of getting back exactly the amount wagered."""
        return self.probability(lambda net: net == 0)

    def probability(self, holds: Callable[[Fraction], bool]) -> Fraction:
        """Return the probability that the net result satisfies a predicate."""
        return sum((chance for net, chance in self.probabilities.items() if holds(net)), Fraction())

    def conditional(self, holds: Callable[[Fraction], bool]) -> Distribution:
        """Return the conditional distribution given a predicate on the net result.

        >>> Distribution.from_counts({1: 1, 0: 4, -1: 1}).conditional(lambda net: net != 0)
        Distribution(1: 1/2, -1: 1/2)
        """
        share = self.probability(holds)
        if not share:
            raise ValueError("no result satisfies the predicate")
        events = {(event, net): chance / share for (event, net), chance in self.events.items() if holds(net)}
        kept = {net: chance / share for net, chance in self.probabilities.items() if holds(net)}
        return Distribution(kept, None, events)

    def scaled(self, factor: Rational) -> Distribution:
        """Multiply every result by a factor."""
        return self.mapped(lambda net: net * factor)

    def shifted(self, by: Rational) -> Distribution:
        """Add an amount to every result; a charge is negative."""
        return self.mapped(lambda net: net + by)

    def mapped(self, change: Callable[[Fraction], Rational]) -> Distribution:
        """Apply a function to every result, merging results that become equal."""
        changed: dict[Fraction, Fraction] = {}
        for net, probability in self.probabilities.items():
            to = to_fraction(change(net))
            changed[to] = changed.get(to, Fraction()) + probability
        events: dict[Event, Fraction] = {}
        for (event, net), probability in self.events.items():
            at = event, to_fraction(change(net))
            events[at] = events.get(at, Fraction()) + probability
        return Distribution(changed, self.space, events)

    def renamed(self, name: Callable[[str], str]) -> Distribution:
        """Give the events other names, merging those that get the same one."""
        events: dict[Event, Fraction] = {}
        for (event, net), probability in self.events.items():
            at = name(event), net
            events[at] = events.get(at, Fraction()) + probability
        return Distribution(self.probabilities, self.space, events)

    def __hash__(self) -> int:
        return hash(tuple(self.probabilities.items()))

    def __repr__(self) -> str:
        return f"Distribution({', '.join(f'{net}: {chance}' for net, chance in self._rows())})"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{net}</td><td>{chance}</td><td>{float(self.probabilities[net]):.6%}</td></tr>"
            for net, chance in self._rows()
        )
        return f"<table><tr><th>net</th><th>probability</th><th></th></tr>{rows}</table>"

    def _rows(self) -> list[tuple[Fraction, str]]:
        if (counts := self.counts) is not None:
            return [(net, f"{count}/{self.space}") for net, count in counts.items()]
        return [(net, str(probability)) for net, probability in self.probabilities.items()]


def _merged(events: Mapping[Event, Fraction]) -> dict[Fraction, Fraction]:
    """Return the probability of each net result over all events."""
    merged: dict[Fraction, Fraction] = {}
    for (_, net), chance in events.items():
        merged[net] = merged.get(net, Fraction()) + chance
    return {net: merged[net] for net in sorted(merged, reverse=True) if merged[net]}
