"""The felt of the poker room: the board and the pots in the middle, a place for each player with cards and chips.

What a player has bet in this round lies in his circle; when the betting is over it is drawn together into the pots,
which lie under the board, the main pot first. Blinds have places of their own beside the circle, where who owes one may
lay it. The button lies with who has it.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.chapter import Layout
from pitboss.chapter.odds import dollars
from pitboss.families.poker_room.pots import pots_of
from pitboss.families.poker_room.state import POT
from pitboss.families.poker_room.terms import Room
from pitboss.felts.card_table import CardTable, Seen
from pitboss.felts.cards import fan, numbered
from pitboss.felts.chips import stack
from pitboss.felts.felt import Piece
from pitboss.felts.ink import BLACK, BRASS, INK, IVORY, circle, text
from pitboss.felts.places import Place, Spot
from pitboss.felts.printed import outlines

_SHORT = {"small_blind": ("SMALL", "BLIND"), "big_blind": ("BIG", "BLIND"), "third_blind": ("THIRD", "BLIND")}
_CARDS_Y = 116.0


class PokerFelt(CardTable):
    """A table of the poker room."""

    place_height = 196.0
    seat_at = (0, 176)
    large = 1.3
    small_in_a_row = 6

    def __init__(self, layout: Layout, seats: int, narrow: bool = False) -> None:
        self.room = Room(layout)
        self.community = sum(street.community for street in self.room.streets)
        super().__init__(layout, seats, narrow)

    # ---- Places

    def spots_at_a_place(self) -> tuple[Spot, ...]:
        blinds = [blind for blind, _ in self.room.blinds]
        beside = [-50.0, 50.0, 0.0]
        spots = [Spot("bet", 0, 30, ("BET",), "circle", 25)]
        for blind, x in zip(blinds, beside, strict=False):
            y = 34.0 if x else 76.0
            spots.append(Spot(blind, x, y, _SHORT[blind], "box", 19))
        return tuple(spots)

    def deciding(self, seen: Seen) -> int:
        betting = seen.get("betting") or {}
        due = betting.get("due", ())
        return int(betting["seats"][due[0]]) if due else 0

    def lies(self, seen: Seen, wager: Seen, place: Place) -> tuple[float, float]:
        spot = next((one for one in self.spots if one.wager == wager["kind"]), self.spots[0])
        return spot.x, spot.y

    # ---- The middle

    @property
    def board_at(self) -> tuple[float, float, float]:
        return (200, 76, 0.72) if self.narrow else (600, 96, 1.0)

    def stage_height(self) -> float:
        return 214 if self.narrow else 306

    def stage(self) -> str:
        name = self.room.variant.name.upper()
        x, y, scale = self.board_at
        drawn = outlines(self.community, x, y, scale) if self.community else ""
        size = 15 if self.narrow else 22
        at = self.crest - (26 if self.narrow else 52)
        drawn += text(self.width / 2, at, name, size, BRASS, 700, serif=True, spacing=2, within=self.width - 90)
        return drawn + text(self.width / 2, at + size, self._limits(), size * 0.62, IVORY, 600, within=self.width - 90)

    def _limits(self) -> str:
        """What is played for, as it is posted at the table."""
        stakes = self.room.stakes
        structure = stakes.structure.replace("_", " ")
        if stakes.capped:
            return f"{dollars(stakes.lower)} and {dollars(stakes.upper)}, {structure}"
        return (
            f"{structure}, {' and '.join(dollars(amount) for _, amount in self.room.blinds) or dollars(stakes.lower)}"
        )

    # ---- What lies there

    def chips(self, seen: Seen, me: int, focus: int) -> Iterator[Piece]:
        """Bets before their players; what is in the pots lies in the middle."""
        before = [wager for wager in seen.get("wagers", ()) if wager.get("spot", "") != POT]
        yield from super().chips({**seen, "wagers": before}, me, focus)
        yield from self._pots(seen)

    def _pots(self, seen: Seen) -> Iterator[Piece]:
        put = {wager["position"]: wager["amount"] for wager in seen.get("wagers", ()) if wager.get("spot", "") == POT}
        live = [held["position"] for held in seen.get("hands", ()) if held.get("live", True)]
        if not put or not live:
            return
        back, pots = pots_of(put, [one for one in live if one in put])
        rest = sum(back.values())
        x, y, scale = self.board_at
        below = y + (64 if self.narrow else 84) * scale + 10
        each = [pot.amount for pot in pots] or [0]
        each[-1] += rest
        step = 78 if self.narrow else 130
        for number, amount in enumerate(each):
            at = x + (number - (len(each) - 1) / 2) * step
            name = "Pot" if len(each) == 1 else "Main pot" if not number else f"Side pot {number}"
            words = text(0, 31, f"{name} {dollars(amount)}", 10 if self.narrow else 13, IVORY, 700)
            yield Piece(f"pot|{number}", stack(amount, radius=9 if self.narrow else 12) + words, at, below, "laid")

    def cards_and_marks(self, seen: Seen, me: int, focus: int) -> Iterator[Piece]:
        x, y, scale = self.board_at
        board = seen.get("board", ())
        yield from fan(numbered("board", board), x, y, scale, self.width - 60, max(self.community, len(board)))
        for held in seen.get("hands", ()):
            place = self.place(held["position"], focus)
            cards = [*held.get("down", ()), *held.get("up", ())]
            whose = numbered(f"hand|{held['position']}", cards)
            if place.small:
                yield from fan(whose, place.x, place.y + 34, 0.34, place.width - 10)
            else:
                left, top = place.at(0, _CARDS_Y)
                yield from fan(whose, left, top, 0.72 * place.scale, place.width * place.scale - 12)
        yield from self._button(seen, focus)

    def _button(self, seen: Seen, focus: int) -> Iterator[Piece]:
        button = seen.get("button", 0)
        if 1 <= button <= self.boxes:
            place = self.place(button, focus)
            disc = circle(0, 0, 9, f'fill="{IVORY}" stroke="{BLACK}"') + text(0, 0.5, "D", 10, INK, 800)
            x, y = (place.x + place.width / 2 - 12, place.y + 62) if place.small else place.at(30, 4)
            yield Piece("button", disc, x, y)


FELT = PokerFelt

__all__ = ["FELT", "PokerFelt"]
