"""The interface between a game's `price.py` and the rest of Pitboss.

A `price.py` ends with `PRICING`, an instance of a subclass of `Pricing`. Only `price` is required. Optional methods are
listed in `gives`, and inputs other than the layout in `depends_on`, so that callers never need to inspect a game. What
a game could provide but does not is listed in `lacks` with the reason, which `pitboss games` shows.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, runtime_checkable

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Value
from pitboss.equipment import Card
from pitboss.pricing.report import PricedWager, PriceReport

if TYPE_CHECKING:
    from pitboss.pricing.counting.departures import CountedDecisions, Departure
    from pitboss.pricing.counting.distribution import CountedShoe
    from pitboss.pricing.counting.systems import CountingSystem
    from pitboss.pricing.exposures import Exposure
    from pitboss.pricing.removal import ShoeValues

Input = Literal["stake", "shoe", "strategy", "meter", "players", "ticket"]
"""The inputs other than the layout that a price can depend on."""
Feature = Literal["strategy", "chart", "advice", "worth", "main_edge", "single", "removal", "departures"]
"""The features a game can provide in addition to its price."""

Progress = Callable[[float], None]
"""A callback that receives the fraction done, from 0 to 1."""
Advice = Callable[..., str | None]
"""Maps own cards, open cards and choices to the best choice, or None if the strategy does not cover the decision.

It gets a fourth argument, the position's earlier choices in this round, if the best choice depends on them
(`Choices.earlier_choices`).
"""
ChoiceValues = Callable[..., dict[str, float]]
"""Maps the same arguments to the average result of each choice, per unit of the first wager."""


@runtime_checkable
class ExplainedAdvice(Protocol):
    """Advice with an explanation, for decisions that depend on other players and have no exact answer."""

    def why(self, own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str], *before: str) -> str: ...


@dataclass(frozen=True, slots=True)
class CountCheck:
    """The result of checking a shipped count: the method, the number of values, and the first difference, if any."""

    how: str
    figures: int
    difference: str = ""


@dataclass(frozen=True, slots=True)
class ShippedCount:
    """Values that a game ships because they are slow to compute, with the program that made them and a way to check
    them.
    """

    name: str
    made_by: str
    check: Callable[[Progress], CountCheck]


class NotSupported(ValueError):
    """Raised for a feature that a game does not provide, or an input that its price does not depend on."""


@dataclass(frozen=True, slots=True)
class PriceInputs:
    """The inputs of a price other than the layout; None means the default.

    `stake` (cents) is the amount wagered. `shoe` lists the cards left in the shoe by card index. `strategy` is how the
    game is played: a `Chart`, or a name, words or a file, as the game's `plays_by` says. `meter` (cents) is the
    progressive meter. `players` is the number of players whose wagers are settled against one another. `ticket` is a
    whole ticket to price, in the game's notation.
    """

    stake: int | None = None
    shoe: Sequence[int] | None = None
    strategy: Any = None
    meter: int | None = None
    players: int | None = None
    ticket: str | None = None
    progress: Progress | None = None

    @property
    def given_names(self) -> tuple[str, ...]:
        """The names of the inputs that were given."""
        names = (each.name for each in fields(self) if each.name != "progress")
        return tuple(name for name in names if getattr(self, name) is not None)


class SimpleStrategy(Protocol):
    """A strategy simple enough to memorize."""

    @property
    def name(self) -> str: ...
    @property
    def says(self) -> str: ...


class Strategy(Protocol):
    """The best way to play a game: it decides, describes itself, and can compute the cost of simpler strategies."""

    @property
    def house_edge(self) -> Fraction: ...
    @property
    def simpler(self) -> Sequence[SimpleStrategy]: ...
    def decide(self, own: str | Iterable[Card], shown: str | Iterable[Card] = ()) -> str: ...
    def summary(self) -> tuple[str, ...]: ...
    def named(self, name: str) -> SimpleStrategy | None: ...
    def cost(self, other: Any) -> Fraction: ...


class Chart(Protocol):
    """A strategy chart that can be drawn and saved."""

    def svg(self) -> str: ...
    def html(self) -> str: ...
    def to_toml(self) -> str: ...


class Pricing(ABC):
    """The prices of a game. Its class implements the features listed in `gives`; the others raise `NotSupported`."""

    depends_on: ClassVar[frozenset[Input]] = frozenset()
    """The inputs other than the layout that can change a price of the game."""
    gives: ClassVar[frozenset[Feature]] = frozenset()
    """The features the game provides in addition to its price."""
    rights: ClassVar[Mapping[str, tuple[Value, ...]]] = {}
    """Options whose values are ordered from worst to best for a player.

    Each value gives an extra choice, which may be ignored, or pays more, and takes nothing away. So the best play never
    does worse under a later value.
    """
    against_house: ClassVar[bool] = True
    """Whether wagers are won from the house or a bank, not from a pot to which all players add."""
    lacks: ClassVar[Mapping[str, str]] = {}
    """The features the game could provide but does not, each with a short reason."""
    theory: ClassVar[tuple[str, ...]] = ()
    """The modules, besides the game's own, whose docstrings explain how its prices are derived."""

    def rights_of(self, layout: Layout, wager: str) -> Mapping[str, tuple[Value, ...]]:
        """Return the rights that apply to this wager: those of the hand, if it is played as well as possible."""
        return self.rights

    @abstractmethod
    def price(self, layout: Layout, given: PriceInputs) -> PriceReport:
        """Return the exact price of every wager of `layout.permissible`."""

    def bare_price(self, layout: Layout) -> PriceReport:
        """Return the same prices for the default strategy, without describing it or simpler ones, if that is faster."""
        return self.price(layout, PriceInputs())

    def strategy(self, layout: Layout, given: PriceInputs) -> Strategy:
        """Return the best strategy."""
        raise self._no(layout, "a strategy in words")

    def chart(self, layout: Layout) -> Chart:
        """Return the best strategy as a chart."""
        raise self._no(layout, "a chart")

    def read_chart(self, path: Path) -> Chart:
        """Read a chart from a file, for use as the strategy of a price."""
        raise NotSupported("the game is not played by a chart")

    def advice(self, layout: Layout) -> Advice:
        """Return a function that advises on a decision."""
        raise self._no(layout, "advice")

    def worth(self, layout: Layout) -> ChoiceValues:
        """Return a function that gives the average result of each choice of a decision."""
        raise self._no(layout, "the worth of a choice")

    def main_edge(self, layout: Layout) -> float:
        """Return the house edge of the main wager alone, if that is faster than the full report."""
        raise self._no(layout, "the edge of one wager alone")

    def edge(self, layout: Layout, wager: str) -> float | None:
        """Return the house edge of one wager, or None if that is no faster than its price."""
        first = "main_edge" in self.gives and wager == next(iter(layout.permissible))
        return self.main_edge(layout) if first else None

    def single(self, layout: Layout, wager: str) -> PricedWager:
        """Return the price of one wager, if that is faster than the full report."""
        raise self._no(layout, "the price of one wager alone")

    def removal(self, layout: Layout) -> ShoeValues:
        """Return the player's expectation of every wager for any cards left in the shoe."""
        raise self._no(layout, "effects of removal")

    def departures(self, layout: Layout, shoe: CountedShoe) -> CountedDecisions | None:
        """Return the decisions of a table as a counting system sees them; None if it has none that a chart makes."""
        raise self._no(layout, "departures by the count")

    def counted_strategy(self, layout: Layout, system: CountingSystem, departures: Sequence[Departure]) -> str:
        """Return the best chart with departures by the count, as a strategy file."""
        raise self._no(layout, "departures by the count")

    def exposures(self, layout: Layout, bias: Fraction) -> Iterable[Exposure]:
        """Return what a table of this game should not give away, besides results known before a wager.

        `bias` is how much more often than it should an unfair die or wheel shows one result.
        """
        return ()

    def shipped_counts(self, layout: Layout) -> Sequence[ShippedCount]:
        """Return the shipped counts that a table's prices depend on."""
        return ()

    def _no(self, layout: Layout, what: str) -> NotSupported:
        return NotSupported(f"{layout.rules.game.id} gives no {what.removeprefix('a ').removeprefix('the ')}")
