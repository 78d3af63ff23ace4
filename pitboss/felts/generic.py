"""The generic felt, with a box for every wager and everything that the state contains.

It works for any game, including those in other people's packages. Wagers come from the layout and their spots from
the game; cards, dice and figures are found in the plain state and shown under the names of their fields. Anything with
a field `position` or `box` is shown at that place. One place is always large, because a game may have many wagers and
many seats.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.felts.card_table import CardTable, Seen
from pitboss.felts.cards import WIDTH, fan, numbered
from pitboss.felts.dice import die, faces
from pitboss.felts.felt import Area, Piece
from pitboss.felts.ink import BRASS, IVORY, SHADE, rect, text
from pitboss.felts.lettering import PrintedTable, in_lines, pays_of, words_of
from pitboss.felts.places import Place, Spot
from pitboss.table.game import Game

KNOWN = frozenset(
    ("positions", "wagers", "inventory", "bought_in", "rounds", "shoe", "commitment", "meter"),
)
"""Fields that every table has; they are shown in their own way or not at all."""

_CARD = re.compile(r"[2-9TJQKA][cdhs]|Jk|\?\?")
_DICE = re.compile(r"[1-6](?:-[1-6])+")
_HIGH = 50.0
"The height of a box for a wager."
_HAND = 108.0
"""The height of the space for cards at a large place."""


@dataclass(frozen=True, slots=True)
class Found:
    """An item found in a state: its path, its owner (0 for no one), and its value."""

    path: tuple[str, ...]
    position: int
    cards: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    words: str = ""

    @property
    def id(self) -> str:
        return ".".join(self.path)

    @property
    def name(self) -> str:
        """The field's name, preceded by its parent's name unless both mean the same."""
        parts = [part for part in self.path if not part.isdecimal()]
        same = len(parts) > 1 and parts[-1].rstrip("s") == parts[0].rstrip("s")
        return words_of(parts[0] if same else ": ".join(dict.fromkeys((parts[0], parts[-1]))))


def find_values(value: Any, path: tuple[str, ...] = (), position: int = 0) -> Iterator[Found]:
    """Find everything to show in data of plain types: cards, dice, figures, words.

    >>> found = find_values({"up": ["Ah", "??"], "roll": "4-2", "point": 6})
    >>> [(one.id, one.cards or one.dice or one.words) for one in found]
    [('up', ('Ah', '??')), ('roll', (4, 2)), ('point', '6')]
    >>> [(one.id, one.position) for one in find_values({"hands": [{"position": 2, "card": "Ah"}]})]
    [('hands.0.card', 2)]
    """
    if isinstance(value, Mapping):
        whose = next((value[key] for key in ("position", "box") if isinstance(value.get(key), int)), position)
        for name, item in value.items():
            if name not in ("position", "box"):
                yield from find_values(item, (*path, str(name)), whose)
    elif isinstance(value, list) and any(isinstance(item, (list, Mapping)) for item in value):
        for at, item in enumerate(value):
            yield from find_values(item, (*path, str(at)), position)
    elif isinstance(value, list):
        cards = all(map(_is_card, value))
        yield Found(path, position, tuple(value)) if cards else Found(path, position, words=", ".join(map(str, value)))
    elif _is_card(value):
        yield Found(path, position, (value,))
    elif isinstance(value, str) and _DICE.fullmatch(value):
        yield Found(path, position, dice=faces(value))
    elif value is not None:
        yield Found(path, position, words=("yes" if value else "no") if isinstance(value, bool) else str(value))


def _is_card(value: Any) -> bool:
    return isinstance(value, str) and bool(_CARD.fullmatch(value))


class GenericFelt(CardTable):
    """A felt for any game."""

    large = 1.0

    def __init__(self, game: Game[Any], seats: int, narrow: bool = False) -> None:
        self.across = 3 if narrow else 8
        self.columns_below = (2, 10.5) if narrow else (5, 11.0)
        self.small_in_a_row = 7 if narrow else 12
        super().__init__(game, seats, narrow)

    # ---- The places

    @property
    def one_large(self) -> bool:
        return True

    def spots_at_a_place(self) -> tuple[Spot, ...]:
        state = self.game.opening()
        wanted = [
            (kind, mark) for kind in self.layout.wagers for mark in self.game.amounts.spots(state, 1, kind) or ("",)
        ]
        across = min(self.across, len(wanted))
        self.part = min((self.width - 40) / across, 150)
        spots = []
        for at, (kind, mark) in enumerate(wanted):
            row, column = divmod(at, across)
            odds = self.layout.odds_table(kind)
            pays = (pays_of(odds[""]),) if list(odds) == [""] else ()
            lines = (*in_lines(self.layout.rules.wagers[kind].name, 14), *pays)
            x, y = (column - (across - 1) / 2) * self.part, row * _HIGH + _HIGH / 2
            spots.append(Spot(kind, x, y, (*lines, mark) if mark else lines, "box", _HIGH / 2, mark))
        high = -(-len(wanted) // across) * _HIGH
        self.hand_y = high + _HAND / 2 + 8
        self.seat_at = (0, high + _HAND + 20)
        self.place_height = high + _HAND + 42
        return tuple(spots)

    def area(self, spot: Spot, place: Place, position: int, called: str) -> Area:
        x, y = place.at(spot.x, spot.y)
        return self.area_at(spot, place, position, called, x, y, self._box(spot, place), self.part - 4)

    def _box(self, spot: Spot, place: Place, more: str = "") -> str:
        x, y = place.at(spot.x, spot.y)
        return rect(x - self.part / 2 + 2, y - _HIGH / 2 + 2, self.part - 4, _HIGH - 4, more, 6)

    def lies(self, seen: Seen, wager: Seen, place: Place) -> tuple[float, float]:
        named = [spot for spot in self.spots if spot.wager == wager["kind"]]
        spot = next((spot for spot in named if spot.mark == wager.get("spot", "")), named[0] if named else None)
        return (spot.x + self.part * 0.3, spot.y - 4) if spot else (0, 0)

    def deciding(self, seen: Seen) -> int:
        """Return 0, since it is not known which field names the box whose turn it is."""
        return 0

    # ---- The print

    def stage_height(self) -> float:
        return 228 if self.narrow else 250

    def furniture_printed(self) -> str:
        return super().furniture_printed() if "shoe" in self.game.state_type.__struct_fields__ else ""

    def stage(self) -> str:
        name = self.layout.rules.game.name.upper()
        size = 16 if self.narrow else 24
        return text(self.width / 2, 30, name, size, BRASS, 700, serif=True, spacing=size * 0.1, within=self.width - 180)

    def print_place(self, place: Place) -> str:
        how = f'fill="{SHADE}" fill-opacity="0.55" stroke="{IVORY}" stroke-opacity="0.8" stroke-width="1.4"'
        drawn = ""
        for spot in self.spots:
            x, y = place.at(spot.x, spot.y)
            drawn += self._box(spot, place, how)
            size = min(12.0, (_HIGH - 8) / len(spot.lines) / 1.15)
            for at, line in enumerate(spot.lines):
                middle = y + (at - (len(spot.lines) - 1) / 2) * size * 1.15
                drawn += text(x, middle, line, size, IVORY, 700, within=self.part - 12)
        return drawn

    def pay_tables(self) -> list[PrintedTable]:
        """The pay tables of wagers with several payoffs; a single payoff is printed in the wager's box."""
        tables: dict[tuple[tuple[str, str], ...], list[str]] = {}
        for kind in self.layout.wagers:
            odds = self.layout.odds_table(kind)
            if odds and list(odds) != [""]:
                rows = tuple((words_of(row) or "Otherwise", pays_of(one)) for row, one in odds.items())
                tables.setdefault(rows, []).append(self.layout.rules.wagers[kind].name)
        return [PrintedTable(", ".join(names), rows) for rows, names in tables.items()]

    def tables_below(self) -> list[PrintedTable]:
        return self.pay_tables()

    # ---- Items found in the state

    def cards_and_marks(self, seen: Seen, me: int, focus: int) -> Iterator[Piece]:
        items = list(find_values({name: value for name, value in seen.items() if name not in KNOWN}))
        shared = [one for one in items if not 1 <= one.position <= self.boxes]
        yield from self._figures([one for one in shared if one.words])
        yield from self._row([one for one in shared if not one.words], self.width / 2, 132, self.width - 60, 0.9)
        for box in range(1, self.boxes + 1):
            place, own = self.place(box, focus), [one for one in items if one.position == box]
            shown = [one for one in own if not one.words]
            if place.small:
                yield from self._row(shown, place.x, place.y + 34, place.width - 8, 0.4, named=False)
            else:
                yield from self._row(shown, place.x, place.y + self.hand_y, self.width - 60, 0.9)
                words = "   ".join(f"{one.path[-1].replace('_', ' ')}: {one.words}" for one in own if one.words)
                if words:
                    drawn = text(0, 0, words, 11, IVORY, 500, within=self.width - 60)
                    yield Piece(f"facts|{box}", drawn, place.x, place.y + self.seat_at[1] - 26)

    def _row(
        self, shown: Sequence[Found], x: float, y: float, room: float, scale: float, named: bool = True
    ) -> Iterator[Piece]:
        """Yield cards and dice side by side, each below the name of its field."""
        if not shown:
            return
        part, side = min(room / len(shown), 5.5 * WIDTH * scale), 44 * scale
        for at, one in enumerate(shown):
            middle, wide = x + (at - (len(shown) - 1) / 2) * part, part - 6
            if named:
                name = text(0, 0, one.name, 11, BRASS, 700, within=wide)
                yield Piece(f"name|{one.id}", name, middle, y - 46 * scale - 8)
            yield from fan(numbered(one.id, one.cards), middle, y, min(scale, wide / WIDTH), wide)
            for number, face in enumerate(one.dice):
                step = min(side + 6, wide / len(one.dice))
                left = middle + (number - (len(one.dice) - 1) / 2) * step
                yield Piece(f"die|{one.id}|{number}", die(face, side), left, y, "thrown")

    def _figures(self, shown: Sequence[Found]) -> Iterator[Piece]:
        """Yield figures and words in columns below the name of the game; whatever does not fit is left out."""
        columns, lines = (2, 3) if self.narrow else (4, 3)
        wide = (self.width - 40) / columns
        for at, one in enumerate(shown[: columns * lines]):
            column, line = at // lines, at % lines
            words = f"{one.name}: {one.words}"
            drawn = text(0, 0, words, 11.5, IVORY, 600, within=wide - 12)
            yield Piece(f"fact|{one.id}", drawn, 20 + wide * (column + 0.5), self.crest - 48 + line * 15)


FELT = GenericFelt
