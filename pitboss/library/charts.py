"""Charts shared by documents and commands, as self-contained SVG and as lines of text for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from html import escape
from typing import NamedTuple

_COLOURS = ("#1f5f99", "#c0392b", "#27864f", "#8e44ad", "#b8860b", "#16808c", "#7f5539", "#555555")
_WIDE, _LEFT, _TOP, _ROW = 760, 64, 44, 18


class Line(NamedTuple):
    """A figure that changes at the dates given; None where it does not exist."""

    name: str
    points: tuple[tuple[date, float | None], ...]


def steps_chart(lines: Sequence[Line], last: date, title: str) -> str:
    """Draw step lines over the years, each with its own colour; a legend gives name and last figure."""
    figures = [figure for line in lines for _, figure in line.points if figure is not None]
    if not figures:
        return ""
    first = min(day for line in lines for day, _ in line.points)
    low, high = min(0.0, *figures), max(*figures, 0.0)
    high = high if high > low else low + 0.01
    room, right = 230, _WIDE - 20
    bottom = _TOP + room
    span = max((last - first).days, 1)

    def across(day: date) -> float:
        return _LEFT + (right - _LEFT) * (day - first).days / span

    def up(figure: float) -> float:
        return bottom - room * (figure - low) / (high - low)

    parts = [_text(_LEFT, 20, title, 13)]
    for share in (0, 0.25, 0.5, 0.75, 1):
        level = low + share * (high - low)
        parts.append(f'<line x1="{_LEFT}" x2="{right}" y1="{up(level):.1f}" y2="{up(level):.1f}" stroke="#ddd"/>')
        parts.append(_text(_LEFT - 6, up(level) + 4, f"{level:.2%}", 10, anchor="end"))
    for year in _years(first, last):
        x = across(date(year, 1, 1))
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{bottom}" y2="{bottom + 4}" stroke="#999"/>')
        parts.append(_text(x, bottom + 16, str(year), 10, anchor="middle"))
    for number, line in enumerate(lines):
        colour = _COLOURS[number % len(_COLOURS)]
        paths = _paths(line, last, across, up)
        parts.extend(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2"/>' for path in paths)
        y = bottom + 40 + number * _ROW
        now = line.points[-1][1]
        label = f"{line.name}: {now:.4%}" if now is not None else f"{line.name}: no longer offered"
        parts.append(f'<rect x="{_LEFT}" y="{y - 9}" width="14" height="4" fill="{colour}"/>')
        parts.append(_text(_LEFT + 20, y - 3, label, 11))
    return svg(_WIDE, bottom + 44 + len(lines) * _ROW, title, "".join(parts))


class Swing(NamedTuple):
    """How far one choice moves a figure: the lowest and highest result, and the values that give them."""

    name: str
    least: float
    least_by: str
    most: float
    most_by: str


def tornado_chart(swings: Sequence[Swing], usual: float, title: str, most: int = 16) -> str:
    """Draw bars around the usual figure, the longest on top: green for lower, red for higher."""
    shown = swings[:most]
    left, row, top = 250, 30, 52
    right = _WIDE - 60
    low = min([usual, *(one.least for one in shown)])
    high = max([usual, *(one.most for one in shown)])
    span = (high - low) or 1

    def across(figure: float) -> float:
        return left + 40 + (right - left - 80) * (figure - low) / span

    parts = [_text(12, 20, title, 13), _text(across(usual), 42, f"default {usual:.4%}", 10, anchor="middle")]
    for number, one in enumerate(shown):
        y = top + number * row
        name = one.name if len(one.name) <= 38 else f"{one.name[:37]}…"
        parts.append(_text(left - 8, y + 15, name, 11, anchor="end"))
        for figure, value, colour, anchor in (
            (one.least, one.least_by, "#27864f", "end"),
            (one.most, one.most_by, "#c0392b", "start"),
        ):
            if figure == usual:
                continue
            begin, end = sorted((across(usual), across(figure)))
            parts.append(f'<rect x="{begin:.1f}" y="{y + 3}" width="{end - begin:.1f}" height="16" fill="{colour}"/>')
            at = across(figure) + (-4 if anchor == "end" else 4)
            parts.append(_text(at, y + 12, f"{figure:.3%}", 9, anchor=anchor))
            parts.append(_text(at, y + 22, value.replace("_", " "), 9, "#555", anchor))
    tall = top + len(shown) * row + 12
    parts.append(
        f'<line x1="{across(usual):.1f}" x2="{across(usual):.1f}" y1="{top - 4}" y2="{tall - 8}" stroke="#333"/>'
    )
    if not shown:
        parts.append(_text(12, top + 12, "no choice changes it", 11))
    return svg(_WIDE, tall + (20 if not shown else 0), title, "".join(parts))


def _paths(line: Line, last: date, across: Callable[[date], float], up: Callable[[float], float]) -> list[str]:
    """Return the line's SVG paths; it is interrupted where there is no figure."""
    found: list[str] = []
    path = ""
    ends = [*(day for day, _ in line.points[1:]), last]
    for (day, figure), end in zip(line.points, ends, strict=True):
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


def _text(x: float, y: float, words: str, size: int, colour: str = "#222", anchor: str = "start") -> str:
    look = f'font-size="{size}" fill="{colour}" text-anchor="{anchor}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {look}>{escape(words)}</text>'


def svg(wide: float, high: float, title: str, inside: str) -> str:
    """Wrap SVG elements in a picture of this size with a white background."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:g}" height="{high:g}" viewBox="0 0 {wide:g} {high:g}" '
        f'font-family="DejaVu Sans, sans-serif" role="img"><title>{escape(title)}</title>'
        f'<rect width="100%" height="100%" fill="white"/>{inside}</svg>'
    )


BLOCKS = "▁▂▃▄▅▆▇█"


def steps_line(line: Line, first: date, last: date, columns: int, low: float, high: float) -> str:
    """Draw a step line as `columns` block characters; spaces where there is no figure.

    >>> line = Line("pass", ((date(2000, 1, 1), None), (date(2001, 1, 1), 0.01), (date(2002, 1, 1), 0.02)))
    >>> steps_line(line, date(2000, 1, 1), date(2002, 12, 31), 6, 0.0, 0.02)
    '  ▅▅██'
    """
    days = (last - first).days
    blocks = []
    for column in range(columns):
        day = first + timedelta(days=days * (column + 0.5) / columns)
        figure = next((figure for since, figure in reversed(line.points) if since <= day), None)
        share = 0.5 if high <= low else ((figure or 0) - low) / (high - low)
        blocks.append(" " if figure is None else BLOCKS[min(max(int(share * len(BLOCKS)), 0), len(BLOCKS) - 1)])
    return "".join(blocks)
