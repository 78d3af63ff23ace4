"""Values that display themselves at a prompt and in notebooks, and export their data.

An `Exhibit` consists of rows, from which its text, HTML and data frame are made, and may have a picture. This module
depends on nothing else in Pitboss, so that every package can use it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib.util import find_spec
from typing import Any, ClassVar

FEW = 12
"""The maximum number of rows shown at a prompt; a notebook shows all."""
Row = Mapping[str, Any]
_STYLE = "border-collapse:collapse;font-variant-numeric:tabular-nums"
_CELL = "padding:2px 10px;border-bottom:1px solid #ccc;text-align:"


class Exhibit:
    """A value that displays itself. Subclasses implement the methods below."""

    def title(self) -> str:
        """Return a one-line description."""
        raise TypeError(f"{type(self).__name__} has no title")

    def rows(self) -> Sequence[Row]:
        """Return the data row by row, as a mapping from names to values."""
        raise TypeError(f"{type(self).__name__} has no rows")

    def display_rows(self) -> Sequence[Row]:
        """Return the rows formatted for display; by default the data itself."""
        return self.rows()

    def to_svg(self) -> str:
        """Return a picture as SVG, or "" if there is none."""
        return ""

    def __repr__(self) -> str:
        shown = self.display_rows()
        lines = text_table(shown[:FEW])
        more = [f"… and {len(shown) - FEW} more"] if len(shown) > FEW else []
        return "\n".join([self.title(), *lines, *more])

    def __str__(self) -> str:
        return repr(self)

    def _repr_html_(self) -> str:
        head = f"<p><b>{escape(self.title())}</b></p>"
        return head + self.to_svg() + html_table(self.display_rows())

    def to_pandas(self) -> Any:
        """Return the rows as a pandas data frame; pandas must be installed."""
        return data_frame(self.rows())

    def to_json(self) -> str:
        """Return everything as JSON."""
        raise TypeError(f"{type(self).__name__} has no JSON form")


class Catalogue(Exhibit):
    """An exhibit of items with ids. Subclasses define the item type through `__iter__` and `__getitem__`."""

    noun: ClassVar[str] = "wager"
    """The word for an item in error messages."""

    def members(self) -> Sequence[Any]:
        """Return the items in order."""
        raise TypeError(f"{type(self).__name__} has no members")

    def __len__(self) -> int:
        return len(self.members())

    def __contains__(self, id: object) -> bool:
        return any(id in (one, one.id) for one in self.members())

    def get(self, id: str) -> Any:
        """Return an item by id; a KeyError lists the ids."""
        found = next((one for one in self.members() if one.id == id), None)
        if found is None:
            raise KeyError(f"no {self.noun} {id!r}; use one of: {', '.join(one.id for one in self.members())}")
        return found


def data_frame(rows: Sequence[Row]) -> Any:
    """Return rows as a pandas data frame."""
    if find_spec("pandas") is None:
        raise ModuleNotFoundError("to_pandas needs pandas: pip install pandas; or use rows() or to_json()")
    import pandas

    return pandas.DataFrame([dict(row) for row in rows])


def text_table(rows: Sequence[Row]) -> list[str]:
    """Format rows as lines of text with right-aligned numbers.

    >>> text_table([{"wager": "pass", "edge": 1}, {"wager": "any_seven", "edge": 20}])
    ['wager      edge', 'pass          1', 'any_seven    20']
    """
    names = columns(rows)
    cells = [[str(row.get(name, "")) for name in names] for row in rows]
    wide = [max(len(name), *(len(line[number]) for line in cells)) for number, name in enumerate(names)] if rows else []
    figures = [_is_figure(cell for line in cells if (cell := line[number])) for number in range(len(names))]

    def line(parts: Iterable[str]) -> str:
        padded = (
            part.rjust(width) if right else part.ljust(width)
            for part, width, right in zip(parts, wide, figures, strict=True)
        )
        return "  ".join(padded).rstrip()

    return [line(names), *map(line, cells)] if rows else []


def html_table(rows: Sequence[Row]) -> str:
    """Format rows as an HTML table that needs no style sheet."""
    names = columns(rows)
    if not rows:
        return ""
    figures = {name: _is_figure(str(row[name]) for row in rows if row.get(name) not in (None, "")) for name in names}

    def cell(tag: str, name: str, text: object) -> str:
        return f'<{tag} style="{_CELL}{"right" if figures[name] else "left"}">{escape(str(text))}</{tag}>'

    head = "".join(cell("th", name, name) for name in names)
    body = "".join("<tr>" + "".join(cell("td", name, row.get(name, "")) for name in names) + "</tr>" for row in rows)
    return f'<table style="{_STYLE}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def count_text(number: int, one: str, several: str = "") -> str:
    """Format a number with a singular or plural noun.

    >>> count_text(1, "game"), count_text(2, "game"), count_text(0, "breach", "breaches")
    ('1 game', '2 games', '0 breaches')
    """
    return f"{number:,} {one if number == 1 else several or f'{one}s'}"


def columns(rows: Sequence[Row]) -> list[str]:
    """Return the names of all columns in order of appearance."""
    return list(dict.fromkeys(name for row in rows for name in row))


def _is_figure(cells: Iterable[str]) -> bool:
    found = list(cells)
    return bool(found) and all(cell.lstrip("+-−~≈±…").lstrip("$")[:1].isdigit() or cell in "…≈" for cell in found)
