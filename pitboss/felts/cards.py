"""Draws cards: an ivory face with one large index, and the house's back.

A suit can be recognized by its shape, by the letter in its pip and by its colour (there are four), so that no one has
to rely on just one of these. The index is at the upper left, which stays visible when cards overlap. Pai gow tiles are
drawn in `tiles`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from pitboss.equipment import FACE_DOWN, Card, Suit, Tile
from pitboss.felts.felt import Piece
from pitboss.felts.ink import BRASS, SANS, SERIF
from pitboss.felts.tiles import tile_svg

WIDTH, HEIGHT = 60, 84
"""The size of a card at scale 1; it is drawn around its centre."""

INDEX = 25
"""How much of a card's left side must show for its index to be readable."""

_FACE, _EDGE, _WINE = "#fbf6e7", "#b9ab86", "#5c1727"
_COLOUR = {Suit.SPADES: "#15171c", Suit.HEARTS: "#b80f1e", Suit.DIAMONDS: "#1746b4", Suit.CLUBS: "#0a6630"}

# Each pip fills the square from (-10, -10) to (10, 10).
_PIP = {
    Suit.HEARTS: "M0 10C-5 4-10 0-10-4.6-10-8-7.6-10-5-10-2.6-10-.8-8.6 0-6.6.8-8.6 2.6-10 5-10 7.6-10 10-8 10-4.6 10 0"
    " 5 4 0 10Z",
    Suit.DIAMONDS: "M0-10C2.4-6 5-2.8 8.2 0 5 2.8 2.4 6 0 10-2.4 6-5 2.8-8.2 0-5-2.8-2.4-6 0-10Z",
    Suit.SPADES: "M0-10C4-5 10-1.4 10 3.2 10 6 8 7.6 5.8 7.6 3.8 7.6 2 6.6.9 5 1.2 7 2.2 8.8 3.8 10H-3.8C-2.2 8.8-1.2 7"
    "-.9 5-2 6.6-3.8 7.6-5.8 7.6-8 7.6-10 6-10 3.2-10-1.4-4-5 0-10Z",
    Suit.CLUBS: "M0-10C2.6-10 4.6-8 4.6-5.5 4.6-4.2 4-3 3.2-2.1 4-2.5 4.7-2.7 5.5-2.7 8-2.7 10-.7 10 1.9 10 4.5 8 6.5"
    " 5.5 6.5 3.6 6.5 1.9 5.5 1 3.9 1.2 6.4 2.2 8.6 3.8 10H-3.8C-2.2 8.6-1.2 6.4-1 3.9-1.9 5.5-3.6 6.5-5.5 6.5-8 6.5"
    "-10 4.5-10 1.9-10-.7-8-2.7-5.5-2.7-4.7-2.7-4-2.5-3.2-2.1-4-3-4.6-4.2-4.6-5.5-4.6-8-2.6-10 0-10Z",
}
_LETTER_AT = {Suit.HEARTS: 2.2, Suit.DIAMONDS: 3.6, Suit.SPADES: 5.4, Suit.CLUBS: 4.6}
"""How far below the centre of a pip the baseline of its letter is."""


@lru_cache(maxsize=1024)
def card_svg(card: str, scale: float = 1) -> str:
    """Draw a card, or the back for "??", around the origin.

    >>> card_svg("??") == card_svg("??", 1), 'data-card="Ah"' in card_svg("Ah"), 'data-card' in card_svg("??")
    (True, True, False)
    """
    inner = _back() if card == FACE_DOWN else _face(Card(card))
    return f'<g transform="scale({scale:g})">{inner}</g>' if scale != 1 else inner


def pip_svg(suit: Suit, size: float, colour: str = "") -> str:
    """Draw a suit's symbol around the origin, in its own colour or the given one."""
    return f'<path d="{_PIP[suit]}" transform="scale({size / 20:g})" fill="{colour or _COLOUR[suit]}"/>'


def _sheet(fill: str, edge: str) -> str:
    x, y = -WIDTH / 2, -HEIGHT / 2
    return (
        f'<rect x="{x + 0.8:g}" y="{y + 1.6:g}" width="{WIDTH}" height="{HEIGHT}" rx="5" fill="#000" opacity=".3"/>'
        f'<rect x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="5" fill="{fill}" stroke="{edge}"/>'
    )


def _face(card: Card) -> str:
    if isinstance(card, Tile):
        return tile_svg(card)
    body = _joker() if card.is_joker else _suited(card)
    return f'<g data-card="{card}" role="img"><title>{card.name}</title>{_sheet(_FACE, _EDGE)}{body}</g>'


def _suited(card: Card) -> str:
    colour, rank = _COLOUR[card.suit], "10" if card.rank.letter == "T" else card.rank.letter
    narrow = ' textLength="25" lengthAdjust="spacingAndGlyphs"' if rank == "10" else ""
    letter = card.suit.value.upper()
    return (
        f'<text x="-15.5" y="-11.5" text-anchor="middle" font-family="{SANS}" font-size="32" font-weight="700"'
        f'{narrow} fill="{colour}">{rank}</text>'
        f'<g transform="translate(-15.5 5)">{pip_svg(card.suit, 19)}</g>'
        f'<g transform="translate(11.5 21.5)">{pip_svg(card.suit, 33)}'
        f'<text y="{_LETTER_AT[card.suit]}" text-anchor="middle" font-family="{SANS}" font-size="11" font-weight="700"'
        f' fill="{_FACE}">{letter}</text></g>'
    )


def _joker() -> str:
    letters = "".join(
        f'<text x="-20" y="{-22 + at * 13.5:g}" text-anchor="middle" font-family="{SANS}" font-size="14"'
        f' font-weight="700" fill="#4a2a7a">{letter}</text>'
        for at, letter in enumerate("JOKER")
    )
    star = "M0-18 5.3-5.6 18-5.6 7.8 2.6 11.8 15.6 0 7.8-11.8 15.6-7.8 2.6-18-5.6-5.3-5.6Z"
    return f'{letters}<path d="{star}" transform="translate(8 6)" fill="#4a2a7a"/>'


@lru_cache(maxsize=1)
def _back() -> str:
    """The house's back: a brass lattice on wine red."""
    x, y, step = WIDTH / 2 - 6, HEIGHT / 2 - 6, 8
    lines = []
    for at in range(-int(x + y), int(x + y) + 1, step):
        lines += [_clipped(at, 1, x, y), _clipped(at, -1, x, y)]
    return (
        f'<g role="img"><title>a card face down</title>{_sheet(_FACE, _EDGE)}'
        f'<rect x="{-WIDTH / 2 + 4:g}" y="{-HEIGHT / 2 + 4:g}" width="{WIDTH - 8}" height="{HEIGHT - 8}" rx="3"'
        f' fill="{_WINE}" stroke="{_WINE}"/>'
        f'<path d="{"".join(lines)}" stroke="{BRASS}" stroke-width=".8" opacity=".75" fill="none"/>'
        f'<rect x="{-x:g}" y="{-y:g}" width="{2 * x:g}" height="{2 * y:g}" fill="none" stroke="{BRASS}"/>'
        f'<path d="M0-15 11 0 0 15-11 0Z" fill="{_WINE}" stroke="{BRASS}"/>'
        f'<text y="5" text-anchor="middle" font-family="{SERIF}" font-size="14"'
        f' font-weight="700" fill="{BRASS}">P</text></g>'
    )


def _clipped(at: int, slope: int, x: float, y: float) -> str:
    """Clip the line y = slope * x + at to a rectangle of half width x and half height y."""
    low, high = sorted(((-y - at) * slope, (y - at) * slope))
    low, high = max(low, -x), min(high, x)
    return f"M{low:g} {slope * low + at:g}L{high:g} {slope * high + at:g}" if low < high else ""


# ---- Groups of cards


def fan(
    cards: Sequence[tuple[str, str]], x: float, y: float, scale: float, room: float, places: int = 0
) -> Iterator[Piece]:
    """Yield cards around a point, each with its id, side by side or overlapping if space is tight.

    `places` is the expected number of cards: the first ones are placed where they will stay.
    """
    wide, number = WIDTH * scale, max(len(cards), places)
    step = min(wide + 4 * scale, (room - wide) / (number - 1)) if number > 1 else 0
    left = x - step * (number - 1) / 2
    for at, (id, card) in enumerate(cards):
        yield Piece(f"card|{id}", card_svg(card, scale), left + at * step, y, "dealt")


def numbered(whose: str, cards: Sequence[str]) -> list[tuple[str, str]]:
    """Pair cards with ids made from their owner and their position in the row."""
    return [(f"{whose}|{at}", card) for at, card in enumerate(cards)]


def open_cards(written: Sequence[str]) -> tuple[Card, ...] | None:
    """Return the cards, or None if one of them is face down."""
    return None if FACE_DOWN in written else tuple(Card(card) for card in written)
