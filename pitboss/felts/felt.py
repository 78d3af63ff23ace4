"""What a felt is: the printed layout of a table, where chips may be laid on it, and the pieces that lie there now.

A felt is drawn here as SVG and knows nothing of pages: it is given the table as one person may see it (`view`, plain
data), and gives back markup. What is printed never changes; each piece (a chip, a card, a die) has an id that stays the
same for as long as it is the same piece, so that the page moves what moved and deals in what is new.
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
    """A place where a wager is laid. `shape` is the SVG element that is clicked, without colours of its own.

    Chips lie around (x, y), in a room of `width` and `height`. `label` is the name of the wager, `odds` what it pays.
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
    """Something that lies on the felt. `id` names it for as long as it lies there; `x`, `y` is where it lies.

    `svg` is drawn around the origin, and turned by `turn` degrees. `enters` is how it comes onto the felt: "dealt" from
    the shoe, "drawn" as balls are, "thrown", "laid", "spun" around its origin, "late" (when what is thrown, spun or
    drawn with it has come to rest), "squeezed" (when cards that are turned slowly are seen), or simply there
    ("appear"). A piece that goes while another of the same `kin` comes has only moved: a come bet that goes to its
    number.
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
    """What a marked slip asks of the table when it is handed in: a verb of the game, and what is written."""

    verb: str
    spot: str


class Offered(Protocol):
    """What a position may wager now, as the table or the floor offers it."""

    @property
    def wager(self) -> str: ...

    @property
    def spot(self) -> str: ...


class Felt(ABC):
    """The felt of one table, on which `game` is played. `seats` is how many positions are drawn.

    `shoe` is from where cards are dealt, `discards` where they go when they are taken up.
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
        """What is printed on the felt, as SVG without the `svg` element itself."""

    @abstractmethod
    def areas(self, me: int = SHARED) -> tuple[Area, ...]:
        """Where wagers are laid. `me` is the position whose own areas are the ones to click; 0 for a bystander."""

    @abstractmethod
    def pieces(self, seen: Mapping[str, Any], me: int = SHARED) -> list[Piece]:
        """What lies on the felt in a state as `pitboss.table.view` shows it."""

    def scoreboard(self, seen: Mapping[str, Any]) -> tuple[str, Sequence[str]] | None:
        """A scoreboard to stand beside the felt: a picture, and what it tells in words; None where there is none."""
        return None

    def slip(self) -> Any:
        """What a person marks on the felt before it is a wager, with nothing marked; None where nothing is.

        Areas without a wager are then touched to mark it: `touched` says what becomes of it, `marks` draws it.
        """
        return None

    def touched(self, slip: Any, cell: str) -> tuple[Any, Order | None]:
        """The slip after a touch of an area, and what it asks of the table, if it was handed in."""
        return slip, None

    def hand_in(self, slip: Any) -> tuple[str, str] | None:
        """The button that hands in the slip, as its label and the cell that it touches; None if nothing is marked."""
        return None

    def marks(self, slip: Any) -> list[Piece]:
        """The slip as it lies on the felt, for the eyes of who marks it."""
        return []

    @cached_property
    def upright(self) -> Felt:
        """The same table arranged for a narrow screen; this one where there is no such arrangement."""
        return self

    def lit(self, offers: Iterable[Offered], me: int) -> frozenset[str]:
        """The ids of the areas on which a position may wager now, from what it is offered."""
        there = {area.id for area in self.areas(me)}
        ids = (area_id(one.wager, one.spot, position) for one in offers for position in (SHARED, me))
        return frozenset(id for id in ids if id in there)

    def svg(self, seen: Mapping[str, Any] | None = None, me: int = SHARED) -> str:
        """The felt as one picture, with what lies on it: for a notebook, a report, a small view of a table."""
        lying = self.pieces(seen, me) if seen is not None else []
        drawn = "".join(
            f'<g transform="translate({piece.x:g} {piece.y:g}) rotate({piece.turn:g})">{piece.svg}</g>'
            for piece in lying
        )
        box = f'viewBox="0 0 {self.width} {self.height}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{self.base()}{drawn}</svg>'

    def _repr_svg_(self) -> str:
        return self.svg()
