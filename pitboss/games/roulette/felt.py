"""The roulette table: the wheel with its ball, and the layout with a clickable area for every spot.

A chip's position follows from the numbers it covers: it lies on the part that their boxes share (a box, a line, a
corner), or, if they share nothing, at the outer edge of their rows. The spots themselves come from the game. Points of
the layout are in half columns from the first column and in rows from the first row; `_at` maps them to the felt, where
the layout lies on its side next to the wheel, or upright below it.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, radians, sin
from typing import Any

from pitboss.chapter.odds import Odds
from pitboss.felts import chips
from pitboss.felts.felt import SHARED, Area, Piece, area_id
from pitboss.felts.ink import BLACK, BRASS, INK, IVORY, RAIL, Box, circle, num, path, polygon, table, text
from pitboss.felts.printed_felt import PrintedFelt, section_svg
from pitboss.games.roulette.places import Numbers
from pitboss.games.roulette.round import Roulette

_RED, _BLACK, _GREEN = "#a51c24", "#17181b", "#0b7a45"
_LINE = f'stroke="{IVORY}" stroke-width="1.6"'
_FOOT = 40.0
"""How far the boxes of the columns extend beyond the numbers."""
_TURNS = 3
"""How many times the ball circles in the animation before it stops."""


class RouletteFelt(PrintedFelt):
    """The felt of a roulette table; `narrow` arranges it for a phone."""

    game: Roulette

    def __init__(self, game: Roulette, seats: int, narrow: bool = False) -> None:
        super().__init__(game, seats, narrow)
        self.columns = max(cell.right for cell in self.game.lie.values())
        self.rows = 1 + max(cell.row for cell in self.game.lie.values())
        if narrow:
            self.width, self.height = 400, 984
            self.column, self.row = 42.0, 53.0
            self.grid = Box(130, 240, self.column * self.columns, self.row * (self.rows + 1))
            self.centre, self.wheel_radius = (122.0, 122.0), 104.0
            self.radius, self.hit = 10.0, 13.0
        else:
            self.width, self.height = 1280, 452
            self.column, self.row = 45.0, 64.0
            self.grid = Box(384, 26, self.row * (self.rows + 1), self.column * self.columns)
            self.centre, self.wheel_radius = (196.0, 206.0), 168.0
            self.radius, self.hit = 11.5, 13.0
        self.colors = {
            number: color for kind, color in (("red", _RED), ("black", _BLACK)) for number in self.game.places[kind][""]
        }
        self._ink.append(table(self.width, self.height))
        self._print_wheel()
        self._print_numbers()
        self._print_outside()
        self._place_inside()

    # ---- Coordinates

    def _at(self, across: float, down: float) -> tuple[float, float]:
        """Map a point of the layout, in half columns and rows, to the felt."""
        if self.narrow:
            return self.grid.x + across * self.column, self.grid.y + (down + 1) * self.row
        return self.grid.x + (down + 1) * self.row, self.grid.y + (self.columns - across) * self.column

    def _box(self, left: float, right: float, top: float, bottom: float) -> Box:
        """A rectangle of the layout as a box of the felt."""
        (x0, y0), (x1, y1) = self._at(left, top), self._at(right, bottom)
        return Box(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0))

    def _cell(self, number: str) -> Box:
        cell = self.game.lie[number]
        return self._box(cell.left, cell.right, cell.row, cell.row + 1)

    def _beside(self, near: float, far: float, top: float, bottom: float) -> Box:
        """A box outside the numbers, from `near` to `far` units off their outer edge, along these rows."""
        (x0, y0), (x1, y1) = self._at(0, top), self._at(0, bottom)
        if self.narrow:
            return Box(x0 - far, y0, far - near, y1 - y0)
        return Box(x0, y0 + near, x1 - x0, far - near)

    # ---- Printed

    def _print_wheel(self) -> None:
        """Print the wheel: its bowl, the compartments in order, and the cone."""
        x, y = self.centre
        radius = self.wheel_radius
        put = self._ink.append
        put(circle(x, y, radius, f'fill="{RAIL}" stroke="{BRASS}" stroke-width="2.5"'))
        put(circle(x, y, radius * 0.93, 'fill="#4a2c1c" stroke="#000" stroke-opacity="0.4" stroke-width="2"'))
        step = 360 / len(self.game.wheel)
        for place, number in enumerate(self.game.wheel):
            angle = place * step
            put(self._pocket(x, y, angle - step / 2, angle + step / 2, self.colors.get(number, _GREEN)))
            far = radius * 0.735
            at = (x + far * sin(radians(angle)), y - far * cos(radians(angle)))
            put(text(*at, number, radius * 0.076, "#ffffff", 700, turn=angle))
        put(circle(x, y, radius * 0.66, f'fill="none" stroke="{BRASS}" stroke-width="1.4"'))
        put(circle(x, y, radius * 0.5, f'fill="{RAIL}" stroke="{BRASS}" stroke-width="1.4"'))
        put(circle(x, y, radius * 0.36, 'fill="#5d3822" stroke="#000" stroke-opacity="0.35"'))
        for quarter in range(4):
            angle = radians(45 + quarter * 90)
            arm = (x + radius * 0.27 * sin(angle), y - radius * 0.27 * cos(angle))
            line = f"M{num(x)} {num(y)}L{num(arm[0])} {num(arm[1])}"
            put(path(line, f'stroke="{BRASS}" stroke-width="{num(radius * 0.035)}" stroke-linecap="round"'))
            put(circle(*arm, radius * 0.035, f'fill="{BRASS}"'))
        put(circle(x, y, radius * 0.09, f'fill="{BRASS}" stroke="{RAIL}"'))

    def _pocket(self, x: float, y: float, start: float, end: float, color: str) -> str:
        """A compartment of the wheel: the field of its number and, further in, the pocket for the ball."""
        radius = self.wheel_radius
        inner, outer = radius * 0.5, radius * 0.81
        return section_svg(inner, outer, start, end, f'fill="{color}" stroke="{BRASS}" stroke-width="0.8"', x, y)

    def _print_numbers(self) -> None:
        for number in self.game.lie:
            box = self._cell(number)
            if number in self.game.zeros:
                self._ink.append(self._zero(box, f'fill="{_GREEN}" {_LINE}'))
                (x, y), _ = self._beside_chips(box)
                self._ink.append(text(x + (0 if self.narrow else 4), y, number, 26, IVORY, 700, serif=True))
                continue
            self._ink.append(box.rect(f'fill="none" {_LINE}', 0))
            (x, y), _ = self._beside_chips(box)
            rx, ry = (23, 19) if self.narrow else (22, 23)
            color = self.colors[number]
            self._ink.append(
                f'<ellipse cx="{num(x)}" cy="{num(y)}" rx="{rx}" ry="{ry}" fill="{color}"'
                f' stroke="{IVORY}" stroke-opacity="0.35"/>'
            )
            self._ink.append(text(x, y + 1, number, 23, "#ffffff", 700, serif=True))

    def _beside_chips(self, box: Box) -> tuple[tuple[float, float], tuple[float, float]]:
        """Where a number is printed in its box, and where chips on it lie: apart, so the number stays readable."""
        if self.narrow:
            return (box.cx - box.width * 0.17, box.cy), (box.cx + box.width * 0.25, box.cy)
        return (box.cx, box.cy - box.height * 0.17), (box.cx, box.cy + box.height * 0.25)

    def _zero(self, box: Box, more: str = "") -> str:
        """The box of a zero, pointed on the side away from the numbers."""
        tip = 16.0
        if self.narrow:
            points = [
                (box.x, box.y + tip),
                (box.cx, box.y),
                (box.x + box.width, box.y + tip),
                (box.x + box.width, box.y + box.height),
                (box.x, box.y + box.height),
            ]
        else:
            points = [
                (box.x + tip, box.y),
                (box.x + box.width, box.y),
                (box.x + box.width, box.y + box.height),
                (box.x + tip, box.y + box.height),
                (box.x, box.cy),
            ]
        return polygon(points, more)

    def _print_outside(self) -> None:
        """Print the columns at the foot of the numbers, and dozens and even chances along their outer edge."""
        terms = self.game.terms
        near, middle, far = (0.0, 54.0, 112.0) if self.narrow else (0.0, 56.0, 118.0)
        even = [kind for kind, term in terms.items() if term.even_chance and kind in self.layout.wagers]
        for kind in self.layout.wagers:
            if terms[kind].kind != "outside" or terms[kind].even_chance:
                continue
            for place, covered in self.game.places[kind].items():
                cells = [self.game.lie[number] for number in covered]
                first, last = min(cell.row for cell in cells), max(cell.row for cell in cells)
                if len({cell.left for cell in cells}) == 1:
                    box = self._box(cells[0].left, cells[0].right, self.rows, self.rows + _FOOT / self.row)
                else:
                    box = self._beside(near, middle, first, last + 1)
                self._print_box(kind, place, box)
        for at, kind in enumerate(_in_casino_order(even)):
            top, bottom = self.rows * at / len(even), self.rows * (at + 1) / len(even)
            self._print_box(kind, "", self._beside(middle, far, top, bottom))

    def _print_box(self, kind: str, place: str, box: Box) -> None:
        self._ink.append(box.rect(f'fill="none" {_LINE}', 0))
        turn = -90 if box.height > box.width else 0
        along = box.height if turn else box.width
        color = {"red": _RED, "black": _BLACK}.get(kind)
        if color:
            wide, high = (box.width * 0.36, box.height * 0.44) if turn else (box.width * 0.44, box.height * 0.38)
            points = [
                (box.cx, box.cy - high),
                (box.cx + wide, box.cy),
                (box.cx, box.cy + high),
                (box.cx - wide, box.cy),
            ]
            self._ink.append(polygon(points, f'fill="{color}" stroke="{IVORY}" stroke-width="1.2"'))
        words, size = self._words(kind, place), 14 if color else 18
        self._ink.append(text(box.cx, box.cy, words, size, "#ffffff", 700, serif=True, turn=turn, within=along - 10))
        # Chips go next to the words: before them if they are read upwards, after them if they are read across.
        room = box.rows([56, 44], gap=0)[1] if turn else box.columns([56, 44], gap=0)[1]
        room = box if kind == "column" else room
        self._area(kind, place, box.rect("", 0), room.cx, room.cy, room.width, room.height)

    def _words(self, kind: str, place: str) -> str:
        if kind == "column":
            return str(self.layout.odds(kind))
        if kind == "dozen":
            return f"{_ordinal(place)} {len(self.game.places[kind][place])}"
        return self.game.name(kind).upper()

    # ---- places on the numbers

    def _place_inside(self) -> None:
        """Add the areas of the numbers first, then those of lines and corners, which lie on top."""
        inside = [kind for kind in self.layout.wagers if self.game.terms[kind].kind == "inside"]
        for kind in inside:
            for place in self.game.offered[kind]:
                covered = self.game.places[kind][place]
                left, right, top, bottom = ground = self._ground(covered)
                x, y = self._at((left + right) / 2, (top + bottom) / 2)
                if len(covered) == 1:
                    box = self._cell(place)
                    _, (x, y) = self._beside_chips(box)
                    shape = self._zero(box) if place in self.game.zeros else box.rect("", 0)
                    self._area(kind, place, shape, x, y, self.radius * 4, self.radius * 3)
                else:
                    self._area(kind, place, self._touch(ground, x, y), x, y, self.radius * 2.6, self.radius * 3)

    def _ground(self, covered: Numbers) -> tuple[float, float, float, float]:
        """The part of the layout under a chip, as left, right, top and bottom: a box, a line or a point."""
        cells = [self.game.lie[number] for number in covered]
        left, right = max(cell.left for cell in cells), min(cell.right for cell in cells)
        first, last = min(cell.row for cell in cells), max(cell.row for cell in cells)
        if left <= right:
            return left, right, last, first + 1
        # Numbers that share nothing are one or two whole rows: the chip lies at their outer edge.
        return (0, 0, first, last + 1) if first == last else (0, 0, last, last)

    def _touch(self, ground: tuple[float, float, float, float], x: float, y: float) -> str:
        """The click target of a line or a point: as long as the line, as wide as a finger needs."""
        left, right, top, bottom = ground
        # Below the zeros the boxes do not meet edge to edge, and spots are closer together.
        hit = self.column / 4 if top == bottom == 0 else self.hit
        across = (right - left) / 2 * self.column - hit if left < right else hit
        along = (bottom - top) / 2 * self.row - self.hit if top < bottom else self.hit
        wide, high = (across, along) if self.narrow else (along, across)
        return Box(x - wide, y - high, 2 * wide, 2 * high).rect('data-fine=""', self.hit * 0.6)

    def _area(self, kind: str, place: str, shape: str, x: float, y: float, width: float, height: float) -> None:
        name = self.game.name(kind)
        label = f"{name} {place}" if place else name
        if kind in ("column", "dozen"):
            label = f"{_ordinal(place)} {name.lower()}"
        odds: Odds = self.layout.odds(kind)
        area = Area(kind, shape, x, y, place, label=label, odds=str(odds), width=width, height=height)
        self._areas[area.id] = area

    # ---- pieces

    def pieces(self, seen: Mapping[str, Any], me: int = SHARED) -> list[Piece]:
        return [*self._ball(seen), *self._display(seen), *self._chips(seen, me), *self._crown(seen)]

    def _ball(self, seen: Mapping[str, Any]) -> list[Piece]:
        """The ball in its compartment; every spin adds a few turns."""
        last = seen.get("last", [])
        if not last:
            return []
        angle = self.game.wheel.index(last[0]) * 360 / len(self.game.wheel)
        ball = circle(
            0, -self.wheel_radius * 0.58, self.wheel_radius * 0.05, 'fill="#ffffff" stroke="#000" stroke-opacity="0.5"'
        )
        return [Piece("ball", ball, *self.centre, "spun", turn=360 * _TURNS * seen.get("spins", 0) + angle)]

    def _display(self, seen: Mapping[str, Any]) -> list[Piece]:
        """The last numbers, latest first."""
        shown = seen.get("last", [])[: 10 if self.narrow else 12]
        spins = seen.get("spins", 0)
        pieces = []
        for place, number in enumerate(shown):
            side = 30.0 if place == 0 else 24.0
            color = self.colors.get(number, _GREEN)
            svg = Box(-side / 2, -side / 2, side, side).rect(f'fill="{color}" stroke="{BRASS}"', 4)
            svg += text(0, 1, number, side * 0.55, "#ffffff", 700)
            if self.narrow:
                x, y = 262.0 + 34 * (place % 4), 70.0 + 44 * (place // 4)
            else:
                x, y = 36.0 + 29.5 * place, 415.0
            pieces.append(Piece(f"last|{spins - place}", svg, x, y, "late"))
        return pieces

    def _crown(self, seen: Mapping[str, Any]) -> list[Piece]:
        """The marker on the last winning number."""
        last = seen.get("last", [])
        if not last or last[0] not in self.game.lie:
            return []
        box = self._cell(last[0])
        svg = (
            '<ellipse cx="0" cy="9" rx="12" ry="5" fill="#000" fill-opacity="0.4"/>'
            + path("M-9 9C-9 3-5 2-4-6H4C5 2 9 3 9 9Z", f'fill="{IVORY}" stroke="{INK}" stroke-width="0.8"')
            + circle(0, -10, 5.5, f'fill="{BRASS}" stroke="{INK}" stroke-width="0.8"')
        )
        return [Piece(f"crown|{seen.get('spins', 0)}", svg, box.x + box.width * 0.76, box.y + box.height * 0.3, "late")]

    def _chips(self, seen: Mapping[str, Any], me: int) -> list[Piece]:
        colors = {one["position"]: (one["color"], one["value"]) for one in seen.get("wheel_chips", ())}
        free: dict[str, list[Mapping[str, Any]]] = {}
        held: dict[str, list[Mapping[str, Any]]] = {}
        for wager in seen.get("wagers", ()):
            spot = wager.get("spot", "")
            if self.game.is_imprisoned(spot):
                held.setdefault(area_id(wager["kind"]), []).append(wager)
            else:
                free.setdefault(area_id(wager["kind"], spot), []).append(wager)
        pieces = []
        for id, wagers in free.items():
            pieces += chips.wager_pieces(self._areas[id], wagers, me, self.radius, colors=colors)
        for id, wagers in held.items():
            pieces += self._imprisoned(self._areas[id], wagers, me, colors)
        return pieces

    def _imprisoned(
        self, area: Area, wagers: list[Mapping[str, Any]], me: int, colors: Mapping[int, tuple[str, int]]
    ) -> list[Piece]:
        """Wagers held en prison, on the line of their area, each behind bars."""
        pieces = []
        for place, wager in enumerate(wagers):
            position = int(wager["position"])
            color, value = colors.get(position, ("", 0))
            bars = "".join(
                path(f"M{num(x)} {num(-self.radius)}V{num(self.radius)}", f'stroke="{BLACK}" stroke-width="2"')
                for x in (-self.radius * 0.55, 0, self.radius * 0.55)
            )
            svg = chips.stack(int(wager["amount"]), position, position == me, self.radius, color, value) + bars
            shift = min(self.radius * 2.2, 2 * self.row / len(wagers)) * (place - (len(wagers) - 1) / 2)
            if self.narrow:
                x, y = area.x + area.width / 2, area.y + shift
            else:
                x, y = area.x + shift, area.y - area.height / 2
            kin = f"chips|{position}|{wager['kind']}"
            pieces.append(Piece(f"{kin}|{wager['spot']}", svg, x, y, "laid", kin=kin))
        return pieces


def _ordinal(place: str) -> str:
    return place + {"1": "st", "2": "nd", "3": "rd"}.get(place, "th")


def _in_casino_order(kinds: list[str]) -> list[str]:
    """Low and high at the ends, even and odd next to them, the colors in the middle; anything else after them."""
    order = ["low_1_18", "even", "red", "black", "odd", "high_19_36"]
    return [kind for kind in order if kind in kinds] + [kind for kind in kinds if kind not in order]


FELT = RouletteFelt
