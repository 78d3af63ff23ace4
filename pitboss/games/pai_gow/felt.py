"""The felt of pai gow: tiles, the woodpile and the shaker next to the dealer, and the bank in view of everyone.

Each place has its wager spot and its four tiles below it: in a row until they are set, then the high hand and the low
hand apart, each with its name once it is visible. Place 1 is at the dealer's right. The bank's box names the banker and
the wagers against the bank; a plate marks the banker's place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.equipment import FACE_DOWN, PAI_GOW, Tile
from pitboss.families.pai_gow.bank_felt import bank_box, bank_marker, bank_text
from pitboss.felts.card_table import CardTable, Seen
from pitboss.felts.cards import card_svg
from pitboss.felts.chips import RADIUS, stack
from pitboss.felts.dice import die
from pitboss.felts.felt import Piece
from pitboss.felts.furniture import level_svg, scaled
from pitboss.felts.ink import BLACK, BRASS, INK, IVORY, SHADE, circle, rect, text
from pitboss.felts.lettering import AMBER, PrintedTable, fitted, height_of, lines_of, pays_of, print_tables
from pitboss.felts.places import Place, Spot
from pitboss.felts.tiles import HEIGHT, WIDTH, tile_back_svg
from pitboss.games.pai_gow.round import PaiGowTiles

MAIN, BANK, DEALER_WAGER, DICE_WAGER = "main", "bank", "dealer_wager", "dragons_eye_sum"
_OWN, _GAP, _APART = 4, 4, 12
"""The number of tiles in a hand, and the gaps between two tiles and between two hands."""
_TILE = 0.74
_SIZE = 11.5


class PaiGowFelt(CardTable):
    """The felt of Subchapter 10."""

    game: PaiGowTiles
    first_at_right = False

    def __init__(self, game: PaiGowTiles, seats: int, narrow: bool = False) -> None:
        layout = game.layout
        self.kinds = [kind for kind in (DICE_WAGER, MAIN) if kind in layout.wagers]
        self.tiles_y = 104.0
        self.seat_at = (0, 178)
        self.place_height = 202
        super().__init__(game, seats, narrow)

    # ---- Places

    def boxes_drawn(self) -> int:
        return max(self.seats, self.game.seats) if self.game.areas > 1 else self.seats

    def spots_at_a_place(self) -> tuple[Spot, ...]:
        apart = 58
        spots = [
            Spot(kind, (at - (len(self.kinds) - 1) / 2) * apart, 28, lines_of(self.layout, kind), "circle", 26)
            for at, kind in enumerate(self.kinds)
        ]
        return tuple(sorted(spots, key=lambda spot: spot.wager != MAIN))

    def print_place(self, place: Place) -> str:
        x, y = place.at(0, self.tiles_y)
        scale = self._tile * place.scale
        return super().print_place(place) + _outlines(x, y, scale)

    @property
    def _tile(self) -> float:
        return 0.8 if self.narrow else _TILE

    def claims(self, box: int, me: int) -> list[tuple[int, str]]:
        beside = self.game.areas > 1 and me and abs(box - me) == 1
        return [(box, ""), (me, str(box))] if beside else [(box, "")]

    def box_of(self, wager: Seen) -> int:
        spot = wager.get("spot", "")
        return int(spot) if spot.isdecimal() else int(wager["position"])

    def lies(self, seen: Seen, wager: Seen, place: Place) -> tuple[float, float]:
        """Draw a bank where its player's wager would be."""
        return super().lies(seen, {**wager, "kind": MAIN} if wager["kind"] == BANK else wager, place)

    # ---- The middle of the table

    @property
    def dealer_at(self) -> tuple[float, float, float]:
        return (200, 64, 0.86) if self.narrow else (600, 74, 1.12)

    @property
    def _bank_at(self) -> tuple[float, float, float]:
        return (200, 158, 0.94) if self.narrow else (600, 186, 1.0)

    def stage_height(self) -> float:
        if self.narrow:
            return 218
        return max(286, 110 + height_of(self.pay_tables(), 2, _SIZE))

    def stage(self) -> str:
        x, y, scale = self.dealer_at
        printed = _outlines(x, y, scale) + bank_box(*self._bank_at)
        rule = "Both hands must be higher: copies are the bank's"
        if self.narrow:
            return printed + text(200, self.crest - 14, rule, 11, IVORY, 600, serif=True, within=370)
        tables = print_tables(self.pay_tables(), [(176, 24), (820, 24)], 204, _SIZE)
        name = self.along("name", self.layout.rules.game.name.upper(), 46, 26, BRASS, 400)
        return printed + tables + name + self.along("rule", rule, 20, 15, reach=320)

    def pay_tables(self) -> list[PrintedTable]:
        percent = f"{self.layout.option('vigorish_pct')}%"
        pays = PrintedTable("Pays", (("Both higher", "1 to 1"), ("Vigorish on a win", percent), ("One higher", "push")))
        order = PrintedTable("Ranking", tuple((what, of) for what, of in self._ranking()))
        if DICE_WAGER not in self.layout.wagers:
            return [order, pays]
        rows = tuple((f"Dice {total}", pays_of(odds)) for total, odds in self.layout.odds_table(DICE_WAGER).items())
        return [order, pays, PrintedTable("Dragon's eye", rows)]

    def _ranking(self) -> Iterator[tuple[str, str]]:
        """The ranking of hands as printed on the felt, from high to low."""
        first, second = (kind.replace("_", " ").title() for kind in self.layout.fact("pair_rank")[:2])
        yield "Pairs", f"{first}, {second} …"
        for name, tile in (("wong", "nine"), ("gong", "eight")):
            yield name.title(), f"{', '.join(kind.title() for kind in self.layout.fact(name)['of'])} + {tile}"
        yield "9 to 0", "then the high tile"

    # ---- Woodpile and shaker

    def furniture_printed(self) -> str:
        size = self._furniture
        pile = rect(-46, -34, 92, 68, f'fill="#1d0d10" stroke="{IVORY}" stroke-opacity="0.5"', 6)
        pile += text(0, -24, "WOODPILE", 10, IVORY, 700, spacing=0.8)
        for at in range(4):
            pile += scaled(tile_back_svg(), 0.3, -27 + at * 18, 6)
        cup = circle(0, 0, 34, f'fill="{BLACK}" stroke="{BRASS}" stroke-opacity="0.7" stroke-width="2"')
        cup += "".join(die(face, 15, x=x, y=y) for face, x, y in ((5, -11, -7), (3, 10, -6), (1, 0, 11)))
        if self.layout.option("dice_method") != "shaker":
            cup = rect(-36, -24, 72, 48, f'fill="{BLACK}" stroke="{BRASS}"', 6) + text(0, 0, "1 - 8", 16, AMBER, 700)
        return scaled(pile, size, *self._shoe_at) + scaled(cup, size, *self._rack_at)

    def furniture(self, seen: Seen) -> Iterator[Piece]:
        """The number of tiles left to deal."""
        if (shoe := seen.get("shoe")) and 0 < shoe["left"] < PAI_GOW.size:
            level = scaled(level_svg(shoe["left"], PAI_GOW.size, 72), self._furniture)
            yield Piece("shoe", level, *self._shoe_at)

    # ---- Tiles and marks

    def cards_and_marks(self, seen: Seen, me: int, focus: int) -> Iterator[Piece]:
        yield from self._bank(seen, focus)
        for hand in seen.get("hands", ()):
            if hand["box"] == 0:
                x, y, scale = self.dealer_at
                yield from self._hand(hand, x, y, scale, 12.5 if not self.narrow else 10.5)
            elif 1 <= hand["box"] <= self.boxes:
                place = self.place(hand["box"], focus)
                if place.small:
                    yield from self._hand(hand, place.x, place.y + 34, (place.width - 10) / _wide(1), 0)
                else:
                    x, y = place.at(0, self.tiles_y)
                    yield from self._hand(hand, x, y, self._tile * place.scale, 11 * min(place.scale, 1.15))

    def _hand(self, hand: Seen, x: float, y: float, scale: float, size: float) -> Iterator[Piece]:
        """Four tiles, in a row or split into two hands; visible hands are named."""
        tiles: list[str] = [*hand.get("cards", ()), *hand.get("down", ())]
        parts = hand.get("parts")
        between = _APART if parts else _GAP
        lefts = [
            _GAP * (at - 1.5) + WIDTH * (at - 1.5) + (between - _GAP) / 2 * (1 if at > 1 else -1) for at in range(4)
        ]
        for at, (tile, across) in enumerate(zip(tiles, lefts, strict=False)):
            yield Piece(f"card|{hand['box']}|{at}", _drawn(tile, scale), x + across * scale, y, "dealt")
        if not size:
            return
        below, half = y + HEIGHT * scale / 2 + size * 0.95, (WIDTH + _APART / 2 + 2) * scale
        if fate := hand.get("fate"):
            yield Piece(f"fate|{hand['box']}", fitted(fate, 2 * half, size, BLACK, IVORY), x, below)
        elif parts:
            seen = [tiles[:2], tiles[2:]]
            for at, (pair, side) in enumerate(zip(seen, (-1, 1), strict=True)):
                known = FACE_DOWN not in pair
                words = self._named(pair) if known else self.game.setting.names[at]
                fill, ink = (IVORY, INK) if known else (BLACK, IVORY)
                middle = x + side * half
                yield Piece(f"name|{hand['box']}|{at}", fitted(words, 2 * half - 4, size, fill, ink), middle, below)

    def _named(self, pair: Sequence[str]) -> str:
        return self.game.ranking.named(Tile(pair[0]), Tile(pair[1]))

    def _bank(self, seen: Seen, focus: int) -> Iterator[Piece]:
        """The bank's box and plate, and the dealer's wager against the bank."""
        x, y, scale = self._bank_at
        banker = seen.get("banker", 0)
        yield Piece("bank", bank_text(seen, MAIN, scale), x, y)
        if 1 <= banker <= self.boxes:
            yield bank_marker(self.place(banker, focus), bool(seen.get("co")), 0, 60)
        for wager in seen.get("wagers", ()):
            if wager["kind"] == DEALER_WAGER:
                dx, dy, size = self.dealer_at
                aside = dx + (_wide(1) / 2 + 34) * size
                yield Piece(f"chips|0|{DEALER_WAGER}|", stack(wager["amount"], radius=RADIUS * 0.9), aside, dy, "laid")


def _drawn(tile: str, scale: float) -> str:
    return scaled(tile_back_svg(), scale) if tile == FACE_DOWN else card_svg(tile, scale)


def _wide(scale: float) -> float:
    """The width of four tiles set as two hands."""
    return (_OWN * WIDTH + 2 * _GAP + _APART) * scale


def _outlines(x: float, y: float, scale: float) -> str:
    """The outlines of the two hands."""
    how = f'fill="{SHADE}" fill-opacity="0.35" stroke="{IVORY}" stroke-opacity="0.4" stroke-dasharray="3 3"'
    wide, high = (2 * WIDTH + _GAP + 4) * scale, (HEIGHT + 6) * scale
    apart = (_APART / 2 - 2) * scale
    return "".join(rect(x + at, y - high / 2, wide, high, how, 6) for at in (-apart - wide, apart))


FELT = PaiGowFelt
