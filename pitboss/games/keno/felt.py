"""The keno board: eighty numbers to mark and to show the draw, the slip, and past games.

A player marks numbers with coloured pens; numbers of the same colour form a group. Ways, rate and games are
chosen next to the board, which shows the ticket as it would be written, with its price and exact odds. Everything
clickable is an area without a wager (`Felt.slip`): the page passes the touch to the slip, and the order to the table.
Drawn numbers appear on the board and, in the order of the draw, in a rail; past games are listed below by number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.felts.felt import SHARED, Area, Offered, Order, Piece
from pitboss.felts.ink import BRASS, INK, IVORY, SHADE, Box, circle, table, text
from pitboss.felts.printed_felt import PrintedFelt
from pitboss.games.keno.price import ticket_distribution
from pitboss.games.keno.round import Keno
from pitboss.games.keno.ticket import BadTicket, Ticket, groups_of, ordered, read_place, read_ticket, ways_of

PENS = ("#f2d13c", "#4aa3ff", "#ff8f6b", "#7ed492", "#d59bff", "#ff7fb0", "#8fe3e3", "#f4edda")
"""The colours of groups."""
PAST = 4
"""The number of past games shown."""
WRITE = "Write the ticket"
_KEY = "#0d4a33"
_LINE = f'stroke="{BRASS}" stroke-opacity="0.6" stroke-width="1.2"'


@dataclass(frozen=True, slots=True)
class Slip:
    """A player's marks: the numbers of each pen in `groups`, and the chosen spots in `ways`, empty for all numbers
    together.
    """

    rate: int
    games: int = 1
    pen: int = 0
    groups: tuple[frozenset[int], ...] = (frozenset(),) * len(PENS)
    ways: frozenset[int] = frozenset()

    def number(self, number: int) -> Slip:
        """Toggle a number with the current pen: mark it, move it from another group, or unmark it."""
        had = number in self.groups[self.pen]
        groups = [group - {number} for group in self.groups]
        if not had:
            groups[self.pen] |= {number}
        return replace(self, groups=tuple(groups))

    @property
    def marked(self) -> tuple[tuple[int, ...], ...]:
        return ordered(group for group in self.groups if group)

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(map(len, self.marked))

    def notation(self) -> str:
        """The ticket in its notation; "" if no number is marked."""
        chosen = [spots for spots in sorted(self.ways) if ways_of(self.sizes, spots)] or [sum(self.sizes)]
        if not self.marked:
            return ""
        conditions = " ".join(f"{ways_of(self.sizes, spots)}/{spots}" for spots in chosen)
        games = f" x{self.games}" if self.games > 1 else ""
        return f"{groups_of(self.marked)} {conditions} @{self.rate // 100}.{self.rate % 100:02}{games}"


class KenoFelt(PrintedFelt):
    """The felt of a keno lounge; `narrow` arranges it for a phone."""

    game: Keno

    def __init__(self, game: Keno, seats: int, narrow: bool = False) -> None:
        layout = game.layout
        super().__init__(game, seats, narrow)
        keys = layout.fact("slip_keys")
        least, most = layout.limits.minimum, layout.limits.maximum
        lawful = [rate for rate in keys["rates"] if rate >= least and (most is None or rate <= most)]
        self.rates = lawful or [least]
        self.games = [one for one in keys["games"] if one <= self.game.games_max]
        self.usual: int = keys["usual"]
        self.offered = {self.game.spots_of[kind] for kind in layout.wagers}
        self.quick = [one for one in keys["quick"] if one in self.offered and layout.option("quick_pick")]
        if narrow:
            self.width, self.height = 400, 936
            self.ways = 7
            self.board, self.panel = Box(16, 34, 368, 300), Box(16, 342, 368, 344)
            self.rail, self.past = Box(16, 692, 368, 66), Box(16, 764, 368, 160)
        else:
            self.width, self.height = 1280, 640
            self.ways = 10
            self.board, self.panel = Box(24, 46, 736, 372), Box(784, 24, 472, 592)
            self.rail, self.past = Box(24, 428, 736, 44), Box(24, 482, 736, 134)
        self.shoe = (self.board.cx, 18)
        self._ink.append(table(self.width, self.height))
        self._print()

    def lit(self, offers: Iterable[Offered], me: int) -> frozenset[str]:
        """The areas of the slip, lit whenever tickets can be written."""
        return frozenset(self._areas) if me and any(True for _ in offers) else frozenset()

    # ---- printed

    def cell(self, number: int) -> Box:
        """The box of a number: ten per row, with a gap between the halves of the board."""
        row, column = divmod(number - 1, 10)
        gap = 10.0
        width, height = self.board.width / 10, (self.board.height - gap) / 8
        return Box(
            self.board.x + column * width, self.board.y + row * height + (gap if row >= 4 else 0), width - 3, height - 3
        )

    def _print(self) -> None:
        for number in range(1, self.game.numbers + 1):
            box = self.cell(number)
            self._ink.append(box.rect(f'fill="{SHADE}" {_LINE}', 5))
            self._ink.append(text(box.cx, box.cy, str(number), 17 if self.narrow else 20, IVORY, 700, serif=True))
            self._touched(f"number {number}", box, f"Number {number}")
        self._ink.append(self.panel.rect(f'fill="{SHADE}" {_LINE}', 10))
        for place in range(self.game.take):
            x, y, radius = self._socket(place)
            self._ink.append(circle(x, y, radius, f'fill="{SHADE}" stroke="{BRASS}" stroke-opacity="0.35"'))
        self._ink.append(self.past.rect(f'fill="{SHADE}" {_LINE}', 8))
        for name, rows in self._controls().items():
            for label, cell, box in rows:
                if not cell.startswith("way"):
                    self._ink.append(box.rect(f'fill="{_KEY}" {_LINE}', 6))
                if not cell.startswith("pen"):
                    self._ink.append(text(box.cx, box.cy, label, 14, IVORY, 650, within=box.width - 6))
                self._touched(cell, box, f"{name} {label}".strip())

    def _touched(self, cell: str, box: Box, label: str) -> None:
        area = Area("", box.rect("", 5), box.cx, box.cy, cell, label=label, width=box.width, height=box.height)
        self._areas[area.id] = area

    def _rows(self) -> dict[str, Box]:
        """The rows of the slip, each with its name at the left."""
        inner = Box(self.panel.x + 12, self.panel.y + 10, self.panel.width - 24, self.panel.height - 20)
        names = ("Pen", "Ways", "Rate", "Games", "Quick pick", "ticket", "hand")
        shares = (1, 1, 1, 1, 1, 1.7, 1.15)
        return dict(zip(names, inner.rows(shares, gap=6), strict=True))

    def _keys(self, box: Box, number: int) -> list[Box]:
        """Boxes for `number` keys in a row, to the right of its name."""
        side = 54.0 if self.narrow else 86.0
        return Box(box.x + side, box.y, box.width - side, box.height).columns([1] * number, gap=4)

    def _controls(self) -> dict[str, list[tuple[str, str, Box]]]:
        rows = self._rows()
        for name in ("Pen", "Ways", "Rate", "Games", *(["Quick pick"] if self.quick else [])):
            word = name.partition(" ")[0] if self.narrow else name
            self._ink.append(text(rows[name].x, rows[name].cy, word, 13, BRASS, 650, anchor="start"))
        made = {
            "Pen": [(str(pen + 1), f"pen {pen}") for pen in range(len(PENS))],
            "Ways": [("", f"way {place}") for place in range(self.ways)],
            "Rate": [(dollars(rate), f"rate {rate}") for rate in self.rates],
            "Games": [(f"x{games}", f"games {games}") for games in self.games],
            "Quick pick": [(str(spots), f"quick {spots}") for spots in self.quick],
        }
        found = {
            name: [
                (label, cell, box) for (label, cell), box in zip(keys, self._keys(rows[name], len(keys)), strict=True)
            ]
            for name, keys in made.items()
            if keys
        }
        clear, write = rows["hand"].columns([1, 2], gap=6)
        return found | {"": [("Clear slip", "clear", clear), (WRITE, "write", write)]}

    # ---- the slip

    def slip(self) -> Slip:
        return Slip(self.usual if self.usual in self.rates else self.rates[0])

    def touched(self, slip: Slip, cell: str) -> tuple[Slip, Order | None]:
        """The slip after a touch, and the order it sends to the table."""
        what, _, value = cell.partition(" ")
        if what == "number":
            return slip.number(int(value)), None
        if what == "pen":
            return replace(slip, pen=int(value)), None
        if what == "way":
            there = self.choices(slip)
            chosen = {there[int(value)]} if int(value) < len(there) else set()
            return replace(slip, ways=slip.ways ^ chosen), None
        if what == "rate":
            return replace(slip, rate=int(value)), None
        if what == "games":
            return replace(slip, games=int(value)), None
        if what == "clear":
            return replace(slip, groups=Slip(0).groups, ways=frozenset(), pen=0), None
        if what == "quick":
            rate, games = f"{slip.rate // 100}.{slip.rate % 100:02}", f" x{slip.games}" if slip.games > 1 else ""
            return slip, Order("write", f"[?{value}] 1/{value} @{rate}{games}")
        # A written ticket has its groups in a fixed order; the slip takes over their colours to match.
        order = Order("write", slip.notation()) if slip.marked else None
        groups = [*map(frozenset, slip.marked), *Slip(0).groups][: len(PENS)]
        return replace(slip, groups=tuple(groups), pen=0), order

    def hand_in(self, slip: Slip) -> tuple[str, str] | None:
        return (WRITE, "write") if slip.marked else None

    def choices(self, slip: Slip) -> list[int]:
        """The numbers of spots for which the marked groups have ways."""
        return [spots for spots in sorted(self.offered) if ways_of(slip.sizes, spots)][: self.ways]

    def marks(self, slip: Slip) -> list[Piece]:
        """The marks on the slip, with the ticket and its price."""
        pieces = [self._mark(number, pen) for pen, group in enumerate(slip.groups) for number in sorted(group)]
        rows = self._rows()
        for pen, box in enumerate(self._keys(rows["Pen"], len(PENS))):
            ring = f'stroke="{IVORY}" stroke-width="3"' if pen == slip.pen else f'stroke="{INK}"'
            svg = circle(0, 0, min(box.width, box.height) * 0.36, f'fill="{PENS[pen]}" {ring}')
            pieces.append(Piece(f"slip|pen|{pen}", svg, box.cx, box.cy))
        there = self.choices(slip)
        chosen = slip.ways & set(there) or {sum(slip.sizes)}
        for spots, box in zip(there, self._keys(rows["Ways"], self.ways), strict=False):
            pieces.append(self._key(f"way|{spots}", box, f"{ways_of(slip.sizes, spots)}/{spots}", spots in chosen))
        for name, values, now, words in (
            ("Rate", self.rates, slip.rate, [dollars(rate) for rate in self.rates]),
            ("Games", self.games, slip.games, [f"x{games}" for games in self.games]),
        ):
            for value, word, box in zip(values, words, self._keys(rows[name], len(values)), strict=True):
                if value == now:
                    pieces.append(self._key(f"{name}|{value}", box, word, True))
        lines = self.reading(slip.notation())
        for at, (line, box) in enumerate(zip(lines, rows["ticket"].rows([1] * 3, gap=0), strict=False)):
            svg = text(
                0, 0, line, 15 if at == 0 else 14, IVORY if at else BRASS, 650, within=rows["ticket"].width * 0.94
            )
            pieces.append(Piece(f"slip|ticket|{at}", svg, box.cx, box.cy))
        return pieces

    def reading(self, notation: str) -> list[str]:
        """The text of the slip: the ticket, its price, and its exact odds."""
        if not notation:
            return [
                "Mark numbers with a pen; each colour is a group.",
                "Then choose ways, rate and games, or a quick pick.",
            ]
        return list(_read(self.layout, notation))

    def _mark(self, number: int, pen: int) -> Piece:
        box = self.cell(number)
        svg = Box(-box.width / 2, -box.height / 2, box.width, box.height).rect(
            f'fill="{PENS[pen]}" fill-opacity="0.3" stroke="{PENS[pen]}" stroke-width="3"', 5
        )
        return Piece(f"slip|number|{number}", svg, box.cx, box.cy)

    def _key(self, name: str, box: Box, words: str, on: bool) -> Piece:
        fill, ink = (BRASS, INK) if on else (_KEY, IVORY)
        svg = Box(-box.width / 2, -box.height / 2, box.width, box.height).rect(f'fill="{fill}" {_LINE}', 6)
        return Piece(f"slip|{name}", svg + text(0, 0, words, 14, ink, 650, within=box.width - 6), box.cx, box.cy)

    # ---- pieces

    def pieces(self, seen: Mapping[str, Any], me: int = SHARED) -> list[Piece]:
        return [*self._heading(seen), *self._tickets(seen, me), *self._drawn(seen, me), *self._past(seen)]

    def _heading(self, seen: Mapping[str, Any]) -> list[Piece]:
        game = seen.get("rounds", 0) + 1
        words = f"GAME {game} {'CLOSED' if seen.get('closed') else 'OPEN'}"
        return [Piece("game", text(0, 0, words, 15, BRASS, 700, spacing=2), self.board.cx, self.board.y - 16)]

    def _socket(self, place: int) -> tuple[float, float, float]:
        """The center and radius of the rail's slot for the ball drawn in this place."""
        lines = 2 if self.narrow else 1
        across = -(-self.game.take // lines)
        row = self.rail.rows([1] * lines, gap=0)[place // across]
        step = row.width / across
        return row.x + (place % across + 0.5) * step, row.cy, min(step, row.height) * 0.46

    def _drawn(self, seen: Mapping[str, Any], me: int) -> list[Piece]:
        """A ball on each drawn number and one in the rail, appearing one after another.

        A ball on a number of the player's own ticket has the colour of its group.
        """
        drawn = seen.get("drawn", [])
        results = seen.get("results", [])
        game = results[0]["game"] if results and list(results[0]["numbers"]) == list(drawn) else "now"
        caught = {number: pen for groups in reversed(self._own(seen, me)) for number, pen in _pens(groups)}
        pieces = []
        for place, number in enumerate(drawn):
            color = PENS[caught[number] % len(PENS)] if number in caught else IVORY
            box = self.cell(number)
            radius = min(box.width, box.height) * 0.45
            pieces.append(Piece(f"ball|{game}|{number}", _ball(number, radius, color), box.cx, box.cy, "drawn"))
            x, y, radius = self._socket(place)
            pieces.append(Piece(f"rail|{game}|{number}", _ball(number, radius, color), x, y, "drawn"))
        return pieces

    def _own(self, seen: Mapping[str, Any], me: int) -> list[tuple[tuple[int, ...], ...]]:
        """The groups of the player's tickets in the current game, or else in the last one."""
        laid = [wager for wager in seen.get("wagers", ()) if me and wager["position"] == me]
        last = [ticket for ticket in seen.get("played", ()) if me and ticket["position"] == me]
        found = []
        for spot in dict.fromkeys(one.get("spot", "") for one in laid or last):
            try:
                found.append(read_place(spot.partition(" game ")[0].partition(",")[0], self.game.numbers).groups)
            except BadTicket:
                continue
        return found

    def _tickets(self, seen: Mapping[str, Any], me: int) -> list[Piece]:
        """A coloured corner on every number of the player's tickets, by group; the whole box once it is drawn."""
        drawn = set(seen.get("drawn", []))
        pieces = []
        for at, groups in enumerate(self._own(seen, me)[:3]):
            for number, pen in _pens(groups):
                box, color = self.cell(number), PENS[pen % len(PENS)]
                radius = 3.0 if self.narrow else 4.5
                inset = radius + 2.5
                x, y = box.x + inset + (2 * radius + 2) * at, box.y + inset
                if number in drawn:
                    whole = Box(-box.width / 2, -box.height / 2, box.width, box.height)
                    svg = whole.rect(f'fill="{color}" fill-opacity="0.45" stroke="{color}" stroke-width="3"', 5)
                    svg += circle(x - box.cx, y - box.cy, radius, f'fill="{color}"')
                    pieces.append(Piece(f"caught|{at}|{number}", svg, box.cx, box.cy, "late"))
                svg = circle(0, 0, radius, f'fill="none" stroke="{color}" stroke-width="{radius * 0.45}"')
                pieces.append(Piece(f"ticket|{at}|{number}", svg, x, y, "laid"))
        return pieces

    def _past(self, seen: Mapping[str, Any]) -> list[Piece]:
        """The last games by number, latest first, with their drawn numbers."""
        pieces = []
        rows = self.past.rows([1] * PAST, gap=0)
        for result, box in zip(seen.get("results", []), rows, strict=False):
            name = text(box.x + 12, box.cy, f"Game {result['game']}", 13, BRASS, 650, anchor="start")
            numbers = sorted(result["numbers"])
            side = 74.0 if self.narrow else 84.0
            lines = 2 if self.narrow else 1
            room = Box(box.x + side, box.y + 3, box.width - side - 8, box.height - 6)
            across = -(-self.game.take // lines)
            for line, row in enumerate(room.rows([1] * lines, gap=0)):
                for number, cell in zip(numbers[line * across :], row.columns([1] * across, gap=0), strict=False):
                    name += text(cell.cx, cell.cy, str(number), 13, IVORY, 500)
            if not numbers:
                name += text(room.x + 8, room.cy, "void", 13, IVORY, 500, anchor="start")
            pieces.append(Piece(f"past|{result['game']}", name, 0, 0, "late"))
        return pieces


def _pens(groups: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Every number of a ticket with the pen of its group."""
    return [(number, pen) for pen, group in enumerate(groups) for number in group]


def _ball(number: int, radius: float, color: str) -> str:
    svg = circle(0, 0, radius, f'fill="{color}" stroke="{BRASS}" stroke-width="2"')
    return svg + text(0, 0, str(number), radius * 0.98, "#7a0f1c" if color == IVORY else INK, 800, serif=True)


def _read(layout: Layout, notation: str) -> Sequence[str]:
    """The ticket, its price and kind, its edge, and how often it returns more than it costs."""
    try:
        ticket: Ticket = read_ticket(notation)
        kinds = {int(rule.terms["spots"]) for rule in layout.wagers.values()}
        if strange := next((one.spots for one in ticket.conditions if one.spots not in kinds), 0):
            return notation, f"The pay table has no row for {strange} spots; choose ways with fewer numbers."
        found = ticket_distribution(layout, ticket)
    except ValueError as error:
        return notation, str(error)
    best = next(iter(found.probabilities))
    most = int((best + 1) * ticket.price_of_game)
    ways = sum(one.ways for one in ticket.conditions)
    return (
        notation,
        f"{ticket.kind} ticket, {ways} {'way' if ways == 1 else 'ways'}: {dollars(ticket.price)}",
        f"house edge {float(found.house_edge):.2%} · wins {float(found.hit_rate):.2%} · at most {dollars(most)}",
    )


FELT = KenoFelt
