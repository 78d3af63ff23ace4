"""A place at a card table, with its wagers and what is printed there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pitboss.felts.ink import IVORY, SHADE, circle, rect, text

Shape = Literal["circle", "box"]

PLACE = 156
"""The width of a place before scaling."""

_SHADED = "#0b412d"
"The colour of the felt inside a spot."
_SPOT = f'fill="{SHADE}" fill-opacity="0.55" stroke="{IVORY}" stroke-opacity="0.85" stroke-width="1.6"'


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a wager goes within a place, and the lines printed there, if any.

    `size` is half its width; `mark` follows the name of the box in the wager's spot.
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
    """A box on the felt, located by the middle of its upper edge. Small ones show only the essentials."""

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
    """Repeat the name of a spot at its upper edge, where chips on the spot will not cover it."""
    size = spot.size * scale
    name = " ".join(spot.lines).replace("- ", "")
    above = text(0, -size * 0.7, name, size * 0.29, IVORY, 700, within=size * 1.25)
    return outline(spot.shape, 0, 0, size * 0.95, f'fill="{_SHADED}"') + above


def outline(shape: Shape, x: float, y: float, size: float, more: str = "") -> str:
    if shape == "circle":
        return circle(x, y, size, more)
    return rect(x - size, y - size, 2 * size, 2 * size, more, size * 0.25)
