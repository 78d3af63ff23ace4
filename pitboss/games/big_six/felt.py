"""The big six table: the wheel, turned until the drawn section is at the clapper, and a box for each symbol.

The wheel is a single piece that spins around its centre; the clapper above it is part of the print. When the wheel has
stopped, the winning box is marked.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import cos, radians, sin
from typing import Any

from pitboss.felts.felt import SHARED, Area, Piece, area_id
from pitboss.felts.ink import BRASS, INK, IVORY, RAIL, Box, circle, polygon, table, text
from pitboss.felts.printed_felt import PrintedFelt, section_svg
from pitboss.games.big_six.round import BigSix

_COLORS = {
    "bill_1": "#1f6b45",
    "bill_2": "#2a4f8f",
    "bill_5": "#a51c24",
    "bill_10": "#6b3fa0",
    "bill_20": "#a85a12",
    "symbol_a": "#17181b",
    "symbol_b": "#0d6f7a",
}
_OTHER = "#3a3f44"
_RINGS = (0.55, 0.7, 0.85, 1.0)
_LIT = f'fill="#ffffff" fill-opacity="0.14" stroke="{BRASS}" stroke-width="6"'


class BigSixFelt(PrintedFelt):
    """The felt of a big six wheel; `narrow` arranges it for a phone."""

    game: BigSix

    def __init__(self, game: BigSix, seats: int, narrow: bool = False) -> None:
        super().__init__(game, seats, narrow)
        # On a phone the whole layout fits above the chip tray.
        self.width, self.height = (400, 496) if narrow else (1280, 600)
        self.centre, self.wheel_radius = ((158.0, 161.0), 125.0) if narrow else ((310.0, 312.0), 262.0)
        self.radius = 11.0 if narrow else 19.0
        self._ink.append(table(self.width, self.height))
        self._boxes: dict[str, Box] = {}
        self._print_clapper()
        self._print_boxes()

    # ---- printed

    def _print_clapper(self) -> None:
        """Print the wheel's stand, and the clapper above it that points to the rim."""
        x, y = self.centre
        top = y - self.wheel_radius
        self._ink.append(circle(x, y, self.wheel_radius + 8, f'fill="{RAIL}" stroke="{BRASS}" stroke-width="3"'))
        points = [(x - 13, top - 24), (x + 13, top - 24), (x, top - 1)]
        self._ink.append(polygon(points, f'fill="{IVORY}" stroke="{INK}" stroke-width="1.5"'))

    def _print_boxes(self) -> None:
        kinds = list(self.layout.wagers)
        whole = Box(14, 298, 372, 184) if self.narrow else Box(630, 110, 620, 470)
        gap = 5 if self.narrow else 8
        rows = whole.rows([1, 1], gap=gap)
        cut = 4 if len(kinds) > 4 else len(kinds)
        for box, held in zip(rows, (kinds[:cut], kinds[cut:]), strict=True):
            for kind, cell in zip(held, box.columns([1.0] * len(held), gap=gap), strict=True):
                self._print_box(kind, cell)

    def _print_box(self, kind: str, box: Box) -> None:
        """Print a box as a bill with frame and values in the corners, or with a symbol."""
        odds = str(self.layout.odds(kind))
        self._ink.append(box.rect(f'fill="{self._color(kind)}" stroke="{IVORY}" stroke-width="1.8"', 8))
        edge, title, small = (4.0, 22.0, 13.0) if self.narrow else (7.0, 40.0, 17.0)
        inside = Box(box.x + edge, box.y + edge, box.width - 2 * edge, box.height - 2 * edge)
        self._ink.append(inside.rect('fill="none" stroke="#ffffff" stroke-opacity="0.45" stroke-width="1.2"', 5))
        self._ink.append(self._figure(kind, box))
        said = self._said(kind).upper()
        top, low = box.y + title * 0.75 + edge * 1.5, box.y + box.height - small - edge
        self._ink.append(text(box.cx, top, said, title, "#ffffff", 700, serif=True, within=box.width - 4 * edge))
        self._ink.append(text(box.cx, low, odds, small, "#ffffff", 700, within=box.width - 3 * edge))
        self._boxes[kind] = box
        self._areas[area_id(kind)] = Area(
            kind,
            box.rect("", 8),
            box.cx,
            box.y + box.height * (0.5 if self.narrow else 0.54),
            label=self.game.name(kind),
            odds=odds,
            width=box.width,
            height=box.height * 0.5,
        )

    def _figure(self, kind: str, box: Box) -> str:
        """The faint figure behind the chips: rosettes on a bill, a star for the joker, stripes for the flag."""
        x, y = box.cx, box.y + box.height * 0.56
        size = min(box.width, box.height) * (0.24 if self.narrow else 0.3)
        faint = 'fill="#ffffff" fill-opacity="0.16"'
        if kind == "symbol_a":
            tips = [(size * (1.0 if at % 2 == 0 else 0.42), radians(36 * at)) for at in range(10)]
            return polygon([(x + far * sin(turn), y - far * cos(turn)) for far, turn in tips], faint)
        if kind == "symbol_b":
            high = size * 0.22
            stripes = (Box(x - size, y - size * 0.8 + 2 * high * at, size * 2, high) for at in range(4))
            return "".join(stripe.rect(faint, 0) for stripe in stripes)
        rings = (circle(x, y, size * part, 'fill="none" stroke="#ffffff" stroke-opacity="0.22"') for part in _RINGS)
        return "".join(rings)

    def _said(self, kind: str) -> str:
        """The short name on the rim and in the box: $1, Joker."""
        return self.game.name(kind).partition(" ")[0]

    def _color(self, kind: str) -> str:
        return _COLORS.get(kind, _OTHER)

    # ---- Pieces

    def pieces(self, seen: Mapping[str, Any], me: int = SHARED) -> list[Piece]:
        return [self._wheel(seen), *self._won(seen), *self._display(seen), *self._chips(seen, me)]

    def _won(self, seen: Mapping[str, Any]) -> list[Piece]:
        """The mark on the winning box, shown when the wheel has stopped."""
        box = self._boxes.get(self.game.symbol(seen["last"][0])) if seen.get("last") else None
        if box is None:
            return []
        light = Box(-box.width / 2, -box.height / 2, box.width, box.height).rect(_LIT, 8)
        return [Piece(f"won|{seen.get('draws', 0)}", light, box.cx, box.cy, "late")]

    def _wheel(self, seen: Mapping[str, Any]) -> Piece:
        """The wheel, after the required number of turns, with the last section at the clapper."""
        last = seen.get("last", ())
        at = self.game.numbers.index(last[0]) * 360 / len(self.game.rim) if last else 0.0
        turn = 360 * self.layout.fact("turns") * seen.get("draws", 0) - at
        return Piece("wheel", self._drawn_wheel, *self.centre, "spun", turn=turn)

    @cached_property
    def _drawn_wheel(self) -> str:
        radius, step = self.wheel_radius, 360 / len(self.game.rim)
        drawn = [circle(0, 0, radius, f'fill="{RAIL}"')]
        for place, kind in enumerate(self.game.rim):
            angle = place * step
            drawn.append(self._section(angle - step / 2, angle + step / 2, self._color(kind)))
            far = radius * 0.87
            at = (far * sin(radians(angle)), -far * cos(radians(angle)))
            said = self._said(kind)
            across = len(said) <= 2 and not self.narrow
            size = radius * (0.078 if self.narrow else 0.062 if across else 0.054)
            drawn.append(text(*at, said, size, "#ffffff", 700, turn=angle if across else angle - 90))
            pin = angle + step / 2
            x, y = radius * 0.975 * sin(radians(pin)), -radius * 0.975 * cos(radians(pin))
            drawn.append(circle(x, y, radius * 0.011, f'fill="{BRASS}"'))
        drawn.append(circle(0, 0, radius * 0.34, f'fill="{RAIL}" stroke="{BRASS}" stroke-width="3"'))
        drawn.append(text(0, 0, "BIG SIX", radius * 0.13, BRASS, 700, serif=True))
        return "".join(drawn)

    def _section(self, start: float, end: float, color: str) -> str:
        inner, outer = self.wheel_radius * 0.34, self.wheel_radius * 0.955
        return section_svg(inner, outer, start, end, f'fill="{color}" stroke="{BRASS}" stroke-width="0.7"')

    def _display(self, seen: Mapping[str, Any]) -> list[Piece]:
        """The last symbols, latest first."""
        pieces = []
        wide = 54.0
        for place, number in enumerate(seen.get("last", ())[: 7 if self.narrow else 10]):
            kind = self.game.symbol(number)
            svg = Box(-wide / 2, -16, wide, 32).rect(f'fill="{self._color(kind)}" stroke="{BRASS}"', 5)
            svg += text(0, 1, self._said(kind), 17, "#ffffff", 700, within=wide * 0.88)
            x, y = (348.0, 40.0 + 37 * place) if self.narrow else (656.0 + 60 * place, 62.0)
            pieces.append(Piece(f"last|{seen.get('draws', 0) - place}", svg, x, y, "late"))
        return pieces


FELT = BigSixFelt
