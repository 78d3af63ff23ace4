"""Prices hands that players set themselves, by the house way or by the best setting against it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from pitboss.chapter.layout import Layout
from pitboss.equipment import Card, cards

HOUSE_WAY_NAME, BEST_NAME = "house way", "best"

_SUMMARIES = {
    HOUSE_WAY_NAME: "set every hand by the house way",
    BEST_NAME: "set every hand in the best way against the house way; ask for a hint",
}


def parse_way(strategy: Any) -> str:
    """Parse the way to set the cards: "house way" or "best".

    >>> parse_way(None), parse_way("House_way"), parse_way("best")
    ('house way', 'house way', 'best')
    """
    if strategy is None:
        return HOUSE_WAY_NAME
    said = str(getattr(strategy, "name", strategy)).lower().replace("_", " ").strip()
    if said not in _SUMMARIES:
        raise ValueError(f"{strategy!r} is not a way to set the cards; choose from: {', '.join(_SUMMARIES)}")
    return said


def require_house_way(strategy: Any) -> None:
    """Raise an error for any way of setting other than the house way, the only one that is simulated."""
    if parse_way(strategy) != HOUSE_WAY_NAME:
        raise ValueError(
            f"{strategy!r} cannot be simulated: cards are set by the {HOUSE_WAY_NAME}; `price` can use the best setting"
        )


def strategy_summary(way: str) -> dict[str, Any]:
    """Return a way of setting the cards as the strategy of a price report."""
    return {"name": way, "summary": [_SUMMARIES[way]]}


@dataclass(frozen=True)
class Way:
    """A way of setting the cards that can be memorized."""

    name: str
    says: str


HOUSE = Way(HOUSE_WAY_NAME, "ask for the house way, which sets your cards as it sets the dealer's")


@dataclass(frozen=True, eq=False)
class BestSetting(ABC):
    """The best setting of any cards against the house way, and the cost of using the house way instead."""

    layout: Layout = field(repr=False)
    simpler: Sequence[Way] = (HOUSE,)

    @abstractmethod
    def edge(self, way: str) -> Fraction:
        """Return the house edge of a way of setting the cards, per unit wagered."""

    @abstractmethod
    def worth(self, own: Sequence[Card], shown: Sequence[Card] = ()) -> dict[str, Fraction]:
        """Return the average result of each setting of these cards, per unit wagered."""

    @abstractmethod
    def summary(self) -> tuple[str, ...]:
        """Describe the best setting."""

    @property
    def house_edge(self) -> Fraction:
        return self.edge(BEST_NAME)

    def decide(self, own: str | Iterable[Card], shown: str | Iterable[Card] = ()) -> str:
        """Return the best setting, as the positions of its cards."""
        worth = self.worth(_read(own), _read(shown))
        return max(worth, key=lambda choice: worth[choice])

    def named(self, name: str) -> Way | None:
        return next((way for way in self.simpler if name.lower().replace("_", " ") == way.name), None)

    def cost(self, other: Any) -> Fraction:
        """Return how much more another way of setting loses, per unit wagered."""
        return self.edge(parse_way(other)) - self.house_edge


def _read(some: str | Iterable[Card]) -> tuple[Card, ...]:
    return tuple(cards(some)) if isinstance(some, str) else tuple(some)
