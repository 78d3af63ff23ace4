"""A batch: entries of a table's tape and everything that follows from them, committed in one transaction."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from pitboss.floor.figures import Booking

CAGE = "cage"
"""The source and destination of play money: the counterpart of every buy-in and cash-out."""


HOUSE = "house"
"""The house's own chips, from which tables are filled and to which they return credits. The balance may be negative."""


COUPONS = "coupons"
"""The source of issued match play coupons, and the destination of used ones."""


GRANTS = "grants"
"""The source of play money that staff grant to players; each grant has an author and a reason."""


def batch_of_coupons(name: int | str) -> str:
    """The account of a batch of match play coupons not issued yet, named by an approval's number or a day."""
    return f"batch:{name}"


def coupons_of(person: int, value: int) -> str:
    """The account of a person's match play coupons of one value in cents."""
    return f"coupon:{person}:{value}"


def house_of(tournament: int | None) -> str:
    """The account from which a table is filled: the house's, or a tournament's rack."""
    return HOUSE if tournament is None else f"tournament:{tournament}:rack"


def purse_of(person: int, tournament: int | None) -> str:
    """The account from which a person buys in: their bankroll, or their tournament chips."""
    return bankroll_of(person) if tournament is None else f"tournament:{tournament}:chips:{person}"


def fees_of(tournament: int) -> str:
    """The account of a tournament's entry fees, which are money, unlike its chips."""
    return f"tournament:{tournament}:fees"


def tips_of(tournament: int) -> str:
    """The account of the tips withheld from a tournament's prizes for the dealers."""
    return f"tournament:{tournament}:tips"


_CHIPS = re.compile(r"tournament:\d+:(rack|chips:\d+)")


def is_house(account: str) -> bool:
    """Whether tables are filled from this account."""
    return account == HOUSE or (account.startswith("tournament:") and account.endswith(":rack"))


def of_chips(account: str) -> bool:
    """Whether this account holds tournament chips, which are not money, away from the tables."""
    return _CHIPS.fullmatch(account) is not None


def bankroll_of(person: int) -> str:
    """The account of a person's money away from the tables."""
    return f"person:{person}"


@dataclass(slots=True)
class Journal:
    """A transfer of money: amounts in cents by account, with sum zero."""

    what: str
    amounts: dict[str, int]
    table: int | None = None
    entry: int | None = None
    id: int = 0
    """Assigned when it is first written, so that a retry after an unanswered commit cannot post it twice."""


@dataclass(slots=True)
class SeatChange:
    """A seat change: a person sits down, or (None) the position becomes free."""

    position: int
    person: int | None
    since: int = 0
    bot: str = ""


@dataclass(slots=True)
class Receipt:
    """The answer to a person's request under an idempotency key."""

    person: int
    key: str
    digest: str
    answer: str


@dataclass(slots=True)
class Batch:
    """Everything that one table commits at once; it is written completely or not at all.

    The row of the table must still name `owner` and `epoch`, otherwise the batch is refused.
    """

    table: int | None = None
    owner: int = 0
    epoch: int = 0
    entries: list[dict[str, Any]] = field(default_factory=list)
    journals: list[Journal] = field(default_factory=list)
    seatings: list[SeatChange] = field(default_factory=list)
    shuffles: list[dict[str, Any]] = field(default_factory=list)
    seeds: list[dict[str, Any]] = field(default_factory=list)
    opened: list[str] = field(default_factory=list)
    """Commitments of the seeds that the tape opens in this batch."""
    receipts: list[Receipt] = field(default_factory=list)
    reservations: list[str] = field(default_factory=list)
    """Ids of the reservations that this batch spends."""
    figures: Booking = field(default_factory=Booking)
    """The amounts that this batch's rounds add to the operator's figures."""
    row: dict[str, Any] = field(default_factory=dict)
    """Changed columns in the table's row, such as its settings."""

    @property
    def empty(self) -> bool:
        """Whether there is nothing to commit."""
        nothing = not (self.entries or self.journals or self.seatings or self.shuffles or self.receipts or self.row)
        return nothing and self.figures.empty
