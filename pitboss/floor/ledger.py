"""The ledger: double-entry bookkeeping in whole cents.

| account                  | balance                                                         |
| ------------------------ | --------------------------------------------------------------- |
| `cage`                   | the outside world: counterpart of every buy-in and cash-out     |
| `grants`                 | counterpart of play money that the staff grants                 |
| `person:7`               | a person's bankroll: money away from the tables                 |
| `table:3:rack:2`         | the chips in front of position 2                                |
| `table:3:wagers:2`       | its wagers on the layout                                        |
| `table:3:coupons:2`      | its match play coupons on the layout                            |
| `coupon:7:1000`          | a person's match play coupons of $10                            |
| `coupons`                | counterpart of coupons: minus those prepared, plus those used   |
| `batch:2026-11-19`       | coupons of a batch that are not issued yet                      |
| `house`                  | the house's chips: minus those that it has brought to the tables |
| `table:3:inventory`      | the table inventory, without the meter                          |
| `table:3:meter`          | a progressive meter                                             |
| `tournament:5:fees`      | the entry fees of a tournament, until its prizes are paid       |
| `tournament:5:tips`      | the part of its prizes that is withheld for the dealers         |
| `tournament:5:rack`      | counterpart of its chips: minus those in circulation            |
| `tournament:5:chips:7`   | an entrant's tournament chips away from the tables              |

Tournament chips are a separate currency: no journal moves them together with money (8.6).

Postings are the difference between two states of a table, so the ledger cannot disagree with the tape; `audit` proves
that it does not. A state counts the table inventory from the opening; `fills` is what the house has added, at the
opening and by slips since.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from pitboss.floor import schema
from pitboss.floor.batch import (
    CAGE,
    COUPONS,
    GRANTS,
    Journal,
    bankroll_of,
    batch_of_coupons,
    coupons_of,
    house_of,
    of_chips,
    purse_of,
)
from pitboss.floor.store import may_overdraw
from pitboss.table import State

WELCOME = "play money of a new player"
CAGE_IN, CAGE_OUT = "buy-in at the cage", "cash-out at the cage"
BOT_BRINGS, BOT_RETURNS = "house money of a bot", "house money of a bot comes back"
GRANT_BY_STAFF = "grant"
COUPON_ISSUED = "a match play coupon is issued"
COUPON_BATCH = "a batch of match play coupons"
OPENING_INVENTORY = 100_000_00
"""The inventory that the house brings to a new table, and the level to which it is refilled."""
LOW_INVENTORY = OPENING_INVENTORY // 4
"""A table whose inventory is below this needs a fill."""


def inventory_of(state: State, fills: int) -> int:
    """The table inventory without the meter: the chips available for payouts."""
    return state.inventory - state.meter + fills


def table_balances(table: int, state: State, fills: int = 0) -> dict[str, int]:
    """The balance of each of a table's accounts in a state."""
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


def transfer_journal(
    table: int,
    before: State,
    after: State,
    entry: int,
    what: str,
    person: int | None = None,
    coupons: Mapping[str, int] | None = None,
    tournament: int | None = None,
) -> Journal | None:
    """The journal of the transfers between two states; None if nothing moved.

    Chips that came to the table or left it are `person`'s (in a `tournament`, their tournament chips). `coupons` are
    the accounts that coupons came from or went to.
    """
    if (
        before.positions is after.positions
        and before.wagers is after.wagers
        and before.inventory == after.inventory
        and before.meter == after.meter
        and not coupons
    ):
        return None
    old, new = table_balances(table, before), table_balances(table, after)
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
    """The account of a position's coupons on the layout."""
    return f"table:{table}:coupons:{position}"


def coupons_on_layout(state: State) -> dict[int, int]:
    """The coupons on the layout, by position."""
    held: defaultdict[int, int] = defaultdict(int)
    for wager in state.wagers:
        if wager.coupon:
            held[wager.position] += wager.coupon
    return dict(held)


def coupons_moved(
    before: State, after: State, back: Mapping[int, int], owners: Mapping[int, int]
) -> dict[str, int] | None:
    """The accounts that coupons moved from and to between two states; None if none moved.

    `back` has the coupons returned to their owners, by position; all others that disappeared were used.
    """
    old, new = coupons_on_layout(before), coupons_on_layout(after)
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


def coupon_journal(person: int, value: int, batch: int | str) -> Journal:
    """The journal for issuing a match play coupon from a batch to a person."""
    amounts = {batch_of_coupons(batch): -value, coupons_of(person, value): value}
    return Journal(COUPON_ISSUED, amounts)


def batch_journal(batch: int | str, total: int) -> Journal:
    """The journal for preparing a batch of match play coupons with a total value."""
    return Journal(COUPON_BATCH, {COUPONS: -total, batch_of_coupons(batch): total})


def grant_journal(person: int, amount: int, approval: int) -> Journal:
    """The journal for a grant of play money."""
    return Journal(f"{GRANT_BY_STAFF} {approval}", {GRANTS: -amount, bankroll_of(person): amount})


def welcome_journal(person: int, amount: int) -> Journal:
    """The journal for a new guest's or member's play money."""
    return Journal(WELCOME, {CAGE: -amount, bankroll_of(person): amount})


def bot_journal(bot: int, amount: int) -> Journal:
    """The journal for house money that a bot brings to a table or, if negative, takes back."""
    return Journal(BOT_BRINGS if amount > 0 else BOT_RETURNS, {CAGE: -amount, bankroll_of(bot): amount})


def inventory_account(table: int) -> str:
    """The account of a table's inventory."""
    return f"table:{table}:inventory"


def fill_journal(table: int, amount: int, entry: int, what: str, tournament: int | None = None) -> Journal:
    """The journal for adding chips of the house or a tournament to a table inventory, or returning them if negative."""
    return Journal(what[:80], {house_of(tournament): -amount, inventory_account(table): amount}, table, entry)


def buy_in_journal(person: int, amount: int) -> Journal:
    """The journal for giving a person play money from the cage, or returning it if negative."""
    return Journal(CAGE_IN if amount > 0 else CAGE_OUT, {CAGE: -amount, bankroll_of(person): amount})


@dataclass(frozen=True, slots=True)
class LedgerAudit:
    """The result of an audit. `faults` lists what is wrong; `outside` is all money bought in or granted and not cashed
    out.
    """

    accounts: int
    journals: int
    outside: int
    faults: tuple[str, ...]


def audit(connection: Connection) -> LedgerAudit:
    """Check that every journal balances, that balances equal the sums of their postings, and that all accounts sum to
    zero.
    """
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
            faults.append(
                f"{name} has the balance {balances.get(name, 0)}, but its postings add up to {posted.get(name, 0)}"
            )
        if balances.get(name, 0) < 0 and not may_overdraw(name):
            faults.append(f"{name} has a negative balance, {balances[name]}")
    faults += [f"{name} holds {held}, but its table is closed" for name, held in _left_behind(connection).items()]
    faults += _mixed(connection)
    if total := sum(balances.values()):
        faults.append(f"the sum of all accounts is {total}, not 0")
    journals = connection.execute(select(func.count()).select_from(journal)).scalar_one()
    outside = -balances.get(CAGE, 0) - balances.get(GRANTS, 0)
    return LedgerAudit(len(balances), journals, outside, tuple(faults))


def _left_behind(connection: Connection) -> dict[str, int]:
    """The nonzero balances of closed tables' accounts."""
    account, table = schema.account, schema.gaming_table
    rows = select(account.c.id, account.c.balance).where(account.c.id.like("table:%"), account.c.balance != 0)
    closed = set(connection.execute(select(table.c.id).where(table.c.closed.is_not(None))).scalars())
    return {name: int(held) for name, held in connection.execute(rows) if int(name.split(":")[1]) in closed}


def closed_with_money(connection: Connection) -> list[int]:
    """The closed tables whose accounts are not all empty."""
    return sorted({int(name.split(":")[1]) for name in _left_behind(connection)})


def _mixed(connection: Connection) -> list[str]:
    """The journals that convert tournament chips into money, or money into chips."""
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
    return [f"journal {id} moves both tournament chips and money" for id, kinds in mixed.items() if len(kinds) > 1]


def balances_of(connection: Connection, table: int) -> dict[str, int]:
    """The nonzero balances of a table's accounts."""
    account = schema.account
    rows = select(account.c.id, account.c.balance).where(account.c.id.like(f"table:{table}:%"), account.c.balance != 0)
    return {name: int(balance) for name, balance in connection.execute(rows)}
