"""A felt that is printed once, on creation, in one of two arrangements: wide, or `narrow` for a phone.

Subclasses set the sizes and do the printing: they put ink into `_ink` and an area for each wager's spot into `_areas`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import cos, radians, sin
from typing import Any

from pitboss.felts import chips
from pitboss.felts.felt import SHARED, Area, Felt, Piece, area_id
from pitboss.felts.ink import num, path
from pitboss.table.game import Game


class PrintedFelt(Felt):
    """A felt with its ink and its areas; `radius` is a chip's radius."""

    radius: float

    def __init__(self, game: Game[Any], seats: int, narrow: bool = False) -> None:
        super().__init__(game, seats)
        self.narrow = narrow
        self._ink: list[str] = []
        self._areas: dict[str, Area] = {}

    @cached_property
    def upright(self) -> Felt:
        return self if self.narrow else type(self)(self.game, self.seats, narrow=True)

    def base(self) -> str:
        return "".join(self._ink)

    def areas(self, me: int = SHARED) -> tuple[Area, ...]:
        return tuple(self._areas.values())

    def _chips(self, seen: Mapping[str, Any], me: int) -> list[Piece]:
        """Return the chips of every wager, each in its area."""
        lying: dict[str, list[Mapping[str, Any]]] = {}
        for wager in seen.get("wagers", ()):
            lying.setdefault(area_id(wager["kind"], wager.get("spot", "")), []).append(wager)
        return [
            piece
            for id, wagers in lying.items()
            for piece in chips.wager_pieces(self._areas[id], wagers, me, self.radius)
        ]


def section_svg(inner: float, outer: float, start: float, end: float, drawn: str, x: float = 0, y: float = 0) -> str:
    """Draw a section of a wheel around a point, between two circles and two angles in degrees from the top."""

    def at(far: float, angle: float) -> str:
        return f"{num(x + far * sin(radians(angle)))} {num(y - far * cos(radians(angle)))}"

    line = (
        f"M{at(inner, start)}L{at(outer, start)}A{num(outer)} {num(outer)} 0 0 1 {at(outer, end)}"
        f"L{at(inner, end)}A{num(inner)} {num(inner)} 0 0 0 {at(inner, start)}Z"
    )
    return path(line, drawn)
