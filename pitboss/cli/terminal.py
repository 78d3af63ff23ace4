"""Output on a terminal: the console, tables, provenance marks, and the small bar of a house edge."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

MARKS = {"text": "", "copy": "ᶜ", "sister": "ˢ", "published": "ᵖ", "reconstructed": "ʳ"}
LEGEND = {
    "copy": "New Jersey's own text, from a copy; it is in none of our editions",
    "sister": "another regulator's rule for the same game",
    "published": "a published rule card or textbook",
    "reconstructed": "no text was found; our best reading",
}
_BAR = " ▏▎▍▌▋▊▉█"
UNBOUNDED = 240
"""Width used when there is no terminal: room for the widest table."""
WIDE = 100
"""The width from which tables show all columns."""


def console(**options: Any) -> Console:
    """Create a console. It uses the terminal's width and colours; in a pipe or a file nothing is cut off."""
    created = Console(highlight=False, **options)
    if "width" not in options and "COLUMNS" not in os.environ and not created.is_terminal:
        created.width = UNBOUNDED
    return created


def table(*columns: str, right: Iterable[str] = (), **options: Any) -> Table:
    """Create a plain table; columns in `right` are right-aligned figures."""
    look: dict[str, Any] = {"box": box.SIMPLE_HEAD, "header_style": "bold", "pad_edge": False, "padding": (0, 1, 0, 0)}
    created = Table(**look | options)
    figures = set(right)
    for column in columns:
        created.add_column(column, justify="right" if column in figures else "left")
    return created


def bar(share: float, width: int = 8) -> str:
    """Draw a bar for a share of 1.

    >>> bar(0.5, 4), bar(0), bar(2, 3)
    ('██  ', '        ', '███')
    """
    eighths = round(min(max(share, 0), 1) * width * 8)
    full, part = divmod(eighths, 8)
    return ("█" * full + (_BAR[part] if part else "")).ljust(width)


def print_future_note(out: Console, day: date) -> None:
    """Print the assumption behind figures for a future date, if the date is one."""
    from pitboss.chapter.days import future_note

    if note := future_note(day):
        out.print(Text(note, "dim"))


def print_unlawful(out: Console, breaches: Iterable[str]) -> None:
    """Print a table's breaches of the chapter, if it has any."""
    lines = list(breaches)
    if lines:
        out.print(Text("Not a lawful table:", "bold red"))
    for line in lines:
        out.print(Text(f"  {line.removeprefix('breach: ')}", "red"))


def percent(value: float, digits: int = 2) -> str:
    """Format a share as a percentage.

    >>> percent(7 / 495), percent(0), percent(-0.01)
    ('1.41%', '0%', '-1.00%')
    """
    return f"{value:.{digits}%}" if value else "0%"


def heat(edge: float) -> str:
    """Return the colour for a house edge."""
    return "green" if edge < 0.02 else "yellow" if edge < 0.06 else "red"


def marked(name: str, provenance: str, style: str = "") -> Text:
    """Return a name with its provenance mark."""
    return Text.assemble((name, style), (MARKS.get(provenance, ""), "magenta"))


def one_line(text: Text) -> Text:
    """Truncate text instead of wrapping it."""
    text.no_wrap, text.overflow = True, "ellipsis"
    return text


def legend(provenances: Iterable[str]) -> Text | None:
    """Explain the marks that were used."""
    met = set(provenances)
    used = [kind for kind in LEGEND if kind in met]
    if not used:
        return None
    return Text("; ".join(f"{MARKS[kind]} {kind}: {LEGEND[kind]}" for kind in used), "dim")


def pays(odds: Mapping[str, str]) -> str:
    """Summarize what a wager pays for a table cell.

    >>> pays({"": "9 to 5"}), pays({"2": "2 to 1", "12": "2 to 1", "other": "1 to 1"})
    ('9 to 5', '2 to 1, 1 to 1')
    >>> pays({"4": "2 to 1", "5": "3 to 2", "6": "6 to 5"})
    '2 to 1 … 6 to 5'
    >>> pays({"4": "24 to 1", "5": "249 to 1", "6": "999 to 1"})
    '24 … 999 to 1'
    """
    different = list(dict.fromkeys(odds.values()))
    if len(different) <= 2:
        return ", ".join(different)
    first, last = different[0], different[-1]
    unit = first.partition(" ")[2]
    return f"{first.removesuffix(f' {unit}') if last.endswith(f' {unit}') else first} … {last}"


def short(citation: str) -> str:
    """Shorten a citation: 19:47-1.4(b)."""
    return citation.removeprefix("N.J.A.C. ")


def span(since: object, until: object) -> str:
    """Describe the period in which something is in force."""
    return f"since {since}" + (f" until {until}" if until else "") if since else f"until {until}" if until else ""
