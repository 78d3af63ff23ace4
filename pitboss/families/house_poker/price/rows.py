"""Rows of a pay table, and what each comes to.

A row is a floor (`pitboss.hands.rows` reads its name). A hand has the highest row that it reaches: where a royal flush
has no row, it is paid as a straight flush. Below every row there is the row "".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import TYPE_CHECKING

from pitboss.families.house_poker.terms import Terms
from pitboss.hands import Order, floor_of

if TYPE_CHECKING:
    from pitboss.families.house_poker.price.wagering import Wagering


@cache
def floor(order: Order, text: str) -> int:
    """The least strength that reaches a row, in a price where every row must be some hand's.

    >>> from pitboss.hands import FIVE_CARD
    >>> FIVE_CARD.describe(floor(FIVE_CARD, "ace-king high"), full=True)
    'ace high, king-four-three-two'
    >>> floor(FIVE_CARD, "three pair")
    Traceback (most recent call last):
    ValueError: 'three pair' is no hand of the order five-card: write it like full house, pair of jacks or better,
    ace-king high or A-K-J-8-3
    """
    found = floor_of(text, order)
    if found is None:
        raise ValueError(
            f"{text!r} is no hand of the order {order.id}: write it like full house, pair of jacks or better, ace-king "
            "high or A-K-J-8-3"
        )
    return found


@dataclass(frozen=True)
class Rows:
    """The rows that matter to a game in one order of hands: what any of its tables pays differently is told apart."""

    order: Order
    names: tuple[str, ...]
    """The highest first."""

    @classmethod
    def of(cls, order: Order, *tables: Iterable[str]) -> Rows:
        """All rows of several tables; of those with the same floor one."""
        by_floor = {floor(order, name): name for table in tables for name in table}
        return cls(order, tuple(by_floor[at] for at in sorted(by_floor, reverse=True)))

    @cached_property
    def floors(self) -> tuple[int, ...]:
        return tuple(floor(self.order, name) for name in self.names)

    def name_at(self, strength: int) -> str:
        """The row that a strength reaches."""
        return next((name for name, at in zip(self.names, self.floors, strict=True) if strength >= at), "")

    def by_strength(self) -> tuple[int, ...]:
        """For each strength from 0 the number of its row; that of "" is the number of names."""
        numbers = [len(self.names)] * (len(self.order.ladder) + 1)
        for number, at in reversed(list(enumerate(self.floors))):
            numbers[at:] = [number] * (len(numbers) - at)
        return tuple(numbers)


@dataclass(frozen=True, eq=False)
class Payoffs:
    """What each row of a table wins for a unit, and what any other hand comes to (a loss, unless said otherwise)."""

    order: Order
    pays: Mapping[str, Fraction]
    otherwise: Fraction = Fraction(-1)

    @cached_property
    def _floors(self) -> list[tuple[int, Fraction]]:
        return sorted(((floor(self.order, row), pays) for row, pays in self.pays.items()), reverse=True)

    def at(self, strength: int) -> Fraction:
        """What a hand of this strength comes to."""
        return next((pays for least, pays in self._floors if strength >= least), self.otherwise)

    def net(self, row: str) -> Fraction:
        """What a hand comes to by its row, which may be one of a finer division."""
        return self.at(floor(self.order, row) if row else 0)

    def plain(self) -> dict[str, str]:
        return {**{row: str(pays) for row, pays in self.pays.items()}, "": str(self.otherwise)}


def table(order: Order, pays: Mapping[str, int | str | Fraction], otherwise: int | Fraction = -1) -> Payoffs:
    """A pay table by what each row wins for a unit.

    >>> from pitboss.hands import THREE_CARD_ROYAL
    >>> table(THREE_CARD_ROYAL, {"straight_flush": 40, "pair": "3/2"}).net("mini_royal")
    Fraction(40, 1)
    """
    return Payoffs(order, {row: Fraction(pay) for row, pay in pays.items()}, Fraction(otherwise))


# ---- From a layout's terms


def rows_of(wagering: Wagering) -> Rows:
    """The rows that the tables of the wagers tell apart."""
    order = next(iter(wagering.wagers.values())).pays.order
    return Rows.of(order, *wagering.rows())


def rows_of_any(terms: Terms, main: Iterable[str], wagering: Wagering) -> Rows:
    """The rows that any table of some wagers pays for, in use or not: then one count does for all of them."""
    paid = (pays.table for wager in main for pays in terms.layout.rules.wagers[wager].pays if pays.table)
    tables = [table.odds for option in paid for table in terms.layout.rules.pay_tables[option].values()]
    return Rows.of(terms.order, *wagering.rows(), *tables)
