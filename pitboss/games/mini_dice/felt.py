"""The mini-dice layout: the six place numbers, then under, any and over seven, and the field along the edge.

The shaker is at the dealer's side with the totals of the last shakes. The wide arrangement and the upright one for
phones use the same blocks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.families.dice.dice_felt import SPELLED, DiceFelt
from pitboss.felts.dice import faces
from pitboss.felts.felt import SHARED, Piece
from pitboss.felts.ink import BLACK, BRASS, IVORY, RED, SHADE, Box, circle, table, text
from pitboss.table.game import Game

_SHOWN = 12
"""The number of past totals that fit next to the shaker."""


class MiniDiceFelt(DiceFelt):
    """The felt of a mini-dice table; `narrow` arranges it for a phone."""

    def __init__(self, game: Game[Any], seats: int, narrow: bool = False) -> None:
        super().__init__(game, seats, narrow)
        self.width, self.height = (400, 480) if narrow else (1280, 560)
        self.places = {term.number: kind for kind, term in self.terms.items() if term.kind == "number"}
        self._put(table(self.width, self.height))
        whole = Box(20, 20, self.width - 40, self.height - 40)
        if narrow:
            stage, upper, lower, middle, field = whole.rows([76, 88, 88, 96, 66], gap=5)
            numbers = list(self.places)
            self._print_places(upper, numbers[:3])
            self._print_places(lower, numbers[3:])
        else:
            stage, upper, middle, field = whole.rows([92, 190, 130, 84], gap=6)
            self._print_places(upper, list(self.places))
        self._print_stage(stage)
        self._print_sevens(middle)
        self._print_field(field)

    # ---- printed

    def _print_stage(self, box: Box) -> None:
        """Print the shaker's place with the dice, its holder and the last totals."""
        self._put(box.rect(f'fill="{SHADE}" stroke="{BRASS}" stroke-opacity="0.5"', 8))
        self._stage = Box(box.x, box.y, box.width, box.height * (0.68 if self.narrow else 1))
        self._print_shaker()
        if self.narrow:
            return
        name = Box(box.x + box.width - 230, box.y, 220, box.height)
        self._put(text(name.cx, name.cy - 10, "MINI-DICE", 27, BRASS, 700, serif=True, spacing=2, within=name.width))
        listed = self.layout.cite(self.layout.rules.facts["only_listed"].section)
        self._put(text(name.cx, name.cy + 18, listed, 11, IVORY, 500, within=name.width))

    def _print_places(self, row: Box, numbers: list[int]) -> None:
        for number, box in zip(numbers, row.columns([1] * len(numbers), gap=5), strict=True):
            kind, word = self.places[number], SPELLED.get(number, str(number))
            self._put(box.rect(f'fill="{SHADE}" stroke="{IVORY}" stroke-width="1.6"'))
            upper, odds, room = box.rows([42, 16, 42] if self.narrow else [52, 14, 34], gap=0)
            size = min(upper.height * 0.86, box.width / len(word) * 1.1)
            self._put(text(box.cx, upper.cy + 3, word, size, BRASS, 700, serif=True))
            pays = f"PLACE · {self.layout.odds(kind)}" if not self.narrow else str(self.layout.odds(kind))
            self._put(text(box.cx, odds.cy, pays, 13, IVORY, 650, within=box.width - 10))
            self._area(kind, box, room=room)

    def _print_sevens(self, row: Box) -> None:
        """Print under, any and over seven, each with its winning totals."""
        kinds = [kind for kind in ("under_7", "any_7", "over_7") if kind in self.layout.wagers]
        for kind, box in zip(kinds, row.columns([1] * len(kinds), gap=5), strict=True):
            middle = kind == "any_7"
            fill = f'fill="{RED}"' if middle else f'fill="{BLACK}" fill-opacity="0.35"'
            self._put(box.rect(f'{fill} stroke="{IVORY}" stroke-width="1.6"'))
            words, payout, room = box.rows([36, 24, 40], gap=0)
            name = self.layout.rules.wagers[kind].name.upper()
            self._put(text(box.cx, words.cy + 3, name, 30, IVORY, 700, serif=True, within=box.width - 14))
            totals = sorted(int(total) for on in self.terms[kind].on.values() for total in on)
            won = str(totals[0]) if len(totals) == 1 else f"{totals[0]} to {totals[-1]}"
            said = f"{won} · pays {self.layout.odds(kind)}"
            self._put(text(box.cx, payout.cy, said, 13, BRASS, 650, within=box.width - 12))
            self._area(kind, box, room=room)

    # ---- pieces

    def pieces(self, seen: Mapping[str, Any], me: int = SHARED) -> list[Piece]:
        return [*self._dice(seen), self._holder(seen), *self._totals(seen), *self._chips(seen, me)]

    def last(self, seen: Mapping[str, Any]) -> str:
        return str(next(iter(seen.get("last", ())), ""))

    def _holder(self, seen: Mapping[str, Any]) -> Piece:
        """The holder of the shaker."""
        number = seen.get("holder", 0)
        name = next((seat["name"] for seat in seen.get("positions", ()) if seat["number"] == number), "")
        words = f"{number} · {name}" if number else "the dealer"
        svg = text(0, -9, "SHAKER", 10, BRASS, 700, "start", spacing=1)
        svg += text(0, 8, words, 14, IVORY, 600, "start", within=150)
        return Piece("holder", svg, self._stage.x + 130, self._stage.cy)

    def _totals(self, seen: Mapping[str, Any]) -> list[Piece]:
        """The totals of the last shakes, the latest first; sevens are red."""
        seven = self.layout.fact("seven")
        pieces = []
        for place, roll in enumerate(list(seen.get("last", ()))[:_SHOWN]):
            total = sum(faces(roll))
            svg = circle(0, 0, 13, f'fill="{RED if total == seven else BLACK}" stroke="{BRASS}" stroke-opacity="0.6"')
            svg += text(0, 0.5, str(total), 13, IVORY, 700)
            x = self._stage.x + (20 if self.narrow else 330) + place * (29 if self.narrow else 34)
            y = self._stage.y + self._stage.height + 12 if self.narrow else self._stage.cy
            pieces.append(Piece(f"total|{place}|{seen.get('draws', 0)}", svg, x, y, "appear" if place else "late"))
        return pieces


FELT = MiniDiceFelt
