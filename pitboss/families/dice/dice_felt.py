"""The common parts of dice layouts: a stage for the dice, a field, and areas with their odds and chips."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from pitboss.families.dice.terms import Terms
from pitboss.felts import chips
from pitboss.felts.dice import die, faces
from pitboss.felts.felt import SHARED, Area, Piece, area_id
from pitboss.felts.ink import BRASS, IVORY, Box, circle, text
from pitboss.felts.printed_felt import PrintedFelt
from pitboss.table.game import Game

LINE = f'fill="none" stroke="{IVORY}" stroke-width="1.6"'
SPELLED = {6: "SIX", 9: "NINE"}
"""Numbers spelled out on the layout, so that they can be told apart from either side of the table."""


class DiceFelt(PrintedFelt):
    """A layout for wagers with the terms of dice games; `narrow` arranges it for a phone."""

    def __init__(self, game: Game[Any], seats: int, narrow: bool = False) -> None:
        layout = game.layout
        super().__init__(game, seats, narrow)
        self.radius = 10.5 if narrow else 13.0
        self.terms = layout.terms(Terms)
        self._stage = Box(0, 0, 0, 0)

    def areas(self, me: int = SHARED) -> tuple[Area, ...]:
        return self._in_order

    @cached_property
    def _in_order(self) -> tuple[Area, ...]:
        """The areas in the order of the rules, so that keyboard and screen reader users begin with the pass line."""
        order = list(self.layout.wagers)
        return tuple(sorted(self._areas.values(), key=lambda area: order.index(area.wager)))

    # ---- printed

    def _put(self, drawn: str) -> None:
        self._ink.append(drawn)

    def _print_shaker(self) -> None:
        """Print the cover of the shaker around the dice."""
        side = self._side
        cover = Box(self._stage.x + 3, self._stage.y + 4, side * 2.75, self._stage.height - 8)
        self._put(cover.rect(f'fill="#1d2a24" stroke="{BRASS}" stroke-width="2"', cover.height / 2))

    def _print_field(self, box: Box) -> None:
        """Print the field's numbers; those with higher odds are circled, with their odds."""
        self._put(box.rect(LINE))
        terms, odds = self.terms["field"], self.layout.odds_table("field")
        outcome = {int(total): name for name, totals in terms.on.items() for total in totals}
        usual = max(terms.on, key=lambda name: len(terms.on[name]))
        words, printed, room = box.columns([74, 414, 254] if not self.narrow else [62, 230, 80], gap=0)
        self._put(text(words.cx + 3, box.cy - 8, "FIELD", 24, BRASS, 700, serif=True, within=words.width - 8))
        self._put(text(words.cx + 3, box.cy + 12, str(odds[usual]), 12, IVORY, within=words.width - 12))
        size = 19 if self.narrow else 28
        for total, place in zip(sorted(outcome), printed.columns([1] * len(outcome), gap=0), strict=True):
            special = outcome[total] != usual
            self._put(text(place.cx, box.cy - (9 if special else 0), str(total), size, IVORY, 700, serif=True))
            if special:
                ring = circle(place.cx, box.cy - 9, size * 0.72, f'fill="none" stroke="{BRASS}" stroke-width="1.6"')
                pays = str(odds[outcome[total]])
                self._put(ring + text(place.cx, box.cy + size * 0.86, pays, 11, BRASS, 700, within=place.width * 1.25))
        self._area("field", box, room=room)

    def _area(
        self,
        kind: str,
        box: Box,
        spot: str = "",
        label: str = "",
        odds: str = "",
        room: Box | None = None,
        shape: str = "",
        lower: float = 0,
    ) -> None:
        """Add an area with room for its chips; `lower` moves the chips down, below the print."""
        room = room or box
        area = Area(
            kind,
            shape or box.rect(),
            room.cx,
            room.cy + lower,
            spot,
            label=label or self.layout.rules.wagers[kind].name,
            odds=odds or self._pays(kind),
            width=room.width,
            height=room.height,
        )
        self._areas[area.id] = area

    def _pays(self, kind: str) -> str:
        """A wager's odds in words."""
        parts = self.terms[kind].parts
        if parts:
            return "as " + " and ".join(
                f"{share if share > 1 else ''} {self.layout.rules.wagers[part].name}".strip()
                for part, share in parts.items()
            )
        odds = self.layout.odds_table(kind)
        return ", ".join(f"{one} on {name}" if name else str(one) for name, one in odds.items())

    # ---- pieces

    def last(self, seen: Mapping[str, Any]) -> str:
        """The last roll in its notation."""
        return str(seen.get("last", ""))

    @property
    def _side(self) -> float:
        """The size of a die."""
        return min(44.0, self._stage.height * 0.62)

    def _dice(self, seen: Mapping[str, Any]) -> list[Piece]:
        """The last roll, unless the dice are still in the air."""
        if seen.get("in_air"):
            return []
        last, side = self.last(seen), self._side
        again = f"|{seen['draws']}" if seen.get("draws") else ""  # a repeated roll of the same faces is animated again
        return [
            Piece(
                f"die|{place}|{last}{again}",
                die(face, side),
                self._stage.x + side * (0.85 + 1.25 * place),
                self._stage.cy + (-3 if place else 3),
                "thrown",
                turn=(-9, 7)[place % 2],
            )
            for place, face in enumerate(faces(last))
        ]

    def _chips(self, seen: Mapping[str, Any], me: int) -> list[Piece]:
        lying: dict[str, list[Mapping[str, Any]]] = {}
        for wager in seen.get("wagers", ()):
            lying.setdefault(area_id(wager["kind"], wager.get("spot", "")), []).append(wager)
        pieces = []
        for id, wagers in lying.items():
            area = self._areas[id]
            radius = min(self.radius, max(8.0, area.height * 0.33))
            buttons = {int(wager["position"]): self._button(seen, wager) for wager in wagers}
            pieces += chips.wager_pieces(area, wagers, me, radius, buttons)
        return pieces

    def _button(self, seen: Mapping[str, Any], wager: Mapping[str, Any]) -> str:
        """A wager's On or Off button; none if all wagers are always on."""
        return ""
