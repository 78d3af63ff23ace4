"""The craps layout: one dealer's side with its line, numbers and field, next to the stickperson's propositions.

The print follows the table's own layout: a wager that is not offered on its date has no box, and the odds in the boxes
are those the table pays. Two arrangements use the same blocks: a wide one, with the line running around the corner as
on a real table, and an upright one for a phone.

A Come Bet is made in one place and moves to another once its point is set, so each number has a place for it and for
its odds. Wagers that are always broken down (whirl) are made in their own box, but their chips lie in their parts'
boxes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pitboss.families.dice.dice_felt import LINE, SPELLED, DiceFelt
from pitboss.families.dice.terms import Terms
from pitboss.felts.dice import faces, pair
from pitboss.felts.felt import SHARED, Piece
from pitboss.felts.ink import BLACK, BRASS, INK, IVORY, RED, SHADE, Box, circle, num, path, table, text
from pitboss.table.game import Game

_PRINTED = {
    "any_seven": "ANY SEVEN",
    "any_craps": "ANY CRAPS",
    "c_and_e": "C & E",
    "horn": "HORN",
    "whirl": "WHIRL",
    "six_seven_eight": "6-7-8",
    "horn_high_2": "HORN|HIGH 2",
    "horn_high_3": "HORN|HIGH 3",
    "horn_high_11": "HORN|HIGH 11",
    "horn_high_12": "HORN|HIGH 12",
}
_PANELS = (
    ("any_seven",),
    ("any_craps", "c_and_e"),
    ("horn", "whirl", "six_seven_eight"),
    ("horn_high_2", "horn_high_3", "horn_high_11", "horn_high_12"),
)
"""Rows of boxes that show words rather than dice."""
_HOPS_IN_A_ROW = 6
_HIGHEST_FACE = 6


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of boxes: its height, its wagers, its number of columns, and the function that prints a box."""

    height: float
    kinds: list[str]
    columns: int
    print: Callable[[str, Box], None]


def _rows_of(kinds: list[str], columns: int) -> list[list[str]]:
    return [kinds[at : at + columns] for at in range(0, len(kinds), columns)]


class CrapsFelt(DiceFelt):
    """The felt of a craps or mini-craps table; `narrow` arranges it for a phone."""

    covered = False
    """Whether the dice are in a shaker."""

    def __init__(self, game: Game[Any], seats: int, narrow: bool = False) -> None:
        layout = game.layout
        super().__init__(game, seats, narrow)
        self.width, self.height = (400, 0) if narrow else (1280, 614)
        self.points: tuple[int, ...] = tuple(layout.fact("point_numbers"))
        self.seven: int = layout.fact("seven")
        self._boxes: dict[int, Box] = {}
        self._off = self._fire = Box(0, 0, 0, 0)
        if narrow:
            self._print_upright()
        else:
            self._print_wide()

    # ---- the two arrangements

    def _print_wide(self) -> None:
        self._put(table(self.width, self.height))
        around, inner = 48, 42
        left, right, top = 20.0, 856.0, 20.0
        content = left + around + inner + 4
        rows = Box(content, top, right - content, 424).rows([268, 74, 78], gap=2)
        numbers = rows[0].columns([100, 640])
        self._print_dont_come(numbers[0])
        self._print_numbers(numbers[1])
        self._print_come(rows[1])
        self._print_field(rows[2])
        dont = self._bent(left + around + 2, top, right, 446, 490, inner, 26)
        self._print_line("dont_pass", dont, Box(content, 446, right - content, 44), left + around + 2 + inner / 2)
        line = self._bent(left, top, right, 492, 544, around, 44)
        self._print_line("pass", line, Box(content, 492, right - content, 52), left + around / 2)
        support = Box(content, 548, right - content, 46).columns([1, 1], gap=4)
        self._print_odds("pass_odds", support[0])
        self._print_odds("dont_pass_odds", support[1])
        self._print_name(Box(left, 548, content - left - 4, 46))
        stage, centre = Box(right + 12, top, self.width - 20 - right - 12, 574).rows([78, 493], gap=3)
        self._print_stage(stage)
        self._print_centre(centre)

    def _print_upright(self) -> None:
        shares = [66, 46, 236, 50, 62, 42, 46, 36, 36, sum(row.height + 3 for row in self._centre())]
        whole = Box(14, 14, self.width - 28, sum(shares) + 3 * len(shares))
        self.height = round(whole.height + 28)
        rows = whole.rows(shares, gap=3)
        self._put(table(self.width, self.height))
        self._print_stage(rows[0])
        self._print_dont_come(rows[1])
        self._print_numbers(rows[2])
        self._print_come(rows[3])
        self._print_field(rows[4])
        self._print_line("dont_pass", rows[5].rect(), rows[5])
        self._print_line("pass", rows[6].rect(), rows[6])
        self._print_odds("pass_odds", rows[7])
        self._print_odds("dont_pass_odds", rows[8])
        self._print_centre(rows[9])

    def _bent(self, left: float, top: float, right: float, upper: float, lower: float, wide: float, turn: float) -> str:
        """The strip of a line wager: down the side of the table, around the corner and along its edge."""
        inner = max(turn - wide, 6)
        return path(
            f"M{num(left)} {num(top)}V{num(lower - turn)}"
            f"A{num(turn)} {num(turn)} 0 0 0 {num(left + turn)} {num(lower)}H{num(right)}V{num(upper)}"
            f"H{num(left + wide + inner)}A{num(inner)} {num(inner)} 0 0 1 {num(left + wide)} {num(upper - inner)}"
            f"V{num(top)}Z"
        )

    # ---- blocks

    def _print_numbers(self, box: Box) -> None:
        """Print the six point numbers as columns, each with wagers against it above and wagers on it below."""
        made = {(term.side, term.percentage, term.number): kind for kind, term in self._of_kind("number").items()}
        strips: list[tuple[Literal["right", "wrong"], bool, str, float]] = [
            ("wrong", True, "LAY", 32),
            ("wrong", False, "LOSE" if self.narrow else "TO LOSE", 32),
            ("right", True, "BUY", 32),
            ("right", False, "PLACE", 34),
        ]
        there = [strip for strip in strips if any((*strip[:2], point) in made for point in self.points)]
        above = [strip for strip in there if strip[0] == "wrong"]
        below = [strip for strip in there if strip[0] == "right"]
        shares = [36, *(strip[3] for strip in above), 0, *(strip[3] for strip in below)]
        shares[1 + len(above)] = 262 - sum(shares)
        for point, column in zip(self.points, box.columns([1] * len(self.points)), strict=True):
            cells = column.rows(shares)
            self._print_moved("dont_come", point, cells[0])
            for (side, charged, word, _), cell in zip(above, cells[1:], strict=False):
                self._strip(made.get((side, charged, point), ""), word, cell, SHADE)
            number = cells[1 + len(above)]
            self._print_number(point, number)
            for (side, charged, word, _), cell in zip(below, cells[2 + len(above) :], strict=False):
                self._strip(made.get((side, charged, point), ""), word, cell, "none")

    def _print_number(self, point: int, box: Box) -> None:
        upper, lower = box.rows([54, 46], gap=0)
        word = SPELLED.get(point, str(point))
        size = min(upper.height * 0.92, box.width / len(word) * 1.1)
        self._put(box.rect(f'fill="{SHADE}" stroke="{IVORY}" stroke-width="1.6"'))
        self._put(text(box.cx, upper.cy + 3, word, size, BRASS, 700, serif=True))
        self._boxes[point] = box
        self._print_moved("come", point, lower)

    def _print_moved(self, flat: str, point: int, box: Box) -> None:
        """Print the place of a Come Bet with a point, and the place of its odds."""
        odds = next((kind for kind, rule in self.layout.wagers.items() if rule.tied == flat), "")
        halves = box.columns([1, 1], gap=0)
        dont = self.terms[flat].side == "wrong"
        if dont:
            self._put(box.rect(f'fill="{BLACK}" fill-opacity="0.35" stroke="{IVORY}" stroke-width="1.2"'))
        middle = f"M{num(box.cx)} {num(box.y + 4)}V{num(box.y + box.height - 4)}"
        self._put(path(middle, f'stroke="{IVORY}" stroke-opacity="0.35" stroke-width="1"'))
        self._put(text(halves[0].cx, box.y + 8, "DON'T" if dont else "COME", 8, IVORY, 600, within=box.width / 2 - 4))
        self._put(text(halves[1].cx, box.y + 8, "ODDS", 8, IVORY, 600, within=box.width / 2 - 4))
        name = self.layout.rules.wagers[flat].name
        self._area(flat, halves[0], spot=str(point), label=f"{name} on {point}", lower=5)
        if odds:
            odds_name = self.layout.rules.wagers[odds].name
            pays = str(self.layout.odds(odds, str(point)))
            self._area(odds, halves[1], spot=str(point), label=f"{odds_name}, on {point}", odds=pays, lower=5)

    def _print_dont_come(self, box: Box) -> None:
        self._put(box.rect(f'fill="{BLACK}" fill-opacity="0.35" stroke="{IVORY}" stroke-width="1.6"'))
        if self.narrow:
            words, place = box.columns([120, 252], gap=0)
            self._put(text(words.cx + 4, words.cy, "DON'T COME", 15, IVORY, 700, serif=True, within=words.width - 10))
            bar, room = place.columns([70, 182], gap=0)
            self._bar("dont_come", bar.cx, bar.cy, 14)
            self._off = Box(box.x + box.width - 34, box.y, 30, box.height)
            self._area("dont_come", box, room=Box(room.x, room.y, room.width - 40, room.height))
            return
        upper, middle, lower = box.rows([88, 56, 120], gap=0)
        self._put(text(upper.cx, upper.y + 34, "DON'T", 21, IVORY, 700, serif=True))
        self._put(text(upper.cx, upper.y + 58, "COME", 21, IVORY, 700, serif=True))
        self._bar("dont_come", middle.cx, middle.y + 14, 16)
        self._off = Box(box.x, box.y + box.height - 40, box.width, 36)
        self._area("dont_come", box, room=Box(lower.x, lower.y - 20, lower.width, lower.height - 24))

    def _bar(self, kind: str, x: float, y: float, side: float) -> None:
        """Print the total that voids a don't wager."""
        for total in self.terms[kind].void.totals:
            self._put(text(x - side * 1.35, y, "BAR", side * 0.68, IVORY, 700))
            self._put(pair(total - total // 2, total // 2, side, x + side * 0.8, y))

    def _print_come(self, box: Box) -> None:
        self._put(box.rect(LINE))
        words, room = box.columns([32, 68], gap=0)
        size = box.height * 0.7
        self._put(text(words.cx, box.cy + 2, "COME", size, BRASS, 700, serif=True, spacing=4, within=words.width - 20))
        self._area("come", box, room=room)

    def _print_line(self, kind: str, shape: str, strip: Box, side: float = 0) -> None:
        """Print the pass or don't pass line; `side` is the width of its part down the side of the table."""
        dont = self.terms[kind].side == "wrong"
        fill = f'fill="{BLACK}" fill-opacity="0.35"' if dont else 'fill="none"'
        self._put(shape.replace("/>", f' {fill} stroke="{IVORY}" stroke-width="1.6"/>'))
        words, bar, room = strip.columns([32, 16, 52] if dont else [40, 2, 58], gap=0)
        said = "DON'T PASS" if dont else "PASS LINE"
        size = strip.height * (0.5 if dont else 0.6)
        wide = words.width - 16
        spacing = 0 if self.narrow else 3
        self._put(text(words.cx + 4, strip.cy + 1, said, size, IVORY, 700, serif=True, spacing=spacing, within=wide))
        self._bar(kind, bar.cx, strip.cy, strip.height * 0.36)
        if side:
            self._put(text(side, 160, said, size * 0.9, IVORY, 700, serif=True, spacing=3, turn=-90))
        self._area(kind, strip, room=room, shape=shape)

    def _print_odds(self, kind: str, box: Box) -> None:
        """Print the box for odds behind the line, with the odds for each point."""
        self._put(box.rect(f'{LINE} stroke-dasharray="5 4"'))
        words, room = box.columns([58, 42], gap=0)
        by_odds: dict[str, list[str]] = {}
        for point, odds in self.layout.odds_table(kind).items():
            by_odds.setdefault(str(odds), []).append(point)
        flat = "DON'T PASS" if self.terms[kind].side == "wrong" else "PASS"
        limit = f"{self.layout.option(self.terms[kind].cap)} ODDS ON {flat}"
        pays = " · ".join(f"{'/'.join(points)} {odds}" for odds, points in by_odds.items())
        x, upper, lower = words.x + 6, words.y + words.height * 0.27, words.y + words.height * 0.7
        size, wide = 10 if self.narrow else 11, words.width - 8
        self._put(text(x, upper, limit, size + 1, BRASS, 700, "start", within=wide))
        self._put(text(x, lower, pays, size, anchor="start", within=wide))
        self._area(kind, box, room=room)

    def _print_name(self, box: Box) -> None:
        rules = self.layout.rules
        mini = self.layout.option("variant") == "mini_craps"
        name = "MINI-CRAPS" if mini else rules.game.name.partition(" and ")[0].upper()
        self._put(text(box.cx, box.cy - 8, name, 15, BRASS, 700, serif=True, within=box.width))
        listed = self.layout.cite(rules.facts["listed"].section)
        self._put(text(box.cx, box.cy + 11, listed, 9, IVORY, 500, within=box.width))

    def _centre(self) -> list[_Row]:
        """The stickperson's boxes: hardways, propositions and hops, in as many rows as needed."""
        hard, singles, hops = list(self._of_kind("hardway")), self._singles(), self._hops()
        panels = [row for ids in _PANELS if (row := [kind for kind in ids if kind in self.layout.wagers])]
        if self.narrow and len(panels) > 1:
            panels = [panels[0] + panels[1], *panels[2:]]
        if others := self._left_over([*hard, *singles, *hops, *(kind for row in panels for kind in row)]):
            panels.append(others)
        together = 4 if self.narrow else 2
        return [
            *(_Row(64, row, together, self._print_hardway) for row in _rows_of(hard, together)),
            *(_Row(60, row, len(row), self._print_single) for row in [singles] if row),
            *(_Row(34, row, len(row), self._print_panel) for row in panels),
            *(_Row(52, row, _HOPS_IN_A_ROW, self._print_hop) for row in _rows_of(hops, _HOPS_IN_A_ROW)),
        ]

    def _print_centre(self, box: Box) -> None:
        plan = self._centre()
        for row, strip in zip(plan, box.rows([row.height for row in plan], gap=3), strict=True):
            cells = strip.columns([1] * row.columns, gap=3)
            for kind, cell in zip(row.kinds, cells, strict=False):
                row.print(kind, cell)
            if row.print == self._print_hop and len(row.kinds) < len(cells):
                free = cells[len(row.kinds)]
                self._put(text(free.cx, free.cy - 6, "ON THE", 9, IVORY, 600, spacing=1, within=free.width))
                self._put(text(free.cx, free.cy + 7, "HOP", 12, BRASS, 700, spacing=1, within=free.width))

    def _print_stage(self, box: Box) -> None:
        """Print the place of the last dice, with the fire bet next to it."""
        if fire := next(iter(self._of_kind("fire")), ""):
            stage, place = box.columns([58, 42], gap=3)
            self._print_fire(fire, place)
        else:
            stage = box
        self._put(stage.rect(f'fill="{SHADE}" stroke="{BRASS}" stroke-opacity="0.5"', 8))
        self._stage = stage
        if self.covered:
            self._print_shaker()

    def _print_fire(self, kind: str, box: Box) -> None:
        self._put(box.rect(f'fill="{RED}" stroke="{BRASS}" stroke-width="1.4"', 8))
        self._put(text(box.x + 8, box.y + 13, "FIRE BET", 13, BRASS, 700, "start", serif=True))
        steps = self.layout.odds_table(kind)
        for line, (step, odds) in enumerate(steps.items()):
            words = f"{step} points {odds}"
            self._put(text(box.x + 8, box.y + 28 + line * 11, words, 9, anchor="start", within=box.width * 0.6))
        self._fire = Box(box.x + 6, box.y + box.height - 15, box.width * 0.62, 14)
        self._area(kind, box, room=Box(box.x + box.width * 0.62, box.y, box.width * 0.38, box.height))

    def _print_hardway(self, kind: str, cell: Box) -> None:
        number = self.terms[kind].number
        self._print_dice(kind, (number // 2, number // 2), cell, f"HARD {number}", RED)

    def _print_single(self, kind: str, cell: Box) -> None:
        total = self._single(kind)
        high = min(_HIGHEST_FACE, total - 1)
        self._print_dice(kind, (high, total - high), cell, "", SHADE)

    def _print_hop(self, kind: str, cell: Box) -> None:
        one, other = faces(self._hop(kind))
        self._print_dice(kind, (one, other), cell, "", "none")

    def _print_dice(self, kind: str, shown: tuple[int, int], cell: Box, word: str, fill: str) -> None:
        """Print a box with the winning dice and their odds."""
        self._put(cell.rect(f'fill="{fill}" stroke="{IVORY}" stroke-width="1.2"'))
        odds = str(self.layout.odds(kind))
        if cell.width > 90:
            left, room = cell.columns([54, 46], gap=0)
            side = min(cell.height * 0.36, left.width * 0.4, 32)
            self._put(pair(*shown, side, left.cx + 2, cell.y + (cell.height - 14) * 0.42))
            words = f"{word} · {odds}" if word and cell.width > 150 else odds
            self._put(text(left.cx + 2, cell.y + cell.height - 14, words, 11.5, BRASS, 650, within=left.width - 8))
            self._area(kind, cell, room=room)
            return
        side = min(cell.height * 0.36, cell.width * 0.28)
        self._put(pair(*shown, side, cell.cx, cell.y + cell.height * 0.32))
        self._put(text(cell.cx, cell.y + cell.height * 0.8, odds, 11, BRASS, 650, within=cell.width - 8))
        self._area(kind, cell, lower=cell.height * 0.14)

    def _print_panel(self, kind: str, cell: Box) -> None:
        """Print a box with the wager's name, and its odds if it has a single one."""
        strong = kind in ("any_seven", "any_craps")
        self._put(cell.rect(f'fill="{RED if strong else SHADE}" stroke="{IVORY}" stroke-width="1.2"'))
        words = _PRINTED.get(kind, self.layout.wagers[kind].name.upper()).split("|")
        odds = self.layout.odds_table(kind).items()
        paid = [str(one) if name in ("", "other") else f"{name} {one}" for name, one in odds]
        left, room = cell.columns([56, 44], gap=0)
        size = min(15.0, max(12.0, cell.height * 0.26), cell.height / (len(words) + len(paid)) * 0.86)
        for line, said in enumerate([*words, *paid]):
            y = cell.cy + (line - (len(words) + len(paid) - 1) / 2) * size * 1.13
            ink = IVORY if line < len(words) else BRASS
            self._put(text(cell.x + 8, y, said, size, ink, 700, "start", within=left.width))
        self._area(kind, cell, room=room)

    def _strip(self, kind: str, word: str, cell: Box, fill: str) -> None:
        """Print a narrow box of a number, with its name and odds."""
        if not kind:
            return
        self._put(cell.rect(f'fill="{fill}" fill-opacity="0.8" stroke="{IVORY}" stroke-width="1.2"'))
        left, room = cell.columns([56, 44], gap=0)
        wide = left.width - 6
        self._put(text(cell.x + 5, cell.cy - 6, word, 9, IVORY, 600, "start", within=wide))
        self._put(text(cell.x + 5, cell.cy + 7, str(self.layout.odds(kind)), 10.5, BRASS, 700, "start", within=wide))
        self._area(kind, cell, room=room)

    # ---- classification

    def _of_kind(self, kind: str) -> dict[str, Terms]:
        return {name: self.terms[name] for name in self.layout.wagers if self.terms[name].kind == kind}

    def _hop(self, kind: str) -> str:
        """A one-roll wager's winning roll, if there is only one."""
        landings = [roll for rolls in self.terms[kind].on.values() for roll in rolls]
        return str(landings[0]) if len(landings) == 1 and isinstance(landings[0], str) else ""

    def _single(self, kind: str) -> int:
        """A one-roll wager's winning total, if there is only one and only one way to roll it."""
        landings = [total for totals in self.terms[kind].on.values() for total in totals]
        alone = len(landings) == 1 and isinstance(landings[0], int) and landings[0] != self.seven
        return int(landings[0]) if alone else 0

    def _singles(self) -> list[str]:
        found = [kind for kind in self._of_kind("one_roll") if self._single(kind)]
        return sorted(found, key=self._single)

    def _hops(self) -> list[str]:
        return [kind for kind in self._of_kind("one_roll") if self._hop(kind)]

    def _left_over(self, printed: Sequence[str]) -> list[str]:
        """The centre wagers that have no place on this felt, such as new ones in rules.toml."""
        beside = {"line", "come", "odds", "number", "fire"}
        left = [kind for kind in self.layout.wagers if kind not in (*printed, "field")]
        return [kind for kind in left if self.terms[kind].kind not in beside]

    # ---- pieces

    def pieces(self, seen: Mapping[str, Any], me: int = SHARED) -> list[Piece]:
        return [
            *self._dice(seen),
            self._puck(seen),
            *self._shooter(seen),
            *self._points_made(seen),
            *self._chips(seen, me),
        ]

    def _puck(self, seen: Mapping[str, Any]) -> Piece:
        point, size = seen.get("point", 0), self.radius * 1.2
        on = bool(point)
        svg = circle(0, 0, size, f'fill="{IVORY if on else BLACK}" stroke="{BRASS}" stroke-width="2"')
        svg += text(0, 0.5, "ON" if on else "OFF", size * 0.74, INK if on else IVORY, 800)
        if on:
            box = self._boxes[int(point)]
            return Piece("puck", svg, box.x + box.width - size * 0.9, box.y + size * 0.2)
        return Piece("puck", svg, self._off.cx, self._off.cy)

    def _shooter(self, seen: Mapping[str, Any]) -> list[Piece]:
        number = seen.get("shooter", 0)
        name = next((seat["name"] for seat in seen.get("positions", ()) if seat["number"] == number), "")
        words = f"{number} · {name}" if number else "no shooter"
        wide = self._stage.width - 130
        svg = text(0, -9, "SHOOTER", 10, BRASS, 700, "start", spacing=1)
        svg += text(0, 8, words, 14, IVORY, 600, "start", within=max(60, wide))
        side = min(44.0, self._stage.height * 0.62)
        return [Piece("shooter", svg, self._stage.x + side * 2.95, self._stage.cy)]

    def _points_made(self, seen: Mapping[str, Any]) -> list[Piece]:
        """The points that the shooter has made towards fire bets."""
        marks = sorted({mark for wager in seen.get("wagers", ()) for mark in wager.get("marks", ())})
        pieces = []
        for mark in marks:
            x = self._fire.x + self._fire.width * (self.points.index(mark) + 0.5) / len(self.points)
            svg = circle(0, 0, 7, f'fill="{BRASS}"') + text(0, 0.5, str(mark), 8.5, INK, 800)
            pieces.append(Piece(f"made|{mark}", svg, x, self._fire.cy))
        return pieces

    def _button(self, seen: Mapping[str, Any], wager: Mapping[str, Any]) -> str:
        """A wager's button: some wagers are off on the come-out roll unless they have an On button."""
        if seen.get("point") or not self.terms[wager["kind"]].off_on_come_out:
            return ""
        return "on" if wager.get("on") else "off"


FELT = CrapsFelt
