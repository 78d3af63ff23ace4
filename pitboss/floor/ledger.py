"""The ledger: double entry, in whole cents.

| account                  | what it holds                                                  |
| ------------------------ | -------------------------------------------------------------- |
| `cage`                   | the world outside: the counterpart of every buy-in and cash-out |
| `person:7`               | what a person has away from the tables                         |
| `table:3:rack:2`         | the chips in front of position 2                               |
| `table:3:wagers:2`       | its wagers on the layout                                       |
| `table:3:coupons:2`      | match play coupons that lie with them                          |
| `coupon:7:1000`          | match play coupons of $10 that a person holds                  |
| `coupons`                | the coupons' counterpart: less those issued, plus those used   |
| `house`                  | the house's own chips: less what it has brought to the tables  |
| `table:3:inventory`      | the table inventory, less the meter                            |
| `table:3:meter`          | what a progressive meter shows                                 |
| `tournament:5:fees`      | what was paid to enter a tournament, until its prizes are paid |
| `tournament:5:tips`      | what was withheld of its prizes for the dealers                |
| `tournament:5:rack`      | its chips' counterpart: less those that are out                |
| `tournament:5:chips:7`   | the tournament chips of an entrant away from its tables        |

Tournament chips are a money of their own: no journal moves them together with any other (8.6).

The table's state is what counts; postings are the difference between two states. So the ledger cannot tell another
story than the tape, and `audit` proves that it does not. A state counts the table inventory from its opening; what the
house has brought to it, at its opening and by slips since, is its `fills`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from pitboss.floor import schema
from pitboss.floor.batch import CAGE, COUPONS, Journal, bankroll_of, coupons_of, house_of, of_chips, purse_of
from pitboss.floor.store import may_overdraw
from pitboss.table import State

OPENING = 100_000_00
"""What the house brings to a table when it opens, and up to which it is filled."""
LOW = OPENING // 4
"""Below this a table wants a fill."""


def inventory_of(state: State, fills: int) -> int:
    """The table inventory less the meter: what there is to pay with."""
    return state.inventory - state.meter + fills


def standing(table: int, state: State, fills: int = 0) -> dict[str, int]:
    """What each account of a table holds in a state."""
    held: defaultdict[str, int] = defaultdict(int)
    for seat in state.positions:
        held[f"table:{table}:rack:{seat.number}"] += seat.rack
    for wager in state.wagers:
        held[f"table:{table}:wagers:{wager.position}"] += wager.amount
        if wager.coupon:
            held[coupons_account(table, wager.position)] += wager.coupon
    held[inventory_account(table)] += inventory_of(state, fills)
    if state.meter:
        held[f"table:{table}:meter"] += state.meter
    return dict(held)


def moved(
    table: int,
    before: State,
    after: State,
    entry: int,
    what: str,
    person: int | None = None,
    coupons: Mapping[str, int] | None = None,
    tournament: int | None = None,
) -> Journal | None:
    """The journal of what moved between two states; None if nothing did.

    What came to the table, or left it, is `person`'s (of a `tournament`: his chips in it). `coupons` says whence
    coupons came, or where they went.
    """
    if (
        before.positions is after.positions
        and before.wagers is after.wagers
        and before.inventory == after.inventory
        and before.meter == after.meter
        and not coupons
    ):
        return None
    old, new = standing(table, before), standing(table, after)
    amounts = {name: new.get(name, 0) - old.get(name, 0) for name in old | new}
    came = after.bought_in - before.bought_in
    if came:
        assert person is not None, "chips came from nowhere"
        amounts[purse_of(person, tournament)] = -came
    for name, amount in (coupons or {}).items():
        amounts[name] = amounts.get(name, 0) + amount
    amounts = {name: amount for name, amount in amounts.items() if amount}
    return Journal(what[:80], amounts, table, entry) if amounts else None


def coupons_account(table: int, position: int) -> str:
    """The account of the coupons that lie with a position's wagers."""
    return f"table:{table}:coupons:{position}"


def lying(state: State) -> dict[int, int]:
    """The coupons that lie on the layout, by position."""
    held: defaultdict[int, int] = defaultdict(int)
    for wager in state.wagers:
        if wager.coupon:
            held[wager.position] += wager.coupon
    return dict(held)


def coupons_moved(
    before: State, after: State, back: Mapping[int, int], owners: Mapping[int, int]
) -> dict[str, int] | None:
    """Whence coupons came onto the layout between two states, and where they went; None if none moved.

    `back` is what went back to whom it belongs, by position: what else is gone from the layout has been used.
    """
    old, new = lying(before), lying(after)
    amounts: defaultdict[str, int] = defaultdict(int)
    for position in old.keys() | new.keys() | back.keys():
        more = new.get(position, 0) - old.get(position, 0)
        if more > 0:
            amounts[coupons_of(owners[position], more)] -= more
            continue
        if returned := back.get(position, 0):
            amounts[coupons_of(owners[position], returned)] += returned
        amounts[COUPONS] += -more - returned
    return {name: amount for name, amount in amounts.items() if amount} or None


def issued(person: int, value: int) -> Journal:
    """A match play coupon from the house to a person."""
    return Journal("a match play coupon is issued", {COUPONS: -value, coupons_of(person, value): value})


def inventory_account(table: int) -> str:
    """The account of a table's inventory."""
    return f"table:{table}:inventory"


def filled(table: int, amount: int, entry: int, what: str, tournament: int | None = None) -> Journal:
    """Chips of the house (or of a tournament) to a table's inventory, or back if negative."""
    return Journal(what[:80], {house_of(tournament): -amount, inventory_account(table): amount}, table, entry)


def bought_in(person: int, amount: int) -> Journal:
    """Play money from the cage to a person, or back if negative."""
    what = "buy-in at the cage" if amount > 0 else "cash-out at the cage"
    return Journal(what, {CAGE: -amount, bankroll_of(person): amount})


@dataclass(frozen=True, slots=True)
class Audit:
    """Whether the books are right. `faults` says where not; `outside` is all that was bought in and not cashed out."""

    accounts: int
    journals: int
    outside: int
    faults: tuple[str, ...]


def audit(connection: Connection) -> Audit:
    """Every journal balances, every balance is the sum of its postings, and all accounts together hold nothing."""
    account, journal, posting = schema.account, schema.journal, schema.posting
    faults: list[str] = []
    crooked = select(posting.c.journal).group_by(posting.c.journal).having(func.sum(posting.c.amount) != 0)
    faults += [f"journal {id} does not balance" for (id,) in connection.execute(crooked)]
    posted = dict(
        connection.execute(select(posting.c.account, func.sum(posting.c.amount)).group_by(posting.c.account)).all()
    )
    balances = dict(connection.execute(select(account.c.id, account.c.balance)).all())
    for name in sorted(balances.keys() | posted.keys()):
        if balances.get(name, 0) != int(posted.get(name, 0)):
            faults.append(f"{name} stands at {balances.get(name, 0)}, its postings at {posted.get(name, 0)}")
        if balances.get(name, 0) < 0 and not may_overdraw(name):
            faults.append(f"{name} stands below nothing, at {balances[name]}")
    faults += [f"{name} holds {held}, but its table is closed" for name, held in _left_behind(connection).items()]
    faults += _mixed(connection)
    if total := sum(balances.values()):
        faults.append(f"all accounts together hold {total} instead of nothing")
    journals = connection.execute(select(func.count()).select_from(journal)).scalar_one()
    return Audit(len(balances), journals, -balances.get(CAGE, 0), tuple(faults))


def _left_behind(connection: Connection) -> dict[str, int]:
    """What the accounts of closed tables still hold; they are to hold nothing."""
    account, table = schema.account, schema.gaming_table
    rows = select(account.c.id, account.c.balance).where(account.c.id.like("table:%"), account.c.balance != 0)
    closed = set(connection.execute(select(table.c.id).where(table.c.closed.is_not(None))).scalars())
    return {name: int(held) for name, held in connection.execute(rows) if int(name.split(":")[1]) in closed}


def closed_with_money(connection: Connection) -> list[int]:
    """The closed tables whose accounts still hold anything."""
    return sorted({int(name.split(":")[1]) for name in _left_behind(connection)})


def _mixed(connection: Connection) -> list[str]:
    """Journals by which tournament chips became money, or money became chips."""
    table, journal, posting = schema.gaming_table, schema.journal, schema.posting
    held = dict(connection.execute(select(table.c.id, table.c.tournament)).all())
    rows = select(journal.c.id, posting.c.account).join(posting).where(posting.c.account.like("tournament:%"))
    mixed: dict[int, set[bool]] = defaultdict(set)
    for id, name in connection.execute(rows):
        mixed[id].add(of_chips(name))
    at = select(journal.c.id, journal.c.table, posting.c.account).join(posting).where(journal.c.table.is_not(None))
    for id, where, name in connection.execute(at):
        if not name.startswith("table:"):
            mixed[id].add(of_chips(name))
            mixed[id].add(held.get(where) is not None)
    return [f"journal {id} moves tournament chips and money at once" for id, kinds in mixed.items() if len(kinds) > 1]


def balances_of(connection: Connection, table: int) -> dict[str, int]:
    """What the accounts of a table hold, without those that hold nothing."""
    account = schema.account
    rows = select(account.c.id, account.c.balance).where(account.c.id.like(f"table:{table}:%"), account.c.balance != 0)
    return {name: int(balance) for name, balance in connection.execute(rows)}
