"""The rows of a pay table and what each pays.

A row is a floor, whose name `pitboss.hands.rows` can read. A hand is in the highest row that it reaches: a royal flush
without its own row is paid as a straight flush. Hands below every row are in the row "".
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
    """The lowest strength that reaches a row; raises ValueError if no hand has that name.

    >>> from pitboss.hands import FIVE_CARD
    >>> FIVE_CARD.describe(floor(FIVE_CARD, "ace-king high"), full=True)
    'ace high, king-four-three-two'
    >>> floor(FIVE_CARD, "three pair")
    Traceback (most recent call last):
    ValueError: 'three pair' is not a hand of the order five-card: write it like full house, pair of jacks or
    better, ace-king high or A-K-J-8-3
    """
    found = floor_of(text, order)
    if found is None:
        raise ValueError(
            f"{text!r} is not a hand of the order {order.id}: write it like full house, pair of jacks or better, "
            "ace-king high or A-K-J-8-3"
        )
    return found


@dataclass(frozen=True)
class Rows:
    """All rows of a game's pay tables, in one order of hands."""

    order: Order
    names: tuple[str, ...]
    """Highest row first."""

    @classmethod
    def of(cls, order: Order, *tables: Iterable[str]) -> Rows:
        """Collect the rows of several tables, keeping only one row per floor."""
        by_floor = {floor(order, name): name for table in tables for name in table}
        return cls(order, tuple(by_floor[at] for at in sorted(by_floor, reverse=True)))

    @cached_property
    def floors(self) -> tuple[int, ...]:
        return tuple(floor(self.order, name) for name in self.names)

    def name_at(self, strength: int) -> str:
        """The row that a strength reaches."""
        return next((name for name, at in zip(self.names, self.floors, strict=True) if strength >= at), "")

    def by_strength(self) -> tuple[int, ...]:
        """Each strength's row number, from strength 0 up; the row "" has the number `len(names)`."""
        numbers = [len(self.names)] * (len(self.order.ladder) + 1)
        for number, at in reversed(list(enumerate(self.floors))):
            numbers[at:] = [number] * (len(numbers) - at)
        return tuple(numbers)


@dataclass(frozen=True, eq=False)
class Payoffs:
    """What each row wins per unit, and the net of any other hand (a loss by default)."""

    order: Order
    pays: Mapping[str, Fraction]
    otherwise: Fraction = Fraction(-1)

    @cached_property
    def _floors(self) -> list[tuple[int, Fraction]]:
        return sorted(((floor(self.order, row), pays) for row, pays in self.pays.items()), reverse=True)

    def payoff(self, strength: int) -> Fraction:
        """The payoff for a hand of this strength."""
        return next((pays for least, pays in self._floors if strength >= least), self.otherwise)

    def net(self, row: str) -> Fraction:
        """The payoff for a row, which may come from a finer division of the hands."""
        return self.payoff(floor(self.order, row) if row else 0)

    def to_data(self) -> dict[str, str]:
        return {**{row: str(pays) for row, pays in self.pays.items()}, "": str(self.otherwise)}


def table(order: Order, pays: Mapping[str, int | str | Fraction], otherwise: int | Fraction = -1) -> Payoffs:
    """Build a pay table from what each row wins per unit.

    >>> from pitboss.hands import THREE_CARD_ROYAL
    >>> table(THREE_CARD_ROYAL, {"straight_flush": 40, "pair": "3/2"}).net("mini_royal")
    Fraction(40, 1)
    """
    return Payoffs(order, {row: Fraction(pay) for row, pay in pays.items()}, Fraction(otherwise))


# ---- From a layout's terms


def rows_of(wagering: Wagering) -> Rows:
    """The rows of these wagers' tables."""
    order = next(iter(wagering.wagers.values())).pays.order
    return Rows.of(order, *wagering.rows())


def rows_of_any(terms: Terms, main: Iterable[str], wagering: Wagering) -> Rows:
    """All rows of these wagers' pay tables, in use or not, so that one count serves every table."""
    paid = (pays.table for wager in main for pays in terms.layout.rules.wagers[wager].pays if pays.table)
    tables = [table.odds for option in paid for table in terms.layout.rules.pay_tables[option].values()]
    return Rows.of(terms.order, *wagering.rows(), *tables)
