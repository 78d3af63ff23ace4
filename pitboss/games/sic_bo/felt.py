"""The sic bo table: the dice in their shaker, and fifty areas that print what they ask of the dice and light up.

What is printed in an area follows from its terms: the faces that must show, the total, or words. The areas lie in rows,
wide or, for a phone, in more and shorter ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from pitboss.chapter import Layout
from pitboss.felts import chips
from pitboss.felts.dice import die, faces
from pitboss.felts.felt import SHARED, Area, Felt, Piece, area_id
from pitboss.felts.ink import BRASS, INK, IVORY, RAIL, SHADE, Box, circle, table, text
from pitboss.games.sic_bo.round import SicBo

_LINE = f'fill="{SHADE}" fill-opacity="0.5" stroke="{IVORY}" stroke-opacity="0.8" stroke-width="1.4"'
_LIT = f'fill="{BRASS}" fill-opacity="0.22" stroke="{BRASS}" stroke-width="3"'


class SicBoFelt(Felt):
    """The felt of a sic bo table. With `narrow` it is arranged for a phone."""

    def __init__(self, layout: Layout, seats: int, narrow: bool = False) -> None:
        super().__init__(layout, seats)
        self.game = SicBo(layout)
        self.narrow = narrow
        self.width, self.height = (400, 1010) if narrow else (1280, 620)
        self.radius = 10.0 if narrow else 12.0
        self.shaker = (88.0, 84.0) if narrow else (150.0, 92.0)
        self._ink: list[str] = [table(self.width, self.height)]
        self._areas: dict[str, Area] = {}
        self._boxes: dict[str, Box] = {}
        self._print_shaker()
        self._print_rows()

    @cached_property
    def upright(self) -> Felt:
        return self if self.narrow else SicBoFelt(self.layout, self.seats, narrow=True)

    def base(self) -> str:
        return "".join(self._ink)

    def areas(self, me: int = SHARED) -> tuple[Area, ...]:
        return tuple(self._areas.values())

    # ---- what is printed

    def _print_shaker(self) -> None:
        x, y = self.shaker
        size = 66.0 if self.narrow else 74.0
        self._ink.append(circle(x, y, size, f'fill="{RAIL}" stroke="{BRASS}" stroke-width="2.5"'))
        self._ink.append(circle(x, y, size * 0.88, 'fill="#1d2a24" stroke="#000" stroke-opacity="0.5"'))

    def _rows(self) -> list[tuple[float, Sequence[str], Sequence[float]]]:
        """The areas from top to bottom: how high each row is, what lies in it, and in which proportions."""
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
            rows: list[tuple[float, Sequence[str], Sequence[float]]] = [(1.25, first, shares)]
            groups: Sequence[tuple[float, Sequence[str]]] = ((1.1, totals), (1.0, both), (0.85, single))
        else:
            rows = [(1.0, [small, any_triple, big], [1, 1, 1])]
            groups = (
                (1.1, pairs),
                (1.3, triples),
                *((0.9, totals[at : at + 7]) for at in (0, 7)),
                *((0.9, both[at : at + 5]) for at in (0, 5, 10)),
                (1.0, single),
            )
        return [*rows, *((high, kinds, [1.0] * len(kinds)) for high, kinds in groups)]

    def _print_rows(self) -> None:
        top = 168 if self.narrow else 180
        whole = Box(18, top, self.width - 36, self.height - top - 18)
        rows = self._rows()
        for box, (_, kinds, shares) in zip(whole.rows([high for high, _, _ in rows], gap=5), rows, strict=True):
            for kind, cell in zip(kinds, box.columns(shares, gap=4), strict=True):
                self._print_area(kind, cell)

    def _print_area(self, kind: str, box: Box) -> None:
        name = self.game.name(kind)
        odds = [str(one) for one in self.layout.odds_table(kind).values()]
        paid = odds[0] if len(odds) == 1 else ", ".join(one.partition(" ")[0] for one in odds) + " to 1"
        self._ink.append(box.rect(_LINE, 5))
        self._ink.append(self._figure(kind, box))
        self._ink.append(text(box.cx, box.y + box.height - 9, paid, 12, BRASS, 700, within=box.width - 6))
        self._boxes[kind] = box
        low = box.y + box.height * 0.66
        self._areas[area_id(kind)] = Area(
            kind, box.rect("", 5), box.cx, low, label=name, odds=paid, width=box.width, height=box.height * 0.5
        )

    def _figure(self, kind: str, box: Box) -> str:
        """What the area asks of the dice, as players know it: faces, a total, or words."""
        terms = self.game.terms[kind]
        shown = terms.shows or ((terms.counts,) if terms.counts else ())
        if shown:
            side = min(30.0, box.width * 0.62, box.width / (len(shown) * 1.2), (box.height - 24) * 0.62)
            if len(shown) == 3 and box.width < box.height:
                side = min(30.0, (box.height - 24) / 3.5)
                ups = [(box.cx, box.y + 6 + side * (0.5 + 1.1 * at)) for at in range(3)]
            else:
                first = box.cx - side * 0.57 * (len(shown) - 1)
                ups = [(first + side * 1.14 * at, box.y + (box.height - 18) * 0.5) for at in range(len(shown))]
            return "".join(die(face, side, IVORY, INK, x, y) for face, (x, y) in zip(shown, ups, strict=True))
        middle = box.y + (box.height - 18) * 0.46
        if terms.totals is not None and terms.totals[0] == terms.totals[1]:
            return text(box.cx, middle, str(terms.totals[0]), 30, IVORY, 700, serif=True, within=box.width - 8)
        said = text(box.cx, middle - 8, self.game.name(kind).upper(), 26, IVORY, 700, serif=True, within=box.width - 10)
        if terms.totals is None:
            return said
        least, most = terms.totals
        return said + text(box.cx, middle + 16, f"{least} to {most}, no triple", 12, IVORY, 600, within=box.width - 10)

    # ---- what lies on it

    def pieces(self, seen: Mapping[str, Any], me: int = SHARED) -> list[Piece]:
        return [*self._lit(seen), *self._dice(seen), *self._display(seen), *self._chips(seen, me)]

    def _lit(self, seen: Mapping[str, Any]) -> list[Piece]:
        """The winning areas light up when the dice lie still."""
        lit = []
        for kind in seen.get("lit", ()):
            box = self._boxes[kind]
            light = Box(-box.width / 2, -box.height / 2, box.width, box.height).rect(_LIT, 5)
            lit.append(Piece(f"lit|{kind}|{seen.get('draws', 0)}", light, box.cx, box.cy, "late"))
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
        """The last rolls, the latest first: their dice and total."""
        pieces = []
        across, down, step = (3, 3, 76.0) if self.narrow else (12, 1, 82.0)
        for at, roll in enumerate(seen.get("last", ())[: across * down]):
            shown = sorted(faces(roll))
            svg = "".join(die(face, 19, IVORY, INK, (place - 1) * 22) for place, face in enumerate(shown))
            svg += text(0, 23, str(sum(shown)), 17, BRASS, 700)
            x = (200.0 if self.narrow else 290.0) + step * (at % across)
            y = (40.0 if self.narrow else 84.0) + 46 * (at // across)
            pieces.append(Piece(f"last|{seen.get('draws', 0) - at}", svg, x, y, "late"))
        return pieces

    def _chips(self, seen: Mapping[str, Any], me: int) -> list[Piece]:
        by_area: dict[str, list[Mapping[str, Any]]] = {}
        for wager in seen.get("wagers", ()):
            by_area.setdefault(area_id(wager["kind"]), []).append(wager)
        laid = (chips.laid(self._areas[id], wagers, me, self.radius) for id, wagers in by_area.items())
        return [piece for pieces in laid for piece in pieces]


FELT = SicBoFelt

__all__ = ["FELT", "SicBoFelt"]
