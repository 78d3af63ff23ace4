"""What stands on a table: positions with their chips, wagers on the layout, the table inventory.

A state is frozen. A round takes one and returns the next, so any moment of a table can be kept, compared,
written down and taken up again. Chips are cents; they move between racks, layout and inventory, and every
function here moves them so that their sum stays what it was.
"""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace as replace

from pitboss.table.codec import FrozenStruct


class Position(FrozenStruct):
    """A player's place at the table, with the chips in front of it and what was paid for them.

    `limits` are the least and the most, in cents, that the licensee lets this patron wager beyond what is posted (8.2).
    """

    number: int
    name: str
    rack: int
    bought_in: int
    limits: tuple[int, int] | None = None


class Wager(FrozenStruct):
    """Chips on the layout.

    `spot` tells apart the places of one wager: the come point of a Come Bet, the numbers of a split at roulette.
    `vig` is the vigorish paid for it, `on` an On button, `coupon` a match play coupon lying with it, `marks`
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


class State(FrozenStruct):
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
    def meter(self) -> int:
        """What a progressive meter shows, in cents: a figure, no chips. A game with one has a field of this name."""
        return 0

    @property
    def commitment(self) -> str:
        """What was published of the shoe in play before its first card. A game with a shoe has a field of this name."""
        return ""

    @property
    def chips(self) -> int:
        """All chips at the table: in racks, on the layout, in the inventory."""
        racks = sum(position.rack for position in self.positions)
        return racks + sum(wager.amount for wager in self.wagers) + self.inventory

    def seat(self, number: int) -> Position | None:
        """The position, if somebody is there."""
        for position in self.positions:
            if position.number == number:
                return position
        return None

    def rack(self, number: int) -> int:
        """The chips that a position has in front of it."""
        for position in self.positions:
            if position.number == number:
                return position.rack
        return 0

    def find(self, position: int, kind: str, spot: str = "") -> Wager | None:
        """The wager of a position in a place of the layout."""
        for wager in self.wagers:
            if wager.kind == kind and wager.position == position and wager.spot == spot:
                return wager
        return None

    def of(self, position: int) -> tuple[Wager, ...]:
        """A position's wagers."""
        return tuple(wager for wager in self.wagers if wager.position == position)


S = TypeVar("S", bound=State)

THE_HOUSE = 0
"""Whose wager it is that no position made: the house's own, against a bank that is not its. Its chips are those of the
inventory."""


def to_rack(state: S, position: int, amount: int) -> S:
    """Chips from the inventory into a position's rack (or back, if negative)."""
    if not amount or position == THE_HOUSE:
        return state
    return replace(state, positions=racked(state.positions, position, amount), inventory=state.inventory - amount)


def laid(state: S, wager: Wager) -> S:
    """The layout with `wager` in its place, made, changed or (amount 0) taken away.

    The difference in chips comes out of the position's rack or goes back into it. What the wager cost in
    percentage is not moved here.
    """
    before = state.find(wager.position, wager.kind, wager.spot)
    change = (before.amount if before else 0) - wager.amount
    if not wager.amount:
        wagers = _without(state.wagers, wager)
    elif before is None:
        wagers = (*state.wagers, wager)
    else:
        wagers = tuple([wager if other is before else other for other in state.wagers])
    if wager.position == THE_HOUSE:
        return replace(state, inventory=state.inventory + change, wagers=wagers)
    return replace(state, positions=racked(state.positions, wager.position, change), wagers=wagers)


def paid(state: S, wager: Wager, amount: int) -> S:
    """The wager's chips, and `amount` from the inventory, in its owner's rack."""
    positions = racked(state.positions, wager.position, wager.amount + amount)
    return replace(state, positions=positions, wagers=_without(state.wagers, wager), inventory=state.inventory - amount)


def lost(state: S, wager: Wager) -> S:
    """The wager's chips in the table inventory."""
    return replace(state, wagers=_without(state.wagers, wager), inventory=state.inventory + wager.amount)


def marked(state: S, wager: Wager, changed: Wager) -> S:
    """The same chips with another mark, button or spot."""
    if changed.amount != wager.amount or changed.position != wager.position:
        raise ValueError("a mark moves no chips")
    return replace(state, wagers=tuple([changed if _there(other, wager) else other for other in state.wagers]))


def parted(state: S, wager: Wager, amount: int, spot: str) -> tuple[S, Wager]:
    """A part of a wager apart from the rest, under a `spot` of its own: it is settled alone, and the rest stays."""
    if not 0 < amount <= wager.amount or state.find(wager.position, wager.kind, spot) is not None:
        raise ValueError(f"{amount} of {wager} cannot lie apart as {spot!r}")
    rest = (replace(wager, amount=wager.amount - amount),) if amount < wager.amount else ()
    # A coupon is one thing: it stays with what stays.
    part = replace(wager, amount=amount, spot=spot, coupon=0 if rest else wager.coupon)
    wagers = [lies for other in state.wagers for lies in ((*rest, part) if _there(other, wager) else (other,))]
    return replace(state, wagers=tuple(wagers)), part


def racked(positions: tuple[Position, ...], number: int, amount: int) -> tuple[Position, ...]:
    """The positions, one of them with so many chips more in its rack."""
    changed = list(positions)
    for place, seat in enumerate(positions):
        if seat.number == number:
            changed[place] = replace(seat, rack=seat.rack + amount)
    return tuple(changed)


def _there(one: Wager, other: Wager) -> bool:
    return one.kind == other.kind and one.position == other.position and one.spot == other.spot


def _without(wagers: tuple[Wager, ...], wager: Wager) -> tuple[Wager, ...]:
    kind, position, spot = wager.kind, wager.position, wager.spot
    return tuple([one for one in wagers if one.kind != kind or one.position != position or one.spot != spot])
