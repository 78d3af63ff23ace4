"""The books of a table: what moves between two of its states, and what the house brings, as journals of the ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.floor.ledger import coupons_moved, filled, inventory_of, lying, moved
from pitboss.table import State
from pitboss.table.steps import Acted, Settled, Step

if TYPE_CHECKING:
    from pitboss.floor.committed import Committed


class Books:
    """What of a table is posted already, and what is not. Posting adds journals to the table's batch."""

    def __init__(self, table: Committed) -> None:
        self._table = table
        self.posted: State = table.standing.state
        "The table as it was posted last."
        self.fills = 0
        "What the house has brought to the table inventory."
        self._coupons_back: dict[int, int] = {}
        "Coupons that went back to their owners since then, by position."

    def resume(self, state: State, inventory: int) -> None:
        """Go on from a state that is posted; `inventory` is what its account holds then."""
        self.posted = state
        self.fills = inventory - inventory_of(state, 0)

    @property
    def inventory(self) -> int:
        """What the table has to pay with."""
        return inventory_of(self._table.state, self.fills)

    def note(self, step: Step) -> None:
        """Remember a coupon that goes back to its owner, until what moved is posted."""
        if isinstance(step, Settled) and step.wager.coupon and step.result in ("returned", "void", "restored"):
            self._coupons_back[step.wager.position] = step.wager.coupon
        elif isinstance(step, Acted) and step.action.verb == "remove":
            gone = lying(self.posted).get(step.position, 0) - lying(step.state).get(step.position, 0)
            if gone > 0:
                self._coupons_back[step.position] = gone

    def forget_coupons(self) -> None:
        """Forget the coupons that went back: their steps are posted one by one."""
        self._coupons_back = {}

    def post(self, what: str, person: int | None = None, state: State | None = None) -> None:
        """Post what moved since the last posting; up to a `state`, where several things happened at once."""
        table, now, before = self._table, state or self._table.state, self.posted
        owners = {number: seat.person for number, seat in (table.standing.seats | table.seats).items()}
        coupons = coupons_moved(before, now, self._coupons_back, owners) if now is not before else None
        tournament = table.info.tournament
        if journal := moved(table.info.id, before, now, table.entries, what, person, coupons, tournament):
            table.batch.journals.append(journal)
        self.posted = now
        self.forget_coupons()

    def slip(self, amount: int, who: str, what: str) -> None:
        """Chips from the house into the table inventory, or (negative) back: on the tape and in the ledger."""
        table = self._table
        table.tape.slip(amount, who)
        self.fills += amount
        table.batch.journals.append(filled(table.info.id, amount, table.entries, what, table.info.tournament))
