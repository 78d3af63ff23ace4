"""A table's books: transfers between two of its states, and chips from the house, as ledger journals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from pitboss.floor.ledger import (
    LOW_INVENTORY,
    OPENING_INVENTORY,
    coupons_moved,
    coupons_on_layout,
    fill_journal,
    inventory_of,
    transfer_journal,
)
from pitboss.table import State
from pitboss.table.steps import Acted, Settled, Step

if TYPE_CHECKING:
    from pitboss.floor.live import LiveTable


class Books:
    """Tracks which of a table's states is posted. Posting adds journals to the table's batch."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self.posted: State = table.snapshot.state
        """The most recently posted state."""
        self.fills = 0
        """The chips that the house has added to the table inventory."""
        self._coupons_back: dict[int, int] = {}
        """Coupons returned to their owners since the last posting, by position."""

    def resume(self, state: State, inventory: int) -> None:
        """Continue from a posted state; `inventory` is the balance of the table's account."""
        self.posted = state
        self.fills = inventory - inventory_of(state, 0)

    @property
    def inventory(self) -> int:
        """The chips available to the table for payouts."""
        return inventory_of(self._table.state, self.fills)

    def note(self, step: Step) -> None:
        """Remember a returned coupon until the next posting."""
        if isinstance(step, Settled) and step.wager.coupon and step.result in ("returned", "void", "restored"):
            self._coupons_back[step.wager.position] = step.wager.coupon
        elif isinstance(step, Acted) and step.action.verb == "remove":
            gone = coupons_on_layout(self.posted).get(step.position, 0) - coupons_on_layout(step.state).get(
                step.position, 0
            )
            if gone > 0:
                self._coupons_back[step.position] = gone

    def forget_coupons(self) -> None:
        """Forget the returned coupons, because their steps are posted one by one."""
        self._coupons_back = {}

    def post(self, what: str, person: int | None = None, state: State | None = None) -> None:
        """Post what moved since the last posting, up to `state` if several steps happened at once."""
        table, now, before = self._table, state or self._table.state, self.posted
        owners = {number: seat.person for number, seat in (table.snapshot.seats | table.seats.taken).items()}
        coupons = coupons_moved(before, now, self._coupons_back, owners) if now is not before else None
        tournament = table.info.tournament
        if journal := transfer_journal(table.info.id, before, now, table.entries, what, person, coupons, tournament):
            table.batch.journals.append(journal)
        self.posted = now
        self.forget_coupons()

    def slip(self, amount: int, who: str, what: str) -> None:
        """Move chips from the house to the table inventory, or (if negative) back, on the tape and in the ledger."""
        table = self._table
        table.tape.slip(amount, who)
        self.fills += amount
        table.batch.journals.append(fill_journal(table.info.id, amount, table.entries, what, table.info.tournament))

    @property
    def least_inventory(self) -> int:
        """The least inventory that the table needs. Below it a human dealer is warned, and asks for a fill."""
        return LOW_INVENTORY if self._table.settings.dealer == "automatic" else 0

    def fill_up(self) -> None:
        """Bring chips from the house if the inventory is too low."""
        if self.inventory < self.least_inventory and not self._table.info.closed:
            self.slip(OPENING_INVENTORY - self.inventory, "the house", "fill by the house")

    def return_house_money(self, who: str) -> None:
        """Move the meter into the inventory, and the whole inventory back to the house."""
        table, state, held = self._table, self._table.state, self.inventory
        if state.meter:
            emptied = replace(state, meter=0)
            table.tape.change(table.game.layout, emptied)
            journal = transfer_journal(
                table.info.id, state, emptied, table.entries, "the meter is emptied: the table closes"
            )
            assert journal is not None
            table.batch.journals.append(journal)
            held += state.meter
            table.reload_after_commit()  # with an empty meter
        if held:
            self.slip(-held, who, "credit: the table closes")
