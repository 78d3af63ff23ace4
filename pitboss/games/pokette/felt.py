"""The pokette table: the wheel of cards under its clapper, the grid of cards, and the areas of the poker hand.

Points of the grid are in columns (suits) and rows (ranks) from its corner; `_at` maps them to the felt, where the grid
lies on its side next to the wheel, or upright below it. A chip on several cards lies on the part that their boxes
share.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from pitboss.equipment import Card, Suit
from pitboss.felts.cards import card_svg, pip_svg
from pitboss.felts.felt import SHARED, Area, Piece
from pitboss.felts.ink import BRASS, INK, IVORY, RAIL, Box, circle, group, num, polygon, table, text
from pitboss.felts.printed_felt import PrintedFelt, section_svg
from pitboss.games.pokette.places import Sections
from pitboss.games.pokette.round import Pokette

_RED, _BLACK, _JOKER = "#a51c24", "#17181b", "#4a2a7a"
_LINE = f'stroke="{IVORY}" stroke-width="1.4"'
_TURNS = 3
"""How many times the wheel turns in the animation before it stops."""
_HIT = 11.0
"""The distance from a line or a point within which a touch still hits it."""


class PoketteFelt(PrintedFelt):
    """The felt of a pokette table; `narrow` arranges it for a phone."""

    game: Pokette

    def __init__(self, game: Pokette, seats: int, narrow: bool = False) -> None:
        super().__init__(game, seats, narrow)
        self.places = self.game.places
        self.suits, self.ranks = len(self.places.suits), len(self.places.ranks)
        if narrow:
            self.width, self.height = 400, 1088
            self.across, self.down = 56.0, 42.0
            self.corner = (104.0, 246.0)
            self.centre, self.wheel_radius = (112.0, 118.0), 92.0
            self.shown, self.radius = (296.0, 128.0), 10.0
        else:
            self.width, self.height = 1280, 560
            self.across, self.down = 58.0, 60.0
            self.corner = (412.0, 24.0)
            self.centre, self.wheel_radius = (178.0, 196.0), 150.0
            self.shown, self.radius = (178.0, 452.0), 11.0
        self._ink.append(table(self.width, self.height))
        self._print_clapper()
        self._print_grid()
        self._print_edges()
        self._print_hands()
        self._place_between()

    # ---- Coordinates

    def _at(self, column: float, row: float) -> tuple[float, float]:
        """Map a point of the grid to the felt."""
        x, y = self.corner
        if self.narrow:
            return x + column * self.across, y + row * self.down
        return x + row * self.down, y + column * self.across

    def _box(self, left: float, right: float, top: float, bottom: float) -> Box:
        """A rectangle of the grid, or around it, as a box of the felt."""
        (x0, y0), (x1, y1) = self._at(left, top), self._at(right, bottom)
        return Box(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0))

    def _joker_box(self, at: int) -> Box:
        """The box of a joker; jokers share the edge above the aces."""
        share = self.suits / len(self.places.jokers)
        return self._box(at * share, (at + 1) * share, -1, 0)

    # ---- Printed

    def _print_clapper(self) -> None:
        """Print the wheel's stand, the clapper above it, and the field for the hand below."""
        x, y = self.centre
        radius = self.wheel_radius
        self._ink.append(circle(x, y, radius * 1.06, f'fill="{RAIL}" stroke="{BRASS}" stroke-width="2"'))
        top = y - radius
        points = [(x - 9, top - 16), (x + 9, top - 16), (x, top + 12)]
        self._ink.append(polygon(points, f'fill="{BRASS}" stroke="{INK}" stroke-width="1.2"'))
        sx, sy = self.shown
        wide, high = (184.0, 132.0) if self.narrow else (300.0, 128.0)
        self._ink.append(Box(sx - wide / 2, sy - high / 2, wide, high).rect('fill="#000" fill-opacity="0.18"', 8))
        self._ink.append(text(sx, sy - high / 2 + 13, "THE HAND", 11, BRASS, 700, spacing=1.5))

    def _print_grid(self) -> None:
        """Print the cards in their rows, and the jokers above the aces."""
        for column, suit in enumerate(self.places.suits):
            for row, rank in enumerate(self.places.ranks):
                box = self._box(column, column + 1, row, row + 1)
                self._ink.append(box.rect(f'fill="none" {_LINE}', 0))
                self._ink.append(self._index(box, rank, suit))
                self._card_area(rank + suit, box)
        for at, joker in enumerate(self.places.jokers):
            box = self._joker_box(at)
            self._ink.append(box.rect(f'fill="{_JOKER}" {_LINE}', 0))
            self._ink.append(text(box.cx, box.cy, "JOKER", 13, IVORY, 700, within=box.width - 6))
            self._card_area(joker, box)

    def _index(self, box: Box, rank: str, suit: str) -> str:
        """A card's rank and suit on a plate."""
        color = self._suit_color(suit)
        plate = Box(box.cx - 23, box.cy - 14, 46, 28).rect(f'fill="{IVORY}"', 5)
        pip = group(pip_svg(Suit(suit), 14, color), box.cx + 10, box.cy)
        return plate + text(box.cx - 9, box.cy + 1, rank, 17, color, 700) + pip

    def _suit_color(self, suit: str) -> str:
        """Red or black, as the wagers on these colors define it."""
        return _RED if suit in self.places.terms["red"].suits[""] else _BLACK

    def _card_area(self, section: str, box: Box) -> None:
        self._area("straight_up", section, box.rect("", 0), box.cx, box.cy, box.width * 0.8, box.height * 0.8)

    def _print_edges(self) -> None:
        """Print the areas around the grid: suits at its foot; ranks, colors and the Jacer along its edge."""
        foot = self.ranks + (0.95 if self.narrow else 0.9)
        for column, suit in enumerate(self.places.suits):
            box = self._box(column, column + 1, self.ranks, foot)
            self._print_box("suit", suit, box, str(self.layout.odds("suit")))
            self._ink.append(circle(box.cx, box.y + 14, 11, f'fill="{IVORY}"'))
            self._ink.append(group(pip_svg(Suit(suit), 14, self._suit_color(suit)), box.cx, box.y + 14))
        near, middle, far, end = self._edges()
        for row, rank in enumerate(self.places.ranks):
            self._print_box("single_rank", rank, self._along(near, middle, row, row + 1), f"all {rank}")
            if row + 1 < self.ranks:
                pair = f"{rank}-{self.places.ranks[row + 1]}"
                self._print_box("double_rank", pair, self._along(middle, far, row + 0.5, row + 1.5), pair)
        self._print_triples(far, end)
        self._print_colors()

    def _edges(self) -> tuple[float, float, float, float]:
        """The distances of the rows of boxes next to the grid."""
        return (0.0, 48.0, 96.0, 96.0) if self.narrow else (0.0, 36.0, 72.0, 116.0)

    def _along(self, near: float, far: float, top: float, bottom: float) -> Box:
        """A box next to the grid, from `near` to `far` units off its edge, along these rows."""
        if self.narrow:
            (x, y0), (_, y1) = self._at(0, top), self._at(0, bottom)
            return Box(x - far, y0, far - near, y1 - y0)
        (x0, y), (x1, _) = self._at(self.suits, top), self._at(self.suits, bottom)
        return Box(x0, y + near, x1 - x0, far - near)

    def _print_triples(self, near: float, far: float) -> None:
        """Print triple ranks: next to the double ranks, or on a phone at the other edge of the grid."""
        for place, ranks in self.places.terms["triple_rank"].ranks.items():
            first = self.places.ranks.index(ranks[0])
            if self.narrow:
                (x, y0), (_, y1) = self._at(self.suits, first), self._at(self.suits, first + len(ranks))
                box = Box(x, y0, 64, y1 - y0)
            else:
                box = self._along(near, far, first, first + len(ranks))
            self._print_box("triple_rank", place, box, "-".join(ranks))

    def _print_colors(self) -> None:
        """Print black, red and the Jacer as a row below the rest of the grid."""
        if self.narrow:
            row = Box(16, self._at(0, self.ranks)[1] + 50, self.width - 32, 52)
        else:
            x0, _ = self._at(0, 0)
            x1, _ = self._at(0, self.ranks)
            row = Box(x0, self._at(self.suits, 0)[1] + 122, x1 - x0, 48)
        for kind, box in zip(("black", "red", "jacer"), row.columns([1, 1, 1], gap=6), strict=True):
            fill = {"black": _BLACK, "red": _RED, "jacer": _JOKER}[kind]
            self._print_box(kind, "", box, self.game.name(kind).upper(), fill)

    def _print_hands(self) -> None:
        """Print the areas of the poker hand, each with its odds."""
        kinds = [kind for kind in self.layout.wagers if self.places.terms[kind].standing]
        if self.narrow:
            y = self._at(0, self.ranks)[1] + 114
            rows = [Box(16, y + at * 82, self.width - 32, 78) for at in range(2)]
        else:
            y = self._at(self.suits, 0)[1] + 180
            rows = [Box(348, y, self.width - 348 - 24, 84)]
        each = -(-len(kinds) // len(rows))
        for at, row in enumerate(rows):
            some = kinds[at * each : (at + 1) * each]
            for kind, box in zip(some, row.columns([1] * len(some), gap=5), strict=True):
                self._hand_box(kind, box)

    def _hand_box(self, kind: str, box: Box) -> None:
        self._ink.append(box.rect(f'fill="#000" fill-opacity="0.22" stroke="{BRASS}"', 6))
        words = self.game.name(kind).replace(",", "").split()
        half = -(-len(words) // 2)
        lines = [" ".join(words[:half]), " ".join(words[half:]), str(self.layout.odds(kind))]
        for at, line in enumerate(one for one in lines if one):
            fill = BRASS if line == lines[-1] else IVORY
            self._ink.append(text(box.cx, box.y + 12 + at * 14, line, 12, fill, 700, within=box.width - 6))
        room = box.height - 46
        self._area(kind, "", box.rect("", 6), box.cx, box.y + 46 + room / 2, box.width, max(room, 20))

    def _print_box(self, kind: str, place: str, box: Box, words: str, fill: str = "none") -> None:
        self._ink.append(box.rect(f'fill="{fill}" {_LINE}', 0))
        turn = -90 if box.height > box.width * 1.4 else 0
        within = (box.height if turn else box.width) - 6
        y = box.cy + (11 if kind == "suit" else 0)
        self._ink.append(text(box.cx, y, words, 14, IVORY, 700, turn=turn, within=within))
        # Chips go next to the words if the box is wide enough.
        x = box.x + box.width * (0.82 if box.width > 100 else 0.5)
        at = box.y + box.height * (0.85 if turn else 0.5)
        self._area(kind, place, box.rect("", 0), x, at, min(box.width, 60), min(box.height, 60))

    # ---- places between the cards

    def _place_between(self) -> None:
        """Add the areas of splits and corners, on the lines and points of the grid; later areas lie on top."""
        for kind in ("split", "corner"):
            for place, covered in self.places.on_layout[kind].items():
                x, y, wide, high = self._between(covered)
                touched = Box(x - wide, y - high, 2 * wide, 2 * high).rect('data-fine=""', 5)
                self._area(kind, place, touched, x, y, self.radius * 2.6, self.radius * 3)

    def _between(self, covered: Sections) -> tuple[float, float, float, float]:
        """Where a chip on several sections lies, and half the width and height of its click target."""
        boxes = [self._section_box(section) for section in covered]
        left, right = max(box.x for box in boxes), min(box.x + box.width for box in boxes)
        top, bottom = max(box.y for box in boxes), min(box.y + box.height for box in boxes)
        wide = (right - left) / 2 - _HIT if right - left > 1 else _HIT
        high = (bottom - top) / 2 - _HIT if bottom - top > 1 else _HIT
        return (left + right) / 2, (top + bottom) / 2, wide, high

    def _section_box(self, section: str) -> Box:
        if section in self.places.jokers:
            return self._joker_box(self.places.jokers.index(section))
        cell = self.places.lie[section]
        return self._box(cell.left / 2, cell.right / 2, cell.row, cell.row + 1)

    def _area(self, kind: str, place: str, shape: str, x: float, y: float, width: float, height: float) -> None:
        name = self.game.name(kind)
        label = f"{name} {place.replace('_', ' ')}" if place else name
        odds = str(self.layout.odds(kind))
        area = Area(kind, shape, x, y, place, label=label, odds=odds, width=width, height=height)
        self._areas[area.id] = area

    # ---- pieces

    def pieces(self, seen: Mapping[str, Any], me: int = SHARED) -> list[Piece]:
        return [self._wheel(seen), *self._hand(seen), *self._last(seen), *self._chips(seen, me)]

    def _wheel(self, seen: Mapping[str, Any]) -> Piece:
        """The wheel, with the last section under the clapper; every spin adds full turns."""
        last: Sequence[str] = seen.get("last", [])
        step = 360 / len(self.places.rim)
        turn = 360.0 * _TURNS * int(seen.get("draws", 0))
        if last:
            turn -= self.places.rim.index(last[0]) * step
        return Piece("wheel", self._turning, *self.centre, "spun", turn=turn)

    @cached_property
    def _turning(self) -> str:
        """The sections of the wheel around its hub."""
        radius = self.wheel_radius
        step = 360 / len(self.places.rim)
        drawn = [circle(0, 0, radius, f'fill="#4a2c1c" stroke="{BRASS}" stroke-width="2"')]
        for place, section in enumerate(self.places.rim):
            angle = place * step
            drawn.append(self._slice(angle - step / 2, angle + step / 2, self._color(section)))
            drawn.append(f'<g transform="rotate({num(angle)})">{self._label(section)}</g>')
        drawn.append(circle(0, 0, radius * 0.42, f'fill="{RAIL}" stroke="{BRASS}" stroke-width="1.6"'))
        drawn.append(circle(0, 0, radius * 0.1, f'fill="{BRASS}"'))
        return "".join(drawn)

    def _label(self, section: str) -> str:
        """A section's card, read from the rim."""
        radius = self.wheel_radius
        size = radius * 0.085
        if section in self.places.jokers:
            return text(0, -radius * 0.8, "★", size * 1.2, IVORY, 700)
        rank, mark = self.places.rank(section), self._mark(section)
        return text(0, -radius * 0.89, rank, size, IVORY, 700) + text(0, -radius * 0.76, mark, size, IVORY, 700)

    def _mark(self, section: str) -> str:
        return {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}[self.places.suit(section)]

    def _color(self, section: str) -> str:
        if section in self.places.jokers:
            return _JOKER
        return _RED if section in self.places.on_layout["red"][""] else _BLACK

    def _slice(self, start: float, end: float, color: str) -> str:
        inner, outer = self.wheel_radius * 0.44, self.wheel_radius * 0.97
        return section_svg(inner, outer, start, end, f'fill="{color}" stroke="{BRASS}" stroke-width="0.6"')

    def _hand(self, seen: Mapping[str, Any]) -> list[Piece]:
        """The current hand's cards, shown from the deck when the wheel has stopped."""
        x, y = self.shown
        gap, scale = (58.0, 0.86) if self.narrow else (78.0, 1.1)
        draws = int(seen.get("draws", 0))
        hand: Sequence[str] = seen.get("hand", [])
        return [
            Piece(
                f"card|hand|{draws - len(hand) + at}|{card}",
                card_svg(str(Card(card.replace("10", "T"))), scale),
                x + (at - 1) * gap,
                y + 8,
                "late",
            )
            for at, card in enumerate(hand)
        ]

    def _last(self, seen: Mapping[str, Any]) -> list[Piece]:
        """The last sections, latest first."""
        shown: Sequence[str] = seen.get("last", [])[: 5 if self.narrow else 10]
        draws = int(seen.get("draws", 0))
        pieces = []
        for place, section in enumerate(shown):
            box = Box(-14, -11, 28, 22).rect(f'fill="{self._color(section)}" stroke="{BRASS}"', 4)
            words = "★" if section in self.places.jokers else self.places.rank(section) + self._mark(section)
            svg = box + text(0, 1, words, 11, IVORY, 700)
            x, y = (232.0 + 32 * place, 42.0) if self.narrow else (36.0 + 32 * place, 536.0)
            pieces.append(Piece(f"last|{draws - place}", svg, x, y, "late"))
        return pieces


FELT = PoketteFelt
