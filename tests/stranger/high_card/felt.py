"""The felt of high card: a circle at each place, its card above it, the dealer's card on top."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.felts.card_table import CardTable, Seen
from pitboss.felts.cards import card_svg
from pitboss.felts.felt import Piece
from pitboss.felts.ink import BRASS, text
from pitboss.felts.lettering import lines_of, outlines
from pitboss.felts.places import Spot

_CARD_Y, _CIRCLE_Y = 48.0, 130.0


class HighCardFelt(CardTable):
    def spots_at_a_place(self) -> tuple[Spot, ...]:
        return tuple(Spot(kind, 0, _CIRCLE_Y, lines_of(self.layout, kind), size=28) for kind in self.layout.wagers)

    def stage_height(self) -> float:
        return 152 if self.narrow else 230

    @property
    def _dealer_at(self) -> tuple[float, float]:
        return self.width / 2, 56 if self.narrow else 78

    def stage(self) -> str:
        x, y = self._dealer_at
        return outlines(1, x, y, 1) + text(x, y + 64, "HIGH CARD", 18, BRASS, 700, serif=True, spacing=3)

    def cards_and_marks(self, seen: Seen, me: int, focus: int) -> Iterator[Piece]:
        for held in seen.get("cards", ()):
            number, card = held["position"], held.get("up") or held.get("card")
            if number == 0:
                yield Piece("card|dealer", card_svg(card, 1), *self._dealer_at, "dealt")
            elif number <= self.boxes:
                place = self.place(number, focus)
                x, y = place.at(0, 34 if place.small else _CARD_Y)
                yield Piece(f"card|{number}", card_svg(card, 0.4 if place.small else 0.8), x, y, "dealt")


FELT = HighCardFelt
