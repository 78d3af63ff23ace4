"""The felt of casino war: a tie spot and a bet spot at each place, the war wager next to the bet, and room for two
cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.families.shoe.shoe_felt import ShoeFelt
from pitboss.felts.card_table import Seen
from pitboss.felts.cards import WIDTH, card_svg
from pitboss.felts.felt import Piece
from pitboss.felts.ink import IVORY, text
from pitboss.felts.lettering import outlines
from pitboss.felts.places import Place

_CARD = 0.72


class WarFelt(ShoeFelt):
    says = "ON A TIE, GO TO WAR OR SURRENDER HALF"
    boxed = frozenset({"war", "war_tie"})
    room_for_cards = 74

    def print_middle(self) -> str:
        x, y, scale = self.dealer_at
        named = text(x, y + 62 * scale, "DEALER", 10 * scale, IVORY, 700, spacing=2)
        return outlines(2, x, y, scale, 14) + named

    def print_place(self, place: Place) -> str:
        x, y = place.at(0, self.cards_y)
        return super().print_place(place) + outlines(2, x, y, _CARD * place.scale, 8)

    def lies(self, seen: Seen, wager: Seen, place: Place) -> tuple[float, float]:
        """The position of a wager; a tie wager on the war deal takes the place of the first one, which is settled by
        then.
        """
        return super().lies(seen, {**wager, "kind": "tie"} if wager["kind"] == "war_tie" else wager, place)

    def cards_and_marks(self, seen: Seen, me: int, focus: int) -> Iterator[Piece]:
        for held in seen.get("cards", ()):
            number, war = held["position"], bool(held.get("war"))
            side = 1 if war else -1
            name = f"card|{number}|{'war' if war else 'original'}"
            if number == 0:
                x, y, scale = self.dealer_at
                yield Piece(name, card_svg(held["card"], scale), x + side * (WIDTH + 14) / 2 * scale, y, "dealt")
            elif number <= self.boxes:
                place = self.place(number, focus)
                size = 0.42 if place.small else _CARD
                x, y = place.at(
                    side * (WIDTH + (2 if place.small else 8)) / 2 * size, 40 if place.small else self.cards_y
                )
                yield Piece(name, card_svg(held["card"], size * place.scale), x, y, "dealt")


FELT = WarFelt
