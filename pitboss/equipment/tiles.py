"""Pai gow tiles, written as the spots at their two ends: `Tile("6-6")`, `Tile("1-3")`.

There are 21 of them, created once: `TILES[tile.index] is tile`. Eleven appear twice in a set and ten once, 32 in all
(`SET`). A dealer handles them like cards: they have a face and a back, come from a shoe in an unknown order, and lie
face down. So a tile *is* a card, which, like the joker, has neither rank nor suit, and a tile can be read wherever a
card can.

Two tiles of the same `kind` are interchangeable even if their faces differ: 3-6 and 4-5 are both nines.
"""

from typing import TYPE_CHECKING

from pitboss.equipment.cards import Card, also_read

KINDS = {
    "teen": ("Teen", "6-6"),
    "day": ("Day", "1-1"),
    "yun": ("Yun", "4-4"),
    "gor": ("Gor", "1-3"),
    "mooy": ("Mooy", "5-5"),
    "chong": ("Chong", "3-3"),
    "bon": ("Bon", "2-2"),
    "foo": ("Foo", "5-6"),
    "ping": ("Ping", "4-6"),
    "tit": ("Tit", "1-6"),
    "look": ("Look", "1-5"),
    "nine": ("Nine", "3-6 4-5"),
    "eight": ("Eight", "2-6 3-5"),
    "seven": ("Seven", "2-5 3-4"),
    "five": ("Five", "1-4 2-3"),
    "gee_joon": ("Gee Joon", "2-4 1-2"),
}
"""The sixteen kinds, each with two tiles: name and faces. A kind with one face has two identical tiles."""
RED = (1, 4)
"""The ends with red spots; all others are white, except on the 6-6 tile, where half of the spots are red."""


class Tile(Card):
    """A pai gow tile.

    >>> tile = Tile("6-4")
    >>> tile, str(tile), tile.name, tile.kind, tile.spots, tile.ends
    (Tile('4-6'), '4-6', 'Ping', 'ping', 10, (4, 6))
    >>> Card("4-6") is tile, tile.is_joker
    (True, False)
    >>> Tile("3-7")
    Traceback (most recent call last):
    ValueError: '3-7' is not a pai gow tile: write the spots of its two ends, 1 to 6 each, such as 6-6 or 1-3
    """

    __slots__ = ("ends", "kind", "spots")
    kind: str
    ends: tuple[int, int]
    spots: int

    if TYPE_CHECKING:

        def __new__(cls, text: str) -> "Tile": ...

    def _repr_html_(self) -> str:
        return f'<span title="{self.name}">{self.pretty}</span>'


def _make(index: int, kind: str, name: str, text: str) -> Tile:
    tile = object.__new__(Tile)
    low, high = map(int, text.split("-"))
    tile._write(_text=text, index=index, pretty=text, name=name, is_joker=False)
    tile._write(kind=kind, ends=(low, high), spots=low + high)
    return tile


def _make_all() -> tuple[Tile, ...]:
    faces = [(kind, name, text) for kind, (name, texts) in KINDS.items() for text in texts.split()]
    return tuple(_make(index, *face) for index, face in enumerate(faces))


TILES: tuple[Tile, ...] = _make_all()
also_read({text: tile for tile in TILES for text in (str(tile), str(tile)[::-1])})

SET: tuple[int, ...] = tuple(2 if len(KINDS[tile.kind][1].split()) == 1 else 1 for tile in TILES)
"""How many of each tile are in a set."""


def tiles(text: str) -> tuple[Tile, ...]:
    """Parse tiles separated by spaces or commas.

    >>> tiles("6-6 1-3, 2-4")
    (Tile('6-6'), Tile('1-3'), Tile('2-4'))
    """
    return tuple(Tile(word) for word in text.replace(",", " ").split())
