"""Dice, drawn by their pips."""

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
"""Where the pips of each face lie, from the middle, in sides of the die."""


def die(face: int, side: float = 40, color: str = "#b01f2b", pips: str = "#ffffff", x: float = 0, y: float = 0) -> str:
    """A die that shows a face, around a point."""
    body = rect(-side / 2, -side / 2, side, side, f'fill="{color}" stroke="#000" stroke-opacity="0.4"', side * 0.16)
    radius = side * (0.1 if side > 20 else 0.11)
    dots = "".join(circle(across * side, down * side, radius, f'fill="{pips}"') for across, down in _PIPS[face])
    # A page hides the pips for as long as the die is in the air: nobody can read it then.
    return group(f'{body}<g class="pips">{dots}</g>', x, y)


def pair(one: int, other: int, side: float, x: float = 0, y: float = 0) -> str:
    """Two dice side by side, as they are printed on a layout."""
    apart = side * 0.57
    return group(die(one, side, IVORY, INK, -apart) + die(other, side, IVORY, INK, apart), x, y)


def faces(roll: str) -> tuple[int, ...]:
    """The faces of a roll as it is written, "4-2"."""
    return tuple(int(face) for face in roll.split("-")) if roll else ()
