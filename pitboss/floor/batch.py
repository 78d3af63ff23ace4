"""What is committed at once: the entries of a table's tape, and all that follows from them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

CAGE = "cage"
"""Where play money comes from and goes back to: the counterpart of every buy-in and cash-out."""


HOUSE = "house"
"""The house's own chips, from which tables are filled and to which they give credit; counted from nothing."""


COUPONS = "coupons"
"""Where match play coupons come from when the house issues them, and go when they are used."""


def coupons_of(person: int, value: int) -> str:
    """The account of the match play coupons of one value that a person holds, in cents."""
    return f"coupon:{person}:{value}"


def house_of(tournament: int | None) -> str:
    """The account from which a table is filled: the house's, or that of a tournament's own chips."""
    return HOUSE if tournament is None else f"tournament:{tournament}:rack"


def purse_of(person: int, tournament: int | None) -> str:
    """The account from which somebody buys in at a table: the bankroll, or what he has of a tournament's chips."""
    return bankroll_of(person) if tournament is None else f"tournament:{tournament}:chips:{person}"


def fees_of(tournament: int) -> str:
    """The account of what was paid to enter a tournament; money, unlike its chips."""
    return f"tournament:{tournament}:fees"


def tips_of(tournament: int) -> str:
    """What was withheld from a tournament's prizes for the dealers."""
    return f"tournament:{tournament}:tips"


_CHIPS = re.compile(r"tournament:\d+:(rack|chips:\d+)")


def is_house(account: str) -> bool:
    """Whether tables are filled from an account."""
    return account == HOUSE or (account.startswith("tournament:") and account.endswith(":rack"))


def of_chips(account: str) -> bool:
    """Whether an account away from the tables holds tournament chips, which are no money."""
    return _CHIPS.fullmatch(account) is not None


def bankroll_of(person: int) -> str:
    """The account of what a person has away from the tables."""
    return f"person:{person}"


@dataclass(slots=True)
class Journal:
    """Money that moves: amounts by account, in cents, that add up to nothing."""

    what: str
    amounts: dict[str, int]
    table: int | None = None
    entry: int | None = None
    id: int = 0
    "Given when it is first written: a second try, after a commit that went unanswered, cannot post it twice."


@dataclass(slots=True)
class Seating:
    """Somebody sits down (`person`), or a position becomes free (None)."""

    position: int
    person: int | None
    since: int = 0
    bot: str = ""


@dataclass(slots=True)
class Receipt:
    """That a person's request to a table was done: the same key asks for the same again, and changes nothing."""

    person: int
    key: str
    digest: str
    answer: str


@dataclass(slots=True)
class Batch:
    """All that one table has to commit. It is written whole or not at all.

    `owner` and `epoch` are by which right: the row of the table must still name them.
    """

    table: int | None = None
    owner: int = 0
    epoch: int = 0
    entries: list[dict[str, Any]] = field(default_factory=list)
    journals: list[Journal] = field(default_factory=list)
    seatings: list[Seating] = field(default_factory=list)
    shuffles: list[dict[str, Any]] = field(default_factory=list)
    seeds: list[dict[str, Any]] = field(default_factory=list)
    opened: list[str] = field(default_factory=list)
    "Commitments of seeds that the tape opens now."
    receipts: list[Receipt] = field(default_factory=list)
    reservations: list[str] = field(default_factory=list)
    "What was set aside for this batch, and is taken by it."
    row: dict[str, Any] = field(default_factory=dict)
    "Columns of the table's own row that change: its deadline, its settings, that it is closed."

    @property
    def empty(self) -> bool:
        """Whether there is nothing to commit."""
        return not (self.entries or self.journals or self.seatings or self.shuffles or self.receipts or self.row)
