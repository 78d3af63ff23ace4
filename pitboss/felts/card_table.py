"""The common parts of card table felts: places on an arc around a dealer, and what is on them.

1. A place belongs to one box. Its print is declared once, as `Spot`s relative to the middle of its upper edge
   (the dealer's side); every place is a moved and scaled copy. Place 1 is at the dealer's left, which is the right of
   the picture, since the dealer sits at the top facing down.
2. In the wide picture all places are side by side on an arc. In the narrow one (`upright`), the viewer's place is
   large and next to the dealer's cards, so that both are visible on a phone; all others are small, in a row below.
   For a bystander, the place whose turn it is becomes the large one.
3. A state is plain data that omits fields with default values.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from html import escape
from typing import Any

from pitboss.chapter.odds import dollars
from pitboss.equipment import STANDARD
from pitboss.felts.chips import RADIUS, stack
from pitboss.felts.felt import SHARED, Area, Felt, Piece
from pitboss.felts.furniture import level_svg, rack_svg, scaled, shoe_svg
from pitboss.felts.ink import (
    BLACK,
    BRASS,
    FELT,
    INK,
    IVORY,
    RAIL,
    SERIF,
    SHADE,
    circle,
    group,
    num,
    path,
    rect,
    table,
    text,
)
from pitboss.felts.lettering import AMBER, PrintedTable, height_of, in_short, meter_svg, print_tables
from pitboss.felts.places import PLACE, Place, Spot, named_above, outline, print_spot
from pitboss.table.game import Game

Seen = Mapping[str, Any]
"""A state, or a part of one, as `view` returns it."""

SAG = 112
"""How far the arc of places sags in the wide picture."""

_LONGEST_NAME = 12


class CardTable(Felt):
    """A table with a dealer, a shoe, and a place for each box."""

    place_height: float = 220
    seat_at: tuple[float, float] = (0, 200)
    """The position, relative to a place, of the plate with the player's name and chips."""
    large = 1.36
    "The scale of the large place in a narrow picture."
    small_height: float = 82
    small_in_a_row = 7
    widest: float = 216
    "The maximum width of a place in a wide picture."
    columns_below: tuple[int, float] = (2, 10.5)
    "The number of columns and the font size of pay tables at the foot of a picture."
    first_at_right = True
    "Whether place 1 is at the dealer's left."

    def __init__(self, game: Game[Any], seats: int, narrow: bool = False) -> None:
        super().__init__(game, seats)
        self.narrow = narrow
        self.width = 400 if narrow else 1200
        self.boxes = self.boxes_drawn()
        self.column = min((self.width - 52) / self.boxes, self.widest)
        self.spots = self.spots_at_a_place()
        self.crest = self.stage_height()
        self.shoe = (358.0, 46.0) if narrow else (1096.0, 76.0)
        self.discards = self._rack_at
        if self.one_large:
            self.mine_y = self.crest + 8
            self.others_y = self.mine_y + self.place_height * self.large + 10
            self.foot_y = self.others_y + self.small_height * self.small_rows
            columns, size = self.columns_below
            self.height = int(self.foot_y + height_of(self.tables_below(), columns, size) + 18)
        else:
            self.scale = self.scale_of_places()
            self.height = int(self.crest + self.place_height * self.scale + 36)

    @cached_property
    def upright(self) -> Felt:
        return self if self.narrow else type(self)(self.game, self.seats, narrow=True)

    # ---- Overridden by a game's felt

    @abstractmethod
    def spots_at_a_place(self) -> tuple[Spot, ...]:
        """The betting spots at every box; a click on a small place means the first one."""

    @abstractmethod
    def stage_height(self) -> float:
        """The y coordinate at which the places begin, below the dealer and the print in front of the dealer."""

    @abstractmethod
    def stage(self) -> str:
        """Draw what is printed between the dealer and the places."""

    @abstractmethod
    def cards_and_marks(self, seen: Seen, me: int, focus: int) -> Iterator[Piece]:
        """Yield the cards on the table and their labels."""

    @property
    def one_large(self) -> bool:
        """Whether one place is large and the others are small."""
        return self.narrow

    def boxes_drawn(self) -> int:
        return self.seats

    def scale_of_places(self) -> float:
        """The scale of the places in a wide picture."""
        return max(min(self.column / PLACE, 1.12), 0.5)

    def pay_tables(self) -> list[PrintedTable]:
        """The pay tables to print."""
        return []

    def tables_below(self) -> list[PrintedTable]:
        """The pay tables to print at the foot of the picture."""
        return self.pay_tables() if self.narrow else []

    def box_of(self, wager: Seen) -> int:
        """Return the box that a wager is on."""
        return int(wager["position"])

    def deciding(self, seen: Seen) -> int:
        """Return the box whose turn it is, or 0."""
        return int(seen.get("turn", 0))

    def own_box(self, me: int) -> int:
        """Return the box in front of a position."""
        return me

    def claims(self, box: int, me: int) -> list[tuple[int, str]]:
        """Return the positions that can bet on a box, its own included, with each one's name for it."""
        return [(box, "")]

    def lies(self, seen: Seen, wager: Seen, place: Place) -> tuple[float, float]:
        """Return where a wager lies within its place."""
        spot = next((one for one in self.spots if one.wager == wager["kind"]), None)
        return (spot.x, spot.y) if spot else (0, 0)

    def marked(self, wager: Seen) -> str:
        """Return a label for a wager in addition to its amount."""
        return ""

    # ---- Places

    @property
    def small_rows(self) -> int:
        return -(-(self.boxes - 1) // self.small_in_a_row)

    def arc(self, x: float) -> float:
        """Return the y coordinate of the arc of wide places."""
        return self.crest - SAG * ((x - self.width / 2) / (self.width / 2)) ** 2

    def place(self, box: int, focus: int) -> Place:
        """Return the place of a box; `focus` is the large one, if there is only one."""
        if not self.one_large:
            aside = ((self.boxes + 1) / 2 - box) * self.column
            x = self.width / 2 + (aside if self.first_at_right else -aside)
            return Place(box, x, self.arc(x), self.scale)
        if box == focus:
            return Place(box, self.width / 2, self.mine_y, self.large, width=(self.width - 26) / self.large)
        order = range(self.boxes, 0, -1) if self.first_at_right else range(1, self.boxes + 1)
        others = [other for other in order if other != focus]
        row, at = divmod(others.index(box), self.small_in_a_row)
        here = min(len(others) - row * self.small_in_a_row, self.small_in_a_row)
        width = min((self.width - 24) / min(len(others), self.small_in_a_row), 96)
        x = self.width / 2 + (at - (here - 1) / 2) * width
        return Place(box, x, self.others_y + row * self.small_height, 1, small=True, width=width)

    def focus(self, me: int, seen: Seen | None = None) -> int:
        """Return the box of the large place, if there is only one."""
        playing = sorted({self.box_of(wager) for wager in (seen or {}).get("wagers", ())})
        wanted = self.own_box(me) if me else self.deciding(seen or {}) or next(iter(playing), 1)
        return wanted if 1 <= wanted <= self.boxes else 1

    # ---- Areas

    def areas(self, me: int = SHARED) -> tuple[Area, ...]:
        if self.one_large and not me:
            return ()
        focus = self.focus(me)
        areas = []
        for box in range(1, self.boxes + 1):
            place = self.place(box, focus)
            for position, called in self.claims(box, me):
                if not place.small:
                    areas += [self.area(spot, place, position, called) for spot in self.spots]
                elif position == me:
                    areas.append(self.small_area(self.spots[0], place, position, called))
        return tuple(areas)

    def area(self, spot: Spot, place: Place, position: int, called: str) -> Area:
        x, y = place.at(spot.x, spot.y)
        size = spot.size * place.scale
        return self.area_at(spot, place, position, called, x, y, outline(spot.shape, x, y, size), 2 * size)

    def small_area(self, spot: Spot, place: Place, position: int, called: str) -> Area:
        """Return an area that covers a small place, for the game's main wager."""
        y = place.y + self.small_height / 2
        return self.area_at(spot, place, position, called, place.x, y, self._cell(place), place.width - 4)

    def area_at(
        self, spot: Spot, place: Place, position: int, called: str, x: float, y: float, shape: str, width: float
    ) -> Area:
        """Return the area of a spot with a custom shape."""
        name = self.layout.rules.wagers[spot.wager].name
        label = name if position == place.box else f"{name}, box {place.box}"
        odds = in_short(self.layout.odds_table(spot.wager))
        return Area(spot.wager, shape, x, y, called + spot.mark, position, label, odds, width, width)

    def _cell(self, place: Place, more: str = "", x: float | None = None, y: float | None = None) -> str:
        """Draw the outline of a small place, where the place is or around a given point."""
        middle, top = place.x if x is None else x, place.y if y is None else y
        return rect(middle - place.width / 2 + 2, top, place.width - 4, self.small_height - 6, more, 7)

    # ---- The printed layout

    def base(self) -> str:
        printed = [self.table_itself(), self.furniture_printed(), self.stage()]
        if self.one_large:
            printed += [self._printed_below(), self.print_place(self.place(1, 1))]
            how = f'fill="{SHADE}" stroke="{IVORY}" stroke-opacity="0.35"'
            printed += [self._cell(self.place(box, 1), how) for box in range(2, self.boxes + 1)]
        else:
            printed += [self.print_place(self.place(box, 0)) for box in range(1, self.boxes + 1)]
        return "".join(printed)

    def print_place(self, place: Place) -> str:
        """Draw what is printed at a place: its betting areas with their names."""
        return "".join(print_spot(spot, place) for spot in self.spots if spot.lines)

    def table_itself(self) -> str:
        if self.one_large:
            return table(self.width, self.height)
        edges = [
            (0, f'fill="{RAIL}"'),
            (6, f'fill="none" stroke="{BRASS}" stroke-opacity="0.55"'),
            (11, f'fill="{FELT}" stroke="#000" stroke-opacity="0.35" stroke-width="4"'),
        ]
        return "".join(path(self._edge(inset), how) for inset, how in edges)

    def _edge(self, inset: float) -> str:
        """Return the table's outline, straight on the dealer's side and curved on the players'."""
        left, right, top, bottom = inset, self.width - inset, inset, self.height - inset
        middle, straight = self.width / 2, self.height - inset - SAG * 1.35
        bend, reach = straight + SAG * 1.2, self.width * 0.3
        return (
            f"M{num(left + 20)} {num(top)}H{num(right - 20)}Q{num(right)} {num(top)} {num(right)} {num(top + 20)}"
            f"V{num(straight)}C{num(right)} {num(bend)} {num(middle + reach)} {num(bottom)} {num(middle)} {num(bottom)}"
            f"S{num(left)} {num(bend)} {num(left)} {num(straight)}V{num(top + 20)}"
            f"Q{num(left)} {num(top)} {num(left + 20)} {num(top)}Z"
        )

    def _printed_below(self) -> str:
        """Draw the pay tables at the foot of the picture."""
        columns, size = self.columns_below
        step = (self.width - 36 + 18) / columns
        corners = [(18 + at * step, self.foot_y + 4) for at in range(columns)]
        return print_tables(self.tables_below(), corners, step - 18, size)

    def along(self, name: str, words: str, above: float, size: float, fill: str = IVORY, reach: float = 420) -> str:
        """Draw words along the arc of a wide picture, `above` units above it."""
        middle = self.width / 2
        left, right = middle - reach, middle + reach
        ends, deepest = self.arc(left) - above, self.crest - above
        # Ids must be unique on the page, which may show several tables.
        id = f"arc-{self.layout.rules.game.id}-{self.boxes}-{self.crest:.0f}-{name}"
        curve = f"M{num(left)} {num(ends)}Q{num(middle)} {num(2 * deepest - ends)} {num(right)} {num(ends)}"
        return (
            f'<defs><path id="{id}" d="{curve}"/></defs><text font-family="{SERIF}" font-size="{num(size)}"'
            f' font-weight="700" fill="{fill}" letter-spacing="{num(size * 0.08)}" text-anchor="middle">'
            f'<textPath href="#{id}" startOffset="50%">{escape(words)}</textPath></text>'
        )

    # ---- Shoe, discard rack, meter

    @property
    def _shoe_at(self) -> tuple[float, float]:
        assert self.shoe is not None
        return self.shoe

    @property
    def _rack_at(self) -> tuple[float, float]:
        x, y = self._shoe_at
        return self.width - x, y

    @property
    def _furniture(self) -> float:
        return 0.62 if self.narrow else 1

    def furniture_printed(self) -> str:
        """Draw the shoe at the dealer's left and the discard rack at the right."""
        shoe, rack = shoe_svg(), rack_svg()
        return scaled(shoe, self._furniture, *self._shoe_at) + scaled(rack, self._furniture, *self._rack_at)

    def furniture(self, seen: Seen) -> Iterator[Piece]:
        """Yield the levels of the shoe and the discard rack, and the meter."""
        shoe = seen.get("shoe")
        if shoe:
            size = shoe["decks"] * STANDARD.size
            cut = text(0, 27, "CUTTING CARD OUT", 7.5, AMBER, 700) if shoe["cut_card_reached"] else ""
            left, discarded = level_svg(shoe["left"], size, 72) + cut, level_svg(shoe["discards"], size, 58)
            yield Piece("shoe", scaled(left, self._furniture), *self._shoe_at)
            yield Piece("discards", scaled(discarded, self._furniture), *self._rack_at)
        if seen.get("meter"):
            x, y, scale = (57.0, 83.0, 0.57) if self.narrow else (self._rack_at[0] - 4, 132.0, 0.84)
            yield Piece("meter", scaled(meter_svg(seen["meter"]), scale), x, y)

    # ---- Pieces

    def pieces(self, seen: Seen, me: int = SHARED) -> list[Piece]:
        focus = self.focus(me, seen)
        lying = [*self.furniture(seen), *self.whose(seen, me, focus)]
        return [*lying, *self.cards_and_marks(seen, me, focus), *self.chips(seen, me, focus)]

    def whose(self, seen: Seen, me: int, focus: int) -> Iterator[Piece]:
        """Yield the viewer's place, the place whose turn it is, and the seats with their players."""
        own, turn = self.own_box(me) if me else 0, self.deciding(seen)
        if 1 <= own <= self.boxes and not self.one_large:
            yield self.frame("mine", self.place(own, focus), f'fill="{IVORY}" fill-opacity="0.055"')
        if 1 <= turn <= self.boxes:
            yield self.frame("turn", self.place(turn, focus), f'fill="none" stroke="{AMBER}" stroke-width="2.5"')
        seated = {seat["number"]: seat for seat in seen.get("positions", ())}
        for box in range(1, self.boxes + 1):
            yield self.seat(self.place(box, focus), seated.get(box), box == me)

    def frame(self, id: str, place: Place, how: str) -> Piece:
        """Draw a frame around a place."""
        if place.small:
            return Piece(id, self._cell(place, how, 0, 0), place.x, place.y)
        width, height = place.width * place.scale, self.place_height * place.scale
        return Piece(id, rect(-width / 2 + 3, -4, width - 6, height + 6, how, 12), place.x, place.y)

    def seat(self, place: Place, seat: Seen | None, mine: bool) -> Piece:
        """Draw the plate of a place: its number, and the player with their rack."""
        id = f"seat|{place.box}"
        if place.small:
            name = _short(seat["name"] if seat else "", max(2, int(place.width / 7) - 2))
            drawn = text(0, 0, f"{place.box} {name}".strip(), 10, IVORY, 700, within=place.width - 8)
            return Piece(id, drawn, place.x, place.y + 9)
        x, y = place.at(*self.seat_at)
        if seat is None:
            edge = circle(0, 0, 11, f'fill="none" stroke="{IVORY}" stroke-opacity="0.6"')
            return Piece(id, scaled(edge + text(0, 0.5, str(place.box), 12), place.scale), x, y)
        ink, fill = (INK, BRASS) if mine else (IVORY, BLACK)
        plate = (
            rect(-66, -17, 132, 34, f'fill="{fill}" fill-opacity="0.92"', 8)
            + circle(-50, 0, 11, f'fill="{ink}"')
            + text(-50, 0.5, str(place.box), 12.5, fill, 800)
            + text(-34, -6.5, _short(seat["name"], _LONGEST_NAME), 11.5, ink, 700, "start", within=96)
            + text(-34, 7.5, dollars(seat["rack"]), 11.5, ink, 600, "start", within=96)
        )
        return Piece(id, scaled(plate, min(place.scale, 1.15)), x, y)

    def chips(self, seen: Seen, me: int, focus: int) -> Iterator[Piece]:
        """Yield every wager where it is placed; at a small place, all wagers form one stack."""
        small: dict[int, list[Seen]] = {}
        for wager in seen.get("wagers", ()):
            box = self.box_of(wager)
            if 1 <= box <= self.boxes:
                place = self.place(box, focus)
                if place.small:
                    small.setdefault(box, []).append(wager)
                else:
                    yield self.wager_piece(seen, wager, place, me)
        for box, wagers in small.items():
            yield self.small_stack(self.place(box, focus), wagers)

    def small_stack(self, place: Place, wagers: Sequence[Seen]) -> Piece:
        drawn = stack(sum(wager["amount"] for wager in wagers), radius=8.5)
        return Piece(f"chips|all|{place.box}", drawn, place.x, place.y + 58, "laid")

    def wager_piece(self, seen: Seen, wager: Seen, place: Place, me: int) -> Piece:
        position, kind = wager["position"], wager["kind"]
        at = self.lies(seen, wager, place)
        spot = next((one for one in self.spots if one.wager == kind and one.lines and (one.x, one.y) == at), None)
        radius = RADIUS * min(place.scale, 1.35)
        drawn = stack(
            wager["amount"],
            position if position != place.box else 0,
            position == me,
            radius * 0.84 if spot else radius,
            coupon=wager.get("coupon", 0),
            marked=self.marked(wager),
        )
        if spot:
            drawn = named_above(spot, place.scale) + group(drawn, 0, spot.size * place.scale * 0.22)
        id = f"chips|{position}|{kind}|{wager.get('spot', '')}"
        return Piece(id, drawn, *place.at(*at), "laid", kin=f"chips|{position}|{kind}")


def _short(name: str, longest: int) -> str:
    return name if len(name) <= longest else name[: longest - 1] + "…"
