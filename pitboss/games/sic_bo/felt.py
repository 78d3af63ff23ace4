"""The sic bo table: the dice in their shaker, and fifty areas that show the dice they need and light up.

The print of an area is derived from its terms: faces, a total, or words. The areas are arranged in wide rows or, for a
phone, in shorter ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.felts.dice import die, faces
from pitboss.felts.felt import SHARED, Area, Piece, area_id
from pitboss.felts.ink import BRASS, INK, IVORY, RAIL, SHADE, Box, circle, table, text
from pitboss.felts.printed_felt import PrintedFelt
from pitboss.games.sic_bo.round import SicBo

_LINE = f'fill="{SHADE}" fill-opacity="0.5" stroke="{IVORY}" stroke-opacity="0.8" stroke-width="1.4"'
_LIT = f'fill="{BRASS}" fill-opacity="0.22" stroke="{BRASS}" stroke-width="3"'


_CAPTION = 16.0
"""The height above a row for its areas' names."""
_SINGLE = "one of a kind, on one, two or three dice"


@dataclass(frozen=True)
class _Row:
    """Areas side by side: their height and proportions, and the captions above groups of them."""

    high: float
    kinds: Sequence[str]
    shares: Sequence[float]
    captions: Sequence[tuple[str, Sequence[str]]] = ()

    @classmethod
    def of(cls, high: float, called: str, kinds: Sequence[str]) -> _Row:
        """A row of equally wide areas under one caption."""
        return cls(high, kinds, [1.0] * len(kinds), ((called, kinds),) if called else ())


def _two_lines(words: str) -> list[str]:
    """Break long text into two lines of about the same length.

    >>> _two_lines("ANY THREE OF A KIND"), _two_lines("SMALL")
    (['ANY THREE', 'OF A KIND'], ['SMALL'])
    """
    cuts = [at for at, letter in enumerate(words) if letter == " "]
    if len(words) <= 9 or not cuts:
        return [words]
    middle = min(cuts, key=lambda at: abs(at - len(words) / 2))
    return [words[:middle], words[middle + 1 :]]


class SicBoFelt(PrintedFelt):
    """The felt of a sic bo table; `narrow` arranges it for a phone."""

    game: SicBo

    def __init__(self, game: SicBo, seats: int, narrow: bool = False) -> None:
        super().__init__(game, seats, narrow)
        self.width, self.height = (400, 1090) if narrow else (1280, 640)
        self.radius = 11.0 if narrow else 14.0
        self.caption, self.small = (10.5, 12.0) if narrow else (13.0, 14.5)
        self.shaker, self.shaker_size = ((84.0, 78.0), 60.0) if narrow else ((104.0, 76.0), 60.0)
        self._ink.append(table(self.width, self.height))
        self._boxes: dict[str, Box] = {}
        self._print_shaker()
        self._print_rows()

    # ---- printed

    def _print_shaker(self) -> None:
        x, y = self.shaker
        size = self.shaker_size
        self._ink.append(circle(x, y, size, f'fill="{RAIL}" stroke="{BRASS}" stroke-width="2.5"'))
        self._ink.append(circle(x, y, size * 0.88, 'fill="#1d2a24" stroke="#000" stroke-opacity="0.5"'))

    def _rows(self) -> list[_Row]:
        """The areas from top to bottom, each row under its captions."""
        of: dict[str, list[str]] = {}
        for kind, rule in self.layout.wagers.items():
            of.setdefault(rule.group, []).append(kind)
        any_triple, *triples = of["three of a kind"]
        pairs, totals, both, single = (
            of[name] for name in ("two of a kind", "total", "two dice combination", "one of a kind")
        )
        small, big = of["small and big"]
        if not self.narrow:
            first = [small, *pairs, any_triple, *triples, big]
            shares = [2.4, *[1.0] * 6, 2.2, *[1.0] * 6, 2.4]
            return [
                _Row(1.3, first, shares, (("two of a kind", pairs), ("three of a kind", [any_triple, *triples]))),
                _Row.of(1.1, "total of the three dice", totals),
                _Row.of(1.05, "two dice combination", both),
                _Row.of(0.66, _SINGLE, single),
            ]
        return [
            _Row(1.2, [small, any_triple, big], [1, 1, 1]),
            _Row.of(1.15, "two of a kind", pairs),
            _Row.of(1.35, "three of a kind", triples),
            _Row.of(0.98, "total of the three dice", totals[:7]),
            _Row.of(0.98, "", totals[7:]),
            _Row.of(0.95, "two dice combination", both[:5]),
            *(_Row.of(0.95, "", both[at : at + 5]) for at in (5, 10)),
            _Row.of(0.95, _SINGLE, single),
        ]

    def _print_rows(self) -> None:
        """Print the rows with their captions above the areas they name."""
        y = 150.0
        rows = self._rows()
        captions = sum(_CAPTION for row in rows if row.captions)
        left = self.height - y - 16 - captions - 5 * (len(rows) - 1)
        shares = sum(row.high for row in rows)
        for row in rows:
            y += _CAPTION if row.captions else 0
            box = Box(18, y, self.width - 36, left * row.high / shares)
            cells = dict(zip(row.kinds, box.columns(row.shares, gap=4), strict=True))
            for said, kinds in row.captions:
                first, last = cells[kinds[0]], cells[kinds[-1]]
                middle, room = (first.x + last.x + last.width) / 2, last.x + last.width - first.x
                self._ink.append(
                    text(middle, y - _CAPTION / 2 + 1, said.upper(), self.caption, IVORY, 600, spacing=1, within=room)
                )
            for kind, cell in cells.items():
                self._print_area(kind, cell)
            y += box.height + 5

    def _print_area(self, kind: str, box: Box) -> None:
        """Print the needed dice on top, chips in the middle, odds below; in wide, low areas chips go to the side."""
        name = self.game.name(kind)
        odds = [str(one) for one in self.layout.odds_table(kind).values()]
        paid = odds[0] if len(odds) == 1 else ", ".join(one.partition(" ")[0] for one in odds) + " to 1"
        self._ink.append(box.rect(_LINE, 5))
        self._ink.append(self._figure(kind, box))
        self._ink.append(text(box.cx, box.y + box.height - 9, paid, self.small, BRASS, 700, within=box.width - 6))
        self._boxes[kind] = box
        aside = box.width > box.height * 2
        x = box.x + box.width * 0.8 if aside else box.cx
        y = box.cy if aside else box.y + box.height - 22 - self.radius * 1.5
        self._areas[area_id(kind)] = Area(
            kind,
            box.rect("", 5),
            x,
            y,
            label=name,
            odds=paid,
            width=box.width * (0.4 if aside else 1),
            height=box.height * 0.5,
        )

    def _figure(self, kind: str, box: Box) -> str:
        """The dice an area needs, as players know them: faces, a total, or words."""
        terms = self.game.terms[kind]
        room = box.height - 24 - self.radius * 3
        shown = terms.shows or ((terms.counts,) if terms.counts else ())
        if shown:
            return self._faces(shown, box, room)
        if terms.totals is not None and terms.totals[0] == terms.totals[1]:
            return text(
                box.cx, box.y + 6 + room / 2, str(terms.totals[0]), 30, IVORY, 700, serif=True, within=box.width - 8
            )
        lines = _two_lines(self.game.name(kind).upper())
        size = 26.0 if len(lines) == 1 else 16.0
        at = box.y + 10 + size / 2
        said = "".join(
            text(box.cx, at + size * 1.15 * line, words, size, IVORY, 700, serif=True, within=box.width - 10)
            for line, words in enumerate(lines)
        )
        if terms.totals is None:
            return said
        least, most = terms.totals
        return said + text(
            box.cx, at + 22, f"{least} to {most}, no triple", self.small, IVORY, 600, within=box.width - 10
        )

    def _faces(self, shown: Sequence[int], box: Box, room: float) -> str:
        """Dice side by side at the top; slim areas stack three, low ones have a single die in the middle."""
        if box.width > box.height * 2:
            side = min(30.0, box.height - 28)
            return die(shown[0], side, IVORY, INK, box.cx, box.y + (box.height - 18) / 2)
        if len(shown) == 3 and box.width < box.height:
            side = min(30.0, room / 3.2)
            ups = [(box.cx, box.y + 5 + side * (0.5 + 1.08 * at)) for at in range(3)]
        else:
            side = min(30.0, box.width / (len(shown) * 1.2), room)
            first = box.cx - side * 0.57 * (len(shown) - 1)
            ups = [(first + side * 1.14 * at, box.y + 6 + room / 2) for at in range(len(shown))]
        return "".join(die(face, side, IVORY, INK, x, y) for face, (x, y) in zip(shown, ups, strict=True))

    # ---- pieces

    def pieces(self, seen: Mapping[str, Any], me: int = SHARED) -> list[Piece]:
        return [*self._lit(seen), *self._dice(seen), *self._display(seen), *self._chips(seen, me)]

    def _lit(self, seen: Mapping[str, Any]) -> list[Piece]:
        """The winning areas, lit when the numbers are entered and the dice are at rest."""
        lit = []
        for kind in seen.get("lit", ()):
            box = self._boxes[kind]
            light = Box(-box.width / 2, -box.height / 2, box.width, box.height).rect(_LIT, 5)
            lit.append(Piece(f"lit|{kind}|{seen.get('draws', 0)}", light, box.cx, box.cy))
        return lit

    def _dice(self, seen: Mapping[str, Any]) -> list[Piece]:
        last = seen.get("last", ())
        if not last:
            return []
        x, y = self.shaker
        lie = ((x - 21, y + 15), (x + 21, y + 17), (x, y - 24))
        return [
            Piece(f"die|{at}|{seen.get('draws', 0)}", die(face, 34), *lie[at], "thrown", turn=(-12, 9, 21)[at])
            for at, face in enumerate(faces(last[0]))
        ]

    def _display(self, seen: Mapping[str, Any]) -> list[Piece]:
        """The last rolls, latest first, with their dice and totals."""
        pieces = []
        across, down, step = (3, 3, 76.0) if self.narrow else (13, 1, 82.0)
        for at, roll in enumerate(seen.get("last", ())[: across * down]):
            shown = sorted(faces(roll))
            svg = "".join(die(face, 19, IVORY, INK, (place - 1) * 22) for place, face in enumerate(shown))
            svg += text(0, 23, str(sum(shown)), 17, BRASS, 700)
            x = (200.0 if self.narrow else 228.0) + step * (at % across)
            y = (32.0 if self.narrow else 66.0) + 46 * (at // across)
            pieces.append(Piece(f"last|{seen.get('draws', 0) - at}", svg, x, y, "late"))
        return pieces


FELT = SicBoFelt
