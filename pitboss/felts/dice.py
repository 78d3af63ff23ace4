"""Draws dice."""

from __future__ import annotations

from pitboss.felts.ink import INK, IVORY, circle, group, rect

_LOW, _MID, _HIGH = -0.27, 0.0, 0.27
_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((_MID, _MID),),
    2: ((_LOW, _LOW), (_HIGH, _HIGH)),
    3: ((_LOW, _LOW), (_MID, _MID), (_HIGH, _HIGH)),
    4: ((_LOW, _LOW), (_LOW, _HIGH), (_HIGH, _LOW), (_HIGH, _HIGH)),
    5: ((_LOW, _LOW), (_LOW, _HIGH), (_MID, _MID), (_HIGH, _LOW), (_HIGH, _HIGH)),
    6: ((_LOW, _LOW), (_LOW, _MID), (_LOW, _HIGH), (_HIGH, _LOW), (_HIGH, _MID), (_HIGH, _HIGH)),
}
"""The positions of each face's pips, measured from the centre in sides of the die."""


def die(face: int, side: float = 40, color: str = "#b01f2b", pips: str = "#ffffff", x: float = 0, y: float = 0) -> str:
    """Draw a die around a point, with this face up."""
    body = rect(-side / 2, -side / 2, side, side, f'fill="{color}" stroke="#000" stroke-opacity="0.4"', side * 0.16)
    radius = side * (0.1 if side > 20 else 0.11)
    dots = "".join(circle(across * side, down * side, radius, f'fill="{pips}"') for across, down in _PIPS[face])
    # A page hides the pips while the die is in the air, when they could not be read.
    return group(f'{body}<g class="pips">{dots}</g>', x, y)


def pair(one: int, other: int, side: float, x: float = 0, y: float = 0) -> str:
    """Draw two dice side by side, as printed on a layout."""
    apart = side * 0.57
    return group(die(one, side, IVORY, INK, -apart) + die(other, side, IVORY, INK, apart), x, y)


def faces(roll: str) -> tuple[int, ...]:
    """Parse a roll such as "4-2" into its faces."""
    return tuple(int(face) for face in roll.split("-")) if roll else ()
