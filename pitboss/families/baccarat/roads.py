"""Draws a shoe's scoreboards next to the felt: the big road, its three derived roads, and the results in words.

`scoreboard` computes the roads, and this module draws them. A road is read from its right end, so only the last columns
are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pitboss.families.baccarat.scoreboard import BANKER, PLAYER, RED, TIE, Dot, Mark, Result, Scoreboards
from pitboss.felts.ink import IVORY, circle, num, text

CELL = 15.0
COLUMNS = 20
"""The number of columns shown; the smaller roads fit twice as many into the same width."""
_COLOUR = {PLAYER: "#4d86e8", BANKER: "#e0524a", TIE: "#4caf6e"}
_RED, _BLUE, _GRID = "#e0524a", "#4d86e8", "#3d352c"
FIRST = 4
"""The number of cards in a coup without a third card."""
NAMES = {PLAYER: "Player", BANKER: "Banker", TIE: "Tie"}


def results_of(seen: Mapping[str, Any]) -> tuple[Result, ...]:
    """The shoe's results, taken from a view of the table."""
    return tuple(Result(**result) for result in seen.get("results", ()))


def board_svg(boards: Scoreboards) -> str:
    """The big road, with the big eye boy, small road and cockroach pig below it."""
    rows = boards.rows
    wide, high = COLUMNS * CELL, rows * CELL
    half = CELL / 2
    small = rows * half + 16
    parts = [_road(_big(boards.big_road), rows, CELL, 0, 14, "Big road", COLUMNS)]
    roads: list[tuple[str, Sequence[Dot]]] = [
        ("Big eye boy", boards.big_eye_boy),
        ("Small road", boards.small_road),
        ("Cockroach pig", boards.cockroach_pig),
    ]
    for number, (name, dots) in enumerate(roads):
        top = high + 30 + number * (small + 4)
        parts.append(_road(_derived(dots, number), rows, half, 0, top, name, 2 * COLUMNS))
    tall = high + 30 + len(roads) * (small + 4)
    opens = f'<svg viewBox="-1 0 {num(wide + 2)} {num(tall)}" role="img" aria-label="The roads of this shoe">'
    return f"{opens}{''.join(parts)}</svg>"


def statistics(boards: Scoreboards, natural: Callable[[int, int], bool]) -> list[str]:
    """This shoe's results in words: how many of each, and the current run.

    `natural` decides whether a count with this number of cards is a natural.
    """
    total = sum(boards.wins.values())
    lines = [f"{NAMES[winner]} {count} ({count / total:.0%})" for winner, count in boards.wins.items()] if total else []
    if boards.big_road and (last := boards.big_road[-1]).winner in (PLAYER, BANKER):
        lines.append(f"{NAMES[last.winner]} has won {last.depth + 1} in a row")
    pairs = sum(bead.result.player_pair + bead.result.banker_pair for bead in boards.bead_plate)
    shown = [bead.result for bead in boards.bead_plate]
    naturals = sum(one.cards == FIRST and any(natural(count, 2) for count in (one.player, one.banker)) for one in shown)
    return [*lines, f"{naturals} naturals", f"{pairs} pairs"] if total else ["No coup has been played from this shoe"]


_Drawn = list[tuple[int, int, str]]


def _big(marks: Sequence[Mark]) -> _Drawn:
    drawn = []
    for mark in marks:
        colour = _COLOUR[mark.winner]
        ring = circle(0, 0, CELL * 0.38, f'fill="none" stroke="{colour}" stroke-width="2.4"')
        if mark.ties:
            ring += f'<path d="M-5 5L5 -5" stroke="{_COLOUR[TIE]}" stroke-width="2"/>'
            ring += text(0, 0.5, str(mark.ties), 8, IVORY, 700) if mark.ties > 1 else ""
        if mark.player_pair:
            ring += circle(4.6, 4.6, 1.9, f'fill="{_COLOUR[PLAYER]}"')
        if mark.banker_pair:
            ring += circle(-4.6, -4.6, 1.9, f'fill="{_COLOUR[BANKER]}"')
        drawn.append((mark.column, mark.row, ring))
    return drawn


def _derived(dots: Sequence[Dot], kind: int) -> _Drawn:
    """The marks of a derived road. Rings, discs and strokes distinguish the three roads."""
    size = CELL / 2 * 0.36
    drawn = []
    for dot in dots:
        colour = _RED if dot.colour == RED else _BLUE
        shape = (
            circle(0, 0, size, f'fill="none" stroke="{colour}" stroke-width="1.3"'),
            circle(0, 0, size, f'fill="{colour}"'),
            f'<path d="M{num(-size)} {num(size)}L{num(size)} {num(-size)}" stroke="{colour}" stroke-width="1.6"/>',
        )[kind]
        drawn.append((dot.column, dot.row, shape))
    return drawn


def _road(drawn: _Drawn, rows: int, cell: float, x: float, y: float, name: str, columns: int) -> str:
    """A grid with its marks, limited to the last columns."""
    last = max((column for column, _, _ in drawn), default=0)
    gone = max(0, last + 1 - columns)
    wide, high = columns * cell, rows * cell
    lines = "".join(f"M{num(x + at * cell)} {num(y)}v{num(high)}" for at in range(columns + 1))
    lines += "".join(f"M{num(x)} {num(y + at * cell)}h{num(wide)}" for at in range(rows + 1))
    marks = "".join(
        f'<g transform="translate({num(x + (column - gone + 0.5) * cell)} {num(y + (row + 0.5) * cell)})">{shape}</g>'
        for column, row, shape in drawn
        if column >= gone
    )
    words = 'font-size="9" fill="#bdb09b" font-family="system-ui, sans-serif"'
    title = f'<text x="{num(x)}" y="{num(y - 4)}" {words}>{name}</text>'
    return f'{title}<path d="{lines}" stroke="{_GRID}" stroke-width="0.6" fill="none"/>{marks}'
