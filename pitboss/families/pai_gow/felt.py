"""The felts of pai gow games played with cards: places for the set hands, and the dealer's hands in the middle.

Position 1 is at the dealer's right, because places are numbered counterclockwise. Each place shows its wagers in the
rows given in rules.toml (`[felt] rows`) and its hands below them, the largest in a row of its own; until the hands are
set, all cards lie there together. Hands are named only when all their cards are visible.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pitboss.chapter.layout import Layout
from pitboss.families.pai_gow.round import DEALER, PaiGow
from pitboss.felts.card_table import CardTable, Seen
from pitboss.felts.cards import INDEX, WIDTH, fan, numbered, open_cards
from pitboss.felts.felt import Piece
from pitboss.felts.ink import BLACK, BRASS, INK, IVORY, text
from pitboss.felts.lettering import (
    PrintedTable,
    fitted,
    gathered,
    height_of,
    lines_of,
    name_of,
    outlines,
    pays_of,
    print_tables,
    words_of,
)
from pitboss.felts.places import Place, Spot

_ROW, _CARD, _BETWEEN, _DOWN = 52, 0.62, 14, 66
"""The height of a row of wagers, the scale of cards at a place, and the horizontal and vertical distance between hands.
"""
_SIZE = 11.5
_LONG = 15
"""Hand names longer than this are cut at the comma, before the ranks."""


class PaiGowFelt(CardTable):
    """The felt of a pai gow game played with cards."""

    game: PaiGow[Any]
    first_at_right = False
    small_in_a_row = 6

    def __init__(self, game: PaiGow[Any], seats: int, narrow: bool = False) -> None:
        layout = game.layout
        self.rows = _rows(layout)
        high = _ROW * len(self.rows)
        self.sizes = tuple(int(size) for size in layout.fact("set").values())
        self.spots_x, self.cards_x, self.cards_y = (-96.0, 32.0, 34.0) if narrow else (0.0, 0.0, high + 36.0)
        self.seat_at = (self.cards_x, self.cards_y + _DOWN + 54)
        self.place_height = max(high + 6, self.cards_y + _DOWN + 76)
        super().__init__(game, seats, narrow)

    # ---- Places

    @property
    def _room(self) -> float:
        """The width available for a place's cards."""
        return 176 if self.narrow else 148

    def spots_at_a_place(self) -> tuple[Spot, ...]:
        spots = []
        for at, row in enumerate(self.rows):
            apart = 52 if len(row) < 3 else 47
            for across, kind in enumerate(row):
                x = self.spots_x + (across - (len(row) - 1) / 2) * apart
                size = 24 if len(row) < 3 else 22
                spots.append(Spot(kind, x, 27 + at * _ROW, lines_of(self.layout, kind), "circle", size))
        return tuple(sorted(spots, key=lambda spot: list(self.layout.wagers).index(spot.wager)))

    def print_place(self, place: Place) -> str:
        printed = super().print_place(place)
        for at, (x, y, number, wide) in enumerate(self._hands_at(place, _CARD)):
            apart = min(4, (wide / (_CARD * place.scale) - WIDTH) / max(number - 1, 1) - WIDTH)
            printed += outlines(number, x, y, _CARD * place.scale, apart)
            printed += text(x, y, self.game.setting.names[at].upper(), 9 * place.scale, BRASS, 700, within=wide)
        return printed

    def _hands_at(self, place: Place, scale: float) -> list[tuple[float, float, int, float]]:
        """The middle, number of cards and width of each hand at a place. The largest hand has a row of its own."""
        largest = self.sizes.index(max(self.sizes))
        others = [at for at in range(len(self.sizes)) if at != largest]
        share = (self._room - _BETWEEN * (len(others) - 1)) / sum(self.sizes[at] for at in others)
        found: dict[int, tuple[float, float, int, float]] = {}
        x, y = place.at(self.cards_x, self.cards_y)
        found[largest] = (x, y, self.sizes[largest], self._room * place.scale)
        left = self.cards_x - self._room / 2
        for at in others:
            wide = share * self.sizes[at]
            middle, below = place.at(left + wide / 2, self.cards_y + _DOWN)
            found[at] = (middle, below, self.sizes[at], wide * place.scale)
            left += wide + _BETWEEN
        return [found[at] for at in range(len(self.sizes))]

    # ---- The middle of the table

    @property
    def dealer_at(self) -> tuple[float, float, float, float]:
        """The middle, scale and width of the dealer's cards."""
        return (200, 62, 0.62, 240) if self.narrow else (600, 80, 1.0, 470)

    def stage_height(self) -> float:
        if self.narrow:
            return 132
        return max(226, 100 + height_of(self.pay_tables(), 2, _SIZE))

    def stage(self) -> str:
        _, y, scale, _ = self.dealer_at
        printed = ""
        for at, (middle, wide, number) in enumerate(self._dealer_hands()):
            printed += outlines(number, middle, y, scale, min(4, (wide / scale - WIDTH) / max(number - 1, 1) - WIDTH))
            printed += text(middle, y, self.game.setting.names[at].upper(), 10 * scale, BRASS, 700, within=wide)
        if self.narrow:
            return printed + text(200, self.crest - 8, self.rule, 11, IVORY, 600, serif=True, within=370)
        tables = print_tables(self.pay_tables(), [(150, 24), (846, 24)], 204, _SIZE)
        name = self.along("name", self.layout.rules.game.name.upper(), 46, 24, BRASS, 400)
        return printed + tables + name + self.along("rule", self.rule, 20, 15, reach=300)

    @property
    def rule(self) -> str:
        """How hands are compared, as printed on the felt."""
        need = "Both" if len(self.sizes) == self.game.compared["wins"] == 2 else f"{self.game.compared['wins']} of"
        hands = "hands" if need == "Both" else f"{len(self.sizes)} hands"
        return f"{need} {hands} must be higher: copies are the dealer's"

    def _dealer_hands(self) -> list[tuple[float, float, int]]:
        """The dealer's hands side by side, with each one's middle, width and number of cards."""
        x, _, scale, room = self.dealer_at
        between = 2 * _BETWEEN * scale
        share = (room - between * (len(self.sizes) - 1)) / sum(self.sizes)
        left, found = x - room / 2, []
        for size in self.sizes:
            found.append((left + share * size / 2, share * size, size))
            left += share * size + between
        return found

    def pay_tables(self) -> list[PrintedTable]:
        named = []
        for kind in self.layout.wagers:
            odds = self.layout.odds_table(kind)
            rows = tuple((words_of(row), pays_of(one)) for row, one in odds.items())
            if rows:
                named.append((name_of(self.layout, kind), rows))
        return gathered(sorted(named, key=lambda one: -len(one[1])))

    # ---- Cards

    def cards_and_marks(self, seen: Seen, me: int, focus: int) -> Iterator[Piece]:
        for hand in seen.get("hands", ()):
            if hand["box"] == DEALER:
                yield from self._dealer(hand)
            elif 1 <= hand["box"] <= self.boxes:
                place = self.place(hand["box"], focus)
                yield from self._small_hand(hand, place) if place.small else self._hand(hand, place)

    def _dealer(self, hand: Seen) -> Iterator[Piece]:
        cards = [*hand.get("cards", ()), *hand.get("down", ())]
        x, y, scale, room = self.dealer_at
        pieces = numbered("dealer", cards)
        if not hand.get("parts"):
            yield from fan(pieces, x, y, scale, room, sum(self.sizes))
            return
        begins, named = 0, self._named(cards)
        for at, (middle, wide, number) in enumerate(self._dealer_hands()):
            small = min(scale, wide / (WIDTH + INDEX * (number - 1)))
            yield from fan(pieces[begins : begins + number], middle, y, small, wide, number)
            if named:
                size = 10.5 if self.narrow else 13
                yield self._name("dealer", at, named[at], wide + _BETWEEN * scale, size, middle, y + 50 * scale)
            begins += number

    def _hand(self, hand: Seen, place: Place) -> Iterator[Piece]:
        box, fate = hand["box"], hand.get("fate", "")
        cards = [*hand.get("cards", ()), *hand.get("down", ())]
        pieces, size = numbered(str(box), cards), 10.5 * min(place.scale, 1.15)
        x, y = place.at(self.cards_x, self.cards_y)
        if fate or not hand.get("parts"):
            yield from fan(pieces, x, y, _CARD * place.scale, self._room * place.scale, sum(self.sizes))
            if fate:
                yield Piece(f"fate|{box}", fitted(words_of(fate), self._room * place.scale, size, BLACK, IVORY), x, y)
            return
        begins, named = 0, self._named(cards)
        for at, (middle, below, number, wide) in enumerate(self._hands_at(place, _CARD)):
            small = min(_CARD * place.scale, wide / (WIDTH + INDEX * (number - 1)))
            yield from fan(pieces[begins : begins + number], middle, below, small, wide, number)
            if named:
                yield self._name(str(box), at, named[at], wide, size, middle, below + 30 * place.scale)
            begins += number

    def _name(self, whose: str, at: int, words: str, room: float, size: float, x: float, y: float) -> Piece:
        short = words if len(words) <= _LONG else words.partition(",")[0]
        return Piece(f"name|{whose}|{at}", fitted(short, room, size, IVORY, INK), x, y)

    def _small_hand(self, hand: Seen, place: Place) -> Iterator[Piece]:
        box, fate = hand["box"], hand.get("fate", "")
        cards = [*hand.get("cards", ()), *hand.get("down", ())]
        yield from fan(numbered(str(box), cards), place.x, place.y + 34, 0.4, place.width - 10, sum(self.sizes))
        if fate:
            yield Piece(f"fate|{box}", fitted(words_of(fate), place.width - 8, 10, BLACK, IVORY), place.x, place.y + 34)

    def _named(self, written: Sequence[str]) -> tuple[str, ...]:
        """The names of the set hands if all their cards are visible, or "foul" for each hand in a foul setting."""
        own = open_cards(written)
        if not own:
            return ()
        parts = self.game.setting.split(own)
        return ("foul",) * len(parts) if self.game.foul(parts) else self.game.hand_names(parts)


def _rows(layout: Layout) -> list[tuple[str, ...]]:
    """The rows of wagers offered on this layout."""
    rows = [tuple(kind for kind in row if kind in layout.wagers) for row in layout.rules.felt.rows]
    return [row for row in rows if row]


FELT = PaiGowFelt
