"""Plots as self-contained SVG, and as block characters for a terminal; independent of any game.

`bars` and `histogram` draw a distribution, `steps_chart` values over the years, `tornado_chart` the effect of each
choice, `fan` percentile bands, and `cell_table` a table of coloured cells.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction
from html import escape
from math import ceil, sqrt
from typing import NamedTuple

BLOCKS = "▁▂▃▄▅▆▇█"
INK, GREY = "#222", "#555"
LOSS, EVEN, WIN = "#c0392b", "#999", "#27864f"
_SERIES = ("#1f5f99", LOSS, WIN, "#8e44ad", "#b8860b", "#16808c", "#7f5539", "#555555")


# ---- Elements


def picture(wide: float, high: float, title: str, inside: str) -> str:
    """Wrap SVG elements in a picture of this size with a white background."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:g}" height="{high:g}" viewBox="0 0 {wide:g} {high:g}" '
        f'font-family="DejaVu Sans, sans-serif" role="img"><title>{escape(title)}</title>'
        f'<rect width="100%" height="100%" fill="white"/>{inside}</svg>'
    )


def text(x: float, y: float, words: str, size: float, colour: str = INK, anchor: str = "start") -> str:
    look = f'font-size="{size}" fill="{colour}" text-anchor="{anchor}"'
    return f'<text x="{_num(x)}" y="{_num(y)}" {look}>{escape(words)}</text>'


def rect(x: float, y: float, wide: float, high: float, colour: str, tooltip: str = "") -> str:
    named = f"<title>{escape(tooltip)}</title>" if tooltip else ""
    place = f'x="{_num(x)}" y="{_num(y)}" width="{_num(wide)}" height="{_num(high)}"'
    return f'<rect {place} fill="{colour}">{named}</rect>' if named else f'<rect {place} fill="{colour}"/>'


def line(x1: float, y1: float, x2: float, y2: float, colour: str, dashes: str = "") -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<line x1="{_num(x1)}" y1="{_num(y1)}" x2="{_num(x2)}" y2="{_num(y2)}" stroke="{colour}"{dashed}/>'


def translate(x: float, y: float, inside: str) -> str:
    return f'<g transform="translate({x:g} {y:g})">{inside}</g>'


def _num(number: float) -> str:
    """Format a number with at most one decimal.

    >>> _num(12.04), _num(0.25)
    ('12', '0.2')
    """
    return f"{number:.1f}".removesuffix(".0")


def colour_of(worth: float | Fraction) -> str:
    """Return the colour of a result: red for a loss, grey for a push, green for a win."""
    return LOSS if worth < 0 else WIN if worth > 0 else EVEN


def shorten(name: str, letters: int = 38) -> str:
    """Shorten a name that is too long.

    >>> shorten("pass"), shorten("pass line odds", 9)
    ('pass', 'pass lin…')
    """
    return name if len(name) <= letters else f"{name[: letters - 1]}…"


# ---- A distribution


def bars(shares: Sequence[tuple[float, str, float]], title: str = "", wide: int = 480) -> str:
    """Draw a distribution as horizontal bars from each result's value (for the colour), name and share.

    The length of a bar is the square root of the share, so that rare results are visible; the share is written next to
    it.
    """
    high, left, room = 18, 90, 80
    most = max((share for _, _, share in shares), default=1) or 1
    parts = []
    for number, (worth, name, share) in enumerate(shares):
        y, long = 6 + number * high, (wide - left - room) * sqrt(share / most)
        parts.append(text(left - 8, y + 12, name, 11, anchor="end"))
        parts.append(rect(left, y + 2, max(long, 0.5), 12, colour_of(worth)))
        parts.append(text(left + long + 6, y + 12, f"{share:.4%}", 11))
    return picture(wide, 12 + high * len(shares), title, "".join(parts))


def histogram(shares: Sequence[tuple[Fraction, str, float]], wide: float, foot: float, high: float = 50) -> str:
    """Draw a distribution as vertical bars above the line at `foot`; like `bars`, with square roots of shares."""
    most = max((share for _, _, share in shares), default=1)
    step = (wide - 24) / max(len(shares), 1)
    across = min(step * 0.8, 40)
    parts, end = [], 0.0
    for number, (worth, name, share) in enumerate(shares):
        tall, middle = high * sqrt(share / most), 12 + (number + 0.5) * step
        tooltip = f"{worth}: {share:.6%}"
        parts.append(rect(middle - across / 2, foot - tall, across, tall, colour_of(worth), tooltip))
        if step >= _ROOM:
            parts.append(text(middle, foot - tall - 3, _percent(share), 9, GREY, "middle"))
        half = 2.9 * len(name)
        if middle - half > end + 2 and middle + half < wide:
            parts.append(text(middle, foot + 12, name, 9, GREY, "middle"))
            end = middle + half
    return "".join(parts)


_ROOM = 32
"""The minimum width of a bar for its share to be written above it."""


def _percent(share: float) -> str:
    """Format a share compactly.

    >>> _percent(0.4573), _percent(0.00002), _percent(0)
    ('45.7%', '<0.1%', '0')
    """
    return f"{share:.1%}" if share >= 0.0005 else "<0.1%" if share else "0"


# ---- Values over the years


class Line(NamedTuple):
    """A value that changes at the given dates; None means it does not exist."""

    name: str
    points: tuple[tuple[date, float | None], ...]


def steps_chart(lines: Sequence[Line], last: date, title: str) -> str:
    """Draw step lines over the years in different colours, with a legend of names and last values."""
    figures = [figure for one in lines for _, figure in one.points if figure is not None]
    if not figures:
        return ""
    first = min(day for one in lines for day, _ in one.points)
    low, high = min(0.0, *figures), max(*figures, 0.0)
    high = high if high > low else low + 0.01
    wide, left, top, room, row = 760, 64, 44, 230, 18
    right, bottom = wide - 20, top + room
    span = max((last - first).days, 1)

    def across(day: date) -> float:
        return left + (right - left) * (day - first).days / span

    def up(figure: float) -> float:
        return bottom - room * (figure - low) / (high - low)

    parts = [text(left, 20, title, 13)]
    for share in (0, 0.25, 0.5, 0.75, 1):
        level = low + share * (high - low)
        parts.append(line(left, up(level), right, up(level), "#ddd"))
        parts.append(text(left - 6, up(level) + 4, f"{level:.2%}", 10, anchor="end"))
    for year in _years(first, last):
        x = across(date(year, 1, 1))
        parts.append(line(x, bottom, x, bottom + 4, EVEN))
        parts.append(text(x, bottom + 16, str(year), 10, anchor="middle"))
    for number, one in enumerate(lines):
        colour = _SERIES[number % len(_SERIES)]
        paths = _paths(one, last, across, up)
        parts.extend(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2"/>' for path in paths)
        y = bottom + 40 + number * row
        now = one.points[-1][1]
        label = f"{one.name}: {now:.4%}" if now is not None else f"{one.name}: no longer offered"
        parts.append(rect(left, y - 9, 14, 4, colour))
        parts.append(text(left + 20, y - 3, label, 11))
    return picture(wide, bottom + 44 + len(lines) * row, title, "".join(parts))


def _paths(one: Line, last: date, across: Callable[[date], float], up: Callable[[float], float]) -> list[str]:
    """Return the line's SVG paths, with gaps where there is no value."""
    found: list[str] = []
    path = ""
    ends = [*(day for day, _ in one.points[1:]), last]
    for (day, figure), end in zip(one.points, ends, strict=True):
        if figure is None:
            found, path = [*found, path], ""
            continue
        at = f"{across(day):.1f} {up(figure):.1f}"
        path += f"{'L' if path else 'M'}{at} H{across(end):.1f} "
    return [one.strip() for one in [*found, path] if one]


def _years(first: date, last: date) -> list[int]:
    """Choose the years to label on the axis, at most about ten."""
    years = range(first.year + 1, last.year + 1)
    step = next(step for step in (1, 2, 5, 10, 20) if len(years) / step <= 10)
    return [year for year in years if year % step == 0]


# ---- The effect of each choice


class Swing(NamedTuple):
    """How far one choice moves a value: the lowest and highest result, and the choices that give them."""

    name: str
    least: float
    least_by: str
    most: float
    most_by: str


def tornado_chart(swings: Sequence[Swing], usual: float, title: str, most: int = 16) -> str:
    """Draw bars around the usual value, longest on top: green for lower, red for higher."""
    shown = swings[:most]
    wide, left, row, top = 760, 250, 30, 52
    right = wide - 60
    low = min([usual, *(one.least for one in shown)])
    high = max([usual, *(one.most for one in shown)])
    span = (high - low) or 1

    def across(figure: float) -> float:
        return left + 40 + (right - left - 80) * (figure - low) / span

    parts = [text(12, 20, title, 13), text(across(usual), 42, f"default {usual:.4%}", 10, anchor="middle")]
    for number, one in enumerate(shown):
        y = top + number * row
        parts.append(text(left - 8, y + 15, shorten(one.name), 11, anchor="end"))
        for figure, value, colour, anchor in (
            (one.least, one.least_by, WIN, "end"),
            (one.most, one.most_by, LOSS, "start"),
        ):
            if figure == usual:
                continue
            begin, end = sorted((across(usual), across(figure)))
            parts.append(rect(begin, y + 3, end - begin, 16, colour))
            at = across(figure) + (-4 if anchor == "end" else 4)
            parts.append(text(at, y + 12, f"{figure:.3%}", 9, anchor=anchor))
            parts.append(text(at, y + 22, value.replace("_", " "), 9, GREY, anchor))
    tall = top + len(shown) * row + 12
    parts.append(line(across(usual), top - 4, across(usual), tall - 8, "#333"))
    if not shown:
        parts.append(text(12, top + 12, "no choice changes it", 11))
    return picture(wide, tall + (20 if not shown else 0), title, "".join(parts))


# ---- Percentile bands


class Frame(NamedTuple):
    """The position of a plot within its picture."""

    left: float
    top: float
    right: float
    bottom: float


def fan(at: Sequence[int], paths: Sequence[Sequence[float]], levels: Mapping[int, str], frame: Frame) -> str:
    """Draw five percentiles, from lowest to highest, as two bands and a line; `levels` labels them at the side.

    Each path has a value for each number in `at`, which begins with 0.
    """
    left, top, right, bottom = frame
    least, most = min(levels), max(levels)

    def across(number: float) -> float:
        return left + (right - left) * number / at[-1]

    def up(figure: float) -> float:
        return bottom - (bottom - top) * (figure - least) / (most - least)

    def points(path: Sequence[float]) -> list[str]:
        return [f"{across(x):.1f},{up(y):.1f}" for x, y in zip(at, path, strict=True)]

    def band(low: Sequence[float], high: Sequence[float], colour: str) -> str:
        return f'<polygon points="{" ".join(points(low) + points(high)[::-1])}" fill="{colour}"/>'

    lowest, mid_low, middle, mid_high, highest = paths
    parts = [band(lowest, highest, "#dbe9f6"), band(mid_low, mid_high, "#9cc3e5")]
    for figure, named in levels.items():
        parts.append(line(left, up(figure), right, up(figure), "#bbb", "3 3"))
        parts.append(text(left - 6, up(figure) + 4, named, 10, GREY, "end"))
    parts.append(f'<polyline points="{" ".join(points(middle))}" fill="none" stroke="#1f5f99" stroke-width="2"/>')
    marks = sorted({round(at[-1] * part / 4) for part in range(5)})
    return "".join([*parts, *(text(across(mark), bottom + 16, f"{mark:,}", 10, GREY, "middle") for mark in marks)])


# ---- A table of coloured cells


def cell_table(
    heads: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]], colours: Mapping[str, str], title: str
) -> str:
    """Draw named rows of cells under column headings, each cell in the colour of its first letter."""
    wide = max(34, 8 * max(len(cell) for _, row in rows for cell in row) + 6)
    high, margin = 20, 84
    parts = [text(margin + wide * (column + 0.5), 15, head, 12, anchor="middle") for column, head in enumerate(heads)]
    for number, (name, row) in enumerate(rows, start=1):
        y = high * number
        parts.append(text(4, y + 15, name, 12))
        for column, cell in enumerate(row):
            x = margin + wide * column
            parts.append(rect(x, y, wide - 1, high - 1, colours[cell[0]]))
            parts.append(text(x + wide / 2, y + 15, cell, 12, anchor="middle"))
    return picture(margin + wide * len(heads) + 8, high * (len(rows) + 1) + 8, title, "".join(parts))


# ---- Lines of blocks


def sparkline(figures: Sequence[float], least: float | None = None, most: float | None = None) -> str:
    """Draw values as block characters, scaled from `least` to `most`; use the same bounds for lines to be compared.

    >>> sparkline([0, 1, 2, 4]), sparkline([5, 5]), sparkline([])
    ('▁▂▄█', '▄▄', '')
    >>> sparkline([0, 1], 0, 7)
    '▁▂'
    """
    if not figures:
        return ""
    least = min(figures) if least is None else least
    most = max(figures) if most is None else most
    if least == most:
        return BLOCKS[3] * len(figures)
    return "".join(BLOCKS[int((figure - least) / (most - least) * (len(BLOCKS) - 1))] for figure in figures)


def root_blocks(shares: Sequence[float]) -> str:
    """Draw a distribution as block characters, with square roots of shares so that rare results are visible.

    >>> root_blocks([0.25, 0, 0.75])
    '▄ ▇'
    """
    return "".join(BLOCKS[ceil(sqrt(share) * len(BLOCKS)) - 1] if share else " " for share in shares)


def steps_line(one: Line, first: date, last: date, columns: int, low: float, high: float) -> str:
    """Draw a step line as `columns` block characters, with spaces where there is no value.

    >>> pass_line = Line("pass", ((date(2000, 1, 1), None), (date(2001, 1, 1), 0.01), (date(2002, 1, 1), 0.02)))
    >>> steps_line(pass_line, date(2000, 1, 1), date(2002, 12, 31), 6, 0.0, 0.02)
    '  ▅▅██'
    """
    days = (last - first).days
    blocks = []
    for column in range(columns):
        day = first + timedelta(days=days * (column + 0.5) / columns)
        figure = next((figure for since, figure in reversed(one.points) if since <= day), None)
        share = 0.5 if high <= low else ((figure or 0) - low) / (high - low)
        blocks.append(" " if figure is None else BLOCKS[min(max(int(share * len(BLOCKS)), 0), len(BLOCKS) - 1)])
    return "".join(blocks)


# ---- By count


class CountBar(NamedTuple):
    """A count with its edge, the half width of the edge's interval, and the wager there."""

    at: float
    edge: float
    error: float
    bet: float


def count_chart(rows: Sequence[CountBar], title: str, wide: int = 640, high: int = 320) -> str:
    """Draw the edge at each count as a bar with its interval, and the wager as steps above."""
    left, right, top, bottom = 52, 46, 30, 34
    most = max(max(abs(row.edge) + row.error for row in rows), 1e-9)
    bets = max(max(row.bet for row in rows), 1e-9)
    step = (wide - left - right) / len(rows)
    middle = (top + high - bottom) / 2
    scale = (high - bottom - top) / 2 / most
    inside = [text(left, 18, title, 13)]
    for share in (-1.0, -0.5, 0.0, 0.5, 1.0):
        y = middle - share * most * scale
        inside += [
            line(left, y, wide - right, y, "#ddd"),
            text(left - 6, y + 4, f"{share * most:.1%}", 10, GREY, "end"),
        ]
    shown = max(1, ceil(30 / step))
    steps = []
    for number, row in enumerate(rows):
        x, centre = left + number * step, left + (number + 0.5) * step
        y = middle - row.edge * scale
        tooltip = f"{row.at:+g}: {row.edge:+.3%} ± {row.error:.3%}, wager {row.bet:g}"
        inside.append(rect(x + step * 0.15, min(y, middle), step * 0.7, abs(y - middle), colour_of(row.edge), tooltip))
        inside.append(line(centre, y - row.error * scale, centre, y + row.error * scale, INK))
        steps.append(f"{_num(x)},{_num(high - bottom - row.bet / bets * (high - bottom - top))}")
        steps.append(f"{_num(x + step)},{steps[-1].partition(',')[2]}")
        if number % shown == 0:
            inside.append(text(centre, high - bottom + 14, f"{row.at:+g}", 10, GREY, "middle"))
    inside.append(f'<polyline points="{" ".join(steps)}" fill="none" stroke="{_SERIES[0]}" stroke-width="2"/>')
    inside.append(text(wide - right + 4, top + 4, f"{bets:g}", 10, _SERIES[0]))
    inside.append(text(wide - right + 4, high - bottom, "0 units", 10, _SERIES[0]))
    inside.append(text((left + wide - right) / 2, high - 6, "count before the deal", 10, GREY, "middle"))
    return picture(wide, high, title, "".join(inside))
