"""The print on the felts of card tables: names of wagers, pay tables, card outlines, the meter.

All content (names, rows, odds) comes from the layout; this module only formats and draws it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import Odds, dollars
from pitboss.felts.cards import HEIGHT, WIDTH
from pitboss.felts.chips import tag
from pitboss.felts.ink import BLACK, BRASS, IVORY, SHADE, num, path, rect, text

AMBER = "#ffc24d"
"""The accent colour, used for whose turn it is, a meter's value, and money owed."""

Rows = tuple[tuple[str, str], ...]
"""The rows of a pay table, each a name and a payoff."""

_LEADING = 1.3
"The height of a line, in font sizes."


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """A pay table to print."""

    title: str
    rows: Rows

    def height(self, size: float) -> float:
        return (len(self.rows) + 2) * size * _LEADING


# ---- Words


def in_lines(words: str, longest: int = 7) -> tuple[str, ...]:
    """Split the name of a wager into short lines, without a final "wager" or "bet".

    >>> in_lines("Six-card bonus wager"), in_lines("Bet wager"), in_lines("Tie Bet"), in_lines("Double down")
    (('SIX-CARD', 'BONUS'), ('BET',), ('TIE',), ('DOUBLE', 'DOWN'))
    """
    parts = words.upper().split()
    lines: list[str] = []
    for part in parts[:-1] if len(parts) > 1 and parts[-1] in ("WAGER", "BET") else parts:
        if lines and len(lines[-1]) + 1 + len(part) <= longest:
            lines[-1] += f" {part}"
        else:
            lines.append(part)
    return tuple(lines)


def lines_of(layout: Layout, kind: str) -> tuple[str, ...]:
    """Return the lines printed for a wager: those given by the game, or its name in short lines."""
    return layout.rules.felt.wagers.get(kind) or in_lines(layout.rules.wagers[kind].name)


def name_of(layout: Layout, kind: str) -> str:
    """Return a wager's name as used in pay tables: "Pair plus"."""
    return " ".join(in_lines(layout.rules.wagers[kind].name)).capitalize()


def words_of(row: str) -> str:
    """Format a pay table row for printing.

    >>> words_of("pair_of_jacks_or_better"), words_of("three_of_a_kind")
    ('Pair of jacks or better', 'Three of a kind')
    """
    return row.replace("_", " ").capitalize()


def pays_of(odds: Odds) -> str:
    return str(odds) if odds.win else "push"


def in_short(odds: Mapping[str, Odds]) -> str:
    """Summarize what a wager pays.

    >>> in_short({}), in_short({"": Odds(1, 1)}), in_short({"flush": Odds(4, 1), "pair": Odds(1, 1)})
    ('', '1 to 1', 'up to 4 to 1')
    """
    if not odds:
        return ""
    most = str(max(odds.values(), key=lambda one: one.ratio))
    return most if len(odds) == 1 else f"up to {most}"


def gathered(named: Iterable[tuple[str, Rows]]) -> list[PrintedTable]:
    """Make a pay table for each wager, combining single-row tables into one at the end.

    >>> bonus = (("Straight", "6 to 1"), ("Pair", "1 to 1"))
    >>> [(one.title, len(one.rows)) for one in gathered([("Ante", (("", "1 to 1"),)), ("Bonus", bonus)])]
    [('Bonus pays', 2), ('Pays', 1)]
    """
    tables, flat = [], []
    for name, rows in named:
        if len(rows) == 1:
            what, pays = rows[0]
            flat.append((f"{name}, {what.lower()}" if what else name, pays))
        elif rows:
            tables.append(PrintedTable(f"{name} pays", rows))
    return [*tables, *([PrintedTable("Pays", tuple(flat))] if flat else [])]


# ---- Drawing


def print_table(one: PrintedTable, x: float, y: float, width: float, size: float) -> str:
    """Draw a pay table with its upper left corner at a point."""
    line = size * _LEADING
    drawn = text(x + width / 2, y + line * 0.55, one.title.upper(), size, BRASS, 700, spacing=0.5, within=width)
    drawn += path(f"M{num(x)} {num(y + line * 1.15)}h{num(width)}", f'stroke="{BRASS}" stroke-opacity="0.6"')
    for at, (what, pays) in enumerate(one.rows):
        middle = y + line * (at + 1.75)
        drawn += text(x, middle, what, size, IVORY, 500, "start", within=width - len(pays) * size * 0.62 - 6)
        drawn += text(x + width, middle, pays, size, IVORY, 700, "end")
    return drawn


def print_tables(
    tables: Sequence[PrintedTable], corners: Sequence[tuple[float, float]], width: float, size: float
) -> str:
    """Draw pay tables in columns starting at these corners, each in the shortest column so far."""
    ends = [y for _, y in corners]
    drawn = ""
    for one in tables:
        at = ends.index(min(ends))
        drawn += print_table(one, corners[at][0], ends[at], width, size)
        ends[at] += one.height(size)
    return drawn


def height_of(tables: Sequence[PrintedTable], columns: int, size: float) -> float:
    """Return the height of these pay tables in a number of columns."""
    ends = [0.0] * columns
    for one in tables:
        ends[ends.index(min(ends))] += one.height(size)
    return max(ends)


def outlines(number: int, x: float, y: float, scale: float, apart: float = 4) -> str:
    """Draw outlines for cards, or a single one if the cards overlap."""
    step, wide, high = (WIDTH + apart) * scale, WIDTH * scale, HEIGHT * scale
    how = f'fill="{SHADE}" fill-opacity="0.5" stroke="{IVORY}" stroke-opacity="0.4" stroke-dasharray="3 3"'
    left = x - (step * (number - 1) + wide) / 2
    if apart < 0:
        return rect(left, y - high / 2, step * (number - 1) + wide, high, how, 5)
    return "".join(rect(left + at * step, y - high / 2, wide, high, how, 5) for at in range(number))


def fitted(words: str, room: float, size: float, fill: str, ink: str) -> str:
    """Draw a few words on a plate around the origin, no wider than the given room."""
    return tag(words, 0, 0, min(size, room / (len(words) * 0.62 + 0.7)), fill, ink)


def meter_svg(amount: int) -> str:
    """Draw the progressive meter around the origin."""
    return (
        rect(-74, -20, 148, 40, f'fill="{BLACK}" stroke="{BRASS}"', 6)
        + text(0, -10, "PROGRESSIVE", 8.5, IVORY, 700, spacing=2)
        + text(0, 6, dollars(amount), 17, AMBER, 800, within=138)
    )
