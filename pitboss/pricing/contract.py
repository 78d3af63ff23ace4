"""What a game's `price.py` gives, and what it takes: the contract of a price.

A `price.py` ends with `PRICING`, an object of a class on `Pricing`. One thing it must give: `price`. Everything else is
named in `gives`, and what a price takes beside the layout is named in `hangs_on`: nobody looks into a game to find out.
What a game could give and does not, it says in `lacks`, with the reason; `pitboss games` tells it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar, Literal, Protocol, runtime_checkable

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Value
from pitboss.equipment import Card
from pitboss.pricing.report import PricedWager, PriceReport

Input = Literal["stake", "shoe", "strategy", "meter", "players", "ticket"]
"""What a price may hang on beside the layout."""
Gift = Literal["strategy", "chart", "advice", "worth", "main_edge", "single"]
"""What a game may give beside its price."""

Progress = Callable[[float], None]
"""Told, from 0 to 1, how much is done."""
Advice = Callable[..., str | None]
"""Own cards, open cards and choices in, the choice to take out; None where the strategy has nothing to say.

A fourth is what the position chose before in this round, where the best choice hangs on it (`Choices.earlier_choices`).
"""
Worth = Callable[..., dict[str, float]]
"""In the same; out what each choice brings on average, for each unit of the first wager."""


@runtime_checkable
class Explains(Protocol):
    """An advice that also says why, in words: where what is best hangs on how others play, and nothing is exact."""

    def why(self, own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str], *before: str) -> str: ...


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check of a shipped count found: by which way, over how many figures, and where they differ, if they do."""

    how: str
    figures: int
    difference: str = ""


@dataclass(frozen=True, slots=True)
class ShippedCount:
    """Figures that a game ships because they take long to count: which program made them, and a check of them."""

    name: str
    made_by: str
    check: Callable[[Progress], Checked]


class NotGiven(ValueError):
    """Something was asked of a game that it does not give, or that its price does not hang on."""


@dataclass(frozen=True, slots=True)
class Given:
    """What is known beside the layout. None: nothing was said, and the usual holds.

    `stake` (cents) is the amount wagered. `shoe` is what is left in the shoe, by card index. `strategy` is how the game
    is played: a `Chart`, or a name, words or a file, as the game's `plays_by` says. `meter` (cents) is what a
    progressive meter shows. `players` is how many have a wager that is settled among them. `ticket` is one as the game
    writes it, to be priced as a whole.
    """

    stake: int | None = None
    shoe: Sequence[int] | None = None
    strategy: Any = None
    meter: int | None = None
    players: int | None = None
    ticket: str | None = None
    progress: Progress | None = None

    @property
    def stated(self) -> tuple[str, ...]:
        """What was said."""
        told = (each.name for each in fields(self) if each.name != "progress")
        return tuple(name for name in told if getattr(self, name) is not None)


class Simpler(Protocol):
    """A strategy that a person can keep in mind."""

    @property
    def name(self) -> str: ...
    @property
    def says(self) -> str: ...


class Strategy(Protocol):
    """The best way to play a game: it decides, says itself in words, and knows what a simpler one costs."""

    @property
    def house_edge(self) -> Fraction: ...
    @property
    def simpler(self) -> Sequence[Simpler]: ...
    def decide(self, own: str | Iterable[Card], shown: str | Iterable[Card] = ()) -> str: ...
    def summary(self) -> tuple[str, ...]: ...
    def named(self, name: str) -> Simpler | None: ...
    def cost(self, other: Any) -> Fraction: ...


class Chart(Protocol):
    """A strategy as a chart that can be drawn and written down."""

    def svg(self) -> str: ...
    def html(self) -> str: ...
    def to_toml(self) -> str: ...


class Pricing(ABC):
    """The prices of a game. What stands in `gives` has its method here; the others say that there is nothing."""

    hangs_on: ClassVar[frozenset[Input]] = frozenset()
    "The inputs that can change a price of the game, beside the layout."
    gives: ClassVar[frozenset[Gift]] = frozenset()
    "What the game gives beside its price."
    rights: ClassVar[Mapping[str, tuple[Value, ...]]] = {}
    """Options whose values are in an order, the worst for a player first: each gives him a choice more, which he may
    leave alone, or pays him more, and takes nothing. Whoever plays best cannot lose by a later one."""
    lacks: ClassVar[Mapping[str, str]] = {}
    "What the game could give and does not, each with the reason in a few words."

    def rights_of(self, layout: Layout, wager: str) -> Mapping[str, tuple[Value, ...]]:
        """The rights that are such for this wager: those of the hand, where it is played for what it brings."""
        return self.rights

    @abstractmethod
    def price(self, layout: Layout, given: Given) -> PriceReport:
        """The exact price of every wager of `layout.permissible`."""

    def bare_price(self, layout: Layout) -> PriceReport:
        """The same prices of the usual play without the strategy in words and what simpler ones cost, where that is
        quicker: for searches over many tables."""
        return self.price(layout, Given())

    def strategy(self, layout: Layout, given: Given) -> Strategy:
        """The best way to play, in words."""
        raise self._no(layout, "a strategy in words")

    def chart(self, layout: Layout) -> Chart:
        """The best way to play, as a chart."""
        raise self._no(layout, "a chart")

    def read_chart(self, path: Path) -> Chart:
        """A chart from a file, which `price` then takes as a strategy; of a game that gives a chart."""
        raise NotGiven("the game is not played by a chart")

    def advice(self, layout: Layout) -> Advice:
        """What to do with the cards at hand."""
        raise self._no(layout, "advice")

    def worth(self, layout: Layout) -> Worth:
        """What each choice brings with the cards at hand."""
        raise self._no(layout, "the worth of a choice")

    def main_edge(self, layout: Layout) -> float:
        """The house edge of the first wager alone, where that is quicker than the whole report."""
        raise self._no(layout, "the edge of one wager alone")

    def edge(self, layout: Layout, wager: str) -> float | None:
        """The house edge of a wager alone, where that is quicker than its price; None where it is not."""
        first = "main_edge" in self.gives and wager == next(iter(layout.permissible))
        return self.main_edge(layout) if first else None

    def single(self, layout: Layout, wager: str) -> PricedWager:
        """The price of one wager alone, where that is quicker than the whole report."""
        raise self._no(layout, "the price of one wager alone")

    def shipped_counts(self, layout: Layout) -> Sequence[ShippedCount]:
        """The figures of `counts.toml` that the prices of a table rest on, where the game ships such a file."""
        return ()

    def _no(self, layout: Layout, what: str) -> NotGiven:
        return NotGiven(f"{layout.rules.game.id} gives no {what.removeprefix('a ').removeprefix('the ')}")
