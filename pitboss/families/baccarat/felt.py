"""The felts of baccarat: bands along the table, with a part for every seat, and the two hands in the middle.

At the large table seats are numbered counterclockwise, as the shoe passes; at the small one they are numbered from the
dealer's left. Vigorish owed is in the numbered box of its seat. The hands themselves show the winner once neither will
draw another card.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.equipment import FACE_DOWN, Card
from pitboss.families.baccarat.coup import NO_CARD
from pitboss.families.baccarat.roads import board_svg, results_of, statistics
from pitboss.families.baccarat.round import Baccarat
from pitboss.families.baccarat.scoreboard import scoreboards
from pitboss.felts.card_table import CardTable, Seen
from pitboss.felts.cards import HEIGHT, WIDTH, card_svg, numbered, open_cards
from pitboss.felts.chips import stack
from pitboss.felts.felt import Area, Piece
from pitboss.felts.ink import BLACK, BRASS, INK, IVORY, SHADE, circle, group, polygon, rect, text
from pitboss.felts.lettering import (
    AMBER,
    PrintedTable,
    Rows,
    fitted,
    height_of,
    lines_of,
    outlines,
    pays_of,
    print_table,
    print_tables,
)
from pitboss.felts.places import Place, Spot, middle

HANDS = ("player", "banker")
RESULTS = {"player": ("#2f6fc4", "P"), "banker": ("#b3202a", "B"), "tie": ("#2c8a56", "T")}
"""How the bead plate shows a result: its colour and letter."""
RED, BLUE = "#7a1620", "#173f7d"
_BEADS = 6
_SIZE = 11.0


class BaccaratFelt(CardTable):
    """The felt of baccarat-punto banco and mini-baccarat."""

    game: Baccarat[Any]
    tints: ClassVar[Mapping[str, str]] = {"banker_hand": RED, "player_hand": BLUE}
    """The game's main wagers, each with the colour of its band."""
    large = 1.0
    small_height: float = 68
    widest: float = 190

    def __init__(self, game: Baccarat[Any], seats: int, narrow: bool = False) -> None:
        layout = game.layout
        self.bands = [(kinds, self._height(kinds) * (1.1 if narrow else 1)) for kinds in _rows(layout)]
        high = sum(high for _, high in self.bands)
        self.seat_at = (0, high + 24)
        self.place_height = high + 46
        super().__init__(game, seats, narrow)
        self.first_at_right = not self.game.has_curator

    # ---- The places

    def _height(self, kinds: Sequence[str]) -> float:
        """The height of a band: the two hands have the tallest bands, followed by the tie."""
        return 52 if kinds[0] in self.tints else 40 if "tie" in kinds else 34

    def scale_of_places(self) -> float:
        return 1

    @property
    def _wide(self) -> float:
        """The width of one seat's part in a band."""
        return self.width - 40 if self.narrow else self.column

    def spots_at_a_place(self) -> tuple[Spot, ...]:
        spots, top = [], 0.0
        for kinds, high in self.bands:
            part = self._wide / len(kinds)
            for at, kind in enumerate(kinds):
                lines = lines_of(self.layout, kind)
                x = (at - (len(kinds) - 1) / 2) * part
                spots.append(Spot(kind, x, top + high / 2, lines, "box", min(part, high) / 2))
            top += high
        return tuple(reversed(spots))

    def _part(self, x: float, y: float, width: float, high: float, place: Place) -> list[tuple[float, float]]:
        """The corners of a sector's part around a point. Bands follow the arc of the table seat by seat."""
        half = self._wide / 2
        ends = (place.y, place.y) if self.narrow else (self.arc(place.x - half), self.arc(place.x + half))
        level, slope = sum(ends) / 2 + y, (ends[1] - ends[0]) / self._wide
        left, right = x - width / 2, x + width / 2
        return [
            (place.x + left, level - high / 2 + slope * left),
            (place.x + right, level - high / 2 + slope * right),
            (place.x + right, level + high / 2 + slope * right),
            (place.x + left, level + high / 2 + slope * left),
        ]

    def _corners(self, spot: Spot, place: Place) -> list[tuple[float, float]]:
        kinds, high = next(band for band in self.bands if spot.wager in band[0])
        return self._part(spot.x, spot.y, self._wide / len(kinds), high, place)

    def area(self, spot: Spot, place: Place, position: int, called: str) -> Area:
        corners = self._corners(spot, place)
        x, y = middle(corners)
        return self.area_at(spot, place, position, called, x, y, polygon(corners), corners[1][0] - corners[0][0])

    def lies(self, seen: Seen, wager: Seen, place: Place) -> tuple[float, float]:
        spot = next(spot for spot in self.spots if spot.wager == wager["kind"])
        x, y = middle(self._corners(spot, place))
        # Where there is room, chips are next to the name of the wager.
        alone = any(kinds == (wager["kind"],) for kinds, _ in self.bands)
        aside = self._wide * 0.37 if alone and self._wide > 140 else 0
        return x - place.x + aside, y - place.y - 4

    # ---- What is printed

    def print_place(self, place: Place) -> str:
        drawn = ""
        for spot in self.spots:
            corners = self._corners(spot, place)
            fill, strength = (self.tints[spot.wager], 0.75) if spot.wager in self.tints else (SHADE, 0.55)
            how = f'fill="{fill}" fill-opacity="{strength}" stroke="{IVORY}" stroke-opacity="0.75" stroke-width="1.3"'
            drawn += polygon(corners, how)
            x, y = middle(corners)
            room = (corners[1][0] - corners[0][0]) * 0.86
            main = spot.wager in self.tints or spot.wager == "tie"
            size = min(17 if main else 12, *(room / len(line) / (0.84 if main else 0.7) for line in spot.lines))
            first = y - (len(spot.lines) - 1) * size * 0.55
            for at, line in enumerate(spot.lines):
                drawn += text(x, first + at * size * 1.1, line, size, IVORY, 700, serif=main, spacing=0.4 * main)
        return drawn

    def _hand_at(self, hand: str) -> tuple[float, float, float]:
        side = -1 if hand == "player" else 1
        return (200 + side * 84, 132, 0.66) if self.narrow else (600 + side * 132, 92, 1.0)

    def stage_height(self) -> float:
        if self.narrow:
            return 180
        several, flat = self._tables()
        return max(262.0, 206 + height_of(several, 1, _SIZE), 92 + flat.height(_SIZE))

    def stage(self) -> str:
        drawn = ""
        for hand in HANDS:
            x, y, scale = self._hand_at(hand)
            words = hand.upper()
            drawn += text(x, y - 56 * scale, words, 16 * scale**0.5, BRASS, 700, serif=True, spacing=3 * scale)
            drawn += outlines(2, x, y, scale)
        if self.narrow:
            return drawn + self._bead_frame()
        several, flat = self._tables()
        drawn += print_tables(several, [(172, 144)], 150, _SIZE) + print_table(flat, 888, 24, 150, _SIZE)
        drawn += self._numbered_boxes() + self._bead_frame()
        return drawn + self.along("name", self.layout.rules.game.name.upper(), 16, 20, BRASS, 300)

    @property
    def _box_width(self) -> float:
        return min(42.0, 380 / self.boxes)

    def _box_at(self, position: int) -> tuple[float, float]:
        """The position of a seat's numbered box, in the order of the seats."""
        aside = (position - (self.boxes + 1) / 2) * self._box_width
        return self.width / 2 + (-aside if self.first_at_right else aside), 188.0

    def _numbered_boxes(self) -> str:
        if not (self.game.deferred and self._takes_vigorish):
            return ""
        half = self._box_width / 2 - 1.5
        drawn = text(600, 166, "VIGORISH OWED", 9.5, IVORY, 600, spacing=2)
        for position in range(1, self.boxes + 1):
            x, y = self._box_at(position)
            drawn += rect(x - half, y - 13, 2 * half, 26, f'fill="{SHADE}" stroke="{IVORY}" stroke-opacity="0.5"', 3)
            drawn += text(x, y, str(position), 11, IVORY, 600)
        return drawn

    @property
    def _beads_at(self) -> tuple[float, float, float, int]:
        """The corner of the bead plate, the side of a cell, and the number of columns."""
        return (100, 17, 9.4, 21) if self.narrow else (172, 26, 15.5, 9)

    def _bead_frame(self) -> str:
        x, y, cell, columns = self._beads_at
        how = f'fill="{BLACK}" fill-opacity="0.45" stroke="{BRASS}" stroke-opacity="0.5"'
        return rect(x - 3, y - 3, cell * columns + 6, cell * _BEADS + 6, how, 5)

    # ---- Odds

    def pay_tables(self) -> list[PrintedTable]:
        several, flat = self._tables()
        return [flat, *several]

    def _tables(self) -> tuple[list[PrintedTable], PrintedTable]:
        """Pay tables with several rows, plus one table for all wagers with a single payoff."""
        several: dict[Rows, str] = {}
        flat: list[tuple[str, str]] = []
        for kind in self.layout.wagers:
            name = " ".join(lines_of(self.layout, kind)).capitalize()
            odds = self.layout.odds_table(kind)
            if "" in odds:
                flat += [(f"{name}, {row}" if row else name, pays_of(one)) for row, one in odds.items()]
            else:
                several[tuple((_bonus_row(row), pays_of(one)) for row, one in odds.items())] = "Bonus pays"
        half = self.game.rules.half
        if half is not None and not half.outcome:
            flat.append((f"Banker {half.count}, {'/'.join(map(str, half.cards))} cards", "push"))
        if self._takes_vigorish:
            flat.append(("Vigorish, banker", f"{self.layout.option('vigorish_pct')}%"))
        return [PrintedTable(title, rows) for rows, title in several.items()], PrintedTable("Pays", tuple(flat))

    @property
    def _takes_vigorish(self) -> bool:
        return self.layout.option("banker_variant") in (None, "vigorish")

    # ---- Seats, chips, vigorish

    def frame(self, id: str, place: Place, how: str) -> Piece:
        """A frame around a seat's parts of all bands."""
        if self.narrow:
            return super().frame(id, place, how)
        high = sum(high for _, high in self.bands)
        around = [(x - place.x, y - place.y) for x, y in self._part(0, high / 2, self._wide, high, place)]
        return Piece(id, polygon(around, f'fill="none" stroke="{BRASS}" stroke-width="4"'), place.x, place.y)

    def seat(self, place: Place, seat: Seen | None, mine: bool) -> Piece:
        if self.narrow or seat is None:
            return super().seat(place, seat, mine)
        ink, fill = (INK, BRASS) if mine else (IVORY, BLACK)
        wide = min(self.column - 6, 132)
        x, y = place.x, max(self.arc(place.x - wide / 2), self.arc(place.x + wide / 2)) + self.seat_at[1]
        plate = (
            rect(-wide / 2, -17, wide, 34, f'fill="{fill}" fill-opacity="0.92"', 7)
            + text(0, -7, f"{place.box} {seat['name']}", 11.5, ink, 700, within=wide - 8)
            + text(0, 8, dollars(seat["rack"]), 11.5, ink, 600, within=wide - 8)
        )
        return Piece(f"seat|{place.box}", plate, x, y)

    def small_stack(self, place: Place, wagers: Sequence[Seen]) -> Piece:
        """Add the wagers' letters to their total."""
        printed = [self.layout.rules.felt.wagers.get(wager["kind"], ("+",)) for wager in wagers]
        letters = "".join(dict.fromkeys(lines[0][0] for lines in printed))
        drawn = stack(sum(wager["amount"] for wager in wagers), radius=8, marked=letters)
        return Piece(f"chips|all|{place.box}", drawn, place.x, place.y + 30, "laid")

    def _owed(self, marker: Seen, place: Place) -> Piece:
        """The vigorish in a seat's numbered box, or beside the seat on felts without such boxes."""
        words, (x, y), room, size = dollars(marker["amount"]), self._box_at(place.box), self._box_width - 4, 11.0
        if place.small:
            x, y, room, size = place.x, place.y + 55, place.width - 8, 9.0
        elif self.narrow:
            words, x, y, room = f"owes {words}", place.x + 132, place.y + self.seat_at[1], 90
        return Piece(f"owed|{place.box}", fitted(words, room, size, AMBER, INK), x, y, "laid")

    # ---- Cards

    def cards_and_marks(self, seen: Seen, me: int, focus: int) -> Iterator[Piece]:
        cards = {hand: self.cards_of(seen, hand) for hand in HANDS}
        known = {hand: open_cards(cards[hand]) or () for hand in HANDS}
        winner = self._winner(seen, known["player"], known["banker"])
        for hand in HANDS:
            yield from self._hand(hand, cards[hand])
            if known[hand]:
                yield self._count(hand, known[hand], winner)
        if winner == "tie":
            _, y, scale = self._hand_at("player")
            yield Piece("tie", fitted("TIE", 60, 13, BRASS, INK), self.width / 2, y + 42 * scale)
        for at, (id, card) in enumerate(numbered("kept", seen.get("kept", ()))):
            x, y = (338.0, 88.0) if self.narrow else (1080.0, 136.0)
            yield Piece(f"card|{id}", card_svg(card, 0.42), x - 28 * at, y, "dealt")
        yield from self._beads(seen)
        for marker in seen.get("owed", ()):
            if 1 <= marker["position"] <= self.boxes:
                yield self._owed(marker, self.place(marker["position"], focus))
        if 1 <= seen.get("curator", 0) <= self.boxes:
            yield self._curator(self.place(seen["curator"], focus))

    def _hand(self, hand: str, cards: Sequence[str]) -> Iterator[Piece]:
        """The first two cards side by side, with a third card crosswise on the outside."""
        x, y, scale = self._hand_at(hand)
        outer = -1 if hand == "player" else 1
        third = x + outer * (WIDTH + 6 + HEIGHT / 2) * scale
        for at, (id, card) in enumerate(numbered(hand, cards)):
            left, down, turn = (x + (at - 0.5) * 64 * scale, y, 0) if at < 2 else (third, y + 12 * scale, 90)
            drawn = card_svg(card, scale)
            # Cards dealt face down are turned the way players do it: slowly, from one edge.
            squeezed = self.game.face_down and card != FACE_DOWN
            yield Piece(
                f"card|{id}", f'<g data-squeeze="">{drawn}</g>' if squeezed else drawn, left, down, "dealt", turn
            )

    def _count(self, hand: str, cards: tuple[Card, ...], winner: str) -> Piece:
        x, y, scale = self._hand_at(hand)
        inner = 1 if hand == "player" else -1
        won = winner == hand
        fill, ink = (BRASS, INK) if won else (BLACK, IVORY)
        radius = 21 * scale**0.5
        drawn = circle(0, 0, radius, f'fill="{fill}" stroke="{IVORY}"')
        drawn += text(0, 1, str(self.game.rules.point_count(cards)), radius * 1.2, ink, 800)
        if won:
            drawn += group(fitted("WINS", 60, 11, BRASS, INK), 0, radius + 9)
        enters = "squeezed" if self.game.face_down else "appear"
        return Piece(f"count|{hand}", drawn, x + inner * (WIDTH + 34) * scale, y - 8 * scale, enters)

    def cards_of(self, seen: Seen, hand: str) -> list[str]:
        """The cards of a hand, in the order in which they are placed."""
        return [*seen.get(hand, ()), *seen.get(f"{hand}_down", ())]

    def _winner(self, seen: Seen, player: tuple[Card, ...], banker: tuple[Card, ...]) -> str:
        """The winning hand or a tie, or "" while a hand still draws or cannot be seen."""
        if len(player) < 2 or len(banker) < 2:
            return ""
        rules = self.game.rules
        first = rules.point_count(player[:2]), rules.point_count(banker[:2])
        if not any(rules.natural(count, 2) for count in first):
            third = rules.value(player[2]) if len(player) > 2 else NO_CARD
            if rules.player_draws[first[0]] and len(player) < 3:
                return ""
            if rules.banker_draws[first[1], third] and len(banker) < 3:
                return ""
        return rules.coup(player, banker).winner

    def _beads(self, seen: Seen) -> Iterator[Piece]:
        """The bead plate: as many of this shoe's latest results as fit, going down each column."""
        x, y, cell, columns = self._beads_at
        results = list(enumerate(seen.get("results", ())))
        gone = max(0, -(-len(results) // _BEADS) - columns) * _BEADS
        for number, result in results[gone:]:
            across, down = divmod(number - gone, _BEADS)
            color, letter = RESULTS[result["winner"]]
            drawn = circle(0, 0, cell * 0.44, f'fill="{color}" stroke="{IVORY}" stroke-width="0.6"')
            drawn += text(0, 0.4, letter, cell * 0.58, "#ffffff", 800)
            yield Piece(f"bead|{number}", drawn, x + cell * (across + 0.5), y + cell * (down + 0.5))

    def scoreboard(self, seen: Seen) -> tuple[str, Sequence[str]]:
        """The roads that players read, and the results of this shoe in words."""
        boards = scoreboards(results_of(seen), self.layout.fact("scoreboard")["rows"])
        return board_svg(boards), statistics(boards, self.game.rules.natural)

    def _curator(self, place: Place) -> Piece:
        """The marker of the player who has the shoe."""
        drawn = fitted("SHOE", 40, 8.5, AMBER, INK)
        if place.small:
            return Piece("curator", drawn, place.x, place.y)
        y = self.arc(place.x) if not self.narrow else place.y
        return Piece("curator", drawn, place.x, y + self.seat_at[1] + 21)


def _rows(layout: Layout) -> list[tuple[str, ...]]:
    """Each band's wagers, from the dealer's side to the players': first the others, then the main wagers as printed."""
    printed = layout.rules.felt.rows
    more = [(kind,) for kind in layout.wagers if not any(kind in row for row in printed)]
    offered = [tuple(kind for kind in row if kind in layout.wagers) for row in (*more, *printed)]
    return [row for row in offered if row]


def _bonus_row(row: str) -> str:
    return f"Win by {row}" if row.isdecimal() else row.capitalize()


FELT = BaccaratFelt
