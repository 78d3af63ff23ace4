"""How hands that players set are played, wherever they are priced: by the house way, or as is best against it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from pitboss.chapter.layout import Layout
from pitboss.equipment import Card, cards

HOUSE_WAY_NAME, BEST_NAME = "house way", "best"

_SET = {
    HOUSE_WAY_NAME: "every hand is set by the house way",
    BEST_NAME: "every hand is set as is best against the house way: the hint knows how",
}


def played(strategy: Any) -> str:
    """How the cards are set: by the house way, or best.

    >>> played(None), played("House_way"), played("best")
    ('house way', 'house way', 'best')
    """
    if strategy is None:
        return HOUSE_WAY_NAME
    said = str(getattr(strategy, "name", strategy)).lower().replace("_", " ").strip()
    if said not in _SET:
        raise ValueError(f"{strategy!r} is no way to set the cards here; there are: {', '.join(_SET)}")
    return said


def needs_house_way(strategy: Any) -> None:
    """Refuse another way to set the cards than that of the house, which alone is simulated."""
    if played(strategy) != HOUSE_WAY_NAME:
        raise ValueError(
            f"{strategy!r} is not simulated: the cards are set by the {HOUSE_WAY_NAME}; `price` knows the best"
        )


def told(way: str) -> dict[str, Any]:
    """A way to set the cards, as a report tells the strategy that it prices."""
    return {"name": way, "summary": [_SET[way]]}


@dataclass(frozen=True)
class Way:
    """A way to set the cards that a person can keep in mind."""

    name: str
    says: str


HOUSE = Way(HOUSE_WAY_NAME, "ask for the house way, which sets your cards as it sets the dealer's")


@dataclass(frozen=True, eq=False)
class BestSetting(ABC):
    """The best setting of any cards against the house way, and what the house way itself costs."""

    layout: Layout = field(repr=False)
    simpler: Sequence[Way] = (HOUSE,)

    @abstractmethod
    def edge(self, way: str) -> Fraction:
        """The house edge of a way to set the cards, for each unit wagered."""

    @abstractmethod
    def worth(self, own: Sequence[Card], shown: Sequence[Card] = ()) -> dict[str, Fraction]:
        """What each setting of these cards brings, for each unit wagered."""

    @abstractmethod
    def summary(self) -> tuple[str, ...]:
        """The best setting in words."""

    @property
    def house_edge(self) -> Fraction:
        return self.edge(BEST_NAME)

    def decide(self, own: str | Iterable[Card], shown: str | Iterable[Card] = ()) -> str:
        """The setting to choose, by the places of its cards."""
        worth = self.worth(_read(own), _read(shown))
        return max(worth, key=lambda choice: worth[choice])

    def named(self, name: str) -> Way | None:
        return next((way for way in self.simpler if name.lower().replace("_", " ") == way.name), None)

    def cost(self, other: Any) -> Fraction:
        """How much more another way loses, for each unit wagered."""
        return self.edge(played(other)) - self.house_edge


def _read(some: str | Iterable[Card]) -> tuple[Card, ...]:
    return tuple(cards(some)) if isinstance(some, str) else tuple(some)


__all__ = ["BEST_NAME", "HOUSE", "HOUSE_WAY_NAME", "BestSetting", "Way", "played", "told"]
