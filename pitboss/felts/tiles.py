"""Draws pai gow tiles: black, upright, with red and white spots, and all with the same back.

A tile is as high as a card and about half as wide as it is high, so it fits wherever a card does. Its spots are
those of the real set: ones and fours are red, all others white, and each six of the 6-6 has one red and one white
column.
"""

from __future__ import annotations

from functools import lru_cache

from pitboss.equipment.tiles import RED, Tile
from pitboss.felts.ink import BRASS, SERIF, num

WIDTH, HEIGHT = 44, 84
"""The size of a tile at scale 1; it is drawn around its centre."""

_STONE, _SHEEN, _EDGE, _GROOVE = "#17130f", "#2b2520", "#6f6252", "#3a322a"
_WHITE, _RED = "#fbf7ea", "#f23a36"
_X, _Y = 10.5, 10.2

# Where the spots of one end are around its centre, in steps of (_X, _Y).
_SPOTS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, 0), (1, 0)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -0.9), (1, -0.9), (-1, 0.9), (1, 0.9)),
    5: ((-1, -1.05), (1, -1.05), (0, 0), (-1, 1.05), (1, 1.05)),
    6: ((-1, -1.2), (-1, 0), (-1, 1.2), (1, -1.2), (1, 0), (1, 1.2)),
}
_RADIUS = {1: 7.2, 2: 5.6, 3: 5.2, 4: 5.6, 5: 4.9, 6: 4.8}


def tile_svg(tile: Tile) -> str:
    """Draw a tile face up, around the origin.

    >>> tile_svg(Tile("6-6")).count("<circle"), tile_svg(Tile("6-6")).count(_RED), tile_svg(Tile("1-3")).count(_RED)
    (12, 6, 1)
    """
    halves = "".join(
        _end(spots, middle, both=tile.ends == (6, 6)) for spots, middle in zip(tile.ends, (-20.5, 20.5), strict=True)
    )
    groove = f'<path d="M-15 0H15" stroke="{_GROOVE}" stroke-width="1.6"/>'
    return f'<g data-card="{tile}" role="img"><title>{tile.name}, {tile}</title>{_block()}{groove}{halves}</g>'


@lru_cache(maxsize=1)
def tile_back_svg() -> str:
    """Draw a tile face down."""
    return (
        f'<g role="img"><title>a tile face down</title>{_block()}'
        f'<rect x="-16" y="-36" width="32" height="72" rx="3" fill="none" stroke="{BRASS}" stroke-opacity=".55"/>'
        f'<path d="M0-24 12 0 0 24-12 0Z" fill="none" stroke="{BRASS}" stroke-opacity=".8"/>'
        f'<text y="5" text-anchor="middle" font-family="{SERIF}" font-size="14" font-weight="700"'
        f' fill="{BRASS}">P</text></g>'
    )


def _block() -> str:
    """Draw the tile's body: shadow, side and upper face."""
    x, y = -WIDTH / 2, -HEIGHT / 2
    return (
        f'<rect x="{x + 1:g}" y="{y + 2.4:g}" width="{WIDTH}" height="{HEIGHT}" rx="6" fill="#000" opacity=".4"/>'
        f'<rect x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="6" fill="{_STONE}" stroke="{_EDGE}"/>'
        f'<rect x="{x + 2.5:g}" y="{y + 2:g}" width="{WIDTH - 5}" height="{HEIGHT - 6}" rx="4.5" fill="{_SHEEN}"/>'
    )


def _end(spots: int, middle: float, both: bool) -> str:
    drawn = []
    for x, y in _SPOTS[spots]:
        red = x * middle > 0 if both else spots in RED
        at = f'cx="{num(x * _X)}" cy="{num(middle + y * _Y)}" r="{num(_RADIUS[spots])}"'
        drawn.append(f'<circle {at} fill="{_RED if red else _WHITE}" stroke="#000" stroke-opacity=".45"/>')
    return "".join(drawn)
