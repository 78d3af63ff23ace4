"""The felt of double cross poker: a cross of community cards in front of the dealer, and a cross of spots at each
place.

The layout rule puts the cross on the dealer's right and the dealer's two cards on the left. At each place the ante has
a raise on each side, and the three-card spot is to their right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.families.house_poker.felt import PokerFelt
from pitboss.felts.cards import HEIGHT, WIDTH, fan, numbered
from pitboss.felts.felt import Piece
from pitboss.felts.lettering import lines_of, outlines
from pitboss.felts.places import Spot

_SIDES = {"raise_left": (-1, 0), "raise_right": (1, 0), "raise_top": (0, -1), "raise_bottom": (0, 1)}
_CROSS = ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))
"""The places of the community cards, in the order in which they are dealt."""
_APART = 48
_GAP = 4


class DoubleCrossFelt(PokerFelt):
    """A felt with two crosses: one of cards, and one of spots at each place."""

    def spots_at_a_place(self) -> tuple[Spot, ...]:
        places = {"ante": (0, 0), **_SIDES, "three_card": (1, 1)}
        spots = []
        for kind in self.layout.wagers:
            across, down = places[kind]
            raised = kind in _SIDES
            x, y = self.spots_x + across * _APART, 75 + down * _APART
            spots.append(
                Spot(kind, x, y, lines_of(self.layout, kind), "box" if raised else "circle", 20 if raised else 23)
            )
        return tuple(spots)

    # ---- The middle of the table

    @property
    def dealer_at(self) -> tuple[float, float, float]:
        return (282, 92, 0.74) if self.narrow else (712, 132, 1.05)

    @property
    def _cross_at(self) -> tuple[float, float, float]:
        return (146, 106, 0.72) if self.narrow else (490, 160, 0.96)

    def stage_height(self) -> float:
        return 224 if self.narrow else 386

    def _arms(self) -> Iterator[tuple[float, float, float]]:
        x, y, scale = self._cross_at
        for across, down in _CROSS:
            yield x + across * (WIDTH + _GAP) * scale, y + down * (HEIGHT + _GAP) * scale, scale

    def community_printed(self) -> str:
        return "".join(outlines(1, x, y, scale) for x, y, scale in self._arms())

    def community_cards(self, cards: Sequence[str]) -> Iterator[Piece]:
        for card, (x, y, scale) in zip(numbered("community", cards), self._arms(), strict=False):
            yield from fan([card], x, y, scale, WIDTH * scale)


FELT = DoubleCrossFelt
