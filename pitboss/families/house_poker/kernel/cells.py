"""Cells: the outcomes of a simulated round. A wager's net in a cell is its net in the price, times the stake.

The main cells are the keys of the exact tally: an end, a pay table row, a result against the dealer. A wager on
cards other than the hand has its own cells in another *part*. The parts are numbered consecutively.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

import numpy as np
from numpy.typing import NDArray

from pitboss.families.house_poker.price.wagering import Wagering
from pitboss.families.house_poker.showdown import RESULTS, result_of
from pitboss.simulation.compiled import IntArray, Integer, compiled, inline
from pitboss.simulation.kernel import Result, Slot

Events = NDArray[np.int32]
Key = tuple[str, str, str]
"""The end, the pay table row and the result that a main cell stands for."""
Net = Result | int | None
"""A wager's net in a cell, in cents, or None if the wager is not made there."""

_U = np.uint64


@compiled
def count_cells(events: IntArray, units: Integer, cells: IntArray) -> None:
    """Count cells in four lanes, so that repeated increments of the same cell do not wait for each other."""
    lanes = np.zeros((4, cells.shape[0]), np.int64)
    for part in range(events.shape[0]):
        for at in range(units):
            lanes[at & 3, _U(events[part, at])] += 1
    for lane in range(4):
        for cell in range(cells.shape[0]):
            cells[cell] += lanes[lane, cell]


@compiled
def add_nets(events: IntArray, units: Integer, worth: IntArray, nets: IntArray) -> None:
    for at in range(units):
        net = 0
        for part in range(events.shape[0]):
            net += worth[_U(events[part, at])]
        nets[at] = net


# `result_of` is written for Python's integers; compiled code passes unsigned ones.
_result: Callable[..., Integer] = inline(result_of)


@inline
def result(mine: Integer, theirs: Integer, qualifying: Integer) -> Integer:
    """The index in `RESULTS` of the player's strength against the dealer's."""
    return _U(_result(mine, theirs, qualifying))


def cell_keys(ends: Iterable[str], rows: Sequence[str], results: Sequence[str] = RESULTS) -> tuple[Key, ...]:
    """The main cells in order: `(end * (rows + 1) + row) * results + result`, with the row "" below all others."""
    return tuple(product(ends, (*rows, ""), results))


@dataclass(frozen=True)
class Parts:
    """The number of cells in each part; the parts are consecutive.

    >>> parts = Parts((3, 2))
    >>> parts.begins(1), parts.cells, parts.spread(1, [100, -100])
    (3, 5, (None, None, None, 100, -100))
    """

    sizes: tuple[int, ...]

    @property
    def cells(self) -> int:
        return sum(self.sizes)

    def begins(self, part: int) -> int:
        """The first cell of a part."""
        return sum(self.sizes[:part])

    def spread(self, part: int, nets: Sequence[Net]) -> tuple[Net, ...]:
        """Extend the nets of one part to all cells."""
        if len(nets) != self.sizes[part]:
            raise ValueError(f"{len(nets)} nets for the {self.sizes[part]} cells of part {part}")
        before = self.begins(part)
        return (*[None] * before, *nets, *[None] * (self.cells - before - len(nets)))


def nets_of(wagering: Wagering, cells: Sequence[Key], wager: str, stake: int) -> list[Net]:
    """A wager's net in each main cell: None if it was not made, 0 if it was taken back."""
    found: list[Net] = []
    for end, row, against in cells:
        times = wagering.ends[end].at_risk.get(wager, 0)
        if times:
            found.append(Result(whole_cents(wagering.nets(end, row, against)[wager], stake), times * stake))
        else:
            found.append(None if wager in wagering.later else 0)
    return found


def whole_cents(net: Fraction, stake: int) -> int:
    """Convert a net per unit into cents for a stake."""
    amount = net * stake
    if amount.denominator != 1:
        raise ValueError(f"{stake} cents cannot be paid exactly at {net}")
    return int(amount)


def combined_nets(stake: int, *wagers: Sequence[Net]) -> list[Net]:
    """The combined net of several wagers in each cell, relative to the stake of the first."""
    found: list[Net] = []
    for nets in zip(*wagers, strict=True):
        there = [cents_of(net) for net in nets if net is not None]
        found.append(Result(sum(there), stake) if there else None)
    return found


def cents_of(net: Net) -> int:
    return net.net if isinstance(net, Result) else net or 0


@dataclass(frozen=True)
class SimulatedWager:
    """A wager on the layout, or several combined, with its net in each cell.

    `counts` is True if it is part of a round's net.
    """

    id: str
    name: str
    stake: int
    nets: Sequence[Net] = field(repr=False)
    spot: str = ""
    counts: bool = True

    @property
    def slot(self) -> Slot:
        return Slot.of(self.id, self.name, self.stake, self.nets, self.spot)
