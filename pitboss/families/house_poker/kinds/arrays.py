"""Pay tables and tallies as arrays: the input and output of every solver."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from pitboss.families.house_poker.price.rows import Rows
from pitboss.families.house_poker.price.tally import Net, Tally, amounts
from pitboss.pricing.deals import Counts

Bytes = NDArray[np.uint8]
INT64_LIMIT = 1 << 63


class SolverGame(Protocol):
    """A game as a solver sees it: how a round can end, which rows a hand can have, and what each nets."""

    @property
    def rows(self) -> Rows: ...

    @property
    def ends(self) -> tuple[str, ...]: ...

    @property
    def net(self) -> Net: ...


class UnitAmounts(NamedTuple):
    """The net of every end, row and result as integers, and the number of integer units in one stake."""

    pays: Counts
    units: int


def row_names(rows: Rows) -> tuple[str, ...]:
    """The pay table rows, plus one below all of them."""
    return (*rows.names, "")


def row_numbers(rows: Rows) -> Bytes:
    """The row number of each strength."""
    return np.array(rows.by_strength(), np.uint8)


def unit_amounts(game: SolverGame, results: tuple[str, ...], limit: int = INT64_LIMIT) -> UnitAmounts:
    """A game's amounts; raises ValueError if one is so large that the solver's sums could overflow."""
    table, units = amounts(game.ends, row_names(game.rows), results, game.net)
    pays = np.array(table, np.int64)
    if abs(pays).max() >= limit:
        raise ValueError(f"amounts up to {abs(pays).max()} units could overflow; they must be below {limit}")
    return UnitAmounts(pays, units)


def tally_of(game: SolverGame, results: tuple[str, ...], counts: Counts, deals: int) -> Tally:
    """Build a tally from counts by end, row and result; raises AssertionError unless they add up to all deals."""
    names = product(game.ends, row_names(game.rows), results)
    tally = Tally({name: int(count) for name, count in zip(names, counts.ravel(), strict=True)})
    if tally.total != deals:
        raise AssertionError(f"{tally.total} deals are counted, not {deals}")
    return tally
