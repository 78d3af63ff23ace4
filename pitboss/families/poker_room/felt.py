"""The felt of the poker room: an oval with the players around it, the board and the pots in the middle.

1. The viewer sits at the lower edge; the others follow clockwise. `Place`s are at equal distances on an ellipse.
2. A player's bets of this round are in front of the player, towards the middle; when the betting is over they move into
   the pots, which are below the board, the main pot first.
3. Players do not place chips on this felt, since amounts are decisions. So it has no areas.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Any

from pitboss.chapter.odds import dollars
from pitboss.equipment import FACE_DOWN, Card
from pitboss.families.poker_room.pots import pots_of
from pitboss.families.poker_room.ranking import best_hand
from pitboss.families.poker_room.state import POT
from pitboss.families.poker_room.terms import PokerRoomTerms
from pitboss.felts.cards import HEIGHT, fan, numbered
from pitboss.felts.cards import WIDTH as CARD
from pitboss.felts.chips import stack, tag
from pitboss.felts.felt import SHARED, Area, Felt, Piece
from pitboss.felts.furniture import level_svg, scaled
from pitboss.felts.ink import BLACK, BRASS, INK, IVORY, RAIL, SHADE, circle, group, rect, text
from pitboss.felts.ink import FELT as CLOTH
from pitboss.felts.lettering import AMBER, outlines
from pitboss.hands.orders import order_of
from pitboss.table.game import Game

Seen = Mapping[str, Any]
"""A state, or a part of one, as `view` shows it."""

_MARKS = {
    "small_blind": "SB",
    "big_blind": "BB",
    "third_blind": "3B",
    "straddle": "straddle",
    "kill": "kill",
    "forced_bet": "bring-in",
}
"""Labels of chips that were posted, not bet."""
_ARCS = 720
"""The number of segments used to measure an ellipse."""
_LOW_END = pi / 2
"""The angle of the lower edge: the picture's y axis points down."""


@dataclass(frozen=True, slots=True)
class Size:
    """The measurements of a picture: the table, the plates and cards of its players, and the middle."""

    width: int
    height: int
    middle: tuple[float, float]
    around: tuple[float, float]
    """The half axes of the ellipse on which the plates lie."""
    rail: float
    """The distance between that ellipse and the edge of the table."""
    plate: tuple[float, float]
    words: float
    own: float
    """The scale of the viewer's cards; `other` is that of the others' cards, `board` that of the community cards."""
    other: float
    board: float
    own_room: float
    other_room: float
    bets: tuple[float, float, float]
    """The position of bets, as fractions of the half axes: at the sides, above the middle, and below it."""
    apart: float
    """How many other places' room the larger place at the lower edge takes up."""
    chip: float
    title: float


WIDE = Size(
    width=1200,
    height=562,
    middle=(600, 296),
    around=(512, 206),
    rail=8,
    plate=(142, 40),
    words=13.5,
    own=0.98,
    other=0.66,
    board=0.95,
    own_room=330,
    other_room=168,
    bets=(0.74, 0.7, 0.4),
    apart=1.5,
    chip=15.5,
    title=20,
)
TALL = Size(
    width=400,
    height=470,
    middle=(200, 246),
    around=(154, 186),
    rail=4,
    plate=(82, 29),
    words=10,
    own=0.76,
    other=0.4,
    board=0.54,
    own_room=190,
    other_room=92,
    bets=(0.6, 0.6, 0.48),
    apart=2.6,
    chip=9.5,
    title=13,
)


@dataclass(frozen=True, slots=True)
class Place:
    """A player's place: the middle of the plate and the position of bets."""

    number: int
    x: float
    y: float
    bets: tuple[float, float]
    own: bool


class PokerFelt(Felt):
    """A poker room table."""

    def __init__(self, game: Game[Any], seats: int, narrow: bool = False) -> None:
        layout = game.layout
        super().__init__(game, seats)
        self.room = PokerRoomTerms(layout)
        self.size = TALL if narrow else WIDE
        self.narrow = narrow
        self.width, self.height = self.size.width, self.size.height
        self.community = sum(street.community for street in self.room.streets)
        self.shoe = (self.size.middle[0], self.size.middle[1] - self.size.around[1])
        self.discards = (self.size.middle[0], 0.0)

    @cached_property
    def upright(self) -> Felt:
        return self if self.narrow else type(self)(self.game, self.seats, narrow=True)

    def areas(self, me: int = SHARED) -> tuple[Area, ...]:
        return ()

    # ---- Places

    @cached_property
    def _angles(self) -> tuple[float, ...]:
        """The angles of the seats, at equal distances, clockwise from the lower edge."""
        a, b = self.size.around
        at = [_LOW_END + 2 * pi * part / _ARCS for part in range(_ARCS + 1)]
        points = [(a * cos(angle), b * sin(angle)) for angle in at]
        length, gone = 0.0, [0.0]
        for (x0, y0), (x1, y1) in pairwise(points):
            length += hypot(x1 - x0, y1 - y0)
            gone.append(length)
        apart = self.size.apart
        each = length / (self.seats - 1 + apart)
        wanted = [0.0, *(each * (apart / 2 + turn - 0.5) for turn in range(1, self.seats))]
        return tuple(next(one for one, far in zip(at, gone, strict=True) if far >= there) for there in wanted)

    def place(self, number: int, me: int) -> Place:
        """The place of a seat; the viewer's is at the lower edge, or the middle seat's for a bystander."""
        lowest = me if 1 <= me <= self.seats else (self.seats + 1) // 2
        angle = self._angles[(number - lowest) % self.seats]
        (x, y), (a, b), (aside, above, below) = self.size.middle, self.size.around, self.size.bets
        bets = (x + a * aside * cos(angle), y + b * (below if sin(angle) > 0 else above) * sin(angle))
        return Place(number, x + a * cos(angle), y + b * sin(angle), self._off_board(*bets), number == me)

    def _off_board(self, x: float, y: float) -> tuple[float, float]:
        """Move bets that would cover a community card beside the board, towards their player."""
        middle, scale, chip = self.size.middle[0], self.size.board, self.size.chip
        wide, high = self.community * (CARD + 4) * scale / 2 + chip + 1, HEIGHT * scale / 2 + 2 * chip
        if not self.community or abs(x - middle) >= wide or abs(y - self._board_y) >= high:
            return x, y
        return middle + (wide if x > middle else -wide), y

    def _cards_at(self, place: Place) -> tuple[float, float, float]:
        """The position and scale of a place's cards: above its plate."""
        scale = self.size.own if place.own else self.size.other
        return place.x, place.y - self.size.plate[1] / 2 - HEIGHT * scale / 2 + 3, scale

    def _own_room(self, place: Place) -> float:
        """The width available for the viewer's cards without covering the neighbours' plates."""
        wide, high = self.size.plate
        head = self._cards_at(place)[1] - HEIGHT * self.size.own / 2
        beside = self.place(place.number % self.seats + 1, place.number)  # both sides are equally far
        if beside.y + high / 2 <= head:
            return self.size.own_room
        return min(self.size.own_room, 2 * (abs(beside.x - place.x) - wide / 2 - 3))

    # ---- Printed

    def base(self) -> str:
        (x, y), (a, b), inset = self.size.middle, self.size.around, self.size.rail
        wide, high = a - inset, b - inset
        drawn = ""
        for inward, how in (
            (0.0, f'fill="{RAIL}"'),
            (6.0, f'fill="{RAIL}" stroke="{BRASS}" stroke-opacity="0.55"'),
            (11.0, f'fill="{CLOTH}" stroke="#000" stroke-opacity="0.35" stroke-width="4"'),
        ):
            left, top = wide - inward, high - inward
            drawn += rect(x - left, y - top, 2 * left, 2 * top, how, min(left, top) * (0.62 if self.narrow else 1))
        return drawn + self._printed()

    def _printed(self) -> str:
        x = self.size.middle[0]
        size, scale = self.size.title, self.size.board
        drawn = outlines(self.community, x, self._board_y, scale) if self.community else ""
        above = self._board_y - HEIGHT * scale / 2
        within = self.size.around[0] * (1.5 if self.narrow else 1.1)
        name, *rest = self.room.variant.name.split(", ", 1)
        drawn += text(x, above - size * 2.6, name.upper(), size, BRASS, 700, serif=True, spacing=1.5, within=within)
        caption = " · ".join((*rest, self._limits()))
        return drawn + text(x, above - size * 1.55, caption, size * 0.68, IVORY, 600, within=within)

    @property
    def _board_y(self) -> float:
        return self.size.middle[1] - (14 if self.narrow else 30)

    def _limits(self) -> str:
        """The stakes as posted at the table."""
        stakes = self.room.stakes
        structure = stakes.structure.replace("_", " ")
        if stakes.capped:
            return f"{dollars(stakes.lower)} and {dollars(stakes.upper)}, {structure}"
        posted = " and ".join(dollars(amount) for _, amount in self.room.blinds) or dollars(stakes.lower)
        return f"{structure}, {posted}"

    # ---- Pieces

    def pieces(self, seen: Seen, me: int = SHARED) -> list[Piece]:
        lying = [*self._stub(seen), *self._plates(seen, me), *self._cards(seen, me)]
        lying.append(self._posted(seen))
        return [*lying, *self._captions(seen, me), *self._bets(seen, me), *self._pots(seen), *self._button(seen, me)]

    def _posted(self, seen: Seen) -> Piece:
        """The rake or time charge, and the fund of payouts with its current amount, if there is one."""
        size, within = self.size.title * 0.6, self.size.around[0] * (1.5 if self.narrow else 1.1)
        caption = " · ".join(filter(None, (self.room.house_takes, self.room.notice(seen.get("meter", 0)))))
        y = self._board_y - HEIGHT * self.size.board / 2 - self.size.title * 0.62
        return Piece("posted", text(0, 0, caption, size, IVORY, 500, within=within), self.size.middle[0], y)

    def _stub(self, seen: Seen) -> Iterator[Piece]:
        """The number of cards left to deal, and the number given up or burned."""
        shoe = seen.get("shoe")
        if not shoe or not seen.get("hands"):
            return
        gone = len(seen.get("muck", ())) + len(seen.get("burned", ()))
        scale, x, y = (0.62, 34.0, 16.0) if self.narrow else (1.0, 70.0, 34.0)
        for id, name, number, at in (("muck", "MUCK", gone, x), ("stub", "STUB", shoe["left"], self.width - x)):
            drawn = level_svg(number, shoe["decks"] * 52, 64) + text(0, -19, name, 11, IVORY, 700, spacing=1)
            yield Piece(id, scaled(drawn, scale), at, y + 14 * scale)

    def _plates(self, seen: Seen, me: int) -> Iterator[Piece]:
        seated = {seat["number"]: seat for seat in seen.get("positions", ())}
        turn = self._turn(seen)
        for number in range(1, self.seats + 1):
            place = self.place(number, me)
            seat = seated.get(number)
            drawn = (
                self._plate(place, seat, number == turn, self._state_of(seen, number)) if seat else self._free(place)
            )
            yield Piece(f"seat|{number}", drawn, place.x, place.y)

    def _free(self, place: Place) -> str:
        radius = self.size.plate[1] * 0.36
        edge = circle(0, 0, radius, f'fill="{SHADE}" stroke="{IVORY}" stroke-opacity="0.5"')
        return edge + text(0, 0.5, str(place.number), radius, IVORY)

    def _plate(self, place: Place, seat: Seen, turn: bool, state: str) -> str:
        """A player's plate: name, chips and status."""
        wide, high = self.size.plate
        size = self.size.words
        ink, fill = (INK, BRASS) if place.own else (IVORY, BLACK)
        out = state in ("folded", "sits out")
        edge = f'stroke="{AMBER}" stroke-width="3.5"' if turn else f'stroke="{BRASS}" stroke-opacity="0.5"'
        drawn = rect(-wide / 2, -high / 2, wide, high, f'fill="{fill}" {edge}', high * 0.28)
        drawn += text(0, -high * 0.21, _short(seat["name"], 14), size, ink, 700, within=wide - 10)
        caption = f"{dollars(seat.get('rack', 0))} · {state}" if state else dollars(seat.get("rack", 0))
        drawn += text(0, high * 0.23, caption, size, ink, 600, within=wide - 10)
        return group(drawn, more='opacity="0.62"') if out else drawn

    def _state_of(self, seen: Seen, number: int) -> str:
        """A player's status, shown next to the chips."""
        if number in seen.get("away", ()):
            return "sits out"
        held = next((one for one in seen.get("hands", ()) if one["position"] == number), None)
        if held is None:
            return ""
        if not held.get("live", True):
            return "folded"
        seat: Seen = next((one for one in seen.get("positions", ()) if one["number"] == number), {})
        there = any(wager["position"] == number for wager in seen.get("wagers", ()))
        return "all-in" if there and not seat.get("rack", 0) else ""

    def _turn(self, seen: Seen) -> int:
        """The position whose turn it is to bet; 0 for none."""
        betting = seen.get("betting") or {}
        due = betting.get("due", ())
        return int(betting["seats"][due[0]]) if due else 0

    def _cards(self, seen: Seen, me: int) -> Iterator[Piece]:
        board = seen.get("board", ())
        x, scale = self.size.middle[0], self.size.board
        yield from fan(numbered("board", board), x, self._board_y, scale, x * 1.2, max(self.community, len(board)))
        for held in seen.get("hands", ()):
            place = self.place(held["position"], me)
            cards = [*held.get("down", ()), *held.get("up", ())]
            left, top, scale = self._cards_at(place)
            room = self._own_room(place) if place.own else self.size.other_room
            down = len(held.get("down", ()))
            for at, piece in enumerate(fan(numbered(f"hand|{held['position']}", cards), left, top, scale, room)):
                # Among the viewer's own cards, those that all players can see are raised.
                out = HEIGHT * scale * 0.13 if down and at >= down and place.own else 0.0
                yield Piece(piece.id, piece.svg, piece.x, piece.y - out, piece.enters)

    def _captions(self, seen: Seen, me: int) -> Iterator[Piece]:
        """The name of every shown hand, and of the viewer's own as soon as the cards make one."""
        board = tuple(map(Card, seen.get("board", ())))
        for held in seen.get("hands", ()):
            number, written = held["position"], [*held.get("down", ()), *held.get("up", ())]
            if (number != me and not held.get("shown")) or not written or FACE_DOWN in written:
                continue
            if said := self.called(tuple(map(Card, written)), board):
                place = self.place(number, me)
                if self.narrow and number != me:  # only the category: more would cover the board or a pot
                    said = "; ".join(way.partition(", ")[0] for way in said.split("; "))
                size = self.size.words * 0.94
                fill, ink = (IVORY, INK) if held.get("shown") else (BLACK, IVORY)
                words = tag(said, 0, 0, size, fill, ink)
                x = min(max(place.x, len(said) * size * 0.34), self.width - len(said) * size * 0.34)
                yield Piece(f"called|{number}", words, x, place.y + self.size.plate[1] / 2 + size * 0.85)

    def called(self, own: Sequence[Card], board: Sequence[Card]) -> str:
        """A hand in a few words, in each order that counts; "" if there are too few cards."""
        words: list[str] = []
        for made in (self.room.high, self.room.low):
            if made is None:
                continue
            order = order_of(made.order)
            if len(own) + len(board) < order.size or (made.own and len(board) < order.size - made.own):
                return ""
            best = best_hand(made, own, board)
            if best.strength:
                said = order.describe(best.strength)
                words.append(f"low {said}" if words and " low" not in said else said)
        return "; ".join(words)

    def _bets(self, seen: Seen, me: int) -> Iterator[Piece]:
        """Each player's bet in this round."""
        for wager in seen.get("wagers", ()):
            if wager.get("spot", "") == POT:
                continue
            number, kind = wager["position"], wager["kind"]
            if not 1 <= number <= self.seats:
                continue
            place = self.place(number, me)
            drawn = stack(wager["amount"], 0, number == me, self.size.chip, marked=_MARKS.get(kind, ""))
            id = f"chips|{number}|{kind}|{wager.get('spot', '')}"
            yield Piece(id, drawn, *place.bets, "laid", kin=f"chips|{number}")

    def _pots(self, seen: Seen) -> Iterator[Piece]:
        put = {wager["position"]: wager["amount"] for wager in seen.get("wagers", ()) if wager.get("spot", "") == POT}
        live = [held["position"] for held in seen.get("hands", ()) if held.get("live", True)]
        if not put or not live:
            return
        back, pots = pots_of(put, [one for one in live if one in put])
        each = [pot.amount for pot in pots] or [0]
        each[-1] += sum(back.values())
        rake = self.room.rake(sum(pot.amount for pot in pots), seen.get("street", 0))
        size, chip = self.size.words * 0.98, self.size.chip
        for number, amount in enumerate(each):
            name = "Pot" if len(each) == 1 else "Main pot" if not number else f"Side pot {number}"
            caption = f"{name} {dollars(amount)}" + (f" · rake {dollars(rake)}" if rake and not number else "")
            words = (
                text(0, chip * 2.4, caption, size)
                if self.narrow
                else text(chip * 1.5, 0, caption, size, anchor="start")
            )
            yield Piece(f"pot|{number}", stack(amount, radius=chip) + words, *self._pot_at(number, len(each)), "laid")

    def _pot_at(self, number: int, pots: int) -> tuple[float, float]:
        """A pot's position: stacked next to the board or, in a narrow picture, side by side below it."""
        apart = number - (pots - 1) / 2
        (x, _), y, card = self.size.middle, self._board_y, self.size.board
        if self.narrow:
            return x + apart * 84, y + (HEIGHT * card / 2 + self.size.chip * 2.2 if self.community else 20)
        aside = (self.community / 2) * (CARD + 4) * card + 30 if self.community else -30
        return x + aside, y + apart * 52

    def _button(self, seen: Seen, me: int) -> Iterator[Piece]:
        button = seen.get("button", 0)
        if not 1 <= button <= self.seats:
            return
        place = self.place(button, me)
        wide, high = self.size.plate
        radius = high * 0.27
        disc = circle(0, 0, radius, f'fill="{IVORY}" stroke="{BLACK}"') + text(0, 0.5, "D", radius * 1.15, INK, 800)
        inward = -1 if place.x > self.size.middle[0] + 1 else 1
        yield Piece("button", disc, place.x + inward * (wide / 2 + radius + 3), place.y)


def _short(name: str, longest: int) -> str:
    return name if len(name) <= longest else name[: longest - 1] + "…"


FELT = PokerFelt
