"""The felt of red dog: two cards with room between them, and the row of spreads with its marker."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from pitboss.families.shoe.shoe_felt import ShoeFelt
from pitboss.felts.card_table import Seen
from pitboss.felts.cards import WIDTH, card_svg
from pitboss.felts.felt import Piece
from pitboss.felts.ink import BLACK, BRASS, IVORY, SHADE, circle, rect, text
from pitboss.felts.lettering import outlines

_APART = 22
"""The gaps between the three cards in the middle."""


class RedDogFelt(ShoeFelt):
    says = "THE THIRD CARD WINS BETWEEN THE TWO"
    boxed = frozenset({"raise"})

    # ---- The row of spreads

    @cached_property
    def _spreads(self) -> list[tuple[int, float, float]]:
        """Each spread and its position."""
        x, y, scale = self.dealer_at
        spreads = [int(spread) for spread in self.layout.fact("spread")]
        step = 31 if self.narrow else 34
        below = y + 74 * scale
        return [(spread, x + (at - (len(spreads) - 1) / 2) * step, below) for at, spread in enumerate(spreads)]

    def print_middle(self) -> str:
        x, y, scale = self.dealer_at
        drawn = outlines(3, x, y, scale, _APART)
        rows = self.layout.fact("spread")
        for spread, at, below in self._spreads:
            odds = self.layout.odds_table("initial")[rows[str(spread)]]
            drawn += rect(at - 14, below - 13, 28, 30, f'fill="{SHADE}" stroke="{IVORY}" stroke-opacity="0.6"', 5)
            drawn += text(at, below - 4, str(spread), 12, IVORY, 700)
            drawn += text(at, below + 9, f"{odds.win}:{odds.stake}", 8.5, BRASS, 700)
        return drawn

    def stage_height(self) -> float:
        return super().stage_height() + (42 if self.narrow else 14)

    def cards_and_marks(self, seen: Seen, me: int, focus: int) -> Iterator[Piece]:
        x, y, scale = self.dealer_at
        step = (WIDTH + _APART) * scale
        cards = seen.get("cards", ())
        for side, card in zip((-1, 1), cards, strict=False):
            yield Piece(f"card|{'left' if side < 0 else 'right'}", card_svg(card, scale), x + side * step, y, "dealt")
        if third := seen.get("third"):
            yield Piece("card|third", card_svg(third, scale), x, y, "dealt")
        if len(cards) == 2:
            yield from self._marker(cards)

    def _marker(self, cards: tuple[str, ...]) -> Iterator[Piece]:
        """The marker on the spread; pairs and consecutive cards have none."""
        values = sorted(self.layout.fact("card_values")[card[0]] for card in cards)
        spread = values[1] - values[0] - 1
        for number, x, y in self._spreads:
            if number == spread:
                ring = circle(0, 0, 15, f'fill="none" stroke="{BRASS}" stroke-width="3.5"')
                name = rect(-23, 20, 46, 14, f'fill="{BLACK}" stroke="{BRASS}"', 4) + text(
                    0, 27.5, "SPREAD", 8, BRASS, 700
                )
                yield Piece("marker", ring + name, x, y + 1, "laid")

    # ---- Several areas of one player

    def boxes_drawn(self) -> int:
        return max(self.seats, int(self.layout.options["positions"])) if self._several else self.seats

    @property
    def _several(self) -> bool:
        return int(self.layout.options["multiple_areas"]) > 1

    def claims(self, box: int, me: int) -> list[tuple[int, str]]:
        return [(box, ""), (me, str(box))] if self._several and me and box != me else [(box, "")]

    def box_of(self, wager: Seen) -> int:
        return int(wager.get("spot") or wager["position"])

    def deciding(self, seen: Seen) -> int:
        return int(seen.get("area") or seen.get("turn", 0))


FELT = RedDogFelt
