"""What every felt draws with: colours and a few SVG helpers.

Every function returns markup as text. Words from people or from rules are escaped in `text`, so no other code has to do
it. Ivory and brass have a contrast of at least 4.5 to 1 on the felt, the panels and the rail.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

FELT = "#0d4a33"
SHADE = "#093a28"
"Darker felt, for boxes in the background."
RAIL = "#2b1a12"
IVORY = "#f4edda"
BRASS = "#e3c06a"
RED = "#7c1a20"
BLACK = "#15171a"
INK = "#16201b"
"The colour of text on ivory and brass."

SANS = "system-ui, sans-serif"
SERIF = "Georgia, serif"


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the felt, which can be split into rows and columns.

    >>> [box.height for box in Box(0, 0, 100, 62).rows([1, 2], gap=2)]
    [20.0, 40.0]
    """

    x: float
    y: float
    width: float
    height: float

    @property
    def cx(self) -> float:
        return self.x + self.width / 2

    @property
    def cy(self) -> float:
        return self.y + self.height / 2

    def rows(self, shares: Sequence[float], gap: float = 2) -> list[Box]:
        """Split into rows, top to bottom, in these proportions."""
        cuts = _cut(self.y, self.height, shares, gap)
        return [Box(self.x, at, self.width, size) for at, size in cuts]

    def columns(self, shares: Sequence[float], gap: float = 2) -> list[Box]:
        """Split into columns, left to right, in these proportions."""
        cuts = _cut(self.x, self.width, shares, gap)
        return [Box(at, self.y, size, self.height) for at, size in cuts]

    def rect(self, more: str = "", round_: float = 4) -> str:
        return rect(self.x, self.y, self.width, self.height, more, round_)


def _cut(start: float, length: float, shares: Sequence[float], gap: float) -> list[tuple[float, float]]:
    unit = (length - gap * (len(shares) - 1)) / sum(shares) if shares else 0
    cuts = []
    for share in shares:
        cuts.append((start, share * unit))
        start += share * unit + gap
    return cuts


def num(value: float) -> str:
    """Format a coordinate to the nearest hundredth, as briefly as possible."""
    return f"{round(value, 2):.2f}".rstrip("0").rstrip(".")


def text(
    x: float,
    y: float,
    words: str,
    size: float = 12,
    fill: str = IVORY,
    weight: int = 600,
    anchor: str = "middle",
    serif: bool = False,
    spacing: float = 0,
    turn: float = 0,
    within: float = 0,
) -> str:
    """Draw text centred on a point, no wider than `within` if that is given."""
    if within and words:
        size = min(size, (within - spacing * len(words)) / (wide(words) * (1.2 if serif else 1)))
    more = f' letter-spacing="{num(spacing)}"' if spacing else ""
    more += f' transform="rotate({num(turn)} {num(x)} {num(y)})"' if turn else ""
    return (
        f'<text x="{num(x)}" y="{num(y)}" font-family="{SERIF if serif else SANS}" font-size="{num(size)}"'
        f' font-weight="{weight}" fill="{fill}" text-anchor="{anchor}" dominant-baseline="central"{more}>'
        f"{escape(words)}</text>"
    )


def wide(words: str) -> float:
    """Estimate the width of text at size 1, erring on the wide side because fonts differ."""
    return sum(0.73 if one.isupper() else 0.34 if one in " .,·|'" else 0.66 for one in words)


def rect(x: float, y: float, width: float, height: float, more: str = "", round_: float = 4) -> str:
    """Draw a rectangle; `more` is for further attributes."""
    return (
        f'<rect x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}" rx="{num(round_)}"'
        f"{' ' + more if more else ''}/>"
    )


def circle(x: float, y: float, radius: float, more: str = "") -> str:
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}"{" " + more if more else ""}/>'


def path(d: str, more: str = "") -> str:
    return f'<path d="{d}"{" " + more if more else ""}/>'


def polygon(points: Sequence[tuple[float, float]], more: str = "") -> str:
    drawn = " ".join(f"{num(x)},{num(y)}" for x, y in points)
    return f'<polygon points="{drawn}"{" " + more if more else ""}/>'


def group(drawn: str, x: float = 0, y: float = 0, more: str = "") -> str:
    """Move markup drawn around the origin to a point."""
    moved = f' transform="translate({num(x)} {num(y)})"' if x or y else ""
    return f"<g{moved}{' ' + more if more else ''}>{drawn}</g>"


def table(width: float, height: float, felt: str = FELT) -> str:
    """Draw the table itself: a rail of dark wood with a brass line, and the felt inside."""
    return (
        rect(0, 0, width, height, f'fill="{RAIL}"', 22)
        + rect(5, 5, width - 10, height - 10, f'fill="none" stroke="{BRASS}" stroke-opacity="0.55"', 18)
        + rect(9, 9, width - 18, height - 18, f'fill="{felt}"', 15)
        + rect(9, 9, width - 18, height - 18, 'fill="none" stroke="#000" stroke-opacity="0.35" stroke-width="4"', 15)
    )
