"""The felt of a table: its printed layout, the areas where chips can be placed, and the pieces on it now.

A felt is drawn as SVG and knows nothing about web pages: it takes the table as one person may see it (`view`, plain
data) and returns markup. The print never changes; each piece (a chip, a card, a die) keeps its id as long as it
is the same piece, so the page can move the pieces that moved and deal in new ones.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from pitboss.table.game import Game

SHARED = 0
"""The position of an area that all positions share, as on a craps layout."""


@dataclass(frozen=True, slots=True)
class Area:
    """A place for a wager. `shape` is the SVG element to click; it has no colours of its own.

    Chips are placed around (x, y), in a space of `width` and `height`. `label` is the name of the wager, and `odds`
    what it pays.
    """

    wager: str
    shape: str
    x: float
    y: float
    spot: str = ""
    position: int = SHARED
    label: str = ""
    odds: str = ""
    width: float = 40
    height: float = 40

    @property
    def id(self) -> str:
        return area_id(self.wager, self.spot, self.position)


def area_id(wager: str, spot: str = "", position: int = SHARED) -> str:
    return f"{wager}|{spot}|{position}"


@dataclass(frozen=True, slots=True)
class Piece:
    """Something on the felt. `id` identifies it for as long as it is there; `x`, `y` is its position.

    `svg` is drawn around the origin and rotated by `turn` degrees. `enters` is how it comes onto the felt: "dealt"
    from the shoe, "drawn" like balls, "thrown", "laid", "spun" around its origin, "late" (after what is thrown, spun
    or drawn with it has come to rest), "squeezed" (after cards that are turned slowly become visible), or "appear".
    If a piece disappears while another of the same `kin` appears, it has only moved, like a come bet to its number.
    """

    id: str
    svg: str
    x: float
    y: float
    enters: str = "appear"
    turn: float = 0
    kin: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """The request that a marked slip sends to the table: a verb of the game, and the marks."""

    verb: str
    spot: str


class Offered(Protocol):
    """A wager that a position may place now, as offered by the table or the floor."""

    @property
    def wager(self) -> str: ...

    @property
    def spot(self) -> str: ...


class Felt(ABC):
    """The felt of one table, for `game`. `seats` is the number of positions drawn.

    `shoe` is where cards come from, `discards` where they go when collected.
    """

    width: int
    height: int
    shoe: tuple[float, float] | None = None
    discards: tuple[float, float] | None = None

    def __init__(self, game: Game[Any], seats: int) -> None:
        self.game = game
        self.layout = game.layout
        self.seats = seats

    @abstractmethod
    def base(self) -> str:
        """Draw what is printed on the felt, as SVG without the `svg` element itself."""

    @abstractmethod
    def areas(self, me: int = SHARED) -> tuple[Area, ...]:
        """Return the areas for wagers. `me` is the position that can click its own areas; 0 for a bystander."""

    @abstractmethod
    def pieces(self, seen: Mapping[str, Any], me: int = SHARED) -> list[Piece]:
        """Return the pieces on the felt, given a state as `pitboss.table.view` shows it."""

    def scoreboard(self, seen: Mapping[str, Any]) -> tuple[str, Sequence[str]] | None:
        """Return a scoreboard to show beside the felt, as a picture and in words, or None."""
        return None

    def slip(self) -> Any:
        """Return a blank slip if wagers are first marked on the felt, as in keno; otherwise None.

        Touching an area without a wager then marks it: `touched` returns the result and `marks` draws it.
        """
        return None

    def touched(self, slip: Any, cell: str) -> tuple[Any, Order | None]:
        """Return the slip after a touch on an area, and the request to send if the slip was handed in."""
        return slip, None

    def hand_in(self, slip: Any) -> tuple[str, str] | None:
        """Return the button that hands in the slip, as label and cell to touch; None if nothing is marked."""
        return None

    def marks(self, slip: Any) -> list[Piece]:
        """Return the slip's marks on the felt, visible only to its owner."""
        return []

    @cached_property
    def upright(self) -> Felt:
        """The same table arranged for a narrow screen; this felt itself if there is no such arrangement."""
        return self

    def lit(self, offers: Iterable[Offered], me: int) -> frozenset[str]:
        """Return the ids of the areas where a position may wager now, given its offers."""
        there = {area.id for area in self.areas(me)}
        ids = (area_id(one.wager, one.spot, position) for one in offers for position in (SHARED, me))
        return frozenset(id for id in ids if id in there)

    def svg(self, seen: Mapping[str, Any] | None = None, me: int = SHARED) -> str:
        """Draw the felt and the pieces on it as one picture, for a notebook, a report or a small view of a table."""
        lying = self.pieces(seen, me) if seen is not None else []
        drawn = "".join(
            f'<g transform="translate({piece.x:g} {piece.y:g}) rotate({piece.turn:g})">{piece.svg}</g>'
            for piece in lying
        )
        box = f'viewBox="0 0 {self.width} {self.height}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{self.base()}{drawn}</svg>'

    def _repr_svg_(self) -> str:
        return self.svg()
