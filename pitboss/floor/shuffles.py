"""A table's shuffles as a person may see them: their commitments, and the cards that the person may verify.

Everyone may verify the cards that were shown. Players may also verify their own position's cards, and surveillance and
the regulator all cards. Nothing is opened until the shoe is finished and none of its cards is face down.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, Field
from sqlalchemy import Connection, func, select

from pitboss.equipment import Opening
from pitboss.equipment.cards import cards as read_cards
from pitboss.floor import schema
from pitboss.floor.card_proofs import Disclosure, disclose, is_by_card
from pitboss.floor.chance import Sealer
from pitboss.floor.people import SEES_ALL, Person, Role
from pitboss.floor.shown_cards import EVERYBODY, ViewersByCard, rounds_of, shown_cards

SHUFFLES_AT_ONCE = 20
ROUNDS_AT_ONCE = 40
"""The approximate number of rounds that are replayed for one request."""
LONGEST = 150
"""The maximum number of rounds replayed for one shuffle; cards shown later stay closed."""


class OrderView(BaseModel):
    """The whole order of a finished shoe, and the nonce that determines the salts of its cards."""

    nonce: str
    order: str


def promise(table: int, entry: int, shoe: str, commitment: str) -> bytes:
    """The content that the floor signs for a shuffle, so that it cannot exchange its commitment later."""
    return f"table {table} entry {entry} shuffles {shoe}: {commitment}".encode()


class ShuffleView(BaseModel):
    """A shuffle: the commitment made before its first card, and the opened cards once its shoe is finished."""

    table: int = 0
    entry: int = Field(description="The entry of the tape with the commitment")
    shoe: str
    commitment: str
    signature: str = Field(
        "", description="The floor's signature of `table N entry N shuffles SHOE: COMMITMENT`, from the first card on"
    )
    finished: bool = Field(description="Whether all its cards are dealt or discarded, and none is face down")
    disclosure: Disclosure | None = Field(
        None, description="The cards that you may verify: those that were shown, and your own"
    )
    opening: OrderView | None = Field(None, description="For surveillance and the regulator: every card")


def shuffle_views(
    connection: Connection, sealer: Sealer, table: int, person: Person | None, before: int | None, most: int
) -> list[ShuffleView]:
    """A table's shuffles as a person may see them, newest first, each with the floor's signature."""
    return [
        one.model_copy(update={"signature": sealer.sign(promise(table, one.entry, one.shoe, one.commitment))})
        for one in _views(connection, table, person, before, most)
    ]


def _views(
    connection: Connection, table: int, person: Person | None, before: int | None, most: int
) -> list[ShuffleView]:
    rows = _rows(connection, table, before, most)
    all_cards = person is not None and person.role in SEES_ALL
    if all_cards or not any(row.order for row in rows):
        return [_seen(row, {}, person if all_cards else None) for row in rows]
    begun = rounds_of(connection, table, [row.entry for row in rows])
    last = _last_round(connection, table, before)
    rows = [row for at, row in enumerate(rows) if not at or last - begun[row.entry] < ROUNDS_AT_ONCE]
    first = begun[rows[-1].entry]
    shown = shown_cards(connection, table, first, min(last, first + LONGEST))
    return [_seen(row, shown, person) for row in rows]


def _rows(connection: Connection, table: int, before: int | None, most: int) -> Sequence[Any]:
    shuffle = schema.shuffle
    rows = select(shuffle).where(shuffle.c.table == table).order_by(shuffle.c.entry.desc()).limit(most)
    if before is not None:
        rows = rows.where(shuffle.c.entry < before)
    return connection.execute(rows).all()


def _last_round(connection: Connection, table: int, before: int | None) -> int:
    """The round of the entry that limits the search; cards of earlier shuffles came no later."""
    entry = schema.entry
    rows = select(func.max(entry.c.round)).where(entry.c.table == table)
    return int(connection.execute(rows if before is None else rows.where(entry.c.number <= before)).scalar() or 0)


def _seen(row: Any, shown: ViewersByCard, person: Person | None) -> ShuffleView:
    finished = row.order is not None
    seen = ShuffleView(table=row.table, entry=row.entry, shoe=row.shoe, commitment=row.commitment, finished=finished)
    if not finished:
        return seen
    opening = Opening(row.nonce, read_cards(row.order))
    whole = person is not None and person.role in SEES_ALL
    if whole:
        seen = seen.model_copy(update={"opening": OrderView(nonce=row.nonce, order=row.order)})
    if not is_by_card(row.commitment, opening):
        return seen  # from an earlier version, which could only open all cards or none
    places = range(1, len(opening.order) + 1) if whole else _places(shown.get(row.entry, {}), person)
    return seen.model_copy(update={"disclosure": disclose(opening, places)})


def _places(shown: Any, person: Person | None) -> list[int]:
    """The places of the cards that a person may verify."""
    sees = {EVERYBODY, person.name} if person is not None and person.role is Role.PLAYER else {EVERYBODY}
    return [place for place, saw in shown.items() if saw & sees]


__all__ = ["SHUFFLES_AT_ONCE", "OrderView", "ShuffleView", "promise", "shuffle_views"]
