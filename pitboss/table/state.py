"""The state of a table: positions with their chips, wagers on the layout, the table inventory.

A state is frozen. A round takes one and returns the next, so any moment can be stored, compared and resumed. Chips are
cents; they move between racks, layout and inventory, and every function here keeps their sum the same.
"""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace as replace

from pitboss.table.codec import FrozenStruct


class Position(FrozenStruct):
    """A player's place at the table, with the chips in front of it and the amount paid for chips.

    `limits` are the minimum and maximum, in cents, that the licensee grants this patron beyond the posted limits (8.2).
    """

    number: int
    name: str
    rack: int
    bought_in: int
    limits: tuple[int, int] | None = None


class Wager(FrozenStruct):
    """Chips on the layout.

    `spot` distinguishes the places of one wager: the come point of a Come Bet, the numbers of a split at roulette.
    `vig` is the vigorish paid for it, `on` its On button, `coupon` a match play coupon under the chips, and `marks`
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
        """The place of the wager; a position has at most one wager in a place."""
        return (self.position, self.kind, self.spot)


class State(FrozenStruct):
    """A table between two steps. Games add more: a point, a shoe, a meter.

    `inventory` is the table inventory, counted from the opening. `bought_in` is the value of chips brought to the table
    less that of chips taken away; it always equals `chips`.
    """

    positions: tuple[Position, ...] = ()
    wagers: tuple[Wager, ...] = ()
    inventory: int = 0
    bought_in: int = 0
    rounds: int = 0

    @property
    def meter(self) -> int:
        """The figure on a progressive meter, in cents (not chips). A game with a meter has a field of this name."""
        return 0

    @property
    def commitment(self) -> str:
        """The commitment published before the first card of the shoe in play. A game with a shoe has a field of this
        name.
        """
        return ""

    @property
    def chips(self) -> int:
        """All chips at the table: in racks, on the layout, in the inventory."""
        racks = sum(position.rack for position in self.positions)
        return racks + sum(wager.amount for wager in self.wagers) + self.inventory

    def seat(self, number: int) -> Position | None:
        """Return the position, or None if it is free."""
        for position in self.positions:
            if position.number == number:
                return position
        return None

    def rack(self, number: int) -> int:
        """Return the chips in front of a position."""
        for position in self.positions:
            if position.number == number:
                return position.rack
        return 0

    def find(self, position: int, kind: str, spot: str = "") -> Wager | None:
        """Return a position's wager in a place of the layout, or None."""
        for wager in self.wagers:
            if wager.kind == kind and wager.position == position and wager.spot == spot:
                return wager
        return None

    def wagers_of(self, position: int) -> tuple[Wager, ...]:
        """Return a position's wagers."""
        return tuple(wager for wager in self.wagers if wager.position == position)


S = TypeVar("S", bound=State)

THE_HOUSE = 0
"""The position of the house's own wagers against a bank that it does not hold. Their chips belong to the inventory."""


def move_to_rack(state: S, position: int, amount: int) -> S:
    """Move chips from the inventory to a position's rack, or back if negative."""
    if not amount or position == THE_HOUSE:
        return state
    return replace(state, positions=add_to_rack(state.positions, position, amount), inventory=state.inventory - amount)


def set_wager(state: S, wager: Wager) -> S:
    """Put `wager` in its place on the layout: make it, change it, or remove it if its amount is 0.

    The difference in chips moves between the layout and the position's rack. Vigorish is not moved here.
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
    return replace(state, positions=add_to_rack(state.positions, wager.position, change), wagers=wagers)


def pay_wager(state: S, wager: Wager, amount: int) -> S:
    """Move a wager's chips, and `amount` from the inventory, to its owner's rack."""
    positions = add_to_rack(state.positions, wager.position, wager.amount + amount)
    return replace(state, positions=positions, wagers=_without(state.wagers, wager), inventory=state.inventory - amount)


def collect_wager(state: S, wager: Wager) -> S:
    """Move a wager's chips to the table inventory."""
    return replace(state, wagers=_without(state.wagers, wager), inventory=state.inventory + wager.amount)


def replace_wager(state: S, wager: Wager, changed: Wager) -> S:
    """Replace a wager with one that has the same chips and a different mark, button or spot."""
    if changed.amount != wager.amount or changed.position != wager.position:
        raise ValueError("replacing a wager must not move chips")
    return replace(state, wagers=tuple([changed if _there(other, wager) else other for other in state.wagers]))


def split_wager(state: S, wager: Wager, amount: int, spot: str) -> tuple[S, Wager]:
    """Split off part of a wager under a `spot` of its own, so that it can be settled separately."""
    if not 0 < amount <= wager.amount or state.find(wager.position, wager.kind, spot) is not None:
        raise ValueError(f"{amount} of {wager} cannot be split off as {spot!r}")
    rest = (replace(wager, amount=wager.amount - amount),) if amount < wager.amount else ()
    # A coupon cannot be split: it stays with the rest.
    part = replace(wager, amount=amount, spot=spot, coupon=0 if rest else wager.coupon)
    wagers = [lies for other in state.wagers for lies in ((*rest, part) if _there(other, wager) else (other,))]
    return replace(state, wagers=tuple(wagers)), part


def add_to_rack(positions: tuple[Position, ...], number: int, amount: int) -> tuple[Position, ...]:
    """Return the positions with `amount` more chips in one rack."""
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
