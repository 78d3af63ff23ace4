"""Values that show themselves: to a person at a prompt, in a notebook, and to other programs.

An `Exhibit` is made of rows. From these come its text, its HTML and its data frame; a picture of it is
`drawn`. This module knows nothing of the house, so that every room can use it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib.util import find_spec
from typing import Any, ClassVar

FEW = 12
"""So many rows are shown at a prompt; a notebook shows all."""
Row = Mapping[str, Any]
_STYLE = "border-collapse:collapse;font-variant-numeric:tabular-nums"
_CELL = "padding:2px 10px;border-bottom:1px solid #ccc;text-align:"


class Exhibit:
    """A value that shows itself. What it is made of, it says by these; the rest follows."""

    def title(self) -> str:
        """What it is, in a line."""
        raise TypeError(f"{type(self).__name__} has no title")

    def rows(self) -> Sequence[Row]:
        """What it holds, row by row, each figure by its name."""
        raise TypeError(f"{type(self).__name__} has no rows")

    def shown_rows(self) -> Sequence[Row]:
        """The rows as a person reads them; by default all figures as they are."""
        return self.rows()

    def drawn(self) -> str:
        """A picture of it as SVG; none by default."""
        return ""

    def __repr__(self) -> str:
        shown = self.shown_rows()
        lines = text_table(shown[:FEW])
        more = [f"… and {len(shown) - FEW} more"] if len(shown) > FEW else []
        return "\n".join([self.title(), *lines, *more])

    def __str__(self) -> str:
        return repr(self)

    def _repr_html_(self) -> str:
        head = f"<p><b>{escape(self.title())}</b></p>"
        return head + self.drawn() + html_table(self.shown_rows())

    def to_pandas(self) -> Any:
        """The rows as a pandas data frame; pandas must be installed."""
        return frame(self.rows())

    def to_json(self) -> str:
        """The whole of it as JSON."""
        raise TypeError(f"{type(self).__name__} cannot be told as JSON")


class Catalogue(Exhibit):
    """An exhibit of things that have ids. A class on it says by `__iter__` and `__getitem__` what they are."""

    noun: ClassVar[str] = "wager"
    "What its members are called where one is asked for that is not there."

    def members(self) -> Sequence[Any]:
        """What it holds, in its order."""
        raise TypeError(f"{type(self).__name__} has no members")

    def __len__(self) -> int:
        return len(self.members())

    def __contains__(self, id: object) -> bool:
        return any(id in (one, one.id) for one in self.members())

    def found(self, id: str) -> Any:
        """A member by its id; a KeyError says which there are."""
        found = next((one for one in self.members() if one.id == id), None)
        if found is None:
            raise KeyError(f"no {self.noun} {id!r}; there are: {', '.join(one.id for one in self.members())}")
        return found


def frame(rows: Sequence[Row]) -> Any:
    """Rows as a pandas data frame."""
    if find_spec("pandas") is None:
        raise ModuleNotFoundError("to_pandas needs pandas: pip install pandas; or take rows() or to_json()")
    import pandas

    return pandas.DataFrame([dict(row) for row in rows])


def text_table(rows: Sequence[Row]) -> list[str]:
    """Rows as lines of text, figures to the right.

    >>> text_table([{"wager": "pass", "edge": 1}, {"wager": "any_seven", "edge": 20}])
    ['wager      edge', 'pass          1', 'any_seven    20']
    """
    names = columns(rows)
    cells = [[str(row.get(name, "")) for name in names] for row in rows]
    wide = [max(len(name), *(len(line[number]) for line in cells)) for number, name in enumerate(names)] if rows else []
    figures = [_is_figure(cell for line in cells if (cell := line[number])) for number in range(len(names))]

    def line(parts: Iterable[str]) -> str:
        told = (
            part.rjust(width) if right else part.ljust(width)
            for part, width, right in zip(parts, wide, figures, strict=True)
        )
        return "  ".join(told).rstrip()

    return [line(names), *map(line, cells)] if rows else []


def html_table(rows: Sequence[Row]) -> str:
    """Rows as a table of HTML that needs no style sheet."""
    names = columns(rows)
    if not rows:
        return ""
    figures = {name: _is_figure(str(row[name]) for row in rows if row.get(name) not in (None, "")) for name in names}

    def cell(tag: str, name: str, text: object) -> str:
        return f'<{tag} style="{_CELL}{"right" if figures[name] else "left"}">{escape(str(text))}</{tag}>'

    head = "".join(cell("th", name, name) for name in names)
    body = "".join("<tr>" + "".join(cell("td", name, row.get(name, "")) for name in names) + "</tr>" for row in rows)
    return f'<table style="{_STYLE}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def counted(number: int, one: str, several: str = "") -> str:
    """So many of something.

    >>> counted(1, "game"), counted(2, "game"), counted(0, "breach", "breaches")
    ('1 game', '2 games', '0 breaches')
    """
    return f"{number:,} {one if number == 1 else several or f'{one}s'}"


def columns(rows: Sequence[Row]) -> list[str]:
    """The names of all columns, in the order in which they come."""
    return list(dict.fromkeys(name for row in rows for name in row))


def _is_figure(cells: Iterable[str]) -> bool:
    found = list(cells)
    return bool(found) and all(cell.lstrip("+-−~≈±…").lstrip("$")[:1].isdigit() or cell in "…≈" for cell in found)
