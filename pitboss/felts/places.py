"""A place at a card table: where its wagers lie, and what is printed there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pitboss.felts.ink import IVORY, SHADE, circle, rect, text

Shape = Literal["circle", "box"]

PLACE = 156
"""How wide a place is before it is scaled."""

_SHADED = "#0b412d"
"Felt as it is within a spot."
_SPOT = f'fill="{SHADE}" fill-opacity="0.55" stroke="{IVORY}" stroke-opacity="0.85" stroke-width="1.6"'


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a wager lies at a place, and the lines printed there; none for a spot that is not printed.

    `size` is half its width; `mark` is what follows the name of the box in the wager's spot.
    """

    wager: str
    x: float
    y: float
    lines: tuple[str, ...] = ()
    shape: Shape = "circle"
    size: float = 23
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A box on the felt: the middle of its upper edge. A small one stands back and shows the least."""

    box: int
    x: float
    y: float
    scale: float
    small: bool = False
    width: float = PLACE

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.x + x * self.scale, self.y + y * self.scale


def middle(corners: Sequence[tuple[float, float]]) -> tuple[float, float]:
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def print_spot(spot: Spot, place: Place) -> str:
    x, y = place.at(spot.x, spot.y)
    size = spot.size * place.scale
    letters = max(map(len, spot.lines))
    high = min(size * 0.44, size * 2.35 / letters, size * 1.5 / len(spot.lines))
    first = y - (len(spot.lines) - 1) * high * 0.55
    lines = [text(x, first + at * high * 1.1, line, high, IVORY, 700) for at, line in enumerate(spot.lines)]
    return outline(spot.shape, x, y, size, _SPOT) + "".join(lines)


def named_above(spot: Spot, scale: float) -> str:
    """The name of a spot once more, at its upper edge, where the chips that lie on it leave it to be read."""
    size = spot.size * scale
    name = " ".join(spot.lines).replace("- ", "")
    above = text(0, -size * 0.7, name, size * 0.29, IVORY, 700, within=size * 1.25)
    return outline(spot.shape, 0, 0, size * 0.95, f'fill="{_SHADED}"') + above


def outline(shape: Shape, x: float, y: float, size: float, more: str = "") -> str:
    if shape == "circle":
        return circle(x, y, size, more)
    return rect(x - size, y - size, 2 * size, 2 * size, more, size * 0.25)
