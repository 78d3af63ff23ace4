"""How hands that players set are played, wherever they are priced: by the house way, or as is best against it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

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


def told(way: str) -> dict[str, Any]:
    """A way to set the cards, as a report tells the strategy that it prices."""
    return {"name": way, "summary": [_SET[way]]}


@dataclass(frozen=True)
class Way:
    """A way to set the cards that a person can keep in mind."""

    name: str
    says: str


__all__ = ["BEST_NAME", "HOUSE_WAY_NAME", "Way", "played", "told"]
