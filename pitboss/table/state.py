"""What stands on a table: positions with their chips, wagers on the layout, the table inventory.

A state is frozen. A round takes one and returns the next, so any moment of a table can be kept, compared,
written down and taken up again. Chips are cents; they move between racks, layout and inventory, and every
function here moves them so that their sum stays what it was.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar


@dataclass(frozen=True, slots=True)
class Position:
    """A player's place at the table, with the chips in front of it and what was paid for them."""

    number: int
    name: str
    rack: int
    bought_in: int


@dataclass(frozen=True, slots=True)
class Wager:
    """Chips on the layout.

    `spot` tells apart the places of one wager: the come point of a Come Bet, the numbers of a split at roulette.
    `vig` is the percentage paid for it, `on` an On button, `coupon` a match play coupon lying with it, `marks`
    what the wager has collected so far (the points of a fire bet).
    """

    position: int
    kind: str
    amount: int
    spot: str = ""
    vig: int = 0
    on: bool = False
    coupon: int = 0
    marks: tuple[int, ...] = ()

    @property
    def place(self) -> tuple[int, str, str]:
        """Where it lies; a position has at most one wager in a place."""
        return (self.position, self.kind, self.spot)


@dataclass(frozen=True, slots=True)
class State:
    """A table between two steps. Games add what else stands there: a point, a shoe, a meter.

    `inventory` is the table inventory, counted from its opening. `bought_in` is what came to the table less what
    left it; always equal to `chips`.
    """

    positions: tuple[Position, ...] = ()
    wagers: tuple[Wager, ...] = ()
    inventory: int = 0
    bought_in: int = 0
    rounds: int = 0

    @property
    def chips(self) -> int:
        """All chips at the table: in racks, on the layout, in the inventory."""
        racks = sum(position.rack for position in self.positions)
        return racks + sum(wager.amount for wager in self.wagers) + self.inventory

    def seat(self, number: int) -> Position | None:
        """The position, if somebody is there."""
        return next((position for position in self.positions if position.number == number), None)

    def rack(self, number: int) -> int:
        """The chips that a position has in front of it."""
        seat = self.seat(number)
        return seat.rack if seat else 0

    def find(self, position: int, kind: str, spot: str = "") -> Wager | None:
        """The wager of a position in a place of the layout."""
        place = (position, kind, spot)
        return next((wager for wager in self.wagers if wager.place == place), None)

    def of(self, position: int) -> tuple[Wager, ...]:
        """A position's wagers."""
        return tuple(wager for wager in self.wagers if wager.position == position)


S = TypeVar("S", bound=State)


def to_rack(state: S, position: int, amount: int) -> S:
    """Chips from the inventory into a position's rack (or back, if negative)."""
    positions = tuple(
        replace(seat, rack=seat.rack + amount) if seat.number == position else seat for seat in state.positions
    )
    return replace(state, positions=positions, inventory=state.inventory - amount)


def laid(state: S, wager: Wager) -> S:
    """The layout with `wager` in its place, made, changed or (amount 0) taken away.

    The difference in chips comes out of the position's rack or goes back into it. What the wager cost in
    percentage is not moved here.
    """
    before = next((other.amount for other in state.wagers if other.place == wager.place), 0)
    positions = tuple(
        replace(seat, rack=seat.rack + before - wager.amount) if seat.number == wager.position else seat
        for seat in state.positions
    )
    return replace(state, positions=positions, wagers=_put(state.wagers, wager))


def lost(state: S, wager: Wager) -> S:
    """The wager's chips in the table inventory."""
    wagers = tuple(other for other in state.wagers if other is not wager and other.place != wager.place)
    return replace(state, wagers=wagers, inventory=state.inventory + wager.amount)


def marked(state: S, wager: Wager, changed: Wager) -> S:
    """The same chips with another mark, button or spot."""
    if changed.amount != wager.amount or changed.position != wager.position:
        raise ValueError("a mark moves no chips")
    return replace(state, wagers=tuple(changed if other.place == wager.place else other for other in state.wagers))


def _put(wagers: tuple[Wager, ...], wager: Wager) -> tuple[Wager, ...]:
    if not any(other.place == wager.place for other in wagers):
        return (*wagers, wager) if wager.amount else wagers
    if not wager.amount:
        return tuple(other for other in wagers if other.place != wager.place)
    return tuple(wager if other.place == wager.place else other for other in wagers)
